"""What a mistake comes to, written down as a result, is called wrong, and the slip is named."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flint import fmpq
from sampling import differs, run, split, title, to_value

from workings.evaluating import How
from workings.evaluating.rendering import show_like
from workings.finding import Verdict
from workings.ops import FUNCTIONS, MISTAKABLE, Mistakable
from workings.pipeline import check, read
from workings.value import Result, Tensor, Undefined

WRITTEN = {
    op: name
    for name, op in FUNCTIONS.items()
    if name[0] != "\\" and name[-1] != "'" and op not in ("log", "ln")  # ln is read as log, with a base
}
UNIT = fmpq(1, 10**6)


def literal(value: Result) -> str:
    """A value as people write it, to six places."""
    if isinstance(value, Tensor):
        return f"[{', '.join(literal(value[at]) for at in range(value.shape[0]))}]"
    assert not isinstance(value, Undefined)
    if isinstance(value, fmpq) and 100_000 % int(value.q) == 0:
        return str(float(value)) if value.q != 1 else str(value)
    return show_like(value, UNIT)  # type: ignore[arg-type]


def is_telling(text: str) -> bool:
    """Whether some number has so many digits that chance would hardly give it."""
    return any(len(number.strip("-0.")) > 4 for number in re.split(r"[\[\], ]+", text))


def pages(op: Mistakable, slug: str) -> list[str]:
    """The mistake's value stated for the truth, once for each sample where that can be told."""
    found = []
    for sample in op.samples:
        wrong, right = run(op, sample, How(slips={op.name: slug})), run(op, sample)
        if isinstance(wrong, Undefined) or not differs(wrong, right) or not is_telling(literal(wrong)):
            continue
        found.append(f"{WRITTEN[op.name]}({_arguments(sample)}) = {literal(wrong)}")
    return found


def _arguments(sample: Any) -> str:
    args, options = split(sample)
    parts = [literal(to_value(arg)) for arg in args]
    return ", ".join([*parts, *(f"{key}={literal(to_value(value))}" for key, value in options.items())])


@pytest.mark.parametrize("op", [op for op in MISTAKABLE.values() if op.name in WRITTEN], ids=title)
def test_a_stated_slip_is_named(op: Mistakable) -> None:
    for slug in op.mistakes:
        texts = pages(op, slug)
        assert not texts or any(names(text, f"{op.name}/{slug}") for text in texts), texts


def names(text: str, slip: str) -> bool:
    claims = check(read(text), names_slips=True).claims
    return any(claim.verdict is Verdict.WRONG and slip in claim.fits for claim in claims)
