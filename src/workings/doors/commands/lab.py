"""`workings lab`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import sys
from typing import Any

import click


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Names that begin as the shell has it so far."""
    from workings.labs.catalogue import LABS

    return [name for name in LABS if name.startswith(incomplete)]


@click.command("lab", short_help="Measure what textbooks claim.")
@click.argument("name", required=False, shell_complete=_complete)
@click.option("--all", "everything", is_flag=True, help="Run every lab.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="For whatever chance decides."
)
@click.option(
    "--output-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the figures are written.",
)
@click.option(
    "-o",
    "--output-file",
    metavar="FILE",
    help="Where the picture goes; with --all, a folder. [default: NAME.svg]",
)
@click.option("--no-picture", is_flag=True, help="Write no picture.")
def command(name: str | None, **options: Any) -> None:
    """Measure a claim: print its figures and whether it holds, and draw them. Without NAME, list the labs.

    Exits with 0 once it has run, whatever the verdict, or with 2 if something could not be done.
    """
    from workings.doors import lab as door

    if name is not None and options["everything"]:
        raise click.UsageError("give a name or --all, not both")
    sys.exit(door.lab(door.Request(name=name, **options)))
