"""Overlaps of boxes that are given by their corners: from the larger left edge to the smaller right one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from flint import fmpq

from workings.checking.comparing.digits import number_in
from workings.checking.methods.sheet import Result, Sheet
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.parsing.numerals import NUMERAL, UNSIGNED
from workings.regex import regex
from workings.source import Span, line_start

RULE = "recipe/other-size"
TWICE = "iou/overlap-twice"
FURTHER = 80  # characters behind a sum in which the overlap may be taken away
REACH = 500  # characters before a line in which two boxes are named
_IOU = regex(r"\bIoU\b|\boverlap\b|intersection over union|\bNMS\b", re.I)
_OTHERWISE = regex(
    r"\(\s*(?:c?x|c_x|x_c)\s*,\s*(?:c?y|c_y|y_c)\s*,\s*w\s*,\s*h\s*\)|\bcent(?:re|er)s?\b|width and height",
    re.I,
)
_NUMBER = rf"\s*({NUMERAL})\s*"
_BOX = regex(rf"\b([A-Z]\d?)\s*[=:]?\s*[(\[]{_NUMBER},{_NUMBER},{_NUMBER},{_NUMBER}[)\]]")
_PAIR = regex(r"\b([A-Z]\d?)\s*(?:and|against|with|vs\.?|∩|\\cap|&|,|[-–])\s*([A-Z]\d?)\b")
_SHARED = regex(r"overlap|intersection|\binter\b", re.I)
_UNION = regex(r"\bunion\b(?!.*\b(?:IoU|over)\b)", re.I)
_WHOLE = regex(rf"(?<![\d.]){UNSIGNED}(?![\d.]*\d)")
_WIDTH, _HEIGHT = regex(r"\bwidth\b|\bwide\b", re.I), regex(r"\bheight\b|\bhigh\b", re.I)

Box: TypeAlias = tuple[fmpq, fmpq, fmpq, fmpq]
SAID: tuple[re.Pattern[str], ...] = (_IOU,)


def claims_of_boxes(sheet: Sheet) -> Iterator[Claim]:
    """The first overlap of two boxes that is measured from another edge."""
    if not sheet.says(_IOU) or sheet.says(_OTHERWISE):
        return
    boxes = _boxes(sheet.text)
    for result in sheet.results if len(boxes) > 1 else ():
        words = sheet.text[line_start(sheet.text, result.start) : result.start][-60:]
        pair = _pair(sheet.text, result.start, boxes)
        if pair is None or _SHARED.search(words) is None or result.formula is None:
            continue
        found = _judged(result, words, *pair)
        if found is not None:
            place, right = found
            yield sheet.claim(place, RULE, f"the boxes share {show(right)} in this direction", right)
            return
    yield from _of_unions(sheet, boxes)


def _of_unions(sheet: Sheet, boxes: Mapping[str, Box]) -> Iterator[Claim]:
    """The first union of two boxes that has their overlap twice."""
    for result in sheet.results if len(boxes) > 1 else ():
        words = sheet.text[line_start(sheet.text, result.start) : result.start][-60:]
        pair = _pair(sheet.text, result.start, boxes)
        if pair is None or _UNION.search(words) is None or result.formula is None:
            continue
        both, shared = _area(pair[0]) + _area(pair[1]), _shared(*pair)
        if shared > 0 and result.number.value == both and not _is_lessened(sheet, result, both - shared):
            message = f"the overlap {show(shared)} is in both areas; the union has it once"
            yield sheet.claim(result.member.span, TWICE, message, both - shared)
            return


def _is_lessened(sheet: Sheet, result: Result, right: fmpq) -> bool:
    """Whether the overlap is taken away further on, so that the sum was a step on the way."""
    end = result.statement.span.end
    return any(number_in(found[0]) == right for found in _WHOLE.finditer(sheet.text, end, end + FURTHER))


def _area(box: Box) -> fmpq:
    return (box[2] - box[0]) * (box[3] - box[1])


def _shared(first: Box, second: Box) -> fmpq:
    wide, high = (min(first[at + 2], second[at + 2]) - max(first[at], second[at]) for at in (0, 1))
    return wide * high if wide > 0 and high > 0 else fmpq(0)


def _boxes(text: str) -> dict[str, Box]:
    found: dict[str, Box] = {}
    for match in _BOX.finditer(text):
        numbers = [value for part in match.groups()[1:] if (value := number_in(part)) is not None]
        if len(numbers) == 4 and numbers[0] < numbers[2] and numbers[1] < numbers[3]:
            found.setdefault(match[1], (numbers[0], numbers[1], numbers[2], numbers[3]))
    return found


def _pair(text: str, place: int, boxes: Mapping[str, Box]) -> tuple[Box, Box] | None:
    """The two boxes that were named last; of two boxes in all, these."""
    if len(boxes) == 2:
        first, second = boxes.values()
        return first, second
    named = [m for m in _PAIR.finditer(text, max(0, place - REACH), place) if m[1] in boxes and m[2] in boxes]
    return (boxes[named[-1][1]], boxes[named[-1][2]]) if named and named[-1][1] != named[-1][2] else None


def _judged(result: Result, words: str, first: Box, second: Box) -> tuple[Span, fmpq] | None:
    """The side of an overlap that is wrong, and what it is."""
    sides = [min(first[at + 2], second[at + 2]) - max(first[at], second[at]) for at in (0, 1)]
    if min(sides) <= 0 or result.formula is None:
        return None
    match result.formula:
        case Call(op="mul" | "times", args=(one, other)):
            made = [_difference(part, at, first, second) for at, part in enumerate((one, other))]
            off = [at for at, value in enumerate(made) if value != sides[at]]
            if None in made or len(off) != 1 or made == [sides[1], sides[0]]:
                return None
            return (one, other)[off[0]].span, sides[off[0]]
        case Call(op="sub") as difference:
            axes = [at for at, word in enumerate((_WIDTH, _HEIGHT)) if word.search(words)]
            value = _difference(difference, axes[0], first, second) if len(axes) == 1 else None
            if value is None or value == sides[axes[0]]:
                return None
            return difference.span, sides[axes[0]]
        case _:
            return None


def _difference(expr: Expr, axis: int, first: Box, second: Box) -> fmpq | None:
    """A right edge less a left one, or a lower less an upper one."""
    match expr:
        case Call(op="sub", args=(Number(value=far), Number(value=near))):
            right, left = {first[axis + 2], second[axis + 2]}, {first[axis], second[axis]}
            return far - near if far in right and near in left else None
        case _:
            return None
