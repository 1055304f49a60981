"""The names of expressions in plain letters, and the numbers in them."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from workings.expr import Apply, Call, Expr, Name, Number, walk
from workings.regex import regex

_LOWERED = regex(r"(.*?)_\{?(\d{1,3})\}?")
_RENEWED = regex(r"(?:new |updated )?(\w+?(?:_\{?\d{1,3}\}?)?)(?:[_^]\{?\(?(?:new|neu|updated)\)?\}?|\^\+)?")
_RAISED = regex(r"(.*)\^\((\w)\)")


def spelt(expr: Expr) -> str:
    """An expression in plain letters: `sqrt(v_1)`, `1-z`, `q·k_1`."""
    match expr:
        case Number(text=text):
            return text
        case Name(key=key) | Apply(key=key):
            return key
        case Call(op="neg", args=(inner,)):
            return f"-{_part(inner, 'mul')}"
        case Call(op="add" | "sub" | "mul" | "times" | "div" | "pow" as op, args=(first, second)):
            return f"{_part(first, op)}{_SIGNS[op]}{_part(second, op, last=True)}"
        case Call(op=op, args=args):
            return f"{op}({', '.join(map(spelt, args))})"
        case _:
            return "?"


def _part(expr: Expr, op: str, last: bool = False) -> str:
    """An operand, in brackets where it would be torn apart: `(1-z)·n`, `a-(b+c)`, `x/(y·z)`."""
    inner = _STRENGTH.get(expr.op, 4) if isinstance(expr, Call) else 4
    apart = inner < _STRENGTH[op] or (
        inner == _STRENGTH[op] and (op == "pow" or (last and op in ("sub", "div")))
    )
    return f"({spelt(expr)})" if apart else spelt(expr)


GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eps": "ε", "eta": "η", "lr": "η",
    "lambda": "λ", "lam": "λ", "mu": "μ", "sigma": "σ", "tau": "τ", "theta": "θ", "th": "θ", "rho": "ρ",
    "phi": "φ", "omega": "ω", "abar": "bar(α)", "alpha_bar": "bar(α)", "alphabar": "bar(α)",
}  # fmt: skip
_NUMBERED = regex(r"(alpha|beta|theta|th|[a-zA-Z])_?(\d)")
_HATTED = regex(r"([a-zA-Z]+)_?hat")
_SIGNS = {"add": "+", "sub": "-", "mul": "·", "times": "×", "div": "/", "pow": "^"}
_STRENGTH = {"add": 1, "sub": 1, "neg": 1, "mul": 2, "times": 2, "div": 2, "pow": 3}


def called(expr: Expr) -> tuple[str, str]:
    """The name of a left side and its index, in the letters that are usual: `β, 1` for `beta1`."""
    base, index = _called(expr)
    if not index and (numbered := _NUMBERED.fullmatch(base)) is not None:
        base, index = numbered[1], numbered[2]
    hatted = _HATTED.fullmatch(base)
    return (f"hat({GREEK.get(hatted[1], hatted[1])})" if hatted else GREEK.get(base, base)), index


def renewed(expr: Expr) -> tuple[str, str]:
    """The same of a value after a step, which goes by the name that it had: `w, 1` for `w_1^{new}`."""
    found = _RENEWED.fullmatch(spelt(expr)) if isinstance(expr, Name) else None
    if found is None or found[1] == spelt(expr):
        return called(expr)
    lowered = _LOWERED.fullmatch(found[1])
    return (lowered[1], lowered[2]) if lowered is not None else (GREEK.get(found[1], found[1]), "")


def _called(expr: Expr) -> tuple[str, str]:
    """The name and index as they are written; of a derivative, what is behind it belongs to the name."""
    if isinstance(expr, Name) and expr.index:
        parts = [spelt(part) for part in expr.index]
        return expr.base, ("" if "".join(parts).isalpha() else ",").join(parts)
    if isinstance(expr, Apply) and (name := indexed(expr)) is not None:
        return name.base, spelt(name.index[0])
    text = spelt(expr)
    found = _LOWERED.fullmatch(text) or _RAISED.fullmatch(text)
    return (found[1], found[2]) if found is not None else (text, "")


def indexed(expr: Apply) -> Name | None:
    """`V(s_2)` as the second of the values `V(s)`."""
    match expr.args:
        case (Name(base=base, index=(index,)),):
            return Name(expr.span, expr.key, f"{expr.function.key}({base})", (index,))
    return None


def leaves(expr: Expr) -> list[Number]:
    """The numbers of a formula, in reading order."""
    return [node for node in walk(expr) if isinstance(node, Number)]


def signed_leaves(expr: Expr) -> Iterator[fmpq]:
    """The numbers of a formula, as they are and with a minus that stands before them."""
    for node in walk(expr):
        if isinstance(node, Number):
            yield node.value
        elif isinstance(node, Call) and node.op in ("neg", "sub") and isinstance(node.args[-1], Number):
            yield -node.args[-1].value
