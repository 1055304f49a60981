"""Errors sent back through weights that were updated before: they went forward through the old ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.methods.knowing import Fact, Working, facts_of, workings_of
from workings.checking.methods.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.evaluating.rendering import show
from workings.finding import Claim
from workings.regex import may_be_in, regex

RULE = "update/too-early"
LEAST_FACTORS = 3
_NEW = regex(r"\b(?:new|updated)\b\W*$", re.I)
_ERROR = regex(r"δ|delta|∂[A-Zℓ]/∂(?:z|a|h|net).*")
_AGAIN = regex(
    r"\bforward\b|\b(?:second|next|third) (?:step|iteration|epoch|pass|example|sample|pattern)"
    r"|\b(?:step|sample|example|iteration|epoch|pattern|pass|round)\s*[2-9]\b|\bt\s*=\s*[2-9]",
    re.I,
)
_FORWARD = ("z", "net", "a", "h", "y", "hat(y)", "s", "o", "u")  # what a pass forward works out
_MEANT = regex(r"\balready updated\b|\bwith the (?:new|updated) (?:output )?weights\b|Gauss-Seidel", re.I)


def claims_of_updated(sheet: Sheet) -> Iterator[Claim]:
    """The first error signal with a new weight in it, where the old one is known as well."""
    if not may_be_in(_NEW, sheet.judge.page.text):
        return
    facts = facts_of(sheet)
    fresh = [
        fact for fact in facts if _NEW.search(fact.words) and fact.index and isinstance(fact.value, fmpq)
    ]
    lines = workings_of(sheet) if fresh and not sheet.says(_MEANT) else []
    forward = [line.start for line in lines if line.base in _FORWARD]
    for line in lines:
        if (
            not _ERROR.fullmatch(line.base)
            or not line.index
            or len(leaves(line.formula.expr)) < LEAST_FACTORS
        ):
            continue
        for fact in fresh:
            old = _old(fact, facts)
            if (
                old is None
                or not _is_used(fact, old, line)
                or _AGAIN.search(sheet.text, fact.start, line.start)
            ):
                continue
            if any(fact.start < start < line.start for start in forward):
                continue
            message = (
                f"{fact.name} is {show(old)} while the error goes back; {show(fact.value)} comes after it"
            )
            yield sheet.claim(line.formula.span, RULE, message)
            return


def _old(fresh: Fact, facts: list[Fact]) -> fmpq | None:
    """The one value that a name had before."""
    before = {
        fact.value
        for fact in facts
        if fact.name == fresh.name and fact.start < fresh.start and isinstance(fact.value, fmpq)
    }
    old = before.pop() if len(before) == 1 else None
    return old if isinstance(old, fmpq) and old != fresh.value else None


def _is_used(fresh: Fact, old: fmpq, line: Working) -> bool:
    """Whether a line has the new value of the weight with its index, and not the old one."""
    numbers = {leaf.value for leaf in leaves(line.formula.expr)}
    if not isinstance(fresh.value, fmpq) or fresh.index != line.index or fresh.start > line.start:
        return False
    return abs(fresh.value) in numbers and abs(old) not in numbers
