"""Convolution as networks do it: a kernel slides over a matrix, and each place gives a sum of products.

The kernel is laid on as it is written; turned round first, as mathematicians do, it is `flipped`.
"""

from __future__ import annotations

from workings.expr import Expr
from workings.ops.conv_size import conv_size
from workings.ops.operation import Let, Op, Setting, setting
from workings.ops.writing import flat, height, in_rows, product, reversed_entries, transpose, width, windows

convolution = Op(
    "convolution",
    "x k",
    stride=1,
    padding=0,
    flipped=0,
    letters={"s": "stride", "S": "stride", "p": "padding", "P": "padding"},
    follow=["stride", "padding"],
    names=["xcorr", "crosscorr", "correlate", "cross_correlation"],
    oracle=lambda torch, x, k, stride, padding, flipped: torch.nn.functional.conv2d(
        x[None, None], (torch.flip(k, (0, 1)) if flipped else k)[None, None], None, stride, padding
    )[0, 0],
    samples=[
        ([[1, 2, 0, 1], [0, 1, 3, 2], [2, 1, 0, 1], [1, 0, 2, 3]], [[1, 0], [-1, 2]]),
        ([[1, 2, 0, 1], [0, 1, 3, 2], [2, 1, 0, 1], [1, 0, 2, 3]], [[1, 0], [-1, 2]], {"stride": 2}),
        ([[1, 2, 0], [3, 1, 2], [4, 0, 1]], [[1, 0, 2], [0, 1, 0], [-1, 0, 1]], {"padding": 1}),
        ([[1, 2, 0], [3, 1, 2], [4, 0, 1]], [[1, 0], [-1, 2]], {"flipped": 1}),
    ],
)


@convolution.recipe
def textbook(let: Let, x: Expr, k: Expr, stride: Setting, padding: Setting, flipped: Setting) -> Expr:
    return _slid(let, x, k, stride, padding, reversed_entries(flat(k)) if flipped == 1 else flat(k))


def _slid(let: Let, x: Expr, k: Expr, stride: Setting, padding: Setting, weights: Expr) -> Expr:
    w = let(
        "w",
        windows(x, height(k), width(k), setting(stride), setting(padding)),
        "the entries under the kernel, a row for each place",
    )
    s = let("s", product(w, weights), "each times the entry of the kernel on it, added up")
    n = conv_size(height(x), height(k), stride=stride, padding=padding)
    return let("y", in_rows(s, n), "in rows, as the places lie")


@convolution.mistake(
    "flipped",
    says="the kernel was turned round before it was laid on",
    why="Mathematicians turn the kernel of a convolution, and networks do not.",
)
def turned(let: Let, x: Expr, k: Expr, stride: Setting, padding: Setting, flipped: Setting) -> Expr:
    return _slid(let, x, k, stride, padding, flat(k) if flipped == 1 else reversed_entries(flat(k)))


@convolution.mistake(
    "transposed",
    says="the kernel was laid on with rows and columns swapped",
    why="Its entries are read down the columns.",
)
def transposed(let: Let, x: Expr, k: Expr, stride: Setting, padding: Setting, flipped: Setting) -> Expr:
    weights = flat(transpose(k))
    return _slid(let, x, k, stride, padding, reversed_entries(weights) if flipped == 1 else weights)


@convolution.mistake(
    "stride-ignored",
    says="the kernel was moved by one instead of the stride",
    why="Most layers have stride one.",
)
def stride_ignored(
    let: Let, x: Expr, k: Expr, stride: Setting, padding: Setting, flipped: Setting
) -> Expr | None:
    return None if stride == 1 else convolution(x, k, padding=padding, flipped=flipped)


@convolution.mistake(
    "padding-ignored",
    says="the noughts around the matrix were left out",
    why="Most examples have no padding.",
)
def padding_ignored(
    let: Let, x: Expr, k: Expr, stride: Setting, padding: Setting, flipped: Setting
) -> Expr | None:
    return None if padding == 0 else convolution(x, k, stride=stride, flipped=flipped)
