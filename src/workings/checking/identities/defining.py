"""Definitions of operations by their entries, as authors write them: `softmax(z_i) = e^{z_i} / Σ_j e^{z_j}`.

They are run on a few lists of shares, so that the bounds of sums, n and the statistics of the argument, which
are free in such a formula, have the meaning that everybody gives them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from flint import fmpq

from workings.checking.comparing.agreeing import values_agree
from workings.checking.comparing.comparison import Comparison
from workings.evaluating import How, evaluate
from workings.expr import Call, Expr, Fold, Index, Name, call, name, number, walk
from workings.finding import Verdict
from workings.resolving.opening import put_in
from workings.resolving.scope import as_value
from workings.value import Tensor, Value

LENGTH = 3
_LISTS = ((5, 2, 3), (1, 6, 3), (4, 5, 1), (2, 7, 1))  # of tenths: each argument takes the next one
_COUNTS = frozenset("n N m M K C T d D".split())
_NOUGHT = frozenset({"ε", "ϵ", "epsilon", "eps"})
_STATISTICS = {"μ": "mean", "σ": "std"}


def as_usual(left: Call, right: Expr, how: How) -> Comparison | None:
    """RIGHT if a definition gives what its operation gives on all lists that are tried, else None."""
    args = [arg for arg in left.args if isinstance(arg, Name)]
    letters = sorted(_letters(left, right))
    whole = put_in(left, {arg.key: name(_base(arg)) for arg in args})
    tried = 0
    for turn in range(len(_LISTS)):
        values = _values(args, right, turn, how)
        for places in product(range(1, LENGTH + 1), repeat=len(letters)):
            entry = Index(left.span, whole, tuple(number(at - 1) for at in places)) if places else whole
            here = {**values, **{letter: fmpq(at) for letter, at in zip(letters, places, strict=True)}}
            first, second = (as_value(evaluate(side, here, how)) for side in (entry, right))
            if not values_agree(first, second):
                return None
            tried += 1
    return Comparison(Verdict.RIGHT, reason=f"both sides agree at {tried} points")


def _base(arg: Name) -> str:
    return arg.base if arg.index else arg.key


def _letters(left: Expr, right: Expr) -> set[str]:
    """The letters of the entry that is meant, which no sum runs over."""
    nodes = [*walk(left), *walk(right)]
    bound = {node.variable for node in nodes if isinstance(node, Fold)}
    indices = [index for node in nodes if isinstance(node, Name) for index in node.index]
    return {part.key for index in indices for part in walk(index) if isinstance(part, Name)} - bound


def _list(at: int, rank: int) -> Tensor:
    """A list of shares, or the rows of a matrix of them."""
    rows = [_LISTS[(at + row) % len(_LISTS)] for row in range(LENGTH if rank > 1 else 1)]
    return Tensor((LENGTH,) * rank, tuple(fmpq(tenth, 10) for row in rows for tenth in row))


def _values(args: list[Name], right: Expr, turn: int, how: How) -> dict[str, Value]:
    """The arguments as lists of shares, and what else a formula of them speaks of."""
    indexed = {node.base: len(node.index) for node in walk(right) if isinstance(node, Name) and node.index}
    bases = [_base(arg) for arg in args]
    values: dict[str, Value] = {
        base: _list(turn + at, min(max(indexed.get(base, 1), len(args[at].index)), 2))
        for at, base in enumerate(bases)
    }
    free = {node.key for node in walk(right) if isinstance(node, Name)} - values.keys()
    bounds = {
        node.key
        for fold in walk(right)
        if isinstance(fold, Fold) and fold.upper is not None
        for node in walk(fold.upper)
        if isinstance(node, Name)
    }
    values.update({key: fmpq(LENGTH) for key in free & (_COUNTS | bounds)})
    values.update({key: fmpq(0) for key in free & _NOUGHT})
    values.update(_statistics(free, bases, values, how))
    return values


def _statistics(
    free: set[str], bases: list[str], values: Mapping[str, Value], how: How
) -> Iterator[tuple[str, Value]]:
    """μ and σ of the only argument."""
    for key in sorted(free & _STATISTICS.keys()) if len(bases) == 1 else ():
        value = as_value(evaluate(call(_STATISTICS[key], name(bases[0])), values, replace(how, sample=False)))
        if value is not None:
            yield key, value
