"""LaTeX commands in a text: one token for most, none for those that only say how something looks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from workings.parsing import spellings
from workings.parsing.tokens import GLUED, SPACE, Token
from workings.regex import regex

if TYPE_CHECKING:
    from workings.parsing.lexer import Lexer

LONGEST_MACRO = 200  # characters
LONGEST_ARGUMENT = 4000
MOST_MACROS = 200  # that may stand inside one another
SLOTS = ("#1", "#2", "#3", "#4", "#5", "#6")  # the arguments in the meaning of a macro
_UPRIGHT_D = regex(r"[ ]?\{[ ]?d[ ]?\}(?=[ ]?(?:[a-zA-Z]|\\[a-z]+))")  # of a differential
_UPRIGHT_T = regex(r"\s*\{\s*(?:T|\\top|\\intercal)\s*\}|\s+T(?![A-Za-z])")
_ARG = regex(r"\s*\\(max|min)(?![A-Za-z])")
_MID = regex(r"\s*\\mid(?![A-Za-z])")
_BRACKETED = regex(r"(?:[(\[|]|\\[{|]|\\langle|\\lVert)\s*#\d\s*(?:[)\]|]|\\[}|]|\\right|\\rangle|\\rVert)")
_GROUP = regex(r"\s*\{")
_LABEL = regex(r"\s*\{[^{}$\\=]{1,60}:\s*\}")  # \textbf{Step 1:}
_NUMBERED = regex(r"[ ~\\]{0,3}(\d{1,2})(?=\s*(?:[=≈]|\\approx))")  # \text{Score } 2 =
_HEADING = regex(r"[^\W\d_]{4,20}")
_ENVIRONMENT = regex(r"\s*\{([A-Za-z]+)\*?\}")


def read_command(lexer: Lexer, start: int, end: int, name: str, prose: bool, limit: int) -> int:
    """A LaTeX command: one token for most, nothing for those that only say how something looks."""
    name = name.rstrip("*")
    if name in spellings.FONTS and (letter := _UPRIGHT_T.match(lexer.text, end, limit)):
        lexer.put("name", "⊤", start, letter.end(), False)
        return letter.end()
    if name in spellings.FONTS and (letter := _UPRIGHT_D.match(lexer.text, end, limit)):
        lexer.put("name", "d", start, letter.end(), False)
        return letter.end()
    if name in lexer.macros:
        return _expand(lexer, start, end, name, limit)
    if name == "arg" and (which := _ARG.match(lexer.text, end, limit)):
        lexer.put("word", f"arg{which.group(1)}", start, which.end(), False)
        return which.end()
    if name == "mid" and (second := _MID.match(lexer.text, end, limit)):
        lexer.put_sign("bar", "‖", start, second.end(), False)  # the bars of a divergence
        return second.end()
    known = spellings.COMMANDS.get(name)
    if known is not None:
        lexer.put_sign(*known, start, end, prose and known[0] != "name")
    elif name in ("left", "right") and lexer.text.startswith(".", end):
        if name == "right" and lexer.text.endswith("(", 0, start):
            _drop_thin_space(lexer)
        return end + 1  # a bracket that is not printed
    elif name in spellings.SILENT:
        labels = name in ("textbf", "textit") and _LABEL.match(lexer.text, end, limit)
        return _read_argument(lexer, start, end, name, limit) if labels else end
    elif name in spellings.WORDS or name in spellings.TAKES:
        return _read_argument(lexer, start, end, name, limit)
    elif name in spellings.NAMED_SPACES:
        lexer.widen(spellings.NAMED_SPACES[name])
    elif name in ("begin", "end"):
        return _read_environment(lexer, start, end, name, prose)
    elif name in spellings.TRANSPOSES and lexer.tokens and not lexer.text.startswith("{", end):
        _transpose(lexer, start, end)
    else:
        return _read_unknown(lexer, start, end, name, limit)
    return end


def _transpose(lexer: Lexer, start: int, end: int) -> None:
    r"""`K\T` and `K^\T`, by a macro that stands in another file."""
    if lexer.tokens[-1].text != "^":
        lexer.put("op", "^", start, start, False)
    lexer.put("name", "⊤", start, end, False)


def _drop_thin_space(lexer: Lexer) -> None:
    """A converter that closes brackets at once has made a comma of the thin space in `f(x)\\,(1 - x)`."""
    before = lexer.tokens[-3:-1]
    if [token.text for token in before] == [")", ","]:
        del lexer.tokens[-2]


def _read_unknown(lexer: Lexer, start: int, end: int, name: str, limit: int) -> int:
    """A command from elsewhere: a word, or a name if it has two arguments, whose product means nothing."""
    stop, groups = end, 0
    while stop < limit and lexer.text[stop] == "{":
        stop = min(_matching_brace(lexer.text, stop, limit) + 1, limit)
        groups += 1
    if groups < 2 or stop - start > LONGEST_MACRO:
        lexer.put("word", name, start, end, False)
        return end
    lexer.put("name", lexer.text[start:stop], start, stop, False)
    return stop


def _expand(lexer: Lexer, start: int, end: int, name: str, limit: int) -> int:
    """A macro of the document's own: its meaning, every token of it placed where the macro stands."""
    rest = {key: meaning for key, meaning in lexer.macros.items() if key != name}
    meaning = lexer.macros[name][:LONGEST_MACRO]
    for slot in SLOTS:
        if slot in meaning and (opening := _GROUP.match(lexer.text, end, limit)):
            close = _matching_brace(lexer.text, opening.end() - 1, limit)
            argument = lexer.text[opening.end() : close]
            if len(argument) > LONGEST_ARGUMENT:
                lexer.put("other", name, start, end, False)
                return end
            rows = "&" in argument or "\\\\" in argument  # of a matrix, which braces would hold together
            bare = rows or ("," in argument and _BRACKETED.search(meaning) is not None)
            meaning = meaning.replace(slot, argument if bare else "{" + argument + "}")
            end = min(close + 1, limit)
    for at, token in enumerate(lexer.meant(meaning, rest if len(rest) < MOST_MACROS else {})):
        gap = lexer.gap if at == 0 else token.gap
        lexer.tokens.append(
            Token(token.kind, token.text, start + lexer.offset, end + lexer.offset, gap, token.prose)
        )
    lexer.gap = GLUED
    return end


def _read_argument(lexer: Lexer, start: int, end: int, name: str, limit: int) -> int:
    """The braced argument of \\text-like commands, read as prose; of \\color-like ones, dropped."""
    opening = _GROUP.match(lexer.text, end, limit)
    if opening is None:
        return end
    close = _matching_brace(lexer.text, opening.end() - 1, limit)
    if name in spellings.TAKES:
        return min(close + 1, limit)
    inside = lexer.text[opening.end() : close].strip()
    if inside and lexer.text[opening.end()] == " ":
        lexer.widen(SPACE)
    first = len(lexer.tokens)
    numbered = _NUMBERED.match(lexer.text, close + 1, limit)
    opens = not lexer.tokens or lexer.tokens[-1].kind in ("break", "sep")
    if numbered is not None and opens and inside[:1].isupper() and _HEADING.fullmatch(inside):
        lexer.put("word", f"{inside} {numbered.group(1)}", start, numbered.end(), False)
        return numbered.end()
    lexer.run(opening.end(), close, prose=True)
    _stretch(lexer, first, start, min(close + 1, limit))
    if inside and lexer.text[close - 1] == " ":
        lexer.widen(SPACE)
    return min(close + 1, limit)


def _stretch(lexer: Lexer, first: int, start: int, end: int) -> None:
    """Let the words of an argument cover its command and braces too."""
    if len(lexer.tokens) > first:
        lexer.tokens[first] = replace(lexer.tokens[first], start=start + lexer.offset)
        lexer.tokens[-1] = replace(lexer.tokens[-1], end=end + lexer.offset)


def _read_environment(lexer: Lexer, start: int, end: int, name: str, prose: bool) -> int:
    """`\\begin{bmatrix}` as one token whose text names the environment."""
    found = _ENVIRONMENT.match(lexer.text, end)
    if found is None:
        lexer.put("other", name, start, end, prose)
        return end
    lexer.put("cmd", f"{name}:{found.group(1)}", start, found.end(), prose)
    return found.end()


def _matching_brace(text: str, start: int, limit: int) -> int:
    """The offset of the brace that closes the one at `start`, or the limit."""
    depth = 0
    at = start
    while at < limit:
        character = text[at]
        if character == "\\":
            at += 1
        elif character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return at
        at += 1
    return limit
