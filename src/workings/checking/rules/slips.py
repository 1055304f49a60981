"""Slips of the pen that any formula may suffer, as they are named beside a wrong value."""

from __future__ import annotations

from workings.checking.rules.catalogue import Description

_A = "$A = [[1, 2], [3, 4]]$\n\n$B = [[2, 0], [1, 5]]$\n\n"

SLIPS = {
    "slip/sign": Description(
        "the value is that of the same formula with one sign turned, or has the wrong sign itself",
        wrong="$3.25 \\times 4.1 - 2.75 \\times 1.3 = 16.9$",
        right="$3.25 \\times 4.1 - 2.75 \\times 1.3 = 9.75$",
        why="A minus is taken for a plus, or two of them for one.",
    ),
    "gradient/factor-two": Description(
        "the value is twice or half the derivative: the 2 of a square or the half before it was lost",
        wrong="$L = (p - y)^2$, $p = 1.37$, $y = 0.413$\n\n$\\frac{\\partial L}{\\partial p} = 0.957$",
        right="$L = (p - y)^2$, $p = 1.37$, $y = 0.413$\n\n$\\frac{\\partial L}{\\partial p} = 1.914$",
        why="Losses are written with and without a half, and one derivative is remembered for both.",
    ),
    "slip/minus": Description(
        "the value is that of the formula with a minus that reaches only the first term of the brackets",
        wrong="$18.4 - (3.7 + 2.15) = 16.85$",
        right="$18.4 - (3.7 + 2.15) = 12.55$",
        why="Brackets are taken away without turning every sign inside them.",
    ),
    "slip/brackets": Description(
        "the value is that of the formula with its brackets elsewhere",
        wrong="$(3.7 + 2.15) \\times 1.9 = 7.785$",
        right="$(3.7 + 2.15) \\times 1.9 = 11.115$",
        why="The formula is typed in as it is spoken, and the calculator puts products first.",
    ),
    "slip/operand": Description(
        "the value is that of the same formula with another number of the page in one place",
        wrong="$a = 0.917$ and $b = 0.548$\n\n$0.548 \\times 1.37 = 1.25629$",
        right="$a = 0.917$ and $b = 0.548$\n\n$0.548 \\times 1.37 = 0.75076$",
        why="The eye slips to the line above while a number is typed in.",
    ),
    "slip/copied-digit": Description(
        "the value is that of the same formula with one digit of a number copied wrongly",
        wrong="$4.73 \\times 2.815 = 11.90745$",
        right="$4.73 \\times 2.815 = 13.31495$",
        why="A number is read in one glance, and 3 and 8, 1 and 7 look alike.",
    ),
    "slip/exchanged": Description(
        "the value is that of the same formula with two of its numbers or names exchanged",
        wrong="$3.71 - 12.46 / 1.83 = 10.43268$",
        right="$3.71 - 12.46 / 1.83 = -3.09874$",
        why="The order in which two things are taken, as in a difference, is turned round while copying.",
    ),
    "slip/name": Description(
        "the value is that of the same formula with another name in the place of one",
        wrong="$u = 3.71$, $v = 2.46$ and $w = 1.83$\n\n$u w = 4.5018$",
        right="$u = 3.71$, $v = 2.46$ and $w = 1.83$\n\n$u w = 6.7893$",
        why="Names that stand side by side, such as keys and queries, are easily exchanged.",
    ),
    "slip/step": Description(
        "the value is that of the same formula with a neighbouring step of a sequence, or without one",
        wrong="$h_t = 0.615 h_{t-1} + x_t$, $h_0 = 0.37$, $x_1 = 1.83$, $x_2 = 2.46$\n\n$h_2 = 2.68755$",
        right="$h_t = 0.615 h_{t-1} + x_t$, $h_0 = 0.37$, $x_1 = 1.83$, $x_2 = 2.46$\n\n$h_2 = 3.72539325$",
        why="Steps look alike, and the state of the step before stands on the same page as that before it.",
    ),
    "slip/earlier-value": Description(
        "the value is that of the same formula with a value that a name had before",
        wrong="$w = 0.815$\n\n$w = 0.815 - 0.072 = 0.743$\n\n$y = 3.2 w = 2.608$",
        right="$w = 0.815$\n\n$w = 0.815 - 0.072 = 0.743$\n\n$y = 3.2 w = 2.3776$",
        why="The value before an update stands at the top of the page, where the eye looks first.",
    ),
    "slip/decimal-point": Description(
        "the digits are right and the decimal point is not",
        wrong="$0.625 \\times 0.4813 = 0.030081$",
        right="$0.625 \\times 0.4813 = 0.300813$",
        why="Places are counted off by hand in a product, and noughts are easily miscounted.",
    ),
    "slip/digits-swapped": Description(
        "two neighbouring digits have changed places",
        wrong="$173 \\times 1374 = 237720$",
        right="$173 \\times 1374 = 237702$",
        why="The number is copied from a calculator or another page in one glance.",
    ),
    "slip/digit": Description(
        "a single digit differs from the value",
        wrong="$173 \\times 1374 = 287702$",
        right="$173 \\times 1374 = 237702$",
        why="A digit was misread, mistyped, or lost a carry on the way.",
    ),
    "slip/carry": Description(
        "the value is off by one in a single digit, as when a carry is forgotten",
        wrong="$173 \\times 1374 = 236702$",
        right="$173 \\times 1374 = 237702$",
        why="In a long multiplication or sum a one is carried in the head and then lost.",
    ),
    "slip/dropped-term": Description(
        "the value is that of the same sum without one of its terms",
        wrong="$1.25 \\times 3.1 + 0.75 \\times 2.3 + 4.125 = 5.600$",
        right="$1.25 \\times 3.1 + 0.75 \\times 2.3 + 4.125 = 9.725$",
        why="The last term, often a bias, stands apart from the products and is left for later.",
    ),
    "slip/dropped-factor": Description(
        "the value is that of the same formula without a factor or a division",
        wrong="$(1.37 + 2.84 + 5.19) / 3 = 9.40$",
        right="$(1.37 + 2.84 + 5.19) / 3 = 3.13$",
        why="A factor that belongs to the whole line, such as 1/n, is written once and then lost.",
    ),
    "slip/counted-twice": Description(
        "the value is that of the same sum with a term counted twice",
        wrong="$1.37 + 2.84 + 5.19 = 12.24$",
        right="$1.37 + 2.84 + 5.19 = 9.40$",
        why="After an interruption a long sum is taken up again at the wrong term.",
    ),
    "slip/off-by-one": Description(
        "the value is that of the same formula with a whole number larger or smaller by one",
        wrong="$127 \\times (28 - 5) = 3048$",
        right="$127 \\times (28 - 5) = 2921$",
        why="One counts from nought or from one, and posts are taken for the gaps between them.",
    ),
    "slip/function": Description(
        "the value is that of the formula with one operation left out or taken for another",
        wrong="$\\sqrt{3.7^2 + 2.9^2} = 22.10$",
        right="$\\sqrt{3.7^2 + 2.9^2} = 4.70$",
        why="The last operation is forgotten because the number under it looks finished.",
    ),
    "slip/rounded-early": Description(
        "the value is that of the formula with a part of it rounded before it was used",
        wrong="$123.4 \\times (2 / 7) = 35.786$",
        right="$123.4 \\times (2 / 7) = 35.257$",
        why="An intermediate result is written down to two places and typed in again from the paper.",
    ),
    "slip/short-e": Description(
        "the value is that of the formula with a short decimal in the place of e",
        wrong="$e^{5.2} = 178.419$",
        right="$e^{5.2} = 181.272$",
        why="For e one types 2.71 or 2.72, and a large exponent makes much of the rest.",
    ),
    "slip/transposed": Description(
        "the matrix is right but transposed, or one of the factors was transposed",
        wrong=_A + "$A B = [[2, 11], [6, 23]]$",
        right=_A + "$A B = [[4, 10], [10, 20]]$",
        why="Rows and columns are mixed up where a matrix is square and either would fit.",
    ),
    "slip/product-order": Description(
        "the value is that of the product with its factors the other way round",
        wrong=_A + "$A B = [[2, 4], [16, 22]]$",
        right=_A + "$A B = [[4, 10], [10, 20]]$",
        why="Numbers may be multiplied in any order, and matrices look as if they could.",
    ),
    "slip/neighbour": Description(
        "the one wrong entry is the value of the entry beside it",
        wrong="$[1.37, 2.84, 5.19] + [2.11, 0.45, 1.08] = [3.48, 3.48, 6.27]$",
        right="$[1.37, 2.84, 5.19] + [2.11, 0.45, 1.08] = [3.48, 3.29, 6.27]$",
        why="The finger on the table slips by one row or column.",
    ),
}
