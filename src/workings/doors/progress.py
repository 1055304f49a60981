"""A bar on the error stream while something takes long on a terminal."""

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

    def show(self, done: int, said: str | None = None) -> None:
        if self.wanted:
            full = WIDTH * done // self.total
            words = f"{done}/{self.total} files" if said is None else said
            self.stream.write(f"{CLEAR}{'━' * full}{' ' * (WIDTH - full)} {words}")
            self.stream.flush()

    def clear(self) -> None:
        if self.wanted:
            self.stream.write(CLEAR)
            self.stream.flush()


def progress(stream: TextIO, total: int, least: int = MANY, *, quiet: bool = False) -> Progress:
    return Progress(stream, total, total >= least and not quiet and stream.isatty())
