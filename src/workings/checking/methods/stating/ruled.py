"""Values after a step of an update rule of the page, held to the rule with what its names are there.

A value is called wrong where a common slip leads just to it, or where the values before it went by the rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import Stated
from workings.checking.comparing.parts import factors
from workings.checking.methods.pages.naming import leaves, signed_leaves
from workings.checking.methods.pages.rounds import Given, Rule, rounds_of
from workings.checking.methods.sheet import Sheet
from workings.evaluating import Function, evaluate
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, Number, call, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.resolving.steps import split_key
from workings.resolving.updates import RATES
from workings.value import Scalar, Tensor, Value

Names: TypeAlias = Mapping[str, Value | Function]
RULE = "formula/differs"
LONGEST_RULE = 60  # characters of a rule in a message
MOST_EARLIER = 6  # values of a name that may be meant as well
_OTHERWISE = regex(
    r"momentum|decay|regulari|\badam\b|nesterov|\bbatch|averag|\bmean\b|\binstead\b|\bclip|normali[sz]"
    r"|\bhalv|\bdoubl|\breduc|\bdecreas|\bincreas|\bsmaller\b|\blarger\b|\bdifferent\b|\banneal|\bschedul"
    r"|\bproject",
    re.I,
)
_SAMPLE = regex(
    r"\b(?:sample|example|pattern|instance|point|input|pair)s?\s*\(?#?\d"
    r"|\b(?:next|second|third|other) (?:sample|example|pattern|instance|point|input|pair)",
    re.I,
)
WANTS = ("renews",)


class Ledger:
    """The values that names have had so far, and where they got them."""

    def __init__(self) -> None:
        self.values: dict[str, list[tuple[int, Value]]] = {}

    def note(self, key: str, start: int, value: Value) -> None:
        self.values.setdefault(key, []).append((start, value))

    def last(self, key: str) -> tuple[int, Value] | None:
        return self.values[key][-1] if key in self.values else None

    def since(self, key: str, start: int) -> list[Value]:
        return [value for at, value in self.values.get(key, ()) if at > start]

    def value(self, key: str, at: str = "") -> Value | None:
        """The value that a name has now, or that of its entry, whichever was stated last."""
        whole, part = self.last(key), self.last(f"{key}_{at}") if at else None
        if whole is not None and at and isinstance(whole[1], Tensor):
            entry = int(at) - 1
            inside = 0 <= entry < len(whole[1].items)
            whole = (whole[0], whole[1].items[entry]) if inside else None
        if whole is None or part is None:
            return (whole or part or (0, None))[1]
        return max(whole, part, key=lambda one: one[0])[1]


@record(frozen=True, slots=True)
class Change:
    """A value that a rule gives: which rule, for which entry, and with what for its names."""

    rule: Rule
    at: str  # the entry, if it is one
    names: Names
    given: Given

    @property
    def own(self) -> str:
        """The name that is changed, as the rule has it."""
        return f"{self.rule.base}_{self.rule.letter}" if self.rule.letter else self.rule.base

    @property
    def old(self) -> Value:
        value = self.names[self.own]
        assert not isinstance(value, Function)
        return value


def claims_of_rules(sheet: Sheet) -> Iterator[Claim]:
    """The first value of every rule that it does not give."""
    found = rounds_of(sheet)
    ledger, rules = Ledger(), dict[str, Rule]()
    taken: dict[str, list[int]] = {}  # where each name was changed
    upheld: set[str] = set()
    refuted: set[str] = set()
    for one in found:
        if isinstance(one, Rule):
            rules[one.base] = one
            continue
        change = _change(sheet, one, rules, ledger, taken)
        if change is not None and change.rule.base not in refuted:
            claim = _judged(sheet, change, ledger, taken, upheld)
            if claim is not None:
                refuted.add(change.rule.base)
                yield claim
        if change is not None:
            key = change.rule.base if not change.at else f"{change.rule.base}_{change.at}"
            taken.setdefault(key, []).append(one.start)
            ledger.note(key, one.start, one.value)
        else:
            ledger.note(one.key, one.start, one.value)


def _change(
    sheet: Sheet, given: Given, rules: Mapping[str, Rule], ledger: Ledger, taken: Mapping[str, Sequence[int]]
) -> Change | None:
    """A stated value as what a rule gives, if it is meant as that and all names of the rule are known."""
    base, at = _entry(given.key, rules, ledger, taken)
    rule = rules.get(base)
    if rule is None or (rule.letter and not at):
        return None
    own = f"{base}_{rule.letter}" if rule.letter else base
    old = ledger.value(base, at)
    if old is None or isinstance(old, Tensor) != isinstance(given.value, Tensor):
        return None
    if (
        not given.new
        and not (given.shown is not None and _sets_out_from(given.shown, old, rule, own))
        and given.key == base
    ):
        return None  # said again
    names: dict[str, Value | Function] = {own: old}
    names |= {key: made for key, made in sheet.judge.scope.said.items() if isinstance(made, Function)}
    for key in {node.key for node in walk(rule.formula) if isinstance(node, Name)} - names.keys():
        stem = key.removesuffix(f"_{rule.letter}") if rule.letter else key
        value = ledger.value(stem, at if key != stem or _is_whole(ledger, stem) else "")
        if value is None and not rule.letter:
            value = ledger.value(f"{key}_{len(taken.get(base, ())) + 1}")  # g_2 is the g of the second step
        if value is None:
            return None
        names[key] = value
    if at and not rule.letter and not _goes_by_entries(ledger, rule, at):
        return None
    return Change(rule, at, names, given)


def _goes_by_entries(ledger: Ledger, rule: Rule, at: str) -> bool:
    """Whether w_1 is an entry of w, as x_1 is one of x, and not the first step of a sequence."""
    if ledger.last(f"{rule.base}_0") is not None:
        return False
    others = {node.key for node in walk(rule.formula) if isinstance(node, Name)} - {rule.base}
    whole = ledger.last(rule.base)
    return (whole is not None and isinstance(whole[1], Tensor)) or any(
        ledger.last(f"{key}_{at}") is not None for key in others
    )


def _is_whole(ledger: Ledger, key: str) -> bool:
    """Whether a name stands for a vector, known as such or by its entries."""
    last = ledger.last(key)
    return last is None or isinstance(last[1], Tensor)


def _entry(
    key: str, rules: Mapping[str, Rule], ledger: Ledger, taken: Mapping[str, Sequence[int]]
) -> tuple[str, str]:
    """The name that a rule changes and the number of its entry: w, 1 of w_1; b of b_1, the first new b."""
    step = split_key(key)
    if step is None or key in rules:
        return key, ""
    base, at = step[0].removesuffix("^()").removesuffix("^[]"), step[1]
    last = ledger.last(base)
    if base in rules and last is not None and not isinstance(last[1], Tensor):
        counted = at == len(taken.get(base, ())) + 1 and not rules[base].letter
        return (base, "") if counted else (key, "")
    return (base, str(at)) if base == step[0] else (key, "")


def _sets_out_from(shown: Expr, old: Value, rule: Rule, own: str) -> bool:
    """Whether a working has an old value where its rule has it, or begins with it."""
    before = [abs(item) for item in _items(old) if isinstance(item, fmpq)]
    named = [node.key if isinstance(node, Name) else "" for node in walk(rule.formula) if _is_leaf(node)]
    first = named.index(own) if own in named and len(before) == 1 else 0
    numbers = [abs(number.value) for number in leaves(shown)]
    return bool(before) and before in (numbers[: len(before)], numbers[first : first + len(before)])


def _is_leaf(node: Expr) -> bool:
    return isinstance(node, Name | Number)


def _judged(
    sheet: Sheet, change: Change, ledger: Ledger, taken: Mapping[str, Sequence[int]], upheld: set[str]
) -> Claim | None:
    given, rule = change.given, change.rule
    right = _worth(rule.formula, change.names)
    parts = _parted(rule.formula, change.own)
    moved = None if parts is None else _worth(parts[1], change.names)
    if right is None or (moved is not None and isinstance(moved, Tensor) != isinstance(right, Tensor)):
        return None
    if _agrees(given.stated, right):
        upheld.add(rule.base)
        return None
    if not _is_sure(sheet, change, ledger, taken) or _is_near(given.stated, right, change.old):
        return None
    slip = _slip(change)
    if rule.base not in upheld and (
        slip is None or given.implied or not (given.new or given.shown is not None or upheld)
    ):
        return None
    told = " ".join(sheet.judge.page.written[rule.span.start : rule.span.end].split())[:LONGEST_RULE]
    message = f"by the rule {told} it is {show(right)}{slip[1] if slip else ''}"
    return _claim(sheet, given, (slip[0],) if slip else (), message, show(right), rule)


def _claim(sheet: Sheet, given: Given, fits: tuple[str, ...], message: str, right: str, rule: Rule) -> Claim:
    from workings.checking.methods.telling import claim_at

    return claim_at(sheet.judge, given.span, RULE, fits, message, right, (rule.span,))


def _is_sure(sheet: Sheet, change: Change, ledger: Ledger, taken: Mapping[str, Sequence[int]]) -> bool:
    """Whether the names of a rule have the values that are meant, and nothing else is done here."""
    given, rule = change.given, change.rule
    text, start = sheet.judge.page.text, given.span.start
    if _OTHERWISE.search(text, rule.span.start, start):
        return False
    if rule.conditional and _is_same(given.value, change.old):
        return False
    key = f"{rule.base}_{change.at}" if change.at else rule.base
    before = [place for place in taken.get(key, ()) if place < start]
    opening = max(before[-1] if before else 0, given.row - 1 if given.row is not None else 0)
    if _may_be_earlier(change, ledger, opening):
        return False
    numbers = [abs(number.value) for number in leaves(given.shown)] if given.shown is not None else []
    samples = bool(before) and _SAMPLE.search(text, opening, start) is not None
    for name in change.names:
        stem = name.removesuffix(f"_{rule.letter}") if rule.letter else name
        if name == change.own or stem in RATES or isinstance(change.names[name], Function):
            continue
        fresh = ledger.since(stem, opening) + (
            ledger.since(f"{stem}_{change.at}", opening) if change.at else []
        )
        if len({str(one) for one in fresh}) > 1:
            return False
        first = rule.span.start if len(before) < 2 else before[-2]
        value = change.names[name]
        once = len(ledger.values.get(stem, ())) == 1 and isinstance(value, fmpq) and abs(value) in numbers
        moved = not once and any(first < place <= opening for place, _ in ledger.values.get(stem, ()))
        if before and not fresh and (samples or moved):
            return False
    return given.shown is None or _puts_in(given.shown, change)


def _puts_in(shown: Expr, change: Change) -> bool:
    """Whether the numbers of a line are those that the rule's names have, or parts of it come to.

    Where all that its names have is there, at least three numbers, one more is a factor too many.
    """
    known = [value for value in change.names.values() if isinstance(value, fmpq)]
    for node in walk(change.rule.formula):
        value = _worth(node, change.names) if isinstance(node, Call) else None
        known += [value] if isinstance(value, fmpq) else []
    sizes = {abs(value) for value in known} | {abs(value) for value in signed_leaves(change.rule.formula)}
    numbers = [abs(value) for value in signed_leaves(shown)]
    strange = [value for value in numbers if value not in sizes]
    own = [value for value in change.names.values() if isinstance(value, fmpq) and value not in (0, 1)]
    return not strange or (len(strange) == 1 and len(own) > 2 and all(abs(value) in numbers for value in own))


def _may_be_earlier(change: Change, ledger: Ledger, opening: int) -> bool:
    """Whether the rule gives the value with an earlier value of a name that has none in this round."""
    for name in change.names:
        if opening and name != change.own and ledger.since(name, opening - 1):
            continue
        for _, value in ledger.values.get(name, ())[-MOST_EARLIER:-1]:
            if type(value) is type(change.names[name]):
                other = _worth(change.rule.formula, {**change.names, name: value})
                if other is not None and _agrees(change.given.stated, other):
                    return True
    return False


def _worth(formula: Expr, names: Names) -> Value | None:
    return as_value(evaluate(formula, names))


def _items(value: Value) -> tuple[Scalar, ...]:
    return value.items if isinstance(value, Tensor) else (value,) if isinstance(value, fmpq | arb) else ()


def _agrees(stated: Sequence[Stated], value: Value) -> bool:
    """Whether stated numbers are a value to their digits, give or take a rounding on the way."""
    items = _items(value)
    return len(items) == len(stated) and all(
        bool(distance(item, one.value) < (fmpq(1, 1000) if one.integer else one.unit))
        for item, one in zip(items, stated, strict=True)
    )


def _is_near(stated: Sequence[Stated], right: Value, old: Value) -> bool:
    """Whether rounding on the way may explain a difference: a few units, or a small part of the change."""
    items, before = _items(right), _items(old)
    if len(items) != len(stated) or len(before) != len(items):
        return True
    for item, one, was in zip(items, stated, before, strict=True):
        off, change = distance(item, one.value), distance(item, was)
        exact = isinstance(item, fmpq) and (item / one.unit).q == 1
        if exact and bool(off >= one.unit) and bool(off * 20 > change):
            return False
        if bool(off > (0 if one.integer else 3 * one.unit)) and bool(off * 50 > change):
            return False
    return True


def _is_same(value: Value, old: Value) -> bool:
    return [str(item) for item in _items(value)] == [str(item) for item in _items(old)]


def _slip(change: Change) -> tuple[str, str] | None:
    """The common slip that gives just what is stated, and its words."""
    parts = _parted(change.rule.formula, change.own)
    if parts is None:
        return None
    sign, rest = parts
    turned = call("sub" if sign == "add" else "add", Name(rest.span, change.own, change.own), rest)
    if _gives(change, turned):
        done, asked = ("taken away", "added") if sign == "add" else ("added", "taken away")
        return "slip/sign", f": the change is {asked}, and here it is {done}"
    for factor in factors(rest):
        less = _without(rest, factor)
        if less is not None and _gives(change, call(sign, Name(rest.span, change.own, change.own), less)):
            return "slip/dropped-factor", ": one factor of the change is left out"
    return None


def _gives(change: Change, formula: Expr) -> bool:
    value = _worth(formula, change.names)
    return value is not None and _agrees(change.given.stated, value)


def _parted(formula: Expr, own: str) -> tuple[str, Expr] | None:
    """The sign and the change of a rule: X + change, X − change."""
    match formula:
        case Call(op="add" | "sub" as sign, args=(Name(key=key), rest)) if key == own:
            return sign, rest
        case _:
            return None


def _without(expr: Expr, factor: Expr) -> Expr | None:
    """A product without one of its factors; None where nothing is left."""
    left = [one for one in factors(expr) if one is not factor]
    if not left or len(left) == len(factors(expr)):
        return None
    product = left[0]
    for one in left[1:]:
        product = call("mul", product, one)
    return product
