"""design/fails and its kin: machines that are said to compute a function, run on every input."""

from __future__ import annotations

from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

RULE = "design/fails"
DESCRIPTION = Description(
    "a unit or network that is said to compute a function gives something else for some input",
    wrong="The perceptron fires if $w \\cdot x + b \\ge 0$. With $w = (1, 1)$ and $b = 0.5$ it computes OR.",
    right="The perceptron fires if $w \\cdot x + b \\ge 0$. With $w = (1, 1)$ and $b = -0.5$ it computes OR.",
    why="A bias is found by trial on the inputs that should fire, and those that should not are not tried.",
)
_UNIT = "The unit fires if $x_1 + x_2 - 1.5 \\ge 0$.\n\n"
_HEAD = "| x1 | x2 | {} |\n|---|---|---|\n| 0 | 0 | 0 |\n| 0 | 1 | {} |\n| 1 | 0 | 0 |\n| 1 | 1 | 1 |"
BESIDES: dict[str, Description] = {
    "design/output": Description(
        "a row states another sum or output than the machine of the document gives for its input",
        wrong=_UNIT + _HEAD.format("y", 1),
        right=_UNIT + _HEAD.format("y", 0),
        why="The last rows are filled in without working them out, because the pattern seems clear.",
    ),
    "design/table": Description(
        "a row of a truth table has another value than the function of its column",
        wrong=_HEAD.format("AND", 1),
        right=_HEAD.format("AND", 0),
        why="A row is filled in by its pattern, or copied from the table next to it.",
    ),
    "design/separable": Description(
        "a function is called linearly separable though no unit computes it, or the other way round",
        wrong="The AND function is not linearly separable.",
        right="The XOR function is not linearly separable.",
        why="XOR is the function that everybody knows, and what holds of it is said of its neighbours.",
    ),
}
_CUE = regex(
    r"AND|OR\b|NOT|[Xx]or\b|[Nn]and\b|perceptron|threshold|truth[ -]table|[Mm]ajority|[Pp]arity|"
    r"separable|\\l(?:and|or)\b|\\(?:wedge|vee|oplus)\b|fires|\\begin\{(?:array|tabular)\}\{[^{}]{0,20}\|"
)
_SIGNS = regex(  # each begins with a sign of its own, so that it is quickly looked for
    r"∧|∨|⊕|\([01], ?[01]\)|x_?1 ?= ?[01], ?x_?2 ?=|\|\s*[01]\s*\|\s*[01]\s*\||\n[01][ \t|]+[01][ \t|]"
)
_ROW = regex(r"[01][ \t|]+[01][ \t|]")


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """Claims about truth tables, designs and what one unit can do; most documents have none."""
    page = judge.page
    drawn = _SIGNS.search(page.text) or _ROW.match(page.text)
    if not drawn and not (page.has_words and _CUE.search(page.text)):
        return []
    from workings.checking.designs.reading import claims_of_designs

    return claims_of_designs(judge, tuple(statements))
