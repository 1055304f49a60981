"""Receptive fields layer by layer: each widens by its kernel less one, times the strides before it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.comparing.parts import factors, summands
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import called
from workings.checking.methods.sheet import Sheet
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import regex
from workings.source import line_start

RULE = "recipe/other-size"
LEAST_RIGHT = 1  # layers before the one that is called wrong
_FIELD = regex(r"receptive field", re.I)
_OTHERWISE = regex(r"\bdilat|\batrous\b|\btranspos", re.I)
_PAIRED = regex(r"kernel\b[^.\n]{0,20}\bstride\b", re.I)
_LAYER = regex(r"\b((?:conv|pool|layer)\w*)\s*\(\s*(\d{1,2})\s*,\s*(\d)\s*\)", re.I)
_EVERY = regex(
    r"\b(conv|pool)\w*\s+(\d{1,2})\s*(?:x|×|\\times)\s*\2\b[^.;\n]{0,25}?stride\s*+=?\s*+(\d)\b", re.I
)
_LETTERED = regex(r"\b(\w+)\s*\(\s*k\s*=\s*(\d{1,2})\s*,\s*s\s*=\s*(\d)\s*\)")
_SHORT = regex(
    r"\b((?:conv|pool|layer)\w*)\s*[:(]\s*(?:k(?:ernel)?(?: size)?\s*=?\s*)?(\d{1,2})"
    r"(?:\s*(?:×|x|\\times)\s*\2)?\s*[,/;]\s*s(?:tride)?\s*+=?\s*+(\d)\b",
    re.I,
)
_SIZED = regex(
    r"\b((?:conv|pool|layer)\w*)[\s$]*\([\s$]*(\d{1,2})[\s$]*(?:x|×|\\times)[\s$]*\2[\s$]*[,;][\s$]*stride\s*=?[\s$]*(\d)",
    re.I,
)
_WORD = regex(r"\w+")
_NAMED = regex(r"\b(conv|pool|layer)(\w*)", re.I)
_NAMES = ("r", "R", "RF", "rf", "ρ")
_JUMPS = ("j", "J", "jump")
_JUMP, _REACH = regex(r"^j|^jump|^cumul"), regex(r"^r\b|^r_|^rf|^receptive|^field")
_KERNEL, _STRIDE = regex(r"^kernel|^k$|^filter"), regex(r"^stride|^s$")
_STRIDED = regex(r"\bstrides? (?!1\b|of 1\b|= ?1\b)\w|\bpool", re.I)
_KERNELS = regex(
    r"\b(?:effective |dilated )?kernels?(?: sizes?)?\b[^\n;]{0,60}?[=:]?[\s$]*"
    r"(\d{1,3}(?:[\s$]*(?:,|and|;)[\s$]*\d{1,3})+)"
    r"(?=[\s$]*(?:\.|;|$))",
    re.I | re.M,
)
NEAR = 300  # characters before a field that say which kernels it is of
SAID: tuple[re.Pattern[str], ...] = (_FIELD,)


def claims_of_receptive_fields(sheet: Sheet) -> Iterator[Claim]:
    """The first layer whose step is taken at another jump than its own."""
    if not sheet.says(_FIELD):
        return
    yield from _of_kernels(sheet)
    yield from _of_stated_jumps(sheet)
    if sheet.says(_OTHERWISE):
        return
    sizes = _sizes(sheet.text) or _sized(sheet.text) or _tabled(sheet)
    yield from _of_jumps(sheet, sizes)
    yield from _of_columns(sheet)
    field, jump, right = fmpq(1), fmpq(1), 0
    before = fmpq(1)
    for name, member, stated in ([*_layers(sheet, sizes)] or _worked(sheet, sizes)) if sizes else ():
        size = sizes.get(name, sizes.get(name.rstrip("0123456789")))
        if size is None:
            return
        kernel, stride = size
        wider = field + (kernel - 1) * jump
        if stated != wider:
            taken = {fmpq(1), jump * stride, *(() if _states_jumps(sheet) else (before,))}
            if right >= LEAST_RIGHT and stated in {field + (kernel - 1) * one for one in taken}:
                says = f"the strides before this layer make {show(jump)}"
                message = f"{says}, so it widens the field by {show(kernel - 1)} · {show(jump)}"
                yield sheet.claim(member.span, RULE, message, wider)
            return
        field, before, jump, right = wider, jump, jump * stride, right + 1


def _states_jumps(sheet: Sheet) -> bool:
    """Whether the page says how far apart neighbours are behind each layer, which is judged by itself."""
    heads = (called(one.members[0].expr)[0] for one in sheet.statements)
    return any(head.partition("_")[0] in _JUMPS for head in heads)


def _of_kernels(sheet: Sheet) -> Iterator[Claim]:
    """`Receptive field = 3 + 5 + 9`, the kernels of layers one upon the other: each adds one less."""
    for statement in sheet.statements:
        opening = sheet.text.rfind("\n", 0, statement.span.start) + 1
        said = sheet.text[opening : statement.members[0].span.end]
        own = next((one for one in statement.members if is_numeric(one.expr)), None)
        terms = [stated_number(term) for term in summands(own.expr)] if own is not None else []
        sizes = [term.value for term in terms if term is not None]
        if own is None or statement.hypothesis or len(sizes) != len(terms) or len(sizes) < 2:
            continue
        listed = _KERNELS.search(sheet.text, max(0, opening - NEAR), statement.span.start)
        known = [fmpq(int(size)) for size in _WORD.findall(listed[1])] if listed is not None else []
        if not _FIELD.search(said) or _STRIDED.search(sheet.text, max(0, opening - NEAR), statement.span.end):
            continue
        if known == sizes and all(size > 1 for size in sizes):
            right = 1 + sum((size - 1 for size in sizes), fmpq(0))
            message = "each layer widens the field by its kernel less one, and the first place counts as one"
            yield sheet.claim(own.span, RULE, message, show(right))
            return


def _of_jumps(sheet: Sheet, sizes: Mapping[str, tuple[fmpq, fmpq]]) -> Iterator[Claim]:
    """The first jump that a stride is added to or left out of, where one before it was not."""
    jump, grown = fmpq(1), 0
    for name, member, stated in _layers(sheet, sizes, _JUMPS, 2) if sizes else ():
        size = sizes.get(name, sizes.get(name.rstrip("0123456789")))
        if size is None:
            return
        stride, right = size[1], jump * size[1]
        if stated != right:
            if grown > 1 and stated == jump + stride or grown and stated == jump:
                said = "not added to it" if stated != jump else f"which makes {show(right)}"
                message = f"the jump {show(jump)} is multiplied by the stride {show(stride)}, {said}"
                yield sheet.claim(member.span, RULE, message, right)
            return
        jump, grown = right, grown + (stride > 1)


def _of_stated_jumps(sheet: Sheet) -> Iterator[Claim]:
    """`r = 10 + 2 · 2` where the layer before has the jump 4, as those above take theirs."""
    jumps, field, seen = [fmpq(1)], fmpq(1), set[fmpq]()
    for statement in sheet.statements:
        base = called(statement.members[0].expr)[0].partition("_")[0]
        number = stated_number(statement.members[-1].expr)
        if number is None or statement.hypothesis:
            continue
        if base in _JUMPS:
            jumps.append(number.value)
        elif base in _NAMES and len(statement.members) > 2:
            own = statement.members[1]
            terms = summands(own.expr)
            first, *widened = map(stated_number, (terms[0], *factors(terms[-1])))
            if first is None or first.value != field or len(widened) != 2 or widened[1] is None:
                return
            taken, field = widened[1].value, number.value
            if taken != jumps[-1]:
                if len(seen) > 1 and taken == jumps[-2]:
                    message = f"the layer before has the jump {show(jumps[-1])}, not {show(taken)}"
                    yield sheet.claim(own.span, RULE, message)
                return
            seen.add(taken)


def _of_columns(sheet: Sheet) -> Iterator[Claim]:
    """The first jump or field of a table that is not what its row gives, where those above it are."""
    for grid in sheet.grids:
        titles = [title.text.strip("$* ").lower() for title in grid.header]
        at = [
            next((n for n, t in enumerate(titles) if said.search(t)), -1)
            for said in (_KERNEL, _STRIDE, _JUMP, _REACH)
        ]
        field, jump, grown = fmpq(1), fmpq(1), 0
        for row in grid.rows if min(at) >= 0 else ():
            numbers = [number_in(row[place].text.strip("$ ")) for place in at]
            kernel, stride, stated_jump, stated_field = numbers
            if kernel is None or stride is None or stated_jump is None or stated_field is None:
                break
            wider, further = field + (kernel - 1) * jump, jump * stride
            if (stated_jump, stated_field) == (further, wider):
                field, jump, grown = wider, further, grown + (stride > 1)
                continue
            if grown and stated_field == wider and stated_jump in (jump, jump + stride):
                message = f"the jump {show(jump)} is multiplied by the stride {show(stride)}"
                yield sheet.claim(row[at[2]].span, RULE, message, further)
            elif (
                grown
                and stated_jump == further
                and stated_field in (field + kernel - 1, field + kernel * jump)
            ):
                message = f"the layer widens the field by {show(kernel - 1)} · {show(jump)}"
                yield sheet.claim(row[at[3]].span, RULE, message, wider)
            break


def _tabled(sheet: Sheet) -> dict[str, tuple[fmpq, fmpq]]:
    """The same from a table with a row for each layer."""
    sizes: dict[str, tuple[fmpq, fmpq]] = {}
    for grid in sheet.grids:
        titles = [title.text.strip("$* ").lower() for title in grid.header]
        at = [next((n for n, t in enumerate(titles) if said.search(t)), None) for said in (_KERNEL, _STRIDE)]
        if None in at or sizes:
            continue
        for row in grid.rows:
            numbers = [number_in(row[place].text.strip("$ ")) for place in at if place is not None]
            known = [number for number in numbers if number is not None]
            if len(known) == 2:
                sizes[row[0].text.strip("$*` ").lower()] = (known[0], known[1])
    return sizes


def _sizes(text: str) -> dict[str, tuple[fmpq, fmpq]]:
    """The kernel and the stride of each layer, or of each kind of layer."""
    found = [*_LAYER.finditer(text)] if _PAIRED.search(text) else []
    found = found or [*_LETTERED.finditer(text)] or [*_SHORT.finditer(text)] or [*_EVERY.finditer(text)]
    sizes: dict[str, tuple[fmpq, fmpq]] = {}
    for match in found:
        size = (fmpq(int(match[2])), fmpq(int(match[3])))
        if sizes.setdefault(match[1].lower(), size) != size:
            return {}
    return sizes


def _sized(text: str) -> dict[str, tuple[fmpq, fmpq]]:
    """The same of `conv1 (5 × 5, stride 1)`, where no two layers have one name."""
    found = [*_SIZED.finditer(text)]
    sizes = {match[1].lower(): (fmpq(int(match[2])), fmpq(int(match[3]))) for match in found}
    return sizes if len(sizes) == len(found) else {}


def _layers(
    sheet: Sheet, sizes: Mapping[str, tuple[fmpq, fmpq]], names: Collection[str] = _NAMES, least: int = 3
) -> Iterator[tuple[str, Member, fmpq]]:
    """The lines that say how wide the field is behind a layer, or something else that has such a name."""
    for statement in sheet.statements:
        base, _ = called(statement.members[0].expr)
        number = stated_number(statement.members[-1].expr)
        opening = line_start(sheet.text, statement.span.start)
        words = [found[0].lower() for found in _WORD.finditer(sheet.text, opening, statement.span.start)]
        named = [word for word in words if word in sizes or _NAMED.match(word)]
        if base in names and number is not None and len(statement.members) >= least and named:
            yield named[-1], statement.members[-1], number.value


def _worked(sheet: Sheet, sizes: Mapping[str, tuple[fmpq, fmpq]]) -> Iterator[tuple[str, Member, fmpq]]:
    """The same of lines without a name, by their last result: `conv2 adds two: 2 · 2 = 4, so 6 + 4 = 10`."""
    lines: dict[int, Statement] = {}
    for statement in sheet.statements:
        lines[line_start(sheet.text, statement.span.start)] = statement
    for opening, statement in lines.items():
        number = stated_number(statement.members[-1].expr)
        words = [found[0].lower() for found in _WORD.finditer(sheet.text, opening, statement.span.start)]
        named = [word for word in words if word in sizes]
        if (
            named
            and number is not None
            and not statement.hypothesis
            and is_numeric(statement.members[0].expr)
        ):
            yield named[0], statement.members[-1], number.value
