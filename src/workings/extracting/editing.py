"""Changes of a page brought back to its file, with every byte between them kept."""

from __future__ import annotations

import codecs
import json
from collections.abc import Sequence

from workings.extracting.decoding import MARKS
from workings.extracting.json_places import ESCAPE
from workings.record import record
from workings.source import Page, Span


@record(frozen=True, slots=True)
class Edit:
    """A stretch of a text and what stands there instead."""

    span: Span
    text: str


def edited(text: str, edits: Sequence[Edit]) -> str:
    """A text with its edits made; they are in order and do not overlap."""
    parts: list[str] = []
    reached = 0
    for edit in edits:
        parts += [text[reached : edit.span.start], edit.text]
        reached = edit.span.end
    return "".join([*parts, text[reached:]])


def raw_edits(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """The edits of a page as edits of its file: in a notebook the text of a cell is escaped."""
    if page.origins is None:
        return list(edits)
    found = []
    for edit in edits:
        start, end = edit.span
        end = _raw_end(page, end - 1) if end else 0
        first = page.raw_offset(start) if start < edit.span.end else end
        found.append(Edit(Span(first, end), json.dumps(edit.text, ensure_ascii=page.raw.isascii())[1:-1]))
    return found


def _raw_end(page: Page, offset: int) -> int:
    """Just behind a character of a notebook's page, in its file."""
    raw = page.raw_offset(offset)
    escape = ESCAPE.match(page.raw, raw)
    return raw + 1 if escape is None else escape.end()


def edited_bytes(data: bytes, edits: Sequence[Edit]) -> bytes | None:
    """The bytes of a file after edits of its text; None where its bytes cannot all be kept."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, errors="replace")
            if mark + text.encode(encoding, errors="replace") != data:
                return None
            return mark + edited(text, edits).encode(encoding)
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    text = data[len(mark) :].decode("utf-8", errors="surrogateescape")
    return mark + edited(text, edits).encode("utf-8", errors="surrogateescape")
