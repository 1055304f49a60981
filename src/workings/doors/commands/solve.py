"""`workings solve`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import sys
from typing import Any

import click

FORMATS = ("md", "tex", "html", "txt", "ipynb")
MOST_DIGITS = 40


@click.command("solve", short_help="Work out what a document leaves open.")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output-file", metavar="FILE", help="Write to a file instead of the terminal.")
@click.option(
    "--to",
    "form",
    type=click.Choice(FORMATS),
    help="The format of the solution. [default: by the ending of -o, txt on a terminal, md elsewhere]",
)
@click.option(
    "--detail",
    type=click.IntRange(0, 3),
    default=1,
    show_default=True,
    help="0: the answers; 1: numbers put in; 2: every operation step by step; 3: every entry.",
)
@click.option(
    "--digits",
    type=click.IntRange(1, MOST_DIGITS),
    help="Significant digits of what is rounded. [default: 4, or as the file writes them with --write]",
)
@click.option("--write", is_flag=True, help="Put the answers into FILE, in its own notation.")
@click.option("--given", metavar="FILE", help="Bind names from another document, such as the problem sheet.")
def command(file: str, **options: Any) -> None:
    """Work out what FILE leaves open: its blanks, and its formulas whose value is never stated.

    A blank is ? or a line (___) behind an equals sign, \\boxed{?}, an entry of a list or matrix, a table
    cell, or a formula that a sentence asks for.
    Exits with 0 if everything was solved, 1 if something was not, 2 if something could not be done.
    """
    from workings.doors import solve as door

    if options["write"] and (options["form"] or options["output_file"]):
        raise click.UsageError("--write changes the file itself, so --to and -o do not go with it")
    sys.exit(door.solve(door.Request(file=file, **options)))
