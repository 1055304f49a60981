"""The terms of a formula worked out one by one, “first term: …”, held to what the formula has there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from workings.checking.comparing.parts import terms
from workings.checking.methods.pages.facts import Facts
from workings.checking.methods.pages.formulas import Formula, formulas_of
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.subjects import subject
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.stated import is_upheld, values_of
from workings.checking.methods.trials.edits import edits
from workings.checking.methods.trials.recipes import Misdone, misdone
from workings.expr import Name, walk
from workings.finding import Claim
from workings.regex import regex

RULE = "formula/differs"
FARTHEST = 600  # characters between a formula and its terms
_TERM = regex(r"\b(first|second|third|last) (?:term|summand)\b", re.I)
_ORDER = {"first": 0, "second": 1, "third": 2, "last": -1}
SAID: tuple[re.Pattern[str], ...] = (_TERM,)


def claims_of_terms(sheet: Sheet) -> Iterator[Claim]:
    """The first term that is one slip away from that of the last formula above it."""
    if not sheet.says(_TERM):
        return
    facts = facts_of(sheet)
    sums = [f for f in formulas_of(sheet.statements, facts) if not f.inside and len(terms(f.expr)) > 1]
    for line in workings_of(sheet):
        said = _TERM.search(line.words or line.above)
        above = [f for f in sums if 0 < line.start - f.span.end < FARTHEST]
        if said is None or line.is_bare or not above:
            continue
        formula = _term(above[-1], _ORDER[said[1].lower()])
        found = None if formula is None else _misdone(formula, line, facts)
        if formula is not None and found is not None and not is_upheld([formula], line, facts):
            message = f"{found.variant.says} in the {said[1].lower()} term"
            claim = sheet.claim(line.formula.span, RULE, message, found.right, formula.span)
            yield replace(claim, fits=found.variant.fits)
            return


def _term(formula: Formula, at: int) -> Formula | None:
    """One term of a formula as a formula."""
    parts = terms(formula.expr)
    if at >= len(parts):
        return None
    expr = parts[at][1]
    keys = {node.key for node in walk(expr) if isinstance(node, Name)}
    return replace(formula, expr=expr, names=tuple(name for name in formula.names if name.key in keys))


def _misdone(formula: Formula, line: Working, facts: Facts) -> Misdone | None:
    values = values_of(formula, line, facts)
    return None if not values else misdone(subject(line), formula.expr, edits(formula.expr), values)
