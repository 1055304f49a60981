"""JSON with places: every string stays where it lies in the file until somebody reads it.

The standard parser forgets positions, and would decode megabytes of pictures that nobody reads.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from workings.regex import regex


class Place(NamedTuple):
    """The contents of a string token, between its quotes."""

    start: int
    end: int


Json: TypeAlias = "dict[str, Json] | list[Json] | Place | float | bool | None"
TOKEN = regex(
    r'[ \t\r\n\ufeff]*(?:"(?P<string>[^"\\]*(?:\\.[^"\\]*)*)"|(?P<mark>[{}\[\],:])|(?P<bare>[-+.\w]+))',
    re.DOTALL,
)
ESCAPE = regex(r"\\(?:u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?|(.))", re.DOTALL)
LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
DEEPEST = 200


def parse_json(raw: str) -> Json:
    """The value of a JSON text, or None where it is broken or nested beyond reason."""
    stack: list[dict[str, Json] | list[Json]] = []
    keys: list[str | None] = []
    at = 0
    while found := TOKEN.match(raw, at):
        at = found.end()
        mark = found["mark"]
        if mark in ("{", "["):
            fresh: dict[str, Json] | list[Json] = {} if mark == "{" else []
            if stack and not place_value(stack, keys, fresh):
                return None
            stack.append(fresh)
            keys.append(None)
            if len(stack) > DEEPEST:
                return None
        elif mark in ("}", "]"):
            if not stack or isinstance(stack[-1], dict) != (mark == "}"):
                return None
            done = stack.pop()
            keys.pop()
            if not stack:
                return None if raw[at:].strip() else done
        elif mark is None:
            if not stack:
                return None
            value: Json = (
                Place(*found.span("string")) if found["string"] is not None else bare_value(found["bare"])
            )
            if isinstance(stack[-1], dict) and keys[-1] is None and isinstance(value, Place):
                keys[-1] = decode_string(raw, value)[0]
            elif not place_value(stack, keys, value):
                return None
    return None


def place_value(stack: list[dict[str, Json] | list[Json]], keys: list[str | None], value: Json) -> bool:
    """Put a value into the innermost container; a value without its key is an error."""
    container = stack[-1]
    if isinstance(container, list):
        container.append(value)
        return True
    key = keys[-1]
    if key is None:
        return False
    container[key] = value
    keys[-1] = None
    return True


def bare_value(written: str) -> float | bool | None:
    if written in ("true", "false"):
        return written == "true"
    try:
        return float(written)
    except ValueError:
        return None


def decode_string(raw: str, place: Place, most: int | None = None) -> tuple[str, list[int]]:
    """A string's text and the raw offset of each of its characters."""
    start, end = place if most is None else (place.start, min(place.end, place.start + most))
    text: list[str] = []
    origins: list[int] = []
    for found in ESCAPE.finditer(raw, start, end):
        text.append(raw[start : found.start()])
        origins += range(start, found.start())
        text.append(escaped_character(found))
        origins += [found.start()] * len(text[-1])
        start = found.end()
    text.append(raw[start:end])
    origins += range(start, end)
    return "".join(text), origins


def escaped_character(found: re.Match[str]) -> str:
    """The character of an escape; two surrogates that do not pair stay two characters."""
    if found[1] is None:
        return LETTERS.get(found[3], found[3])
    high = int(found[1], 16)
    if found[2] is None:
        return chr(high)
    low = int(found[2], 16)
    if 0xD800 <= high < 0xDC00:
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    return chr(high) + chr(low)
