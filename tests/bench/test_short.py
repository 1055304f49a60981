"""No true statement among the short ones is called wrong."""

from __future__ import annotations

from engine import records
from short import FILE, verdicts


def test_no_true_statement_is_called_wrong() -> None:
    true = [record for record in records(FILE) if record["truth"] == "right"]
    assert [record["text"] for record in true if "wrong" in verdicts(record)] == []
