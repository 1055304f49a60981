"""Receptive fields layer by layer: each widens by its kernel less one, times the strides before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.naming import called
from workings.checking.methods.sheet import Sheet
from workings.document import Member
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/other-size"
LEAST_RIGHT = 1  # layers before the one that is called wrong
_FIELD = regex(r"receptive field", re.I)
_OTHERWISE = regex(r"\bdilat|\batrous\b|\btranspos", re.I)
_PAIRED = regex(r"kernel\b[^.\n]{0,20}\bstride\b", re.I)
_LAYER = regex(r"\b((?:conv|pool|layer)\w*)\s*\(\s*(\d{1,2})\s*,\s*(\d)\s*\)", re.I)
_EVERY = regex(
    r"\b(conv|pool)\w*\s+(\d{1,2})\s*(?:x|×|\\times)\s*\2\b[^.;\n]{0,25}?stride\s*=?\s*(\d)\b", re.I
)
_LETTERED = regex(r"\b(\w+)\s*\(\s*k\s*=\s*(\d{1,2})\s*,\s*s\s*=\s*(\d)\s*\)")
_WORD = regex(r"\w+")
_NAMED = regex(r"\b(conv|pool|layer)(\w*)", re.I)
_NAMES = ("r", "R", "RF", "rf", "ρ")
SAID: tuple[re.Pattern[str], ...] = (_FIELD,)


def claims_of_receptive_fields(sheet: Sheet) -> Iterator[Claim]:
    """The first layer whose step is taken at another jump than its own."""
    if not sheet.says(_FIELD) or sheet.says(_OTHERWISE):
        return
    sizes = _sizes(sheet.text)
    field, jump, right = fmpq(1), fmpq(1), 0
    for name, member, stated in _layers(sheet, sizes) if sizes else ():
        size = sizes.get(name, sizes.get(name.rstrip("0123456789")))
        if size is None:
            return
        kernel, stride = size
        wider = field + (kernel - 1) * jump
        if stated != wider:
            if right >= LEAST_RIGHT and stated in (field + kernel - 1, field + (kernel - 1) * jump * stride):
                says = f"the strides before this layer make {show(jump)}"
                message = f"{says}, so it widens the field by {show(kernel - 1)} · {show(jump)}"
                yield sheet.claim(member.span, RULE, message, show(wider))
            return
        field, jump, right = wider, jump * stride, right + 1


def _sizes(text: str) -> dict[str, tuple[fmpq, fmpq]]:
    """The kernel and the stride of each layer, or of each kind of layer."""
    found = [*_LAYER.finditer(text)] if _PAIRED.search(text) else []
    found = found or [*_LETTERED.finditer(text)] or [*_EVERY.finditer(text)]
    sizes: dict[str, tuple[fmpq, fmpq]] = {}
    for match in found:
        size = (fmpq(int(match[2])), fmpq(int(match[3])))
        if sizes.setdefault(match[1].lower(), size) != size:
            return {}
    return sizes


def _layers(sheet: Sheet, sizes: Mapping[str, tuple[fmpq, fmpq]]) -> Iterator[tuple[str, Member, fmpq]]:
    """The lines that say how wide the field is behind a layer."""
    for statement in sheet.statements:
        base, _ = called(statement.members[0].expr)
        number = stated_number(statement.members[-1].expr)
        opening = sheet.text.rfind("\n", 0, statement.span.start) + 1
        words = [found[0].lower() for found in _WORD.finditer(sheet.text, opening, statement.span.start)]
        named = [word for word in words if word in sizes or _NAMED.match(word)]
        if base in _NAMES and number is not None and len(statement.members) > 2 and named:
            yield named[-1], statement.members[-1], number.value
