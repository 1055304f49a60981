"""Recurrences that PyTorch has a kernel for: the equations of a simple RNN or of an LSTM, in any letters."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from workings.expr import Array, Call, Expr, Name
from workings.learning.terms import Term, py
from workings.record import record
from workings.resolving.recurrences import Equation, Recurrence
from workings.resolving.steps import stem

if TYPE_CHECKING:
    from workings.learning.writing import Writer

_PRODUCTS = frozenset({"mul", "times", "hadamard"})
_MATRIX = frozenset({"mul", "times", "matmul"})


@record(frozen=True, slots=True)
class Layer:
    """`act(W x_t + U h_{t-1} + b)`: the weights of one gate as Python, split by what they meet."""

    activation: str
    of_input: ast.expr
    of_state: ast.expr
    bias: ast.expr


def as_kernel(writer: Writer, recurrence: Recurrence, starts: Mapping[str, Term]) -> dict[str, Term] | None:
    """All steps of the states by one call, or None where the equations are others."""
    if len(recurrence.inputs) != 1:
        return None
    equations = {equation.sequence: equation for equation in recurrence.equations}
    return _rnn(writer, recurrence, equations, starts) or _lstm(writer, recurrence, equations, starts)


def _rnn(
    writer: Writer, recurrence: Recurrence, equations: Mapping[str, Equation], starts: Mapping[str, Term]
) -> dict[str, Term] | None:
    """h_t = tanh(W x_t + U h_{t-1} + b)."""
    if len(equations) != 1 or len(recurrence.states) != 1:
        return None
    (state,) = recurrence.states
    layer = _layer(writer, equations[state], recurrence.inputs[0], state, starts[state])
    if layer is None or layer.activation not in ("tanh", "relu"):
        return None
    term = starts[state]
    parts = {"x": _rows(writer, recurrence), "h": term.node, "w": layer.of_input, "u": layer.of_state}
    run = py(f"rnn(x, h, w, u, b, '{layer.activation}')", b=layer.bias, **parts)
    return _kept(writer, state, run, term)


def _lstm(
    writer: Writer, recurrence: Recurrence, equations: Mapping[str, Equation], starts: Mapping[str, Term]
) -> dict[str, Term] | None:
    """Four gates of the same input and state, c_t = f c_{t-1} + i g, h_t = o tanh(c_t)."""
    if len(equations) != 6 or len(recurrence.states) != 2:
        return None
    for cell, state in (recurrence.states, recurrence.states[::-1]):
        gates = _gates(equations, cell, state)
        if gates is None:
            continue
        given, start = recurrence.inputs[0], starts[state]
        found = [_layer(writer, equations[gate], given, state, start) for gate in gates]
        layers = [layer for layer in found if layer is not None]
        if [layer.activation for layer in layers] != ["sigmoid", "sigmoid", "tanh", "sigmoid"]:
            return None
        parts = {
            "w": ast.List([layer.of_input for layer in layers], ast.Load()),
            "u": ast.List([layer.of_state for layer in layers], ast.Load()),
            "b": ast.List([layer.bias for layer in layers], ast.Load()),
        }
        zeros = {"h": start.node, "c": starts[cell].node, "x": _rows(writer, recurrence)}
        return _kept(writer, state, py("lstm(x, h, c, w, u, b)", **zeros, **parts), start)
    return None


def _rows(writer: Writer, recurrence: Recurrence) -> ast.expr:
    """The input with a vector for every step, as the kernels want it."""
    term = writer.by_name(stem(recurrence.inputs[0]))
    return py("x[..., None]", x=term.node) if term.rank == 1 else term.node


def _kept(writer: Writer, state: str, run: ast.expr, term: Term) -> dict[str, Term]:
    return {state: writer.assigned(f"{state} all", Term(run, term.shape, True))}


def _gates(equations: Mapping[str, Equation], cell: str, state: str) -> tuple[str, str, str, str] | None:
    """The sequences that are the input, forget, candidate and output gates."""
    steps = {key: (other, lag) for e in equations.values() for key, other, lag in e.lags}

    def factors(expr: Expr) -> list[tuple[str, int]] | None:
        if not isinstance(expr, Call) or expr.op not in _PRODUCTS or len(expr.args) != 2:
            return None
        names = [steps.get(arg.key) if isinstance(arg, Name) else None for arg in expr.args]
        return None if None in names else [name for name in names if name is not None]

    memory, shown = equations[cell].formula, equations[state].formula
    if not isinstance(memory, Call) or memory.op != "add":
        return None
    parts = [factors(arg) for arg in memory.args]
    kept = next((p for p in parts if p is not None and (cell, -1) in p), None)
    written = next((p for p in parts if p is not None and p is not kept), None)
    if kept is None or written is None:
        return None
    forget = next(name for name, lag in kept if (name, lag) != (cell, -1))
    candidates = [name for name, _ in written if _activation(equations.get(name)) == "tanh"]
    inputs = [name for name, _ in written if _activation(equations.get(name)) == "sigmoid"]
    match shown:
        case Call(op=op, args=(first, second)) if op in _PRODUCTS:
            for gate, squashed in ((first, second), (second, first)):
                match gate, squashed:
                    case Name(key=key), Call(op="tanh", args=(Name(key=inner),)) if steps.get(inner) == (
                        cell,
                        0,
                    ):
                        output = steps.get(key)
                        if output is not None and len(candidates) == len(inputs) == 1:
                            return inputs[0], forget, candidates[0], output[0]
    return None


def _activation(equation: Equation | None) -> str | None:
    formula = None if equation is None else equation.formula
    return formula.op if isinstance(formula, Call) else None


def _layer(writer: Writer, equation: Equation, given: str, state: str, start: Term) -> Layer | None:
    """A gate's equation taken apart, or None if it is not linear in the input and the state before."""
    formula = equation.formula
    if not isinstance(formula, Call) or len(formula.args) != 1 or start.rank != 1:
        return None
    steps = {key: (other, lag) for key, other, lag in equation.lags}
    parts: dict[str, ast.expr] = {}
    for summand in _summands(formula.args[0]):
        if isinstance(summand, Name) and summand.key not in steps:
            if "bias" in parts:
                return None
            parts["bias"] = writer.by_name(summand.key).node
        elif not _weighed(writer, summand, steps, (given, state), parts, start):
            return None
    if parts.keys() != {"bias", "input", "state"}:
        return None
    return Layer(formula.op, parts["input"], parts["state"], parts["bias"])


def _summands(expr: Expr) -> list[Expr]:
    if isinstance(expr, Call) and expr.op == "add":
        return [part for arg in expr.args for part in _summands(arg)]
    return [expr]


def _weighed(
    writer: Writer,
    summand: Expr,
    steps: Mapping[str, tuple[str, int]],
    sequences: tuple[str, str],
    parts: dict[str, ast.expr],
    start: Term,
) -> bool:
    """Whether a summand is a learned matrix times the input, the state, or both set together."""
    if not isinstance(summand, Call) or summand.op not in _MATRIX or len(summand.args) != 2:
        return False
    matrix, vector = summand.args
    if not isinstance(matrix, Name) or matrix.key in steps:
        return False
    weights = writer.by_name(matrix.key)
    kinds = {sequences[0]: "input", sequences[1]: "state"}
    listed = list(vector.items) if isinstance(vector, Array) else [vector]
    names = [steps.get(item.key) if isinstance(item, Name) else None for item in listed]
    wanted = [(sequences[0], 0), (sequences[1], -1)]
    if weights.rank != 2 or any(name not in wanted for name in names) or len(names) > 2:
        return False
    if weights.learned is not None and isinstance(weights.shape[1], int):
        writer.fan_in.setdefault(weights.learned, weights.shape[1])
    if len(names) == 1 and names[0] is not None:
        kind = kinds[names[0][0]]
        if kind in parts:
            return False
        parts[kind] = weights.node
        return True
    size = start.shape[0]
    first = kinds[names[0][0]] if names[0] is not None else ""
    cut = size if first == "state" else f"-{size}"
    other = "input" if first == "state" else "state"
    if parts.keys() & {"input", "state"}:
        return False
    parts[first] = py(f"w[:, :{cut}]", w=weights.node)
    parts[other] = py(f"w[:, {cut}:]", w=weights.node)
    return True
