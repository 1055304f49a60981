"""What somebody may want to be told while a document is judged, beyond its verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from workings.checking.chain import Link
from workings.evaluating import How
from workings.resolving.scope import Binding, Scope


class Recorder(Protocol):
    """Looks on while statements are judged, one after another."""

    def note(self, scope: Scope, links: Sequence[Link]) -> None:
        """A chain was judged; the names that it defines are not bound yet."""

    def bind(self, scope: Scope, key: str, binding: Binding, how: How) -> None:
        """A name is about to be bound."""
