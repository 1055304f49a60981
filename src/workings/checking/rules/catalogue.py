"""The names that findings carry, and what each means: the rules that the judge gives of itself.

A rule with a module of its own is described there; `CATALOGUE` in `glossary.py` has them all.
"""

from __future__ import annotations

from workings.record import record


@record(frozen=True, slots=True)
class Description:
    """What a rule means in one line, a document that breaks it, the same in order, and why people do it."""

    meaning: str
    wrong: str
    right: str
    why: str


_STEP = (
    "$\\hat y = w x$ and $L = (\\hat y - y)^2$ with $w = 0.5$, $x = 2$, $y = 3$, "
    "learning rate $\\eta = 0.1$\n\n"
)

_LAYERS = (
    "Input 32×32×3\n\nConv1: 6 filters 5×5, stride 1, no padding, output 28×28×6, 456 parameters\n\n"
    "Pool1: max pooling 2×2, stride 2, output 14×14×6"
)
JUDGED = {
    "value/differs": Description(
        "what is stated is not the value of what stands before it",
        wrong="$3 \\times 4 + 2 = 13$",
        right="$3 \\times 4 + 2 = 14$",
        why="A product or a sum done in the head goes wrong easily, and is not done a second time.",
    ),
    "copy/differs": Description(
        "the numbers put in for names are not those that the names stand for",
        wrong="$w = [2, -1, 3]$\n\n$x = [1, 4, 2]$\n\n$w \\cdot x = [2, -1, 3] \\cdot [1, 4, 5] = 13$",
        right="$w = [2, -1, 3]$\n\n$x = [1, 4, 2]$\n\n$w \\cdot x = [2, -1, 3] \\cdot [1, 4, 2] = 4$",
        why="Numbers are copied from a line further up, and the eye lands on a neighbour of theirs.",
    ),
    "restated-differently": Description(
        "a given vector or matrix is written again with other entries, and nothing says that it changed",
        wrong="$x = [1, 4, 2]$\n\n$x = [1, 4, 3]$",
        right="$x = [1, 4, 2]$\n\n$x = [1, 4, 2]$",
        why="A matrix is copied out again to have it at hand, or one of its two copies was changed later.",
    ),
    "matrix/shape": Description(
        "a matrix is stated with other numbers of rows or columns than it has",
        wrong="$[[1, 0], [2, 1]] [[1, 2, 3], [0, 1, 1]] = [[1, 2], [2, 5], [3, 7]]$",
        right="$[[1, 0], [2, 1]] [[1, 2, 3], [0, 1, 1]] = [[1, 2, 3], [2, 5, 7]]$",
        why="The factors were multiplied in the other order, or the result was written down transposed.",
    ),
    "equation/does-not-follow": Description(
        "an equation is made from the one above it, and does not hold where that one does",
        wrong="$4x + 5 = 17$, so $4x = 22$ and $x = 5.5$",
        right="$4x + 5 = 17$, so $4x = 12$ and $x = 3$",
        why="A term is moved to the other side without its sign, or a factor without becoming a divisor.",
    ),
    "chain/compensating": Description(
        "a step does not follow from the one before, but a second slip leads back to the right value",
        wrong="$2 \\times 3 + 4 = 5 + 4 = 9 = 10$",
        right="$2 \\times 3 + 4 = 6 + 4 = 10$",
        why="The result was known, or read off a calculator, and the steps were written down afterwards.",
    ),
    "matrix/damaged": Description(
        "a matrix has lost or doubled entries, as scanners do; those that are there agree",
        wrong="$[1, 2, 3] + [1, 1, 1] = [2, 3]$",
        right="$[1, 2, 3] + [1, 1, 1] = [2, 3, 4]$",
        why="A scanner, a converter or a line break lost an entry; it is seldom the author's own slip.",
    ),
    "network/parameters-differ": Description(
        "the number of parameters stated for a layer is another than it has",
        wrong=f"{_LAYERS}\n\nConv2: 16 filters 5×5, stride 1, no padding, output 10×10×16, 2461 parameters",
        right=f"{_LAYERS}\n\nConv2: 16 filters 5×5, stride 1, no padding, output 10×10×16, 2416 parameters",
        why="The filters, the channels they run over and their biases are counted in the head.",
    ),
    "gradient/fails": Description(
        "a derivative is set equal to a formula that differs from it for some values of its names",
        wrong="$L = (p - y)^2$ with $p = w x$\n\n$\\frac{\\partial L}{\\partial w} = 2 (p - y)$",
        right="$L = (p - y)^2$ with $p = w x$\n\n$\\frac{\\partial L}{\\partial w} = 2 (p - y) x$",
        why="The chain rule has a factor for every function on the way, and the last one is easily lost.",
    ),
    "update/ascent": Description(
        "a step of gradient descent goes uphill: the gradient is added instead of taken away",
        wrong=f"{_STEP}$w_{{new}} = 0.5 + 0.1 \\cdot (-8) = -0.3$",
        right=f"{_STEP}$w_{{new}} = 0.5 - 0.1 \\cdot (-8) = 1.3$",
        why="The gradient is negative, and its minus is taken for that of the step.",
    ),
    "update/no-rate": Description(
        "a step of gradient descent takes the whole gradient, without the learning rate",
        wrong=f"{_STEP}$w_{{new}} = 0.5 - (-8) = 8.5$",
        right=f"{_STEP}$w_{{new}} = 0.5 - 0.1 \\cdot (-8) = 1.3$",
        why="The learning rate is given at the top of the sheet and used at its very end.",
    ),
    "identity/fails": Description(
        "two formulas that are set equal differ for some values of their names",
        wrong="$f = (a + b)^2 = (a - b)^2 + 2ab$",
        right="$f = (a + b)^2 = (a - b)^2 + 4ab$",
        why="A formula is quoted from memory, or a bracket is multiplied out with a sign or a factor amiss.",
    ),
    "recurrence/closed-form": Description(
        "a closed form, or a step that is written out, is not what the recurrence comes to",
        wrong="$h_t = x_t - h_{t-1}$\n\nSo $h_2 = x_2 - x_1 - h_0$.",
        right="$h_t = x_t - h_{t-1}$\n\nSo $h_2 = x_2 - x_1 + h_0$.",
        why="A sign or a factor is lost where one step is put into the next, most often that of the start.",
    ),
}
