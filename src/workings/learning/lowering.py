"""Formulas that PyTorch has a better way for: attention, linear layers, logarithms of shares."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from workings.expr import PRODUCTS, Alt, Call, Expr, Fold, Name, Number, name, walk
from workings.learning.attending import attended, attention_of, heads, scores_of
from workings.learning.entries import looked_up, picked
from workings.learning.letters import FOR_ALL
from workings.learning.program import Program
from workings.learning.shaping import entrywise, reduced
from workings.learning.summing import shares_of_steps
from workings.learning.terms import Term, py

if TYPE_CHECKING:
    from workings.learning.writing import Writer

_LOSS_OF_LOGITS = "F.binary_cross_entropy_with_logits(x, y, reduction='none')"
_LOGS = frozenset({"ln", "log"})


class Lowering:
    """Looks for the shapes of formulas that have a kernel of their own, through the names of a document."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.kept: dict[Expr, Term] = {}  # what shares are made of, by the formula
        self.uses = Counter(
            node.base if node.index and node.key not in program.formulas else node.key
            for formula in program.formulas.values()
            for node in walk(formula)
            if isinstance(node, Name)
        )

    def fused(self, writer: Writer, node: Call) -> Term | None:
        """The term of a formula that has a kernel, or None."""
        found = attention_of(writer, self, node)
        if found is not None:
            return attended(writer, found)
        if writer.in_time and node.op == "div":
            return shares_of_steps(writer, node)
        if writer.in_time and node.op in _LOGS and len(node.args) == 1 and not node.options:
            return self._logarithm_here(writer, node.args[0])
        if writer.scopes:  # inside a recipe names are the recipe's own
            return None
        if node.op == "concat":
            return heads(writer, self, node)
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
            elif isinstance(expr, Fold) and (scores := scores_of(expr)) is not None:
                expr = scores
            else:
                return expr

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
        return self._logarithm_of_one(writer, share)

    def _logarithm_here(self, writer: Writer, share: Expr) -> Term | None:
        """ln of shares that stand in the formula itself, whatever its names mean there."""
        match share:
            case Call(_, "sigmoid", (z,)):
                term = writer.write(z)
                return Term(py("F.logsigmoid(x)", x=term.node), term.shape, term.batched)
            case Call(_, "softmax", (z,), ()):
                term = writer.write(z)
                return Term(py("F.log_softmax(x, dim=-1)", x=term.node), term.shape, term.batched)
        return None

    def _logarithm_of_one(self, writer: Writer, share: Expr) -> Term | None:
        """ln p_y and ln P_{t, y_t}: one of the shares, or one in every row, as an input asks."""
        match share:
            case Call(_, "picked", (shares, asked)):
                pass
            case Name(base=base, index=(asked,)) if not writer.is_known(share.key) and writer.varies(asked):
                shares = name(base)
            case _:
                return None
        if self.behind(shares, once=False) is shares:
            return None
        logs = self._logarithm(writer, shares)
        return None if logs is None or not logs.rank else picked(logs, writer.write(asked))

    def _loss(self, writer: Writer, node: Call) -> Term | None:
        """A loss of shares by what the shares are made of; the classes may be given by their numbers."""
        true, made = node.args
        if self._comes_in(made) and not self._comes_in(true):
            true, made = made, true  # CE(p, y) as well as CE(y, p)
        shares = self.behind(made, once=False)
        if node.op == "log_loss":
            return self._loss_of_two(writer, node, true, made, shares)
        scores = self._scores(made, shares)
        target = writer.write(true)
        if scores is None:
            shares_ = writer.write(made)
            if target.rank == shares_.rank - 1:
                logs = replace(shares_, node=py("torch.log(x)", x=shares_.node), learned=None)
                return self._lost(picked(logs, self._from_nought(true, target)))
            return None if true is node.args[0] else writer.write(replace(node, args=(true, made)))
        logits = self._before(writer, scores)
        if target.rank == logits.rank - 1:
            logs = replace(logits, node=py("F.log_softmax(x, dim=-1)", x=logits.node), learned=None)
            return self._lost(picked(logs, self._from_nought(true, target)))
        return writer.write(Call(node.span, "softmax_cross_entropy", (true, scores), node.options))

    def _from_nought(self, true: Expr, target: Term) -> Term:
        """The numbers of classes that are counted from one, counted from nought."""
        domain = self.program.domains.get(true.key) if isinstance(true, Name) else None
        if domain is None or not domain.counts_from_one or self._is_shifted(true):
            return target
        return replace(target, node=py("x - 1", x=target.node))

    def _is_shifted(self, true: Expr) -> bool:
        return isinstance(true, Name) and true.key in self.program.counted

    def _comes_in(self, expr: Expr) -> bool:
        return isinstance(expr, Name) and expr.key in self.program.inputs

    def _scores(self, made: Expr, shares: Expr) -> Expr | None:
        """What a softmax is of, or what is plainly no shares: W h + b in a cross-entropy is scores."""
        match shares:
            case Call(op="softmax", args=(scores,), options=()):
                return scores
            case Call(op="add" | "mul" | "times" | "matmul"):
                return made
            case Fold(kind=kind, body=Call(op="add") | Fold(kind="sum")) if kind == FOR_ALL:
                return made
        return None

    def _lost(self, logs: Term) -> Term:
        """Minus the logarithm, as a mean where there are several."""
        whole = reduced("mean", logs, None)
        return replace(whole, node=py("-x", x=whole.node))

    def _loss_of_two(self, writer: Writer, node: Call, true: Expr, made: Expr, shares: Expr) -> Term | None:
        """Cross-entropy of two classes, from the score before the sigmoid where there is one."""
        if isinstance(shares, Call) and shares.op == "sigmoid" and not shares.options:
            logits, target = self._before(writer, shares.args[0]), writer.write(true)
            return reduced("mean", entrywise(_LOSS_OF_LOGITS, logits, target), None)
        return None if true is node.args[0] else writer.write(replace(node, args=(true, made)))

    def _before(self, writer: Writer, z: Expr) -> Term:
        """What the shares are made of, worked out once however often it is needed."""
        if z not in self.kept:
            term = writer.write(z)
            self.kept[z] = term if isinstance(term.node, ast.Name) else writer.assigned("logits", term)
        return self.kept[z]

    def _linear(self, writer: Writer, node: Call) -> Term | None:
        """W x + b and X W + b in one call."""
        inner, shift = node.args
        if not isinstance(inner, Call) or inner.op not in PRODUCTS or len(inner.args) != 2:
            return None
        fused = looked_up(writer, inner) or self.fused(writer, inner)
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
