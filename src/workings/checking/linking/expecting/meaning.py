"""What a letter has to be because of what the document is about: an LSTM, a normalisation, a sigmoid.

Only a document that speaks of the thing is held to it, and only with letters whose values it worked out
itself. A document that says it does something else (a variant, without the tanh) is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from workings.checking.comparing import compare
from workings.checking.comparing.aligning import is_literal
from workings.document import Statement
from workings.evaluating import How
from workings.expr import Call, Expr, Name, Number, name
from workings.finding import Verdict
from workings.ops.sigmoid import sigmoid
from workings.ops.writing import hadamard, tanh
from workings.resolving.quantity import Quantity, is_near
from workings.resolving.scope import Scope, as_value
from workings.value import Tensor, squeezed

LEAST_ENTRIES = 3
_SCALED = ("y", "z", "o", "h", "out", "BN", "LN", "tilde(x)", "tilde(h)", "hat(y)", "hat(h)", "y'", "x'")
_GAINS = ("γ", "g", "gain")
_SHIFTS = ("β", "b", "bias")
_PROJECTED = ("Q", "K", "V")
_CELLS = ("c'", "c_new", "C_new", "c", "C")
_OUTPUTS = {"a", "p", "y_hat", "hat(y)", "hat(p)", "h", "o", "y"}


def meant(scope: Scope, statement: Statement, about: frozenset[str]) -> Expr | None:
    """The formula that the head of a statement stands for, in the names of the document."""
    head = statement.members[0].expr
    if not isinstance(head, Name) or len(statement.members) < 2 or statement.hypothesis:
        return None
    first = statement.members[1].expr
    found: Expr | None = None
    if "lstm" in about:
        found = _hidden(scope, head) or _candidate(scope, head, first)
    if "candidate" in about:  # the rest may be of the GRU beside it
        found = _candidate(scope, head, first)
    if found is None and "norm" in about:
        found = _normalised(scope, head) or _scaled(scope, head, first)
    if found is None and "sigmoid" in about:
        found = _turned(scope, head, first)
    if found is None and "attention" in about:
        found = _projected(scope, head, first)
    return found


def _hidden(scope: Scope, head: Name) -> Expr | None:
    """h = o ⊙ tanh(c), once the new cell state is worked out."""
    if head.base != "h" or "-" in head.key or head.key.endswith(("prev", "0")):
        return None
    suffix = head.key[1:]
    gate = _first(scope, (f"o{suffix}", "o", "output gate o"))
    cell = _first(scope, (f"c{suffix}", f"C{suffix}", *_CELLS), worked_out=True)
    if gate is None or cell is None or not _is_latest(scope, head.key, cell):
        return None
    return hadamard(name(gate), tanh(name(cell)))


def _candidate(scope: Scope, head: Name, first: Expr) -> Expr | None:
    """The candidate g is a tanh, unlike the gates: σ of the same is the slip."""
    suffix = head.key.removeprefix(head.base)
    gates = (f"i{suffix}", f"f{suffix}", "i", "f", "i_t", "f_t")
    if head.base not in ("g", "tilde(c)", "tilde(C)", "hat(c)") or not _first(scope, gates):
        return None
    return tanh(first.args[0]) if isinstance(first, Call) and first.op == "sigmoid" and first.args else None


def _projected(scope: Scope, head: Name, first: Expr) -> Expr | None:
    """K = X W_K, given as a matrix on a page that has Q = X W_Q."""
    if not is_literal(first) or head.key in scope.bindings or head.base not in _PROJECTED:
        return None
    suffix = head.key.removeprefix(head.base)
    for base in _PROJECTED:
        match scope.formulas.symbolic.get(base + suffix):
            case Call(op=op, args=(Name() as inputs, Name() as weights)) if weights.key.count(base) == 1:
                own = weights.key.replace(base, head.base)
                formula = Call(head.span, op, (inputs, name(own)))
                known = {own, inputs.key} <= scope.bindings.keys() and scope.is_trusted(formula)
                return formula if known and _is_mostly(scope, formula, first) else None
            case _:
                pass
    return None


def _normalised(scope: Scope, head: Name) -> Expr | None:
    """(x − μ)/σ for x̂, where x is a vector that is known, and (x_i − μ)/σ for its entry x̂_i."""
    if not head.base.startswith("hat(") or len(head.index) > 1:
        return None
    base = head.base[4:-1]
    whole, mean, deviation = scope.said.get(base), scope.bindings.get("μ"), scope.bindings.get("σ")
    if not isinstance(whole, Tensor) or mean is None or deviation is None:
        return None
    if not mean.derived or not (deviation.derived or deviation.rooted):
        return None
    if as_value(scope.said.get("ε")) not in (None, 0):
        return None
    if not head.index:
        alone = len(squeezed(whole.shape)) == 1 and head.key not in scope.bindings
        return (name(base) - name("μ")) / name("σ") if alone and _is_mean(scope, whole) else None
    if not isinstance(head.index[0], Number):
        return None
    entry = Name(head.span, f"{base}_{head.index[0].text}", base, head.index)
    return (entry - name("μ")) / name("σ")


def _is_mean(scope: Scope, vector: Tensor) -> bool:
    """Whether μ is the mean of a vector, to about its digits."""
    mean = as_value(scope.said.get("μ"))
    total = sum(vector.items, fmpq(0))
    return isinstance(mean, fmpq) and is_near(total / len(vector.items), mean)


def _scaled(scope: Scope, head: Name, first: Expr) -> Expr | None:
    """γ x̂ + β, where all three have values and most entries of what is stated are just that."""
    hats = [key for key in scope.said if key.startswith("hat(") and isinstance(scope.said[key], Tensor)]
    if head.base not in _SCALED:
        return None
    gain, shift = _first(scope, _GAINS), _first(scope, _SHIFTS)
    if len(hats) != 1 or gain is None or shift is None or not is_literal(first) or head.key in scope.bindings:
        return None
    formula = hadamard(name(gain), name(hats[0])) + name(shift)
    return formula if _is_mostly(scope, formula, first) else None


def _is_mostly(scope: Scope, formula: Expr, stated: Expr) -> bool:
    """Whether half of the entries of what is stated, or more, are what a formula gives."""
    value, listed = Quantity(formula, scope.said, How()), Quantity(stated, {}, How())
    if not isinstance(value.value, Tensor) or not isinstance(listed.value, Tensor):
        return False
    size = len(listed.value.items)
    if squeezed(value.value.shape) != squeezed(listed.value.shape) or size < LEAST_ENTRIES:
        return False
    wrong = sum(e.verdict is Verdict.WRONG for e in compare(listed, value, approximate=False).entries)
    return wrong * 2 <= size


def _turned(scope: Scope, head: Name, first: Expr) -> Expr | None:
    """σ(z), where 1/(1 + e^z) is written with the number that z was just worked out to be."""
    exponent = _exponent(first)
    latest = scope.bindings.get("z")
    if head.key not in _OUTPUTS or exponent is None or latest is None or not latest.derived:
        return None
    if latest.section != scope.section or as_value(scope.said.get("z")) != exponent.value:
        return None
    return sigmoid(name("z")) if exponent.value != 0 else None


def _exponent(expr: Expr) -> Number | None:
    """The number v of 1/(1 + e^v)."""
    match expr:
        case Call(op="div", args=(Number(value=one), Call(op="add", args=(Number(value=other), raised)))):
            if one != 1 or other != 1:
                return None
        case _:
            return None
    match raised:
        case Call(op="exp", args=(Number() as found,)):
            return found
        case Call(op="pow", args=(Name(key="e"), Number() as found)):
            return found
        case _:
            return None


def _first(scope: Scope, keys: Sequence[str], *, worked_out: bool = False) -> str | None:
    """The first of some names that has a value in this section, worked out in the document if so asked."""
    for key in keys:
        binding = scope.bindings.get(key)
        if binding is None or key not in scope.said or binding.section != scope.section:
            continue
        if binding.derived or not worked_out:
            return key
    return None


def _is_latest(scope: Scope, key: str, source: str) -> bool:
    """Whether a name was not yet given a value after the one it is worked out from."""
    own = scope.bindings.get(key)
    return own is None or own.span.start < scope.bindings[source].span.start
