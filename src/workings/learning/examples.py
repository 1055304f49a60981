"""Losses over all examples, 1/N Σ_i (f(x_i) − y_i)²: a module gives that of one, training takes the mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from workings.expr import PRODUCTS, Alt, Call, Expr, Fold, Name, Number, mapped, walk
from workings.expr import number as numeral
from workings.learning.declaring import CannotRunError, Shape
from workings.learning.products import chained, factors
from workings.regex import regex
from workings.resolving.recurrences import recurrences_of
from workings.resolving.scope import Scope

_RAISED = regex(r"(?P<base>.+)\^\((?P<letter>[^\W\d_])\)")


def example_letter(
    formulas: Iterable[Expr],
    inputs: Sequence[str],
    declared: Mapping[str, Shape],
    by_example: Mapping[str, tuple[str, Shape]],
    scope: Scope,
) -> str | None:
    """The letter that counts examples: a sum over it goes over inputs that have no such axis.

    It is no letter of a recurrence, in which one depends on another.
    """
    patterns = scope.formulas.patterns
    timed = {patterns[s].variable for found in recurrences_of(patterns) for s in found.sequences}
    for formula in formulas:
        for fold in walk(formula):
            if not isinstance(fold, Fold) or fold.kind != "sum" or fold.variable in (None, "", *timed):
                continue
            if fold.upper is None or _is_time(fold):
                continue
            asked = [base for base in _bases(fold.body, fold.variable or "") if base in inputs]
            if not asked:
                continue
            is_single = any(base in by_example or not declared.get(base, ()) for base in asked)
            if is_single or (_is_open(fold, declared, scope) and _is_shared(formula, fold)):
                return fold.variable
    return None


def _is_time(fold: Fold) -> bool:
    """Whether a sum goes over steps: Σ_{t=1}^{T}."""
    return fold.variable == "t" or (isinstance(fold.upper, Name) and fold.upper.key == "T")


def _is_open(fold: Fold, declared: Mapping[str, Shape], scope: Scope) -> bool:
    """Whether a sum goes to a number that nobody gives, and that nothing is as long as."""
    end = fold.upper
    return (
        isinstance(end, Name)
        and end.key not in scope.given
        and not any(end.key in shape for shape in declared.values())
    )


def _is_shared(formula: Expr, fold: Fold) -> bool:
    """Whether something is divided by the number of terms."""
    return any(
        isinstance(node, Call)
        and node.op == "div"
        and any(_same(part, fold.upper) for part in factors(node.args[1]))
        for node in walk(formula)
    )


def declared_by_example(names: Iterable[str], declared: Mapping[str, Shape]) -> dict[str, tuple[str, Shape]]:
    """The inputs that are declared for one example, x_i ∈ ℝ^d or x^{(i)} ∈ ℝ^d: the letter and the size."""
    found: dict[str, tuple[str, Shape]] = {}
    for name in names:
        for key, shape in declared.items():
            raised = _RAISED.fullmatch(key)
            letter = (
                raised["letter"]
                if raised is not None and raised["base"] == name
                else key.removeprefix(f"{name}_")
            )
            if letter != key and len(letter) == 1 and letter.isalpha():
                found.setdefault(name, (letter, shape))
    return found


def _bases(expr: Expr, letter: str) -> Iterator[str]:
    """The names of which a letter picks one, in indices too."""
    for node in walk(expr):
        base = _counted(node, letter)
        if base is not None:
            yield base
        if isinstance(node, Name):
            for part in node.index:
                yield from _bases(part, letter)


def _counted(node: Expr, letter: str) -> str | None:
    """The name of which a letter picks one: x of x_i and of x^{(i)}."""
    if not isinstance(node, Name):
        return None
    raised = _RAISED.fullmatch(node.key)
    if raised is not None and raised["letter"] == letter:
        return raised["base"]
    first = node.index[0] if node.index else None
    return node.base if isinstance(first, Name) and first.key == letter else None


def head_of_one(head: Name, letter: str) -> Name:
    """What an equation of every example is about: ŷ of ŷ_i."""
    return _without(head, letter)


def of_one(expr: Expr, letter: str) -> Expr:
    """A formula of all examples as that of one."""
    while isinstance(expr, Alt):
        expr = expr.options[0]
    match expr:
        case Name():
            return _without(expr, letter)
        case Call(op=op) if op in PRODUCTS or op in ("div", "neg"):
            shared = _mean(expr, letter)
            if shared is not None:
                return shared
        case Fold(variable=variable) if variable == letter:
            raise CannotRunError(
                f"a sum over the examples {letter}: training takes their mean, so write 1/N before it"
            )
    return mapped(expr, lambda part: of_one(part, letter))


def _without(node: Name, letter: str) -> Name:
    """x_i as x, x_{ij} as x_j, x^{(i)} as x."""
    base = _counted(node, letter)
    if base is None:
        return node
    rest = tuple(of_one(part, letter) for part in node.index[1:])
    if not rest:
        return Name(node.span, base, base)
    written = ",".join(part.key if isinstance(part, Name) else str(part) for part in rest)
    return Name(node.span, f"{base}_{{{written}}}" if len(written) > 1 else f"{base}_{written}", base, rest)


def _mean(expr: Call, letter: str) -> Expr | None:
    """Of 1/(2N) Σ_i f_i the half of f; None where it is no mean over the letter."""
    above, below = _fraction(expr)
    sums = [
        part for part in above if isinstance(part, Fold) and part.variable == letter and part.kind == "sum"
    ]
    if len(sums) != 1:
        return None
    (total,) = sums
    counts = [at for at, part in enumerate(below) if _same(part, total.upper)]
    if len(counts) != 1:
        return None
    rest = [part for part in above if part is not total]
    left = [part for at, part in enumerate(below) if at != counts[0]]
    if not _is_one(total.lower):
        return None
    whole = chained([*rest, of_one(total.body, letter)])
    return Call(expr.span, "div", (whole, chained(left))) if left else whole


def _fraction(expr: Expr) -> tuple[list[Expr], list[Expr]]:
    """The factors above and below the bar."""
    while isinstance(expr, Alt):
        expr = expr.options[0]
    if isinstance(expr, Call) and expr.op == "div":
        (above, below), (under, over) = (_fraction(arg) for arg in expr.args)
        return [*above, *over], [*below, *under]
    if isinstance(expr, Call) and expr.op == "neg":
        above, below = _fraction(expr.args[0])
        return [numeral(-1, expr.span), *above], below
    if isinstance(expr, Call) and expr.op in PRODUCTS:
        sides = [_fraction(arg) for arg in expr.args]
        return [part for above, _ in sides for part in above], [part for _, below in sides for part in below]
    return [part for part in factors(expr) if not _is_one(part)], []


def _is_one(expr: Expr | None) -> bool:
    return isinstance(expr, Number) and expr.value == 1


def _same(one: Expr, other: Expr | None) -> bool:
    if isinstance(one, Name) and isinstance(other, Name):
        return one.key == other.key
    return isinstance(one, Number) and isinstance(other, Number) and one.value == other.value
