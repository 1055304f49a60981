"""A vector put in for a given one, with two entries exchanged, a digit misread, or that of another line.

`x_0`, `x_2`, `x_3` are made with the vectors P_0, P_2 and P_3; then `x_1` is made with P_1.
In a sum over kin, a_1 (1, 2) + a_2 (3, 1) with v_1 = (1, 2) and v_2 = (3, -1), the others say which is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_numbers
from workings.checking.comparing.parts import summands
from workings.checking.methods.ledger import Listing
from workings.checking.methods.lines import index_parts
from workings.checking.methods.miscopying import misread
from workings.checking.methods.naming import called
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.telling import COPIED
from workings.evaluating.rendering import show
from workings.expr import Array, Call, Expr, Name, Number, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span

LEAST = 4  # entries, of which two may be exchanged
LEAST_ALIKE = 3  # entries, of which one may be misread
LEAST_OWN = 2  # lines that are made with the vector of their number
LONGEST = 24
OTHER_ROW = "copy/other-row"
_MASK = regex(r"\bmask|\bdropout\b|\bkeep\b|\bkept\b|\bdropped\b", re.I)
_MOVED = regex(
    r"\bflip|\brevers|\bpermut|\bswap|\bexchang|\bsort|\bshift|\brotat|\bshuffl|\breorder|\bmirror", re.I
)
_CHOSEN = regex(
    r"\bvocab|\bembed|\blook|\bids?\b|\bsequence|\bsentence|\bword|\bstates?\b|\baction|\bpath\b|\bneighbo|\bgraph"
    r"|\bedges?\b|\bcluster|\bnearest|\bassign|\bsampl|\bargmax",
    re.I,
)  # then a vector may be chosen by something else than the number of the line
_POSITION = regex(r"p|pe|pos|P|PE")
_SLIPS = ("slip/digits-swapped", "slip/decimal-point")


@record(frozen=True, slots=True)
class Given:
    """A vector under its name."""

    name: str
    values: tuple[fmpq, ...]
    span: Span


def claims_of_exchanged(sheet: Sheet) -> Iterator[Claim]:
    yield from _of_entries(sheet)
    yield from _of_numbered(sheet)
    yield from _of_weights(sheet)


def _of_weights(sheet: Sheet) -> Iterator[Claim]:
    """`0.665 v_1 + 0.090 v_2 + 0.245 v_3` with the weights of the list above in another order."""
    for statement in sheet.statements:
        for member in () if statement.hypothesis else statement.members:
            weights = _weights(member.expr)
            if len(weights) < LEAST_ALIKE or sheet.says(_MOVED):
                continue
            shares = [one for one in sheet.listings if one.first.start < member.span.start and _is_share(one)]
            if not shares:
                continue
            own = shares[-1].values
            mixed = sorted(own) == sorted(weights) and own != weights and len(set(own)) == len(own)
            if mixed and not any(one.values == weights for one in sheet.listings):
                right = ", ".join(map(show, own))
                message = f"in the order of their list the weights are {right}"
                yield sheet.claim(member.span, OTHER_ROW, message, None, shares[-1].first)
                return


def _is_share(listing: Listing) -> bool:
    near = abs(sum(listing.values, fmpq(0)) - 1) < fmpq(1, 100)
    return near and all(0 <= value <= 1 for value in listing.values)


def _weights(expr: Expr) -> tuple[fmpq, ...]:
    """The factors of v_1, v_2, … in a sum over all of these in their order; none if it is anything else."""
    found: list[fmpq] = []
    bases: set[str] = set()
    for at, term in enumerate(summands(expr), 1):
        match term:
            case Call(op="mul" | "times" | "hadamard", args=(Number(value=weight), Name() as vector)):
                base, index = called(vector)
                bases.add(base)
                if index != str(at):
                    return ()
                found.append(weight)
            case _:
                return ()
    return tuple(found) if len(bases) == 1 else ()


def _of_numbered(sheet: Sheet) -> Iterator[Claim]:
    """The one line of a family made with the vector of another number, where the others have theirs."""
    given: dict[str, dict[str, tuple[fmpq, ...]]] = {}
    lines: dict[str, dict[str, list[Array]]] = {}
    for statement in sheet.statements:
        base, index = called(statement.members[0].expr)
        if not index.isdigit() or statement.hypothesis or len(statement.members) < 2:
            continue
        given.setdefault(base, {}).setdefault(index, _values(statement.members[-1].expr))
        parts = [node for node in walk(statement.members[1].expr) if isinstance(node, Array)]
        if not isinstance(statement.members[1].expr, Array) and parts:
            lines.setdefault(base, {}).setdefault(index, parts)
    chosen = sheet.says(_CHOSEN)
    places = {base: known for base, known in given.items() if not chosen or _POSITION.fullmatch(base)}
    for made in lines.values():
        for at in range(min(map(len, made.values()))):
            for base, known in places.items():
                claim = _of_other_number(sheet, base, known, {key: one[at] for key, one in made.items()})
                if claim is not None:
                    yield claim
                    return


def _of_other_number(
    sheet: Sheet, base: str, known: Mapping[str, tuple[fmpq, ...]], made: Mapping[str, Array]
) -> Claim | None:
    own = {key for key, part in made.items() if known.get(key) == _values(part) != ()}
    if len(own) < LEAST_OWN or len(own) != len(made) - 1 or len({known[key] for key in own}) < LEAST_OWN:
        return None
    (odd,) = made.keys() - own
    others = [key for key, values in known.items() if values == _values(made[odd])]
    if odd not in known or len(others) != 1 or not any(value not in (0, 1, -1) for value in known[odd]):
        return None
    right = ", ".join(map(show, known[odd]))
    message = f"{base}_{odd} is ({right}); this is {base}_{others[0]}"
    return sheet.claim(made[odd].span, OTHER_ROW, message, f"({right})")


def _of_entries(sheet: Sheet) -> Iterator[Claim]:
    """The first vector in a product that is a given one, but for its order or for one digit."""
    known: list[Given] = []
    kin: dict[str, dict[int, Given]] = {}
    seen: set[tuple[fmpq, ...]] = set()
    for statement in sheet.statements:
        for member in statement.members:
            odd = None if statement.hypothesis else _odd_of_kin(member.expr, kin)
            if odd is not None and not sheet.says(_MOVED):
                yield _claim(sheet, *odd)
                return
            for inner, values in _vectors(member.expr):
                is_put_in = inner is not member.expr and isinstance(member.expr, Call)
                claim = _told(sheet, known, inner, values) if is_put_in and values not in seen else None
                if claim is not None and not statement.hypothesis:
                    yield claim
                    return
                seen.add(values)
        head, last = statement.members[0].expr, statement.members[-1].expr
        values = _values(last) if isinstance(head, Name) and len(statement.members) == 2 else ()
        if isinstance(head, Name) and len(values) >= LEAST_ALIKE:
            known.append(Given(head.key, values, statement.span))
        if isinstance(head, Name) and values and (place := index_parts(head)) and place[0].isdecimal():
            kin.setdefault(head.base, {})[int(place[0])] = Given(head.key, values, statement.span)


def _told(sheet: Sheet, known: Sequence[Given], inner: Array, values: tuple[fmpq, ...]) -> Claim | None:
    found = [given for given in known if _is_miscopied(sheet, known, given, inner, values)]
    if len({given.values for given in found}) != 1 or sheet.says(_MOVED):
        return None
    return _claim(sheet, inner, found[0])


def _claim(sheet: Sheet, inner: Array, given: Given) -> Claim:
    right = ", ".join(show(value) for value in given.values)
    return sheet.claim(inner.span, COPIED, f"{given.name} is ({right})", f"({right})", given.span)


def _odd_of_kin(expr: Expr, kin: Mapping[str, Mapping[int, Given]]) -> tuple[Array, Given] | None:
    """The vector in a sum that is not that of its term, and that one, where the others are of theirs."""
    terms = summands(expr) if kin else []
    vectors = [[node for node in walk(term) if isinstance(node, Array)] for term in terms]
    if len(terms) < 2 or any(len(found) != 1 for found in vectors):
        return None
    listed = [(found[0], _values(found[0])) for found in vectors]
    for family in kin.values():
        if sorted(family) != [*range(1, len(terms) + 1)]:
            continue
        off = [at for at, (_, values) in enumerate(listed) if values != family[at + 1].values]
        if len(off) == 1 and _is_misread(*listed[off[0]], family[off[0] + 1].values):
            return listed[off[0]][0], family[off[0] + 1]
    return None


def _is_misread(inner: Array, values: tuple[fmpq, ...], right: tuple[fmpq, ...]) -> bool:
    """Whether just one entry of a vector is another, as one misreads it."""
    if len(values) != len(right):
        return False
    off = [at for at, (one, other) in enumerate(zip(values, right, strict=True)) if one != other]
    written = [node for at in off for node in walk(inner.items[at]) if isinstance(node, Number)]
    if len(off) != 1 or len(written) != 1:
        return False
    return misread(right[off[0]], values[off[0]], written[0]) is not None


def _is_miscopied(
    sheet: Sheet, known: Sequence[Given], given: Given, inner: Array, values: tuple[fmpq, ...]
) -> bool:
    """Whether a vector is a given one with two neighbours exchanged, or the digits of one entry."""
    if len(given.values) != len(values) or len(values) > LONGEST:
        return False
    off = [at for at, (one, other) in enumerate(zip(given.values, values, strict=True)) if one != other]
    if len(off) == 2 and len(values) >= LEAST:
        (first, second), own = off, given.values
        turned = second == first + 1 and (own[first], own[second]) == (values[second], values[first])
        return turned and (not _is_binary(values) or _is_mask(sheet, known, given))
    item = inner.items[off[0]] if len(off) == 1 else None
    if not isinstance(item, Number) or _is_binary(given.values):
        return False
    return misread(given.values[off[0]], item.value, item) in _SLIPS


def _is_binary(values: Sequence[fmpq]) -> bool:
    return all(value in (0, 1) for value in values)


def _is_mask(sheet: Sheet, known: Sequence[Given], given: Given) -> bool:
    """Whether a page speaks of masks and has this one alone, which keeps more than one and drops some."""
    masks = {one.values for one in known if _is_binary(one.values)}
    kept = sum(given.values, fmpq(0))
    return sheet.says(_MASK) and len(masks) == 1 and 1 < kept < len(given.values)


def _vectors(expr: Expr) -> Iterator[tuple[Array, tuple[fmpq, ...]]]:
    """The vectors of plain numbers in a formula."""
    for node in walk(expr):
        if isinstance(node, Array) and len(values := _values(node)) >= LEAST_ALIKE:
            yield node, values


def _values(expr: Expr) -> tuple[fmpq, ...]:
    """The numbers of a vector; none if it has anything else."""
    numbers = stated_numbers(expr.items) if isinstance(expr, Array) else ()
    return tuple(number.value for number in numbers)
