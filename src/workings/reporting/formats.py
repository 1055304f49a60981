"""The output formats by name; each is loaded only when it is asked for."""

from __future__ import annotations

from workings.reporting.format import Format

NAMES = ("full", "concise", "json", "github", "sarif", "html", "csv")


def format_named(name: str) -> Format:
    """The format of one of the NAMES."""
    from workings.reporting import concise

    match name:
        case "concise":
            return Format(concise.render, concise.closing)
        case "github":
            from workings.reporting import github

            return Format(github.render, concise.closing)
        case "html":
            from workings.reporting import html

            return Format(html.render, html.closing, html.opening(), is_data=True, detail=html.DETAIL)
        case "json":
            from workings.reporting import json

            return Format(json.render, json.closing, json.OPENING, json.BETWEEN, is_data=True)
        case "diff":  # what fixing would change; it is asked for by an option of its own
            return Format(lambda selection, look: "", lambda total, look: "", is_data=True)
        case "csv":
            from workings.reporting import csv

            return Format(csv.render, csv.closing, csv.OPENING, is_data=True)
        case "sarif":
            from workings.reporting import sarif

            return Format(sarif.render, sarif.closing, sarif.OPENING, sarif.BETWEEN, is_data=True)
        case _:
            from workings.reporting import terminal

            return Format(terminal.render, terminal.closing)
