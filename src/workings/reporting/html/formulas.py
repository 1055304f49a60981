r"""A formula for KaTeX, with marks inside it.

A mark becomes `\htmlData{…}{…}` around the stretch if its braces and environments balance there; what runs
over cells is marked cell by cell, and what cannot be marked inside is marked behind the formula. An author's
own commands that reach out of the formula are taken away, so that the only ones left are ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from workings.extracting.canvas import blanked
from workings.record import record
from workings.regex import regex
from workings.reporting.html.cutting import made_whole
from workings.reporting.html.escaping import attribute, escaped
from workings.reporting.html.marks import Mark
from workings.reporting.html.weaving import Piece, nested, weave

OUTSIDE = regex(
    r"\\(?:html[A-Za-z]*|href|url|includegraphics|label|DeclareMathOperator\*?[ \t]*\{?\\[a-zA-Z]+\}?)"
    r"(?![a-zA-Z])[ \t]*(?:\[[^\]\n]*\])?[ \t]*(?:\{[^{}]*\})?"
)
COMMENT = regex(r"(?<!\\)%[^\n]*")
TOKEN = regex(
    r"\\(?P<open>begin[ ]?\{[^{}]*\}|left(?![a-zA-Z]))|\\(?P<close>end[ ]?\{[^{}]*\}|right(?![a-zA-Z]))"
    r"|(?P<cut>\\\\(?:[ \t]*\[[^\]\n]*\])?|(?<!\\)&)|\\[a-zA-Z]+|\\.|(?P<brace>[{}])",
    re.DOTALL,
)
RESPELT = (
    (re.compile(r"\\(begin|end)\{(?:flalign)(\*?)\}"), r"\\\1{align\2}"),
    (re.compile(r"\\(begin|end)\{(?:multline|multlined|dmath)(\*?)\}"), r"\\\1{gather\2}"),
    (re.compile(r"\\begin\{(?:eqnarray|IEEEeqnarray)\*?\}(?:\{[^{}]*\})?"), r"\\begin{array}{rcl}"),
    (re.compile(r"\\end\{(?:eqnarray|IEEEeqnarray)\*?\}"), r"\\end{array}"),
    (re.compile(r"\\(begin|end)\{(?:displaymath|math)\}"), ""),
    (re.compile(r"\\(begin|end)\{([bpvBV])smallmatrix\*?\}"), r"\\\1{\2matrix}"),
    (re.compile(r"\\(?:re)?newcommand(?![a-zA-Z])\*?"), r"\\providecommand"),
    (re.compile(r"\\mathds(?![a-zA-Z])"), r"\\mathbb"),
    (re.compile(r"\\mbox(?![a-zA-Z])"), r"\\text"),
    (re.compile(r"\\hfill(?![a-zA-Z])"), r"\\quad "),
    (
        re.compile(r"([_^])[ ]?(\\(?:bar|hat|vec|tilde|dot|ddot|overline|underline|sqrt)\{[^{}]*\})"),
        r"\1{\2}",
    ),
    (re.compile(r"\\(?:eq)?ref\{([^{}]*)\}"), r"\\text{(\1)}"),
    (re.compile(r"\\begin\{(alignat\*?|alignedat)\}(?!\{)"), r"\\begin{\1}{4}"),
)
QUOTE = regex(r"(?<=\n)[ \t]*(?:>[ \t]?)+")
WORDS = regex(r"(?<=\\text\{)[^{}$\\]+(?=\})")
SPECIAL = regex(r"[_#&]")
ARGUMENT_OF = regex(r"(?:\\[a-zA-Z]+[ ]?|(?P<script>[_^])|(?P<second>\}))\Z")
DISPLAYS_ONLY = regex(r"\\begin\{(?:equation|align|gather|alignat|flalign|multline|eqnarray)\*?\}")
FENCE = regex(r"\\left[ \t]*\Z")
LONGEST_COMMAND = 40
SHORT = regex(r"[^\\&]{1,28}|\\boxed\{[^\\{}]{1,24}\}")


@record(frozen=True)
class Formula:
    """A stretch of maths on the page: all of it, and what stands inside its delimiters."""

    start: int
    end: int
    inner: tuple[int, int]
    display: bool
    quoted: bool = False  # its lines begin with quote marks


def formula_html(text: str, formula: Formula, marks: Sequence[Mark]) -> str:
    """The formula as an element that shows its source until KaTeX has drawn it."""
    start, end = formula.inner
    bare = QUOTE.sub(lambda found: blanked(found[0]), text[start:end]) if formula.quoted else text[start:end]
    tex, whole = marked_tex(bare, start, marks)
    source, _ = nested([_source_piece(mark, formula) for mark in marks])
    shown = weave(text, formula.start, formula.end, source, escaped)
    display = formula.display or DISPLAYS_ONLY.search(tex) is not None
    behind = "".join(point(mark) for mark in whole)
    sort = ' data-display="1"' if display else ""
    return f'<span class="tex"{sort}{attribute("data-tex", tex)}>{shown}</span>{behind}'


def drawn(tex: str, display: bool = False) -> str:
    """A formula of our own: TeX that holds no marks."""
    clean = respelt(without_outside(made_whole(tex)))
    sort = ' data-display="1"' if display else ""
    return f'<span class="tex"{sort}{attribute("data-tex", clean)}>{escaped(tex)}</span>'


def marked_tex(source: str, start: int, marks: Sequence[Mark]) -> tuple[str, list[Mark]]:
    """TeX with as many marks inside as can be, and the marks that have to stand behind it."""
    tex = without_outside(source)
    end = start + len(tex)
    pieces: list[Piece] = []
    owners: dict[int, Mark] = {}
    whole: list[Mark] = []
    for mark in marks:
        first, last = max(mark.span.start, start) - start, min(mark.span.end, end) - start
        parts = segments(tex, first, last)
        if not parts:
            whole.append(mark)
            continue
        for at, (left, right) in enumerate(parts, 1):
            ends_here = at == len(parts) and mark.span.end <= end
            layers = data(mark, tex[left:right], ends_here)
            before = "".join(f"\\htmlData{{{layer}}}{{" for layer in layers)
            pieces.append(Piece(left, right, before, "}" * len(layers)))
            owners[id(pieces[-1])] = mark
    kept, crossing = nested(pieces)
    whole += dict.fromkeys(owners[id(piece)] for piece in crossing)
    marked = weave(tex, 0, len(tex), kept, str)
    return respelt(marked), [mark for mark in whole if not mark.is_entry]


def without_outside(tex: str) -> str:
    """TeX of the same length without comments and commands that would reach out of the formula."""
    tex = COMMENT.sub(lambda found: blanked(found[0]), tex) if "%" in tex else tex
    return OUTSIDE.sub(lambda found: blanked(found[0]), tex) if "\\" in tex else tex


def respelt(tex: str) -> str:
    """TeX with environments and commands that KaTeX lacks written as their nearest relatives."""
    if "\\" in tex:
        for pattern, words in RESPELT:
            tex = pattern.sub(words, tex)
        tex = WORDS.sub(lambda found: SPECIAL.sub(r"\\\g<0>", found[0]), tex)
    return tex


def segments(tex: str, start: int, end: int) -> list[tuple[int, int]]:
    """A stretch cut at the cells and rows it runs over, or nothing where it does not balance."""
    if (fence := FENCE.search(tex, max(0, start - LONGEST_COMMAND), start)) is not None:
        start = fence.start()  # the bracket is the author's, the command before it belongs to it
    depth = 0
    cuts = [start]
    for found in TOKEN.finditer(tex, start, end):
        if found["open"] or found["brace"] == "{":
            depth += 1
        elif found["close"] or found["brace"] == "}":
            depth -= 1
            if depth < 0:
                return []
        elif found["cut"] and depth == 0:
            cuts += found.span()
    if depth:
        return []
    cuts.append(end)
    parts = [_tight(tex, left, right) for left, right in zip(cuts[::2], cuts[1::2], strict=True)]
    return [_with_command(tex, left, right) for left, right in parts if left < right]


def _with_command(tex: str, start: int, end: int) -> tuple[int, int]:
    """A group together with the command whose argument it is, or the inside of one that has to stay."""
    before = ARGUMENT_OF.search(tex, max(0, start - LONGEST_COMMAND), start) if tex[start] == "{" else None
    if before is None:
        return start, end
    if before["script"] or before["second"]:
        return (start + 1, end - 1) if tex[end - 1] == "}" and end - start > 2 else (start, end)
    return before.start(), end


def _tight(tex: str, start: int, end: int) -> tuple[int, int]:
    while start < end and tex[start].isspace():
        start += 1
    while end > start and tex[end - 1].isspace():
        end -= 1
    return start, end


def data(mark: Mark, written: str, ends_here: bool) -> list[str]:
    """What the page knows of a mark, as KaTeX wants it; a short wrong value has a ring as inner layer."""
    end = f",end={mark.number or ''}" if ends_here else ""
    layers = [f"claim={mark.claim},verdict={mark.verdict}{',entry=1' if mark.is_entry else end}"]
    if mark.verdict == "wrong" and SHORT.fullmatch(written):
        layers.append("ring=1")
    return layers


def tags(mark: Mark, written: str, ends_here: bool = True) -> tuple[str, str]:
    """The same around text that is no formula."""
    layers = data(mark, written, ends_here)
    return "".join(f"<span{_attributes(layer)}>" for layer in layers), "</span>" * len(layers)


def _attributes(layer: str) -> str:
    pairs = (pair.partition("=") for pair in layer.split(","))
    return "".join(attribute(f"data-{name}", value) for name, _, value in pairs)


def point(mark: Mark) -> str:
    """A mark that stands behind something."""
    before, after = tags(mark, "")
    return before + after


def _source_piece(mark: Mark, formula: Formula) -> Piece:
    first, last = max(mark.span.start, formula.start), min(mark.span.end, formula.end)
    return Piece(first, last, *tags(mark, "", mark.span.end <= formula.end))


def macros_attribute(macros: Sequence[tuple[str, str]]) -> str:
    """The author's macros as an attribute that the page reads."""
    whole = (pair for pair in macros if "$" not in pair[1] and made_whole(pair[1]) == pair[1])
    table = {f"\\{name}": respelt(without_outside(body)) for name, body in whole}
    return attribute("data-macros", json.dumps(table)) if table else ""
