"""What every process would make anew, remembered on disk beside the bytecode.

Python keeps the bytecode of modules in `__pycache__`, but makes every regular expression anew in every
process, and compiles every function that is written while it runs, which was a third of the time that a page
took. So what was made is kept, for this version of Python alone. Where that cannot be, it is made as usual.
"""

from __future__ import annotations

import atexit
import marshal
import os
import sys
from collections.abc import Callable
from typing import Any, cast

_KEPT = os.path.join(os.path.dirname(__file__), "__pycache__", f"made.{sys.implementation.cache_tag}.bin")


class Memory:
    """What was made of some key, read from a file at the first question and written at the end."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = path
        self.made: dict[Any, Any] | None = None
        self.grown = False

    def recall(self, key: Any, make: Callable[[], Any]) -> Any:
        """What was made of a key before, or is made of it now; plain data or bytecode."""
        if self.made is None:
            self.made = self._read()
        found = self.made.get(key)
        if found is None:
            found = self.made[key] = make()
            self.grown = True
        return found

    def _read(self) -> dict[Any, Any]:
        try:
            with open(self.path, "rb") as file:
                stamp, made = marshal.loads(file.read())
        except (OSError, ValueError, EOFError, TypeError):
            return {}
        return cast("dict[Any, Any]", made) if stamp == _stamp() else {}

    def write(self) -> None:
        """Keep what was made, whole or not at all; where nothing may be written, that is no matter."""
        if not self.grown or self.made is None or sys.dont_write_bytecode:
            return
        from pathlib import Path  # takes longer to load than all that is remembered

        beside = Path(self.path).with_suffix(f".{os.getpid()}")
        try:
            beside.write_bytes(marshal.dumps((_stamp(), {**self._read(), **self.made})))
            beside.replace(self.path)
        except (OSError, ValueError):
            beside.unlink(missing_ok=True)


def _stamp() -> str:
    """What must be the same for something to be used again."""
    import _sre  # type: ignore[import-not-found]

    return f"{sys.version} {_sre.MAGIC} {_sre.CODESIZE} patterns as bytes, with their rare strings"


def last_change(file: str) -> int:
    """When the last of the modules beside a file was changed: what is remembered of them is as old."""
    with os.scandir(os.path.dirname(file)) as found:
        return max(entry.stat().st_mtime_ns for entry in found if entry.name.endswith(".py"))


MEMORY = Memory(_KEPT)
atexit.register(MEMORY.write)
