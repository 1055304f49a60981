"""Random formulas with their exact value, and three notations to write them in.

Values come from Python's fractions and decimals, which share nothing with the arithmetic under test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st


@dataclass(frozen=True)
class Notation:
    """The signs of one way to write maths."""

    name: str
    times: str
    minus: str
    opening: str
    closing: str
    opener: str = ""  # what stands around a whole claim
    closer: str = ""


NOTATIONS = (
    Notation("latex", r" \cdot ", " - ", "(", ")", "$", "$"),
    Notation("latex", r" \times ", "-", r"\left(", r"\right)", "$$\n", "\n$$"),
    Notation("unicode", " × ", " − ", "(", ")"),
    Notation("unicode", " · ", " - ", "(", ")"),
    Notation("ascii", " * ", " - ", "(", ")"),
)
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Formula:
    """A sum, difference, product, fraction, power, or, without parts, a number."""

    sort: str
    value: Fraction
    parts: tuple[Formula, ...] = ()
    text: str = ""

    @property
    def strength(self) -> int:
        """How tightly its signs bind."""
        return {"sum": 1, "difference": 1, "product": 2, "fraction": 2, "power": 3}.get(self.sort, 4)


def number(text: str) -> Formula:
    return Formula("number", Fraction(text), (), text)


def combined(sort: str, left: Formula, right: Formula) -> Formula | None:
    """Two formulas joined, or None where that has no value or one that is too long to write."""
    value: Fraction
    match sort:
        case "sum":
            value = left.value + right.value
        case "difference":
            value = left.value - right.value
        case "product":
            value = left.value * right.value
        case "fraction":
            if right.value == 0 or left.value == 0:  # nothing divided fits every bracketing
                return None
            value = left.value / right.value
        case _:
            if right.parts or right.value not in (2, 3) or "." in right.text:
                return None
            value = left.value ** int(right.value)
    if abs(value) > 10**7 or value.denominator > 10**12:
        return None
    return Formula(sort, value, (left, right))


def write(formula: Formula, notation: Notation) -> str:
    """The formula in a notation, with brackets wherever another reading would be sensible."""
    if not formula.parts:
        return formula.text.replace("-", notation.minus.strip())
    left, right = formula.parts
    match formula.sort:
        case "sum":
            return f"{write(left, notation)} + {bracketed(right, 2, notation)}"
        case "difference":
            return f"{write(left, notation)}{notation.minus}{bracketed(right, 2, notation)}"
        case "product":
            return f"{bracketed(left, 3, notation)}{notation.times}{bracketed(right, 3, notation)}"
        case "fraction" if notation.name == "latex":
            return rf"\frac{{{write(left, notation)}}}{{{write(right, notation)}}}"
        case "fraction":
            return f"({bracketed(left, 4, notation)} / {bracketed(right, 4, notation)})"
        case _:
            return bracketed(left, 4, notation) + exponent(right.text, notation)


def bracketed(formula: Formula, strength: int, notation: Notation) -> str:
    """In brackets where it binds less tightly than it has to, or starts with a sign."""
    inner = write(formula, notation)
    if formula.strength < strength or inner.startswith(("-", "−", " ")):
        return f"{notation.opening}{inner}{notation.closing}"
    return inner


def exponent(text: str, notation: Notation) -> str:
    if notation.name == "latex":
        return f"^{{{text}}}"
    return text.translate(SUPERSCRIPTS) if notation.name == "unicode" else f"^{text}"


def row(entries: Sequence[str], notation: Notation) -> str:
    """A vector as a list."""
    return "[" + ", ".join(entries) + "]"


def grid(rows: Sequence[Sequence[str]], notation: Notation) -> str:
    """A matrix in the style of the notation."""
    if notation.name == "latex":
        inside = r" \\ ".join(" & ".join(entries) for entries in rows)
        return rf"\begin{{bmatrix}} {inside} \end{{bmatrix}}"
    return row([row(entries, notation) for entries in rows], notation)


def decimals(places: int) -> st.SearchStrategy[str]:
    return st.integers(-999, 9999).map(lambda digits: f"{digits / 10**places:.{places}f}")


def simpler(formula: Formula) -> Formula:
    """The next line of a working: every part is replaced by its value, if that can be written down."""
    if not formula.parts or formula.sort == "power":
        return formula
    left, right = (worked_out(part) for part in formula.parts)
    return Formula(formula.sort, formula.value, (left, right))


def worked_out(formula: Formula) -> Formula:
    scaled = formula.value * 10**6
    if not formula.parts or scaled.denominator != 1:
        return formula
    text = f"{scaled.numerator // 10**6 if scaled >= 0 else -(-scaled.numerator // 10**6)}"
    rest = abs(scaled.numerator) % 10**6
    sign = "-" if formula.value < 0 and not text.startswith("-") else ""
    return number(sign + text + (f".{rest:06d}".rstrip("0") if rest else ""))


def leaves(formula: Formula) -> list[Formula]:
    """Its numbers, in reading order."""
    return [leaf for part in formula.parts for leaf in leaves(part)] if formula.parts else [formula]


def with_names(formula: Formula, names: dict[str, str]) -> Formula:
    """The same formula with names in the place of its numbers, except for exponents."""
    if not formula.parts:
        return Formula("name", formula.value, (), names[formula.text]) if formula.text in names else formula
    left, right = formula.parts
    named = right if formula.sort == "power" else with_names(right, names)
    return Formula(formula.sort, formula.value, (with_names(left, names), named))


NUMERALS = st.one_of(st.integers(-30, 99).map(str), decimals(1), decimals(2), decimals(3))
NUMBERS = NUMERALS.map(number)


def grown(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    """One level more of signs around smaller formulas."""
    sorts = st.sampled_from(["sum", "difference", "product", "fraction"])
    powers = st.tuples(st.just("power"), inner, st.sampled_from(["2", "3"]).map(number))
    joined = st.one_of(st.tuples(sorts, inner, inner), powers)
    return joined.map(lambda three: combined(*three)).filter(lambda made: made is not None)  # type: ignore[return-value]


FORMULAS = grown(st.recursive(NUMBERS, grown, max_leaves=5))
