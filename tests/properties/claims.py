"""Random claims that hold to the digits they are written to, and the same with one digit changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction

from formulas import (
    FORMULAS,
    NOTATIONS,
    NUMERALS,
    Notation,
    exponent,
    grid,
    leaves,
    row,
    simpler,
    with_names,
    write,
)
from hypothesis import strategies as st

PRECISE = Context(prec=60)


@dataclass(frozen=True)
class Claim:
    """A left side, a sign, and stated numbers in their frame (one number, a row or a grid)."""

    left: str
    sign: str
    stated: tuple[str, ...]
    frame: Callable[[Sequence[str]], str]
    notation: Notation
    above: str = ""  # lines of the document before it

    @property
    def text(self) -> str:
        numbers = [text.replace("-", self.notation.minus.strip()) for text in self.stated]
        claim = f"{self.left} {self.sign} {self.frame(numbers)}"
        return f"{self.above}{self.notation.opener}{claim}{self.notation.closer}\n"


def rounded(value: Fraction | Decimal, places: int, rounding: str) -> str:
    """The value to so many places; what rounds to nothing has no sign."""
    with localcontext(PRECISE):
        exact = (
            Decimal(value.numerator) / Decimal(value.denominator) if isinstance(value, Fraction) else value
        )
        text = str(exact.quantize(Decimal(1).scaleb(-places), rounding=rounding))
    return text.lstrip("-") if not text.strip("-0.") else text


def scalar(numbers: Sequence[str]) -> str:
    return numbers[0]


NOTATION = st.sampled_from(NOTATIONS)
ROUNDINGS = st.sampled_from([ROUND_HALF_EVEN, ROUND_HALF_UP])
PLACES = st.integers(1, 5)


def sign_of(draw: st.DrawFn, notation: Notation, numbers: Sequence[str]) -> str:
    """Either sign, but = before integers, whose last zeros mean nothing behind ≈."""
    if all("." in text for text in numbers) and draw(st.booleans()):
        return {"latex": r"\approx", "unicode": "≈", "ascii": "~="}[notation.name]
    return "="


@st.composite
def arithmetic(draw: st.DrawFn) -> Claim:
    """A formula and its value, rounded where it does not end early."""
    formula, notation = draw(FORMULAS), draw(NOTATION)
    places = 0 if formula.value.denominator == 1 and draw(st.booleans()) else draw(PLACES)
    stated = (rounded(formula.value, places, draw(ROUNDINGS)),)
    return Claim(write(formula, notation), sign_of(draw, notation, stated), stated, scalar, notation)


@st.composite
def chains(draw: st.DrawFn) -> Claim:
    """A formula, the same one step further, and its value."""
    formula, notation = draw(FORMULAS), draw(NOTATION)
    places = 0 if formula.value.denominator == 1 else draw(PLACES)
    stated = (rounded(formula.value, places, draw(ROUNDINGS)),)
    steps = [write(step, notation) for step in (formula, simpler(formula))]
    return Claim(" = ".join(dict.fromkeys(steps)), "=", stated, scalar, notation)


@st.composite
def named(draw: st.DrawFn) -> Claim:
    """Numbers given to names above, and a formula of those names."""
    formula, notation = draw(FORMULAS), draw(NOTATION)
    numbers = dict.fromkeys(leaf.text for leaf in leaves(formula))
    names = dict(zip(numbers, ("a", "b", "p", "q", "r", "u", "v", "w"), strict=False))
    definitions = [f"{name} = {text.replace('-', notation.minus.strip())}" for text, name in names.items()]
    above = "".join(f"{notation.opener}{line}{notation.closer}\n\n" for line in definitions)
    places = 0 if formula.value.denominator == 1 else draw(PLACES)
    stated = (rounded(formula.value, places, draw(ROUNDINGS)),)
    return Claim(write(with_names(formula, names), notation), "=", stated, scalar, notation, above)


@st.composite
def vectors(draw: st.DrawFn) -> Claim:
    """A sum or difference of lists, a multiple of one, or a dot product."""
    notation, size = draw(NOTATION), draw(st.integers(2, 4))
    first, second = (draw(st.lists(NUMERALS, min_size=size, max_size=size)) for _ in range(2))
    a, b = [Fraction(text) for text in first], [Fraction(text) for text in second]
    left, right = (
        row([text.replace("-", notation.minus.strip()) for text in v], notation) for v in (first, second)
    )
    sort = draw(st.sampled_from(["sum", "difference", "multiple", "dot"]))
    factor = draw(st.integers(2, 30))
    match sort:
        case "sum":
            head, values = f"{left} + {right}", [x + y for x, y in zip(a, b, strict=True)]
        case "difference":
            head, values = f"{left}{notation.minus}{right}", [x - y for x, y in zip(a, b, strict=True)]
        case "multiple":
            head, values = f"{factor}{notation.times}{left}", [factor * x for x in a]
        case _:
            dot = notation.times if notation.name != "ascii" else " · "
            head, values = (
                f"{left}{dot}{right}",
                [sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))],
            )
    stated = tuple(stated_exactly(value, draw) for value in values)
    frame = scalar if sort == "dot" else lambda numbers: row(numbers, notation)
    return Claim(head, "=", stated, frame, notation)


def stated_exactly(value: Fraction, draw: st.DrawFn) -> str:
    """All digits of a value that ends, or fewer."""
    if value.denominator == 1:
        return str(value.numerator)
    return rounded(value, draw(st.integers(1, 6)), draw(ROUNDINGS))


@st.composite
def matrix_products(draw: st.DrawFn) -> Claim:
    """A product of two small matrices of integers."""
    notation = draw(NOTATION)
    rows, inner, columns = (draw(st.integers(2, 3)) for _ in range(3))
    entry = st.integers(-9, 19)
    a = draw(st.lists(st.lists(entry, min_size=inner, max_size=inner), min_size=rows, max_size=rows))
    b = draw(st.lists(st.lists(entry, min_size=columns, max_size=columns), min_size=inner, max_size=inner))
    product = [[sum(x * b[k][j] for k, x in enumerate(line)) for j in range(columns)] for line in a]
    times = {"latex": draw(st.sampled_from([" ", r" \cdot ", r" \times "])), "ascii": " × "}.get(
        notation.name, notation.times
    )
    head = times.join(grid([[str(x) for x in line] for line in matrix], notation) for matrix in (a, b))
    stated = tuple(str(x) for line in product for x in line)

    def frame(numbers: Sequence[str]) -> str:
        return grid([numbers[at : at + columns] for at in range(0, len(numbers), columns)], notation)

    return Claim(head, "=", stated, frame, notation)


@st.composite
def softmaxes(draw: st.DrawFn) -> Claim:
    """The softmax of a few scores, or its first share written out."""
    notation, places = draw(NOTATION), draw(st.integers(2, 5))
    scores = draw(st.lists(st.integers(-50, 50).map(lambda n: f"{n / 10:.1f}"), min_size=2, max_size=4))
    with localcontext(PRECISE):
        raised = [Decimal(score).exp() for score in scores]
        shares = [e / sum(raised) for e in raised]
    rounding = draw(ROUNDINGS)
    if notation.name == "latex" and draw(st.booleans()):
        terms = [f"e{exponent(score, notation)}" for score in scores]
        head, shares = rf"\frac{{{terms[0]}}}{{{' + '.join(terms)}}}", shares[:1]
    else:
        name = r"\operatorname{softmax}" if notation.name == "latex" else "softmax"
        head = f"{name}({row(scores, notation)})"
    stated = tuple(rounded(share, places, rounding) for share in shares)
    frame = (lambda numbers: row(numbers, notation)) if len(stated) > 1 else scalar
    return Claim(head, sign_of(draw, notation, stated), stated, frame, notation)


CLAIMS = st.one_of(arithmetic(), chains(), named(), vectors(), matrix_products(), softmaxes())


@st.composite
def with_a_digit_changed(draw: st.DrawFn, claims: st.SearchStrategy[Claim] = CLAIMS) -> Claim:
    """A claim that holds, but for one digit of one number that is not its last."""
    claim = draw(claims.filter(lambda made: any(changeable(text) for text in made.stated)))
    which = draw(st.sampled_from([at for at, text in enumerate(claim.stated) if changeable(text)]))
    text = claim.stated[which]
    place = draw(st.sampled_from(changeable(text)))
    leads = not text[:place].strip("-") and text[place + 1] != "."
    digit = draw(st.sampled_from([d for d in "0123456789" if d != text[place] and not (leads and d == "0")]))
    changed = text[:place] + digit + text[place + 1 :]
    return replace(claim, stated=(*claim.stated[:which], changed, *claim.stated[which + 1 :]))


def changeable(text: str) -> list[int]:
    """The places of all digits but the last."""
    return [at for at, character in enumerate(text) if character.isdigit()][:-1]
