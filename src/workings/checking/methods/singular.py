"""Singular values of a known matrix that are the eigenvalues of its Gram matrix, without the root."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import arb, fmpq

from workings.checking.methods.facts import Fact
from workings.checking.methods.knowing import facts_of
from workings.checking.methods.sheet import Sheet
from workings.checking.prose.sums import exact_tensors
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import regex
from workings.source import Span

RULE = "recipe/no-root"
MOST = 5  # singular values
_SAID = regex(r"\bsingular value|\bSVD\b", re.I)
SAID: tuple[re.Pattern[str], ...] = (_SAID,)


def claims_of_singular_values(sheet: Sheet) -> Iterator[Claim]:
    """σ_1 where all of them add up to the sum of squares of a matrix, as their squares should."""
    if not sheet.says(_SAID):
        return
    stated = [*_stated(sheet)]
    values = [fact.value for fact in stated if isinstance(fact.value, fmpq)]
    if not 1 < len(values) <= MOST:
        return
    for key, shape, items in exact_tensors(sheet.judge.scope.given):
        whole = sum((item * item for item in items), fmpq(0))
        if len(shape) != 2 or min(shape) != len(values) or not whole:
            continue
        if sum(values, fmpq(0)) == whole and sum((v * v for v in values), fmpq(0)) != whole:
            first = stated[0]
            root = show(arb(values[0]).sqrt())
            says = f"{show(values[0])} is an eigenvalue of {key}ᵀ{key}; the singular value is its root {root}"
            yield sheet.claim(Span(first.start, first.start + len(show(values[0]))), RULE, says, root)
            return


def _stated(sheet: Sheet) -> Iterator[Fact]:
    """σ_1, σ_2, … as they are first given, in order."""
    given: dict[str, Fact] = {}
    for fact in facts_of(sheet):
        if fact.base in ("σ", "sigma", "s") and fact.index.isdecimal():
            given.setdefault(fact.index, fact)
    for at in range(1, len(given) + 1):
        if str(at) not in given:
            return
        yield given[str(at)]
