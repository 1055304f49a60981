"""The command line: a group of commands, each in its own file and loaded when it is called."""

from __future__ import annotations

import atexit
import gc
from importlib import import_module

import click

from workings import __version__
from workings.doors.lightly import load_flint_lightly

COMMANDS = (
    "check",
    "solve",
    "explain",
    "rule",
    "draw",
    "design",
    "shapes",
    "trace",
    "decode",
    "run",
    "train",
    "lab",
    "generate",
)  # as the help page lists them; each is a file in `commands/`
SELDOM = (
    200_000  # things made between two searches for what nothing refers to: start-up and a page make fewer
)


class Commands(click.Group):
    """Loads a command only when it is called, so that no command waits for what another needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"workings.doors.commands.{cmd_name}").command
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="workings", message="%(prog)s %(version)s")
def main() -> None:
    """Check the maths in notes, homework and exams."""
    gc.set_threshold(SELDOM)
    load_flint_lightly()
    atexit.register(gc.freeze)  # what is left at the end is not searched through
