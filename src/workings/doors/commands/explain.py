"""`workings explain`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import sys

import click

MOST_DIGITS = 40


@click.command("explain", short_help="Show how the value expected at a line comes about.")
@click.argument("place", metavar="FILE:LINE[:COLUMN]")
@click.option(
    "--detail",
    type=click.IntRange(0, 3),
    default=2,
    show_default=True,
    help="0: the value; 1: numbers put in; 2: every operation step by step; 3: every entry.",
)
@click.option("--digits", type=click.IntRange(1, MOST_DIGITS), default=4, show_default=True)
@click.option("--given", metavar="FILE", help="Bind names from another document, such as the problem sheet.")
def command(place: str, detail: int, digits: int, given: str | None) -> None:
    """Show how the value expected at a line comes from the givens, back through the document.

    Exits with 0, or with 2 if there is nothing at that place.
    """
    from workings.doors import explain as door

    sys.exit(door.explain(place, detail, digits, given))
