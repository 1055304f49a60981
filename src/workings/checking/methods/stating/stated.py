"""Lines that are held to a formula of their own page, which they carry out with one slip."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from flint import arb, fmpq

from workings.checking.methods.pages.facts import Facts, Known
from workings.checking.methods.pages.formulas import (
    Formula,
    arguments,
    folded,
    formula_before,
    formulas_of,
    mentioned,
    mentions,
    step_of,
)
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.naming import called, leaves, spelt
from workings.checking.methods.pages.subjects import subject
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.fitted import misfit_by
from workings.checking.methods.stating.misplaced import misput_by
from workings.checking.methods.stating.putting import misput_in, rows_of
from workings.checking.methods.stating.valued import entry_of, values_of
from workings.checking.methods.trials.edits import edits, lost_signs, renamed
from workings.checking.methods.trials.folds import by_entry
from workings.checking.methods.trials.recipes import (
    Misdone,
    Variant,
    choices,
    is_near,
    may_be_right,
    misdone,
)
from workings.checking.methods.trials.worth import scalar
from workings.checking.rules.catalogue import Description
from workings.evaluating import evaluate
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Name, number, walk
from workings.finding import Claim, Verdict
from workings.parsing.moods import is_contrasted, sentence_before
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.resolving.slopes import parts_of
from workings.source import Span
from workings.value import Tensor, key_of

RULE = "formula/differs"
NOT_MADE = "update/not-made"
ROUGH = 200  # one part in so many is rounding on the way
_WORD = regex(r"\w+")
_WITHOUT = regex(r"\b(?:without|ignor\w*|omit\w*|leaving out)\b[^.\n]*$", re.I)
_PART = regex(r"^(?:#{1,6} |\\(?:sub)*section|\\paragraph)", re.M)
_SWAPPED = regex(r"\b(?:swap\w*|exchang\w*|interchang\w*|revers\w*|the other way (?:round|around))\b", re.I)
_OPEN = regex(
    r"\bgates?\b[^.;\n]{0,40}\b(?:open|closed|shut|ones?|zeros?)\b|\b(?:open|closed)\b.{0,20}\bgates?\b", re.I
)
_SET_ALIKE = r"(?<![a-zA-Z\\]){0}(?![a-zA-Z])[^.,;:\n]{{0,16}}=\s?[01](?![\d.])"
LONGEST_WITHOUT = 60  # characters before a line that says what it does not have
_NEW = regex(r"\bnew\b|updated|after the (?:step|update)", re.I)
_PLAIN_SLIPS = (
    "slip/sign",
    "slip/function",
    "slip/exchanged",
    "slip/operand",
    "slip/name",
)  # no step on the way
_LEFT_OUT = ("slip/dropped-factor", "slip/dropped-term")  # or it is about something else
_RUNNING = "The average is kept as $a \\leftarrow 0.9 a + 0.1 b$, with $a = 2$ and $b = 5$.\n\n"
_RULES = "Rule: $b \\leftarrow b + d$ with the error $d = 1$. We start with $b = 0.5$.\n\n"
RULES: dict[str, Description] = {
    "formula/differs": Description(
        "a line does not do what the formula of the page says, but something that is one slip away",
        wrong=_RUNNING + "$a = 0.1 \\cdot 2 + 0.9 \\cdot 5 = 4.7$",
        right=_RUNNING + "$a = 0.9 \\cdot 2 + 0.1 \\cdot 5 = 2.3$",
        why="The formula stands higher up, and the numbers are put in from memory.",
    ),
    "update/not-made": Description(
        "a value is called new, and is the old one",
        wrong=_RULES + "New bias: $b = 0.5$",
        right=_RULES + "New bias: $b = 0.5 + 1 = 1.5$",
        why="The weights are updated, and the bias is forgotten.",
    ),
}


def is_upheld(formulas: Sequence[Formula], line: Working, facts: Facts) -> bool:
    """Whether a line is what a formula of the page gives, whatever it should be elsewhere."""
    stated = scalar(line.formula.expr, {})
    own = {member.span for member in line.statement.members}
    for formula in formulas:
        if formula.span in own:
            continue
        values = values_of(formula, line, facts) if stated is not None else None
        for choice in choices(values) if values else ():
            if stated is not None and is_near(scalar(formula.expr, choice, line.index), stated, ROUGH):
                return True
    return False


def claims_of_formulas(sheet: Sheet) -> Iterator[Claim]:
    """The first line of each formula that is made with a slip."""
    named = sheet.makeup.formulas
    if not named and not any(mentions(sheet.judge.passages)):
        return
    lines = workings_of(sheet)
    if all(line.is_bare and not _NEW.search(line.words) for line in lines) and not any(
        rows_of(sheet.statements)
    ):
        return
    facts = facts_of(sheet)
    formulas = formulas_of(sheet.statements, facts) if named else []
    nameless = [*mentioned(sheet.judge.passages, facts)]
    if not formulas and not nameless:
        return
    bases = {fact.base for fact in facts}
    formulas = [*formulas, *(part for formula in formulas if (part := folded(formula, bases)) is not formula)]
    inside = [part for formula in formulas for part in arguments(formula)]
    taken = {formula.base for formula in formulas} | {n.base for f in formulas for n in f.names}
    places = {(formula.base, formula.span) for formula in formulas}
    bases_of = [base for base, _ in places]
    single = [formula for formula in formulas if bases_of.count(formula.base) == 1]
    told: set[Span] = set()
    undecided = {claim.span for claim in sheet.judge.claims if claim.verdict is Verdict.UNDECIDED}
    for line in lines:
        mine = _formulas_of(line, formulas)
        inner = [] if mine else [formula for formula in inside if _may_be(formula, line)]
        mine = mine or inner or ([] if line.base in taken else _with_its_numbers(line, single))
        if line.formula.span in undecided and (claim := _of_chain(sheet, line, facts)) is not None:
            yield claim
            continue
        if not mine:
            yield from _of_nameless(sheet, line, nameless, facts)
        own = {member.span for member in line.statement.members}
        if not mine or (any(f.span in own for f in mine) and not own & undecided):
            continue
        if any(is_turned(formula, line) for formula in mine):
            continue
        held = last_stated(mine, line)
        found = [
            judged_by(formula, line, facts)
            or misput_by(formula, line, facts, sheet)
            or (misfit_by(formula, line, facts, sheet) if bases_of.count(formula.base) == 1 else None)
            for formula in held
        ]
        known = [(f, one) for f, one in zip(held, found, strict=True) if one is not None]
        others = formulas if known and known[0][0].base != line.base else mine
        if known and not is_upheld(others, line, facts) and mine[0].span not in told:
            told.update(formula.span for formula in mine)
            left_out = _WITHOUT.search(sheet.text, max(0, line.start - LONGEST_WITHOUT), line.start)
            if _is_said(known[0][0], known[0][1].variant, sentence_before(sheet.text, line.start)):
                continue
            if left_out is None and is_used_up(sheet, known[0][0], line, lines):
                continue
            if left_out is None and not is_contrasted(sheet.text, known[0][0].span.start):
                yield claim_by(sheet, line.formula.span, *known[0])
    yield from _of_vectors(sheet, formulas, facts, told)


def _is_said(formula: Formula, variant: Variant, before: str) -> bool:
    """Whether a sentence says itself what a line does: “if f = 1”, “with open gates”, “they are swapped”."""
    if variant.fits[0] == "slip/exchanged":
        return _SWAPPED.search(before) is not None
    if variant.fits[0] not in _LEFT_OUT:
        return False
    kept = {node.key for node in walk(variant.formula) if isinstance(node, Name)}
    lost = {called(name)[0] for name in formula.names if name.key not in kept}
    said = [base for base in lost if regex(_SET_ALIKE.format(re.escape(base))).search(before)]
    return _OPEN.search(before) is not None or (bool(lost) and len(said) == len(lost))


def _formulas_of(line: Working, formulas: Sequence[Formula]) -> list[Formula]:
    """The formulas of what a line works out; where c_1 and c_2 have one each, its own."""
    mine = [formula for formula in formulas if formula.base == line.base and not formula.inside]
    own = [formula for formula in mine if formula.index == line.index]
    return [one for one in mine if one in own or not one.index.isdigit()] if own else mine


def last_stated(formulas: Sequence[Formula], line: Working) -> list[Formula]:
    """Of the formulas of a name for any step, those that stand last above a line: each task has its own."""
    last: dict[str, int] = {}
    for one in formulas:
        if not one.index and one.span.start < line.formula.span.start:
            last[one.base] = max(one.span.start, last.get(one.base, 0))
    return [one for one in formulas if one.index or one.span.start == last.get(one.base, one.span.start)]


def is_used_up(sheet: Sheet, formula: Formula, line: Working, lines: Sequence[Working]) -> bool:
    """Whether a formula was worked out in its own part of the page, and the line stands in a later one."""
    part = _PART.search(sheet.judge.page.text, formula.span.end, line.start)
    if part is None:
        return False
    if any(one.base == line.base and formula.span.end <= one.start < part.start() for one in lines):
        return True
    return any(
        len(one.members) > 2 and any(member.span == formula.span for member in one.members)
        for one in sheet.statements
    )


def is_turned(formula: Formula, line: Working) -> bool:
    """Whether a line has the arguments of a formula in another order: D(q, p) by what is said of D(p, q)."""
    head = line.statement.members[0].expr
    if not formula.applied or not isinstance(head, Apply) or head.key == formula.applied:
        return False
    return sorted(_WORD.findall(head.key)) == sorted(_WORD.findall(formula.applied))


def _of_chain(sheet: Sheet, line: Working, facts: Facts) -> Claim | None:
    """What a line has instead of the formula in letters right before it."""
    formula = formula_before(line.formula, line.statement, facts)
    found = None if formula is None else misfit_by(formula, line, facts, sheet)
    return None if formula is None or found is None else claim_by(sheet, line.formula.span, formula, found)


def _of_nameless(sheet: Sheet, line: Working, nameless: Sequence[Formula], facts: Facts) -> Iterator[Claim]:
    """What a line puts in wrongly into the last formula above it that has no name."""
    above = [formula for formula in nameless if formula.span.start < line.start]
    found = misput_by(above[-1], line, facts, sheet) if _with_its_numbers(line, above[-1:]) else None
    if found is not None:
        yield claim_by(sheet, line.formula.span, above[-1], found)


def _of_vectors(sheet: Sheet, formulas: Sequence[Formula], facts: Facts, told: set[Span]) -> Iterator[Claim]:
    """The same of lists that are worked out entry by entry."""
    for row in rows_of(sheet.statements):
        mine = [formula for formula in formulas if formula.base == row.base and formula.span not in told]
        for formula in mine if len({formula.span for formula in mine}) == 1 else ():
            found = misput_in(row, formula, facts)
            if found is not None:
                told.add(formula.span)
                yield claim_by(sheet, row.member.span, formula, found)
                break


def judged_by(formula: Formula, line: Working, facts: Facts) -> Misdone | None:
    values = values_of(formula, line, facts)
    if line.is_bare and formula.updates and values and _NEW.search(line.words) is not None:
        old = Name(formula.span, formula.base, formula.base)
        kept = [Variant((NOT_MADE,), old, "the value is still the old one")]
        known = formula.base in values
        return misdone(subject(line), formula.expr, kept, values, entry=line.index) if known else None
    if line.is_bare or len(leaves(line.formula.expr)) < 2:
        return None
    if values is None or formula.vectors and _is_term(formula, line, values):
        return None
    made = subject(line)
    if may_be_right(made, formula.expr, values, line.index):
        return None
    variants = [*edits(formula.expr), *lost_signs(formula.expr), *_mistaken(formula, line, facts)]
    if _has_other_results(formula, line, facts):
        variants = [one for one in variants if one.fits[0] not in _LEFT_OUT and not one.share]
    if line.base != formula.base or formula.inside:
        own = {spelt(node) for node in walk(formula.expr)}
        variants = [one for one in variants if one.fits[0] in _PLAIN_SLIPS and spelt(one.formula) not in own]
    found = misdone(made, formula.expr, variants, values, entry=line.index)
    return None if found is None or _is_chance(formula, line, found) else found


def _is_chance(formula: Formula, line: Working, found: Misdone) -> bool:
    """Whether a line without the formula's name has numbers of its own, or too few to be about vectors."""
    if line.base == formula.base:
        return False
    telling = {leaf.value for leaf in leaves(line.formula.expr) if leaf.value not in (0, 1, 2)}
    put_in = found.choice.values()
    if len(telling) < 2 and any(isinstance(value, Tensor) for value in put_in):
        return True
    known = [abs(leaf.value) for leaf in leaves(formula.expr)]
    for value in put_in:
        known += (
            abs(one)
            for one in (value.items if isinstance(value, Tensor) else (value,))
            if isinstance(one, fmpq)
        )
    return bool(telling) and not any(abs(value) in known for value in telling)


def _is_term(formula: Formula, line: Working, values: Mapping[str, Sequence[Known]]) -> bool:
    """Whether a line is one term of a sum, or a part of the formula that has another name."""
    stated, parts = scalar(line.formula.expr, {}), [by_entry(formula.expr)]
    if line.base != formula.base:
        parts += (node for node in walk(formula.expr) if isinstance(node, Call))
    made = [as_value(evaluate(part, dict(choice))) for part in parts for choice in choices(values)]
    items = [item for value in made for item in (value.items if isinstance(value, Tensor) else (value,))]
    return stated is None or any(
        is_near(item, stated, ROUGH) for item in items if isinstance(item, fmpq | arb)
    )


def _has_other_results(formula: Formula, line: Working, facts: Facts) -> bool:
    """Whether a number of a line was worked out above under a name that the formula does not have."""
    numbers = [leaf.value for leaf in leaves(line.formula.expr)]  # to compare them is faster than to hash
    bases = {called(name)[0] for name in formula.names} | {formula.base}
    start = line.start
    return any(
        fact.is_result and fact.start < start and fact.base not in bases and fact.value in numbers
        for fact in facts
        if isinstance(fact.value, fmpq)
    )


def _with_its_numbers(line: Working, formulas: Sequence[Formula]) -> list[Formula]:
    """The formulas for each of whose names a line without a name of its own has a number, three at least."""
    head = line.statement.members[0].expr
    if isinstance(head, Name) and parts_of(head.key) is not None:
        return []  # dL/dy is no L
    known = {key_of(node.value) for node in leaves(line.formula.expr)}
    return [formula for formula in formulas if len(known) >= max(len(formula.names), 3)]


def _may_be(formula: Formula, line: Working) -> bool:
    """Whether a line may be the argument of a formula: it has its step and as many numbers."""
    known = {called(name)[0] for name in formula.names}
    named = line.base.isalpha() and len(line.base) < 4 and line.base not in known
    has_step = line.index.isdigit() == (formula.step is not None)
    return named and has_step and len(leaves(line.formula.expr)) >= len(formula.names)


def _mistaken(formula: Formula, line: Working, facts: Facts) -> Iterator[Variant]:
    """The old state of a recurrence, with another number of the same step in its place."""
    if formula.pair:
        yield from _of_other_entries(formula, line, facts)
    for name in formula.names:
        wanted = _step_before(name, formula, line, facts)
        for fact in facts if wanted else ():
            other = fact.index == wanted and fact.base != name.base and fact.base.isalpha()
            if other and fact.start < line.start and isinstance(fact.value, fmpq):
                says = f"{fact.base}_{wanted} = {show(fact.value)} is put in for {name.base}_{wanted}"
                yield Variant(("slip/name",), renamed(formula.expr, {name.key: number(fact.value)}), says)


def _step_before(name: Name, formula: Formula, line: Working, facts: Facts) -> str:
    """The step whose result a name is at a line: its own state, or the latest h of `f = σ(2x + 3h)`."""
    step = step_of(name)
    if not line.index.isdigit():
        return ""
    if step is not None and formula.step is not None and name.base == formula.base:
        return str(int(line.index) - formula.step[1] + step[1])
    latest = [fact for fact in facts.of_base(name.base, line.start) if fact.is_result][-1:]
    counted = step is None and formula.step is None and "_" not in name.key
    before = [fact.index for fact in latest if counted and fact.index.isdigit()]
    return before[0] if before and int(before[0]) == int(line.index) - 1 else ""


def _of_other_entries(formula: Formula, line: Working, facts: Facts) -> Iterator[Variant]:
    """A number of another row or column in the place of that of the entry."""
    entry = entry_of(line)
    for name in formula.names:
        base, index = called(name)
        if entry is None or index not in tuple(formula.pair):
            continue
        own = entry[formula.pair.index(index)]
        for fact in facts:
            other = fact.base == base and fact.index.isdigit() and fact.index != own
            if other and fact.start < line.start and isinstance(fact.value, fmpq):
                says = f"{base}_{fact.index} = {show(fact.value)} is put in for {base}_{own}"
                put_in = renamed(formula.expr, {name.key: number(fact.value)})
                yield Variant(("slip/name",), put_in, says)


def claim_by(sheet: Sheet, place: Span, formula: Formula, found: Misdone, who: str = "the page has") -> Claim:
    """What is said of a line that is not made by a formula."""
    says = f"{found.variant.says}: {who} {spelt(formula.expr)}"
    rule = NOT_MADE if NOT_MADE in found.variant.fits else RULE
    claim = sheet.claim(place, rule, says, found.right, formula.span)
    return replace(claim, fits=found.variant.fits)
