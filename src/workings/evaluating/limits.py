"""Limits, proven term by term: the body of a limit is run on germs in the place of numbers."""

from __future__ import annotations

from collections.abc import Mapping

from flint import arb, fmpq

from workings.evaluating import germs
from workings.evaluating.blocks import (
    BINARY,
    REDUCING,
    UNARY,
    Block,
    each,
    lifted,
    multiplied,
    paired,
    softmax,
    stacked,
)
from workings.evaluating.calling import INFINITE
from workings.evaluating.germs import NOUGHT, VARIABLE, Germ, constant
from workings.evaluating.how import Function
from workings.evaluating.rendering import show
from workings.evaluating.run import Run
from workings.expr import Alt, Apply, Array, Call, Expr, Fold, Index, Name, name, walk
from workings.ops import OPERATIONS
from workings.ops.operation import Setting
from workings.ops.primitives import NoValue
from workings.value import Scalar, Tensor, Value, precision

BITS = 512
_SIGNED = frozenset("xyzuvwh")  # letters that may come from either side; T, β, ε, η come from above
_NEAR = (10**3, 10**6)  # where a limit that is not proven is looked at
_ONE = fmpq(1)


def limit(run: Run, node: Fold) -> Value:
    """The value of `lim`; raises where it does not exist or is not proven."""
    assert node.variable is not None and node.lower is not None
    with precision(BITS):
        ways = _approaches(run, node)
        found = _found(run, node, ways, node.variable)
    if len(found) == 2 and not _same(*found):
        raise NoValue("the limits from above and from below differ")
    return found[-1]


def _found(run: Run, node: Fold, ways: list[Germ], variable: str) -> list[Value]:
    """The limits from each side, with few terms where they suffice."""
    for terms in (germs.COARSE, germs.FINE):
        try:
            with germs.fineness(terms):
                return [_towards(run, node.body, variable, way) for way in ways]
        except NoValue as gone:
            if gone.missing or run.left < 0:
                raise
            reason = gone.reason
    raise NoValue(reason + _seen(run, node, ways[-1]))


def _approaches(run: Run, node: Fold) -> list[Germ]:
    """The variable as a germ: from below and above, or from the side that is written or usual."""
    assert node.lower is not None
    point = run.value(node.lower)
    if not isinstance(point, fmpq | arb):
        raise NoValue("a limit at something that is no number")
    if isinstance(point, fmpq) and abs(point) == INFINITE:
        return [VARIABLE if point > 0 else germs.negate(VARIABLE)]
    step = germs.divide(constant(_ONE), VARIABLE)
    above, below = germs.add(constant(point), step), germs.add(constant(point), germs.negate(step))
    if node.upper is not None:
        return [above if run.value(node.upper) == 1 else below]
    if not point and (node.variable or "")[:1] not in _SIGNED:
        return [above]
    return [below, above]


def _towards(run: Run, body: Expr, variable: str, way: Germ) -> Value:
    block = _Limiter(run, variable, way).of(body)
    items = tuple(_settled(germs.limit_of(item)) for item in block.items)
    return Tensor(block.shape, items, block.loose) if block.shape else items[0]


def _settled(limit: Scalar | int) -> Scalar:
    return INFINITE * limit if isinstance(limit, int) else limit


def _same(first: Value, second: Value) -> bool:
    pairs = zip(_items(first), _items(second), strict=True)
    return all(germs.is_zero(a - b) for a, b in pairs)


def _items(value: Value) -> tuple[Scalar, ...]:
    return value.items if isinstance(value, Tensor) else (value,)


def _seen(run: Run, node: Fold, way: Germ) -> str:
    """What the body comes to near the point, in words."""
    outside, said = run.locals, []
    for t in _NEAR:
        at: Scalar = fmpq(0)
        for rate, coefficient in way.terms:
            at = at + coefficient * fmpq(t) ** int(rate.power.p)
        run.locals = {**outside, node.variable or "": at}
        value = run.attempt(node.body)
        run.locals = outside
        if isinstance(value, NoValue):
            return ""
        said.append(f"{show(value)} at {show(at)}")
    return f"; it is {' and '.join(said)}"


class _Limiter:
    """Runs an expression on germs; what does not mention the variable is run as usual."""

    def __init__(self, run: Run, variable: str, way: Germ, bound: Mapping[str, Block] | None = None) -> None:
        self.run = run
        self.variable = variable
        self.bound: dict[str, Block] = {variable: Block((), (way,)), **(bound or {})}

    def of(self, expr: Expr) -> Block:
        self.run.spend(1)
        if not any(isinstance(node, Name) and node.key in self.bound for node in walk(expr)):
            return lifted(self.run.value(expr))
        match expr:
            case Name():
                found = self.bound.get(expr.key)
                if found is None:
                    raise NoValue("a subscript that changes in a limit")
                return found
            case Call():
                return self.call(expr)
            case Array():
                return stacked([self.of(item) for item in expr.items], expr.form)
            case Alt():
                return self.of(expr.options[self.run.how.choice.get(expr.span, 0)])
            case Fold(kind="sum" | "prod", variable=str() as index) if index != self.variable:
                return self.fold(expr, index)
            case Apply():
                return self.apply(expr)
            case Index():
                return self.entry(expr)
        raise NoValue("a construction that no limit is taken of")

    def entry(self, node: Index) -> Block:
        """One entry, counted from nought."""
        block, places = self.of(node.base), [self.run.value(part) for part in node.index]
        flat = [extent for extent in block.shape if extent != 1] if len(places) == 1 else list(block.shape)
        offset = 0
        for place, extent in zip(places, flat, strict=False):
            if not isinstance(place, fmpq) or place.q != 1 or not 0 <= place < extent:
                raise NoValue("an entry outside a vector in a limit")
            offset = offset * extent + int(place.p)
        if len(places) != len(flat):
            raise NoValue("a row of a matrix in a limit")
        return Block((), (block.items[offset],))

    def apply(self, node: Apply) -> Block:
        """A function of the document, or a factor before brackets."""
        meaning = self.run.meaning(node.function.key)
        args = [self.of(arg) for arg in node.args]
        if isinstance(meaning, Function) and len(args) == len(meaning.params):
            inner = _Limiter(self.run, "", NOUGHT, dict(zip(meaning.params, args, strict=True)))
            return inner.of(meaning.body)
        if meaning is not None and not isinstance(meaning, Function) and len(args) == 1:
            return multiplied(lifted(meaning), args[0])
        if node.function.key in self.bound and len(args) == 1:
            return multiplied(self.bound[node.function.key], args[0])
        raise NoValue(f"{node.function.key} has no value", (node.function.key,))

    def fold(self, node: Fold, index: str) -> Block:
        """A sum whose bounds do not change."""
        lower = fmpq(1) if node.lower is None else self.run.value(node.lower)
        upper = None if node.upper is None else self.run.value(node.upper)
        if not isinstance(lower, fmpq) or not isinstance(upper, fmpq) or not 0 <= upper - lower <= 100:
            raise NoValue("a sum whose bounds are open in a limit")
        total: Block | None = None
        outside = self.run.locals
        for at in range(int(lower.p), int(upper.p) + 1):
            self.run.locals = {**outside, index: fmpq(at)}
            term = self.of(node.body)
            combine = germs.add if node.kind == "sum" else germs.multiply
            total = term if total is None else paired(combine, total, term)
        self.run.locals = outside
        if total is None:
            raise NoValue("a sum over nothing")
        return total

    def call(self, node: Call) -> Block:
        op = node.op
        if op == "pow":
            return self.power(*node.args)
        args = [self.of(arg) for arg in node.args]
        if op == "softmax" and len(args) == 1:
            return softmax(args[0], [self.of(value) for _, value in node.options])
        if not node.options or op in ("log", "total"):
            if len(args) == 1 and op in UNARY:
                return each(UNARY[op], args[0])
            if len(args) == 2 and op in BINARY:
                return paired(BINARY[op], *args)
            if op in REDUCING:
                return REDUCING[op](args)
            if len(args) == 2 and op in ("mul", "times", "matmul", "dot"):
                return multiplied(*args)
            if op == "select" and len(args) == 3 and not args[0].shape:
                return args[1] if germs.limit_of(args[0].items[0]) == 1 else args[2]
        if op == "root" and len(args) == 2 and not args[1].shape:
            order = germs.limit_of(args[1].items[0])
            if isinstance(order, fmpq) and order > 0:
                return each(lambda item: germs.raise_to(item, 1 / order), args[0])
        if op in OPERATIONS:
            return self.recipe(node, args)
        raise NoValue(f"no limit is taken of {op} yet")

    def recipe(self, node: Call, args: list[Block]) -> Block:
        """An operation by its recipe, with germs for its parameters."""
        op = OPERATIONS[node.op]
        if len(args) > len(op.params):
            raise NoValue(f"{op.name} of {len(args)} arguments")
        bound: dict[str, Block] = dict(zip(op.params, args, strict=False))
        settings: dict[str, Setting] = {}
        for key, value in node.options:
            bound[f"option {key}"] = self.of(value)
            settings[op.letters.get(key, key)] = name(f"option {key}")
        recipe = op.written(len(args), settings)
        inner = _Limiter(self.run, "", NOUGHT, bound)
        for step in recipe.steps:
            inner.bound[step.name] = inner.of(step.expr)
        return inner.of(recipe.result)

    def power(self, base: Expr, exponent: Expr) -> Block:
        below, above = self.of(base), self.of(exponent)
        if above.shape:
            raise NoValue("an exponent that is no number")
        raised = above.items[0]
        level = raised.terms[0][1] if len(raised.terms) == 1 and raised.rest is None else fmpq(0)
        fixed = raised.is_nought or (len(raised.terms) == 1 and raised.terms[0][0] == germs.CONSTANT)
        if fixed and isinstance(level, fmpq) and (len(below.shape) < 2 or 1 in below.shape):
            return each(lambda item: germs.raise_to(item, level), below)
        if len(below.shape) == 2 and 1 not in below.shape:
            return self._matrix_power(base, below, raised)
        return each(lambda item: _power(item, raised), below)

    def _matrix_power(self, base: Expr, below: Block, raised: Germ) -> Block:
        matrix = self.run.value(base)
        if raised != VARIABLE or not isinstance(matrix, Tensor):
            raise NoValue("a matrix to such a power in a limit")
        from workings.ops.primitives.spectra import limit_of_powers

        return lifted(limit_of_powers(matrix))


def _power(base: Germ, exponent: Germ) -> Germ:
    """Any power by its logarithm; a negative number to a growing power vanishes or keeps swinging."""
    if base.terms and base.terms[0][0] == germs.CONSTANT and len(base.terms) == 1 and base.terms[0][1] < 0:
        size = germs.exponential(germs.multiply(exponent, germs.logarithm(germs.negate(base))))
        rate = size.lead[0]
        if rate.direction < 0:
            return Germ((), rate)
        raise NoValue("it keeps changing its sign")
    return germs.exponential(germs.multiply(exponent, germs.logarithm(base)))
