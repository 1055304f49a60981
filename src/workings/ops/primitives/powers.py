"""Powers, roots, exponentials and logarithms: exact where the result is rational, enclosed elsewhere."""

from __future__ import annotations

from flint import arb, fmpq, fmpz

from workings.expr import Expr, Number, call, number
from workings.ops.primitives.primitive import EXACT_BITS, NoValue, Primitive
from workings.ops.primitives.products import matrix_power
from workings.ops.primitives.pullback import ONE, Back, Parts, smooth, times
from workings.ops.primitives.shaping import describe, each, entrywise
from workings.value import Scalar, Tensor, Value

LARGEST_EXPONENT = 1 << 32  # e to more than this is refused
_ONE, _ZERO = fmpq(1), fmpq(0)


def power(a: Value, b: Value) -> Value:
    """Matrix powers of square matrices by integers, entrywise powers otherwise."""
    if isinstance(a, Tensor) and len(a.shape) == 2 and a.shape[0] == a.shape[1] > 1:
        if isinstance(b, fmpq) and b.q == 1:
            return matrix_power(a, int(b.p))
        raise NoValue(f"{describe(a)} has no such power")
    return entrywise(power_of_numbers, a, b, "raised to")


def power_of_numbers(x: Scalar, y: Scalar) -> Scalar:
    if isinstance(y, fmpq):
        if y.q == 1:
            return _integer_power(x, y.p)
        return _fractional_power(x, y)
    if isinstance(x, fmpq):
        if x == 1:
            return x
        if not x:
            if y > 0:
                return x
            raise NoValue("zero to a power that may be negative")
        if x < 0:
            raise NoValue("a negative number to a fractional power")
        return exp_of_number(y * arb(x).log())
    if not x > 0:
        raise NoValue("a power whose base may be negative")
    return exp_of_number(y * x.log())


def _integer_power(x: Scalar, n: fmpz) -> Scalar:
    if not n:
        return _ONE
    if n < 0:
        if x.contains(0) if isinstance(x, arb) else not x:
            raise NoValue("division by zero")
        if n == -1:
            return 1 / x
    if isinstance(x, fmpq):
        if not x or x == 1:
            return x
        bits = x.height_bits() * abs(n)
        if bits <= EXACT_BITS:
            return x ** int(n)
        if x == -1:
            return _ONE if n % 2 == 0 else x
        if bits > LARGEST_EXPONENT:
            raise NoValue("a power too large to compute")
        return arb(x) ** n
    if abs(n) > LARGEST_EXPONENT or (
        abs(n) > 64 and not (arb(x.abs_upper()).log() * n).abs_upper() < LARGEST_EXPONENT
    ):
        raise NoValue("a power too large to compute")
    return x**n


def _fractional_power(x: Scalar, y: fmpq) -> Scalar:
    if isinstance(x, fmpq):
        if x < 0:
            raise NoValue("a negative number to a fractional power")
        if not x:
            if y > 0:
                return x
            raise NoValue("division by zero")
        if y.q <= 64 and (exact := _exact_root(x, int(y.q))) is not None:
            return _integer_power(exact, y.p)
        if y == fmpq(1, 2):
            return arb(x).sqrt()
        return exp_of_number(arb(x).log() * y)
    if y == fmpq(1, 2):
        return sqrt_of_number(x)
    if not x > 0:
        raise NoValue("a fractional power of a number that may be negative")
    return exp_of_number(x.log() * y)


def _exact_root(x: fmpq, n: int) -> fmpq | None:
    """The n-th root of a non-negative rational where it is rational."""
    if x.height_bits() > EXACT_BITS:
        return None
    top, bottom = x.p.root(n), x.q.root(n)
    if top**n == x.p and bottom**n == x.q:
        return fmpq(top, bottom)
    return None


def exp_of_number(x: Scalar) -> Scalar:
    if isinstance(x, fmpq) and not x:
        return _ONE
    ball = arb(x)
    if not abs(ball) < LARGEST_EXPONENT:
        raise NoValue("an exponential too large to compute")
    return ball.exp()


def ln_of_number(x: Scalar) -> Scalar:
    if isinstance(x, fmpq):
        if x == 1:
            return _ZERO
        if x <= 0:
            raise NoValue("the logarithm of zero" if not x else "the logarithm of a negative number")
        return arb(x).log()
    if not x > 0:
        negative = x <= 0
        raise NoValue(f"the logarithm of a number that {'is' if negative else 'may be'} zero or negative")
    return x.log()


def log_of_number(x: Scalar, base: Scalar) -> Scalar:
    """The logarithm to any base, exact where it is a fraction with a small denominator."""
    top = ln_of_number(x)
    if isinstance(base, fmpq) and base == 1:
        raise NoValue("a logarithm to the base one")
    bottom = ln_of_number(base)
    if isinstance(top, fmpq):
        return top
    ratio = arb(top) / bottom
    if isinstance(x, fmpq) and isinstance(base, fmpq):
        for denominator in (1, 2, 3):
            exact = (ratio * denominator).unique_fmpz()
            if exact is None or abs(exact) * base.height_bits() > EXACT_BITS:
                continue
            if base ** int(exact) == x**denominator:
                return fmpq(exact, denominator)
    return ratio


def sqrt_of_number(x: Scalar) -> Scalar:
    if isinstance(x, fmpq):
        if x < 0:
            raise NoValue("the square root of a negative number")
        exact = _exact_root(x, 2)
        return arb(x).sqrt() if exact is None else exact
    if x < 0:
        raise NoValue("the square root of a negative number")
    if x.contains(0):  # a value that is defined at all is the root of the part that is not negative
        top = arb(x.upper()).sqrt().upper()
        return arb(top / 2, top / 2)
    return x.sqrt()


def root(x: Value, n: Value) -> Value:
    """The n-th root; odd roots of negative numbers are real."""
    return entrywise(_root_of_number, x, n, "a root of order")


def _root_of_number(x: Scalar, n: Scalar) -> Scalar:
    if not isinstance(n, fmpq) or n.q != 1 or n < 1:
        if isinstance(n, fmpq) and not n:
            raise NoValue("a root of order zero")
        return power_of_numbers(x, 1 / n if isinstance(n, fmpq) else 1 / arb(n))
    if n == 2:
        return sqrt_of_number(x)
    if n.p % 2 == 1 and x < 0:
        return -_fractional_power(-x, 1 / n) if n != 1 else x
    return power_of_numbers(x, 1 / n)


def log(x: Value, base: Value | str | None = None, log_base: str = "e") -> Value:
    """A logarithm; without a base the run's convention decides which."""
    if base is None:
        base = "e" if log_base == "e" else fmpq(int(log_base))
    if isinstance(base, str):
        if base != "e":
            raise NoValue("a logarithm to an infinite base")
        return each(ln_of_number, x)
    return entrywise(log_of_number, x, base, "the logarithm to")


def xlog(x: Value, y: Value, log_base: str = "e") -> Value:
    """x·log y, which is nothing where x is exactly zero: a share of nothing carries no information."""

    def entry(a: Scalar, b: Scalar) -> Scalar:
        if isinstance(a, fmpq) and not a:
            return a
        return a * (ln_of_number(b) if log_base == "e" else log_of_number(b, fmpq(int(log_base))))

    return entrywise(entry, x, y, "weighed with the logarithm of")


def _fixed_log(base: int) -> Primitive:
    fixed = fmpq(base)
    slope = smooth(lambda x: call("div", ONE, call("hadamard", x, call("ln", base))))
    return Primitive(
        f"log{base}", lambda x: each(lambda entry: log_of_number(entry, fixed), x), pullback=slope
    )


MOST_FACTORS = 8  # of a matrix power that is differentiated


def _pow_back(back: Back) -> Parts:
    base, exponent = back.args
    if isinstance(back.values[0], Tensor) and len(back.shape_of(0)) == 2 and 1 not in back.shape_of(0):
        return (_matrix_pow_back(back, base, back.values[1]), None)
    by_exponent = None
    if back.needs[1]:
        by_exponent = back.fit(1, back.scaled(times(back.out, call("ln", base), back.is_scalar)))
    return back.fit(0, back.scaled(_lowered(back, base, exponent))), by_exponent


def _lowered(back: Back, base: Expr, exponent: Expr) -> Expr:
    """n·x^(n-1), and 2x where n is 2."""
    value = back.values[1]
    if isinstance(value, fmpq) and value == 2:
        return times(number(2), base, back.is_scalar)
    less: Expr = call("sub", exponent, ONE)
    if isinstance(exponent, Number) and exponent.value.q == 1:
        less = number(exponent.value - 1)
    return times(exponent, call("pow", base, less), back.is_scalar)


def _matrix_pow_back(back: Back, base: Expr, exponent: Value) -> Expr:
    """The sum of all products with what comes back in the place of one factor."""
    if not isinstance(exponent, fmpq) or exponent.q != 1 or not 1 <= exponent <= MOST_FACTORS:
        raise NoValue("the derivative of such a power of a matrix")
    turned, count = call("transpose", base), int(exponent.p)
    total: Expr | None = None
    for at in range(count):
        term = back.g
        for side in range(count):
            if side < at:
                term = call("matmul", turned, term)
            elif side > at:
                term = call("matmul", term, turned)
        total = term if total is None else call("add", total, term)
    return back.g if total is None else total


def _log_back(back: Back) -> Parts:
    """1/x, over the logarithm of the base unless that is e."""
    base = back.options.get("base", back.settings.get("log_base", "e"))
    if len(back.args) == 2 or not isinstance(base, fmpq | str):
        raise NoValue("a derivative of a logarithm to such a base")
    divisor: Expr = back.args[0]
    if base != "e":
        divisor = call("hadamard", divisor, call("ln", fmpq(base) if isinstance(base, fmpq) else int(base)))
    return (back.over(divisor),)


def _xlog_back(back: Back) -> Parts:
    x, y = back.args
    base = back.settings.get("log_base", "e")
    below = y if base == "e" else call("hadamard", y, call("ln", int(str(base))))
    by_share = back.fit(0, back.scaled(call("log", y))) if back.needs[0] else None
    return by_share, back.fit(1, call("div", back.scaled(x), below))


def _root_back(back: Back) -> Parts:
    n = back.args[1]
    lowered = call("pow", back.out, call("sub", n, ONE))
    return back.over(times(n, lowered, back.is_scalar)), None


POWERS = (
    Primitive(
        "pow", power, 2, 2, scalar=power_of_numbers, cost=lambda a, b: _power_cost(a, b), pullback=_pow_back
    ),
    Primitive(
        "exp",
        lambda x: each(exp_of_number, x),
        scalar=exp_of_number,
        pullback=lambda back: (back.scaled(back.out),),
    ),
    Primitive(
        "ln",
        lambda x: each(ln_of_number, x),
        scalar=ln_of_number,
        pullback=lambda back: (back.over(back.args[0]),),
    ),
    Primitive("log", log, 1, 2, options=("base",), setting="log_base", pullback=_log_back),
    Primitive("xlog", xlog, 2, 2, setting="log_base", pullback=_xlog_back),
    _fixed_log(2),
    _fixed_log(10),
    Primitive(
        "sqrt",
        lambda x: each(sqrt_of_number, x),
        scalar=sqrt_of_number,
        pullback=lambda back: (back.over(call("hadamard", 2, back.out)),),
    ),
    Primitive("root", root, 2, 2, pullback=_root_back),
)


def _power_cost(a: Value, b: Value) -> int:
    entries = len(a.items) if isinstance(a, Tensor) else 1
    if isinstance(a, Tensor) and len(a.shape) == 2 and isinstance(b, fmpq):
        return entries * a.shape[0] * 2 * min(64, abs(int(b.p)).bit_length() + 1)
    return entries + (len(b.items) if isinstance(b, Tensor) else 0)
