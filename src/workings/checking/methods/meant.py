"""Lines and lists that are held to a method of the catalogue, because the page says that it is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from flint import arb, fmpq

from workings.checking.comparing.digits import number_in, unit_of
from workings.checking.comparing.parts import summands
from workings.checking.methods.catalogue import SUBJECTS, Spoken, methods_of, pattern
from workings.checking.methods.catalogue.method import Method
from workings.checking.methods.excuses import FINE, is_in_an_operand, is_in_letters, is_taken_over
from workings.checking.methods.pages.facts import Facts, Known
from workings.checking.methods.pages.formulas import Formula, formulas_of
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.pages.lines import terms_of
from workings.checking.methods.pages.naming import leaves, spelt
from workings.checking.methods.pages.subjects import Subject, subject, subjects_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.stating.stated import ROUGH, is_upheld
from workings.checking.methods.stating.valued import known_of, values_of
from workings.checking.methods.trials.apiece import is_part, is_whole, multiple_of
from workings.checking.methods.trials.contrasts import Contrast, contrast, uses
from workings.checking.methods.trials.edits import lost_signs
from workings.checking.methods.trials.filling import filled
from workings.checking.methods.trials.recipes import (
    LOOSE,
    Misdone,
    Variant,
    choices,
    holds,
    is_near,
    maths,
    misdone,
)
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, walk
from workings.finding import Claim
from workings.parsing.hypotheses import is_set
from workings.regex import regex
from workings.source import Span
from workings.value import Tensor, Value

_NUMBER = regex(r"(?<![\w.])[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?![\w])")
_BY_AN_OUTPUT = regex(r"∂\w+/∂(?:a|o|p|y|hat\([yopa]\)|ŷ|out)(?:[_^].*)?")
_UNIT = regex(r"[\s$\\,]{0,5}(nats?|bits?|bytes|param\w*|weights|FLOPs|MACs|operations)\b", re.I)
SIGN = "recipe/sign"
_LABELS = ("y", "t")
FURTHER = 400  # characters behind a line that may have what it is a step to
CLOSE = 3  # units of the last digit that may be rounding, where one entry of a list is off
_LINEAR = frozenset({"add", "sub", "neg", "mul", "times", "dot", "brackets"})
_METHODS = Spoken(SUBJECTS)


def claims_of_methods(sheet: Sheet) -> Iterator[Claim]:
    """The first line of each method that is made by a wrong recipe."""
    meant = [methods_of(subject)[at] for subject, at in _METHODS.meant(sheet.look, sheet.words)]
    if not meant:
        return
    made = [line for line in workings_of(sheet) if not (line.is_bare and is_set(sheet.text, line.start))]
    lines = subjects_of(sheet, made)
    about = [(method, [line for line in lines if _is_about(method, line)]) for method in meant]
    about = [(method, found) for method, found in about if found]
    if not about:
        return
    facts = facts_of(sheet)
    for method, found in about:
        for line in found:
            made_so = judged(method, line, facts)
            if made_so is None or not sheet.speaks_of(pattern(method.topic), line.start):
                continue
            if _is_reached(sheet.text, line, made_so, method) or _is_by_an_output(line):
                continue
            if line.is_bare and _is_given(line, made_so, facts):
                continue
            if _is_measured_otherwise(sheet.text, line, method):
                continue
            if _is_summed(sheet, line, made_so):
                continue
            if is_in_letters(line, method) or is_in_an_operand(line, made_so, method, facts):
                continue
            if is_taken_over(line, made_so, method, facts, made) or _is_unbent(made_so, method, made):
                continue
            if line.working is None or not _is_stated(sheet, line.working, made_so, facts):
                claim = _told_of_part(sheet, line, made_so, method, made)
                if claim is not None:
                    yield claim
                    break


def _is_by_an_output(line: Subject) -> bool:
    """Whether a line says itself that it is the derivative by an output, `δ = ∂L/∂o`, and no more."""
    members = line.working.statement.members[1:] if line.working is not None else ()
    return any(
        isinstance(node, Name) and _BY_AN_OUTPUT.fullmatch(node.key) for node in (one.expr for one in members)
    )


def _is_given(line: Subject, made: Misdone, facts: Facts) -> bool:
    """Whether a line only says again what its name was given: the deviation “is γ = 1.5”."""
    working = line.working
    if working is None or not working.base or working.number.value in made.choice.values():
        return False
    above = facts.of_base(working.base, line.start)
    return any(fact.value == working.number.value and not fact.is_result for fact in above)


def _is_measured_otherwise(text: str, line: Subject, method: Method) -> bool:
    """Whether the unit behind a result is that of something else: bits times ln 2 are nats, not bits."""
    found = _UNIT.match(text, line.working.statement.span.end) if line.working is not None else None
    return found is not None and bool(method.not_of) and pattern(method.not_of).search(found[1]) is not None


def _is_summed(sheet: Sheet, line: Subject, made: Misdone) -> bool:
    """Whether a number put in is a sum that the page works out: the 6 of `(0+1)/6` behind `(2+1)/(3+3)`."""
    used = {value for value in made.choice.values() if isinstance(value, fmpq)}
    return any(
        (whole := first.value + second.value) in used and ({first.value, second.value} - {whole}) & used
        for statement in sheet.statements
        if statement.span.start < line.start
        for member in statement.members
        for node in walk(member.expr)
        if isinstance(node, Call) and node.op == "add" and len(node.args) == 2
        for first, second in [node.args]
        if isinstance(first, Number) and isinstance(second, Number)
    )


def _is_unbent(made: Misdone, method: Method, lines: Sequence[Working]) -> bool:
    """Whether an output to which a function should have been applied is a plain sum of products."""
    bent = [made.choice.get(key) for key, role in method.roles.items() if role.bent]
    return any(
        isinstance(one.formula.expr, Call) and one.number.value in bent and _is_linear(one.formula.expr)
        for one in lines
        if bent
    )


def _is_linear(formula: Expr) -> bool:
    """Whether nothing but sums and products of numbers is in a formula."""
    return all(node.op in _LINEAR for node in walk(formula) if isinstance(node, Call))


def _is_reached(text: str, line: Subject, made: Misdone, method: Method) -> bool:
    """Whether the right value stands further down, so that the line was a step on the way to it."""
    right = made.right
    if not isinstance(right, fmpq | arb):
        return False
    formula = maths(method.formula, frozenset(method.roles))
    is_step = _is_step(formula, made.variant)
    for found in _NUMBER.finditer(text, line.span.end, line.span.end + FURTHER):
        number = number_in(found[0].replace(",", ""))
        unit = unit_of(found[0])
        telling = number is not None and (abs(number) >= 100 * unit or (is_step and unit == 1))
        if telling and number is not None and is_near(right, number, FINE, unit / 2 if unit < 1 else fmpq(0)):
            return True
    return False


def _is_stated(sheet: Sheet, line: Working, made: Misdone, facts: Facts) -> bool:
    """Whether a line is right by a formula of the page, or may be, because not all of that is known."""
    formulas = [f for f in formulas_of(sheet.statements, facts) if f.index in ("", line.index)]
    mine = [formula for formula in formulas if formula.base == line.base or formula.inside]
    own = {member.span for member in line.statement.members}
    named = [f for f in mine if not f.inside and f.span not in own]
    if is_upheld(mine, line, facts):
        return True
    return any(values_of(f, line, facts) is None and not _gives(f, line, made, facts) for f in named)


def _gives(formula: Formula, line: Working, made: Misdone, facts: Facts) -> bool:
    """Whether a formula of the page gives the right value, with a number of the method for what it lacks."""
    known = [(name.key, known_of(name, formula, line, facts)) for name in formula.names]
    missing = [key for key, found in known if not found]
    numbers = [value for value in made.choice.values() if isinstance(value, fmpq)]
    if missing and missing[0].partition("_")[0] in _LABELS:
        numbers += [fmpq(0), fmpq(1)]  # an entry of a one-hot vector
    if len(missing) != 1 or not isinstance(made.right, fmpq | arb):
        return False
    values = {
        key: found or [Known(value, -9 - at) for at, value in enumerate(numbers)] for key, found in known
    }
    stated = scalar(line.formula.expr, {})
    worths = [scalar(formula.expr, choice, line.index) for choice in choices(values)]
    if stated is None or any(is_near(worth, stated, ROUGH) for worth in worths):
        return False
    return any(is_near(worth, made.right, ROUGH) for worth in worths)


def _is_about(method: Method, line: Subject) -> bool:
    """Whether a line says that it is made by a method."""
    if line.is_bare and not (line.is_telling and (method.bare or line.is_list)):
        return False
    if pattern(method.of).search(line.said) is None:
        return False
    forbidden = pattern(method.not_of) if method.not_of else None
    return forbidden is None or not any(forbidden.search(said) for said in (line.heading, line.own))


def _is_trivial(line: Subject) -> bool:
    """Whether a line has no number but nought and one, `e^0 = 1`, which many formulas come to."""
    return isinstance(line.expr, Call) and all(leaf.value in (0, 1) for leaf in leaves(line.expr))


def judged(method: Method, line: Subject, facts: Facts) -> Misdone | None:
    """The wrong recipe of a method that a line was made by."""
    filling = filled(method.roles, line, facts)
    if not filling.named or _is_trivial(line):
        return None
    right, slips, lost = _recipes(method)
    every = filling.loosely(method.roles)
    own = {key: found for key, found in every.items() if key in uses(right)}
    if holds(line, right, choices(own, line, loosely=True)):
        return None
    for slip in slips if line.expr is None else (*slips, *lost):
        if line.by_caption and _is_step(right, slip.variant):
            continue
        values = filling.strictly(method.roles, slip)
        made = misdone(line, right, [slip.variant], values, every) if values else None
        if made is None or _is_put_in(right, line, made, facts):
            continue
        if slip not in lost or not _stands_unsigned(line, slip, made, facts):
            return None if _is_also_right(method, line, every, made) else made
    return None


def _is_put_in(right: Expr, line: Subject, made: Misdone, facts: Facts) -> bool:
    """Whether a line has what a wrong recipe leaves out or turns: `1 + 1 - 1`, with a bias of -1.

    That of another layer may be 1, and -1 an entry of a list, or of a table.
    """
    kept = {part.key for part in summands(made.variant.formula) if isinstance(part, Name)}
    lost = [part.key for part in summands(right) if isinstance(part, Name) and part.key not in kept]
    terms = None if line.expr is None or not lost else terms_of(line.expr)
    alone = [term for term in terms or () if term.skeleton in ("#", "-#")]
    if not terms or not alone:
        return False
    put_in = [-term.slots[0].value if term.skeleton == "-#" else term.slots[0].value for term in alone]
    meant = {value for key in lost if isinstance(value := made.choice.get(key), fmpq)}
    if alone[-1] is terms[-1] and put_in[-1] in meant:
        return True
    turned = [value for value in put_in if -value in meant]
    above = (fact.value for fact in (facts[: facts.count_above(line.start)] if turned else ()))
    items = (item for value in above for item in (value.items if isinstance(value, Tensor) else (value,)))
    return any(item in turned for item in items if isinstance(item, fmpq))


def _stands_unsigned(line: Subject, lost: Contrast, made: Misdone, facts: Facts) -> bool:
    """Whether a number whose minus seems lost stands nearer without one, as another number of the page."""
    signed = {value for key in lost.changed if isinstance(value := made.choice.get(key), fmpq)}
    for fact in reversed(facts[: facts.count_above(line.start)]):
        if isinstance(fact.value, fmpq) and (fact.value in signed or -fact.value in signed):
            return fact.value not in signed
    return False


@cache
def _recipes(method: Method) -> tuple[Expr, tuple[Contrast, ...], tuple[Contrast, ...]]:
    """The right formula of a method, its wrong ones, and those in which a minus is lost."""
    names = frozenset(method.roles)
    right = maths(method.formula, names)
    slips = (Variant((one.rule,), maths(one.formula, names), one.says) for one in method.wrong)
    lost = (replace(one, fits=(SIGN,)) for one in lost_signs(right))
    first, second = (tuple(contrast(method.roles, right, one) for one in every) for every in (slips, lost))
    return right, first, second


def _is_step(right: Expr, variant: Variant) -> bool:
    """Whether a wrong recipe is a step on the way to the right result."""
    wrong = spelt(variant.formula)
    return any(spelt(node) == wrong for node in walk(right))


def _is_also_right(
    method: Method, line: Subject, values: Mapping[str, Sequence[Known]], made: Misdone
) -> bool:
    """Whether another formula that is right as well gives what the line has."""
    is_one_entry = line.is_list and not any(isinstance(value, Tensor) for value in made.choice.values())
    slack = CLOSE if is_one_entry else LOOSE
    others = [maths(formula, frozenset(method.roles)) for formula in method.also]
    if isinstance(line.expr, Call) and line.expr.op in ("mul", "times"):
        others = [other for other in others if not _is_number(other)]  # 1 · 3 is more than the 3 alone
    if not others:
        return False
    return any(holds(line, other, choices(values, line), slack) for other in others)


def _is_number(formula: Expr) -> bool:
    """Whether a formula is a number of the page as it stands, or without its sign."""
    inner = formula.args[0] if isinstance(formula, Call) and formula.op == "abs" else formula
    return isinstance(inner, Name)


def _told(sheet: Sheet, line: Subject, found: Misdone) -> Claim:
    shown = {key: show(value) for key, value in found.choice.items()}
    says = found.variant.says.format_map(shown)
    return sheet.claim(_place(sheet, line, found.right), found.variant.fits[0], says, found.right)


def _told_of_part(
    sheet: Sheet, line: Subject, made: Misdone, method: Method, lines: Sequence[Working]
) -> Claim | None:
    """A claim about a line, or about a later one that takes its result, a part of the whole, too seldom."""
    right, slips, _ = _recipes(method)
    whole = multiple_of(line, lines) if _is_step(right, made.variant) else None
    if whole is None:
        return None if is_part(line) else _told(sheet, line, made)
    taken = scalar(whole.formula.expr, {})
    ways = [slip.variant for slip in slips if scalar(slip.variant.formula, made.choice) == taken]
    return _told(sheet, subject(whole), replace(made, variant=ways[0])) if ways and is_whole(whole) else None


def _place(sheet: Sheet, line: Subject, right: Value) -> Span:
    """Where a line is wrong; of numbers that stand apart, the first that should be another."""
    if not isinstance(right, Tensor):
        return line.span
    written = [Span(*found.span()) for found in _NUMBER.finditer(sheet.text, *line.span)]
    places = line.places or (written if len(written) == len(line.numbers) == len(right.items) else ())
    triples = zip(line.numbers, right.items, places, strict=True) if places else ()
    off = [place for number, item, place in triples if not is_near(item, number.value, 200, number.unit)]
    return off[0] if off and (line.places or len(off) == 1) else line.span
