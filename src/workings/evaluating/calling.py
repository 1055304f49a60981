"""Primitives and operations applied to their arguments."""

from __future__ import annotations

from typing import TypeAlias, TypeGuard

from flint import arb, fmpq

from workings.evaluating.how import MET, Function
from workings.evaluating.operating import operate
from workings.evaluating.run import Outcome, Run, as_number, checked
from workings.expr import Apply, Array, Call, Expr, Name, Number
from workings.ops import MISTAKABLE
from workings.ops.primitives import PRIMITIVES, NoValue, Primitive
from workings.ops.primitives.primitive import EXACT_BITS
from workings.value import Scalar, Tensor, Truth, Value, squeezed

Option: TypeAlias = Value | str

_POSTFIX = frozenset(("pow", "transpose", "factorial", "inverse"))
_PRODUCTS = frozenset(("mul", "times", "matmul", "dot"))
_SUMS = frozenset(("add", "sub"))
_OF_TWO = {key: one.scalar for key, one in PRIMITIVES.items() if one.scalar is not None and one.least == 2}
_BY_ENTRY = ("pow", "bars")  # which may go entry by entry
INFINITE = fmpq(10) ** 6  # stands for ∞ in masks: e to minus this is 0 to any digits written
WORDS = {"inf": "inf", "infinity": "inf", "\\infty": "inf", "∞": "inf", "fro": "fro", "F": "fro"}


def call(run: Run, node: Call) -> Outcome:
    """A call, with its chain of first arguments taken in a loop so that long sums do not nest."""
    spine = [node]
    args = node.args
    while args and type(args[0]) is Call:
        spine.append(args[0])
        args = args[0].args
    run.enter()
    table, how = run.table, run.how
    as_written = not how.widen
    outcome: Outcome | None = None
    if args:
        first = args[0]
        if type(first) is Number and as_written:
            outcome = first.value
        elif type(first) is Apply and (factor := _factor(run, spine[-1], first)) is not None:
            inner = Call(first.span, spine[-1].op, (*first.args, *args[1:]))
            spine.pop()
            outcome = compute(run, "mul", [factor, run.value(inner)])
        else:
            outcome = table[type(first)](run, first)
    while spine:
        node = spine.pop()
        if type(outcome) is fmpq and not outcome and _vanishes(node):
            continue
        values: list[Value] = []
        if outcome is not None:
            values.append(as_number(outcome) if type(outcome) is Truth else outcome)  # type: ignore[arg-type]
        for arg in node.args if outcome is None else node.args[1:]:
            if type(arg) is Number and as_written:
                values.append(arg.value)
                continue
            rest = table[type(arg)](run, arg)
            values.append(as_number(rest) if type(rest) is Truth else rest)  # type: ignore[arg-type]
        rule = _OF_TWO.get(node.op)
        if rule is not None and len(values) == 2 and not node.options and not run.slips:
            left, right = values
            if type(left) is not Tensor and type(right) is not Tensor:  # as in most formulas
                run.left -= 1
                if run.left < 0:
                    run.spend(0)
                result = rule(left, right)
                exact = type(result) is fmpq and result.height_bits() <= EXACT_BITS
                outcome = result if exact else checked(result, EXACT_BITS)
                continue
        if len(values) == 2 and (type(values[0]) is Tensor or type(values[1]) is Tensor):
            if node.op in _SUMS:
                values = _beside_a_vector(run, node, _beside_a_matrix(run, node, values))
            elif node.op == "hadamard":
                values = _beside_a_matrix(run, node, values)
        of_vectors = bool(values) and type(values[0]) is Tensor
        if of_vectors and node.op in _BY_ENTRY:
            MET.vectors = True
        try:
            if how.each and node.op == "pow" and _is_squared_vector(values):
                values = [values[0], values[0]]
            meant = _meant(run, node, values) if of_vectors else node.op
            outcome = compute(run, meant, values, node.options)
        except NoValue:
            if _turns_its_last(node) and all(type(v) is Tensor and v.loose for v in values):
                outcome = compute(run, "outer", values)  # of vectors of different lengths
                continue
            if node.op not in _PRODUCTS or (joined := _end_to_end(run, node)) is None:
                raise
            outcome = compute(run, node.op, [values[0], joined])
    run.depth -= 1
    assert outcome is not None
    return outcome


def _meant(run: Run, node: Call, values: list[Value]) -> str:
    """The operation of a node: by the reading of this run, a product of vectors may be another one."""
    how = run.how
    if how.dot is None and _is_inner(node, values):
        return "dot"
    if how.each and node.op == "pow" and values[0] is values[1]:
        return "hadamard"
    if (
        how.listed
        and node.op == "bars"
        and len(values) == 1
        and type(values[0]) is Tensor
        and values[0].loose
    ):
        return "abs"
    if how.each and node.op in ("mul", "times") and all(type(v) is Tensor and v.loose for v in values):
        turned = any(type(arg) is Call and arg.op == "transpose" for arg in node.args)
        return node.op if turned else "hadamard"
    return node.op


def _is_squared_vector(values: list[Value]) -> bool:
    return type(values[0]) is Tensor and values[0].loose and values[1] == 2


def _end_to_end(run: Run, node: Call) -> Value | None:
    """The second factor of W [h; x], where vectors stand in a list, as one vector behind the other."""
    if len(node.args) != 2 or run.left < 0:
        return None
    listed = node.args[1]
    if type(listed) is not Array:
        return None
    parts = [item.items[0] if type(item) is Array and len(item.items) == 1 else item for item in listed.items]
    if not all(isinstance(part, Name | Apply | Call) for part in parts):
        return None
    items: list[Scalar] = []
    for part in parts:
        value = run.attempt(part)
        if isinstance(value, NoValue) or (isinstance(value, Tensor) and len(squeezed(value.shape)) > 1):
            return None
        items.extend(value.items if isinstance(value, Tensor) else (value,))
    return Tensor((len(items),), tuple(items), loose=True)


def _factor(run: Run, node: Call, first: Apply) -> Value | None:
    """The w of `w(x + 1)^2` where w is a value: the power then belongs to the brackets alone.

    An application that was itself in brackets, `(w(x + 1))^2`, starts before its name.
    """
    if node.op not in _POSTFIX or len(first.args) != 1 or first.span.start != first.function.span.start:
        return None
    meaning = run.meaning(first.function.key)
    if meaning is None or isinstance(meaning, Function) or run.meaning(first.key) is not None:
        return None
    return meaning


def _is_inner(node: Call, values: list[Value]) -> bool:
    """xᵀy of two vectors, which is a number also where x yᵀ beside it is a matrix."""
    if node.op not in ("mul", "times") or len(node.args) != 2:
        return False
    first, second = node.args
    turned = type(first) is Call and first.op == "transpose"
    if not turned or (type(second) is Call and second.op == "transpose"):
        return False
    return all(type(value) is Tensor and value.loose for value in values)


def _beside_a_matrix(run: Run, node: Call, values: list[Value]) -> list[Value]:
    """The values of `diag(p) - p pᵀ`, `e uᵀ ⊙ M`: beside a matrix, a vector times a turned one is one too."""
    for at, other in ((0, 1), (1, 0)):
        matrix, product = values[other], node.args[at]
        value = values[at]
        whole = isinstance(value, Tensor) and len(value.items) > 1
        if whole or type(matrix) is not Tensor or not _turns_its_last(product):
            continue
        values_of = [run.value(part) for part in product.args]
        parts = [Tensor((len(v.items),), v.items, loose=True) for v in values_of if _is_vector(v)]
        if len(parts) == 2 and parts[0].shape + parts[1].shape == matrix.shape:
            outer = compute(run, "outer", [*parts])
            return [outer if place == at else value for place, value in enumerate(values)]
    return values


def _is_vector(value: Value) -> TypeGuard[Tensor]:
    return type(value) is Tensor and len(squeezed(value.shape)) == 1


def _beside_a_vector(run: Run, node: Call, values: list[Value]) -> list[Value]:
    """The values of `μ + σ ε`: beside a vector, a product of two goes entry by entry."""
    for at, other in ((0, 1), (1, 0)):
        vector, product = values[other], node.args[at]
        if type(vector) is not Tensor or not vector.loose or type(values[at]) is Tensor:
            continue
        if type(product) is not Call or product.op not in ("mul", "times") or len(product.args) != 2:
            continue
        parts = [run.value(part) for part in product.args]
        if all(type(part) is Tensor and part.loose and part.shape == vector.shape for part in parts):
            entries = compute(run, "hadamard", parts)
            return [entries if place == at else value for place, value in enumerate(values)]
    return values


def _turns_its_last(expr: Expr) -> TypeGuard[Call]:
    """Whether an expression is a product `v wᵀ`."""
    if type(expr) is not Call or expr.op not in _PRODUCTS or len(expr.args) != 2:
        return False
    last = expr.args[1]
    return type(last) is Call and last.op == "transpose"


def _vanishes(node: Call) -> bool:
    """0 · log …, which counts as 0 even where the logarithm has no value."""
    return node.op in ("mul", "times") and any(
        type(arg) is Call and arg.op == "log" for arg in node.args[1:2]
    )


def compute(run: Run, op: str, values: list[Value], options: tuple[tuple[str, Expr], ...] = ()) -> Value:
    """One operation on values."""
    primitive = PRIMITIVES.get(op)
    if primitive is None or op in run.slips:
        operation = MISTAKABLE.get(op)
        if operation is None:
            return _compute_slipped(run, op, values, options)
        return operate(run, operation, values, {key: option(run, key, expr) for key, expr in options})
    run.left -= 1
    if run.left < 0:
        run.spend(0)
    rule = primitive.scalar
    if rule is not None and not options and len(values) == primitive.least:
        if len(values) == 2:
            a, b = values
            if type(a) is not Tensor and type(b) is not Tensor:
                result = rule(a, b)
                if type(result) is fmpq and result.height_bits() <= EXACT_BITS:
                    return result
                return checked(result, EXACT_BITS)
        elif type(values[0]) is not Tensor:
            return checked(rule(values[0]), EXACT_BITS)
    return _general(run, primitive, values, options)


def slipped(op: str, inner: str, slug: str) -> str:
    """How a call is marked that is to be done with a wrong recipe, its own or that of an operation inside."""
    return f"{op}!{inner}/{slug}"


def _compute_slipped(
    run: Run, marked: str, values: list[Value], options: tuple[tuple[str, Expr], ...]
) -> Value:
    """A call that is marked for a wrong recipe."""
    op, mark, slip = marked.partition("!")
    if not mark:
        raise NoValue(f"{op} is not an operation")
    inner, _, slug = slip.partition("/")
    outside, run.slips = run.slips, {inner: slug}
    try:
        return compute(run, op, values, options)
    finally:
        run.slips = outside


def _general(
    run: Run, primitive: Primitive, values: list[Value], options: tuple[tuple[str, Expr], ...]
) -> Value:
    """The way that minds tensors, options and settings."""
    count = len(values)
    if count < primitive.least or (primitive.most is not None and count > primitive.most):
        raise NoValue(f"{primitive.name} of {count} arguments")
    if primitive.cost is not None:
        run.spend(primitive.cost(*values))
    else:
        run.spend(sum([len(value.items) for value in values if type(value) is Tensor]))
    if options and count > primitive.least:
        raise NoValue(f"{primitive.name} of {count} arguments and a {options[0][0]}")
    keywords: dict[str, object] = {}
    for key, expr in options:
        if key not in primitive.options:
            raise NoValue(f"{primitive.name} has no option {key}")
        keywords[key] = option(run, key, expr)
    if primitive.setting == "dot" and all(map(_is_flat, values)):
        MET.vectors = True
    if primitive.setting is not None:
        keywords[primitive.setting] = getattr(run.how, primitive.setting)
    return checked(primitive.compute(*values, **keywords), EXACT_BITS)


def _is_flat(value: Value) -> bool:
    """Whether a product with it may be a dot product."""
    return type(value) is Tensor and (len(value.shape) == 1 or 1 in value.shape)


def option(run: Run, key: str, expr: Expr) -> Option:
    """The value of an option; a few words stand for themselves."""
    if type(expr) is Name:
        if key == "base" and expr.key == "e":
            return "e"
        if expr.key.isdigit() and len(expr.key) < 5:
            return fmpq(int(expr.key))
        if expr.key in WORDS and run.meaning(expr.key) is None:
            return WORDS[expr.key]
    return run.value(expr)


def constant(key: str) -> Scalar | None:
    """π, e and ∞, where nobody gave these letters another meaning."""
    if key in ("∞", "inf"):
        return INFINITE
    if key in ("pi", "\\pi", "π"):
        return arb.pi()
    if key == "e":
        return arb.const_e()
    return None
