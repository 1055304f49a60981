"""What the prose says names are, told to the scope as far as the document has been read.

“Input (1, 0):” at the start of a line gives the input of a network its value, whose formulas have an x that
nothing else gives one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workings.checking.comparing.digits import number_in
from workings.document import Passage
from workings.parsing.numerals import NUMERAL
from workings.regex import regex
from workings.resolving.scope import Binding, Scope
from workings.resolving.traits import names_in
from workings.source import Page, Span
from workings.value import Tensor

if TYPE_CHECKING:
    from workings.parsing.kinds import Said

_INPUT = regex(
    r"^[\s>*_#+•-]*+(?:input|for(?: the)? input|eingabe)?[\s:$*_]{0,4}"
    rf"\(\s*({NUMERAL}(?:\s*,\s*{NUMERAL}){{1,7}})\s*\)(?=[\s$*_]{{0,4}}[:.][\s$*_])",
    re.IGNORECASE | re.MULTILINE,
)
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
        listed = "(" in page.text and "," in page.text
        self.inputs = [*_INPUT.finditer(page.text)][::-1] if listed else []
        self.starts = sorted(places) if self.inputs else []
        self.heard: set[int] = set()  # where inputs were said to be something

    def tell(self, scope: Scope, start: int) -> None:
        """Let the scope know what was said before a place."""
        while self.said and self.said[-1].kind.span.start < start:
            told = self.said.pop()
            section = self.places.get(told.passage, (0, None))[0]
            scope.tell(told.key, replace(told.kind, section=section))
        while self.inputs and self.inputs[-1].start() < start:
            self._give(scope, self.inputs.pop())

    def _give(self, scope: Scope, found: re.Match[str]) -> None:
        """Bind x to the input of a case, where formulas wait for it and nobody but cases has given it."""
        known = scope.bindings.get("x")
        if known is not None and known.span.start not in self.heard:
            return
        if not any("x" in names_in(formula) for formula in scope.formulas.symbolic.values()):
            return
        numbers = [number for one in found[1].split(",") if (number := number_in(one)) is not None]
        span = Span(found.start(1), found.end(1))
        self.heard.add(span.start)
        value = Tensor((len(numbers),), tuple(numbers), loose=True)
        at = bisect_right(self.starts, span.start) - 1
        section = self.places[self.starts[at]][0] if at >= 0 else scope.section
        scope.bind("x", Binding.of_literal(value, span, section))
