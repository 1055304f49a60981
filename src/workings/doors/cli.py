"""The command line: a group of commands, each in its own file and loaded when it is called."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from importlib import import_module
from threading import active_count

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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; instead of one that does not exist the nearest is offered."""
        if args and args[0] not in COMMANDS:
            from difflib import get_close_matches  # only a slip of the keyboard needs it

            for near in get_close_matches(args[0], COMMANDS, 1):
                ctx.fail(f"No such command '{args[0]}'; did you mean '{near}'?")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="workings", message="%(prog)s %(version)s")
def main() -> None:
    """Check the maths in notes, homework and exams."""
    gc.set_threshold(SELDOM)
    load_flint_lightly()
    atexit.register(gc.freeze)  # what is left at the end is not searched through


def run() -> None:
    """The command line as a program of its own, which ends as soon as it has done its work."""
    try:
        main()
    except SystemExit as end:
        if isinstance(end.code, int) and active_count() == 1:
            _leave(end.code)
        raise
    except OSError as problem:
        _full(problem)


def _full(problem: OSError) -> None:
    """Say in a line that the output cannot be written; any other problem is our bug."""
    from workings.doors.ending import trouble
    from workings.doors.running import is_of_output

    if not is_of_output(problem):
        raise problem
    sys.exit(trouble(f"cannot write the output: {problem.strerror}"))


def _leave(code: int) -> None:
    """End without taking everything apart that is left in memory, which the system frees at once."""
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:  # nobody listens any more, which Python says in its own way
        return
    os._exit(code)
