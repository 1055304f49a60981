"""Functions called with words: after `P(w|v) = c(v,w)/c(v)`, `P(owl|the)` is made of the counts of these."""

from __future__ import annotations

import re

from flint import fmpq

from workings.checking.chain import Link
from workings.checking.comparing import compare
from workings.checking.comparing.aligning import pairs
from workings.document import Member
from workings.evaluating import How
from workings.expr import Apply, Expr, Number, walk
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import is_plain, names_in
from workings.resolving.wordings import Worded
from workings.value import Value

LONGEST_LEAD = 160  # characters before a call that may say how it is made
_ANOTHER = regex(
    r"\b(?:without|un-?smoothed|instead|another|second|new|other) (?:\w+ )?"
    r"(?:smoothing|corpus|text|document|model|language|estimat\w*|count\w*)\b|\binstead\b|\bun-?smoothed\b",
    re.I,
)
_OTHERWISE = regex(
    r"\b(?:without|smooth|laplace|add-|interpolat|back-?off|discount|instead|suppose|if|would|true|uniform|prior"
    r"|human|target|model)\w*",
    re.I,
)


def called_with_words(scope: Scope, link: Link, how: How, rest: tuple[Member, ...], text: str) -> Link:
    """A call with the value that the formula of its function gives it, if that surely is meant."""
    call = link.expr
    made = scope.formulas.worded.get(call.function.key) if isinstance(call, Apply) else None
    if made is None or not isinstance(call, Apply) or link.is_known or not rest or not is_plain(rest[0].expr):
        return link
    pattern = made.of(call.key, scope.said)
    if pattern is None or pattern == made.formula or _are_things(scope, made):
        return link
    stated = Quantity(rest[0].expr, {}, how)
    sure = _is_certain(scope, made, pattern, call, text)
    known = Link(link.member, call, *scope.quantities(pattern, how), pattern=pattern)
    if not known.is_known:
        known = _completed(scope, known, rest[0].expr, made.upheld)
        if known.is_known and compare(stated, known.printed, approximate=True).is_sound:
            scope.formulas.upheld.add(made.upheld)
            return link
    agrees = known.is_known and compare(stated, known.printed, rest[0].is_approximate).is_sound
    known.certain = known.once = known.is_known and sure
    return known if agrees or known.certain else link


def _are_things(scope: Scope, made: Worded) -> bool:
    """Whether the letters of a formula have values of their own, so that they are no places for words."""
    return any(isinstance(part, Apply) and part.key in scope.said for part in walk(made.formula))


def _completed(scope: Scope, known: Link, line: Expr, sign: str) -> Link:
    """The formula with numbers of a line for the calls without a value, if the others surely are meant."""
    put_in: dict[str, Value] = {}
    odd = 0
    for part, written in pairs(known.source, line):
        if not isinstance(part, Apply) or not isinstance(written, Number):
            continue
        value = scope.said.get(part.key)
        if value is None and put_in.setdefault(part.key, written.value) != written.value:
            return known  # P(0, 0) = P(0) · P(0), with 0.3 and 0.6 for two things of one name
        if value is None:
            continue
        if value != written.value:
            odd += 1
            if sign not in scope.formulas.upheld or _may_be_reduced(value, written):
                return known
    if odd > 1:
        return known
    how = known.printed.how
    printed = Quantity(known.source, {**scope.said, **put_in}, how)
    return Link(known.member, known.expr, printed, printed, pattern=known.source)


def _may_be_reduced(value: object, written: Number) -> bool:
    """Whether a number is what is left of another in a fraction: 3 of 6."""
    return not isinstance(value, fmpq) or written.value == 0 or bool((value / written.value).q == 1)


def _is_certain(scope: Scope, made: Worded, pattern: Expr, call: Apply, text: str) -> bool:
    """Whether the formula is the only one, its names have one value, and no words say otherwise."""
    parts = [scope.bindings[key] for key in names_in(pattern) if key in scope.bindings]
    if made.rivals or any(part.times > 1 and part.section != scope.section for part in parts):
        return False
    start, since = call.span.start, made.formula.span.end
    lead = max(text.rfind("\n\n", 0, start) + 1, text.rfind(". ", 0, start) + 1, start - LONGEST_LEAD)
    return _OTHERWISE.search(text, lead, start) is None and _ANOTHER.search(text, since, start) is None
