"""Expressions opened into what derivatives are taken of: numbers, names, calls, lists and their entries.

Functions of the document are put in, sums written out, the case that applies is chosen, and `wx` becomes w·x.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flint import fmpq

from workings.evaluating import Function, How, evaluate, fold_bounds, function_key, is_argument
from workings.evaluating.folding import COMBINE, REDUCE
from workings.evaluating.naming import index_keys
from workings.expr import (
    Alt,
    Apply,
    Array,
    Call,
    Cases,
    Expr,
    Fold,
    Index,
    Name,
    Number,
    Relation,
    call,
    mapped,
    number,
    walk,
)
from workings.ops import FUNCTIONS, OPERATIONS
from workings.ops.operation import Setting
from workings.value import Tensor, Truth, Value

MOST_PARTS = 4_000  # of one formula once it is opened
MOST_TERMS = 64  # of a sum that is written out
Names = Mapping[str, Value | Function]


class UnknownDerivativeError(Exception):
    """A part of the formula has no rule, or nobody knows what it depends on."""


class Opener:
    """Opens the formulas of a document as its names stand at one point of it."""

    def __init__(self, names: Names, how: How, known: frozenset[str]) -> None:
        self.names = names
        self.how = how
        self.known = known  # names that stand for themselves: what is differentiated by, and formulas
        self.parts = 0
        self.entered: list[str] = []  # functions that are being opened

    def open(self, expr: Expr) -> Expr:
        """The expression in the parts that derivatives have rules for."""
        self.parts += 1
        if self.parts > MOST_PARTS:
            raise UnknownDerivativeError("a formula too long to differentiate")
        match expr:
            case Number() | Relation():
                return expr
            case Name():
                return self._name(expr)
            case Alt():
                chosen = self.how.choice.get(expr.span, 0)
                return self.open(expr.options[min(chosen, len(expr.options) - 1)])
            case Call():
                return _known_form(replace(expr, args=tuple(map(self.open, expr.args))))
            case Apply():
                return self._apply(expr)
            case Array() | Index():
                return mapped(expr, self.open)
            case Fold():
                return self._fold(expr)
            case Cases():
                return self._cases(expr)
            case _:
                raise UnknownDerivativeError("a part that is not understood")

    def _name(self, expr: Name) -> Expr:
        key = expr.key
        if key in self.known or key in self.names:
            return expr
        if expr.index and (expr.base in self.known or isinstance(self.names.get(expr.base), Tensor)):
            return self._entry(expr)
        letters = [Name(expr.span, letter, letter) for letter in key]
        if (
            1 < len(key) <= 4
            and key.isalpha()
            and all(x.key in self.known or x.key in self.names for x in letters)
        ):
            product: Expr = letters[0]
            for letter in letters[1:]:
                product = call("mul", product, letter)
            return product
        return expr

    def _entry(self, expr: Name) -> Expr:
        """`x_2` as the second entry of x, `W_{12}` as an entry of W."""
        places = [as_index(evaluate(index, self.names, self.how)) for index in expr.index]
        value = self.names.get(expr.base)
        if len(places) == 1 and isinstance(value, Tensor) and len(value.shape) == 2:
            (text,) = (index.text if isinstance(index, Number) else "" for index in expr.index)
            if len(text) == 2 and 1 not in value.shape:
                places = [int(digit) for digit in text]
            elif value.shape[1] == 1:
                places = [places[0], 1]
            elif value.shape[0] == 1:
                places = [1, places[0]]
        if any(place is None or place < 1 for place in places):
            raise UnknownDerivativeError(f"no entry {expr.key}")
        base = Name(expr.span, expr.base, expr.base)
        return Index(expr.span, base, tuple(number((place or 1) - 1) for place in places))

    def _apply(self, expr: Apply) -> Expr:
        key, args = expr.function.key, tuple(map(self.open, expr.args))
        meaning = self.names.get(key)
        if all(map(is_argument, expr.args)):
            meaning = self.names.get(function_key(key), meaning)
        if isinstance(meaning, Function):
            if len(meaning.params) != len(args):
                raise UnknownDerivativeError(f"{key} of {len(args)} arguments")
            if key in self.entered:
                raise UnknownDerivativeError(f"{key} is defined by itself")
            self.entered.append(key)
            body = self.open(meaning.body)
            self.entered.pop()
            return put_in(body, dict(zip(meaning.params, args, strict=True)))
        if meaning is not None or key in self.known:
            if len(args) != 1 or isinstance(expr.args[0], Name):
                raise UnknownDerivativeError(f"{key} is not a function")  # and L(w) is no product either
            return call("mul", self.open(expr.function), args[0])
        if key in FUNCTIONS:
            return Call(expr.span, FUNCTIONS[key], args)
        return replace(expr, args=args)

    def _fold(self, expr: Fold) -> Expr:
        if expr.variable is None:
            if expr.kind not in REDUCE:
                raise UnknownDerivativeError(f"{expr.kind} over an index")
            return call(REDUCE[expr.kind], self.open(expr.body))
        bounds = fold_bounds(expr, self.names, self.how)
        if bounds is None or expr.kind not in COMBINE or not 0 <= bounds[1] - bounds[0] < MOST_TERMS:
            raise UnknownDerivativeError("a sum whose terms are not known")
        terms = [
            self.open(with_index(expr.body, expr.variable, at)) for at in range(bounds[0], bounds[1] + 1)
        ]
        result = terms[0]
        for term in terms[1:]:
            result = call(COMBINE[expr.kind], result, term)
        return result

    def _cases(self, expr: Cases) -> Expr:
        """The branch that applies at the values of the document."""
        for body, condition in expr.branches:
            truth = None if condition is None else evaluate(condition, self.names, self.how)
            if condition is None or (isinstance(truth, Truth) and truth.holds):
                return self.open(body)
            if not isinstance(truth, Truth) or truth.holds is None:
                raise UnknownDerivativeError("a condition that is not decided")
        raise UnknownDerivativeError("no case applies")


def _known_form(expr: Call) -> Call:
    """1/(1 + e^{-z}) and max(0, z) by their names, so that their derivatives go by theirs."""
    match expr:
        case Call(
            op="div",
            args=(Number() as one, Call(op="add", args=(Number() as two, Call(op="exp", args=(inner,))))),
        ) if one.value == two.value == 1:
            match inner:
                case Call(op="neg", args=(z,)):
                    return Call(expr.span, "sigmoid", (z,))
        case Call(op="max", args=(Number() as low, z)) if not low.value:
            return Call(expr.span, "relu", (z,))
    return expr


def put_in(expr: Expr, names: Mapping[str, Expr]) -> Expr:
    """The expression with others in the place of names."""
    if isinstance(expr, Name):
        return names.get(expr.key, expr)
    return mapped(expr, lambda part: put_in(part, names))


def with_index(expr: Expr, variable: str, at: int) -> Expr:
    """The expression with a number in the place of the index that it runs over, in subscripts too."""
    if isinstance(expr, Name):
        if expr.key == variable:
            return number(at, expr.span)
        if expr.index and any(isinstance(n, Name) and n.key == variable for i in expr.index for n in walk(i)):
            return _subscripted(expr, variable, at)
        if f"({variable})" in expr.key:  # x^{(i)}
            key = expr.key.replace(f"({variable})", f"({at})")
            return replace(expr, key=key, base=key)
        return expr
    return mapped(expr, lambda part: with_index(part, variable, at))


def _subscripted(expr: Name, variable: str, at: int) -> Name:
    places: list[Expr] = []
    for index in expr.index:
        value = as_index(evaluate(index, {variable: fmpq(at)}))
        places.append(index if value is None else number(value, index.span))
    known = tuple(int(place.value.p) for place in places if isinstance(place, Number))
    key = index_keys(expr.base, known)[-1] if len(known) == len(places) else f"{expr.key}@{at}"
    if len(known) == 1 == len(places):
        key = index_keys(expr.base, known)[0 if known[0] < 10 else 1]
    return Name(expr.span, key, expr.base, tuple(places))


def opened(expr: Call) -> Expr:
    """An operation as what its recipe comes to, with its arguments put in."""
    op = OPERATIONS.get(expr.op)
    args = expr.args
    if op is not None and op.gathers and len(args) > len(op.params):
        args = (Array(expr.span, args, "list"),)
    if op is None or not op.least <= len(args) <= len(op.params):
        raise UnknownDerivativeError(f"no rule for {expr.op}")
    settings: dict[str, Setting] = {}
    for written, value in expr.options:
        key = op.letters.get(written, written)
        if key not in op.options:
            raise UnknownDerivativeError(f"{expr.op} has no option {written}")
        plain = value.value if isinstance(value, Number) else None
        settings[key] = value if plain is None else int(plain.p) if plain.q == 1 else plain
    recipe = op.written(len(args), settings)
    names: dict[str, Expr] = dict(zip(recipe.params, args, strict=True))
    for step in recipe.steps:
        names[step.name] = put_in(step.expr, names)
    return put_in(recipe.result, names)


def as_index(value: object) -> int | None:
    """A value as a subscript."""
    return int(value.p) if isinstance(value, fmpq) and value.q == 1 and abs(value) < 10**6 else None
