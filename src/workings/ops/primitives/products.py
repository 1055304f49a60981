"""The products of linear algebra, and what belongs to a square matrix."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import flint
from flint import arb, fmpq

from workings.expr import Expr, call
from workings.ops.primitives.primitive import EXACT_BITS, NoValue, Primitive
from workings.ops.primitives.pullback import Back, Parts, negative, steps, times
from workings.ops.primitives.shaping import describe, entrywise, gathered, mismatch
from workings.value import Scalar, Tensor, Value

LARGEST_SIDE = 400  # of a matrix made from a number, such as an identity


def mul(a: Value, b: Value, dot: bool | None = False) -> Value:
    """The author's product: scaling, matrix product or dot product, whichever the shapes ask for.

    `dot` reads a column before a row of equal length as their dot product instead of the outer one;
    None reads two vectors without orientation as their outer product, and a column before one.
    """
    if not isinstance(a, Tensor) or not isinstance(b, Tensor):
        return entrywise(operator.mul, a, b, "multiplied by")
    if len(a.shape) > 2 or len(b.shape) > 2:
        return _stacked(a, b)
    if _flat(a) and _flat(b) and len(a.items) == len(b.items):
        rows = a.shape[-1] == 1 < a.shape[0] and b.shape[0] == 1 and len(a.shape) == len(b.shape) == 2
        if dot is None and b.loose and (a.loose or a.shape[-1] == 1):
            return outer(a, b)
        if dot or not rows:
            return dot_of_entries(a.items, b.items)
    return _matrix_product(a, b)


def matmul(a: Value, b: Value) -> Value:
    return mul(a, b)


def _flat(a: Tensor) -> bool:
    return len(a.shape) == 1 or 1 in a.shape


def _matrix_product(a: Tensor, b: Tensor) -> Value:
    """Rows times columns, with a vector that has no orientation turned the way that fits."""
    rows, inner = a.shape if len(a.shape) == 2 else _turned_left(a, b)
    height, columns = b.shape if len(b.shape) == 2 else _turned_right(inner, b)
    if inner != height:
        raise mismatch(a, b, "multiplied by")
    across = [b.items[j::columns] for j in range(columns)]
    items: list[Scalar] = []
    for i in range(rows):
        row = a.items[i * inner : (i + 1) * inner]
        items.extend([dot_of_entries(row, column) for column in across])
    if len(items) == 1:
        return items[0]
    if len(a.shape) == 1 and rows == 1 or len(b.shape) == 1 and columns == 1:
        return Tensor((len(items),), tuple(items), loose=True)
    return Tensor((rows, columns), tuple(items))


def _turned_left(a: Tensor, b: Tensor) -> tuple[int, int]:
    """A vector before a matrix is a row, or a column where only that fits."""
    length = a.shape[0]
    if len(b.shape) == 2 and b.shape[0] == 1 != length:
        return length, 1
    return 1, length


def _turned_right(inner: int, b: Tensor) -> tuple[int, int]:
    """A vector after a matrix is a column, or a row where only that fits."""
    length = b.shape[0]
    if inner == 1 != length:
        return 1, length
    return length, 1


def _stacked(a: Tensor, b: Tensor) -> Value:
    """Products of stacks of matrices, one by one."""
    deep = a if len(a.shape) >= len(b.shape) else b
    count = deep.shape[0]
    if len(a.shape) == len(b.shape) and a.shape[0] != b.shape[0]:
        raise mismatch(a, b, "multiplied by")
    parts = []
    for i in range(count):
        left = a[i] if len(a.shape) >= len(b.shape) else a
        right = b[i] if len(b.shape) >= len(a.shape) else b
        parts.append(mul(left, right))
    return stack(parts)


def stack(parts: Sequence[Value]) -> Tensor:
    """Values of equal shape, one after another along a new first axis."""
    first = parts[0]
    if not isinstance(first, Tensor):
        return Tensor(
            (len(parts),), tuple(part for part in parts if not isinstance(part, Tensor)), loose=True
        )
    items = tuple([item for part in parts if isinstance(part, Tensor) for item in part.items])
    return Tensor((len(parts), *first.shape), items)


def dot_of_entries(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    total: Scalar = fmpq(0)
    for x, y in zip(a, b, strict=True):
        total = total + x * y
        if isinstance(total, fmpq) and total.height_bits() > EXACT_BITS:
            total = arb(total)
    return total


def dot(a: Value, b: Value) -> Value:
    """The dot product of two vectors, however they are oriented."""
    if not isinstance(a, Tensor) or not isinstance(b, Tensor):
        return entrywise(operator.mul, a, b, "multiplied by")
    if _flat(a) and _flat(b) and len(a.items) == len(b.items):
        return dot_of_entries(a.items, b.items)
    raise mismatch(a, b, "multiplied as vectors with")


def outer(a: Value, b: Value) -> Value:
    """Every entry of one vector times every entry of the other; the Kronecker product of two matrices."""
    if not isinstance(a, Tensor) or not isinstance(b, Tensor):
        return entrywise(operator.mul, a, b, "multiplied by")
    if not _flat(a) and not _flat(b) and len(a.shape) == len(b.shape) == 2:
        return _kronecker(a, b)
    items = tuple([x * y for x in a.items for y in b.items])
    return Tensor((len(a.items), len(b.items)), items)


def _kronecker(a: Tensor, b: Tensor) -> Tensor:
    """The second matrix once for every entry of the first, times that entry."""
    (rows, columns), (high, wide) = a.shape, b.shape
    items = tuple(
        a.items[i * columns + j] * b.items[k * wide + n]
        for i in range(rows)
        for k in range(high)
        for j in range(columns)
        for n in range(wide)
    )
    return Tensor((rows * high, columns * wide), items)


def cross(a: Value, b: Value) -> Value:
    """The cross product of two vectors in space."""
    if not (isinstance(a, Tensor) and isinstance(b, Tensor) and len(a.items) == len(b.items) == 3):
        raise mismatch(a, b, "multiplied crosswise with")
    (x, y, z), (u, v, w) = a.items, b.items
    return Tensor(a.shape, (y * w - z * v, z * u - x * w, x * v - y * u), a.loose and b.loose)


def transpose(a: Value) -> Value:
    """Rows become columns; a vector without orientation keeps none."""
    if not isinstance(a, Tensor) or len(a.shape) == 1:
        return a
    *rest, rows, columns = a.shape
    block = rows * columns
    items: list[Scalar] = []
    for start in range(0, len(a.items), block):
        for j in range(columns):
            items.extend(a.items[start + j : start + block : columns])
    return Tensor((*rest, columns, rows), tuple(items))


def _square(a: Value, what: str) -> Tensor:
    if isinstance(a, Tensor) and len(a.shape) == 2 and a.shape[0] == a.shape[1]:
        return a
    if not isinstance(a, Tensor):
        return Tensor((1, 1), (a,))
    raise NoValue(f"{describe(a)} has no {what}")


def matrix_power(a: Tensor, n: int) -> Value:
    """Repeated matrix product; a negative power is that of the inverse."""
    if n < 0:
        inverted = inverse(a)
        return inverted if n == -1 else matrix_power(_square(inverted, "power"), -n)
    if n.bit_length() > 20:
        raise NoValue("a matrix power too large to compute")
    result: Value = eye(fmpq(a.shape[0]))
    base: Value = a
    while n:
        if n & 1:
            result = mul(result, base)
        n >>= 1
        if n:
            base = mul(base, base)
    return result


def inverse(a: Value) -> Value:
    square = _square(a, "inverse")
    n = square.shape[0]
    items: Sequence[Scalar]
    try:
        exact = _exact(square.items)
        if exact is not None:
            items = flint.fmpq_mat(n, n, exact).inv().entries()
        else:
            items = flint.arb_mat(n, n, [arb(item) for item in square.items]).inv().entries()
    except ZeroDivisionError:
        raise NoValue("the matrix has no inverse, its determinant is or may be zero") from None
    return Tensor((n, n), tuple(items)) if isinstance(a, Tensor) else items[0]


def det(a: Value) -> Value:
    square = _square(a, "determinant")
    n = square.shape[0]
    exact = _exact(square.items)
    if exact is not None:
        return flint.fmpq_mat(n, n, exact).det()
    return flint.arb_mat(n, n, [arb(item) for item in square.items]).det()


def trace(a: Value) -> Value:
    square = _square(a, "trace")
    total: Scalar = fmpq(0)
    for item in square.items[:: square.shape[0] + 1]:
        total = total + item
    return total


def rank(a: Value) -> Value:
    """The rank of an exact matrix."""
    exact = _exact(a.items) if isinstance(a, Tensor) and len(a.shape) == 2 else None
    if not isinstance(a, Tensor) or exact is None:
        raise NoValue("the rank of something that is not an exact matrix")
    return fmpq(flint.fmpq_mat(a.shape[0], a.shape[1], exact).rank())


def _exact(items: Sequence[Scalar]) -> list[fmpq] | None:
    """The entries as rationals, or None if one of them is a ball or they are too long to eliminate with."""
    exact = [item for item in items if isinstance(item, fmpq)]
    if len(exact) < len(items) or sum(item.height_bits() for item in exact) > 10 * EXACT_BITS:
        return None
    return exact


def eye(n: Value) -> Tensor:
    """The identity matrix with n rows."""
    side = whole(n, "the size of an identity matrix", 1, LARGEST_SIDE)
    one, zero = fmpq(1), fmpq(0)
    return Tensor((side, side), tuple([one if i == j else zero for i in range(side) for j in range(side)]))


def lower(n: Value) -> Value:
    """Ones on and below the diagonal: what position i may see when it cannot look ahead."""
    side = whole(n, "the size of a mask", 1, LARGEST_SIDE)
    one, zero = fmpq(1), fmpq(0)
    return Tensor((side, side), tuple([one if j <= i else zero for i in range(side) for j in range(side)]))


def diag(*values: Value) -> Value:
    """A vector or several numbers on the diagonal of a matrix, or the diagonal of a matrix."""
    a = gathered(values)
    if not isinstance(a, Tensor):
        return a
    if len(a.shape) == 2 and 1 not in a.shape:
        square = _square(a, "diagonal")
        return Tensor((square.shape[0],), square.items[:: square.shape[0] + 1], loose=True)
    n = whole(fmpq(len(a.items)), "the size of a diagonal matrix", 1, LARGEST_SIDE)
    zero = fmpq(0)
    return Tensor((n, n), tuple([a.items[i] if i == j else zero for i in range(n) for j in range(n)]))


def whole(value: Value | str, what: str, least: int, most: int) -> int:
    """A value that has to be an integer within bounds."""
    if isinstance(value, fmpq) and value.q == 1 and least <= value <= most:
        return int(value.p)
    raise NoValue(f"{what} has to be a whole number from {least} to {most}")


def _product_cost(a: Value, b: Value) -> int:
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        return len(a.items) * (b.shape[-1] if len(b.shape) > 1 else 1) + len(b.items)
    return max(len(v.items) if isinstance(v, Tensor) else 1 for v in (a, b))


def _outer_cost(a: Value, b: Value) -> int:
    return (len(a.items) if isinstance(a, Tensor) else 1) * (len(b.items) if isinstance(b, Tensor) else 1)


def _cubic_cost(a: Value) -> int:
    return len(a.items) * a.shape[0] if isinstance(a, Tensor) else 1


def _mul_back(back: Back) -> Parts:
    """By shape: scaling, a dot product, an outer one, or rows times columns (G Bᵀ and Aᵀ G)."""
    (a, b), (left, right) = back.args, back.values
    if not isinstance(left, Tensor) or not isinstance(right, Tensor):
        return back.fit(0, back.scaled(b, isinstance(right, Tensor))), back.fit(
            1, back.scaled(a, isinstance(left, Tensor))
        )
    if len(left.shape) > 2 or len(right.shape) > 2:
        raise NoValue("the derivative of a product of stacks of matrices")
    if not isinstance(back.result, Tensor):
        return _like(call("hadamard", back.g, b), left, a), _like(call("hadamard", back.g, a), right, b)
    g = back.g
    column = right.shape[-1] == 1 if len(right.shape) == 2 else len(back.result.shape) == 1
    row = left.shape[0] == 1 if len(left.shape) == 2 else len(back.result.shape) == 1
    wide = len(back.result.shape) == 2 and 1 not in back.result.shape
    if wide and _flat(left) and _flat(right):  # an outer product
        above, turned = call("matmul", g, call("transpose", b)), call("transpose", g)
        return _like(above, left, a), _like(call("matmul", turned, a), right, b)
    over = call("outer", g, b) if column and not row else call("matmul", g, call("transpose", b))
    under = call("outer", a, g) if row and not column else call("matmul", call("transpose", a), g)
    if len(left.shape) == 1 and row:  # a vector before a matrix is a row
        over = call("matmul", b, g)
    return _like(over, left, a), _like(under, right, b)


def _like(g: Expr, value: Tensor, x: Expr) -> Expr:
    """In the orientation of the argument; a matrix has it already."""
    return g if len(value.shape) == 2 and 1 not in value.shape or value.loose else call("fitted", g, x)


def _dot_back(back: Back) -> Parts:
    (a, b), (left, right) = back.args, back.values
    if not isinstance(left, Tensor) or not isinstance(right, Tensor):
        return _mul_back(back)
    return _like(call("hadamard", back.g, b), left, a), _like(call("hadamard", back.g, a), right, b)


def _outer_back(back: Back) -> Parts:
    (a, b), (left, right) = back.args, back.values
    if not isinstance(left, Tensor) or not isinstance(right, Tensor):
        return _mul_back(back)
    if not _flat(left) and not _flat(right):
        raise NoValue("the derivative of a Kronecker product")
    turned = call("transpose", back.g)
    return _like(call("matmul", back.g, b), left, a), _like(call("matmul", turned, a), right, b)


def _inverse_back(back: Back) -> Parts:
    turned = call("transpose", back.out)
    return (negative(call("matmul", call("matmul", turned, back.g), turned)),)


def _det_back(back: Back) -> Parts:
    if back.is_scalar and not isinstance(back.values[0], Tensor):
        return (back.g,)
    turned = call("transpose", call("inverse", back.args[0]))
    return (call("hadamard", times(back.g, back.out, True), turned),)


def _trace_back(back: Back) -> Parts:
    shape = back.shape_of(0)
    return (call("hadamard", back.g, call("eye", shape[0])) if shape else back.g,)


def _cross_back(back: Back) -> Parts:
    a, b = back.args
    return call("cross", b, back.g), call("cross", back.g, a)


def _diag_back(back: Back) -> Parts:
    if len(back.args) > 1:
        raise NoValue("the derivative of a diagonal of several numbers")
    return (call("diag", back.g),)


PRODUCTS = (
    Primitive("mul", mul, 2, 2, scalar=operator.mul, setting="dot", cost=_product_cost, pullback=_mul_back),
    Primitive(  # written ×
        "times", mul, 2, 2, scalar=operator.mul, setting="dot", cost=_product_cost, pullback=_mul_back
    ),
    Primitive("matmul", matmul, 2, 2, scalar=operator.mul, cost=_product_cost, pullback=_mul_back),
    Primitive("dot", dot, 2, 2, pullback=_dot_back),
    Primitive("outer", outer, 2, 2, cost=_outer_cost, pullback=_outer_back),
    Primitive("cross", cross, 2, 2, pullback=_cross_back),
    Primitive("transpose", transpose, pullback=lambda back: (call("transpose", back.g),)),
    Primitive("inverse", inverse, cost=_cubic_cost, pullback=_inverse_back),
    Primitive("det", det, cost=_cubic_cost, pullback=_det_back),
    Primitive("trace", trace, pullback=_trace_back),
    Primitive("rank", rank, cost=_cubic_cost, pullback=steps),
    Primitive("eye", eye, pullback=steps),
    Primitive("lower", lower, pullback=steps),
    Primitive("diag", diag, 1, None, pullback=_diag_back),
)
