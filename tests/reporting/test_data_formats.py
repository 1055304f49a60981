"""What other programs read."""

from __future__ import annotations

import json
from dataclasses import replace

from workings.reporting import github, sarif
from workings.reporting.coverage import tally
from workings.reporting.format import Look
from workings.reporting.formats import NAMES, format_named
from workings.reporting.json import as_data
from workings.reporting.selection import Selection
from workings.source import Page

CLAIM_KEYS = {
    "id": str, "question": str | None, "kind": str,
    "line": int, "column": int, "end_line": int, "end_column": int,
    "cell": int | None, "cell_line": int | None, "text": str, "verdict": str, "rule": str | None,
    "stated": str | None, "computed": str | None, "fits": list, "cause": str | None, "convention": str | None,
    "entries": list, "because": list, "message": str,
}  # fmt: skip
COUNTS = ["claims", "right", "rounding", "carried", "wrong", "undecided", "unread"]


def whole(name, *selections):
    """A run's whole output in one format."""
    form = format_named(name)
    pieces = [form.render(selection, Look()) for selection in selections]
    total = sum(map(tally, selections[1:]), tally(selections[0]))
    return form.opening + form.between.join(filter(None, pieces)) + form.closing(total, Look())


def test_json_keeps_the_contract(report):
    data = json.loads(whole("json", Selection(report), Selection(report)))
    assert list(data) == ["version", "files"]
    assert data["version"] == 1
    file = data["files"][1]
    assert list(file) == ["filename", "counts", "statements", "claims"]
    assert list(file["counts"]) == COUNTS
    assert file["counts"] == report.counts
    assert len(file["claims"]) == len(report.claims)
    for claim in file["claims"]:
        assert list(claim) == list(CLAIM_KEYS)
        assert all(isinstance(claim[key], kind) for key, kind in CLAIM_KEYS.items())
    matrix = file["claims"][2]
    assert [matrix[key] for key in ("line", "column", "end_line", "end_column")] == [6, 5, 9, 14]
    assert matrix["entries"] == [{"index": [1, 1], "stated": "5", "computed": "4", "verdict": "wrong"}]
    assert file == as_data(Selection(report))


def test_json_marks_what_is_ignored_and_the_counts_still_add_up(report):
    file = as_data(Selection(report, frozenset({"c1"})))
    assert file["claims"][0]["ignored"] is True
    assert file["counts"]["wrong"] == file["counts"]["ignored"] == 1
    assert sum(file["counts"].values()) == 2 * file["counts"]["claims"]


def test_sarif_has_a_tool_rules_and_regions(report):
    clean = Selection(replace(report, claims=report.claims[-1:]))
    log = json.loads(whole("sarif", clean, Selection(report), clean, Selection(report)))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["tool"]["driver"]["name"] == "workings"
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert [result["ruleId"] for result in run["results"]] == ["wrong", "matrix/product"] * 2
    for result in run["results"]:
        assert result["ruleId"] in rules
        assert result["level"] == "error"
        assert result["message"]["text"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "notes/shares.md"
        region = place["region"]
        assert (region["startLine"], region["startColumn"]) < (region["endLine"], region["endColumn"])


def test_sarif_addresses_are_escaped(report):
    page = replace(report.page, filename="a b/ü#1.md")
    out = sarif.render(Selection(replace(report, page=page)), Look())
    assert "a%20b/%C3%BC%231.md" in out


def test_github_escapes_what_would_end_a_command(wrong):
    report = wrong("2 = 5", "5", filename="a,b:c%.md", message="100% wrong: a,b", computed="1\n2")
    out = github.render(Selection(report), Look())
    assert out == (
        "::error title=workings wrong,file=a%2Cb%3Ac%25.md,line=1,endLine=1,col=5,endColumn=6"
        "::100%25 wrong: a,b%0Ahelp: the value is 1 2\n"
    )


def test_github_gives_columns_only_within_one_line(report):
    assert "col=" not in github.command(report.claims[2], report.page)


def test_a_lone_surrogate_survives_every_format(report):
    page = Page("\udce9.md", report.page.written, report.page.raw)
    broken = replace(report.claims[0], message="\ud800 is odd", text="\ud800")
    selection = Selection(replace(report, page=page, claims=(broken,)))
    for name in NAMES:
        assert whole(name, selection)


def test_every_format_survives_an_empty_report(report):
    for name in NAMES:
        assert whole(name, Selection(replace(report, claims=())))
