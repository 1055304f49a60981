"""Bytes to text, whatever wrote them."""

from __future__ import annotations

import codecs
from functools import cache

MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
UNUSED = (0x81, 0x8D, 0x8F, 0x90, 0x9D)


def decode(data: bytes) -> str:
    """The text of a file: by its byte order mark, else as UTF-8 with stray bytes as Windows' letters."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, errors="replace")
    text = data.removeprefix(codecs.BOM_UTF8)
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        return text.decode("utf-8", errors="surrogateescape").translate(_stray())


@cache
def _stray() -> dict[int, str]:
    """What surrogateescape makes of a byte that is no UTF-8, and the letter that Windows means by it."""
    letters = {byte: bytes([byte]).decode("cp1252") for byte in range(0x80, 0x100) if byte not in UNUSED}
    return {0xDC00 + byte: letters.get(byte, chr(byte)) for byte in range(0x80, 0x100)}
