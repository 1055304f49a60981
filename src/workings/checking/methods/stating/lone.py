"""Lines that are held to a formula with one name: `L = (h_3 − 1)²/2`, worked out as 0.25²/2."""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.methods.pages.formulas import formulas_of
from workings.checking.methods.pages.knowing import facts_of, workings_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.fitted import misfit_by
from workings.checking.methods.stating.stated import claim_by, is_turned, is_upheld, is_used_up
from workings.finding import Claim
from workings.parsing.moods import is_contrasted

WANTS = ("lettered",)


def claims_of_lone(sheet: Sheet) -> Iterator[Claim]:
    """The first line of each formula with one name that fits it but for one thing."""
    lines = [line for line in workings_of(sheet) if not line.is_bare]
    if not lines or not sheet.makeup.lettered:
        return
    facts = facts_of(sheet)
    every = [one for one in formulas_of(sheet.statements, facts, 1) if not one.inside]
    told: set[str] = set()
    for line in lines:
        mine = [one for one in every if one.base == line.base]
        if len(mine) != 1 or len(mine[0].names) != 1 or line.base in told or is_turned(mine[0], line):
            continue
        formula = mine[0]
        if formula.span.start > line.start or any(formula.span == m.span for m in line.statement.members):
            continue
        found = misfit_by(formula, line, facts, sheet)
        if found is None or is_upheld([formula], line, facts) or is_used_up(sheet, formula, line, lines):
            continue
        told.add(line.base)
        if not is_contrasted(sheet.text, formula.span.start):
            yield claim_by(sheet, line.formula.span, formula, found)
