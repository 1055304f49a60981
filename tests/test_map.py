"""ARCHITECTURE.md is a map of what is there: who follows it finds the file, and every folder is on it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "workings"
MAP = (ROOT / "ARCHITECTURE.md").read_text("utf-8")


def test_every_file_on_the_map_exists():
    files = ["/" + path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.py"), *SOURCES.rglob("*.*"))]
    named = set(re.findall(r"`([\w/]+\.(?:py|css|js))`", MAP))
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in files)] == []


def test_every_package_is_on_the_map():
    packages = {path.parent.name for path in SOURCES.rglob("__init__.py")} - {"workings"}
    assert [name for name in packages if not re.search(rf"`(?:\w+/)*{name}/`", MAP)] == []


def test_what_is_to_be_changed_is_where_the_map_says():
    places = re.findall(r"`([A-Za-z_]+)` in `([\w/]+\.py)`", MAP)
    assert len(places) > 10
    assert [name for name, file in places if name not in (SOURCES / file).read_text("utf-8")] == []
