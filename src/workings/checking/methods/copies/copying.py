"""Lines whose numbers were copied from a list: with exchanged digits, cut short, or of the wrong list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.comparing.miscopying import exchanged, misread
from workings.checking.methods.pages.ledger import COLUMN, Listing
from workings.checking.methods.pages.lines import Slot, Term, is_numeric, terms_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.pages.stores import index_of
from workings.checking.methods.sheet import Result, Sheet
from workings.checking.methods.telling import COPIED, claim_at
from workings.document import Member
from workings.evaluating.rendering import show
from workings.expr import Array, Call, Expr, Name, Number
from workings.finding import Claim, Verdict
from workings.regex import regex
from workings.source import Span

_ATTENTION = regex(r"attention", re.I)
_TOTAL = regex(
    r"\bsum of (?:the |all (?:the )?)?(?:entries|numbers|values|components|elements)"
    r"\s*(?:is|=|:)\s*([-−]?\d+(?:\.\d+)?)",
    re.I,
)
_WHOLE = regex(r"(?<![\d.,{}])[1-9]\d{3,7}(?![\d.]*\d|[,}])")
SWAPPED = "slip/digits-swapped"
LEAST_DIGITS = 4  # of a result that is known again
LEAST = 3  # numbers of a sum that is held to a list
SAID: tuple[re.Pattern[str], ...] = (_TOTAL,)
WANTS = ("worked",)


def claims_of_copying(sheet: Sheet) -> Iterator[Claim]:
    if sheet.is_worked:
        yield from _of_lists(sheet)
        if sheet.says(_ATTENTION):
            yield from _of_keys(sheet)
    yield from _of_totals(sheet)
    if sheet.is_worked:
        yield from _of_points(sheet)
        yield from _of_results(sheet)
        yield from _of_givens(sheet)


def _of_lists(sheet: Sheet) -> Iterator[Claim]:
    """Sums of the numbers of a list, of which one is misread or all are cut short."""
    for result in sheet.results:
        if result.formula is None or not is_numeric(result.formula):
            continue
        terms = terms_of(result.formula)
        if terms is None or len(terms) < 2:
            continue
        yield from _miscopied(sheet, result, terms)
        yield from _cut_short(sheet, result, terms)


def _of_results(sheet: Sheet) -> Iterator[Claim]:
    """A result with digits enough to be known again, put in further down with two of them exchanged."""
    known: dict[str, Result] = {}  # by their digits in order
    for result in sheet.results:
        numbers = leaves(result.formula) if result.formula is not None and is_numeric(result.formula) else []
        for leaf in numbers:
            digits = _digits(leaf.text)
            source = known.get("".join(sorted(digits))) if len(digits) >= LEAST_DIGITS else None
            if source is None or leaf.value == source.number.value:
                continue
            right = source.number.value
            swapped = misread(right, leaf.value, leaf.unit) == SWAPPED
            others = [other for other in numbers if other is not leaf]
            if (
                swapped
                and _are_copied(sheet, leaf, others, result.start)
                and not _stands_above(sheet, leaf.text, result.start)
            ):
                message = f"{show(right)} is put in as {leaf.text}"
                span = source.statement.members[-1].span
                yield claim_at(sheet.judge, leaf.span, COPIED, (SWAPPED,), message, None, (span,))
                return
        written = result.statement.members[-1]
        digits = _digits(sheet.text[written.span.start : written.span.end])
        if len(digits) >= LEAST_DIGITS and result.formula is not None:
            known["".join(sorted(digits))] = result


def _of_givens(sheet: Sheet) -> Iterator[Claim]:
    """A number of the text with digits enough to be known again, put in with two of them exchanged."""
    known: dict[str, list[re.Match[str]]] = {}
    for found in _WHOLE.finditer(sheet.text):
        known.setdefault("".join(sorted(found[0])), []).append(found)
    for result in sheet.results:
        numbers = leaves(result.formula) if result.formula is not None and is_numeric(result.formula) else []
        for leaf in numbers if len(numbers) > 1 else ():
            sources = known.get("".join(sorted(leaf.text)), []) if _WHOLE.fullmatch(leaf.text) else []
            above = [one for one in sources if one.start() < result.start]
            texts = {one[0] for one in sources}
            if not above or len(set(leaf.text)) < LEAST_DIGITS or texts != {above[0][0], leaf.text}:
                continue
            right = number_in(above[0][0])
            others = [other for other in numbers if other is not leaf and len(_digits(other.text)) > 1]
            copied = bool(others) and all(_stands_above(sheet, one.text, result.start) for one in others)
            new = copied and not _stands_above(sheet, leaf.text, result.start)
            if right is not None and new and misread(right, leaf.value, leaf.unit) == SWAPPED:
                message = f"{above[0][0]} is put in as {leaf.text}"
                place = Span(above[0].start(), above[0].end())
                yield claim_at(sheet.judge, leaf.span, COPIED, (SWAPPED,), message, above[0][0], (place,))
                return


def _are_copied(sheet: Sheet, leaf: Number, others: Sequence[Number], before: int) -> bool:
    """Whether all other numbers of a line stand further up, or make one with the number: a (1 − a)."""
    if any(other.value == 1 - leaf.value for other in others):
        return True
    telling = [other for other in others if len(_digits(other.text)) > 1]
    return (bool(telling) or len(others) > 1) and all(
        _stands_above(sheet, other.text, before) for other in telling or others
    )


def _digits(text: str) -> str:
    """The digits that a number is known by."""
    digits = "".join(sign for sign in text if sign.isdecimal()).lstrip("0")
    return digits if "." in text else digits.rstrip("0")


def _stands_above(sheet: Sheet, text: str, before: int) -> bool:
    return re.search(rf"(?<![\d.]){re.escape(text)}(?![\d])", sheet.text[:before]) is not None


def _miscopied(sheet: Sheet, result: Result, terms: Sequence[Term]) -> Iterator[Claim]:
    """The numbers of a list added up, one of them with its digits exchanged."""
    if len(terms) < LEAST or any(term.skeleton != "#" for term in terms):
        return
    slots = [term.slots[0] for term in terms]
    for listing in sheet.listings:
        if listing.first.start > result.start or len(listing.numbers) != len(slots):
            continue
        off = [at for at, slot in enumerate(slots) if slot.value != listing.values[at]]
        if not off:
            return
        if len(off) != 1 or _is_written(sheet, slots[off[0]], result.start):
            continue
        expected, slot = listing.values[off[0]], slots[off[0]]
        unit = slot.written.unit
        slip = misread(expected, slot.value, unit) or exchanged(expected, slot.value, unit)
        if slip is not None:
            right = result.number.value - slot.value + expected
            message = f"{show(expected)} is put in as {show(slot.value)}"
            place = result.statement.members[-1].span
            yield claim_at(sheet.judge, place, COPIED, (slip,), message, show(right), (listing.first,))
            return


def _is_written(sheet: Sheet, slot: Slot, before: int) -> bool:
    """Whether a number also stands further up, so that it may have been copied from there."""
    return _stands_above(sheet, slot.written.text, before)


def _cut_short(sheet: Sheet, result: Result, terms: Sequence[Term]) -> Iterator[Claim]:
    """Weights that were stated to three digits, put in with one, for a result with three."""
    if any(len(term.slots) != 2 or term.skeleton != "mul(#, #)" for term in terms):
        return
    for row in zip(*(term.slots for term in terms), strict=True):
        unit = max(slot.written.unit for slot in row)
        own = tuple(slot.value for slot in row)
        if result.number.unit >= unit or any(tuple(listing.values) == own for listing in sheet.listings):
            continue
        for listing in sheet.listings:
            if not _is_rounded(row, listing, unit) or listing.first.start > result.start:
                continue
            parts = [term.slots[0].value * term.slots[1].value for term in terms]
            pairs = zip(parts, row, listing.values, strict=True)
            right = sum((p / s.value * w if s.value else fmpq(0) for p, s, w in pairs), fmpq(0))
            if abs(right - result.number.value) > 5 * result.number.unit:
                listed = ", ".join(show(value) for value in listing.values)
                message = f"{listed} are put in with fewer digits than the result is stated to"
                claim = sheet.claim(result.member.span, "slip/rounded-early", message, right, listing.first)
                yield replace(claim, verdict=Verdict.ROUNDING)
                return


def _is_rounded(row: Sequence[Slot], listing: Listing, unit: fmpq) -> bool:
    """Whether numbers are the shares of a list, all of them rounded."""
    if not LEAST <= len(row) == len(listing.numbers) or any(one.unit >= unit for one in listing.numbers):
        return False
    if abs(sum(listing.values, fmpq(0)) - 1) > fmpq(1, 100):
        return False
    return all(
        slot.value != value and abs(slot.value - value) * 2 <= unit
        for slot, value in zip(row, listing.values, strict=True)
    )


def _of_keys(sheet: Sheet) -> Iterator[Claim]:
    """Attention weights that are applied to the keys, where the values are known."""
    keys, values = (
        {
            tuple(store.entries[r, column].value for r in store.keys_along(0) if (r, column) in store.entries)
            for store in sheet.stores
            if store.name in names and store.rank == 2
            for column in store.keys_along(1)
        }
        for names in (("K", "k"), ("V", "v"))
    )
    if not keys or not values:
        return
    for result in sheet.results:
        terms = terms_of(result.formula) if result.formula is not None else None
        if terms is None or len(terms) < 2 or any(len(term.slots) != 2 for term in terms):
            continue
        first, second = (tuple(term.slots[at].value for term in terms) for at in (0, 1))
        for weights, entries in ((first, second), (second, first)):
            shares = all(0 < w < 1 for w in weights) and abs(sum(weights, fmpq(0)) - 1) < fmpq(1, 200)
            if shares and entries in keys and entries not in values:
                message = "the weights are applied to the keys; attention adds up the values"
                yield sheet.claim(result.member.span, "attention/keys-for-values", message)
                return


def _of_totals(sheet: Sheet) -> Iterator[Claim]:
    """`Sum of the entries = 5`, where one of them is negative and was added."""
    for found in _TOTAL.finditer(sheet.text):
        above = [one for one in sheet.listings if one.span.end < found.start()]
        stated = number_in(found[1])
        if not above or above[-1].label == COLUMN or stated is None:
            continue
        latest = above[-1].values
        total = sum(latest, fmpq(0))
        if total == stated or not any(stated == total - 2 * value for value in latest if value):
            continue
        message = f"the sum is {show(total)}, and {show(stated)} with one sign turned"
        place = Span(found.start(1), found.end(1))
        yield claim_at(
            sheet.judge, place, "value/differs", ("slip/sign",), message, show(total), (above[-1].first,)
        )
        return


def _of_points(sheet: Sheet) -> Iterator[Claim]:
    """`(2 · 1.8, 6 · 1.1)` for the gradient (2x, 6y), where x_1 is 1.8 and y_1 is another number."""
    formulas: list[tuple[tuple[fmpq, ...], tuple[str, ...]]] = []
    steps: dict[str, dict[str, fmpq]] = {}
    for statement in sheet.statements:
        head, first = statement.members[0].expr, statement.members[0]
        for member in statement.members:
            factors = _factors(member.expr)
            names = tuple(part.key for _, part in factors if isinstance(part, Name))
            if factors and len(names) == len(factors):
                formulas.append((tuple(coefficient for coefficient, _ in factors), names))
        put_in = _factors(first.expr)
        if isinstance(head, Name) and (index := index_of(head)) is not None:
            stated = stated_number(statement.members[-1].expr)
            if stated is not None:
                steps.setdefault(index, {})[head.base] = stated.value
        numbers = [part for _, part in put_in if isinstance(part, Number)]
        if len(numbers) != len(put_in) or not numbers or statement.hypothesis:
            continue
        claim = _misput(sheet, first, [coefficient for coefficient, _ in put_in], numbers, formulas, steps)
        if claim is not None:
            yield claim
            return


def _factors(expr: Expr) -> list[tuple[fmpq, Expr]]:
    """The entries of a vector of products, each a number times something."""
    found: list[tuple[fmpq, Expr]] = []
    for item in expr.items if isinstance(expr, Array) else ():
        match item:
            case Call(op="mul" | "times", args=(first, second)) if (
                stated := stated_number(first)
            ) is not None:
                found.append((stated.value, second))
            case _:
                return []
    return found


def _misput(
    sheet: Sheet,
    member: Member,
    coefficients: list[fmpq],
    numbers: list[Number],
    formulas: list[tuple[tuple[fmpq, ...], tuple[str, ...]]],
    steps: dict[str, dict[str, fmpq]],
) -> Claim | None:
    for known, names in formulas:
        if known != tuple(coefficients):
            continue
        for index, values in reversed(steps.items()):
            off = [n for n, name in enumerate(names) if values.get(name) != numbers[n].value]
            if len(off) != 1 or names[off[0]] not in values or len(names) < 2:
                continue
            stated, expected = numbers[off[0]], values[names[off[0]]]
            if _is_written(sheet, Slot(1, stated), member.span.start):
                return None
            message = f"{names[off[0]]}_{index} is {show(expected)}, put in as {stated.text}"
            return claim_at(sheet.judge, member.span, COPIED, (COPIED,), message, None, ())
    return None
