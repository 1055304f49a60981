"""Average pooling: a window slides over a matrix, and the mean of its entries is kept at each place."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.max_pool import max_pool, rows_of_windows, set_out, side
from workings.ops.operation import Let, Op, Setting
from workings.ops.writing import mean, total

avg_pool = Op(
    "avg_pool",
    "x k?",
    size=2,
    stride=None,
    letters={"s": "stride", "S": "stride", "k": "size", "K": "size"},
    follow=["stride"],
    names=["avgpool", "avg_pool", "AvgPool", "Avgpool", "avg\\_pool", "meanpool", "mean_pool"],
    oracle=lambda torch, x, k=None, size=2, stride=None: torch.nn.functional.avg_pool2d(
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


@avg_pool.recipe
def textbook(let: Let, x: Expr, k: Expr | None, size: Setting, stride: Setting | None) -> Expr:
    w = rows_of_windows(let, x, side(k, size), stride)
    m = let("m", mean(w, -1), "the mean of each")
    return set_out(let, x, m, side(k, size), stride)


@avg_pool.mistake(
    "maximum",
    says="the largest entry of each window was taken instead of its mean",
    why="Max pooling is met more often.",
)
def maximum(let: Let, x: Expr, k: Expr | None, size: Setting, stride: Setting | None) -> Expr:
    if stride is None:
        return max_pool(x, side(k, size))
    return max_pool(x, side(k, size), stride=stride)


@avg_pool.mistake(
    "summed",
    says="the entries of each window were added up and not divided",
    why="The division comes last and is left out once the sums stand there.",
)
def summed(let: Let, x: Expr, k: Expr | None, size: Setting, stride: Setting | None) -> Expr:
    w = rows_of_windows(let, x, side(k, size), stride)
    return set_out(let, x, total(w, -1), side(k, size), stride)


@avg_pool.mistake(
    "stride-ignored",
    says="the window was moved by its own size instead of the stride",
    why="Pooling windows mostly lie side by side.",
)
def stride_ignored(let: Let, x: Expr, k: Expr | None, size: Setting, stride: Setting | None) -> Expr | None:
    return None if stride is None else avg_pool(x, side(k, size))
