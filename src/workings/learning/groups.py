"""Examples of one shape, and where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from workings.record import record

if TYPE_CHECKING:
    import torch

Examples: TypeAlias = "dict[str, torch.Tensor]"


class BadDataError(Exception):
    """The data cannot be used; the message says where and why."""


@record(frozen=True, slots=True)
class Group:
    """Examples of one shape, the file or folder they are from, and the line of each where it has lines."""

    path: str
    examples: Examples
    lines: tuple[int, ...] = ()
    files: tuple[str, ...] = ()  # where every example is a file of its own

    def __len__(self) -> int:
        return len(next(iter(self.examples.values())))

    @property
    def place(self) -> str:
        """Where the first of them stands."""
        return self.where(0)

    def where(self, row: int) -> str:
        """Where one of them stands."""
        if self.files:
            return self.files[row]
        return f"{self.path}:{self.lines[row]}" if self.lines else f"{self.path}: example {row + 1}"
