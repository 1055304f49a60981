"""Functions of the page that are taken of named things, by a formula with one slip.

The page has `K(x, z) = (x·z + 1)^2` and the vectors u and v. `K(u, v) = (u·v)^2` lacks the 1 of the formula,
whatever letters the formula was stated with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.methods.pages.facts import Facts, Known
from workings.checking.methods.pages.formulas import Formula, formulas_of
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.naming import called, spelt
from workings.checking.methods.pages.subjects import subject
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.edits import edits
from workings.checking.methods.trials.recipes import misdone
from workings.checking.methods.trials.worth import literal
from workings.expr import Apply, Expr, Name
from workings.finding import Claim
from workings.parsing.moods import is_contrasted
from workings.record import record

RULE = "formula/differs"
WANTS = ("formulas",)


@record(frozen=True, slots=True)
class Stated:
    """A function with the letters that it was stated in."""

    function: str
    params: tuple[str, ...]
    formula: Formula


def claims_of_applied(sheet: Sheet) -> Iterator[Claim]:
    """The first line of each function that is taken of something else by another formula."""
    lines = [line for line in workings_of(sheet) if isinstance(line.statement.members[0].expr, Apply)]
    if not lines:
        return
    facts = facts_of(sheet)
    for stated in _stated(sheet, facts):
        for line in lines:
            head = line.statement.members[0].expr
            if not isinstance(head, Apply) or head.function.key != stated.function or line.is_bare:
                continue
            values = _values(stated, head, line, facts)
            slips = edits(stated.formula.expr) if values else []
            found = misdone(subject(line), stated.formula.expr, slips, values) if values else None
            if found is not None and not is_contrasted(sheet.text, line.start):
                says = f"{found.variant.says}: the page has {spelt(stated.formula.expr)}"
                claim = sheet.claim(line.formula.span, RULE, says, found.right, stated.formula.span)
                yield replace(claim, fits=found.variant.fits)
                break


def _stated(sheet: Sheet, facts: Facts) -> Iterator[Stated]:
    """The functions that have just one formula on the page, of letters alone."""
    by_span = {
        one.span: one for one in formulas_of(sheet.statements, facts) if one.applied and not one.inside
    }
    found: dict[str, list[Stated]] = {}
    for statement in sheet.statements:
        head, formula = statement.members[0].expr, None
        formula = next((by_span[m.span] for m in statement.members if m.span in by_span), None)
        if not isinstance(head, Apply) or formula is None:
            continue
        params = tuple(arg.key for arg in head.args if isinstance(arg, Name))
        if (
            params
            and len(set(params)) == len(head.args)
            and set(params) <= {name.key for name in formula.names}
        ):
            found.setdefault(head.function.key, []).append(Stated(head.function.key, params, formula))
    yield from (every[0] for every in found.values() if len(every) == 1)


def _values(stated: Stated, head: Apply, line: Working, facts: Facts) -> Mapping[str, Sequence[Known]]:
    """What the letters of a formula are at a line; nothing where one of them is not known."""
    if len(head.args) != len(stated.params) or line.start < stated.formula.span.start:
        return {}
    taken: dict[str, Expr] = dict(zip(stated.params, head.args, strict=True))
    found: dict[str, Sequence[Known]] = {}
    for name in stated.formula.names:
        known = _known(taken.get(name.key, name), line, facts, len(found))
        if known is None:
            return {}
        found[name.key] = [known]
    return found


def _known(expr: Expr, line: Working, facts: Facts, at: int) -> Known | None:
    """The last value of a name above a line, or the number or vector that is written."""
    number = stated_number(expr)
    if number is not None:
        return Known(number.value, -3 - at)
    if not isinstance(expr, Name):
        value = literal(expr)
        return None if value is None or isinstance(value, fmpq) else Known(value, -3 - at)
    base, index = called(expr)
    same = [fact for fact in facts.of_base(base, line.start) if fact.index == index]
    return Known(same[-1].value, -3 - at) if same else None
