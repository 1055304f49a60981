"""What calls for a topic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from importlib import import_module

import pytest

from workings.checking.methods.sheet import Makeup
from workings.checking.methods.topics import TOPICS
from workings.finding import Claim, Verdict

Judged = Callable[[str], tuple[Claim, ...]]


@pytest.mark.parametrize("module", sorted({name.partition(".")[0] for name in TOPICS}))
def test_a_topic_wants_what_is_known_of_statements(module: str) -> None:
    wants = getattr(import_module(f"workings.checking.methods.{module}"), "WANTS", ())
    assert {*wants} <= {field.name for field in fields(Makeup)}


def test_a_number_beyond_floats_is_held_to_a_method_as_any_other(judged: Judged) -> None:
    claims = judged("The perplexity of 4 tokens with loss $L = 2$.\n\nThe perplexity is $2^{2885} = 7$.\n")
    assert [claim.verdict for claim in claims][-1:] == [Verdict.WRONG]
