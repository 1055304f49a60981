"""Scores that are divided by the wrong thing before a softmax: a temperature, or the width of the keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.attention.widths import HEADS, MODEL_WIDTH, MODELS, of_whole_width
from workings.checking.methods.pages.ledger import Listing
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import holds, vector, worked_out
from workings.checking.rules import missing_scale
from workings.checking.sightings import is_score_product
from workings.evaluating.ranking import rows_of
from workings.evaluating.rendering import show
from workings.expr import Array, Call, Expr, Name, Number, call, number
from workings.finding import Claim
from workings.ops.writing import exp
from workings.regex import regex
from workings.resolving.traits import names_in
from workings.source import Span
from workings.value import Tensor, Value

NO_ROOT = "attention_weights/no-root"
OTHER_WIDTH = "recipe/other-size"
_SEVERAL = regex(r"\bheads\b|\bhead \d|multi-?head", re.I)
_SCALED_BEFORE = regex(r"\bscaled|\bdivid|sqrt|√", re.I)
NEAR = 240  # characters before a list that say what is done with it
MOST_SCORES = 12  # lists of scores that are tried
_TEMPERATURE = regex(r"\btemperature\b|\bsoftmax\b[^.\n]{0,40}\bT\s*=\s*\d", re.I)
_DEGREES = regex(
    r"\b(?:T|τ|\\tau|temperature)\s*(?:of|is|=|:)?\s*(?:T\s*=\s*)?(\d+(?:\.\d+)?|\.\d+)(?![\d.]*\d|\s*(?:,|;|and)\s*[-−\d])"
)
_INVERSE = regex(
    r"\binverse temperature|\\beta|β|multipl\w+ (?:\w+ ){0,3}by (?:the )?T\b|·\s*T\b|T\s*·", re.I
)
_LOGITS = regex(r"logit|score|\bz\b|\\mathbf\{z\}|\bs\b|\bx\b", re.I)
_ATTENTION = regex(r"attention|attend|\bquer(?:y|ies)\b[^.\n]{0,30}\bkeys?\b", re.I)
_PRODUCT = regex(r"K\^|Kᵀ|K\.?T\b|\bdot products?\b|\braw scores?\b|\bQK", re.I)
_SCALED = regex("sqrt|√|softmax", re.I)
_DIVIDES = regex(r"\b(?:divid|scal)", re.I)
_ROOT = regex(r"(?:√|\\sqrt|sqrt|root)|\bscaled\b", re.I)
_OTHERWISE = regex(
    r"already (?:divided|scaled)|divid\w* by (?:the )?d_k\b|/\s*d_k\b|\}\{\s*d_k\s*\}|by d\b", re.I
)
_SCORES = regex(r"\bscore|sqrt\W{0,3}d|√\W{0,2}d|\bunscaled|\bscaled", re.I)
_ROOT_OF_WIDTH = regex(r"sqrt\W{0,3}d_?|√\W{0,2}d_?|root of (?:the )?(?:d_|key|width|dimension)", re.I)
SAID: tuple[re.Pattern[str], ...] = (_TEMPERATURE, _ATTENTION)


def claims_of_scaling(sheet: Sheet) -> Iterator[Claim]:
    if sheet.says(_TEMPERATURE) and not sheet.says(_INVERSE):
        yield from _of_temperature(sheet)
    if not sheet.says(_ATTENTION):
        return
    ways = (_as_written, _by_other_width, of_whole_width, _not_taken, _as_made)
    claim = next((claim for way in ways if (claim := way(sheet)) is not None), None)
    if claim is not None:
        yield claim


def _as_written(sheet: Sheet) -> Claim | None:
    """`QK^T / 4` or `(6, 2, -2) / 4` where d_k is 4, on a page that says that its root is meant."""
    widths = sheet.judge.scope.widths
    if not widths or not sheet.says(_ROOT_OF_WIDTH) or sheet.says(_OTHERWISE):
        return None
    for statement in sheet.statements:
        width = next((value for place, value in reversed(widths) if place < statement.span.start), None)
        if not isinstance(width, fmpq) or width <= 1 or statement.hypothesis or len(statement.members) < 2:
            continue
        for member in statement.members:
            match member.expr:
                case Call(op="div", args=(scores, Number(value=divisor) as by)) if divisor == width:
                    near = sheet.text[max(0, statement.span.start - NEAR) : statement.span.start]
                    scaled = isinstance(scores, Array) and _DIVIDES.search(near) and _SCORES.search(near)
                    if is_score_product(scores) or scaled:
                        root = call("sqrt", number(width))
                        right = worked_out(scores / root) if isinstance(scores, Array) else None
                        return sheet.claim(by.span, NO_ROOT, _by_itself(width), right)
    return None


def _by_other_width(sheet: Sheet) -> Claim | None:
    """`QK^T / √3` with keys of width 2, where another matrix of the page has the width 3."""
    said = sheet.judge.scope.said
    keys = said.get("K")
    if not isinstance(keys, Tensor) or len(keys.shape) != 2 or sheet.says(_SEVERAL) or sheet.says(_OTHERWISE):
        return None
    width = fmpq(keys.shape[1])
    others = {fmpq(one.shape[-1]) for one in said.values() if isinstance(one, Tensor) and len(one.shape) == 2}
    given = {key: binding.said for key, binding in sheet.judge.scope.bindings.items() if not binding.put_in}
    others -= {width, *(value for key in (*HEADS, "d") if isinstance(value := given.get(key), fmpq))}
    roots: dict[fmpq, Span] = {}
    for statement in sheet.statements:
        for member in statement.members:
            match member.expr:
                case Call(op="sqrt", args=(Number(value=value),)):
                    roots.setdefault(value, member.span)
                case Call(op="div", args=(scores, Call(op="sqrt", args=(Number(value=value),)) as root)):
                    named = is_score_product(scores) and names_in(scores) == {"Q", "K"}
                    if named and value in others and not statement.hypothesis:
                        message = f"the keys are {show(width)} wide: the scores are divided by √{show(width)}"
                        right = call("sqrt", number(width))
                        place = roots.get(value, root.span)
                        return sheet.claim(place, OTHER_WIDTH, message, worked_out(right))
    return None


def _not_taken(sheet: Sheet) -> Claim | None:
    """Weights that are the softmax of the scores, though the scaled ones stand between the two."""
    widths = {value for key in HEADS if isinstance(value := sheet.judge.scope.said.get(key), fmpq)}
    lists = [one for one in sheet.listings if len(one.numbers) > 2]
    for raw, scaled, made in zip(lists, lists[1:], lists[2:], strict=False):
        same = len(raw.numbers) == len(scaled.numbers) == len(made.numbers)
        if not same or not scaled.says(_SCALED_BEFORE) or not _tells(raw):
            continue
        for width in widths:
            scores = _Scores(raw.values, width, [])
            if not holds(scaled.numbers, scores.scaled) or _holds_one(made, scores.softened):
                continue
            if _holds_one(made, scores.softened_raw[1:]) and not made.says(missing_scale.UNSCALED):
                right = scores.softened[1]
                message = "the softmax is taken of the scores as they were before they were scaled"
                return sheet.claim(made.first, missing_scale.RULE, message, right, raw.first)
    return None


def _by_itself(width: fmpq) -> str:
    return f"the scores are divided by {show(width)} itself instead of its square root"


def _of_temperature(sheet: Sheet) -> Iterator[Claim]:
    """Logits that were multiplied by the temperature."""
    degrees = {fmpq(found[1].replace(".", "")) / 10 ** len(found[1].partition(".")[2])
               for found in _DEGREES.finditer(sheet.text)} - {fmpq(0)}  # fmt: skip
    if len(degrees - {fmpq(1)}) != 1:
        return  # several are compared
    if any(_is_cooled(sheet, listing, degrees) for listing in sheet.listings):
        return
    for listing in sheet.listings:
        for logits in _before(sheet, listing):
            if not logits.says(_LOGITS) or not any(logits.values):
                continue
            cooled = [vector(value / t for value in logits.values) for t in degrees]
            if any(holds(listing.numbers, worked_out(one)) for one in (*cooled, vector(logits.values))):
                break
            for t in sorted(degrees):
                made = t != 1 and listing.values == tuple(value * t for value in logits.values)
                if made and len(set(listing.values) - {fmpq(0)}) > 1 and _is_said_before(sheet, listing):
                    right = show_all(logits.values, 1 / t)
                    message = (
                        f"the logits are multiplied by the temperature {show(t)} instead of divided by it"
                    )
                    rule = "softmax/temperature-inverted"
                    yield sheet.claim(listing.first, rule, message, right, logits.first)
                    return


def _is_said_before(sheet: Sheet, listing: Listing) -> bool:
    """Whether the temperature is spoken of just before a list."""
    start = listing.first.start
    return any(found.search(sheet.text, max(0, start - NEAR), start) for found in (_TEMPERATURE, _DEGREES))


def _is_cooled(sheet: Sheet, listing: Listing, degrees: set[fmpq]) -> bool:
    """Whether a list is made of logits above it by dividing them, as it should be."""
    return any(
        logits.says(_LOGITS)
        and t != 1
        and any(logits.values)
        and listing.values == tuple(v / t for v in logits.values)
        for logits in _before(sheet, listing)
        for t in degrees
    )


def show_all(values: tuple[fmpq, ...], factor: fmpq) -> str:
    value = worked_out(vector(value * factor for value in values))
    return "" if value is None else show(value)


def _before(sheet: Sheet, listing: Listing) -> Iterator[Listing]:
    """The lists of the same length above another."""
    for other in sheet.listings:
        if other.first.start >= listing.first.start:
            return
        if len(other.numbers) == len(listing.numbers):
            yield other


def _as_made(sheet: Sheet) -> Claim | None:
    """Lists that are scores divided by d_k, by the root of the whole width, or by nothing."""
    said = sheet.judge.scope.said
    widths = [value for key in HEADS if isinstance(value := said.get(key), fmpq) and value > 1]
    compared = sheet.says(missing_scale.UNSCALED)  # then some weights are made of the scores as they are
    if not widths or (compared and (not sheet.says(_ROOT) or sheet.says(_OTHERWISE))):
        return None
    width = widths[0]
    models = [value for key in MODELS if isinstance(value := said.get(key), fmpq) and value != width]
    models = [] if compared else models
    rows = [_Scores(row, width, models) for row in _rows(sheet)]
    found: Claim | None = None
    for listed in islice(_raw(sheet), MOST_SCORES):
        scores = _Scores(listed.values, width, models)
        for listing in sheet.listings if _tells(listed) else ():
            if listing.first.start <= listed.first.start or len(listing.numbers) != len(listed.numbers):
                continue
            if scores.are_scaled_in(listing):
                return None  # it is done as it should be
            if found is None and not any(row.are_scaled_in(listing) for row in rows):
                found = _misscaled(sheet, listed, listing, scores)
                found = None if compared and found is not None and found.rule != NO_ROOT else found
    return next((_rooted(sheet, width, model) for model in models), None) or found


def _rows(sheet: Sheet) -> Iterator[tuple[fmpq, ...]]:
    """The rows of the scores, which may happen to be like another."""
    for score in missing_scale.scores_of(sheet.judge):
        for row in rows_of(score) or ():
            yield tuple(item for item in row if isinstance(item, fmpq))


class _Scores:
    """Scores, and what comes of them by each way to scale them, worked out when it is first asked for."""

    def __init__(self, values: tuple[fmpq, ...], width: fmpq, models: list[fmpq]) -> None:
        self.values = values
        self.width = width
        self.models = models

    @cached_property
    def scaled(self) -> Value | None:
        return worked_out(self._by_root(self.width))

    @cached_property
    def softened(self) -> list[Value | None]:
        return _softened(self._by_root(self.width))

    @cached_property
    def softened_raw(self) -> list[Value | None]:
        return _softened(vector(self.values))

    @cached_property
    def by_width(self) -> Value | None:
        return worked_out(vector(self.values) / number(self.width))

    @cached_property
    def by_models(self) -> list[tuple[fmpq, Value | None]]:
        return [(model, worked_out(self._by_root(model))) for model in self.models]

    def are_scaled_in(self, listing: Listing) -> bool:
        """Whether a list is the scores divided as they should be, or what the softmax makes of these."""
        if len(self.values) != len(listing.numbers):
            return False
        return holds(listing.numbers, self.scaled) or _holds_one(listing, self.softened)

    def _by_root(self, width: fmpq) -> Expr:
        return vector(self.values) / call("sqrt", number(width))


def _softened(scores: Expr) -> list[Value | None]:
    """The numerators of a softmax, and its weights."""
    return [worked_out(exp(scores)), worked_out(Call(scores.span, "softmax", (scores,)))]


def _holds_one(listing: Listing, made: list[Value | None]) -> bool:
    return any(holds(listing.numbers, one, 2) for one in made)


def _rooted(sheet: Sheet, width: fmpq, model: fmpq) -> Claim | None:
    """`We divide by √16 = 4`, where 16 is the width of the whole model and not that of a head."""
    roots = {
        root.args[0].value: statement.members[0].span
        for statement in sheet.statements
        if isinstance(root := statement.members[0].expr, Call)
        and root.op == "sqrt"
        and isinstance(root.args[0], Number)
        and not statement.hypothesis
    }
    place = roots.get(model)
    if place is None or width in roots or not sheet.says(missing_scale.SCALED):
        return None
    if _DIVIDES.search(sheet.text[max(0, place.start - 60) : place.start]) is None:
        return None
    message = f"the scores are divided by the root of the whole width {show(model)}, not of {show(width)}"
    return sheet.claim(place, MODEL_WIDTH, message)


def _tells(scores: Listing) -> bool:
    """Scores that differ, so that scaling them makes a difference to the softmax."""
    return len(set(scores.values)) > 1


def _may_be_anything(listing: Listing) -> bool:
    """Whether a list has nothing but noughts and ones in it, as many lists have."""
    return all(abs(value) in (0, 1) for value in listing.values)


def _misscaled(sheet: Sheet, listed: Listing, listing: Listing, scores: _Scores) -> Claim | None:
    width = scores.width
    by_width = holds(listing.numbers, scores.by_width) and not _may_be_anything(listing)
    for model, value in scores.by_models:
        if holds(listing.numbers, value):
            message = (
                f"the scores are divided by √{show(model)}, of the whole width, instead of √{show(width)}"
            )
            claim = sheet.claim(listing.first, MODEL_WIDTH, message, scores.scaled, listed.first)
            return replace(claim, fits=(MODEL_WIDTH, NO_ROOT)) if by_width else claim
    if by_width:
        return sheet.claim(listing.first, NO_ROOT, _by_itself(width), scores.scaled, listed.first)
    decimal = any(not number.integer for number in listing.numbers)
    scaled = missing_scale.SCALED.search(sheet.text, 0, listing.first.start)
    if not decimal or scaled is None or not _holds_one(listing, scores.softened_raw):
        return None
    if missing_scale.find(sheet.judge, sheet.statements):
        return None  # it is told already
    return sheet.claim(listing.first, missing_scale.RULE, missing_scale.MESSAGE, None, listed.first)


def _raw(sheet: Sheet) -> Iterator[Listing]:
    """The products of queries and keys: one by one, or as a list."""
    row: list[tuple[fmpq, Span]] = []
    asked = ""
    for result in (*sheet.results, None):
        product = result.head if result is not None and is_score_product(result.head) else None
        query = product.args[0].key if isinstance(product, Call) and isinstance(product.args[0], Name) else ""
        if result is not None and query and query == asked:
            row.append((result.number.value, result.member.span))
            continue
        if len(row) > 1:
            numbers = [stated_number(number(value)) for value, _ in row]
            known = tuple(one for one in numbers if one is not None)
            yield Listing("dot products", "", known, row[0][1], tuple(span for _, span in row))
        asked = query
        row = [(result.number.value, result.member.span)] if result is not None and query else []
    for listing in sheet.listings:
        if listing.says(_PRODUCT) and not listing.says(_SCALED):
            yield listing
