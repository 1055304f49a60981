"""Diagnostics as a person sees them."""

from __future__ import annotations

from dataclasses import replace

from workings.finding import Entry, Verdict
from workings.reporting import concise, terminal
from workings.reporting.coverage import coverage, statistics, tally
from workings.reporting.excerpt import LIMIT, width
from workings.reporting.format import Look
from workings.reporting.selection import Selection, select
from workings.source import Cell, Page, Span


def marked(out: str) -> tuple[str, str]:
    """The first source line of a diagnostic and the line of carets below it."""
    lines = out.splitlines()
    at = next(i for i, line in enumerate(lines) if "^" in line)
    return lines[at - 1].partition(" | ")[2], lines[at].partition(" | ")[2]


def test_a_diagnostic_has_message_place_source_caret_reason_and_help(report):
    out = terminal.render(Selection(report), Look())
    assert out.split("\n\n")[0] == (
        "wrong: 0.5 × 0.5 is not 0.35\n"
        " --> notes/shares.md:3:14\n"
        "  |\n"
        "3 | $0.5 × 0.5 = 0.35$ and then $0.35 + 1 = 1.35$\n"
        "  |              ^^^^\n"
        "  |\n"
        "  = note: line 1: shares of a half\n"
        "  = note: 1 later value follows from this (line 3)\n"
        "  = help: the value is 0.25"
    )


def test_a_matrix_is_framed_and_its_wrong_entry_named(report):
    out = terminal.render(Selection(report), Look())
    assert out.split("\n\n")[1] == (
        "wrong[matrix/product]: row 2, column 2 of P differs\n"
        " --> notes/shares.md:6:5\n"
        "  |\n"
        "6 |   P = \\begin{bmatrix}\n"
        "  |  _____^\n"
        "7 | |   1 & 2 \\\\\n"
        "8 | |   3 & 5\n"
        "9 | | \\end{bmatrix}\n"
        "  | |_____________^ holds with 3 in place of 2\n"
        "  |\n"
        "  = note: row 2, column 2 is 4, stated as 5\n"
        "  = help: the value is [[1, 2], [3, 4]]"
    )


def test_findings_only_unless_everything_is_wanted(report):
    selection = Selection(report)
    brief = terminal.render(selection, Look())
    assert "rounding:" not in brief
    assert "unread:" not in brief
    assert terminal.closing(tally(selection), Look()) == (
        "not shown: 1 rounding, 1 carried, 1 undecided, 1 unread; --verbose shows them\n"
        "7 claims: 1 right, 1 rounding, 1 carried, 2 wrong, 1 undecided, 1 unread\n"
    )
    long = terminal.render(selection, Look(everything=True))
    assert all(f"\n{kind}: " in long for kind in ("rounding", "carried", "undecided", "unread"))
    assert "follows from the error on line 3" in long
    assert terminal.closing(tally(selection), Look(everything=True)).startswith("7 claims")


def test_wide_characters_and_tabs_keep_the_caret_under_the_value(wrong):
    for text in ("答え：2 + 2 = 5 です", "\tx\t2 + 2 = 5", "é\u0301 2 + 2 = 5", "🙂🙂 = 5", "5"):
        source, carets = marked(terminal.render(Selection(wrong(text, "5")), Look()))
        before = source[: source.rindex("5")]
        assert width(before) == carets.index("^")


def test_a_very_long_line_is_cut_around_the_caret(wrong):
    for text in (
        "a " * 5000 + "2 + 2 = 5" + " b" * 5000,
        "2 + 2 = 5" + " b" * 5000,
        "a " * 5000 + "2 + 2 = 5",
    ):
        source, carets = marked(terminal.render(Selection(wrong(text, "5")), Look()))
        assert len(source) <= LIMIT + 2
        assert source[carets.index("^")] == "5"
        assert "…" in source


def test_a_long_matrix_is_shown_by_its_first_and_last_lines(wrong):
    text = "A =\n" + "1 & 2 \\\\\n" * 500 + "3 & 4"
    out = terminal.render(Selection(wrong(text, text[4:])), Look())
    assert out.count("\n") < 20
    assert "⋮" in out
    assert "400 |" not in out
    assert "502 | | 3 & 4" in out


def test_windows_line_ends_do_not_show(wrong):
    out = terminal.render(Selection(wrong("x\r\n2 + 2 = 5\r\n", "5")), Look())
    assert "\r" not in out
    assert "␍" not in out
    assert "a.md:2:9" in out


def test_a_document_cannot_send_commands_to_the_terminal(wrong):
    out = terminal.render(Selection(wrong("\x1b[2J\u202e 2 = 5", "5", message="\x1b]0;x\x07")), Look())
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "\x07" not in out


def test_colour_is_only_added(report):
    import re

    plain = terminal.render(Selection(report), Look(everything=True))
    coloured = terminal.render(Selection(report), Look(colour=True, everything=True))
    assert coloured != plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_a_notebook_names_the_cell(report):
    raw = '{"cells": [{"source": ["2 + 2 = 5"]}]}'
    at = raw.index("2 + 2")
    page = Page("n.ipynb", "2 + 2 = 5", raw, tuple(range(at, at + 9)), (Cell(4, Span(0, 9)),))
    from dataclasses import replace

    claim = replace(report.claims[0], span=Span(8, 9))
    out = terminal.render(Selection(replace(report, page=page, claims=(claim,))), Look())
    assert f"n.ipynb:1:{at + 9} (cell 4, line 1)" in out


def test_concise_is_one_line_a_finding(report):
    assert concise.render(Selection(report), Look()) == (
        "notes/shares.md:3:14: wrong 0.5 × 0.5 is not 0.35\n"
        "notes/shares.md:6:5: wrong[matrix/product] row 2, column 2 of P differs; "
        "holds with 3 in place of 2\n"
    )


def test_the_coverage_adds_up_and_leaves_empty_groups_out(report):
    one = tally(Selection(report))
    assert coverage(one + one).startswith("14 claims in 2 files: 2 right, 2 rounding")
    nothing = tally(select(report.__class__(report.page, (), 0)))
    assert coverage(nothing) == "0 claims"


def test_statistics_rank_the_rules(report):
    twice = replace(report, claims=(*report.claims, replace(report.claims[1], id="c8")))
    assert statistics(tally(Selection(twice))).splitlines()[0] == "1  matrix/product"
    assert "\n\n2  carried\n" in statistics(tally(Selection(twice)))  # a verdict, told apart from the rules


def test_entries_are_named_once_and_only_the_first_few(wrong):
    entries = [Entry((0, i), "5", "4", Verdict.WRONG) for i in range(6)]
    one = terminal.render(Selection(wrong("A = 5", "5", entries=tuple(entries[:1]))), Look())
    assert one.count("row 1, column 1 is 4, stated as 5") == 1
    assert "^ row 1, column 1" in one
    many = terminal.render(Selection(wrong("A = 5", "5", entries=tuple(entries))), Look())
    assert "^ 6 entries differ" in many
    assert "= note: and 2 more entries" in many
