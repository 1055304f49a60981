"""From the bytes of a file to text: nothing is refused, and no character changes its column."""

from __future__ import annotations

ENDINGS = frozenset(
    {".md", ".markdown", ".qmd", ".rmd", ".tex", ".ipynb", ".org", ".txt"}
)  # what we read in folders

_STRAY = {0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0x100)}


def decode(data: bytes) -> str:
    """UTF-8 with or without a mark, UTF-16 with one; a stray byte is read as Windows would."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("utf-8-sig", "surrogateescape").translate(_STRAY)
