"""Numbers put in for names: `w·x = 2·3` gives names their values, or is a copy that can go wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from flint import fmpq

from workings.checking.chain import Chain, Link
from workings.checking.comparing import compare
from workings.checking.comparing.agreeing import values_agree
from workings.checking.comparing.aligning import is_literal, pairs, substitutions
from workings.checking.comparing.comparison import Comparison, undecided
from workings.checking.comparing.miscopying import last_place, misread
from workings.checking.linking.factoring import factors_put_in
from workings.checking.linking.strange import are_exchanged, is_new_value, is_slip_of_pen
from workings.checking.linking.taken import (
    LEAST_DIGITS,
    digits_of,
    is_another_entry,
    is_of_a_sibling,
    is_of_another,
    is_result_of_another,
)
from workings.checking.outcome import Outcome
from workings.evaluating.naming import entry_at
from workings.evaluating.rendering import show
from workings.expr import NOWHERE, Array, Call, Expr, Name, Number, number, swapped, walk
from workings.finding import Verdict, spot
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Binding, Scope, as_value
from workings.resolving.traits import has_holes, is_plain, names_in
from workings.source import Page
from workings.value import Tensor, Value, squeezed

_OTHERS = regex(
    r"\b(?:second|third|other|another|next|new|now|instead|after|later|updat\w*|different|steps?|epochs?"
    r"|examples?|samples?|iterations?|suppose|if|for|with|at|case)\b",
    re.I,
)  # words by which a name may have got another value
_MISCOPIED = "other numbers are put in than the names stand for"


def adopt_entries(scope: Scope, chain: Chain) -> None:
    """A formula with `w_2` in it, where only the vector W was given: its entries get their values."""
    before = chain.links[-1]
    missing = set(before.printed.missing)
    for name in walk(before.expr):
        if isinstance(name, Name) and name.key in missing:
            entry = _entry_of_capital(scope, name)
            if entry is None:
                return
            scope.bind(name.key, entry)
            missing.discard(name.key)
    if not missing:
        before.printed, before.unrounded = scope.quantities(before.expr, before.printed.how)
        chain.known += [before] if before.is_known else []


def introduce(scope: Scope, outcome: Outcome, chain: Chain, link: Link) -> None:
    """Names without a value get the literal that stands in their place in the next member."""
    before = chain.links[-1]
    if has_holes(link.expr):
        return
    anew = before.is_known
    missing = set(before.printed.missing)
    new: dict[str, Binding] = {}
    put_in: dict[str, Value] = {}
    for name, literal in substitutions(before.expr, link.expr):
        value = as_value(Quantity(literal, {}, link.printed.how).value)
        if value is None:
            continue
        if name.key in missing or _is_another(scope, name.key, value) or _is_new(scope, name.key):
            put_in[name.key] = value
            binding = Binding.of_literal(value, literal.span, scope.section, confirmed=link.is_known)
            new[name.key] = replace(binding, put_in=True)
    if missing - new.keys() or not new or (anew and new.keys() != names_in(before.expr)):
        return
    printed = Quantity(before.expr, scope.said | put_in, link.printed.how)
    if _recurs(before.expr, new) and not compare(link.printed, printed, approximate=True).is_sound:
        return  # h (1 - h) = 0.6 · 0.24 has something else in the place of h
    before.printed = printed
    before.unrounded = Quantity(before.expr, scope.given | put_in, link.printed.how)
    outcome.bindings.extend(new.items())
    if before.is_known:
        chain.known[:] = [before] if anew else [*chain.known, before]


def _entry_of_capital(scope: Scope, name: Name) -> Binding | None:
    """`w_2` as an entry of the vector W, and `w_{22}` of the matrix W, if it is the same when transposed."""
    whole = scope.bindings.get(name.base[:1].upper() + name.base[1:]) if name.base[:1].islower() else None
    if whole is None or whole.derived or not isinstance(whole.said, Tensor):
        return None
    if f"{name.base}_0" in scope.bindings:
        return None  # counted from nought
    shape = squeezed(whole.said.shape)
    written = "".join(part.text for part in name.index if isinstance(part, Number))
    at = tuple(map(int, written if len(shape) > 1 else (written or "0",)))
    entry, turned = (
        entry_at(whole.said, place) if len(at) == len(shape) else None for place in (at, at[::-1])
    )
    if entry is None or entry != turned:
        return None
    return Binding.of_literal(entry, whole.span, whole.section)


def _recurs(expr: Expr, names: Mapping[str, Binding]) -> bool:
    """Whether a name stands in an expression more than once."""
    keys = [node.key for node in walk(expr) if isinstance(node, Name) and node.key in names]
    return len(set(keys)) < len(keys)


def _is_new(scope: Scope, key: str) -> bool:
    """Whether nobody gave a name a value but by putting a number in for it, so that another may follow."""
    binding = scope.bindings.get(key)
    return binding is not None and binding.put_in and isinstance(binding.said, fmpq)


def _is_another(scope: Scope, key: str, value: Value) -> bool:
    """Whether a tensor of another shape is put in for a name, which then means something new here."""
    known = scope.said.get(key)
    if not isinstance(known, Tensor) or not isinstance(value, Tensor):
        return False
    return sorted(known.shape) != sorted(value.shape) or (known.shape != value.shape and not known.loose)


def miscopied(scope: Scope, outcome: Outcome, before: Link, link: Link) -> Comparison | None:
    """What follows from numbers that differ from the names they are put in for; None if none does.

    A number that agrees with its name in part, or one among several that agree, is a wrong copy;
    any other may be meant for another thing of the same name.
    """
    agree, differ = 0, []
    words: list[str] = []
    keys: list[str] = []
    digits = 0  # of the number that differs
    put_in_for = substitutions(before.expr, link.expr)
    if (aligned := factors_put_in(scope.said, before, link)) is not None:
        put_in_for = [(part, literal) for part, literal in aligned if isinstance(part, Name)]
        agree = len(aligned) - len(put_in_for)  # products of several names that are right
    for name, literal in put_in_for:
        binding = scope.bindings.get(name.key)
        put_in = as_value(Quantity(literal, {}, link.printed.how).value)
        if binding is None and put_in is not None and name.index:  # of a vector that has a value
            agree += values_agree(put_in, as_value(Quantity(name, scope.said, link.printed.how).value))
        if binding is None or put_in is None or (name is before.expr and before.certain):
            continue
        if binding.confirmed and _is_of_transpose(before.expr, binding, link, put_in):
            continue  # W^T = … says what the transpose is
        known = (as_value(binding.said), as_value(binding.given))
        rounded = any(_is_rounded(literal, value, link) for value in known if isinstance(value, Tensor))
        if rounded or any(values_agree(put_in, value) for value in known):
            agree += 1
        else:
            differ.append((binding, put_in))
            keys.append(name.key)
            digits = digits_of(literal)
            words.append(_difference(name.key, binding, put_in))
            if not binding.confirmed:
                _recopied(outcome, name, binding, literal, put_in)
    if not differ:
        return None
    kept = _kept(scope, before, link) if len(differ) == 1 else []
    sure = agree or sum(digits_of(literal) >= LEAST_DIGITS for _, literal in kept)
    if aligned is None and agree:
        agree += len(kept)  # h² = 0.09 is as good a sign of what is put in as a name
    if any(is_new_value(scope, key, put_in) for key, (_, put_in) in zip(keys, differ, strict=True)):
        return undecided(_MISCOPIED)
    if all(binding.confirmed for binding, _ in differ) and (
        outcome.chain.links[0].certain
        or any(is_near(binding, put_in) for binding, put_in in differ)
        or (len(differ) == 1 and agree >= 2 and differ[0][0].section == scope.section)
        or (len(differ) == 1 and agree >= 2 and is_of_a_sibling(scope, *differ[0]))
        or (len(differ) == 1 and agree >= 1 and is_result_of_another(scope, *differ[0], agree < 2))
        or (len(differ) == 1 and agree >= 1 and _has_swapped_digits(*differ[0]))
        or (len(differ) == 1 and agree + len(kept) >= 1 and _is_turned(*differ[0]))
        or (len(differ) == 1 and any(keys[0] in names_in(part) for part, _ in kept))
        or (len(differ) == 1 and agree >= 1 and is_another_entry(scope, *differ[0]))
        or (len(differ) == 1 and sure and is_of_another(scope, *differ[0], keys[0], digits + sure))
        or are_exchanged(scope.section, differ)
        or all(pair == differ[0] and _has_another_digit(scope, outcome, link, *pair) for pair in differ)
    ):
        return Comparison(Verdict.WRONG, reason=", ".join([*dict.fromkeys(words)][:2]), rule="copy/differs")
    return copied_amiss(scope, outcome.page, before, link) or undecided(_MISCOPIED)


def _is_of_transpose(expr: Expr, binding: Binding, link: Link, turned: Value) -> bool:
    """Whether the transpose of a name stands alone, before most of its entries, turned or not."""
    if not isinstance(expr, Call) or expr.op != "transpose" or not isinstance(expr.args[0], Name):
        return False
    stated = as_value(link.printed.value)
    return is_near(binding, turned) or (stated is not None and is_near(binding, stated))


def _is_rounded(literal: Expr, value: Value, link: Link) -> bool:
    """Whether a list is written with fewer digits than it has."""
    how = link.printed.how
    whole = Quantity(Name(NOWHERE, "it", "it"), {"it": value}, how)
    return compare(Quantity(literal, {}, how), whole, approximate=True).is_sound


def all_put_in(scope: Scope, before: Link, link: Link) -> bool:
    """Whether a formula's numbers are those its names stand for, each of them, so that they mean the same."""
    if is_literal(link.expr) or not is_plain(link.expr):
        return False
    numbers = {abs(node.value) for node in walk(link.expr) if isinstance(node, Number)}
    known = [scope.said.get(key) for key in names_in(before.source) if key in scope.bindings]
    return len(known) > 1 and all(isinstance(value, fmpq) and abs(value) in numbers for value in known)


def entries_put_in(scope: Scope, before: Link, link: Link) -> bool:
    """Whether an entry of `o = h W + b` comes from numbers of h, W and b alone, and enough of them."""
    if is_literal(link.expr) or not is_plain(link.expr) or not isinstance(before.expr, Name):
        return False
    formula, entry = scope.unfold(before.expr)
    behind = [node for node in walk(formula) if isinstance(node, Name)]
    values = [as_value(Quantity(node, scope.said, link.printed.how).value) for node in behind]
    items = [item for value in values if isinstance(value, Tensor) for item in value.items]
    known = {abs(item) for item in items if isinstance(item, fmpq)}
    numbers = [abs(node.value) for node in walk(link.expr) if isinstance(node, Number)]
    telling = {value for value in numbers if value not in (0, 1)}
    return entry is not None and len(numbers) > 3 and len(telling) > 2 and known.issuperset(numbers)


def _has_swapped_digits(binding: Binding, put_in: Value) -> bool:
    """Whether a result was copied with two neighbouring digits in each other's place."""
    known = binding.said
    if not binding.derived or not isinstance(known, fmpq) or not isinstance(put_in, fmpq):
        return False
    return misread(known, put_in, last_place(known, put_in)) == "slip/digits-swapped"


def _has_another_digit(scope: Scope, outcome: Outcome, link: Link, binding: Binding, put_in: Value) -> bool:
    """Whether a number of many digits was put in with one other digit, not the last, for no reason."""
    known = binding.said
    if not isinstance(known, fmpq) or not isinstance(put_in, fmpq) or binding.section != scope.section:
        return False
    unit = last_place(known, put_in)
    if binding.times > 1 or abs(known - put_in) < 10 * unit or len(str((known / unit).p)) <= LEAST_DIGITS:
        return False
    if _OTHERS.search(outcome.page.text, binding.span.end, max(binding.span.end, link.member.span.start)):
        return False
    elsewhere = any(values_agree(put_in, as_value(other.said)) for other in scope.bindings.values())
    return misread(known, put_in, unit) == "slip/copied-digit" and not elsewhere


def copied_amiss(scope: Scope, page: Page, before: Link, link: Link) -> Comparison | None:
    """What is said of a number put in with a slip of the pen, if nothing else keeps a line from holding."""
    names = {node.key for node in walk(before.expr) if isinstance(node, Name)}
    if len(names) < 2 or not is_plain(link.expr):
        return None
    off: list[tuple[Name, Number, fmpq, fmpq]] = []
    for name, literal in substitutions(before.expr, link.expr):
        binding = scope.bindings.get(name.key)
        put_in = Quantity(literal, {}, link.printed.how).value
        written = literal.args[0] if isinstance(literal, Call) else literal
        if binding is None or put_in in (binding.said, binding.given):
            continue
        known = binding.said
        if not (isinstance(known, fmpq) and isinstance(put_in, fmpq) and isinstance(written, Number)):
            return None
        if binding.times > 1 and scope.exercises.get(binding.section) != scope.exercises.get(scope.section):
            return None
        if not binding.confirmed or not is_slip_of_pen(page, binding, put_in, written):
            return None
        off.append((name, written, known, put_in))
    if len(off) != 1:
        return None
    name, written, known, put_in = off[0]
    sign = -1 if put_in == -written.value else 1
    mended = Quantity(swapped(link.expr, written, number(sign * known)), {}, link.printed.how)
    if not compare(mended, before.printed, approximate=True).is_sound:
        return None
    reason = f"{name.key} is {show(known)}, put in as {show(put_in)}"
    return Comparison(Verdict.WRONG, reason=reason, rule="copy/differs")


def _kept(scope: Scope, before: Link, link: Link) -> list[tuple[Expr, Expr]]:
    """The products and the like that were put in with just the value they have."""
    kept: list[tuple[Expr, Expr]] = []
    for part, literal in pairs(before.expr, link.expr):
        if isinstance(part, Name | Number) or not is_literal(literal):
            continue
        value = as_value(Quantity(part, scope.said, link.printed.how).value)
        put_in = as_value(Quantity(literal, {}, link.printed.how).value)
        if value is not None and put_in is not None and values_agree(put_in, value):
            kept.append((part, literal))
    return kept


def _is_turned(binding: Binding, put_in: Value) -> bool:
    """Whether a given was put in with its sign lost, or its entries in another order."""
    known = as_value(binding.said if binding.said is not None else binding.given)
    if isinstance(known, fmpq) and isinstance(put_in, fmpq):
        return known == -put_in
    if not isinstance(known, Tensor) or not isinstance(put_in, Tensor):
        return False
    return _in_order(known) == _in_order(put_in) is not None


def _in_order(value: Tensor) -> list[fmpq] | None:
    """The entries of a tensor from the least to the largest; None if they are not exact."""
    exact = [item for item in value.items if isinstance(item, fmpq)]
    return sorted(exact) if len(exact) == len(value.items) else None


def _difference(key: str, binding: Binding, put_in: Value) -> str:
    """Which number of a name was put in otherwise."""
    known = as_value(binding.said if binding.said is not None else binding.given)
    if isinstance(known, Tensor) and isinstance(put_in, Tensor) and len(known.items) == len(put_in.items):
        at = next(n for n, (a, b) in enumerate(zip(known.items, put_in.items, strict=True)) if a != b)
        flat = len(known.shape) != 2 or 1 in known.shape
        index = (at,) if flat else divmod(at, known.shape[1])
        return f"{spot(index)} of {key} is {show(known.items[at])}, put in as {show(put_in.items[at])}"
    if known is None:
        return f"{key} is something else"
    return f"{key} is {show(known)}, put in as {show(put_in)}"


def _recopied(outcome: Outcome, name: Name, binding: Binding, literal: Expr, put_in: Value) -> None:
    """The same matrix copied in two ways: the copy whose product could not be computed is in doubt."""
    new = replace(binding, said=put_in, given=put_in, span=literal.span, confirmed=True)
    outcome.bindings.append((name.key, new))
    if is_near(binding, put_in):
        outcome.say_doubtful_copy(name.key, binding.span, literal.span)


def is_near(binding: Binding, put_in: Value) -> bool:
    """Whether a tensor shares most of its entries with the one its name stands for."""
    known = binding.said if binding.said is not None else binding.given
    if (
        not isinstance(known, Tensor)
        or not isinstance(put_in, Tensor)
        or len(known.items) != len(put_in.items)
    ):
        return False
    equal = sum(bool(a == b) for a, b in zip(known.items, put_in.items, strict=True))
    return equal * 2 >= len(known.items) and equal > 0


def keeps_a_vector(before: Expr, after: Expr) -> bool:
    """`A v = 3 v` with v written out on both sides: nothing was put in for A."""
    literals = [node for node in walk(before) if isinstance(node, Array)]
    kept = [node for node in walk(after) if isinstance(node, Array)]
    return any(_entries(a) == _entries(b) for a in literals for b in kept)


def _entries(array: Array) -> list[str]:
    return [node.text for node in walk(array) if isinstance(node, Number)]
