"""Colour on a terminal, and text that cannot take the terminal over."""

from __future__ import annotations

import unicodedata

RESET = "\x1b[0m"
STYLES = {
    "wrong": "\x1b[1;31m",
    "finding": "\x1b[1;33m",
    "rounding": "\x1b[1;33m",
    "carried": "\x1b[1;33m",
    "undecided": "\x1b[1;36m",
    "unread": "\x1b[1;35m",
    "gutter": "\x1b[1;34m",
    "note": "\x1b[1;36m",
    "help": "\x1b[1;32m",
    "strong": "\x1b[1m",
}


def paint(text: str, style: str, colour: bool) -> str:
    return f"{STYLES[style]}{text}{RESET}" if colour and text else text


def harmless(text: str) -> str:
    """Text with control and direction characters made visible, because documents are untrusted."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def one_line(text: str, limit: int = 200) -> str:
    """Harmless text on one line, cut where it would run on for ever."""
    joined = harmless(" ".join(text.split()))
    return joined if len(joined) <= limit else joined[: limit - 1] + "…"


def _visible(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if (
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
        or 0x202A <= code <= 0x202E
        or 0x2066 <= code <= 0x2069
    ):
        return "�"
    return character
