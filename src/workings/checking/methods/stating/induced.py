"""Lines held to the formula that the other lines of their name show by their numbers.

Nobody has to write `v_t = 0.9 v_{t−1} + g_t`: where v_2 = 0.9·4 + 3.2 takes 4 from v_1 and 3.2 from g_2, and
v_3 does alike, that is how v_4 is made as well. A line that comes to what one slip in it gives is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from workings.checking.methods.pages.facts import Facts
from workings.checking.methods.pages.formulas import Formula, formulas_of
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.misplaced import misput_by
from workings.checking.methods.stating.stated import claim_by, is_upheld, judged_by
from workings.checking.methods.trials.recipes import Variant
from workings.expr import NOWHERE, Call, Expr, Name, Number, call, has_at_most, mapped, number
from workings.finding import Claim
from workings.parsing.moods import is_contrasted

MOST_LINES = 12  # of one name
MOST_NODES = 40
MOST_READINGS = 16  # of the numbers of one line as names
MOST_CALLED = 3  # names that one number may stand for
LEAST_NAMES = 2
LEAST_DIGITS = 2  # of a whole number that is known again
LEAST_HELD = 2  # lines that show the formula
_SLIPS = ("slip/name", "slip/exchanged", "slip/dropped-factor", "slip/dropped-term", "slip/function")
_LEFT_OUT = ("slip/dropped-factor", "slip/dropped-term")
_STEP = Name(NOWHERE, "t", "t")
WANTS = ("worked",)


def claims_of_induced(sheet: Sheet) -> Iterator[Claim]:
    """The first line of each name that is made otherwise than the others show."""
    if not sheet.is_worked:
        return
    lines = [line for line in workings_of(sheet) if not line.is_bare and line.base]
    families = [
        family
        for base, counted in dict.fromkeys((line.base, line.index.isdigit()) for line in lines)
        if len(family := [one for one in lines if (one.base, one.index.isdigit()) == (base, counted)])
        > LEAST_HELD
    ]
    if not families:
        return
    facts = facts_of(sheet)
    stated = {formula.base for formula in formulas_of(sheet.statements, facts)}
    for family in families:
        if family[0].base not in stated and len(family) <= MOST_LINES:
            yield from islice(_of_family(sheet, family, facts), 1)


def _of_family(sheet: Sheet, family: Sequence[Working], facts: Facts) -> Iterator[Claim]:
    """The line that one slip makes of the formula that all others hold to."""
    for example in family:
        for formula in _shown(example, family, facts):
            off = [line for line in family if line is not example and not is_upheld([formula], line, facts)]
            if len(off) != 1 or len(family) - 1 < LEAST_HELD:
                continue
            line = off[0]
            found = judged_by(formula, line, facts) or misput_by(formula, line, facts, sheet)
            if found is None or found.variant.fits[0] not in _SLIPS or _is_small(formula, found.variant):
                continue  # a threshold is added to what is negative, and taken from the rest
            if not is_contrasted(sheet.text, line.start):
                yield claim_by(sheet, line.formula.span, formula, found, "the other lines have")
                return


def _is_small(formula: Formula, variant: Variant) -> bool:
    """Whether what is left out has a plain nought, one or two in it, which may be another number here."""
    kept = [leaf.value for leaf in leaves(variant.formula)]
    small = [leaf.value for leaf in leaves(formula.expr) if leaf.value in (0, 1, 2)]
    return variant.fits[0] in _LEFT_OUT and any(small.count(value) > kept.count(value) for value in small)


def _shown(line: Working, family: Sequence[Working], facts: Facts) -> Iterator[Formula]:
    """What a line may be worked out by, with names for its numbers but for those that others have as well."""
    expr = line.formula.expr
    if not has_at_most(expr, MOST_NODES):
        return
    own = leaves(expr)
    others = [leaves(other.formula.expr) for other in family if other is not line]
    shared = [
        any(len(one) == len(own) and one[at].value == leaf.value for one in others)
        for at, leaf in enumerate(own)
    ]
    called = [
        [None] if alike else _names_of(leaf, line, facts) for leaf, alike in zip(own, shared, strict=True)
    ]
    for names in islice(product(*called), MOST_READINGS):
        put_in = {id(leaf): name for leaf, name in zip(own, names, strict=True) if name is not None}
        used = {name.key: name for name in names if isinstance(name, Name)}
        if len(used) >= LEAST_NAMES:
            made = _named(expr, put_in)
            step = (_STEP.key, 0) if line.index.isdigit() else None
            yield Formula(line.base, step, made, line.formula.span, tuple(used.values()))


def _named(expr: Expr, names: dict[int, Name]) -> Expr:
    return names.get(id(expr)) or mapped(expr, lambda part: _named(part, names))


def _names_of(leaf: Number, line: Working, facts: Facts) -> list[Name | None]:
    """The names whose number stands in a line, those of its own step first; or it is just a number."""
    if not leaf.is_decimal and len(leaf.text) < LEAST_DIGITS:
        return [None]
    found: dict[str, Name] = {}
    above = facts[: facts.count_above(line.start)]
    for fact in reversed(above):
        if fact.base.isidentifier() and fact.value == leaf.value and fact.row is False:
            name = _name_for(fact.base, fact.index, line)
            found.setdefault(name.key, name)
    ranked = sorted(
        found.values(), key=lambda name: not any(isinstance(part, Name | Call) for part in name.index)
    )
    return [*ranked[:MOST_CALLED]] or [None]


def _name_for(base: str, index: str, line: Working) -> Name:
    """A name with its index told from that of the line: the same step, the one before, or its own."""
    if not index or not index.isdigit():
        return Name(NOWHERE, f"{base}_{index}" if index else base, base)
    ahead = int(line.index) - int(index) if line.index.isdigit() else None
    if ahead == 0:
        return Name(NOWHERE, f"{base}_t", base, (_STEP,))
    if ahead == 1:
        return Name(NOWHERE, f"{base}_{{t-1}}", base, (call("sub", _STEP, number(1)),))
    return Name(NOWHERE, f"{base}_{index}", base, (number(int(index)),))
