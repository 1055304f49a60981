"""A run that needs PyTorch: what goes wrong in it is said in one line."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from workings.doors.ending import finished, trouble
from workings.doors.run import NEEDS_TORCH
from workings.doors.running import UnreadableError
from workings.reporting.paint import harmless


def on_torch(action: Callable[[], int], sheet: str) -> int:
    """The exit code of an action, or 2 with a word on why it could not be done."""
    return finished(lambda: _told(action, sheet), sheet)


def _told(action: Callable[[], int], sheet: str) -> int:
    if find_spec("torch") is None:
        return trouble(NEEDS_TORCH)
    from workings.learning.checkpoints import BadCheckpointError
    from workings.learning.choosing import TrainingError
    from workings.learning.declaring import CannotRunError
    from workings.learning.groups import BadDataError

    try:
        return action()
    except (UnreadableError, CannotRunError, BadDataError, BadCheckpointError, TrainingError) as problem:
        return trouble(harmless(str(problem)))
    except OSError as problem:
        return trouble(f"{problem.filename or sheet}: {problem.strerror or problem}")
    except (RuntimeError, IndexError) as problem:  # of torch: a class or a token that there is no place for
        said = str(problem).partition("\n")[0]
        return trouble(f"{sheet}: the equations cannot be run on the data: {harmless(said)}")
    except ModuleNotFoundError as missing:
        return trouble(f"this needs {missing.name}: pip install 'workings[torch]'")
