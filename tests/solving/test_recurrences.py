"""Steps of a recurrence that are left open: beside a formula, and in a table of steps."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from workings.doors.cli import main
from workings.finding import Verdict
from workings.pipeline import check, read

SHEET = r"""
$h_t = \tanh(0.5 h_{t-1} + x_t)$ and $y_t = 2 h_t$ with $h_0 = 0$ and $x = (1, 0, 1)$.

$h_3 = ?$

| t | $x_t$ | $h_t$ | $y_t$ |
|---|---|---|---|
| 1 | 1 | ? | ___ |
| 2 | 0 | ? | ? |
"""


def test_the_blanks_of_a_table_of_steps_are_filled_in_and_are_right(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.md"
    sheet.write_text(SHEET, encoding="utf-8")
    result = CliRunner().invoke(main, ["solve", str(sheet), "--write"])
    assert result.exit_code == 0
    assert "filled in 5 places" in result.output
    filled = sheet.read_text(encoding="utf-8")
    assert "?" not in filled
    assert "| 2 | 0 | 0.3634 | 0.7268 |" in filled
    verdicts = [claim.verdict for claim in check(read(filled, "sheet.md")).claims]
    assert len(verdicts) >= 5
    assert set(verdicts) == {Verdict.RIGHT}
