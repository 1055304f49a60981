"""How terms of different shape are put together: entry by entry, as products, and along axes."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from workings.learning.declaring import CannotRunError, Shape, Size
from workings.learning.terms import STEPS, Term, literal, py, with_dims


def entrywise(template: str, a: Term, b: Term) -> Term:
    """A rule for two entries, for terms whose shapes go together as mathematicians mean it."""
    shape = _broadcast(a.shape, b.shape)
    left, right = _aligned(a, b), _aligned(b, a)
    return Term(py(template, x=left, y=right), shape, a.batched or b.batched, a.row and b.row)


def _aligned(term: Term, other: Term) -> ast.expr:
    """A term of lower rank with the axes that it lacks, where Python would put them elsewhere."""
    if term.shape[:1] != (STEPS,) == other.shape[:1] and term.rank == other.rank and term.shape[0] != 1:
        return py("past.rows(x)", x=term.node)
    lacking = other.rank - term.rank
    if lacking <= 0 or (not term.batched and not _stands(term, other)):
        return term.node
    if _stands(term, other):  # a column beside a matrix, a number for every channel
        return py(f"x[...{', None' * lacking}]", x=term.node)
    return with_dims(term.node, term.rank, lacking)


def _stands(term: Term, other: Term) -> bool:
    """Whether a vector fits only the columns of a matrix, or has a number for every channel of an image."""
    return term.rank == 1 and _is_first(term.shape, other.shape)


def _is_first(short: Shape, long: Shape) -> bool:
    if len(long) == 3:
        return short[0] == long[0]
    return len(long) == 2 and short[0] == long[0] != long[1] and short[0] != 1


def _broadcast(a: Shape, b: Shape) -> Shape:
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    if len(shorter) == 1 and _is_first(shorter, longer):
        return longer
    padded = (1,) * (len(longer) - len(shorter)) + tuple(shorter)
    return tuple(_common(x, y, a, b) for x, y in zip(longer, padded, strict=True))


def _common(x: Size, y: Size, a: Shape, b: Shape) -> Size:
    if x == 1 or x == y or y == STEPS:
        return y
    if y == 1 or isinstance(y, str) or x == STEPS:
        return x
    if isinstance(x, str):
        return y
    raise CannotRunError(f"shapes {shown(a)} and {shown(b)} do not go together")


def shown(shape: Shape) -> str:
    return "×".join(map(str, shape)) or "a number"


# -- products -------------------------------------------------------------------------------------


def product(a: Term, b: Term) -> Term:
    """The product of two terms by their ranks: of numbers, of vectors, of matrices."""
    match a.rank, b.rank:
        case 2, 0 if a.shape[1] == 1 and b.batched:  # a column times a number that stands for a vector of one
            column = replace(a, node=py("x[..., 0]", x=a.node), shape=a.shape[:1], learned=None)
            return product(column, b)
        case 0, 2 if b.shape[0] == 1 and a.batched:
            row = replace(b, node=py("x[..., 0, :]", x=b.node), shape=b.shape[1:], learned=None)
            return product(a, row)
        case (0, _) | (_, 0):
            return entrywise("x * y", a, b)
        case 1, 1:
            return _outer(a, b) if b.row and not a.row else dot(a, b)
        case 2, 1:
            return _matrix_vector(a, b)
        case 1, 2:
            return _vector_matrix(a, b)
        case 2, 2:
            _match(a, b, a.shape[1], b.shape[0])
            return Term(py("x @ y", x=a.node, y=b.node), (a.shape[0], b.shape[1]), a.batched or b.batched)
    raise CannotRunError(f"no product of {shown(a.shape)} and {shown(b.shape)}")


def _match(a: Term, b: Term, inner: Size, other: Size) -> None:
    if inner != other and isinstance(inner, int) and isinstance(other, int):
        raise CannotRunError(f"no product of {shown(a.shape)} and {shown(b.shape)}")


def dot(a: Term, b: Term) -> Term:
    """The dot product of two vectors, by the quicker way where one of them is the same for all of a batch."""
    _match(a, b, a.shape[0], b.shape[0])
    if a.batched and b.batched:
        return Term(py("(x * y).sum(-1)", x=a.node, y=b.node), (), True)
    first, second = (a, b) if a.batched else (b, a)
    return Term(py("x @ y", x=first.node, y=second.node), (), first.batched)


def _outer(a: Term, b: Term) -> Term:
    node = py("x[..., :, None] * y[..., None, :]", x=a.node, y=b.node)
    return Term(node, (a.shape[0], b.shape[0]), a.batched or b.batched)


def _matrix_vector(a: Term, b: Term) -> Term:
    _match(a, b, a.shape[1], b.shape[0])
    if not a.batched:
        return Term(py("F.linear(y, x)", x=a.node, y=b.node), (a.shape[0],), b.batched)
    return Term(py("(x @ y[..., None])[..., 0]", x=a.node, y=b.node), (a.shape[0],), True)


def _vector_matrix(a: Term, b: Term) -> Term:
    _match(a, b, a.shape[0], b.shape[0])
    if not b.batched:
        return Term(py("x @ y", x=a.node, y=b.node), (b.shape[1],), a.batched, row=a.row)
    return Term(py("(x[..., None, :] @ y)[..., 0, :]", x=a.node, y=b.node), (b.shape[1],), True, row=a.row)


def transposed(a: Term) -> Term:
    match a.rank:
        case 0:
            return a
        case 1:
            return Term(a.node, a.shape, a.batched, not a.row, a.learned)
        case _:
            return Term(py("x.mT", x=a.node), (*a.shape[:-2], a.shape[-1], a.shape[-2]), a.batched)


# -- along axes -----------------------------------------------------------------------------------


def reduced(method: str, a: Term, axis: int | None) -> Term:
    """A total, a mean, a largest entry: of all entries, or along an axis that then has extent one."""
    if a.rank == 0:
        return a
    if axis is None or a.rank == 1:
        dims = -1 if a.rank == 1 else tuple(range(-a.rank, 0))
        return Term(py(f"x.{method}({dims})", x=a.node), (), a.batched)
    at = axis if axis < 0 else axis - a.rank
    if not -a.rank <= at < 0:
        raise CannotRunError(f"{shown(a.shape)} has no axis {axis}")
    shape = tuple(1 if place == a.rank + at else size for place, size in enumerate(a.shape))
    return Term(py(f"x.{method}({at}, keepdim=True)", x=a.node), shape, a.batched)


def entry(a: Term, places: tuple[int, ...]) -> Term:
    """An entry or a row, counted from nought."""
    if len(places) > a.rank or any(
        isinstance(size, int) and not -size <= place < size
        for place, size in zip(places, a.shape, strict=False)
    ):
        raise CannotRunError(f"{shown(a.shape)} has no entry {', '.join(str(p + 1) for p in places)}")
    rest = (":",) * (a.rank - len(places))
    picked = ", ".join(("...", *map(str, places), *rest))
    return Term(py(f"x[{picked}]", x=a.node), a.shape[len(places) :], a.batched)


def size_of(a: Term, axis: int) -> Term:
    """An extent as a number, asked for at run time where the document leaves it open."""
    size = a.shape[axis]
    return Term(literal(size) if isinstance(size, int) else py(f"x.shape[{axis}]", x=a.node), ())


def chunk(a: Term, which: int, count: int) -> Term:
    """One of so many equal parts of the entries of a vector, or of the rows of a matrix."""
    size = a.shape[0]
    if not isinstance(size, int) or size % count:
        raise CannotRunError(f"{size} rows do not make {count} equal parts")
    node = py(f"x.chunk({count}, {-a.rank})[{which}]", x=a.node)
    return Term(node, (size // count, *a.shape[1:]), a.batched)


def trimmed(a: Term, front: int, back: int) -> Term:
    """Without so many entries or rows at the front and at the back."""
    size = a.shape[0]
    left = size - front - back if isinstance(size, int) else f"{size}-{front + back}"
    picked = ", ".join(("...", f"{front or ''}:{-back or ''}", *(":",) * (a.rank - 1)))
    return Term(py(f"x[{picked}]", x=a.node), (left, *a.shape[1:]), a.batched)


def joined(parts: Sequence[Term], axis: int = -1) -> Term:
    """Vectors, or matrices of the same height, side by side; numbers among vectors are entries."""
    rank = max(part.rank for part in parts)
    listed = ast.List([_in_batch(part, parts, rank) for part in parts], ast.Load())
    batched = any(part.batched for part in parts)
    if rank == 0:
        return Term(py("torch.stack(x, -1)", x=listed), (len(parts),), batched)
    sizes = [part.shape[axis] if part.rank else 1 for part in parts]
    whole = (
        sum(size for size in sizes if isinstance(size, int))
        if all(isinstance(size, int) for size in sizes)
        else "+".join(map(str, sizes))
    )
    longest = next(part for part in parts if part.rank == rank)
    shape = list(longest.shape)
    shape[axis] = whole
    return Term(py(f"torch.cat(x, {axis})", x=listed), tuple(shape), batched)


def stacked(rows: Sequence[Term]) -> Term:
    """Vectors as the rows of a matrix."""
    if len({row.shape for row in rows}) > 1:
        raise CannotRunError(f"rows of different lengths: {', '.join(shown(row.shape) for row in rows)}")
    listed = ast.List([_in_batch(row, rows, 1) for row in rows], ast.Load())
    shape = (len(rows), *rows[0].shape)
    return Term(py("torch.stack(x, -2)", x=listed), shape, any(row.batched for row in rows))


def _in_batch(part: Term, parts: Sequence[Term], rank: int) -> ast.expr:
    """A part as a tensor of so many axes, with those of the batch that runs through others."""
    tensors = [other for other in parts if not isinstance(other.node, ast.Constant | ast.UnaryOp)]
    like = next((other for other in tensors if other.batched), tensors[0] if tensors else part)
    if part.rank != rank and (part.rank or rank > 1):
        raise CannotRunError(f"{shown(part.shape)} cannot be joined to {shown(like.shape)}")
    if part not in tensors:
        entry_ = "y" if rank == 0 else "y[..., :1]" if like.rank else "y[..., None]"
        return py(f"torch.full_like({entry_}, x)", x=part.node, y=like.node)
    node = part.node if part.rank == rank else py("x[..., None]", x=part.node)
    if part.batched or not like.batched:
        return node
    batch = f"y.shape[:{-like.rank}]" if like.rank else "y.shape"
    return py(f"x.expand((*{batch},{' -1,' * rank}))", x=node, y=like.node)
