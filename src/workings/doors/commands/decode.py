"""`workings decode`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import re
import sys
from typing import Any

import click

WIDEST = 64
LARGEST = 10


def _alpha(context: click.Context, option: click.Parameter, value: str | None) -> Any:
    """An exponent as an exact number; it has to be known exactly, because ties are."""
    if value is None:
        return None
    if re.fullmatch(r"\d{1,2}(?:\.\d{1,6})?", value) is None or float(value) > LARGEST:
        raise click.BadParameter(f"{value} is not a number from 0 to {LARGEST}")
    from flint import fmpq

    whole, _, places = value.partition(".")
    return fmpq(int(whole + places), 10 ** len(places))


@click.command("decode", short_help="Say which sequence each decoder returns.")
@click.argument("file", metavar="FILE")
@click.option(
    "--rule",
    type=click.Choice(["greedy", "beam", "exhaustive", "all"]),
    default="all",
    show_default=True,
    help="Which way to choose a sequence.",
)
@click.option(
    "--width", type=click.IntRange(1, WIDEST), default=2, show_default=True, help="How wide the beam is."
)
@click.option(
    "--normalise",
    "alpha",
    metavar="ALPHA",
    callback=_alpha,
    help="Divide the log-probability by length^ALPHA; 0 for not at all. [default: 0, and 1 beside it]",
)
@click.option(
    "--to",
    "form",
    type=click.Choice(["text", "json", "md", "svg"]),
    help="The format. [default: by the ending of -o, text elsewhere]",
)
@click.option("-o", "--output-file", metavar="FILE", help="Write to a file; .svg draws the tree.")
def command(file: str, **options: Any) -> None:
    """Say which sequence each decoder returns on the trees of probabilities in FILE.

    A tree is a nested list, a table, equations such as P(b | a) = 0.4, or prose. Exits with 0 if every answer
    is sure, 1 if no tree was read or something is left open, 2 if something could not be done.
    """
    from workings.doors import decoding as door

    sys.exit(door.decode(door.Request(file=file, **options)))
