"""A run that needs PyTorch: what goes wrong in it is said in one line."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

import click

from workings.doors.run import NEEDS_TORCH
from workings.doors.running import UnreadableError
from workings.doors.solve import finished
from workings.reporting.paint import harmless

TROUBLE = 2


def on_torch(action: Callable[[], int], sheet: str) -> int:
    """The exit code of an action, or 2 with a word on why it could not be done."""
    return finished(lambda: _told(action, sheet), sheet)


def _told(action: Callable[[], int], sheet: str) -> int:
    if find_spec("torch") is None:
        click.echo(NEEDS_TORCH, err=True)
        return TROUBLE
    from workings.learning.checkpoints import BadCheckpointError
    from workings.learning.choosing import TrainingError
    from workings.learning.declaring import CannotRunError
    from workings.learning.groups import BadDataError

    try:
        return action()
    except (UnreadableError, CannotRunError, BadDataError, BadCheckpointError, TrainingError) as problem:
        click.echo(f"error: {harmless(str(problem))}", err=True)
    except OSError as problem:
        click.echo(f"error: {problem.filename or sheet}: {problem.strerror or problem}", err=True)
    except (RuntimeError, IndexError) as problem:  # of torch: a class or a token that there is no place for
        said = str(problem).partition("\n")[0]
        click.echo(f"error: {sheet}: the equations cannot be run on the data: {harmless(said)}", err=True)
    except ModuleNotFoundError as missing:
        click.echo(f"error: this needs {missing.name}: pip install 'workings[torch]'", err=True)
    return TROUBLE
