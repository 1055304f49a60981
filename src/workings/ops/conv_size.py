"""Convolution size: how many places a filter has along one side."""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.operation import Let, Op, Setting, setting
from workings.ops.writing import ceiling, floor, reversed_entries

conv_size = Op(
    "conv_size",
    "n k",
    stride=1,
    padding=0,
    dilation=1,
    letters={"s": "stride", "S": "stride", "p": "padding", "P": "padding", "d": "dilation"},
    follow=["stride", "padding", "dilation"],
    names=["conv_size"],
    oracle=lambda torch, n, k, stride, padding, dilation: torch.tensor(
        [
            torch.nn.functional.conv1d(
                torch.zeros(1, 1, int(side)), torch.zeros(1, 1, int(kernel)), None, stride, padding, dilation
            ).shape[-1]
            for side, kernel in zip(n.reshape(-1), k.reshape(-1), strict=True)
        ]
    ),
    samples=[
        (32, 5),
        (128, 5, {"stride": 3}),
        (8, 3, {"stride": 2, "padding": 1}),
        (9, 4, {"stride": 2, "padding": 3}),
        (20, 3, {"dilation": 2}),
        ([28, 28], [3, 5]),
    ],
)


@conv_size.recipe
def textbook(let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting) -> Expr:
    f = _room(let, n, k, padding, dilation)
    return let("m", floor(f / stride) + 1, "the steps that fit, and the place where it starts")


def _room(let: Let, n: Expr, k: Expr, padding: Setting, dilation: Setting) -> Expr:
    """How far the filter can move."""
    s = let("s", setting(dilation) * (k - 1) + 1, "what the filter spans")
    return let("f", n + 2 * setting(padding) - s, "how far it can move")


@conv_size.mistake(
    "padding-once",
    says="the padding was counted once instead of on both sides",
    why="The padding is one number, and it is added as it is written.",
)
def padding_once(
    let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting
) -> Expr | None:
    if padding == 0:
        return None
    s = let("s", setting(dilation) * (k - 1) + 1, "what the filter spans")
    return let("m", floor((n + padding - s) / stride) + 1, "with the padding of one side")


@conv_size.mistake(
    "no-one",
    says="the + 1 was left out",
    why="The steps of the filter are counted instead of the places where it stands.",
)
def no_one(let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting) -> Expr:
    f = _room(let, n, k, padding, dilation)
    return let("m", floor(f / stride), "the steps that fit")


@conv_size.mistake(
    "rounded-up",
    says="it was rounded up instead of down",
    why="A place that is only partly filled is counted as well.",
)
def rounded_up(let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting) -> Expr:
    f = _room(let, n, k, padding, dilation)
    return let("m", ceiling(f / stride) + 1, "the steps, rounded up, and the start")


@conv_size.mistake(
    "not-rounded",
    says="it was not rounded to a whole number",
    why="The formula is often written without its floor.",
)
def not_rounded(let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting) -> Expr:
    f = _room(let, n, k, padding, dilation)
    return let("m", f / stride + 1, "the steps, with a fraction, and the start")


@conv_size.mistake(
    "stride-ignored",
    says="the stride was taken as one",
    why="Most layers have stride one.",
)
def stride_ignored(
    let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting
) -> Expr | None:
    return None if stride == 1 else conv_size(n, k, padding=padding, dilation=dilation)


@conv_size.mistake(
    "padding-ignored",
    says="the padding was left out",
    why="Most examples have no padding.",
)
def padding_ignored(
    let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting
) -> Expr | None:
    return None if padding == 0 else conv_size(n, k, stride=stride, dilation=dilation)


@conv_size.mistake(
    "dilation-ignored",
    says="the dilation was left out",
    why="Hardly any layer has a dilation.",
)
def dilation_ignored(
    let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting
) -> Expr | None:
    return None if dilation == 1 else conv_size(n, k, stride=stride, padding=padding)


@conv_size.mistake(
    "dilation-times-kernel",
    says="the filter was taken to span dilation times its size",
    why="The gaps lie between the entries, so there is one fewer of them.",
)
def dilation_times_kernel(
    let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting
) -> Expr | None:
    if dilation == 1:
        return None
    f = let("f", n + 2 * setting(padding) - setting(dilation) * k, "how far it can move")
    return let("m", floor(f / stride) + 1, "the steps that fit, and the start")


@conv_size.mistake(
    "kernel-ignored",
    says="the filter size was not taken off",
    why="With padding that keeps the size, only the stride counts.",
)
def kernel_ignored(let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting) -> Expr:
    return let("m", floor((n + 2 * setting(padding)) / stride), "the side over the stride")


@conv_size.mistake(
    "one-inside",
    says="the 1 was added before the division by the stride",
    why="The fraction bar is drawn too long.",
)
def one_inside(
    let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting
) -> Expr | None:
    if stride == 1:
        return None
    f = _room(let, n, k, padding, dilation)
    return let("m", floor((f + 1) / stride), "the places, over the stride")


@conv_size.mistake(
    "axes-swapped",
    says="height and width of the filter were swapped",
    why="Some texts write width × height and others rows × columns.",
)
def axes_swapped(let: Let, n: Expr, k: Expr, stride: Setting, padding: Setting, dilation: Setting) -> Expr:
    return conv_size(n, reversed_entries(k), stride=stride, padding=padding, dilation=dilation)
