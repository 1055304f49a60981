"""Recurrences that PyTorch has a kernel for: the equations of an RNN, an LSTM or a GRU, in any letters."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from workings.expr import PRODUCTS, Alt, Array, Call, Expr, Name, Number, walk
from workings.learning.terms import Term, py
from workings.record import record
from workings.resolving.recurrences import Equation, Recurrence

if TYPE_CHECKING:
    from workings.learning.writing import Writer

_ENTRYWISE = frozenset({"mul", "times", "hadamard"})
_JOINS = frozenset({"concat"})


@record(frozen=True, slots=True)
class Layer:
    """`act(W x_t + U h_{t-1} + b)`: the weights of one gate as Python, split by what they meet."""

    of_input: ast.expr
    of_state: ast.expr
    bias: ast.expr


def as_kernel(
    writer: Writer,
    recurrence: Recurrence,
    starts: Mapping[str, Term],
    given: Mapping[tuple[str, int], Term],
) -> dict[str, Term] | None:
    """All steps of the states by one call, or None where the equations are others."""
    if len(given) != 1 or any(start.rank != 1 for start in starts.values()):
        return None
    ((sequence, lag), term) = next(iter(given.items()))
    if lag or term.rank > 1:
        return None
    cell = Cell(writer, recurrence, sequence, starts, term)
    return cell.rnn() or cell.lstm() or cell.gru()


class Cell:
    """The equations of a recurrence, to be compared with those of a kernel."""

    def __init__(
        self,
        writer: Writer,
        recurrence: Recurrence,
        given: str,
        starts: Mapping[str, Term],
        rows: Term,
    ) -> None:
        self.writer = writer
        self.equations: dict[str, Equation] = {e.sequence: e for e in recurrence.equations}
        self.states = recurrence.states
        self.given = given
        self.starts = starts
        self.rows = py("x[..., None]", x=rows.node) if rows.rank == 0 else rows.node
        self.width = 1 if rows.rank == 0 else rows.shape[0]
        self.steps = {key: (other, lag) for e in recurrence.equations for key, other, lag in e.lags}

    def rnn(self) -> dict[str, Term] | None:
        """h_t = tanh(W x_t + U h_{t-1} + b)."""
        if len(self.states) != 1:
            return None
        (state,) = self.states
        match self.opened(self.equations[state].formula):
            case Call(op="tanh" | "relu" as act, args=(inner,), options=()):
                layer = self.layer(inner, state)
                if layer is None:
                    return None
                parts = {"x": self.rows, "h": self.starts[state].node, "w": layer.of_input}
                run = py(f"rnn(x, h, w, u, b, '{act}')", u=layer.of_state, b=layer.bias, **parts)
                return self.kept(state, run)
        return None

    def lstm(self) -> dict[str, Term] | None:
        """Four gates of the same input and state, c_t = f c_{t-1} + i g, h_t = o tanh(c_t)."""
        if len(self.states) != 2:
            return None
        for cell, state in (self.states, self.states[::-1]):
            gates = self._gates(cell, state)
            if gates is None:
                continue
            found = [self.layer(gate, state) for gate in gates]
            layers = [layer for layer in found if layer is not None]
            if len(layers) != 4:
                return None
            starts = {"h": self.starts[state].node, "c": self.starts[cell].node}
            run = py("lstm(x, h, c, w, u, b)", x=self.rows, **starts, **_lists(layers))
            return self.kept(state, run)
        return None

    def _gates(self, cell: str, state: str) -> tuple[Expr, Expr, Expr, Expr] | None:
        """What the input, forget, candidate and output gates squash."""
        match self.opened(self.equations[cell].formula):
            case Call(op="add", args=(one, other)):
                pass
            case _:
                return None
        for kept, written in ((one, other), (other, one)):
            forget = self.beside(kept, cell, -1)
            pair = self.factors(written)
            shown = self.factors(self.equations[state].formula)
            if forget is None or pair is None or shown is None:
                continue
            candidate = next((p for p in pair if self.squashed(p, "tanh") is not None), None)
            others = [p for p in pair if p is not candidate]
            output = next((p for p in shown if self.squashed(p, "sigmoid") is not None), None)
            rest = [p for p in shown if p is not output]
            if candidate is None or output is None or not self._is_squashed_cell(rest[0], cell):
                continue
            inner = [self.squashed(gate, "sigmoid") for gate in (others[0], forget, output)]
            made = self.squashed(candidate, "tanh")
            if made is not None and inner[0] is not None and inner[1] is not None and inner[2] is not None:
                return inner[0], inner[1], made, inner[2]
        return None

    def _is_squashed_cell(self, expr: Expr, cell: str) -> bool:
        match expr:
            case Call(op="tanh", args=(Name(key=key),)):
                return self.steps.get(key) == (cell, 0)
        return False

    def gru(self) -> dict[str, Term] | None:
        """n = tanh(W x + b + r (U h + c)), h = (1 − z) n + z h with gates z and r; or z and 1 − z swapped."""
        if len(self.states) != 1:
            return None
        (state,) = self.states
        match self.opened(self.equations[state].formula):
            case Call(op="add", args=(one, other)):
                mixed = self._mixed(one, other, state) or self._mixed(other, one, state)
            case _:
                return None
        if mixed is None:
            return None
        gate, candidate, is_swapped = mixed
        made = self.squashed(candidate, "tanh")
        parts = None if made is None else self._reset(made, state)
        if parts is None:
            return None
        reset, of_input, of_state = parts
        found = [self.layer(inner, state) for inner in (reset, gate)]
        layers = [layer for layer in found if layer is not None]
        if len(layers) != 2:
            return None
        kept = layers[1]
        if is_swapped:  # 1 − σ(a) is σ(−a)
            kept = Layer(*(py("-x", x=part) for part in (kept.of_input, kept.of_state, kept.bias)))
        lists = _lists([layers[0], kept, Layer(of_input[0], of_state[0], of_input[1])])
        run = py("gru(x, h, w, u, b, c)", x=self.rows, h=self.starts[state].node, c=of_state[1], **lists)
        return self.kept(state, run)

    def _mixed(self, kept: Expr, new: Expr, state: str) -> tuple[Expr, Expr, bool] | None:
        """z h_{t-1} + (1 − z) n: what the gate squashes, the candidate, and whether z is at the candidate."""
        share = self.beside(kept, state, -1)
        pair = self.factors(new)
        if share is None or pair is None:
            return None
        for other, candidate in (pair, pair[::-1]):
            for gate, rest, is_swapped in ((share, other, False), (other, share, True)):
                inner = self.squashed(gate, "sigmoid")
                if inner is not None and self._is_rest(rest, gate):
                    return inner, candidate, is_swapped
        return None

    def _is_rest(self, expr: Expr, gate: Expr) -> bool:
        """Whether it is one minus the gate."""
        match _plain(expr):
            case Call(op="sub", args=(Number(value=one), other)):
                return one == 1 and self.opened(other) == self.opened(gate)
        return False

    def _reset(
        self, inner: Expr, state: str
    ) -> tuple[Expr, tuple[ast.expr, ast.expr], tuple[ast.expr, ast.expr]] | None:
        """W x + b + r ⊙ (U h + c): what r squashes, W and b, U and c."""
        outside: list[Expr] = []
        found: tuple[Expr, Expr] | None = None
        for summand in _summands(inner):
            pair = self.factors(summand)
            gates = [] if pair is None else [p for p in pair if self.squashed(p, "sigmoid") is not None]
            if pair is not None and len(gates) == 1 and found is None:
                found = gates[0], next(p for p in pair if p is not gates[0])
            else:
                outside.append(summand)
        squashed = None if found is None else self.squashed(found[0], "sigmoid")
        if found is None or squashed is None:
            return None
        of_input = self.parts(outside, state)
        of_state = self.parts(_summands(found[1]), state)
        if of_input is None or of_state is None or "state" in of_input or "input" in of_state:
            return None
        if "input" not in of_input or "state" not in of_state:
            return None
        return (
            squashed,
            (of_input["input"], of_input.get("bias", self.nought(state))),
            (of_state["state"], of_state.get("bias", self.nought(state))),
        )

    # -- parts of equations -------------------------------------------------------------------------

    def opened(self, expr: Expr) -> Expr:
        """A step of the same time as its formula."""
        expr = _plain(expr)
        if isinstance(expr, Name):
            sequence, lag = self.steps.get(expr.key, ("", 1))
            if lag == 0 and sequence in self.equations and sequence not in self.states:
                return self.opened(self.equations[sequence].formula)
        return expr

    def squashed(self, expr: Expr, activation: str) -> Expr | None:
        match self.opened(expr):
            case Call(op=op, args=(inner,), options=()) if op == activation:
                return inner
        return None

    def factors(self, expr: Expr) -> tuple[Expr, Expr] | None:
        match self.opened(expr):
            case Call(op=op, args=(first, second)) if op in _ENTRYWISE:
                return _plain(first), _plain(second)
        return None

    def beside(self, expr: Expr, sequence: str, lag: int) -> Expr | None:
        """The other factor of a step."""
        pair = self.factors(expr)
        if pair is None:
            return None
        for one, other in (pair, pair[::-1]):
            if isinstance(one, Name) and self.steps.get(one.key) == (sequence, lag):
                return other
        return None

    def kept(self, state: str, run: ast.expr) -> dict[str, Term]:
        return {state: self.writer.assigned(f"{state} all", Term(run, self.starts[state].shape, True))}

    # -- weights ------------------------------------------------------------------------------------

    def layer(self, inner: Expr, state: str) -> Layer | None:
        """What a gate squashes taken apart, or None if it is not linear in the input and the state before."""
        parts = self.parts(_summands(inner), state)
        if parts is None or not {"input", "state"} <= parts.keys():
            return None
        return Layer(parts["input"], parts["state"], parts.get("bias", self.nought(state)))

    def nought(self, state: str) -> ast.expr:
        return py(f"torch.zeros({self.starts[state].shape[0]}, device=x.device)", x=self.rows)

    def parts(self, summands: list[Expr], state: str) -> dict[str, ast.expr] | None:
        """The matrices at the input and at the state, and everything that is the same at every step."""
        size = self.starts[state].shape[0]
        parts: dict[str, ast.expr] = {}
        for summand in summands:
            if not self.has_steps(summand):
                shift = self.writer.write(summand)
                if shift.batched or shift.shape != (size,):
                    return None
                parts["bias"] = py("x + y", x=parts["bias"], y=shift.node) if "bias" in parts else shift.node
            elif not self._weighed(summand, state, parts):
                return None
        return parts

    def has_steps(self, expr: Expr) -> bool:
        return any(isinstance(node, Name) and node.key in self.steps for node in walk(expr))

    def _weighed(self, summand: Expr, state: str, parts: dict[str, ast.expr]) -> bool:
        """Whether a summand is a learned matrix times the input, the state, or both set together."""
        match _plain(summand):
            case Call(op=op, args=(first, second)) if op in PRODUCTS:
                pass
            case _:
                return False
        is_row = self.has_steps(first)
        matrix, vector = (second, first) if is_row else (first, second)
        if self.has_steps(matrix):
            return False
        kinds = {(self.given, 0): "input", (state, -1): "state"}
        vector = _plain(vector)
        is_joined = (
            isinstance(vector, Array)
            and vector.form != "matrix"
            or (isinstance(vector, Call) and vector.op in _JOINS and not vector.options)
        )
        listed = list(vector.items) if isinstance(vector, Array) else [vector]
        if isinstance(vector, Call) and is_joined:
            listed = list(vector.args)
        named = [
            kinds.get(self.steps.get(item.key, ("", 9))) if isinstance(item, Name) else None
            for item in listed
        ]
        met = [kind for kind in named if kind is not None]
        if len(met) != len(named) or len({*met} | parts.keys() & {"input", "state"}) != len(met) + len(
            parts.keys() & {"input", "state"}
        ):
            return False
        return self._split(self.writer.write(matrix), met, state, is_row=is_row, parts=parts)

    def _split(
        self, weights: Term, met: list[str], state: str, *, is_row: bool, parts: dict[str, ast.expr]
    ) -> bool:
        """Put the matrix, or each half of it, to what it meets."""
        size = self.starts[state].shape[0]
        widths = {"input": self.width, "state": size}
        if weights.batched or not weights.rank:
            return False
        if weights.rank == 1:  # w x_t with a number for x_t
            if met != ["input"] or self.width != 1 or weights.shape != (size,):
                return False
            if weights.learned is not None:
                self.writer.fan_in.setdefault(weights.learned, 1)
            parts["input"] = py("w[:, None]", w=weights.node)
            return True
        shape = weights.shape[::-1] if is_row else weights.shape
        wanted = sum(width for kind in met if isinstance(width := widths[kind], int))
        if shape != (size, wanted):
            return False
        if weights.learned is not None:
            self.writer.fan_in.setdefault(weights.learned, wanted)
        turned = py("w.mT", w=weights.node) if is_row else weights.node
        if len(met) == 1:
            parts[met[0]] = turned
            return True
        cut = widths[met[0]]
        parts[met[0]] = py(f"w[:, :{cut}]", w=turned)
        parts[met[1]] = py(f"w[:, {cut}:]", w=turned)
        return True


def _lists(layers: list[Layer]) -> dict[str, ast.expr]:
    return {
        "w": ast.List([layer.of_input for layer in layers], ast.Load()),
        "u": ast.List([layer.of_state for layer in layers], ast.Load()),
        "b": ast.List([layer.bias for layer in layers], ast.Load()),
    }


def _plain(expr: Expr) -> Expr:
    while isinstance(expr, Alt):
        expr = expr.options[0]
    return expr


def _summands(expr: Expr) -> list[Expr]:
    expr = _plain(expr)
    if isinstance(expr, Call) and expr.op == "add":
        return [part for arg in expr.args for part in _summands(arg)]
    return [expr]
