"""`workings run`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import sys
from typing import Any

import click


@click.command("run", short_help="Print what every name of a document comes to.")
@click.argument("file", metavar="FILE")
@click.option(
    "--engine",
    type=click.Choice(["exact", "torch"]),
    default="exact",
    show_default=True,
    help="exact: rationals and enclosures; torch: floats as well, and where the two part.",
)
@click.option("--name", "names", metavar="NAME", multiple=True, help="Only this name; may be given again.")
@click.option("--digits", type=click.IntRange(1, 40), help="Significant digits of what is rounded.")
@click.option("--double", is_flag=True, help="Floats of 64 bits instead of 32.")
@click.option(
    "--tolerance",
    type=float,
    default=1e-5,
    show_default=True,
    help="How far floats may be from the exact value, as a share of the largest entry.",
)
@click.option("--show-module", metavar="NAME", help="Print the PyTorch module that gives NAME, and stop.")
@click.option("--inputs", metavar="NAMES", default="", help="What the module takes, parted by commas.")
@click.option("--learn", metavar="NAMES", help="What it learns. [default: what is declared and has no value]")
def command(file: str, **options: Any) -> None:
    """Run the equations of FILE and print what every name comes to.

    Exits with 0, with 1 if floats and exact values part or a name was not run on PyTorch, with 2 if something
    could not be done.
    """
    from workings.doors import run as door

    sys.exit(door.run(door.Request(file=file, **options)))
