"""line/rewritten: an equation is written again right below with a part worked out, and that is another value.

`V(s) = 2.1 + 0.7 · 10 + γ V(s')` and below it `V(s) = 8.1 + γ V(s')`: what both have in letters is the same,
so that the numbers have to be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from flint import arb, fmpq

from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.checking.comparing.parts import TIMES, operands, terms
from workings.checking.deriving.leading import Lead, lead
from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.checking.wording import because_of, claim_about, shortened
from workings.document import Statement
from workings.evaluating import How
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Fold, Hole, Name, alike, call
from workings.finding import Claim, Verdict
from workings.resolving.quantity import Quantity
from workings.resolving.scope import as_value
from workings.resolving.traits import is_plain, names_in
from workings.value import Scalar, Tensor

RULE = "line/rewritten"
DESCRIPTION = Description(
    "an equation is written again with a part worked out, and that is another value",
    wrong="$V(s) = 2.1 + 0.7 \\cdot 10 + \\gamma V(t)$\n\n$V(s) = 8.1 + \\gamma V(t)$",
    right="$V(s) = 2.1 + 0.7 \\cdot 10 + \\gamma V(t)$\n\n$V(s) = 9.1 + \\gamma V(t)$",
    why="A part is worked out in the head while the rest is copied.",
)
FARTHEST = 2  # a part of the value: a number that is farther off may be of another case
_PLAIN = How()
_SIGNS = TIMES | {"add", "sub", "neg", "pow", "matmul", "hadamard", "dot"}
_BELOW = (Lead.SAID, Lead.BESIDE)


def find(judge: Judge, statements: Sequence[Statement]) -> list[Claim]:
    """A claim for every equation that is written again with one part worked out."""
    found = (_judged(judge, above, below) for above, below in pairwise(statements))
    return [claim for claim in found if claim is not None]


def _judged(judge: Judge, above: Statement, below: Statement) -> Claim | None:
    old, new = above.members[-1], below.members[-1] if len(below.members) < 2 else below.members[1]
    if not _is_written_again(judge.page.text, above, below) or any(
        claim.span.start < new.span.end and new.span.start < claim.span.end for claim in judge.told
    ):
        return None
    changed = _changed(old.expr, new.expr)
    worked = [pair for pair in changed or () if not is_literal(pair[0]) and is_literal(pair[1])]
    if changed is None or len(changed) != 1 or len(worked) != 1 or worked[0][0] is old.expr:
        return None
    if isinstance(above.members[0].expr, Name) and is_plain(old.expr):
        return None  # h = tanh(0.5 + 0.2), and then that of another case
    first, second = (Quantity(part, {}, _PLAIN) for part in worked[0])
    if not first.is_known or not second.is_known:
        return None
    if compare(second, first, new.is_approximate).is_sound:
        return replace(claim_about(judge.page, new.span, Verdict.RIGHT), kind="symbolic")
    value = as_value(first.value)
    if value is None or not _are_near(value, as_value(second.value)):
        return None
    shown = shortened(judge.page.written[worked[0][0].span.start : worked[0][0].span.end])
    message = f"{shown} of the line above is {show(value)}"
    because = (because_of(judge.page, above.span),)
    place = worked[0][1].span
    return claim_about(judge.page, place, Verdict.WRONG, RULE, message, show(value), because=because)


def _is_written_again(text: str, above: Statement, below: Statement) -> bool:
    """Whether a statement has the left side of the one right above it, and is no step of an update."""
    head, again = above.members[0].expr, below.members[0].expr
    if above.offered or below.offered or above.hypothesis or below.hypothesis or below.conditional:
        return False
    if len(above.members) < 2 or len(below.members) < 2 or not alike(head, again) or is_plain(head):
        return False
    if above.members[-1].sign != "=" or below.members[1].sign != "=":
        return False
    if isinstance(head, Name) and head.key in names_in(below.members[1].expr):
        return False
    return lead("", text[above.span.end : below.span.start]) in _BELOW


def _changed(old: Expr, new: Expr) -> list[tuple[Expr, Expr]] | None:
    """The parts without letters in which two expressions differ; None where they differ in more."""
    match old, new:
        case _ if alike(old, new):
            return []
        case Call(), Call() if old.op == new.op and len(old.args) == len(new.args):
            odd = [pair for pair in zip(old.args, new.args, strict=True) if not alike(*pair)]
            if old.op not in _SIGNS or len(odd) == 1:
                return _joined([_changed(*pair) for pair in odd])
            return _of_parts(old, new)
        case Fold(), Fold() if (old.kind, old.variable) == (new.kind, new.variable):
            same = _is_same_range(old.lower, new.lower) and _is_same_range(old.upper, new.upper)
            return _changed(old.body, new.body) if same else None
        case _:
            return _of_parts(old, new)


def _of_parts(old: Expr, new: Expr) -> list[tuple[Expr, Expr]] | None:
    """The same of sums and products, of which the numbers may have been put together."""
    if is_plain(old) and is_plain(new):
        return [(old, new)]
    if isinstance(old, Call) and old.op in ("add", "sub"):
        return _of_sums(old, new)
    return _of_products(old, new) if isinstance(old, Call) and old.op in TIMES else None


def _is_same_range(old: Expr | None, new: Expr | None) -> bool:
    if old is None or new is None:
        return old is new
    return alike(old, new) or (isinstance(old, Hole) and isinstance(new, Hole) and old.text == new.text)


def _of_sums(old: Expr, new: Expr) -> list[tuple[Expr, Expr]] | None:
    """The same of sums: the terms with letters one by one, and the numbers put together."""
    lettered = [[(s, part) for s, part in terms(side) if not is_plain(part)] for side in (old, new)]
    if [sign for sign, _ in lettered[0]] != [sign for sign, _ in lettered[1]]:
        return None
    pairs = [_changed(a, b) for (_, a), (_, b) in zip(*lettered, strict=True)]
    numbers = [[(s, part) for s, part in terms(side) if is_plain(part)] for side in (old, new)]
    if not all(numbers):
        return _joined(pairs) if not any(numbers) else None
    first, second = (_added(side) for side in numbers)
    return _joined([*pairs, [] if alike(first, second) else [(first, second)]])


def _of_products(old: Expr, new: Expr) -> list[tuple[Expr, Expr]] | None:
    """The same of products; a factor may be left that is worked out."""
    factors = [operands(side, TIMES) for side in (old, new)]
    lettered = [[part for part in side if not is_plain(part)] for side in factors]
    numbers = [[part for part in side if is_plain(part)] for side in factors]
    if len(lettered[0]) != len(lettered[1]):
        return None
    pairs = [_changed(*pair) for pair in zip(*lettered, strict=True)]
    if not all(numbers):
        return _joined(pairs) if not any(numbers) else None
    first, second = (_multiplied(side) for side in numbers)
    return _joined([*pairs, [] if alike(first, second) else [(first, second)]])


def _added(signed: Sequence[tuple[int, Expr]]) -> Expr:
    parts = [part if sign > 0 else call("neg", part) for sign, part in signed]
    made = parts[0]
    for part in parts[1:]:
        made = Call(made.span.cover(part.span), "add", (made, part))
    return made


def _multiplied(parts: Sequence[Expr]) -> Expr:
    made = parts[0]
    for part in parts[1:]:
        made = Call(made.span.cover(part.span), "mul", (made, part))
    return made


def _joined(found: Sequence[list[tuple[Expr, Expr]] | None]) -> list[tuple[Expr, Expr]] | None:
    return None if any(one is None for one in found) else [pair for one in found for pair in one or ()]


def _are_near(first: object, second: object) -> bool:
    """Whether every number is near the one in its place, as a slip leaves it."""
    one, other = _items(first), _items(second)
    near = (bool(FARTHEST * abs(arb(a) - arb(b)) <= abs(arb(a))) for a, b in zip(one, other, strict=False))
    return len(one) == len(other) and all(near)


def _items(value: object) -> tuple[Scalar, ...]:
    if isinstance(value, Tensor):
        return value.items
    return (value,) if isinstance(value, fmpq | arb) else ()
