"""What is asked of fixing, and what came of it."""

from __future__ import annotations

from workings.record import record
from workings.reporting.coverage import counted


@record(frozen=True)
class Wish:
    """How a run fixes: also what others lean on, and whether it only shows what it would do."""

    unsafe: bool = False
    diff: bool = False
    visible: bool = False  # on a terminal, where control characters of a diff are made visible


@record(frozen=True)
class Fixes:
    """What was or would be fixed in one file, or in all of a run."""

    fixed: int = 0
    more: int = 0  # that only --unsafe-fixes would fix
    files: int = 0  # in which something was fixed
    left: tuple[str, ...] = ()  # what was not, and why

    def __add__(self, other: Fixes) -> Fixes:
        return Fixes(self.fixed + other.fixed, self.more + other.more, self.files + other.files)

    def summary(self, diff: bool) -> str:
        """`fixed 3 values in 2 files; 4 more can be fixed with --unsafe-fixes`."""
        said = f"{'would fix' if diff else 'fixed'} {counted(self.fixed, 'value')}"
        if self.files > 1:
            said += f" in {counted(self.files, 'file')}"
        return f"{said}; {self.more} more can be fixed with --unsafe-fixes" if self.more else said
