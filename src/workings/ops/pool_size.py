"""Pooling size: how many windows fit along one side; the stride is the window unless said otherwise."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting, setting
from workings.ops.writing import ceiling, floor

pool_size = Op(
    "pool_size",
    "n k",
    stride=None,
    padding=0,
    letters={"s": "stride", "S": "stride", "p": "padding", "P": "padding"},
    follow=["stride", "padding"],
    names=["pool_size"],
    oracle=lambda torch, n, k, stride=None, padding=0: torch.nn.functional.max_pool1d(
        torch.zeros(1, 1, int(n)), int(k), stride, padding
    ).shape[-1],
    samples=[
        (28, 4),
        (29, 4),
        (6, 2, {"stride": 1}),
        (8, 3, {"stride": 2, "padding": 1}),
        (9, 4, {"stride": 2, "padding": 2}),
    ],
)


@pool_size.recipe
def textbook(let: Let, n: Expr, k: Expr, stride: Setting | None, padding: Setting) -> Expr:
    f = let("f", n + 2 * setting(padding) - k, "how far the window can move")
    return let("m", floor(f / (k if stride is None else stride)) + 1, "the steps that fit, and the start")


@pool_size.mistake(
    "no-one",
    says="the + 1 was left out",
    why="The steps of the window are counted instead of the places where it stands.",
)
def no_one(let: Let, n: Expr, k: Expr, stride: Setting | None, padding: Setting) -> Expr | None:
    step = k if stride is None else stride
    f = let("f", n + 2 * setting(padding) - k, "how far the window can move")
    return let("m", floor(f / step), "the steps that fit")


@pool_size.mistake(
    "rounded-up",
    says="it was rounded up instead of down",
    why="A window that is only partly filled is counted as well.",
)
def rounded_up(let: Let, n: Expr, k: Expr, stride: Setting | None, padding: Setting) -> Expr | None:
    step = k if stride is None else stride
    f = let("f", n + 2 * setting(padding) - k, "how far the window can move")
    return let("m", ceiling(f / step) + 1, "the steps, rounded up, and the start")


@pool_size.mistake(
    "stride-one",
    says="the window was moved by one instead of its own size",
    why="A convolution has stride one unless said otherwise.",
)
def stride_one(let: Let, n: Expr, k: Expr, stride: Setting | None, padding: Setting) -> Expr | None:
    f = let("f", n + 2 * setting(padding) - k, "how far the window can move")
    return None if stride is not None else let("m", f + 1, "the steps of one, and the start")


@pool_size.mistake(
    "stride-ignored",
    says="the window was moved by its own size instead of the stride",
    why="Pooling windows mostly lie side by side.",
)
def stride_ignored(let: Let, n: Expr, k: Expr, stride: Setting | None, padding: Setting) -> Expr | None:
    return None if stride is None else pool_size(n, k, padding=padding)


@pool_size.mistake(
    "padding-once",
    says="the padding was counted once instead of on both sides",
    why="The padding is one number, and it is added as it is written.",
)
def padding_once(let: Let, n: Expr, k: Expr, stride: Setting | None, padding: Setting) -> Expr | None:
    if padding == 0:
        return None
    step = k if stride is None else stride
    f = let("f", n + padding - k, "how far the window can move")
    return let("m", floor(f / step) + 1, "the steps that fit, and the start")


@pool_size.mistake(
    "padding-ignored",
    says="the padding was left out",
    why="Pooling seldom has padding.",
)
def padding_ignored(let: Let, n: Expr, k: Expr, stride: Setting | None, padding: Setting) -> Expr | None:
    if padding == 0:
        return None
    return pool_size(n, k) if stride is None else pool_size(n, k, stride=stride)
