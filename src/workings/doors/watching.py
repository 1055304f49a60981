"""Run again whenever a file changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

INTERVAL = 0.4  # seconds between two looks

Stamp = tuple[int, int] | None


def stamps(files: Iterable[str]) -> dict[str, Stamp]:
    """When each file last changed and its size; None for one that is gone."""
    found: dict[str, Stamp] = {}
    for name in files:
        try:
            status = Path(name).stat()
            found[name] = (status.st_mtime_ns, status.st_size)
        except OSError:
            found[name] = None
    return found


def watch(
    files: Callable[[], Iterable[str]], run: Callable[[], object], wait: Callable[[float], None]
) -> None:
    """Run, then run again after each change, until `wait` is interrupted."""
    before = stamps(files())
    run()
    while True:
        try:
            wait(INTERVAL)
        except KeyboardInterrupt:
            return
        now = stamps(files())
        if now != before:
            before = now
            run()
