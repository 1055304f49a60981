"""Means by the wrong count, sums called means, and squares of sums; softmaxes without exponentials."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flint import fmpq

from workings.checking.comparing.digits import stated_number, stated_numbers
from workings.checking.comparing.parts import quotient, summands
from workings.checking.lists.ways import ROOTS
from workings.checking.methods.pages.knowing import caption
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.sheet import Result, Sheet
from workings.checking.methods.trials.worth import holds, vector, worked_out
from workings.checking.rules.catalogue import Description
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, call, number
from workings.finding import Claim
from workings.ops.writing import square, total
from workings.regex import regex
from workings.source import last_gap

_MEAN = regex(
    r"\b(?:mean|average|avg|centroids?|cent(?:re|er)s?|per (?:token|symbol|example|position))\b|\\bar\b", re.I
)
_OTHER_MEAN = regex(
    r"varian|deviation|\bstd\b|squared? dev|macro|weighted|running|moving"
    r"|per (?:class|word|sentence|sequence|document)",
    re.I,
)
_SQUARED_ERROR = regex(r"\bMSE\b|mean squared error", re.I)
_HALVES = regex(r"\bSSE\b|sum of squared|1/2|\\frac\s?\{?1\}?\{?2|½", re.I)
_SQUARES = regex(r"squared (?:errors?|residuals?|deviations?)|sum of (?:the )?squares", re.I)
_SOFTMAX = regex(r"\bsoftmax\b", re.I)
_NO_SOFTMAX = regex(r"\b(?:without|no|instead of|not)\s+(?:the |a |any )?softmax|linear attention", re.I)
_SCORES = regex(r"score|logit", re.I)
_SHARES = regex(r"probab|softmax|share|\bp\b|weight", re.I)
_RAISED = regex(r"e\^|exp|proportion|ratio|share", re.I)
_PER_TOKEN = regex(r"\b(?:per|each|token|word)[- ](?:token|word|loss(?:es)?)\b", re.I)
_MEAN_LOSS = regex(
    r"\b(?:mean|average)\s+(?:\w+[- ])?(?:log-?loss|loss|cross-?\s?entropy|squared error)|\bMSE\b", re.I
)
_SUMMED_LOSS = regex(r"\b(?:sum|summed|total)\s+(?:\w+\s)?(?:loss|gradient)|\bdivide later|accumulat", re.I)
_BY_WEIGHT = regex(r"(?:∂|d)[A-Zℓ]\w*/(?:∂|d)[wbθW]")
_SPOKEN = regex(r"(?<![\\{\w])[^\W\d_]{3}")  # words that are no name in TeX
_LABEL = regex(r"[\s\-*•>$]*[^\W\d_]{1,12}\s\d{1,2}\s*:[\s$(]*")  # of an item, which says no more
_SKIPPED = regex(r"\b(?:skip|missing|pad|mask|blank|empty|ignor)\w*", re.I)  # then others count as well
_CALLED = regex(r"\b(?:mean|average)\b[\s:=}(]*$", re.I)
_DIVIDED = regex(r"/|÷|\bdivid|\\frac|\bhalf\b", re.I)
_ENTROPIES = ("H", "CE", "NLL", "L")
_SURPRISES = regex(r"surpris|\bbits\b|\bnats\b|information content", re.I)
_WITH_SUM = regex(
    r"[\s$)\]};,:.]*(?:with |and |have )?(?:the |their |its )?(?:sum|total)\b[\s$=:of]*(?:is )?(\d+)"
    r"(?![\d.]*\d)"
)
REACH = 60  # characters behind a sum in which it may still be divided
NEAR = 30  # characters
_SPELT = "zero one two three four five six seven eight nine ten eleven twelve".split()
MOST_COUNTED = 60  # things that a mean is taken of
_SHARED = ("plain-shares", "base-2", "base-10")
SAID: tuple[re.Pattern[str], ...] = (_SQUARED_ERROR, _SOFTMAX)
WANTS = ("worked",)
_LOSSES = "Losses: 0.31, 0.52, 0.94, 1.11, together 2.88\n\n"
RULES: dict[str, Description] = {
    "mean/other-count": Description(
        "a mean is divided by another number than that of the things it is taken of",
        wrong=_LOSSES + "Mean loss: $2.88 / 2 = 1.44$",
        right=_LOSSES + "Mean loss: $2.88 / 4 = 0.72$",
        why="There are several counts on the page: of examples, of classes, of features.",
    ),
}


def claims_of_averaging(sheet: Sheet) -> Iterator[Claim]:
    if sheet.is_worked:
        yield from _of_counts(sheet)
        yield from _of_brothers(sheet)
        yield from _of_sums(sheet)
        if sheet.says(_MEAN_LOSS) and not sheet.says(_SUMMED_LOSS):
            yield from _of_gradients(sheet)
    if sheet.says(_SQUARED_ERROR):
        yield from _of_squares(sheet)
    if sheet.says(_SOFTMAX) and not sheet.says(_NO_SOFTMAX):
        yield from _of_shares(sheet)


def _of_counts(sheet: Sheet) -> Iterator[Claim]:
    """A mean of n things that was divided by another number."""
    for result in sheet.results:
        parts = quotient(result.formula) if result.formula is not None else None
        if parts is None:
            continue
        lead = result.lead[-70:]
        tells = _SPOKEN.search(lead) and not _LABEL.match(result.lead)
        lead = lead if tells else caption(sheet.text, result.start) + lead
        if _OTHER_MEAN.search(lead) is not None:
            continue
        if _MEAN.search(lead) is None and not _is_entropy(sheet, result):
            continue
        whole, count = parts
        terms = summands(whole)
        if 2 <= count < len(terms) and all(isinstance(term, Number) for term in terms):
            if _is_said(sheet, result, count):
                continue
            message = f"the mean of {len(terms)} numbers is their sum divided by {len(terms)}, not by {count}"
            rule = "mean/one-less" if count == len(terms) - 1 else "mean/other-count"
            shown = show(result.number.value * count / len(terms))
            yield sheet.claim(result.member.span, rule, message, shown)
            return
        written = whole.args[0] if isinstance(whole, Call) and whole.op == "neg" else whole
        if not isinstance(written, Number) or _is_said(sheet, result, count):
            continue  # the words say of how many it is the mean
        divided = written.value if written is whole else -written.value
        if written.is_decimal:
            counts = {**dict(_summed(sheet, result, divided)), **dict(_run(sheet, result, divided))}
        else:
            counts = {**dict(_just_summed(sheet, result, divided)), **dict(_told(sheet, result, divided))}
        if count > MOST_COUNTED or (written is not whole and _is_counted(sheet, count)):
            continue  # steps or tokens, which nobody lists
        if counts and count not in counts and len(counts) == 1 and not _is_padded(counts, count):
            ((right, listing),) = counts.items()
            message = f"the mean of {right} numbers is their sum divided by {right}, not by {count}"
            rule = "mean/one-less" if count == right - 1 else "mean/other-count"
            shown = show(divided / right)
            yield sheet.claim(result.member.span, rule, message, shown, listing.first)
            return


def _of_brothers(sheet: Sheet) -> Iterator[Claim]:
    """One of several sums that is not divided by the number of its terms, as those beside it are."""
    group: list[tuple[Result, int, int]] = []  # with what it is divided by, and of how many it is the sum
    for result in (*sheet.results, None):
        parts = quotient(result.formula) if result is not None and result.formula is not None else None
        value = stated_number(parts[0]) if parts is not None else None
        known = (
            dict(_summed(sheet, result, value.value, signed=True))
            if result is not None and value is not None
            else {}
        )
        if result is not None and parts is not None and len(known) == 1:
            group.append((result, parts[1], next(iter(known))))
            continue
        odd = [one for one in group if one[1] != one[2]]
        telling = len(group) > 2 and len({terms for *_, terms in group}) > 1
        otherwise = odd and _OTHER_MEAN.search(odd[0][0].lead[-70:])
        if len(odd) == 1 and telling and not otherwise and not sheet.says(_SKIPPED):
            found, count, right = odd[0]
            message = (
                f"it is the sum of {right} numbers, divided by {count}; those beside it go by their number"
            )
            shown = show(found.number.value * count / right)
            yield sheet.claim(found.member.span, "mean/other-count", message, shown)
        group = []


def _of_sums(sheet: Sheet) -> Iterator[Claim]:
    """A sum that is called a mean, where another mean of as many numbers is divided by their count."""
    called = [result for result in sheet.results if _CALLED.search(result.lead[: -_width(result)][-NEAR:])]
    divided = {
        parts[1]
        for result in called
        if result.formula is not None and (parts := quotient(result.formula)) is not None
        if len(summands(parts[0])) == parts[1]
    }
    for result in called:
        terms = summands(result.formula) if result.formula is not None else []
        positive = all(isinstance(term, Number) and term.value > 0 for term in terms)
        if len(terms) < 2 or not positive or len(terms) not in divided:
            continue
        if _DIVIDED.search(sheet.text, result.statement.span.end, result.statement.span.end + REACH):
            continue
        message = f"this is the sum of {len(terms)} numbers; their mean is that divided by {len(terms)}"
        shown = show(result.number.value / len(terms))
        yield sheet.claim(result.member.span, "mean/not-divided", message, shown)
        return


def _of_gradients(sheet: Sheet) -> Iterator[Claim]:
    """The gradients of all examples added up, where the loss is their mean."""
    for result in sheet.results:
        if not isinstance(result.head, Name) or _BY_WEIGHT.match(result.head.key) is None:
            continue
        terms = [*_signed(result.formula, 1)] if result.formula is not None else []
        values = tuple(term for term in terms if term is not None)
        above = [one for one in sheet.listings if one.first.start < result.start and one.values == values]
        if len(values) < 2 or len(values) < len(terms) or not above or len(set(values)) < 2:
            continue
        end = result.statement.span.end
        if _DIVIDED.search(sheet.text[end : end + REACH].partition("\n")[0]):
            continue
        count = len(values)
        message = f"the loss is a mean over {count} examples, so their gradients are divided by {count}"
        shown = show(result.number.value / count)
        yield sheet.claim(result.member.span, "mean/not-divided", message, shown, above[-1].first)
        return


def _width(result: Result) -> int:
    """How long the first member of a statement is."""
    span = result.statement.members[0].span
    return span.end - span.start


def _is_said(sheet: Sheet, result: Result, count: int) -> bool:
    """Whether the words before a mean name the number that it is divided by."""
    start = max(0, result.start - 70, last_gap(sheet.judge.page.text, result.start))
    before = sheet.text[start : result.start].rpartition(". ")[2]
    spelt = rf"|\b{_SPELT[count]}\b" if count < len(_SPELT) else ""
    told = rf"(?<!ample )(?<!row )(?<!case )\b{count}\b(?!\.\d){spelt}"
    return re.search(told, before, re.I) is not None


def _is_counted(sheet: Sheet, count: int) -> bool:
    """Whether the page says that there are so many: `N = 4`, “4 words”."""
    return re.search(rf"\b[NTn]\s*=\s*{count}\b(?!\.\d)|\b{count} (?:words|tokens)\b", sheet.text) is not None


def _is_padded(counts: dict[int, Listing], count: int) -> bool:
    """Whether only the noughts of a list are left out of the count, as padding is."""
    return any(sum(map(bool, listing.values)) == count for listing in counts.values())


def _summed(
    sheet: Sheet, result: Result, wanted: fmpq, signed: bool = False
) -> Iterator[tuple[int, Listing]]:
    """How many numbers add up to what was divided, in the lists and sums above it, and in sums of sums.

    A sum with minus signs often goes on from another one, as the log-probability of a longer sentence does.
    """
    for listing in sheet.listings:
        if listing.first.start < result.start and abs(sum(listing.values, fmpq(0))) == abs(wanted):
            yield len(listing.numbers), listing
    for other in sheet.results:
        same = other.start < result.start and abs(other.number.value) == abs(wanted)
        if same and other.formula is not None:
            every = [*_signed(other.formula, 1)]
            terms = [term for term in every if term is not None]
            losses = len(terms) > 2 and all(term < 0 for term in terms)  # logarithms of several tokens
            plain = signed or losses or len(every) == len(summands(other.formula))
            if plain and 1 < len(terms) == len(every):
                listing = Listing("", "", (), other.statement.span)
                parts = sum(_parts(sheet, term, other) for term in terms)
                if parts == len(terms) or not sheet.says(_PER_TOKEN):
                    yield len(terms), listing
                yield parts, listing


def _just_summed(sheet: Sheet, result: Result, wanted: fmpq) -> Iterator[tuple[int, Listing]]:
    """The same of a whole number, which is common, where the statement right before it is the sum."""
    before = [other for other in sheet.results if other.start < result.start]
    if before and before[-1].number.value == wanted and before[-1].formula is not None:
        yield from _summed(sheet, result, wanted)


def _is_entropy(sheet: Sheet, result: Result) -> bool:
    """Whether a line is the entropy of the surprises that the last list above it has."""
    above = [one for one in sheet.listings if one.first.start < result.start]
    named = isinstance(result.head, Name) and result.head.base in _ENTROPIES
    return named and bool(above) and above[-1].says(_SURPRISES)


def _told(sheet: Sheet, result: Result, wanted: fmpq) -> Iterator[tuple[int, Listing]]:
    """The same of a whole number that stands beside the last list above as its sum, or right behind it."""
    above = [one for one in sheet.listings if one.first.start < result.start and not one.places]
    if above and wanted == sum(above[-1].values, fmpq(0)):
        beside, end = _WITH_SUM.match(sheet.text, above[-1].span.end), above[-1].span.end
        near = end < result.start <= end + NEAR and "\n" not in sheet.text[end : result.start]
        if near if beside is None else fmpq(int(beside[1])) == wanted:
            yield len(above[-1].numbers), above[-1]


def _run(sheet: Sheet, result: Result, wanted: fmpq) -> Iterator[tuple[int, Listing]]:
    """How many results one after the other, of one kind, add up to what was divided."""
    run: list[Result] = []
    for one in reversed([one for one in sheet.results if one.start < result.start]):
        made = one.formula.op if isinstance(one.formula, Call) else ""
        if not made or run and isinstance(run[-1].formula, Call) and run[-1].formula.op != made:
            break
        run.append(one)
    loose = sum((one.number.unit / 2 for one in run), fmpq(0))
    if len(run) > 1 and abs(abs(sum((one.number.value for one in run), fmpq(0))) - abs(wanted)) <= loose:
        yield len(run), Listing("", "", (), run[-1].statement.span)


def _parts(sheet: Sheet, term: fmpq, before: Result) -> int:
    """How many numbers a term is the sum of, as worked out above."""
    for other in sheet.results:
        if other.start < before.start and other.number.value == term and other.formula is not None:
            return len(summands(other.formula))
    return 1


def _of_squares(sheet: Sheet) -> Iterator[Claim]:
    """The sum of squares called their mean, or the square of the sum of the errors."""
    for result in sheet.results:
        formula = result.formula
        if formula is None:
            continue
        terms = summands(formula)
        named = isinstance(result.head, Name) and _SQUARED_ERROR.fullmatch(result.head.key) is not None
        if named and len(terms) > 1 and not sheet.says(_HALVES) and _are_squares(sheet, result, terms):
            message = f"these are {len(terms)} squares added up; their mean is that divided by {len(terms)}"
            shown = show(result.number.value / len(terms))
            yield sheet.claim(result.member.span, "mse/summed", message, shown)
            return
        errors = _squared_sum(formula)
        if (
            errors is not None
            and _SQUARES.search(result.lead) is not None
            and _are_errors(sheet, result, errors)
        ):
            right = worked_out(total(square(vector(errors))))
            if right == result.number.value:
                continue
            message = "the errors are added up before they are squared"
            yield sheet.claim(result.member.span, "mse/square-of-sum", message, right)
            return


def _are_squares(sheet: Sheet, result: Result, terms: list[Expr]) -> bool:
    """Whether the terms are squares, or the numbers that were called squares above."""
    if all(isinstance(term, Call) and term.op == "pow" for term in terms):
        return True
    values = tuple(number.value for number in stated_numbers(terms))
    above = [one for one in sheet.listings if one.first.start < result.start]
    if any(one.values == values and "squar" in one.label.lower() for one in above):
        return True
    pairs = [
        (a.values, b.values) for a in above for b in above if len(a.values) == len(b.values) == len(values)
    ]
    return any(tuple((x - y) ** 2 for x, y in zip(*pair, strict=True)) == values for pair in pairs)


def _squared_sum(formula: Expr) -> list[fmpq] | None:
    """The numbers of (a + b + c)²."""
    if not isinstance(formula, Call) or formula.op != "pow" or len(formula.args) != 2:
        return None
    base, power = formula.args
    if not isinstance(power, Number) or power.value != 2:
        return None
    terms = list(_signed(base, 1))
    return [term for term in terms if term is not None] if len(terms) > 1 and None not in terms else None


def _signed(expr: Expr, sign: int) -> Iterator[fmpq | None]:
    if isinstance(expr, Call) and expr.op in ("add", "sub") and len(expr.args) == 2:
        yield from _signed(expr.args[0], sign)
        yield from _signed(expr.args[1], -sign if expr.op == "sub" else sign)
    else:
        stated = stated_number(expr)
        yield None if stated is None else sign * stated.value


def _are_errors(sheet: Sheet, result: Result, errors: list[fmpq]) -> bool:
    return any(
        listing.first.start < result.start and list(listing.values) == errors for listing in sheet.listings
    )


def _of_shares(sheet: Sheet) -> Iterator[Claim]:
    """Probabilities that were made of scores without exponentials."""
    for listing in sheet.listings:
        if not listing.says(_SHARES) or not all(0 <= value <= 1 for value in listing.values):
            continue
        for scores in sheet.listings:
            if scores.first.start >= listing.first.start or len(scores.numbers) != len(listing.numbers):
                continue
            near = scores.label[-NEAR:]
            if _SCORES.search(near) is None or _RAISED.search(near) is not None:
                continue
            if len(set(scores.values)) < 2 or scores.values == listing.values:
                continue
            made = call("softmax", vector(scores.values))
            right = worked_out(made)
            if right is None or holds(listing.numbers, right, 2):
                return
            for slug in _SHARED:
                fits = holds(listing.numbers, worked_out(made, ("softmax", slug)))
                if fits and not _is_softmax(listing, sheet.listings):
                    message = f"these are no softmax of {show_list(scores)}"
                    yield sheet.claim(listing.first, f"softmax/{slug}", message, right, scores.first)
                    return


def _is_softmax(shares: Listing, lists: Sequence[Listing]) -> bool:
    """Whether shares are the softmax of any list above them, or of one that was scaled as scores are."""
    above = [one for one in lists if one.first.start < shares.first.start]
    return any(
        holds(shares.numbers, worked_out(call("softmax", call("div", vector(one.values), divisor))), 2)
        for one in above
        if len(one.numbers) == len(shares.numbers)
        for divisor in (number(1), *(call("sqrt", size) for size in ROOTS))
    )


def show_list(listing: Listing) -> str:
    return ", ".join(show(value) for value in listing.values)
