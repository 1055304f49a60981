"""Lets the tests of the page import what makes their documents, and gives them one of each format."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "properties"))
sys.path.insert(0, str(Path(__file__).parent))
from sheets import DOCUMENTS


@pytest.fixture(params=list(DOCUMENTS))
def document(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A file name and its text."""
    return request.param, DOCUMENTS[request.param]
