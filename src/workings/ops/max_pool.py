"""Max pooling: a window slides over a matrix, and its largest entry is kept at each place."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting, setting
from workings.ops.pool_size import pool_size
from workings.ops.writing import height, in_rows, largest, mean, windows

max_pool = Op(
    "max_pool",
    "x k?",
    size=2,
    stride=None,
    letters={"s": "stride", "S": "stride", "k": "size", "K": "size"},
    follow=["stride"],
    names=["maxpool", "max_pool", "MaxPool", "Maxpool", "max\\_pool"],
    oracle=lambda torch, x, k=None, size=2, stride=None: torch.nn.functional.max_pool2d(
        x[None, None], int(size if k is None else k), stride
    )[0, 0],
    samples=[
        [[1, 3, 2, 0], [5, 4, 1, 6], [7, 2, 0, 3], [1, 8, 4, 2]],
        ([[1, 3, 2, 0], [5, 4, 1, 6], [7, 2, 0, 3], [1, 8, 4, 2]], 2, {"stride": 1}),
        (
            [[1, 2, 3, 0, 1], [0, 5, 6, 2, 1], [9, 8, 7, 1, 0], [1, 1, 4, 3, 2], [2, 0, 1, 1, 6]],
            2,
            {"stride": 3},
        ),
    ],
)


def side(k: Expr | None, size: Setting) -> Expr:
    """The side of the window, as an argument or an option."""
    return setting(size) if k is None else k


def set_out(let: Let, x: Expr, m: Expr, k: Expr, stride: Setting | None) -> Expr:
    """One number for each place, in the rows of the smaller matrix."""
    n = pool_size(height(x), k) if stride is None else pool_size(height(x), k, stride=stride)
    return let("y", in_rows(m, n), "in rows, as the places lie")


def rows_of_windows(let: Let, x: Expr, k: Expr, stride: Setting | None) -> Expr:
    step = k if stride is None else setting(stride)
    return let("w", windows(x, k, k, step, 0), "the entries under the window, a row for each place")


@max_pool.recipe
def textbook(let: Let, x: Expr, k: Expr | None, size: Setting, stride: Setting | None) -> Expr:
    w = rows_of_windows(let, x, side(k, size), stride)
    m = let("m", largest(w, -1), "the largest of each")
    return set_out(let, x, m, side(k, size), stride)


@max_pool.mistake(
    "averaged",
    says="the mean of each window was taken instead of its largest entry",
    why="Average pooling slides the same windows.",
)
def averaged(let: Let, x: Expr, k: Expr | None, size: Setting, stride: Setting | None) -> Expr:
    w = rows_of_windows(let, x, side(k, size), stride)
    return set_out(let, x, mean(w, -1), side(k, size), stride)


@max_pool.mistake(
    "stride-ignored",
    says="the window was moved by its own size instead of the stride",
    why="Pooling windows mostly lie side by side.",
)
def stride_ignored(let: Let, x: Expr, k: Expr | None, size: Setting, stride: Setting | None) -> Expr | None:
    return None if stride is None else max_pool(x, side(k, size))
