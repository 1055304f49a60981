"""Settings from `[tool.workings]` in pyproject.toml."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from workings.record import record
from workings.regex import regex
from workings.reporting.formats import NAMES

KINDS: dict[str, str] = {
    "exclude": "a list of patterns",
    "select": "a list of rule names",
    "ignore": "a list of rule names",
    "strict": "true or false",
    "output-format": f"one of {', '.join(NAMES)}",
    "given": "a file name",
    "jobs": "a number from 1 up",
}

_OURS = regex(r"""\btool\b["']?[ \t]*+(?:\.[ \t]*+["']?workings|[^\s."'])""")  # or a table that may hold ours


class SettingsError(Exception):
    """Settings that cannot be followed, said so that the user can mend them."""


@record(frozen=True)
class Settings:
    """What a run is asked to do, apart from the files."""

    exclude: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    output_format: str = "full"
    given: str | None = None
    jobs: int | None = None


def find_settings(start: str) -> Settings:
    """Those of the nearest pyproject.toml upward that has a `[tool.workings]` table."""
    folder = os.path.join(os.getcwd(), os.path.normpath(start))
    while True:
        name = os.path.join(folder, "pyproject.toml")
        if os.path.isfile(name) and _OURS.search(text := _text(name)):
            table = _table(name, text)
            if table is not None:
                return _settings(table, name)
        if folder == os.path.dirname(folder):
            return Settings()
        folder = os.path.dirname(folder)


def read_settings(name: str) -> Settings:
    """Those of the file named with --config."""
    if not os.path.isfile(name):
        raise SettingsError(f"no such file: {name}")
    return _settings(_table(name, _text(name)) or {}, name)


def _text(name: str) -> str:
    try:
        with open(name, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as problem:
        raise SettingsError(f"{name}: {problem}") from problem


def _table(name: str, text: str) -> Mapping[str, Any] | None:
    import tomllib  # which most documents have no use for

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise SettingsError(f"{name}: {problem}") from problem
    tool = data.get("tool", {})
    table = tool.get("workings") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise SettingsError(f"{name}: tool.workings is not a table")
    return table


def _settings(table: Mapping[str, Any], name: str) -> Settings:
    settings = Settings()
    for key, value in table.items():
        if key not in KINDS:
            raise SettingsError(f"{name}: unknown key `{key}` in [tool.workings]{_nearest(key)}")
        if not _fits(key, value):
            raise SettingsError(
                f"{name}: `{key}` in [tool.workings] is {value!r}, but has to be {KINDS[key]}"
            )
        if isinstance(value, list):
            value = tuple(value)
        if key == "given":
            value = os.path.join(os.path.dirname(name), value)
        settings = replace(settings, **{key.replace("-", "_"): value})
    return settings


def _fits(key: str, value: Any) -> bool:
    match key:
        case "exclude" | "select" | "ignore":
            return isinstance(value, list) and all(isinstance(item, str) for item in value)
        case "strict":
            return isinstance(value, bool)
        case "output-format":
            return value in NAMES
        case "given":
            return isinstance(value, str)
        case _:
            return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _nearest(key: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key, KINDS, n=1, cutoff=0.5)
    return f"; did you mean `{near[0]}`?" if near else f"; known are {', '.join(KINDS)}"
