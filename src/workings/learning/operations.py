"""Operations to Python: in the way that PyTorch has for them, or opened into their recipes."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from flint import fmpq

from workings.evaluating import evaluate
from workings.expr import Apply, Array, Call, Expr, Name, Relation, number
from workings.learning import kernels
from workings.learning.declaring import CannotRunError
from workings.learning.entries import picked
from workings.learning.rules import ENTRY_BY_ENTRY, OF_TWO, REDUCTIONS
from workings.learning.shaping import (
    chunk,
    dot,
    entrywise,
    joined,
    reduced,
    shown,
    size_of,
    transposed,
    trimmed,
)
from workings.learning.terms import Term, literal, plain, py
from workings.ops import OPERATIONS
from workings.resolving.scope import as_value
from workings.value import Tensor

if TYPE_CHECKING:
    from workings.learning.writing import Writer

_Rule: TypeAlias = Callable[["Writer", Call, Sequence[Term]], Term | None]

_MADE_BOOLEAN = "torch.where(c > 0, x, y)"


def call(writer: Writer, node: Call) -> Term:
    """One operation."""
    terms = [writer.write(arg) for arg in node.args]
    if node.op in ENTRY_BY_ENTRY and len(terms) == 1 and not node.options:
        return _entry_by_entry(node.op, terms[0])
    if node.op in OF_TWO and len(terms) == 2:
        if writer.strict and node.op in ("add", "sub") and _is_number_beside_vector(*terms):
            raise CannotRunError("a number is added to a vector")
        return _of_two(node.op, *terms)
    if node.op in REDUCTIONS and len(terms) == 1:
        return reduced(REDUCTIONS[node.op], terms[0], writer.option(node, "axis"))
    rule = RULES.get(node.op)
    found = rule(writer, node, terms) if rule is not None else None
    return _opened(writer, node, terms) if found is None else found


def _entry_by_entry(op: str, x: Term) -> Term:
    if isinstance(x.node, ast.Constant) and isinstance(x.node.value, int):  # √2 is a number before any run
        value = as_value(evaluate(Call(number(1).span, op, (number(x.node.value),)), {}))
        if value is not None and not isinstance(value, Tensor):
            return Term(literal(plain(value)), ())
    return replace(x, node=py(ENTRY_BY_ENTRY[op], x=x.node), learned=None)


def _is_number_beside_vector(a: Term, b: Term) -> bool:
    return any(not x.rank and x.batched and y.rank for x, y in ((a, b), (b, a)))


def _of_two(op: str, left: Term, right: Term) -> Term:
    if op == "pow" and left.rank == 2 and right.rank == 0:
        node = py("torch.linalg.matrix_power(x, y)", x=left.node, y=right.node)
        return Term(node, left.shape, left.batched)
    return entrywise(OF_TWO[op], left, right)


def _norm(writer: Writer, node: Call, terms: Sequence[Term]) -> Term | None:
    """The root of the squares, or the norm that is named: ‖w‖₁, ‖w‖_∞, of matrices too."""
    if len(terms) != 1 or {key for key, _ in node.options} - {"p"}:
        return None
    (x,) = terms
    named = [expr.key for _, expr in node.options if isinstance(expr, Name)]
    order = {"inf": "torch.inf", "fro": ""}.get(named[0], named[0]) if named else ""
    if node.options and not re.fullmatch(r"|torch\.inf|\d+", order if named else "?"):
        raise CannotRunError("a norm whose order is no number")
    if not x.rank:
        return Term(py("torch.abs(x)", x=x.node), (), x.batched)
    which = "matrix" if order and x.rank == 2 else "vector"
    told = f", {order}" if order else ""
    dims = tuple(range(-x.rank, 0))
    return Term(py(f"torch.linalg.{which}_norm(x{told}, dim={dims})", x=x.node), (), x.batched)


def _extreme(writer: Writer, node: Call, terms: Sequence[Term]) -> Term | None:
    """The larger or smaller of two, or of all entries of one."""
    if len(terms) == 1:
        return reduced(f"a{node.op}", terms[0], None)
    if len(terms) != 2:
        return None
    a, b = terms
    bound = "min" if node.op == "max" else "max"
    for term, other in ((a, b), (b, a)):
        if node.op == "max" and isinstance(other.node, ast.Constant) and other.node.value == 0:
            return replace(term, node=py("torch.relu(x)", x=term.node), learned=None)
        if isinstance(other.node, ast.Constant | ast.UnaryOp) and other.rank == 0:
            return replace(term, node=py(f"x.clamp({bound}=y)", x=term.node, y=other.node), learned=None)
    return entrywise(f"torch.{node.op}imum(x, y)", a, b)


def _select(writer: Writer, node: Call, terms: Sequence[Term]) -> Term:
    test, yes, no = terms
    whole = entrywise("(x, y)", test, entrywise("(x, y)", yes, no))
    return Term(py(_MADE_BOOLEAN, c=test.node, x=yes.node, y=no.node), whole.shape, whole.batched)


def _lower(writer: Writer, node: Call, terms: Sequence[Term]) -> Term:
    size = terms[0].node
    known = size.value if isinstance(size, ast.Constant) and isinstance(size.value, int) else "n"
    return Term(py("torch.ones(n, n).tril()", n=size), (known, known))


def _part(writer: Writer, node: Call, terms: Sequence[Term]) -> Term:
    which, count = (writer.whole(arg) for arg in node.args[1:])
    return chunk(terms[0], which, count)


def _trimmed(writer: Writer, node: Call, terms: Sequence[Term]) -> Term:
    front, back = (writer.whole(arg) for arg in node.args[1:])
    return trimmed(terms[0], front, back)


def _one_hot(writer: Writer, node: Call, terms: Sequence[Term]) -> Term:
    """Places are counted from one, as documents count them."""
    places, width = terms
    count = width.node.value if isinstance(width.node, ast.Constant) else "n"
    marks = py("F.one_hot(x.long() - 1, n).to(torch.get_default_dtype())", x=places.node, n=width.node)
    return Term(marks, (*places.shape, count if isinstance(count, int) else "n"), places.batched)


def _like(template: str) -> _Rule:
    """A rule that changes the entries of a term and leaves its shape."""
    return lambda writer, node, terms: replace(terms[0], node=py(template, x=terms[0].node), learned=None)


def _product(writer: Writer, node: Call, terms: Sequence[Term]) -> Term | None:
    left, right = node.args
    sign = writer.program.text[left.span.end : right.span.start].strip(" ()[]{}")
    if sign in ("*", "\\ast", "∗") and _only_slides(*terms):
        return _star(writer, node, terms)
    return writer.product(*terms)


def _only_slides(image: Term, kernel: Term) -> bool:
    """Whether two sizes fit no product, but a kernel that slides over an image."""
    if (image.rank, kernel.rank) != (2, 2):
        return (image.rank, kernel.rank) in ((2, 3), (3, 4))
    if image.shape[1] == kernel.shape[0] or image.shape == kernel.shape:
        return False
    sides = zip(image.shape, kernel.shape, strict=True)
    return all(isinstance(n, int) and isinstance(k, int) and k <= n for n, k in sides)


def _concat(writer: Writer, node: Call, terms: Sequence[Term]) -> Term:
    if len(terms) == 1 and terms[0].rank == 3:  # matrices in one tensor, set side by side
        (x,) = terms
        count, height, width = x.shape
        whole = count * width if isinstance(count, int) and isinstance(width, int) else f"{count}{width}"
        return Term(py("x.movedim(-3, -2).flatten(-2)", x=x.node), (height, whole), x.batched)
    axis = writer.option(node, "axis")
    return joined(terms, -1 if axis is None else axis)


def _size(axis: int) -> _Rule:
    def rule(writer: Writer, node: Call, terms: Sequence[Term]) -> Term | None:
        return size_of(terms[0], axis) if terms[0].rank >= -axis else None

    return rule


def layer(writer: Writer, node: Apply) -> Term:
    """A word for a layer: flatten(X), conv(X, K), GlobalAvgPool(X), or dropout_{0.1}(x)."""
    word = node.function.base.lower()
    if word.startswith("conv"):
        return _convolved(writer, node)
    x = writer.write(node.args[0])
    if word in ("flatten", "vec"):
        return kernels.flat(writer, x)
    if word != "dropout":
        return kernels.over_image("amax" if "max" in word else "mean", x)
    return _dropped(writer, node, x)


def _dropped(writer: Writer, node: Apply, x: Term) -> Term:
    """Without some of the entries, but only while it is trained."""
    share = node.function.index[0] if node.function.index else (*node.args[1:], number(fmpq(1, 2)))[0]
    value = writer.value_of(share)
    if not isinstance(value, fmpq) or not 0 <= value < 1:
        raise CannotRunError("dropout needs the share that is dropped, as in dropout_{0.1}(x)")
    dropped = py("F.dropout(x, p, self.training)", x=x.node, p=literal(plain(value)))
    return replace(x, node=dropped, learned=None)


def _convolved(writer: Writer, node: Apply) -> Term:
    """conv(X, K, stride=2), and with a bias conv(X, K, b) or conv(X; K, b)."""
    settings = tuple(
        (arg.members[0].key, arg.members[1])
        for arg in node.args
        if isinstance(arg, Relation) and isinstance(arg.members[0], Name)
    )
    listed = [arg for arg in node.args if not isinstance(arg, Relation)]
    parts = [item for arg in listed for item in (_flat(arg) if len(listed) == 1 else [arg])]
    terms = [writer.write(part) for part in parts]
    call_ = Call(node.span, "convolution", tuple(parts[:2]), settings)
    found = kernels.convolution(writer, call_, terms[:2]) if len(terms) in (2, 3) else None
    if found is None:
        raise CannotRunError(f"{node.function.key} needs an image and a kernel that fits, as in conv(X, K)")
    return found if len(terms) == 2 else entrywise("x + y", found, terms[2])


def _flat(expr: Expr) -> list[Expr]:
    """What stands between the brackets of conv(X; K, b)."""
    return [part for item in expr.items for part in _flat(item)] if isinstance(expr, Array) else [expr]


def _star(writer: Writer, node: Call, terms: Sequence[Term]) -> Term | None:
    """X * K: a product of matrices that can be multiplied, else a kernel that slides."""
    image, kernel = terms
    if image.rank == kernel.rank == 2 and image.shape[1] == kernel.shape[0]:
        return writer.product(image, kernel)
    found = kernels.convolution(writer, node, terms)
    if found is None:
        raise CannotRunError(f"no convolution of {shown(image.shape)} with {shown(kernel.shape)}")
    return found


RULES: Mapping[str, _Rule] = {
    "mul": _product,
    "times": _product,
    "matmul": _product,
    "star": _star,
    "dot": lambda writer, node, terms: dot(*terms),
    "transpose": lambda writer, node, terms: transposed(terms[0]),
    "norm": _norm,
    "bars": _norm,
    "max": _extreme,
    "min": _extreme,
    "select": _select,
    "lower": _lower,
    "part": _part,
    "trimmed": _trimmed,
    "one_hot": _one_hot,
    "concat": _concat,
    "width": _size(-1),
    "length": _size(-1),
    "height": _size(-2),
    "running_total": _like("x.cumsum(-1)"),
    "reversed": _like("x.flip(-1)"),
    "distribution": _like("x"),
    "picked": lambda writer, node, terms: picked(*terms, in_time=writer.in_time),
    "softmax": kernels.softmax,
    "layer_norm": kernels.layer_norm,
    "attention_weights": kernels.attention_weights,
    "softmax_cross_entropy": kernels.softmax_cross_entropy,
    "convolution": kernels.convolution,
    "max_pool": kernels.pooled("max"),
    "avg_pool": kernels.pooled("avg"),
    "flat": lambda writer, node, terms: kernels.flat(writer, terms[0]),
}


def _opened(writer: Writer, node: Call, terms: Sequence[Term]) -> Term:
    """An operation by its recipe, each step a line of the program."""
    op = OPERATIONS.get(node.op)
    if op is None or not op.least <= len(terms) <= len(op.params):
        raise CannotRunError(f"{node.op} cannot be run on PyTorch")
    settings: dict[str, int | fmpq] = {}
    for written, expr in node.options:
        value = writer.value_of(expr)
        if not isinstance(value, fmpq):
            raise CannotRunError(f"the {written} of {node.op} is not a plain number")
        settings[op.letters.get(written, written)] = int(value.p) if value.q == 1 else value
    recipe = op.written(len(terms), settings)
    scope: dict[str, Term] = {}
    for param, term in zip(op.params, terms, strict=False):
        is_plain = isinstance(term.node, ast.Name | ast.Attribute | ast.Constant)
        scope[param] = term if is_plain else writer.assigned(f"{node.op} {param}", term)
    for step in recipe.steps:
        scope[step.name] = writer.assigned(f"{node.op} {step.name}", writer.inside(dict(scope), step.expr))
    return writer.inside(scope, recipe.result)
