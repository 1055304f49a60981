"""Formulas that PyTorch has a better way for: attention, linear layers, logarithms of shares."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workings.expr import Alt, Call, Expr, Name, Number, mapped, name, walk
from workings.learning.declaring import CannotRunError
from workings.learning.program import Program
from workings.learning.shaping import entrywise, reduced
from workings.learning.terms import Term, literal, plain, py
from workings.value import Tensor

if TYPE_CHECKING:
    from workings.learning.writing import Writer

_PRODUCTS = frozenset({"mul", "times", "matmul"})
_LOSS_OF_LOGITS = "F.binary_cross_entropy_with_logits(x, y, reduction='none')"
_LOGS = frozenset({"ln", "log"})


class Lowering:
    """Looks for the shapes of formulas that have a kernel of their own, through the names of a document."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.kept: dict[Expr, Term] = {}  # what shares are made of, by the formula
        self.uses = Counter(
            node.key
            for formula in program.formulas.values()
            for node in walk(formula)
            if isinstance(node, Name)
        )

    def fused(self, writer: Writer, node: Call) -> Term | None:
        """The term of a formula that has a kernel, or None."""
        if node.op == "attention" and len(node.args) == 3:
            scale = None if _is_set(node, "scaled", default=True) else 1.0
            return attended(writer, node.args, scale=scale, causal=_is_set(node, "causal"))
        if writer.scopes:  # inside a recipe names are the recipe's own
            return None
        if node.op in _PRODUCTS and len(node.args) == 2:
            return self._attention(writer, node)
        if node.op in _LOGS and len(node.args) == 1 and not node.options:
            return self._logarithm(writer, node.args[0])
        if node.op in ("cross_entropy", "log_loss") and len(node.args) == 2:
            return self._loss(writer, node)
        return self._linear(writer, node) if node.op == "add" else None

    def behind(self, expr: Expr, *, once: bool) -> Expr:
        """A name as its formula; with `once` only where nothing else needs its value."""
        while True:
            if isinstance(expr, Alt):
                expr = expr.options[0]
            elif (
                isinstance(expr, Name)
                and expr.key in self.program.formulas
                and (not once or self.uses[expr.key] == 1)
                and expr.key != self.program.result
            ):
                expr = self.program.formulas[expr.key]
            else:
                return expr

    def _attention(self, writer: Writer, node: Call) -> Term | None:
        """softmax(Q Kᵀ / c + M) V in whatever letters."""
        weights = self.behind(node.args[0], once=True)
        if (
            not isinstance(weights, Call)
            or weights.op != "softmax"
            or len(weights.args) != 1
            or weights.options
        ):
            return None
        scores, mask = self.parted(weights.args[0], "add")
        scores, divisor = self.parted(scores, "div")
        if divisor is not None and writer.varies(divisor):
            return None
        if not isinstance(scores, Call) or scores.op not in _PRODUCTS or len(scores.args) != 2:
            return None
        queries, keys = scores.args[0], self.behind(scores.args[1], once=True)
        if not isinstance(keys, Call) or keys.op != "transpose":
            return None
        scale = 1.0 if divisor is None else 1 / _number(writer, divisor)
        return attended(writer, (queries, keys.args[0], node.args[1]), mask=mask, scale=scale)

    def parted(self, expr: Expr, op: str) -> tuple[Expr, Expr | None]:
        """Both sides of a sum or a quotient, or the whole and nothing."""
        found = self.behind(expr, once=True)
        if isinstance(found, Call) and found.op == op:
            return self.behind(found.args[0], once=True), found.args[1]
        return found, None

    def _logarithm(self, writer: Writer, inner: Expr) -> Term | None:
        """ln σ(z), ln(1 − σ(z)) and ln softmax(z), which lose nothing where the share is tiny."""
        share = self.behind(inner, once=False)
        match share:
            case Call(_, "sigmoid", (z,)):
                term = self._before(writer, z)
                return Term(py("F.logsigmoid(x)", x=term.node), term.shape, term.batched)
            case Call(_, "sub", (Number() as one, other)) if one.value == 1:
                other = self.behind(other, once=False)
                if isinstance(other, Call) and other.op == "sigmoid":
                    term = self._before(writer, other.args[0])
                    return Term(py("F.logsigmoid(-x)", x=term.node), term.shape, term.batched)
            case Call(_, "softmax", (z,), ()):
                term = self._before(writer, z)
                return Term(py("F.log_softmax(x, dim=-1)", x=term.node), term.shape, term.batched)
        return None

    def _loss(self, writer: Writer, node: Call) -> Term | None:
        """A loss of shares by what the shares are made of."""
        true, shares = node.args[0], self.behind(node.args[1], once=False)
        if not isinstance(shares, Call) or len(shares.args) != 1 or shares.options:
            return None
        match node.op, shares.op:
            case "cross_entropy", "softmax":
                return writer.write(
                    Call(node.span, "softmax_cross_entropy", (true, shares.args[0]), node.options)
                )
            case "log_loss", "sigmoid":
                logits, target = self._before(writer, shares.args[0]), writer.write(true)
                lost = entrywise(_LOSS_OF_LOGITS, logits, target)
                return reduced("mean", lost, None)
        return None

    def _before(self, writer: Writer, z: Expr) -> Term:
        """What the shares are made of, worked out once however often it is needed."""
        if z not in self.kept:
            term = writer.write(z)
            self.kept[z] = term if isinstance(term.node, ast.Name) else writer.assigned("logits", term)
        return self.kept[z]

    def _linear(self, writer: Writer, node: Call) -> Term | None:
        """W x + b and X W + b in one call."""
        inner, shift = node.args
        if not isinstance(inner, Call) or inner.op not in _PRODUCTS or len(inner.args) != 2:
            return None
        fused = self.fused(writer, inner)
        if fused is not None:
            return entrywise("x + y", fused, writer.write(shift))
        a, b, bias = (writer.write(part) for part in (*inner.args, shift))
        whole = entrywise("x + y", writer.product(a, b), bias)
        if bias.rank != 1 or bias.batched:
            return whole
        if a.rank == 2 and b.rank == 1 and not a.batched:
            return Term(py("F.linear(y, x, b)", x=a.node, y=b.node, b=bias.node), whole.shape, whole.batched)
        if b.rank == 2 and not b.batched and whole.shape[-1:] == bias.shape:
            return Term(
                py("F.linear(x, y.mT, b)", x=a.node, y=b.node, b=bias.node), whole.shape, whole.batched
            )
        return whole


def attended(
    writer: Writer,
    operands: Sequence[Expr],
    *,
    mask: Expr | None = None,
    scale: float | None = None,
    causal: bool = False,
) -> Term | None:
    """Attention by PyTorch's kernel; without a scale it divides by the root of the keys' width."""
    queries, keys, values = (writer.write(operand) for operand in operands)
    if not queries.rank == keys.rank == values.rank == 2:
        return None
    parts = {"q": queries.node, "k": keys.node, "v": values.node}
    options = ", is_causal=True" if causal else ""
    if mask is not None:
        parts["m"] = writer.write(mask).node
        options += ", attn_mask=m"
    if scale is not None:
        parts["c"] = literal(scale)
        options += ", scale=c"
    node = py(f"F.scaled_dot_product_attention(q, k, v{options})", **parts)
    batched = queries.batched or keys.batched or values.batched
    return Term(node, (queries.shape[0], values.shape[1]), batched)


def _number(writer: Writer, expr: Expr) -> float:
    value = writer.value_of(expr)
    if value is None or isinstance(value, Tensor) or not value:
        raise CannotRunError("attention with a scale that is no number")
    return plain(value)


def _is_set(node: Call, key: str, *, default: bool = False) -> bool:
    for option, value in node.options:
        if option == key and isinstance(value, Number):
            return value.value != 0
    return default


def _is_index(index: tuple[Expr, ...], variable: str) -> bool:
    return len(index) == 1 and isinstance(index[0], Name) and index[0].key == variable


def without_index(body: Expr, variable: str) -> Expr:
    """The formula of one entry as that of all: y_i log p_i becomes y log p, taken entry by entry."""

    def change(node: Expr) -> Expr:
        if isinstance(node, Name) and _is_index(node.index, variable):
            return name(node.base, node.span)
        if isinstance(node, Name) and node.key == variable:
            raise CannotRunError(f"a sum that uses {variable} as a number")
        if isinstance(node, Call) and node.op in _PRODUCTS:
            return Call(node.span, "hadamard", tuple(change(arg) for arg in node.args), node.options)
        return mapped(node, change)

    return change(body)
