"""Rule names and ignore comments decide what is heard."""

from __future__ import annotations

import pytest

from workings.document import Ignore
from workings.reporting.coverage import coverage, tally
from workings.reporting.selection import select


@pytest.mark.parametrize(
    ("ignore", "silenced"),
    [
        (Ignore(3, ()), {"c1", "c2"}),
        (Ignore(3, ("wrong",)), {"c1"}),
        (Ignore(3, ("matrix/product",)), set()),
        (Ignore(6, ("matrix/product",)), {"c3"}),
        (Ignore(9, ("matrix",)), {"c3"}),
        (Ignore(5, ("matrix",)), {"c3"}),
        (Ignore(4, ()), set()),
        (Ignore(10, ()), set()),
        (Ignore(None, ("matrix/product",)), {"c3"}),
        (Ignore(None, ()), {"c1", "c2", "c3", "c4", "c5", "c6"}),
    ],
)
def test_an_ignore_comment_silences_its_line_or_the_file(report, ignore, silenced):
    assert select(report, [ignore]).silenced == silenced


def test_a_silenced_claim_is_counted_but_fails_nothing(report):
    total = tally(select(report, [Ignore(None, ("wrong",))]))
    assert coverage(total) == "7 claims: 1 right, 1 rounding, 1 carried, 1 undecided, 1 unread, 2 ignored"
    assert not total.fails(strict=False)
    assert total.fails(strict=True)


def test_select_keeps_and_ignore_drops_rules_families_and_verdicts(report):
    assert [c.id for c in select(report, select=["matrix"]).shown(True)] == ["c3"]
    assert [c.id for c in select(report, select=["wrong"], ignore=["matrix/product"]).shown(True)] == ["c1"]
    assert [c.id for c in select(report, ignore=["wrong", "carried"]).shown(True)] == ["c4", "c5", "c6"]


def test_what_is_right_is_never_silenced(report):
    assert "c7" not in select(report, [Ignore(None, ())], select=["nothing"], ignore=["right"]).silenced
