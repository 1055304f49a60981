"""Records: dataclasses that the type checker keeps frozen, and that Python builds without checking again.

A document of one page becomes thousands of them. `dataclass(frozen=True)` sets every field through a
call, which takes four times as long as setting it; mypy refuses the same assignments beforehand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:
    from dataclasses import dataclass

    def record(*, frozen: bool, slots: bool):
        """A class decorator in the place of `dataclass`; what is frozen compares and hashes by its fields."""
        return dataclass(slots=slots, unsafe_hash=frozen)


__all__ = ["record"]
