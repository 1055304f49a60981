"""Sizes of maps that are rounded up where the page rounds down."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.sheet import Sheet
from workings.expr import Call, walk
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span

RULE = "recipe/other-method"
_FLOOR = regex(
    r"\\lfloor|⌊|\bfloor\b|\bround(?:ed|ing|s)? (?:it |them |the \w+ )?down\b|\binteger division\b", re.I
)
_CEILING = regex(
    r"\\lceil|⌈|\bceil|\brounds? (?:it |them )?up|\bpadding\W{0,6}same\b|\bsame\W{0,3} padding", re.I
)
_MAPS = regex(r"\bconv|\bpool|\bkernel|\bstride|feature maps?|\bfilter", re.I)
_TAKEN = regex(
    r"[\s,;:()]{0,4}(?:(?:and|so|then|i\.e\.|thus|hence|which|it|we|that|this|is|are|gives?|get|take|the|output"
    r"|round(?:ed|s)?(?: to| up to)?|spatial|size|width|height|side|becomes?|\\approx|\\to|\\rightarrow) "
    r"|→ ?|≈ ?|[\s,:=]){1,9}(?P<whole>\d{1,4})(?![\d.]*\d)(?!\s*(?:filters|channels|kernels|%))",
    re.I,
)
SAID = (_FLOOR,)


def claims_of_flooring(sheet: Sheet) -> Iterator[Claim]:
    """The first size that is the next larger whole number of what was worked out for it."""
    if not sheet.says(_FLOOR) or not sheet.says(_MAPS) or sheet.says(_CEILING):
        return
    for statement in sheet.statements:
        last, number = statement.members[-1], stated_number(statement.members[-1].expr)
        if number is None or number.integer or number.value.q == 1 or number.value < 1:
            continue
        worked = [member.expr for member in statement.members[:-1] if is_numeric(member.expr)]
        if statement.hypothesis or not any(
            isinstance(node, Call) and node.op == "div" for expr in worked for node in walk(expr)
        ):
            continue
        found = _TAKEN.match(sheet.text, last.span.end)
        below = int(number.value.floor())
        if found is not None and int(found["whole"]) == below + 1:
            place = Span(found.start("whole"), found.end("whole"))
            yield sheet.claim(place, RULE, f"the page rounds down, which makes {below}", str(below))
            return
