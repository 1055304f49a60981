"""A page as trees are read from it: signs settled, emphasis turned into quotes, and no character moved.

Only lines that hold prose, lists, tables, displays or plain fences are left; programs and comments are blank.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from workings.document import Kind, Passage
from workings.regex import regex
from workings.source import with_newlines

_READ = frozenset({Kind.PROSE, Kind.CODE, Kind.HEADING, Kind.DISPLAY, Kind.CELL})
_ACTORS = r"greedy|beam|exhaustive|step|example|search|decod|note|after|given|start"
_COMMENT = regex(r"<!--.*?-->", re.DOTALL)
_TEX_COMMENT = regex(r"(?<!\\)%[^\n]*")
_WORDS = regex(
    r"\\(?:text|mathrm|mathit|mathbf|mathsf|mathtt|textit|textbf|texttt|textrm|emph|operatorname|mbox)"
    r" ?\{([^{}\n]{0,80})\}"
)
_SIGNS = tuple(
    (regex(pattern), sign)
    for pattern, sign in {
        r"\\(?:mid|vert|lvert|rvert|given|middle\|)(?![a-zA-Z])": "|",
        r"\\(?:to|rightarrow|longrightarrow|Rightarrow|implies|mapsto)(?![a-zA-Z])|-{1,3}>|={1,2}>"
        r"|[⟶➔➜➝⇒⟹↦►▶]": "→",
        r"\\(?:times|cdot|ast)(?![a-zA-Z])|[·⋅∙]": "×",
        r"\\(?:langle)(?![a-zA-Z])|&lt;|[⟨〈]": "<",
        r"\\(?:rangle)(?![a-zA-Z])|&gt;|[⟩〉]": ">",
        r"\\(?:ldots|dots|cdots)(?![a-zA-Z])|\.\.\.": "…",
        r"\\(?:approx|simeq)(?![a-zA-Z])": "≈",
        r"\\(?:alpha)(?![a-zA-Z])": "α",
        r"\\(?:log|ln)(?![a-zA-Z])": "log",
        r"\\(?:left|right|big|Big|bigl|bigr|quad|qquad|displaystyle|item|noindent)(?![a-zA-Z])"
        r"|\\[,;:! ()\[\]]|(?<!\\)\$|~": " ",
        r"\\%": "%",
        r"\\&": "&",
    }.items()
)
_ESCAPED = regex(r"\\([<>|.?!*_#{}-])")
_TAG = regex(r"<[ \"]{0,3}([/|]?[A-Za-z][\w|-]{0,19}\|?)[ \"]{0,3}>")
_MARKUP = regex(
    r"</?(?:b|i|em|strong|code|br|p|li|ul|ol|td|tr|th|sub|sup|span|div|u|kbd|q)(?:\s[^<>\n]{0,80})?/?>"
)
_BOLD = regex(r"(\*\*|__)(?=\S)([^*_\n]{1,60}?)(?<=\S)\1")
_LEANING = regex(r"(?<![\w*])(\*|_|`)(?=[^\s*_`])([^*`\n]{1,60}?)(?<=\S)\1(?![\w*])")
_SINGLE = regex(r"(?<!\w)[‘'](?=\S)([^‘’'\n]{1,60}?)(?<=\S)[’'](?!\w)")
_QUOTES = regex("[“”„«»]")
_TEX_QUOTES = regex(r"``([^`'\n]{1,200}?)''")


def painted(text: str, passages: Iterable[Passage], is_tex: bool = False) -> str:
    """The readable lines of a page, of the same length."""
    return settled(_lines(with_newlines(text), passages), is_tex)


def settled(text: str, is_tex: bool = False) -> str:
    """Commands and other spellings as plain signs, padded to the length that they had."""
    text = _COMMENT.sub(_blank, text)
    if is_tex:
        text = _TEX_COMMENT.sub(_blank, text)
    text = _TEX_QUOTES.sub(lambda found: f' "{found[1]}" ', text)
    text = _WORDS.sub(lambda found: f'"{found[1]}"'.rjust(len(found[0])), text)
    for pattern, sign in _SIGNS:
        text = pattern.sub(_padded(sign), text)
    text = _ESCAPED.sub(r" \1", text)
    text = _MARKUP.sub(_blank, text)
    text = _TAG.sub(lambda found: f"<{found[1]}>".ljust(len(found[0])), text)
    text = _BOLD.sub(lambda found: _quoted(found, 2), text)
    text = _LEANING.sub(lambda found: _quoted(found, 1), text)
    text = _SINGLE.sub(lambda found: f'"{found[1]}"', text)
    return _QUOTES.sub('"', text)


def _lines(text: str, passages: Iterable[Passage]) -> str:
    """The text with every line blank on which nothing is read."""
    kept: list[str] = []
    reached = 0
    for passage in passages:
        if passage.kind not in _READ or passage.span.end <= reached:
            continue
        start = max(reached, text.rfind("\n", 0, passage.span.start) + 1)
        end = text.find("\n", passage.span.end)
        end = len(text) if end < 0 else end
        kept += (_spaces(text[reached:start]), text[start:end])
        reached = end
    return "".join((*kept, _spaces(text[reached:])))


def _spaces(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _blank(found: re.Match[str]) -> str:
    return _spaces(found[0])


def _padded(sign: str) -> Callable[[re.Match[str]], str]:
    return lambda found: sign.ljust(len(found[0]))


def _quoted(found: re.Match[str], wide: int) -> str:
    """Emphasis around a token is a quotation; around the words of a label it is nothing."""
    inner = found[2]
    if ":" in inner or len(inner.split()) > 8 or re.search(_ACTORS, inner, re.I):
        return " " * wide + inner + " " * wide
    return f'{" " * (wide - 1)}"{inner}"{" " * (wide - 1)}'
