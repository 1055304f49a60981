"""`workings design`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import sys
from typing import Any

import click

FORMATS = ("text", "md", "json")


@click.command("design", short_help="Find the weights of a threshold unit.")
@click.argument("what", metavar="[FUNCTION | FILE]", required=False)
@click.option("--table", metavar="ROWS", help="What to compute, row by row: '00:0 01:1 10:1 11:0'.")
@click.option("--inputs", type=click.IntRange(1, 10), help="How many inputs FUNCTION has. [default: 2]")
@click.option(
    "--hidden", type=click.IntRange(1, 12), help="Allow a hidden layer of so many units where one unit fails."
)
@click.option(
    "--norm",
    type=click.Choice(["max", "sum"]),
    default="max",
    show_default=True,
    help="What the margin is measured by: max keeps every weight within 1, sum all of them together.",
)
@click.option("--repair", is_flag=True, help="Change as few numbers as possible of the design in FILE.")
@click.option(
    "--length",
    type=click.IntRange(1, 12),
    default=10,
    show_default=True,
    help="Up to which length a repaired recurrent design has to be right on every string.",
)
@click.option("-o", "--output-file", metavar="FILE", help="Write to a file instead of the terminal.")
@click.option(
    "--output-format",
    "form",
    type=click.Choice(FORMATS),
    help="text, md (a page that `workings check` agrees with) or json. [default: by the ending of -o]",
)
def command(what: str | None, **options: Any) -> None:
    """Find the weights of a threshold unit, or show that there are none.

    FUNCTION is AND, OR, NAND, NOR, XOR, XNOR, NOT, majority, parity or implication, FILE a document with a
    truth table.
    Exits with 0 if weights were found, 1 if there are none, 2 if something could not be done.
    """
    from workings.doors import design as door

    if (what is None) == (options["table"] is None):
        raise click.UsageError("say what to compute: a FUNCTION, a FILE, or --table")
    if options["repair"] and what is None:
        raise click.UsageError("--repair needs a FILE")
    sys.exit(door.design(door.Request(what=what, **options)))
