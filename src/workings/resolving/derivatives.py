"""Derivatives of what a document defines: back through its formulas, with the rules of the primitives.

A derivative is an expression like any other, so that it is run, explained and searched for slips in the
same way. Names are followed through their formulas, each once all that depends on it is known, which is the
chain rule. It is taken where the names have values, so that shapes and corners are known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flint import arb, fmpq

from workings.evaluating import How, evaluate, option_value
from workings.expr import Apply, Array, Call, Expr, Index, Name, Number, call, number, walk
from workings.ops import OPERATIONS
from workings.ops.primitives import PRIMITIVES, NoValue
from workings.ops.primitives.pullback import ONE, ZERO, Back, is_number, meets, times
from workings.record import record
from workings.resolving.opening import MOST_PARTS, Names, Opener, UnknownDerivativeError, opened, put_in
from workings.value import Tensor, Value

__all__ = ["Gradient", "UnknownDerivativeError", "gradient", "jacobian"]

DEEPEST = 60  # calls inside calls
MOST_FORMULAS = 200  # that one derivative goes back through
MOST_ENTRIES = 12  # of a vector whose derivative is taken entry by entry
SLOPES: Mapping[str, str] = {
    name.removesuffix("_prime"): name for name in OPERATIONS if name.endswith("_prime")
}  # activations whose derivative is an operation of its own, with mistakes of its own


Stated = Callable[[str, Value], Expr | None]


def _unstated(key: str, value: Value) -> Expr | None:
    return None


@record(frozen=True, slots=True)
class Gradient:
    """A derivative as an expression in the shape of what it is taken by, and the corners it lies on."""

    expr: Expr
    ties: tuple[str, ...] = ()


def gradient(
    over: Expr, under: str, formulas: Mapping[str, Expr], names: Names, how: How, stated: Stated = _unstated
) -> Gradient:
    """The derivative of a number by a name, through the formulas of the names in it.

    `stated` says what the document has for the derivative by a name on the way, beside its true value.
    """
    return _Way(under, formulas, names, how, stated).gradient(over, ONE)


def jacobian(
    over: Expr, under: str, formulas: Mapping[str, Expr], names: Names, how: How
) -> tuple[Gradient, ...]:
    """The derivatives of a list by a name: of each entry by its own, if that is all, and of all by all."""
    way = _Way(under, formulas, names, how, _unstated)
    value, by = way.value_of(over), way.env.get(under)
    if not isinstance(value, Tensor) or len(value.items) > MOST_ENTRIES:
        raise UnknownDerivativeError("too many entries")
    seeds = [call("placed", ONE, over, at) for at in range(len(value.items))]
    rows = [way.gradient(over, seed) for seed in seeds]
    ties = tuple(tie for row in rows for tie in row.ties)
    if not isinstance(by, Tensor):
        return (Gradient(Array(over.span, tuple(row.expr for row in rows), "list"), ties),)
    listed = []
    entries = [evaluate(row.expr, way.env, how) for row in rows]
    if len(by.items) == len(value.items) and all(
        isinstance(entry, Tensor) and all(i == at or item == 0 for i, item in enumerate(entry.items))
        for at, entry in enumerate(entries)
    ):
        listed.append(way.gradient(over, call("spread", ONE, over)))
    if len(by.items) <= MOST_ENTRIES and max(len(by.shape), len(value.shape)) <= 2:
        flat = Array(over.span, (number(0),) * len(by.items), "list")
        matrix = Array(over.span, tuple(call("fitted", row.expr, flat) for row in rows), "list")
        listed.append(Gradient(matrix, ties))
    return tuple(listed)


class _Way:
    """The formulas between a result and a name, and what has come back through them so far."""

    def __init__(
        self, under: str, formulas: Mapping[str, Expr], names: Names, how: How, stated: Stated
    ) -> None:
        self.under = under
        self.how = how
        self.stated = stated
        self.env = dict(names)
        self.unvalued: dict[str, Expr] = {}  # names that have a value by their formula only
        self.formulas = {key: formula for key, formula in formulas.items() if key != under}
        self.opened: dict[str, Expr] = {}
        self.opener = Opener(self.env, how, frozenset(self.formulas) | {under})
        self.leads: dict[str, bool] = {under: True}
        self.order: list[str] = []  # formulas that lead to the name, each behind those it uses
        self.ties: list[str] = []
        self.pending: dict[str, Expr] = {}

    def gradient(self, over: Expr, seed: Expr) -> Gradient:
        self.ties, self.pending = [], {}
        body = self._open(over)
        if not self._follow(body, 0):
            raise UnknownDerivativeError(f"{self.under} does not enter")
        self._back(body, seed, 0)
        for key in reversed(self.order):
            g = self.pending.pop(key, None)
            if g is not None:
                known = None if self.stated is _unstated else self.stated(key, self._value(g))
                self._back(self.opened[key], g if known is None else known, 0)
        result = self.pending.get(self.under, ZERO)
        if isinstance(result, Number) and isinstance(self.env.get(self.under), Tensor):
            result = call("spread", result, Name(over.span, self.under, self.under))
        for key in reversed(self.unvalued):
            result = put_in(result, {key: self.unvalued[key]})
        if sum(1 for _ in walk(result)) > MOST_PARTS:
            raise UnknownDerivativeError("a derivative too long to write down")
        value, by = self._value(result), self.env.get(self.under)
        if isinstance(by, Tensor) and (not isinstance(value, Tensor) or value.shape != by.shape):
            result = call("fitted", result, Name(over.span, self.under, self.under))
        return Gradient(result, tuple(dict.fromkeys(self.ties)))

    def value_of(self, expr: Expr) -> Value:
        """The value of a part, by formulas where its names have none."""
        self._follow(self._open(expr), 0)
        return self._value(expr)

    def _open(self, expr: Expr) -> Expr:
        return self.opener.open(expr)

    def _follow(self, expr: Expr, depth: int) -> bool:
        """Whether a name enters an expression; formulas on the way are opened and put in order."""
        enters = False
        if depth > DEEPEST or len(self.opened) > MOST_FORMULAS:
            raise UnknownDerivativeError("formulas behind formulas")
        for node in walk(expr):
            if not isinstance(node, Name):
                continue
            key = node.key
            if key not in self.leads:
                self.leads[key] = False  # a formula that leads back to its name ends here
                if key in self.formulas:
                    self.opened[key] = self._open(self.formulas[key])
                    self.leads[key] = self._follow(self.opened[key], depth + 1)
                    self._give_value(key)
                    if self.leads[key]:
                        self.order.append(key)
            enters = enters or self.leads[key]
        return enters

    def _give_value(self, key: str) -> None:
        if key not in self.env:
            found = evaluate(self.opened[key], self.env, self.how)
            if isinstance(found, fmpq | arb | Tensor):
                self.env[key] = found
                self.unvalued[key] = self.opened[key]

    def _enters(self, expr: Expr) -> bool:
        return any(isinstance(node, Name) and self.leads.get(node.key, False) for node in walk(expr))

    def _add(self, key: str, g: Expr) -> None:
        if is_number(g, 0):
            return
        before = self.pending.get(key)
        self.pending[key] = g if before is None else call("add", before, g)

    def _back(self, expr: Expr, g: Expr, depth: int) -> None:
        """Bring what comes back at an expression to the names in it."""
        if is_number(g, 0) or not self._enters(expr):
            return
        if depth > DEEPEST:
            raise UnknownDerivativeError("nested too deeply")
        match expr:
            case Name():
                self._add(expr.key, g)
            case Call():
                self._back_call(expr, g, depth)
            case Array():
                self._back_array(expr, g, depth)
            case Index():
                self._back(expr.base, call("placed", g, expr.base, self._offset(expr)), depth + 1)
            case Apply() if len(expr.args) == 1:
                key = f"{expr.function.key}'"
                slope = Apply(expr.span, Name(expr.function.span, key, key), expr.args, f"{key}({expr.key})")
                self._back(expr.args[0], times(g, slope, True), depth + 1)
            case _:
                raise UnknownDerivativeError("a part that is not understood")

    def _back_call(self, expr: Call, g: Expr, depth: int) -> None:
        primitive = PRIMITIVES.get(expr.op)
        slope = SLOPES.get(expr.op)
        if primitive is None and slope is None:
            self._back(opened(expr), g, depth + 1)
            return
        values = tuple(self._value(arg) for arg in expr.args)
        needs = tuple(self._enters(arg) for arg in expr.args)
        back = Back(g, expr.args, values, expr, self._value(expr), needs, ties=self.ties)
        if slope is not None and len(expr.args) == 1:
            self._note_corner(expr.op, values[0])
            parts: tuple[Expr | None, ...] = (back.scaled(Call(expr.span, slope, expr.args, expr.options)),)
        elif primitive is None or primitive.pullback is None:
            raise UnknownDerivativeError(f"no rule for {expr.op}")
        else:
            back.options = {key: option_value(key, value, self.env, self.how) for key, value in expr.options}
            back.settings = {"log_base": self.how.log_base, "degrees": self.how.degrees}
            try:
                parts = primitive.pullback(back)
            except NoValue as gone:
                raise UnknownDerivativeError(gone.reason) from None
        for arg, needed, part in zip(expr.args, needs, parts, strict=True):
            if needed and part is not None:
                self._back(arg, part, depth + 1)

    def _note_corner(self, op: str, value: Value) -> None:
        items = value.items if isinstance(value, Tensor) else (value,)
        if op in ("relu", "leaky_relu") and any(meets(item, 0) for item in items):
            self.ties.append("ReLU at 0")

    def _value(self, expr: Expr) -> Value:
        found = evaluate(expr, self.env, self.how)
        if isinstance(found, fmpq | arb | Tensor):
            return found
        raise UnknownDerivativeError("a part without a value")

    def _offset(self, expr: Index) -> int:
        """How many entries stand before the one that is meant, row by row."""
        value = self._value(expr.base)
        places = [evaluate(index, self.env, self.how) for index in expr.index]
        if not isinstance(value, Tensor) or len(places) > len(value.shape):
            raise UnknownDerivativeError("an entry of a number")
        offset, size = 0, len(value.items)
        for place, extent in zip(places, value.shape, strict=False):
            if not isinstance(place, fmpq) or place.q != 1 or not -extent <= place < extent:
                raise UnknownDerivativeError("an entry that does not exist")
            size //= extent
            offset += int(place.p) % extent * size
        return offset

    def _back_array(self, expr: Array, g: Expr, depth: int) -> None:
        """Each item of a list gets its own entry, row or column."""
        value = self._value(expr)
        if not isinstance(value, Tensor):
            raise UnknownDerivativeError("an empty list")
        for at, item in enumerate(expr.items):
            inner = self._value(item)
            if isinstance(inner, Tensor) and inner.shape[1:] == (1,):  # columns side by side
                part: Expr = call("fitted", Index(expr.span, call("transpose", g), (number(at),)), item)
            elif isinstance(inner, Tensor):
                part = call("fitted", Index(expr.span, g, (number(at),)), item)
            else:
                flat = Array(expr.span, expr.items, "list")
                part = Index(
                    expr.span, g if len(value.shape) == 1 else call("fitted", g, flat), (number(at),)
                )
            self._back(item, part, depth + 1)
