"""How a run ends: its text on standard output or in a file, a word on what went wrong, and an exit code."""

from __future__ import annotations

import os
from collections.abc import Callable

import click

from workings.doors.files import write_whole
from workings.doors.running import survived

TROUBLE = 2  # what was asked for could not be done


def finished(action: Callable[[], int], shown: str) -> int:
    """The exit code of an action; what it cannot read and what we did wrong is said in a line."""
    try:
        code, bug = survived(action, shown, os.environ.get("WORKINGS_DEBUG") == "1")
    except KeyboardInterrupt:
        code, bug = None, "interrupted"
    return trouble(bug) if code is None else code


def trouble(message: object) -> int:
    """Say what went wrong."""
    click.echo(f"error: {message}", err=True)
    return TROUBLE


def unwritable(place: str, problem: OSError) -> int:
    """Say that a file cannot be written."""
    return trouble(f"cannot write {place}: {problem.strerror or problem}")


def handed_out(text: str, output_file: str | None) -> bool:
    """Print a text or write it into a file; False where it cannot be written, which is said."""
    if output_file is None:
        click.echo(text, nl=False)
        return True
    try:
        write_whole(output_file, [text])
    except OSError as problem:
        unwritable(output_file, problem)
        return False
    return True
