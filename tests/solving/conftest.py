"""Documents to be solved, and the command that solves them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from workings.doors.cli import main

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line in a folder of its own, with the files that it needs."""
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: str, files: dict[str, str | bytes] | None = None, **more: object) -> Result:
        for name, content in (files or {}).items():
            data = content if isinstance(content, bytes) else content.encode()
            (tmp_path / name).write_bytes(data)
        return CliRunner().invoke(main, list(arguments), catch_exceptions=False, **more)  # type: ignore[arg-type]

    return invoke
