"""A bar on the error stream while many files are checked on a terminal."""

from __future__ import annotations

from typing import TextIO

from workings.record import record

MANY = 16
WIDTH = 24
CLEAR = "\r\x1b[K"


@record(frozen=True)
class Progress:
    """Draws nothing unless it is wanted, so that callers need not ask."""

    stream: TextIO
    total: int
    wanted: bool

    def show(self, done: int) -> None:
        if self.wanted:
            full = WIDTH * done // self.total
            self.stream.write(f"{CLEAR}{'━' * full}{' ' * (WIDTH - full)} {done}/{self.total} files")
            self.stream.flush()

    def clear(self) -> None:
        if self.wanted:
            self.stream.write(CLEAR)
            self.stream.flush()


def progress(stream: TextIO, total: int) -> Progress:
    return Progress(stream, total, total >= MANY and stream.isatty())
