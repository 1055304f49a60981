"""`workings rule`: what the name of a finding means. Everything but click is imported when it runs."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

TROUBLE = 2


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Names that begin as the shell has it so far."""
    from workings.checking.rules.glossary import family_of, names

    known = {*names(), *map(family_of, names())}
    return sorted(name for name in known if name.startswith(incomplete))


@click.command("rule", short_help="Say what a finding means, with examples.")
@click.argument("name", required=False, shell_complete=_complete)
@click.option("--all", "everything", is_flag=True, help="Show the pages of all names.")
@click.option("--list", "listing", is_flag=True, help="List all names with what they mean.")
@click.option(
    "--output-format",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="How pages are written.",
)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
def command(name: str | None, everything: bool, listing: bool, output_format: str, color: str) -> None:
    """Say what NAME means, with a wrong and a right example: a rule, a slip, or a family of them."""
    from workings.checking.rules import glossary
    from workings.doors.commands.check import wants_colour
    from workings.reporting import rule_pages

    if (name is None) == (not everything and not listing):
        raise click.UsageError("give one name, or --all, or --list")
    colour = wants_colour(color)
    if name is None:
        write = rule_pages.pages if everything else rule_pages.listed
        text = write(rule_pages.entries(glossary.names()), output_format, colour)
    elif known := rule_pages.entries([name]):
        text = rule_pages.page(known[0], output_format, colour)
    elif family := rule_pages.entries(glossary.members(name)):
        text = rule_pages.listed(family, output_format, colour)
    else:
        _refuse(name)
    click.echo(text, nl=False, color=colour)


def _refuse(name: str) -> NoReturn:
    from workings.checking.rules.glossary import suggestion
    from workings.finding import Verdict

    said = f"no rule is called `{name}`{suggestion(name)}"
    if name in (verdict.value for verdict in Verdict):
        said = f"`{name}` is a verdict, not a rule; the manual explains it in book/verdicts.md"
    click.echo(f"error: {said}", err=True)
    sys.exit(TROUBLE)
