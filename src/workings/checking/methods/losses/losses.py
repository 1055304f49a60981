"""Losses by the wrong recipe: the wrong label, class, direction or count."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.comparing.parts import summands
from workings.checking.methods.lettered import is_misstated
from workings.checking.methods.losses.perplexities import PERPLEXITY, claims_of_perplexity, surprise
from workings.checking.methods.losses.perplexities import RULES as RULES_OF_PERPLEXITY
from workings.checking.methods.pages.ledger import Listing, place_in
from workings.checking.methods.pages.lines import terms_of
from workings.checking.methods.sheet import Result, Sheet
from workings.checking.methods.trials.worth import holds, vector, worked_out
from workings.checking.rules.catalogue import Description
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, call, number
from workings.finding import Claim
from workings.ops.writing import log
from workings.regex import regex

LEAST_ROWS = 2  # others that take the share of their label
_BINARY = regex(r"binary|log[- ]?loss|logistic|\bBCE\b", re.I)
_KL = regex(r"(?:KL|D)[\w{}\\]{0,60}+\s*+\(\s*+(\w)\s*+(?:\\\||\|\||‖|\\parallel|\\Vert|∥|\|)\s*(\w)\s*\)")
_LABELS = regex(r"\blabels?\b|\btargets?\b|^\s*y\s*$|\by_?i?\b", re.I)
_PREDICTED = regex(r"\bp\b|\\hat|predict|probab|p_i|ŷ|σ", re.I)
_HEADING = regex(r"^(?:#{1,6} |\\(?:sub)*section)", re.M)
_LOSS = regex(r"loss|L_|\bL\b|\bln\b|\blog\b|entropy|\bCE\b", re.I)
_CLASS = regex(
    r"(?:true|correct|right|target) class\W{0,4}(?:is|:|=)?\s*(?:number\s+|class\s+|no\.\s+)?(\d)\b", re.I
)
_FROM_NOUGHT = regex(
    r"from (?:0|zero|nought)\b|(?:zero|0)[- ](?:based|indexed)|class 0\b|starting (?:at|with) 0", re.I
)
_ITEM = regex(r"(?:example|sample|row|i\s*=|point|no\.?)\s*(\d+)", re.I)
_MEAN_OF_SQUARES = regex(
    r"=\s*\\[dt]?frac\s*\{?1\}?\s*+\{?\s*+[NnmM]\s*+\}?\s*+\\sum[^=\n]{1,60}\)\s*\^\s*\{?2|=\s*1/[NnmM]\s*(?:Σ|∑|sum)[^=\n]{1,60}\)\s*(?:\^2|²)"
)
_HALVED = regex(r"frac\s*\{?1\}?\s*\{?2(?:\}|\s*[NnmM]\b)(?!\s*\\left|\s*[\[(]\s*[-−(\d])|1/2|½|1/\(?2[NnmM]")
_GRADIENT = regex(r"nabla|∇|gradient|partial|∂|delta|δ|dL|dz", re.I)
_LABELLED_ROW = regex(
    r"^[^\n(\[]{0,40}?(?:example|sample|row|i\s*=|no\.?)\s*(\d{1,2})\b[^\n(\[]{0,20}[(\[]([^()\[\]\n]{3,80})[)\]]"
    r"[^\n\d]{0,24}?\b(?:label|class|target|y)\W{1,4}(\d)\b",
    re.I | re.M,
)  # example 2: p = (0.2, 0.5, 0.3)  label 2
SAID: tuple[re.Pattern[str], ...] = (_BINARY, PERPLEXITY, _KL, _MEAN_OF_SQUARES, _CLASS, _LABELLED_ROW)
_SOFTMAX = "The true class is 2 and $p = (0.2, 0.5, 0.3)$. The loss is $-\\ln 0.5 = 0.693$.\n\n"
RULES: dict[str, Description] = {
    **RULES_OF_PERPLEXITY,
    "gradient/wrong-class": Description(
        "in p − y the 1 is taken away at another class than the true one",
        wrong=_SOFTMAX + "The gradient is $\\nabla_z L = (-0.8, 0.5, 0.3)$.",
        right=_SOFTMAX + "The gradient is $\\nabla_z L = (0.2, -0.5, 0.3)$.",
        why="Classes are counted from nought in programs and from one on paper.",
    ),
}


def claims_of_losses(sheet: Sheet) -> Iterator[Claim]:
    if sheet.says(_BINARY):
        yield from _of_labels(sheet)
        yield from _of_columns(sheet)
    if sheet.says(PERPLEXITY):
        yield from claims_of_perplexity(sheet)
    if (direction := _KL.search(sheet.text)) is not None:
        yield from _of_divergence(sheet, direction[1], direction[2])
    if sheet.says(_MEAN_OF_SQUARES) and not sheet.says(_HALVED):
        yield from _of_factor(sheet)
    if _CLASS.search(sheet.text) is not None and not sheet.says(_FROM_NOUGHT):
        yield from _of_class(sheet)
        yield from _of_gradient(sheet)
    yield from _of_rows(sheet)


def _of_labels(sheet: Sheet) -> Iterator[Claim]:
    """−ln p for an example whose label is 0."""
    for result in sheet.results:
        taken, at = surprise(result.formula), _place_of(result)
        if taken is None or at is None or at < 1:
            continue
        above = [one for one in sheet.listings if one.first.start < result.start and len(one.numbers) >= at]
        labels = [one for one in above if one.says(_LABELS) and set(one.values) == {fmpq(0), fmpq(1)}]
        for label in labels[-1:]:
            for shares in _beside(sheet, label, above):
                if not _are_shares(shares, label) or label.values[at - 1] != 0:
                    continue
                if not _is_of_ones(sheet, shares, label):
                    continue
                share = shares.values[at - 1]
                if taken == share != 1 - share and taken not in (1 - one for one in shares.values):
                    right = worked_out(call("neg", log(number(1 - share))))
                    message = f"the label is 0, so it is −ln(1 − {show(share)}), not −ln {show(share)}"
                    yield sheet.claim(
                        result.member.span, "log_loss/same-logarithm", message, right, label.first
                    )
                    return


def _beside(sheet: Sheet, label: Listing, lists: list[Listing]) -> list[Listing]:
    """The shares under the heading of their labels, if there are any: those of a later one are of others."""
    shares = [one for one in lists if _are_shares(one, label)]
    near = [
        one
        for one in shares
        if one.first.start < label.first.start
        or _HEADING.search(sheet.text, label.first.start, one.first.start) is None
    ]
    return near or shares


def _of_columns(sheet: Sheet) -> Iterator[Claim]:
    """One row of a table of labels, chances and losses whose loss is that of the other label."""
    columns = [one for one in sheet.listings if one.table is not None and one.places]
    for label in columns:
        if set(label.values) != {fmpq(0), fmpq(1)} or not label.says(_LABELS):
            continue
        beside = [
            one for one in columns if one.table == label.table and len(one.numbers) == len(label.numbers)
        ]
        for shares in (one for one in beside if _are_shares(one, label)):
            for losses in (one for one in beside if one.says(_LOSS) and one not in (label, shares)):
                yield from _of_rows_labelled(sheet, label, shares, losses)


def _of_rows_labelled(sheet: Sheet, label: Listing, shares: Listing, losses: Listing) -> Iterator[Claim]:
    rows = [*zip(label.values, shares.values, losses.numbers, losses.places, strict=True)]
    made = [
        tuple(holds((loss,), worked_out(call("neg", log(number(x))))) for x in ways)
        for one, share, loss, _ in rows
        for ways in [(share, 1 - share) if one == 1 else (1 - share, share)]
    ]
    off = [at for at, (right, _) in enumerate(made) if not right]
    if len(off) != 1 or len(made) - 1 < LEAST_ROWS or not made[off[0]][1]:
        return
    if not any(right and not other for right, other in made):
        return
    one, share, _, place = rows[off[0]]
    if any(s.span.start <= place.start < s.span.end and len(s.members) > 1 for s in sheet.statements):
        return  # its cell shows how it is made
    ways = (f" {show(share)}", f"(1 − {show(share)})")
    other, taken = ways if one == 1 else ways[::-1]
    slip = "log_loss/labels-swapped" if one == 1 else "log_loss/same-logarithm"
    right = worked_out(call("neg", log(number(share if one == 1 else 1 - share))))
    message = f"the label is {show(one)}, so it is −ln{other}, not −ln{taken}"
    yield sheet.claim(place, slip, message, right, label.first)


def _is_of_ones(sheet: Sheet, shares: Listing, label: Listing) -> bool:
    """Whether some example with the label 1 takes −ln of its share, so that it is the share of the ones."""
    taken = {(_place_of(result), surprise(result.formula)) for result in sheet.results}
    pairs = enumerate(zip(label.values, shares.values, strict=True), 1)
    return any(one == 1 and (at, share) in taken for at, (one, share) in pairs)


def _are_shares(shares: Listing, label: Listing) -> bool:
    within = all(0 < value < 1 for value in shares.values)
    return within and len(shares.numbers) == len(label.numbers) and shares.says(_PREDICTED)


def _place_of(result: Result) -> int | None:
    """Which example a line is about: by its index or by its label."""
    if isinstance(result.head, Name) and len(result.head.index) == 1:
        index = result.head.index[0]
        return int(index.value.p) if isinstance(index, Number) and index.unit == 1 else None
    found = _ITEM.search(result.lead)
    return int(found[1]) if found is not None else None


def _of_divergence(sheet: Sheet, first: str, second: str) -> Iterator[Claim]:
    """A term of KL(p‖q) with the distributions or the ratio the wrong way round."""
    named = {one.name: one for one in reversed(sheet.listings)}
    if first not in named or second not in named or first == second:
        return
    p, q = named[first].values, named[second].values
    if len(p) != len(q) or any((one[1], one[2]) == (second, first) for one in _KL.finditer(sheet.text)):
        return
    if is_misstated(sheet, "kl_divergence"):
        return
    whole = worked_out(call("kl_divergence", vector(p), vector(q)))
    if any(holds((result.number,), whole) for result in sheet.results):
        return
    yield from _of_ratios(sheet, named[first], q)
    right = set(zip(p, p, q, strict=True))
    swapped, turned = set(zip(q, q, p, strict=True)) - right, set(zip(p, q, p, strict=True)) - right
    made = [(result, _divergences(result)) for result in sheet.results]
    told = right & {term for _, terms in made for term in terms}
    seen = False  # a term as it should be
    for result, terms in made:
        place = result.member.span
        seen = seen or bool(terms & right)
        if terms & swapped and not seen:
            message = f"this is a term of KL({second}‖{first}), not of KL({first}‖{second})"
            yield sheet.claim(place, "kl_divergence/swapped", message, None, named[first].first)
            return
        lost = {(a, c, b) for a, b, c in terms & turned} - told  # the terms in whose place they stand
        if lost and len(told) != 1:
            message = f"the ratio in the logarithm is {second}/{first} instead of {first}/{second}"
            yield sheet.claim(place, "kl_divergence/ratio-turned", message, None, named[first].first)
            return


def _divergences(result: Result) -> set[tuple[fmpq, fmpq, fmpq]]:
    """The terms of a line that are a ln(b/c)."""
    parts = summands(result.formula) if result.formula is not None else []
    return {found for part in parts if (found := _weighted(part)) is not None}


def _of_ratios(sheet: Sheet, first: Listing, second: tuple[fmpq, ...]) -> Iterator[Claim]:
    """A logarithm of p/q, worked out before, that is weighted with q."""
    ratios = [worked_out(log(number(p / q))) for p, q in zip(first.values, second, strict=True) if p and q]
    for result in sheet.results:
        match result.formula:
            case Call(op="mul" | "times", args=(Number(value=weight), ratio)):
                taken = stated_number(ratio)
            case _:
                continue
        if taken is None or taken.integer or len(ratios) != len(second):
            continue
        fits = [at for at, value in enumerate(ratios) if holds((taken,), value)]
        if len(fits) == 1 and weight == second[fits[0]] != first.values[fits[0]]:
            share = first.values[fits[0]]
            message = f"the logarithm is weighted with {show(share)}, not with {show(weight)}"
            place = result.member.span
            yield sheet.claim(place, "kl_divergence/weighted-by-q", message, None, first.first)
            return


def _weighted(expr: Expr | None) -> tuple[fmpq, fmpq, fmpq] | None:
    """The numbers of a ln(b/c)."""
    match expr:
        case Call(
            op="mul" | "times", args=(Number(value=a), Call(op="log", args=(Call(op="div", args=(b, c)),)))
        ):
            if isinstance(b, Number) and isinstance(c, Number):
                return a, b.value, c.value
        case _:
            pass
    return None


def _latest(sheet: Sheet, place: int) -> tuple[Listing, int] | None:
    """The shares of the classes above a place, and which class is the true one there."""
    found = [one for one in _CLASS.finditer(sheet.text) if one.start() < place]
    shares = [
        one
        for one in sheet.listings
        if one.first.start < place
        and all(0 <= value <= 1 for value in one.values)
        and abs(sum(one.values, fmpq(0)) - 1) < fmpq(1, 200)
        and not set(one.values) <= {fmpq(0), fmpq(1)}
    ]
    if not found or not shares or not 1 <= (at := int(found[-1][1])) <= len(shares[-1].numbers):
        return None
    return shares[-1], at - 1


def _of_class(sheet: Sheet) -> Iterator[Claim]:
    """−ln of the share of another class than the true one, where nobody takes that of the true one."""
    every = {surprise(result.formula) for result in sheet.results}
    for result in sheet.results:
        taken, known = surprise(result.formula), _latest(sheet, result.start)
        if taken is None or known is None:
            continue
        shares, at = known
        values = shares.values
        if taken not in values or values[at] in every or every & ({*values} - {taken}):
            continue
        other = values.index(taken)
        slug = {at + 1: "next-class", at - 1: "previous-class"}.get(other, "predicted-class")
        if slug == "predicted-class" and taken != max(values):
            continue
        message = (
            f"the true class is {at + 1} with {show(values[at])}; {show(taken)} is that of class {other + 1}"
        )
        right = worked_out(call("neg", log(number(values[at]))))
        yield sheet.claim(result.member.span, f"cross_entropy/{slug}", message, right, shares.first)
        return


def _of_rows(sheet: Sheet) -> Iterator[Claim]:
    """−ln of another class than the label of its row, where the other rows take that of their label."""
    rows = {
        int(found[1]): ([number_in(part.strip()) for part in found[2].split(",")], int(found[3]))
        for found in _LABELLED_ROW.finditer(sheet.text)
    }
    if len(rows) <= LEAST_ROWS:
        return
    taken = {
        at: (result, share)
        for result in sheet.results
        if (at := _place_of(result)) in rows and (share := surprise(result.formula)) is not None
    }
    if len(taken) <= LEAST_ROWS or len(taken) < len(rows):
        return
    first = 0 if any(label == 0 for _, label in rows.values()) or sheet.says(_FROM_NOUGHT) else 1
    if any(not 0 <= label - first < len(shares) or None in shares for shares, label in rows.values()):
        return
    right = {at: shares[label - first] for at, (shares, label) in rows.items()}
    off = [at for at, (_, share) in taken.items() if share != right[at]]
    if len(off) != 1 or taken[off[0]][1] not in rows[off[0]][0]:
        return
    (result, share), (_, label), wanted = taken[off[0]], rows[off[0]], right[off[0]]
    if wanted is not None:
        message = f"the label is {label} with {show(wanted)}; {show(share)} is the share of another class"
        value = worked_out(call("neg", log(number(wanted))))
        yield sheet.claim(result.member.span, "cross_entropy/predicted-class", message, value)


def _of_gradient(sheet: Sheet) -> Iterator[Claim]:
    """p − y with the one taken away at another class than the true one."""
    for listing in sheet.listings:
        known = _latest(sheet, listing.first.start)
        if known is None or len(known[0].numbers) != len(listing.numbers):
            continue
        shares, at = known
        off = [n for n, (a, b) in enumerate(zip(shares.values, listing.values, strict=True)) if a != b]
        if len(off) != 1 or off[0] == at or listing.values[off[0]] != shares.values[off[0]] - 1:
            continue
        if listing.says(_GRADIENT) or listing.places:
            right = [v - (n == at) for n, v in enumerate(shares.values)]
            message = f"the 1 is taken away at class {off[0] + 1}, but the true class is {at + 1}"
            place = place_in(listing, sheet.text, min(at, off[0])) or listing.span
            value = worked_out(vector(right))
            yield sheet.claim(place, "gradient/wrong-class", message, value, shares.first)
            return


def _of_factor(sheet: Sheet) -> Iterator[Claim]:
    """The mean of e x as the gradient of the mean of e², without the 2."""
    errors = [one for one in sheet.listings if one.name in ("e", "ε", "r", "δ")]
    for result in sheet.results:
        head = result.head
        if not isinstance(head, Name) or not head.key.startswith("∂") or not errors:
            continue
        for member in result.statement.members:
            parts = _mean_of(member.expr)
            if parts is None or parts[0] != len(parts[1]):
                continue
            used = tuple(slot[0] for slot in parts[1])
            value = sum((a * b for a, b in parts[1]), fmpq(0)) / parts[0]
            if any(one.values == used for one in errors) and value == result.number.value != 0:
                message = "the 2 of the squares is lost: the loss is their mean, without a half"
                place = result.member.span
                yield sheet.claim(place, "gradient/factor-two", message, 2 * value, errors[0].first)
                return


def _mean_of(expr: Expr) -> tuple[int, list[tuple[fmpq, fmpq]]] | None:
    """n and the pairs of 1/n (a b + c d + …)."""
    match expr:
        case Call(
            op="mul" | "times", args=(Call(op="div", args=(Number(value=one), Number(value=count))), inner)
        ):
            terms = terms_of(inner)
            if one != 1 or count.q != 1 or terms is None or any(len(term.slots) != 2 for term in terms):
                return None
            return int(count.p), [(term.slots[0].value, term.slots[1].value) for term in terms]
        case _:
            return None
