"""`workings draw`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from workings.doors.drawing import Wish

TROUBLE = 2
RASTERS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf")  # what is asked for in vain


@click.command("draw", short_help="Draw a value, or the steps of a document, as SVG.")
@click.argument("file")
@click.argument("name", required=False)
@click.option(
    "-o", "--output-file", metavar="FILE", help="Write the picture to FILE instead of the terminal."
)
@click.option(
    "--kind",
    type=click.Choice(["heat", "graph", "chain", "steps"]),
    help="heat: a heat map; graph: who attends to whom; chain: the steps of a derivation; "
    "steps: the quantities of a recurrence over time.",
)
@click.option("--rows", metavar="NAMES", default="", help="What the rows are called, with commas between.")
@click.option("--columns", metavar="NAMES", default="", help="What the columns are called.")
@click.option("--steps", type=click.IntRange(1, 200), help="How many steps of a recurrence.")
@click.option("--given", metavar="NAME=VALUES", multiple=True, help="Values for it, such as 'x=1,0,1'.")
def command(
    file: str,
    name: str | None,
    output_file: str | None,
    kind: str | None,
    rows: str,
    columns: str,
    steps: int | None,
    given: tuple[str, ...],
) -> None:
    """Draw NAME, a value of the document FILE, as SVG.

    NAME may also be an expression in the names of the document, such as 'softmax(S)'. Without NAME, and with
    --kind chain, the steps are drawn, with the first wrong one marked and what follows from it. With --kind
    steps, NAME is a sequence such as h, or several with commas between, and the recurrence is run.
    """
    from workings.doors.drawing import Wish

    if name is not None and not name.strip():
        raise click.UsageError("NAME is empty")
    if name is None and kind in ("heat", "graph"):
        raise click.UsageError(f"--kind {kind} needs the NAME of a value")
    if output_file is not None and output_file.lower().endswith(RASTERS):
        raise click.UsageError(f"pictures are written as SVG, so {output_file} should end in .svg")
    if (steps is not None or given) and kind is None:
        kind = "steps"
    wish = Wish(name, kind, _names(rows), _names(columns), steps, given)
    picture = _picture(file, wish)
    if output_file is None:
        sys.stdout.buffer.write(picture.encode())
        return
    from workings.doors.files import write_whole

    try:
        write_whole(output_file, [picture])
    except OSError as problem:
        _leave(f"cannot write {output_file}: {problem.strerror or problem}")


def _picture(file: str, wish: Wish) -> str:
    """The picture, or an end with the reason why there is none."""
    from workings.doors.drawing import NoPictureError, draw
    from workings.doors.running import UnreadableError, read_document

    try:
        return draw(read_document(file), wish)
    except (UnreadableError, NoPictureError) as problem:
        _leave(str(problem))


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",")) if text.strip() else ()


def _leave(message: str) -> NoReturn:
    click.echo(f"error: {message}", err=True)
    sys.exit(TROUBLE)
