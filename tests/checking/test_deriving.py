"""Equations made from equations: what follows, what does not, and how the text leads from one to the next."""

from __future__ import annotations

import pytest

from workings.checking.deriving.equations import Equation, conclusion_of
from workings.checking.deriving.following import Answer, follows
from workings.checking.deriving.leading import FURTHEST, Lead, lead
from workings.pipeline import check, read
from workings.resolving.scope import Scope

SAME = [  # each follows from each
    ["2w - 6 = 0", "2w = 6", "6 - 2w = 0", "w^2 = 3w"],
    ["n = (w - k)/s + 1", "s (n - 1) = w - k", "k = w - s (n - 1)"],
    ["y = 1/(1 + e^{-z})", "z = \\ln(y/(1 - y))", "e^z (1 - y) = y"],
    ["a/b = c/d", "a d = b c", "d = b c / a"],
]
OTHER = [("4x + 5 = 17", "4x = 22"), ("a x = b", "x = a/b"), ("p = 1/(1 + q)", "q = 1 - 1/p")]


def equation(text: str) -> Equation:
    (statement,) = read(f"${text}$").statements
    found = conclusion_of(statement, Scope(), frozenset("snwkyz"))
    assert found is not None, text
    return found


@pytest.mark.parametrize("texts", SAME)
def test_an_equation_follows_from_every_other_spelling_of_it(texts: list[str]) -> None:
    equations = [equation(text) for text in texts]
    for before in equations:
        for after in equations:
            assert follows(before, after, {}).answer is Answer.FOLLOWS, (before.span, after.span)


@pytest.mark.parametrize(("before", "after"), OTHER)
def test_a_slip_fails_both_ways_and_shows_a_point(before: str, after: str) -> None:
    one, other = equation(before), equation(after)
    found = follows(one, other, {})
    assert found.answer is Answer.FAILS and found.point is not None
    assert follows(other, one, {}).answer is Answer.FAILS


def test_nothing_is_said_of_letters_that_the_equation_above_has_not() -> None:
    assert follows(equation("a x = b"), equation("c x = b"), {}).answer is Answer.OPEN


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ("$, so $", Lead.SAID),
        (" \\Rightarrow ", Lead.SAID),
        ("$$\n\n$$", Lead.BESIDE),
        (" \\\\\n", Lead.BESIDE),
        ("$ and $", Lead.JOINED),
        ("$. Dividing both sides by 2 gives $", Lead.SAID),
        ("$. The second example is $", None),
        ("$\n\n2. $", None),
        ("by a " * (FURTHEST // 5), Lead.JOINED),
    ],
)
def test_the_text_between_says_how_equations_hang_together(between: str, expected: Lead | None) -> None:
    assert lead("", between) is expected


def test_what_follows_from_an_error_points_back_to_it() -> None:
    report = check(read("$4x + 5 = 17$\n\n$4x = 22$\n\n$x = 5.5$\n"))
    wrong, carried = report.claims[1:]
    assert (wrong.rule, wrong.computed, wrong.fits) == ("equation/does-not-follow", "12", ("slip/sign",))
    assert carried.cause == wrong.id
