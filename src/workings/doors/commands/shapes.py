"""`workings shapes`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import re
import sys

import click

FORMATS = ("text", "md", "json", "html")
MOST_SIZES = 6


@click.command("shapes", short_help="List the sizes and parameters of networks.")
@click.argument("file", metavar="FILE")
@click.option(
    "--input",
    "size",
    metavar="SIZE",
    help="The size of one example, such as 3x32x32. [default: as the code or the text says]",
)
@click.option("--to", "form", type=click.Choice(FORMATS), default="text", show_default=True)
def command(file: str, size: str | None, form: str) -> None:
    """List the layers of every network in FILE with their sizes and parameters.

    Networks are PyTorch modules in code blocks, cells or a .py file; nothing of them is run.
    Exits with 0 if all layers fit, 1 if one does not, 2 if there is no network or FILE cannot be read.
    """
    from workings.doors import shapes as door

    asked = None
    if size is not None:
        if not re.fullmatch(rf"\d{{1,6}}(?:[x×,]\d{{1,6}}){{0,{MOST_SIZES}}}", size.strip()):
            raise click.UsageError(f"--input {size} is no size; write it as 3x32x32")
        asked = tuple(int(number) for number in re.findall(r"\d+", size))
    sys.exit(door.shapes(file, asked, form))
