"""shares/sum: numbers that are called probabilities or attention weights and do not add up to one.

What a softmax gives, and what is called a distribution, are shares of a whole; so is what has the name of a
list that was, and a row of a table whose other rows are. Rounding leaves a sum a little off; a sum that
rounding cannot explain means that one of the shares is wrong. Only short lists of numbers between nought and
one are looked at, and only where nothing else was said about them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import Stated, number_in, stated_in, stated_number
from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.checking.wording import claim_about
from workings.document import Kind, Member, Statement
from workings.evaluating.rendering import show, show_like
from workings.expr import Array, Call, Expr, Name, Number
from workings.finding import Claim, Verdict
from workings.parsing.grids import Cell, Grid
from workings.regex import regex
from workings.source import Span, line_start

RULE = "shares/sum"
DESCRIPTION = Description(
    "shares of a whole, such as probabilities, do not add up to one",
    wrong="$1 - 0.62 - 0.24 = 0.14$\n\nThe probabilities = [0.62, 0.24, 0.24]",
    right="$1 - 0.62 - 0.24 = 0.14$\n\nThe probabilities = [0.62, 0.24, 0.14]",
    why="One of the shares was copied from its neighbour or rounded away, and nobody adds them up again.",
)
LEAST_ROWS = 2  # of shares beside the odd one
REACH = 200  # characters before a table that say what it holds
FARTHEST = fmpq(1, 4)  # from one; farther off they are not meant as shares
_EXACT = fmpq(1, 10**9)
_CLOSE = fmpq(3, 1000)  # of a quotient of sums
_LETTERS = frozenset({"p", "q", "π", "α", "P", "hat(y)", "hat(p)"})
_SPOKEN = regex(r"softmax|attention|\bweights\b|probabilit|distribution|\bshares?\b", re.IGNORECASE)
_NORMALISED = regex(r"softmax|e\^|\bexp\b|\\exp\b|exponential")
_DECIMAL = regex(r"\d{1,2}(?:\.\d{1,9})?|(?<![\w.])\.\d{1,9}")
_PICKED = regex(
    r"\b(?:true|correct|right|target|gold|actual|observed)"
    r" (?:classes|labels|words|tokens|answers|characters)\b",
    re.I,
)  # one probability of each of several distributions
_SHARE = regex(r"[\s$*]*(p|P|\\pi|π|\\alpha|α|\\hat\{?[py]\}?|ŷ)_?\{?(\d)\}?[\s$*]*")
_SHARES = regex(r"probabilit|attention weights|softmax (?:output|weights)|distribution$", re.IGNORECASE)


def find(judge: Judge, statements: Sequence[Statement]) -> list[Claim]:
    """The lists that are called shares and are none."""
    judged = {claim.span for claim in judge.claims if claim.verdict is not Verdict.UNDECIDED}
    found: list[Claim] = []
    whole: set[tuple[str, int]] = set()  # names of lists that add up to one, with their lengths
    for statement in statements:
        head = statement.members[0].expr
        if statement.hypothesis or not isinstance(head, Name):
            continue
        for member in statement.members[1:]:
            shares = _shares(member.expr)
            if shares is None:
                continue
            total = _wrong_total(shares)
            if total is None and _is_whole(shares) and head.base in _LETTERS:
                whole.add((head.base, len(shares)))
            called = _SHARES.search(head.key) is not None or (head.base, len(shares)) in whole
            called = called or (head.base in _LETTERS and _is_normalised(judge, member.span.start))
            called = called and not _is_picked(judge.page.text, member.span)
            if total is not None and called and member.span not in judged and not _is_carried(judge, total):
                found.append(
                    _odd_one(judge, tuple(statements), member, shares, total)
                    or _claim(judge, member.span, head.key, total)
                )
    if judge.page.has_words and any(passage.kind is Kind.CELL for passage in judge.passages):
        found += _rows(judge)
    return found


def _is_normalised(judge: Judge, start: int) -> bool:
    """Whether exponentials or a softmax stand right before a list."""
    return _NORMALISED.search(judge.page.text, max(0, start - REACH), start) is not None


def _is_picked(text: str, span: Span) -> bool:
    """Whether the line of a list says that its numbers are those of the right classes of several examples."""
    line, end = line_start(text, span.start), text.find("\n", span.end)
    return _PICKED.search(text, line, len(text) if end < 0 else end) is not None


def _is_carried(judge: Judge, total: fmpq) -> bool:
    """Whether a wrong sum, by which was divided, is why shares add up to something else.

    They then add up to the right sum over the wrong one.
    """
    for claim in judge.claims:
        if claim.verdict is Verdict.WRONG and claim.stated and claim.computed:
            stated, right = number_in(claim.stated), number_in(claim.computed)
            if stated and right and abs(right / stated - total) <= _CLOSE:
                return True
    return False


def _odd_one(
    judge: Judge, statements: tuple[Statement, ...], member: Member, shares: Sequence[Stated], total: fmpq
) -> Claim | None:
    """The one share that is none of a list of numbers above, of which the others are."""
    from workings.checking.methods.sheet import sheet_of  # only a page with an error waits for it

    if not isinstance(member.expr, Array):
        return None
    for listing in reversed(sheet_of(judge, statements).listings):
        values, whole = listing.values, sum(listing.values, fmpq(0))
        if listing.span.end > member.span.start or len(values) != len(shares) or whole <= 0:
            continue
        parts = [value / whole for value in values]
        pairs = enumerate(zip(shares, parts, strict=True))
        odd = [at for at, (share, part) in pairs if abs(share.value - part) > 2 * share.unit]
        if len(odd) == 1:
            place, right = member.expr.items[odd[0]].span, parts[odd[0]]
            shown = show_like(right, shares[odd[0]].unit)
            message = f"entry {odd[0] + 1} is {shown}; so the shares add up to {show(total)}, not to 1"
            return claim_about(judge.page, place, Verdict.WRONG, RULE, message, shown)
    return None


def _rows(judge: Judge) -> Iterator[Claim]:
    """The one row of a table that is no row of shares, where the words before it speak of some."""
    text = judge.page.text
    for grid in judge.grids:
        start = grid.span.start
        places = _numbered(grid)
        spoken = places or _SPOKEN.search(text, max(0, start - REACH), min(start + REACH // 4, grid.span.end))
        if not spoken:
            continue
        shown = places or range(1, len(grid.header))
        cut = [[row[at] for at in shown] for row in grid.rows]
        rows = [(row, [_number(cell) for cell in row]) for row in cut]
        known = [(row, [n for n in numbers if n is not None]) for row, numbers in rows]
        if any(len(numbers) < len(row) or len(numbers) < 2 for row, numbers in known):
            continue
        if any(not 0 <= number.value <= 1 for _, numbers in known for number in numbers):
            continue
        odd = [(row, total) for row, numbers in known if (total := _wrong_total(numbers)) is not None]
        even = [numbers for _, numbers in known if _is_whole(numbers)]
        told = any(not number.integer for numbers in even for number in numbers)
        if len(odd) == 1 and len(even) == len(known) - 1 >= LEAST_ROWS and told:
            row, total = odd[0]
            yield _claim(judge, Span(row[0].span.start, row[-1].span.end), "the numbers of this row", total)


def _numbered(grid: Grid) -> Sequence[int]:
    """The columns of a table that are headed p_1, p_2, …, where there are three at least."""
    found = [_SHARE.fullmatch(cell.text) for cell in grid.header]
    places = [at for at, one in enumerate(found) if one is not None]
    names = [(one[1], int(one[2])) for one in found if one is not None]
    first = names[0] if names else ("", 0)
    counted = names == [(first[0], first[1] + at) for at in range(len(names))]
    return places if counted and len(names) > 2 and first[1] < 2 else ()


def _number(cell: Cell) -> Stated | None:
    found = _DECIMAL.fullmatch(cell.text.strip("$* "))
    return stated_in(found[0]) if found is not None else None


def _shares(expr: Expr) -> list[Stated] | None:
    """The numbers of a short list, if they may be shares."""
    if not isinstance(expr, Array) or not 2 <= len(expr.items) <= 64:
        return None
    shares = [stated_number(item) or _fraction(item) for item in expr.items]
    known = [share for share in shares if share is not None and 0 <= share.value <= 1]
    return known if len(known) == len(shares) else None


def _fraction(expr: Expr) -> Stated | None:
    """`1/4`, which is exact, or `2.718/4.086`, which is not."""
    match expr:
        case Call(op="div", args=(Number() as over, Number() as under)) if under.value:
            if over.is_decimal or under.is_decimal:
                return Stated(over.value / under.value, (over.unit + under.unit) / under.value, False)
            return Stated(over.value / under.value, _EXACT, True)
        case _:
            return None


def _slack(shares: Sequence[Stated]) -> fmpq:
    """How far rounding may take the sum."""
    unit = min(share.unit for share in shares)
    return sum((share.unit for share in shares if not share.integer), fmpq(0)) / 2 + unit


def _is_whole(shares: Sequence[Stated]) -> bool:
    """Whether shares add up to one, none of them being all of it."""
    total = sum((share.value for share in shares), fmpq(0))
    return bool(abs(total - 1) <= _slack(shares)) and not all(share.integer for share in shares) or total == 1


def _wrong_total(shares: Sequence[Stated]) -> fmpq | None:
    """The sum of a list of shares if rounding does not explain that it is not one."""
    total = sum((share.value for share in shares), fmpq(0))
    off = abs(total - 1)
    return total if _slack(shares) < off <= FARTHEST else None


def _claim(judge: Judge, span: Span, key: str, total: fmpq) -> Claim:
    return claim_about(judge.page, span, Verdict.WRONG, RULE, f"{key} add up to {show(total)}, not to 1")
