"""Weights of convolutions one after the other: each filter has a window for every channel that comes in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.parts import whole_factors
from workings.checking.methods.sheet import Sheet
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import line_start

RULE = "recipe/left-out"
LONGEST_LABEL = 60  # characters before a line that may say that it is a convolution
LEAST_CELLS = 2  # signs between cells before a count that stands in a table
_CONV = regex(r"\bconv", re.I)
_OTHER = regex(
    r"depth-?wise|separable|gr[ae]y-?scale|group(?:ed|s)? conv|per channel|\bone channel|1 channel"
    r"|\bgroups?\s*[=:]|gruppe|\bgrup[aop]|\bgroupes?\b|\bgruppi\b|групп|组|組|グループ"
    r"|\bparallel\b|\bbranch|\binception\b|\binstead\b|\balternative",
    re.I,
)
_CELL = regex(r"(?<!\\)[&|\t]")
_DENSE = regex(r"\b(?:fc|dense|linear|fully|pool|norm|flops?|macs?|operations|multiplications)\w*", re.I)
SAID: tuple[re.Pattern[str], ...] = (_CONV,)


@record(frozen=True, slots=True)
class Layer:
    """The side of a square kernel, the channels that come in, if they are written, and the filters."""

    side: int
    channels: int | None
    filters: int


def claims_of_channels(sheet: Sheet) -> Iterator[Claim]:
    """The first convolution behind another one whose filters have no channels."""
    if not sheet.says(_CONV) or sheet.says(_OTHER):
        return
    before: Layer | None = None
    for statement in sheet.statements:
        start = statement.span.start
        lead = _label(sheet.text, start)
        if not _CONV.search(lead) or _DENSE.search(lead):
            continue
        for member in statement.members:
            layer = _layer(member.expr)
            if layer is None:
                continue
            if before is not None and _lacks_channels(before, layer):
                side, c, f = layer.side, before.filters, layer.filters
                message = f"each of the {f} filters has {side}·{side} weights for every one of {c} channels"
                yield sheet.claim(member.span, RULE, message, fmpq(side * side * c * f + f))
                return
            if before is not None and layer.channels not in (None, before.filters):
                return  # layers that do not follow each other, or filters in groups
            before = layer
            break


def _label(text: str, start: int) -> str:
    """What stands straight before a line, or all before it in its row of a table."""
    row = text[line_start(text, start) : start]
    return row if len(_CELL.findall(row)) >= LEAST_CELLS else row[-LONGEST_LABEL:]


def _lacks_channels(before: Layer, layer: Layer) -> bool:
    """Whether a layer has no channels, or those of the layer before, which has made others of them."""
    if not before.channels or before.filters < 2:
        return False
    return layer.channels is None or layer.channels == before.channels != before.filters


def _layer(expr: Expr) -> Layer | None:
    """`3·3·16·32 + 32`, `(3·3·16 + 1)·32` or `32·(3·3·16 + 1)`, with or without the channels 16."""
    match expr:
        case Call(op="add", args=(whole, Number(value=bias))):
            factors = whole_factors(whole)
            if factors and factors[-1] == bias:
                return _of_factors(factors)
        case (
            Call(
                op="mul" | "times",
                args=(Call(op="add", args=(window, Number(value=one))), Number(value=filters)),
            )
            | Call(
                op="mul" | "times",
                args=(Number(value=filters), Call(op="add", args=(window, Number(value=one)))),
            )
        ):
            factors = whole_factors(window)
            if factors and one == 1 and filters.q == 1:
                return _of_factors([*factors, filters])
    return None


def _of_factors(sides: list[fmpq]) -> Layer | None:
    factors = [int(side.p) for side in sides]
    if len(factors) not in (3, 4) or factors[0] != factors[1]:
        return None
    return Layer(factors[0], factors[2] if len(factors) == 4 else None, factors[-1])
