"""What calls for a topic."""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module

import pytest

from workings.checking.methods.sheet import Makeup
from workings.checking.methods.topics import TOPICS


@pytest.mark.parametrize("module", sorted({name.partition(".")[0] for name in TOPICS}))
def test_a_topic_wants_what_is_known_of_statements(module: str) -> None:
    wants = getattr(import_module(f"workings.checking.methods.{module}"), "WANTS", ())
    assert {*wants} <= {field.name for field in fields(Makeup)}
