"""Options that the suites share."""

from __future__ import annotations

import pytest
from hypothesis import settings

# The same examples in every run, so that a change is never refused for what chance found elsewhere.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write expected output anew; read the difference")
    parser.addoption("--explore", action="store_true", help="draw new random examples in every run")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("explore" if config.getoption("--explore") else "steady")
