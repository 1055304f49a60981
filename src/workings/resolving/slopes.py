"""The derivatives that a document speaks of, by its own formulas: `∂L/∂w`, `f'(2)`, `d/dx (…)`.

They are put in for their names as expressions, so that whatever has derivatives in it gets a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from flint import arb, fmpq

from workings.evaluating import Function, How, evaluate, function_key
from workings.expr import AT, Apply, Array, Call, Expr, Index, Name, call, mapped, name, number, walk
from workings.ops import FUNCTIONS
from workings.resolving.derivatives import Gradient, Stated, UnknownDerivativeError, gradient, jacobian
from workings.resolving.opening import Names, put_in
from workings.resolving.quantity import is_near
from workings.resolving.scope import Binding, Scope, as_value
from workings.resolving.steps import split_key
from workings.resolving.traits import names_in
from workings.value import Tensor, Value

MOST_ENTRIES = 32  # of a vector whose entries are named one by one
OPERATOR = "derivative"
MOST_OPENED = 12  # formulas inside one another


def parts_of(key: str) -> tuple[str, str] | None:
    """L and w of `∂L/∂w`; of `∇L` nothing is said that it is taken by."""
    if key[:1] == "∇" and len(key) > 1:
        return key[1:], ""
    over, sign, under = key[1:].partition("/∂")
    return (over, under) if key[:1] == "∂" and sign and over and under else None


def speaks_of_derivatives(expr: Expr) -> bool:
    """Whether a derivative stands in an expression; most have none, and that is seen at once."""
    for key in names_in(expr):
        if key[:1] in ("∂", "∇") or "'(" in key:
            return True
    return any(isinstance(node, Call) and node.op in (OPERATOR, AT) for node in walk(expr))


class Slopes:
    """Puts derivatives in for their names, at given values of the other names."""

    def __init__(self, scope: Scope, names: Names, how: How, *, free: bool = False) -> None:
        self.scope = scope
        self.names: Names = names
        self.how = how
        self.free = free  # names have made-up values, so nothing that was stated counts
        self.ties: list[str] = []
        self.used: set[str] = set()  # names whose formulas the derivatives went through
        self.unknown = ""

    def expand(self, expr: Expr) -> Expr:
        """The expression with every derivative in it put in; raises where one is not known."""
        if isinstance(expr, Name):
            parts = parts_of(expr.key)
            if parts is None or (expr.key in self.names and not self.free and not self.is_outdated(expr.key)):
                return expr
            return self._first(self.candidates(*parts))
        if isinstance(expr, Apply) and expr.function.key.endswith("'"):
            return self._primed(expr)
        if isinstance(expr, Apply) and expr.function.key[:1] == "∇":
            return self._at_place(expr)
        if isinstance(expr, Call) and expr.op == OPERATOR:
            over, under = expr.args
            if not isinstance(under, Name):
                raise UnknownDerivativeError("a derivative by something that is no name")
            return self._first(self._by(self.expand(over), under.key))
        if isinstance(expr, Call) and expr.op == AT:
            return self._at(*expr.args)
        return mapped(expr, self.expand)

    def _at(self, taken: Expr, *place: Expr) -> Expr:
        """`∂L/∂w|_{w=2}`: all that follows from the place is run anew, and then put in."""
        put = dict(self._put_there(taken, place))
        here = dict(self.names)
        for key, one in put.items():
            value = as_value(evaluate(one, self.names, self.how))
            if value is None:
                raise UnknownDerivativeError(f"{key} has no value there")
            here[key] = value
        for key in self.scope.formulas.symbolic:
            followed = None if key in put else self._opened(name(key), put)
            if followed is not None and (value := as_value(evaluate(followed, here, self.how))) is not None:
                here[key] = value
        there = Slopes(self.scope, here, self.how, free=True)
        try:
            found = there.expand(taken)
        except UnknownDerivativeError:
            found = taken  # the document may state its formula
        self.ties += there.ties
        self.used |= there.used
        opened = self._opened(found, put)
        return found if opened is None else opened

    def _put_there(self, taken: Expr, place: tuple[Expr, ...]) -> Iterator[tuple[str, Expr]]:
        """The names that get a value at a place; a bare value is one of what a derivative is taken by."""
        if len(place) > 1:
            for at, key in enumerate(place[::2]):
                if isinstance(key, Name):
                    yield key.key, place[2 * at + 1]
            return
        over, under = (parts_of(taken.key) if isinstance(taken, Name) else None) or ("", "")
        made = self.names.get(over)
        params = made.params if isinstance(made, Function) else ()
        values = place[0].items if isinstance(place[0], Array) and len(params) > 1 else place
        if under and len(params) != len(values):
            params, values = (under,), place
        if not params or len(params) != len(values):
            raise UnknownDerivativeError("nobody says which names the place is about")
        yield from zip(params, values, strict=True)

    def _opened(self, expr: Expr, put: Mapping[str, Expr], depth: int = 0) -> Expr | None:
        """The expression at a place, also where its names have formulas; None if it does not depend on it."""
        inside = {}
        for key in names_in(expr):
            formula = None if key in put or depth > MOST_OPENED else self.scope.formulas.formula_of(key)
            opened = put.get(key) if formula is None else self._opened(formula, put, depth + 1)
            if opened is not None:
                inside[key] = opened
        return put_in(expr, inside) if inside else None

    def _first(self, found: tuple[Gradient, ...]) -> Expr:
        if not found:
            raise UnknownDerivativeError("no derivative")
        self.ties += found[0].ties
        return found[0].expr

    def candidates(self, over: str, under: str) -> tuple[Gradient, ...]:
        """What `∂L/∂w` may come to, in each layout that is usual."""
        made = self.names.get(function_key(over), self.names.get(over))
        if isinstance(made, Function):
            self.used.add(over)
            return self._by_all(made.body, made.params) if not under else self._by(made.body, under)
        formula = self.scope.formulas.formula_of(over)
        if formula is None and over in FUNCTIONS and under:  # dσ/dz
            formula = call(FUNCTIONS[over], name(under))
        if formula is None:
            raise UnknownDerivativeError(f"no formula for {over}")
        self.used.add(over)
        if not self.free:
            steps = self.scope.formulas.steps_behind(formula, self.names, self.how)
            self.names = {**self.names, **steps} if steps else self.names
            self._hold(over, formula)
        if not under:
            return self._by_all(formula, self._leaves(formula))
        return self._by(formula, under, over)

    def direct(self, over: str, under: str) -> tuple[Gradient, ...]:
        """The derivative of a step by one that stands in its formula, with all else in that held fixed."""
        steps = split_key(over), split_key(under)
        formula = self.scope.formulas.formula_of(over)
        if steps[0] is None or steps[1] is None or steps[0][0] != steps[1][0]:
            return ()
        if formula is None or under not in names_in(formula):
            return ()
        if isinstance(evaluate(formula, self.names, self.how), Tensor):
            return jacobian(formula, under, {}, self.names, self.how)
        return (gradient(formula, under, {}, self.names, self.how),)

    def _leaves(self, formula: Expr) -> tuple[str, ...]:
        """What a formula goes back to, if that is a single vector or matrix."""
        behind = self.scope.formulas.behind(formula, "")
        names = {key for one in (formula, *behind.values()) for key in names_in(one)} - behind.keys()
        vectors = [key for key in sorted(names) if isinstance(self.names.get(key), Tensor)]
        if len(vectors) != 1:
            raise UnknownDerivativeError("nobody says what the gradient is taken by")
        return tuple(vectors)

    def _by_all(self, formula: Expr, params: tuple[str, ...]) -> tuple[Gradient, ...]:
        if len(params) == 1:
            return self._by(formula, params[0])
        listed = [self._first(self._by(formula, param)) for param in params]
        return (Gradient(Array(formula.span, tuple(listed), "tuple"), tuple(self.ties)),)

    def _by(self, formula: Expr, under: str, over: str | None = None) -> tuple[Gradient, ...]:
        """The derivative of a formula by a name, an entry of a vector, or a vector known by its entries."""
        base, sign, place = under.partition("_")
        value = self.names.get(under)
        if value is None and sign and isinstance(whole := self.names.get(base), Tensor):
            at = _offset(whole, place.strip("{}"))
            if at is None:
                raise UnknownDerivativeError(f"no entry {under}")
            found = self._taken(formula, base, over)
            flat = Array(formula.span, (number(0),) * len(whole.items), "list")
            return tuple(
                replace(one, expr=Index(formula.span, call("fitted", one.expr, flat), (number(at),)))
                for one in found[:1]
            )
        if value is None and (entries := self._entries(under)):
            listed = [self._first(self._taken(formula, entry, over)) for entry in entries]
            return (Gradient(Array(formula.span, tuple(listed), "list")),)
        if value is None or isinstance(value, Function):
            raise UnknownDerivativeError(f"{under} has no value")
        return self._taken(formula, under, over)

    def _entries(self, under: str) -> list[str]:
        found = [f"{under}_{at}" for at in range(MOST_ENTRIES) if f"{under}_{at}" in self.names]
        return found if len(found) > 1 else []

    def _taken(self, formula: Expr, under: str, over: str | None) -> tuple[Gradient, ...]:
        behind = self.scope.formulas.behind(formula, under)
        if not self.free:
            self._check(formula, behind, under)
        self.used |= behind.keys()
        value = evaluate(formula, self.names, self.how)
        if isinstance(value, Tensor):
            return jacobian(formula, under, behind, self.names, self.how)
        if over is None or self.free:
            return (gradient(formula, under, behind, self.names, self.how),)
        return (gradient(formula, under, behind, self.names, self.how, self._stated_for(over)),)

    def _stated_for(self, over: str) -> Stated:
        def stated(key: str, value: Value) -> Expr | None:
            """The derivative by a name on the way as the document has it, also if it is wrong there."""
            written = f"∂{over}/∂{key}"
            said, binding = self.names.get(written), self.scope.bindings.get(written)
            if said is None or binding is None or isinstance(said, Function):
                return None
            if binding.cause is None and not _is_near(said, value):
                return None
            return Name(binding.span, written, written)

        return stated

    def _check(self, formula: Expr, behind: Mapping[str, Expr], under: str) -> None:
        """Every name has to stand for what its formula gives, and not for what was worked out elsewhere."""
        for key, one in behind.items():
            self._hold(key, one)
        names = {key for one in (formula, *behind.values()) for key in names_in(one)}
        for key in names - behind.keys() - {under}:
            binding = self.scope.bindings.get(key)
            if binding is None or not binding.derived or isinstance(binding.said, Function):
                continue
            if _is_about(binding, under):
                raise UnknownDerivativeError(f"nobody says what {key} was worked out from")

    def _hold(self, key: str, formula: Expr) -> None:
        binding = self.scope.bindings.get(key)
        if binding is not None and binding.cause is not None:
            return
        if not self.scope.formulas.is_current(key, formula, self.names):
            raise UnknownDerivativeError(f"{key} has another value than its formula gives")

    def is_outdated(self, key: str) -> bool:
        """Whether a name in the formulas of a derivative was given another value since that was stated."""
        parts, binding = parts_of(key), self.scope.bindings.get(key)
        if parts is None or binding is None:
            return False
        formula = self.scope.formulas.formula_of(parts[0])
        if formula is None:
            return False
        behind = self.scope.formulas.behind(formula, parts[1])
        names = {k for one in (formula, *behind.values()) for k in names_in(one)} | {parts[1]}
        bindings = [found for k in names if (found := self.scope.bindings.get(k)) is not None]
        return any(found.span.start > binding.span.start and found.times > 1 for found in bindings)

    def _function(self, key: str) -> Value | Function | None:
        """A function of the document, or an operation by its name."""
        if key in self.names or key not in FUNCTIONS:
            return self.names.get(function_key(key), self.names.get(key))
        return Function(("x",), call(FUNCTIONS[key], name("x")))

    def _at_place(self, expr: Apply) -> Expr:
        """`∇f(1, 2)`: the derivatives by all arguments of f, with numbers put in for these."""
        made = self.names.get(expr.function.key[1:])
        if not isinstance(made, Function) or len(made.params) != len(expr.args):
            raise UnknownDerivativeError("no function to take the gradient of")
        values = [evaluate(arg, self.names, self.how) for arg in expr.args]
        here = dict(self.names)
        for param, value in zip(made.params, values, strict=True):
            if not isinstance(value, fmpq | arb | Tensor):
                raise UnknownDerivativeError("a part without a value")
            here[param] = value
        found = [gradient(made.body, param, {}, here, self.how) for param in made.params]
        self.ties += [tie for one in found for tie in one.ties]
        put = dict(zip(made.params, expr.args, strict=True))
        listed = tuple(put_in(one.expr, put) for one in found)
        return listed[0] if len(listed) == 1 else Array(expr.span, listed, "tuple")

    def _primed(self, expr: Apply) -> Expr:
        """`f'(2)` of a function of the document, `g'(z)` of one that nobody defines."""
        key = expr.function.key.rstrip("'")
        order = len(expr.function.key) - len(key)
        made, args = self._function(key), tuple(map(self.expand, expr.args))
        if expr.function.key in self.names or order > 2:
            return replace(expr, args=args)
        if not isinstance(made, Function) or len(made.params) != 1 or len(args) != 1:
            return replace(expr, args=args)
        at = evaluate(args[0], self.names, self.how)
        if not isinstance(at, fmpq | arb | Tensor):
            raise UnknownDerivativeError("a part without a value")
        (param,), body = made.params, made.body
        here = {**self.names, param: at}
        for _ in range(order):
            seed = call("total", body) if isinstance(at, Tensor) else body
            found = gradient(seed, param, {}, here, self.how)
            self.ties += found.ties
            body = found.expr
        return put_in(body, {param: args[0]})


def _is_about(binding: Binding, under: str) -> bool:
    """A name that was worked out from numbers alone may have come from anything."""
    return binding.formula is None or under in names_in(binding.formula) or not names_in(binding.formula)


def _offset(whole: Tensor, place: str) -> int | None:
    """Where an entry stands that is meant by a subscript, counted from nought."""
    parts = place.split(",") if "," in place else list(place) if len(place) == 2 else [place]
    if not all(part.isdecimal() for part in parts):
        return None
    if len(parts) == 2 and len(whole.shape) == 2 and 1 not in whole.shape:
        row, column = int(parts[0]), int(parts[1])
        inside = 1 <= row <= whole.shape[0] and 1 <= column <= whole.shape[1]
        return (row - 1) * whole.shape[1] + column - 1 if inside else None
    at = int(place) if place.isdecimal() else 0
    flat = len(whole.shape) == 1 or 1 in whole.shape
    return at - 1 if flat and 1 <= at <= len(whole.items) else None


def _is_near(said: Value, value: Value) -> bool:
    """Whether a stated derivative is the true one but for its digits."""
    if isinstance(said, Tensor) and isinstance(value, Tensor):
        pairs = zip(said.items, value.items, strict=False)
        return len(said.items) == len(value.items) and all(_is_near(a, b) for a, b in pairs)
    if isinstance(said, Tensor) or isinstance(value, Tensor):
        return False
    return is_near(value, said, 50)
