"""Nothing that an examiner calls right in the marked documents is called wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from marked import LOTS, alarms_of
from seeds import match_all


@pytest.mark.parametrize("lot", LOTS, ids=lambda lot: lot.name)
def test_nothing_that_an_examiner_calls_right_is_called_wrong(lot: Path) -> None:
    matches, _ = match_all(lot)
    assert [match.quote.id for match in alarms_of(matches)] == []
    assert all(match.located for match in matches)
