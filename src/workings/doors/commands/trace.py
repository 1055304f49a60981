"""`workings trace`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import sys

import click

FORMATS = ("text", "md", "tex", "html")
MOST_STEPS = 1000
MOST_DIGITS = 40


@click.command("trace", short_help="Run a recurrence and print a row for each step.")
@click.argument("file", metavar="FILE")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--steps", type=click.IntRange(1, MOST_STEPS), help="How many steps. [default: as inputs last]")
@click.option("--given", metavar="NAME=VALUES", multiple=True, help="Values, such as 'x=1,0,1' or 'h_0=0'.")
@click.option(
    "--to", "form", type=click.Choice(FORMATS), help="The format of the table. [default: by -o, or text]"
)
@click.option(
    "--digits", type=click.IntRange(1, MOST_DIGITS), default=4, help="Significant digits. [default: 4]"
)
@click.option("--exact", is_flag=True, help="Fractions as such, where the values are rational.")
@click.option("-o", "--output-file", metavar="FILE", help="Write to a file instead of the terminal.")
def command(
    file: str,
    names: tuple[str, ...],
    steps: int | None,
    given: tuple[str, ...],
    form: str | None,
    digits: int,
    exact: bool,
    output_file: str | None,
) -> None:
    """Run the recurrence of FILE and print its trace: a row for each step, a column for each quantity.

    NAMEs choose the columns, and the recurrence where there are several; the last one is run otherwise.
    """
    from workings.doors import trace as door

    request = door.Request(file, names, steps, given, form, digits, exact, output_file)
    sys.exit(door.trace(request))
