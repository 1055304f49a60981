"""Values of next states in Q-learning: the largest of the state's row, not its mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.comparing.digits import number_in, stated_numbers
from workings.checking.comparing.parts import quotient, summands
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import regex

RULE = "recipe/other-mean"
_LEARNT = regex(r"\bQ-?learning\b|\bDQN\b", re.I)
_OTHERWISE = regex(r"\bSARSA\b|\bexpected\b|\bpolicy\b|\buniform|\brandom", re.I)
_NEXT = regex(r"\bnext (?:state|value)|\bbootstrap|\bs'|\bmax", re.I)
SAID: tuple[re.Pattern[str], ...] = (_LEARNT,)


def claims_of_bootstrapping(sheet: Sheet) -> Iterator[Claim]:
    """The mean of a row of the table in the place of its largest number."""
    if not sheet.says(_LEARNT) or sheet.says(_OTHERWISE):
        return
    rows = {
        tuple(value for cell in row[1:] if (value := number_in(cell.text.strip("$ "))) is not None)
        for grid in sheet.grids
        for row in grid.rows
    }
    for result in sheet.results():
        parts = quotient(result.formula) if result.formula is not None else None
        terms = summands(parts[0]) if parts is not None else []
        values = tuple(one.value for one in stated_numbers(terms))
        if parts is None or len(values) != parts[1] or values not in rows:
            continue
        if len(set(values)) > 1 and _NEXT.search(result.lead):
            right = show(max(values))
            yield sheet.claim(result.member.span, RULE, "the largest value of the next state counts", right)
            return
