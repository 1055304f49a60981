"""Slips in how a formula is put together: signs, terms, brackets, one function taken for another.

Each generator gives whole formulas with one thing changed, the likelier ones first.
"""

from __future__ import annotations

from collections.abc import Iterator

from workings.checking.comparing.parts import terms
from workings.checking.slips.change import Change, Scene, turned
from workings.expr import Apply, Call, Expr, Fold, Name, Number, number, swapped, walk
from workings.source import Span

PRODUCTS = frozenset({"mul", "times", "hadamard", "matmul", "dot"})
MISSING_SCALE = "attention/missing-scale"
_SUMS = frozenset({"add", "sub"})
_EXTREMES = frozenset({"max", "min"})
_FUNCTIONS = {
    "exp": "exp",
    "sqrt": "the root",
    "ln": "the logarithm",
    "log": "the logarithm",
    "abs": "the bars",
}
_TAKEN_FOR = {
    "relu": ("sigmoid", "tanh"),
    "sin": ("cos",),
    "cos": ("sin",),
    "max": ("min",),
    "min": ("max",),
    "argmax": ("argmin",),
    "argmin": ("argmax",),
    "sqrt": ("square",),
}


def _calls(expr: Expr) -> list[Call]:
    return [node for node in walk(expr) if isinstance(node, Call)]


def _phrase(pattern: str, text: str, otherwise: str) -> str:
    """Words around a part of the formula, or other words where the part is too long to be quoted."""
    return pattern.format(text) if text else otherwise


# -- signs and terms ----------------------------------------------------------------------------


def signs(expr: Expr, scene: Scene) -> Iterator[Change]:
    """One plus for a minus, one minus lost, one number with the other sign."""
    for node in _calls(expr):
        if node.op in _SUMS:
            other = "sub" if node.op == "add" else "add"
            written, right = ("-", "+") if node.op == "add" else ("+", "-")
            part = scene.written(node.args[1])
            words = _phrase(
                f"holds with {written} {{0}} in place of {right} {{0}}",
                part,
                f"holds with {written} in place of {right}",
            )
            yield Change("slip/sign", words, swapped(expr, node, Call(node.span, other, node.args)))
        elif node.op == "neg":
            part = scene.written(node.args[0])
            words = _phrase("holds with {0} in place of -{0}", part, "holds without a minus sign")
            yield Change("slip/sign", words, swapped(expr, node, node.args[0]))
    bounds = {id(end) for node in walk(expr) if isinstance(node, Fold) for end in (node.lower, node.upper)}
    for leaf in [node for node in walk(expr) if isinstance(node, Number | Name)]:
        if isinstance(leaf, Number) and leaf.value == 0 or id(leaf) in bounds:
            continue
        part = scene.written(leaf)
        if (difference := _divided(expr, leaf)) is not None:
            yield _turned_round(expr, difference, scene)
            continue
        yield Change("slip/sign", f"holds with -{part} in place of {part}", swapped(expr, leaf, turned(leaf)))


def _divided(expr: Expr, leaf: Expr) -> Call | None:
    """The difference that a leaf divides: there the sign is lost, and not in what it is divided by."""
    above = (node.args[0] for node in _calls(expr) if node.op == "div" and node.args[1] is leaf)
    return next((node for node in above if isinstance(node, Call) and node.op == "sub"), None)


def _turned_round(expr: Expr, node: Call, scene: Scene) -> Change:
    """A difference taken the other way round."""
    first, second = map(scene.written, node.args)
    words = f"holds with {second} - {first} in place of {first} - {second}"
    other = swapped(expr, node, Call(node.span, "sub", (node.args[1], node.args[0])))
    return Change("slip/sign", words if first and second else "holds with the difference turned round", other)


def _is_root(quotient: Call) -> bool:
    """Whether something is divided by a square root, as the scores of attention are."""
    divisor = quotient.args[1]
    return isinstance(divisor, Call) and divisor.op == "sqrt"


def left_out(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A term, a factor, a divisor, a power or a function left out."""
    scores = {id(node.args[0]) for node in _calls(expr) if node.op == "softmax" and node.args}
    for node in _calls(expr):
        if node.op in _SUMS:
            for at, arg in enumerate(node.args):
                rest = node.args[1 - at] if at or node.op == "add" else turned(node.args[1])
                words = _phrase("holds without {0}", scene.written(arg), "holds without one of the terms")
                yield Change("slip/dropped-term", words, swapped(expr, node, rest))
            if node.op == "sub":
                part, whole = scene.written(node.args[1]), scene.written(node)
                words = (
                    f"holds with {part} in place of {whole}"
                    if part and whole
                    else "holds without the difference"
                )
                yield Change("slip/dropped-term", words, swapped(expr, node, node.args[1]))
        elif node.op in PRODUCTS and len(node.args) == 2:
            for at, arg in enumerate(node.args):
                words = _phrase(
                    "holds without the factor {0}", scene.written(arg), "holds without one of the factors"
                )
                if isinstance(arg, Number) and arg.value == 0:
                    words = "holds with a product with 0 taken for its other factor"
                is_scale = id(node) in scores and isinstance(arg, Call) and arg.op == "div" and _is_root(arg)
                name = MISSING_SCALE if is_scale else "slip/dropped-factor"
                yield Change(name, words, swapped(expr, node, node.args[1 - at]))
        elif node.op == "div":
            words = _phrase(
                "holds without dividing by {0}", scene.written(node.args[1]), "holds without the division"
            )
            name = MISSING_SCALE if id(node) in scores and _is_root(node) else "slip/dropped-factor"
            yield Change(name, words, swapped(expr, node, node.args[0]))
        elif node.op == "pow":
            words = _phrase(
                "holds without the exponent {0}", scene.written(node.args[1]), "holds without the exponent"
            )
            yield Change("slip/function", words, swapped(expr, node, node.args[0]))
        elif node.op in _EXTREMES and len(node.args) > 2:
            for at, arg in enumerate(node.args):
                others = Call(node.span, node.op, node.args[:at] + node.args[at + 1 :])
                words = _phrase("holds without {0}", scene.written(arg), "holds without one of the entries")
                yield Change("slip/dropped-term", words, swapped(expr, node, others))
        elif node.op in _FUNCTIONS and len(node.args) == 1:
            yield Change(
                "slip/function", f"holds without {_FUNCTIONS[node.op]}", swapped(expr, node, node.args[0])
            )


def doubled(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A term that was counted twice."""
    parts = terms(expr)
    if not 2 <= len(parts) <= 12:
        return
    for sign, term in parts:
        words = _phrase(
            "holds with {0} counted twice", scene.written(term), "holds with a term counted twice"
        )
        again = Call(term.span, "add" if sign > 0 else "sub", (expr, term))
        yield Change("slip/counted-twice", words, again)


def twos_lost(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A two before or below a letter: `tanh(x) = 2σ(x) - 1` for 2σ(2x) - 1."""
    for node in walk(expr):
        if isinstance(node, Name):
            twice = swapped(expr, node, Call(node.span, "mul", (number(2), node)))
            yield Change("slip/dropped-factor", f"holds with 2{node.key} in place of {node.key}", twice)
            half = swapped(expr, node, Call(node.span, "div", (node, number(2))))
            yield Change("slip/dropped-factor", f"holds with {node.key}/2 in place of {node.key}", half)


def numbers_off(expr: Expr, scene: Scene) -> Iterator[Change]:
    """One number more or less, twice it or half of it; a letter that is one off."""
    exponents = {id(node.args[1]) for node in walk(expr) if isinstance(node, Call) and node.op == "pow"}
    for node in walk(expr):
        if isinstance(node, Number):
            for value in (node.value + 1, node.value - 1, node.value * 2, node.value / 2):
                if id(node) in exponents and value in (0, 1):
                    continue  # P² = P is said of projections, nobody meant P¹
                new = swapped(expr, node, number(value, node.span))
                yield Change("slip/off-by-one", f"holds with {value} in place of {node.text}", new)
        elif isinstance(node, Name):
            for op, sign in (("add", "+"), ("sub", "-")):
                new = swapped(expr, node, Call(node.span, op, (node, number(1))))
                yield Change("slip/off-by-one", f"holds with {node.key} {sign} 1 in place of {node.key}", new)


# -- brackets -----------------------------------------------------------------------------------


def brackets(expr: Expr, scene: Scene) -> Iterator[Change]:
    """Brackets overlooked or put where there are none, and a minus that reached only the first term."""
    for node in _calls(expr):
        for name, words, new in _regrouped(node):
            yield Change(name, words, swapped(expr, node, new))


def _regrouped(node: Call) -> Iterator[tuple[str, str, Expr]]:
    """The same call with other brackets: the name of the slip, its words, and what it comes to."""
    match node.op, node.args:
        case "neg", (inner,) if isinstance(inner, Call):
            yield from _minus_before(node.span, inner)
        case "pow", (base, exponent) if isinstance(base, Call):
            for words, new in _powers(node.span, base, exponent):
                yield "slip/brackets", words, new
        case op, (Call(op=inner, args=(a, b)),) if op in _FUNCTIONS and inner in _SUMS:
            each = [Call(node.span, op, (part,), node.options) for part in (a, b)]
            yield (
                "slip/brackets",
                f"holds with {_FUNCTIONS[op]} taken of each term",
                Call(node.span, inner, tuple(each)),
            )
        case "div", (above, below):
            for words, new in _quotients(node.span, above, below):
                yield "slip/brackets", words, new
        case op, (left, right) if op in PRODUCTS:
            for words, new in _multiplied(node, left, right):
                yield "slip/brackets", words, new
        case op, (left, right) if op in _SUMS:
            if op == "sub" and isinstance(right, Call) and right.op in _SUMS:
                first = Call(node.span, "sub", (left, right.args[0]))
                kept = Call(node.span, right.op, (first, right.args[1]))
                yield "slip/minus", "holds with the minus on the first term of the brackets only", kept
            for new in _summed_first(node, left, right):
                yield "slip/brackets", "holds with the sum taken first", new


def _minus_before(span: Span, inner: Call) -> Iterator[tuple[str, str, Expr]]:
    """-(a^n) as (-a)^n, and -(a + b) as -a + b."""
    if inner.op == "pow":
        base, exponent = inner.args
        new = Call(span, "pow", (turned(base), exponent))
        yield "slip/brackets", "holds with the minus inside the power", new
    if inner.op in _SUMS:
        a, b = inner.args
        yield (
            "slip/minus",
            "holds with the minus on the first term only",
            Call(span, inner.op, (turned(a), b)),
        )


def _powers(span: Span, base: Call, exponent: Expr) -> Iterator[tuple[str, Expr]]:
    """(-a)^n as -(a^n), (ab)^n as a b^n, (a + b)^n as a^n + b^n."""

    def raised(part: Expr) -> Call:
        return Call(span, "pow", (part, exponent))

    if base.op == "neg":
        yield "holds with the minus outside the power", turned(raised(base.args[0]))
    if base.op in PRODUCTS:
        a, b = base.args
        yield "holds with only the last factor raised", Call(span, base.op, (a, raised(b)))
    if base.op in _SUMS:
        a, b = base.args
        yield "holds with each term raised on its own", Call(span, base.op, (raised(a), raised(b)))


def _quotients(span: Span, above: Expr, below: Expr) -> Iterator[tuple[str, Expr]]:
    """(a + b) / c as a + b / c or a / c + b, and a / (b + c) as a / b + c."""
    if isinstance(above, Call) and above.op in _SUMS:
        a, b = above.args
        last, first = Call(span, "div", (b, below)), Call(span, "div", (a, below))
        yield "holds with only the last term divided", Call(span, above.op, (a, last))
        yield "holds with only the first term divided", Call(span, above.op, (first, b))
    if isinstance(below, Call) and below.op in _SUMS:
        a, b = below.args
        words = "holds with only the first term of the denominator below the line"
        yield words, Call(span, below.op, (Call(span, "div", (above, a)), b))


def _multiplied(node: Call, left: Expr, right: Expr) -> Iterator[tuple[str, Expr]]:
    """a (b + c) as a b + c or b + a c, from either side."""
    for this, that, first in ((left, right, False), (right, left, True)):
        if isinstance(that, Call) and that.op in _SUMS:
            a, b = that.args
            one, other = (Call(node.span, node.op, (t, this) if first else (this, t)) for t in (a, b))
            yield "holds with only the first term multiplied", Call(node.span, that.op, (one, b))
            yield "holds with only the last term multiplied", Call(node.span, that.op, (a, other))


def _summed_first(node: Call, left: Expr, right: Expr) -> Iterator[Expr]:
    """a + b c as (a + b) c, and a b + c as a (b + c)."""
    joined = PRODUCTS | {"div"}
    if isinstance(right, Call) and right.op in joined and len(right.args) == 2:
        a, b = right.args
        yield Call(node.span, right.op, (Call(node.span, node.op, (left, a)), b))
    if isinstance(left, Call) and left.op in PRODUCTS and len(left.args) == 2:
        a, b = left.args
        yield Call(node.span, left.op, (a, Call(node.span, node.op, (b, right))))


# -- functions ----------------------------------------------------------------------------------


def functions(expr: Expr, scene: Scene) -> Iterator[Change]:
    """One operation taken for another: a product for a sum, a square for a double, tanh for σ."""
    for node in _calls(expr):
        for words, new in _confused(node):
            yield Change("slip/function", words, swapped(expr, node, new))


def _confused(node: Call) -> Iterator[tuple[str, Expr]]:
    """What a call comes to with another operation in its place, in words and as a formula."""

    def build(op: str, *args: Expr) -> Call:
        return Call(node.span, op, args)

    for other in _TAKEN_FOR.get(node.op, ()):
        if other == "square":
            yield "holds with a square in place of the root", build("pow", node.args[0], number(2))
            yield "holds with a half in place of the root", build("div", node.args[0], number(2))
        else:
            yield f"holds with {other} in place of {node.op}", build(other, *node.args)
    if node.op in ("ln", "log") and len(node.args) == 1 and not node.options:
        for base in (2, 10):
            logarithm = Call(node.span, "log", node.args, (("base", number(base)),))
            yield f"holds with the logarithm to base {base}", logarithm
        if node.op == "log":
            yield "holds with the natural logarithm", build("ln", *node.args)
    if node.op == "pow":
        yield "holds with the exponent as a factor", build("mul", *node.args)
    if node.op == "exp":
        for base in (2, 10):
            yield f"holds with {base} in place of e", build("pow", number(base), node.args[0])
    if len(node.args) == 2:
        if node.op == "div":
            yield "holds with a product in place of the quotient", build("mul", *node.args)
            yield "holds with the quotient upside down", build("div", *node.args[::-1])
        elif node.op in PRODUCTS:
            yield "holds with a sum in place of the product", build("add", *node.args)
            yield "holds with a quotient in place of the product", build("div", *node.args)
        elif node.op == "add":
            yield "holds with a product in place of the sum", build("mul", *node.args)
        elif node.op == "sub":
            yield "holds with the difference the other way round", build("sub", *node.args[::-1])


def squares_lost(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A square that got lost: `tanh' = 1 - tanh`."""
    for node in walk(expr):
        if isinstance(node, Call) and len(node.args) == 1 or isinstance(node, Name | Apply):
            new = swapped(expr, node, Call(node.span, "pow", (node, number(2))))
            part = scene.written(node) or "a part"
            yield Change("slip/function", f"holds with the square of {part}", new)


def turned_over(expr: Expr, scene: Scene) -> Iterator[Change]:
    """A factor that was moved to the other side without becoming a divisor: `a = b c`, so `c = a b`."""
    for node in _calls(expr):
        if node.op in PRODUCTS and len(node.args) == 2:
            for factor, divisor in (node.args, node.args[::-1]):
                new = swapped(expr, node, Call(node.span, "div", (factor, divisor)))
                part = scene.written(divisor) or "it"
                yield Change("slip/function", f"holds with a division by {part} in place of the product", new)
