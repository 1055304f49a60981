"""Lines that put numbers for the names of a formula: its own numbers have to be in them, with their signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flint import fmpq

from workings.checking.methods.lines import Line, Slot, is_numeric, terms_of
from workings.checking.methods.miscopying import misread
from workings.checking.methods.siblings.worked import OTHER, SIGN, Stray, stray, telling, without_term
from workings.document import Statement
from workings.expr import Apply, Call, Expr, Name, Number, walk
from workings.record import record
from workings.regex import regex

LEAST_KEPT = 2  # numbers of a formula that a line has
MOST_FORMULAS = 40
_SUMS = ("add", "sub")
_NUMBERED = regex(r"^([^\W\d_])(\d)$")


@record(frozen=True, slots=True)
class Part:
    """A term of a formula: its number, and whether names stand in it as well."""

    number: fmpq
    named: bool


@record(frozen=True, slots=True)
class Formula:
    """A sum of terms with numbers of their own."""

    parts: tuple[Part, ...]
    start: int
    name: str = ""


def against_formulas(lines: Sequence[Line], statements: Iterable[Statement]) -> Iterator[Stray]:
    """The lines that are a formula with numbers for its names, but for one of its own numbers.

    Another formula of the page has to be put in whole, and this one nowhere.
    """
    formulas = [*_formulas(statements)][:MOST_FORMULAS]
    if not formulas:
        return
    done = [
        formula
        for formula in formulas
        for line in lines
        if formula.start < line.start
        and any(_is_put_in(formula, terms) for terms in _sums_of_slots(line.formula.expr))
    ]
    for line in lines if done else ():
        above = [formula for formula in formulas if formula.start < line.start and formula not in done]
        for terms in _sums_of_slots(line.formula.expr):
            if any(_is_put_in(formula, terms) for formula in done):
                break
            found = [one for formula in above if (one := _compared(line, formula, terms)) is not None]
            if len({(one.slip, one.expected) for one in found}) == 1:
                yield found[0]
                break


def of_named(lines: Sequence[Line], statements: Iterable[Statement]) -> Iterator[Stray]:
    """The lines with a name that have a number of the formula of another name, where their own has its own.

    The formulas are made alike, as those of the units of a layer are, and differ in that number.
    """
    formulas = [*_formulas(statements, least=1)][:MOST_FORMULAS]
    for line in lines if len(formulas) > 1 else ():
        above = [formula for formula in formulas if formula.start < line.start]
        own = [formula for formula in above if formula.name and formula.name == _name(line.statement)]
        if len(own) != 1:
            continue
        for terms in _sums_of_slots(line.formula.expr):
            found = _of_another(line, own[0], above, terms)
            if found is not None:
                yield found
                break


def _of_another(
    line: Line, own: Formula, above: Sequence[Formula], terms: Sequence[tuple[Slot, ...]]
) -> Stray | None:
    """The number of a line that stands in its place in a formula of another name."""
    if len(terms) != len(own.parts):
        return None
    numbers = [_number_of(part, slots) for part, slots in zip(own.parts, terms, strict=True)]
    fixed = [at for at, part in enumerate(own.parts) if not part.named or abs(part.number) != 1]
    off = [at for at in fixed if numbers[at] != own.parts[at].number]
    if len(off) != 1 or numbers[off[0]] is None:
        return None
    at = off[0]
    others = [
        formula
        for formula in above
        if formula.name != own.name
        and [part.named for part in formula.parts] == [part.named for part in own.parts]
        and all(formula.parts[n].number == part.number for n, part in enumerate(own.parts) if n != at)
        and formula.parts[at].number == numbers[at]
    ]
    if not others:
        return None
    return stray(line, OTHER, ((terms[at][0], own.parts[at].number),), own.start)


def _name(statement: Statement) -> str:
    """What a line is called: the name on its left, or the word before its colon."""
    head = statement.members[0].expr
    label = statement.label or ""
    return head.key if isinstance(head, Name) else _NUMBERED.sub(r"\1_\2", label)


def _formulas(statements: Iterable[Statement], least: int = LEAST_KEPT) -> Iterator[Formula]:
    for statement in statements:
        head = statement.members[0].expr
        name = head.key if isinstance(head, Name) else ""
        for member in statement.members:
            if is_numeric(member.expr) or not isinstance(member.expr, Call | Apply):
                continue
            for chain in _chains(member.expr):
                parts = [_part(sign, term) for sign, term in _terms(chain, 1)]
                known = [part for part in parts if part is not None]
                if len(known) == len(parts) and telling([part.number for part in known]) >= least:
                    yield Formula(tuple(known), statement.span.start, name)


def _chains(expr: Expr) -> Iterator[Expr]:
    """The sums in a formula that are in no other sum."""
    if isinstance(expr, Call) and expr.op in _SUMS and len(expr.args) == 2:
        yield expr
    elif isinstance(expr, Call | Apply):
        for arg in expr.args:
            yield from _chains(arg)


def _terms(expr: Expr, sign: int) -> Iterator[tuple[int, Expr]]:
    if isinstance(expr, Call) and expr.op in _SUMS and len(expr.args) == 2:
        yield from _terms(expr.args[0], sign)
        yield from _terms(expr.args[1], -sign if expr.op == "sub" else sign)
    elif isinstance(expr, Call) and expr.op == "neg":
        yield from _terms(expr.args[0], -sign)
    else:
        yield sign, expr


def _part(sign: int, term: Expr) -> Part | None:
    """A term as its number times something with a name; None if it is more than that."""
    numbers = [part.value for part in walk(term) if isinstance(part, Number)]
    if isinstance(term, Number):
        return Part(sign * term.value, named=False)
    if len(numbers) > 1 or (isinstance(term, Call) and term.op not in ("mul", "times", "dot")):
        return None
    for part in walk(term):
        if isinstance(part, Call) and part.op == "neg":
            sign = -sign  # (-0.3) x
    return Part(sign * (numbers[0] if numbers else fmpq(1)), named=True)


def _sums_of_slots(expr: Expr) -> Iterator[list[tuple[Slot, ...]]]:
    for chain in _chains(expr):
        terms = terms_of(chain)
        if terms is not None:
            yield [term.slots for term in terms]


def _number_of(part: Part, slots: tuple[Slot, ...]) -> fmpq | None:
    """The number of a line where a formula has its own; None where the term is of another make."""
    if not slots or (len(slots) > 1) != (part.named and part.number not in (fmpq(1), fmpq(-1))):
        return None
    return slots[0].value


def _is_put_in(formula: Formula, terms: Sequence[tuple[Slot, ...]]) -> bool:
    """Whether a line has all numbers of a formula, as far as its terms are of the same make."""
    if len(terms) != len(formula.parts):
        return False
    pairs = [(part.number, _number_of(part, slots)) for part, slots in zip(formula.parts, terms, strict=True)]
    kept = [number for number, own in pairs if own == number]
    return telling(kept) >= LEAST_KEPT and all(own in (number, None) for number, own in pairs)


def _compared(line: Line, formula: Formula, terms: Sequence[tuple[Slot, ...]]) -> Stray | None:
    """A number that a line has otherwise than its formula, or its last term that is left out."""
    parts = formula.parts
    if len(terms) == len(parts) - 1 and not parts[-1].named:
        pairs = [*zip(parts, terms, strict=False)]
        kept = [part.number for part, slots in pairs if _number_of(part, slots) == part.number]
        if len(kept) == len(pairs) and telling(kept) >= LEAST_KEPT and parts[-1].number:
            return _without_last(line, parts[-1].number, terms, formula.start)
        return None
    if len(terms) != len(parts):
        return None
    numbers = [_number_of(part, slots) for part, slots in zip(parts, terms, strict=True)]
    off = [at for at, number in enumerate(numbers) if number != parts[at].number]
    kept = [part.number for at, part in enumerate(parts) if at not in off]
    if len(off) != 1 or numbers[off[0]] is None or telling(kept) < LEAST_KEPT:
        return None
    slot, expected = terms[off[0]][0], parts[off[0]].number
    slip = misread(expected, slot.value, slot.written)
    if slip is None or (slip == SIGN and parts[off[0]].named and terms[off[0]][-1].value < 0):
        return None
    return stray(line, slip, ((slot, expected),), formula.start)


def _without_last(line: Line, lost: fmpq, terms: Sequence[tuple[Slot, ...]], start: int) -> Stray | None:
    """The line as it is with its last term."""
    for slots in terms:
        factor = fmpq(1)
        for slot in slots[1:]:
            factor *= slot.value
        if factor:
            return without_term(line, slots[0], slots[0].value + lost / factor, lost, start)
    return None
