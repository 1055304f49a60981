"""What the prose says names are, told to the scope as far as the document has been read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workings.document import Passage
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.source import Page

if TYPE_CHECKING:
    from workings.parsing.kinds import Said

MAY_SAY = regex(r"\bmatri(?:x|ces)\b|orthogonal|orthonormal|perpendicular|\bvectors?\b", re.IGNORECASE)


class Hearing:
    """The sentences that say what names are, the last of them first."""

    def __init__(
        self, page: Page, passages: Sequence[Passage], places: Mapping[int, tuple[int, str | None]]
    ) -> None:
        self.places = places
        self.said: list[Said] = []
        if page.has_words and MAY_SAY.search(page.text) is not None:
            from workings.parsing.kinds import kinds_said  # few documents speak of matrices

            self.said = kinds_said(passages)[::-1]

    def tell(self, scope: Scope, start: int) -> None:
        """Let the scope know what was said before a place."""
        while self.said and self.said[-1].kind.span.start < start:
            told = self.said.pop()
            section = self.places.get(told.passage, (0, None))[0]
            scope.tell(told.key, replace(told.kind, section=section))
