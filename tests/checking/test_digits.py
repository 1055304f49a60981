"""The rules for digits, one table each: what is stated for an exact value, and what that is called."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flint import arb, fmpq

from workings.checking.comparing.digits import Stated, judge_digits
from workings.finding import Claim, Verdict
from workings.value import precision

Judged = Callable[[str], tuple[Claim, ...]]


def stated(text: str) -> Stated:
    places = len(text.partition(".")[2])
    unit = fmpq(1, 10**places)
    return Stated(fmpq(int(text.replace(".", ""))) * unit, unit, unit == 1)


def called(value: fmpq, text: str, *, approximate: bool = False) -> str | None:
    verdict = judge_digits(value, stated(text), approximate)
    return verdict.value if verdict is not None else None


@pytest.mark.parametrize("approximate", [False, True])
@pytest.mark.parametrize(
    ("value", "text", "verdict"),
    [
        (fmpq(2, 3), "0.667", "right"),
        (fmpq(2, 3), "0.67", "right"),
        (fmpq(2, 3), "0.7", "right"),
        (fmpq(-2, 3), "-0.67", "right"),
        (fmpq(1, 10), "0.10", "right"),
        (fmpq(2, 3), "0.68", "rounding"),
        (fmpq(2, 3), "0.69", "wrong"),
        (fmpq(-2, 3), "0.67", "wrong"),
    ],
)
def test_a_decimal_holds_to_the_digits_that_are_written(
    value: fmpq, text: str, verdict: str, approximate: bool
) -> None:
    assert called(value, text, approximate=approximate) == verdict


@pytest.mark.parametrize(
    ("value", "down", "up"), [(fmpq(1, 8), "0.12", "0.13"), (fmpq(-25, 100), "-0.2", "-0.3")]
)
def test_a_half_may_go_either_way(value: fmpq, down: str, up: str) -> None:
    assert called(value, down) == called(value, up) == "right"


@pytest.mark.parametrize(
    ("value", "text"), [(fmpq(2, 3), "0.66"), (fmpq(13, 15), "0.8666"), (fmpq(-2, 3), "-0.66")]
)
def test_truncated_digits_are_rounding(value: fmpq, text: str) -> None:
    assert called(value, text) == "rounding"


@pytest.mark.parametrize(
    ("value", "text"),
    [(fmpq(3, 10), "0.4"), (fmpq(-93, 100), "-0.92"), (fmpq(1, 4), "0.26"), (fmpq(5, 2), "2.51")],
)
def test_one_unit_off_is_wrong_where_the_value_ends_at_the_stated_digits(value: fmpq, text: str) -> None:
    assert called(value, text) == "wrong"


@pytest.mark.parametrize("text", ["5", "3", "-4", "40"])
def test_an_integer_is_held_exactly_to_an_integer(text: str) -> None:
    assert called(fmpq(4), text) == "wrong"
    assert called(fmpq(4), "4") == "right"


@pytest.mark.parametrize(
    ("value", "text", "equal", "about"),
    [
        (fmpq(304, 100), "3", "right", "right"),  # off by less than 0.05
        (fmpq(305, 100), "3", "wrong", "rounding"),  # not less, and below 10
        (fmpq(7616, 10000), "1", "wrong", "rounding"),  # tanh(1) is not 1
        (fmpq(35, 10), "4", "wrong", "rounding"),
        (fmpq(349, 100), "4", "wrong", "wrong"),  # off by more than a half
        (fmpq(1234, 100), "12", "rounding", "right"),  # at least 10
        (fmpq(125, 10), "12", "rounding", "right"),
        (fmpq(125, 10), "13", "rounding", "right"),
        (fmpq(1251, 100), "12", "wrong", "wrong"),
        (fmpq(-1234, 100), "-12", "rounding", "right"),
    ],
)
def test_an_integer_for_another_number_depends_on_its_size_and_on_the_sign(
    value: fmpq, text: str, equal: str, about: str
) -> None:
    assert called(value, text) == equal
    assert called(value, text, approximate=True) == about


@pytest.mark.parametrize(
    ("value", "text", "about"),
    [
        (74_600, "75000", "right"),
        (75_500, "75000", "right"),
        (75_900, "75000", "rounding"),
        (77_000, "75000", "wrong"),
    ],
)
def test_about_a_round_integer_promises_only_its_leading_digits(value: int, text: str, about: str) -> None:
    assert called(fmpq(value), text, approximate=True) == about
    assert called(fmpq(value), text) == "wrong"


def test_an_enclosure_that_is_too_wide_decides_nothing() -> None:
    with precision(64):
        third = arb(1) / 3
        assert judge_digits(third, stated("0.333"), approximate=False) is Verdict.RIGHT
        vague = arb("0.3335", "0.0001")
    assert judge_digits(vague, stated("0.333"), approximate=False) is None


@pytest.mark.parametrize("text", ["$2 + 2 = 5$", "$0.1 + 0.2 = 0.4$", "$\\tanh(1) = 1$", "$30 / 7 = 4.5$"])
def test_what_no_rounding_explains_is_wrong(text: str, judged: Judged) -> None:
    assert [claim.verdict.value for claim in judged(text)] == ["wrong"]


@pytest.mark.parametrize(
    "text", ["$0.62 \\times (-1.5) = -0.92$", "$0.33 \\times 30 = 10$", "$1.41 \\times 1.41 = 2.00$"]
)
def test_widened_operands_never_make_a_claim_right(text: str, judged: Judged) -> None:
    (claim,) = judged(text)
    assert claim.verdict is not Verdict.RIGHT


@pytest.mark.parametrize(
    ("text", "verdict"), [("$70.0 \\times 1.3 = 91.05$", "rounding"), ("$70 \\times 13 = 910.5$", "wrong")]
)
def test_only_decimal_operands_are_widened(text: str, verdict: str, judged: Judged) -> None:
    assert [claim.verdict.value for claim in judged(text)] == [verdict]


@pytest.mark.parametrize(
    ("stated_value", "verdict"),
    [
        ("4.24", "right"),  # three times √2 rounded
        ("4.23", "right"),  # three times the printed 1.41
        ("4.25", "rounding"),  # what half a unit on 1.41 allows
        ("4.33", "wrong"),
    ],
)
def test_a_printed_operand_has_two_values(stated_value: str, verdict: str, judged: Judged) -> None:
    claims = judged(f"$a = \\sqrt{{2}} = 1.41$\n\n$3a = {stated_value}$")
    assert [claim.verdict.value for claim in claims] == ["right", verdict]


@pytest.mark.parametrize("sign", ["=", "\\approx"])
@pytest.mark.parametrize(("text", "verdict"), [("3.33", "right"), ("3.34", "rounding"), ("3.43", "wrong")])
def test_equal_and_about_are_the_same_promise_for_decimals(
    sign: str, text: str, verdict: str, judged: Judged
) -> None:
    assert [claim.verdict.value for claim in judged(f"$10/3 {sign} {text}$")] == [verdict]
