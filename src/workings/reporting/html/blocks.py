"""A block of the document with its notes beside it: what the pen says in the margin."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workings.record import record
from workings.reporting.html.sheet import DISPLAY, TAG, VOID, Sheet

INSIDE = ('<div class="words">', "</div>")  # around text that is no paragraph of its own, as in a short list
Annotate = Callable[[Sequence[str]], str]  # the notes of these claims, which stand beside a block


@record(frozen=True)
class Setting:
    """How blocks are set: the sheet that fills their tokens, and who writes the notes."""

    sheet: Sheet
    annotate: Annotate

    def block(self, before: str, inner: str, after: str) -> str:
        """One block with its notes."""
        html, claims = self.sheet.filled(inner)
        if not html.strip():
            return ""
        return self.beside(f"{before}{html}{after}", claims)

    def beside(self, html: str, claims: Sequence[str]) -> str:
        notes = self.annotate(claims) if claims else ""
        return f'<div class="line">{notes}{html}</div>\n' if notes else html + "\n"

    def paragraph(self, inner: str, before: str = "<p>", after: str = "</p>") -> str:
        """Running text, cut wherever a display stands in it and no markup runs over it."""
        parts: list[str] = []
        at = seen = depth = 0
        for found in DISPLAY.finditer(inner):
            depth += _opened(inner, seen, found.start())
            seen = found.end()
            if depth:
                continue
            parts.append(self.block(before, inner[at : found.start()].strip("\n"), after))
            html, claims = self.sheet.filled(found[0])
            parts.append(self.beside(f'<div class="display">{html}</div>', claims))
            at = found.end()
        rest = inner[at:].strip("\n")
        if at and rest.strip() in (".", ",", ";", ":"):  # what is left of a sentence that ends in its display
            rest = f'<span class="stop">{rest}</span>'
        parts.append(self.block(before, rest, after))
        return "".join(parts)


def _opened(html: str, start: int, end: int) -> int:
    """How many more tags open than close in a stretch."""
    return sum(-1 if found[1] else 1 for found in TAG.finditer(html, start, end) if found[2] not in VOID)
