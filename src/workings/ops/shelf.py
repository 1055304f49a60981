"""Operations by name, each loaded from its file when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, TypeVar

from workings.ops.operation import Mistakable

Kept = TypeVar("Kept", bound=Mistakable)


class Shelf(Mapping[str, Kept]):
    """Knows the names of all in order, and the file in which each stands."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files
        self._loaded: dict[str, Kept] = {}

    def __getitem__(self, name: str) -> Kept:
        if name not in self._loaded:
            self._loaded[name] = getattr(import_module(f"workings.ops.{self._files[name]}"), name)
        return self._loaded[name]

    def get(self, name: str, default: Any = None) -> Any:
        """The operation of a name, without the exception for all the names that are none."""
        return self[name] if name in self._files else default

    def __contains__(self, name: object) -> bool:
        return name in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)
