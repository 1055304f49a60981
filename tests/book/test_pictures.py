"""The pictures are drawn from the chapters; `pytest --accept` draws them anew."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

PICTURES = Path(__file__).parents[2] / "book" / "pictures"
sys.path.insert(0, str(PICTURES))  # the programs that draw are plain scripts beside one another


@pytest.fixture(scope="module")
def draw() -> ModuleType:
    """The program that draws from the chapters."""
    return program("draw")


@pytest.fixture(scope="module")
def terminal() -> ModuleType:
    """The program that draws what the README shows."""
    return program("terminal")


def program(name: str) -> ModuleType:
    """A drawing program, which lives beside the pictures and not in a package."""
    spec = importlib.util.spec_from_file_location(f"book_{name}", PICTURES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_the_pictures_are_up_to_date(draw, request):
    drawn = draw.pictures()
    if request.config.getoption("--accept", default=False):
        draw.main()
    found = {path.name: path.read_text(encoding="utf-8") for path in PICTURES.glob("*.svg")}
    assert {name: text for name, text in found.items() if name != "check.svg"} == drawn


def test_the_picture_of_the_readme_is_up_to_date(terminal, request):
    drawn = terminal.draw()
    if request.config.getoption("--accept", default=False):
        terminal.PICTURE.write_text(drawn, encoding="utf-8")
    ElementTree.fromstring(drawn)
    assert terminal.PICTURE.read_text(encoding="utf-8") == drawn


def test_the_pictures_are_well_formed_and_load_nothing(draw):
    for name, picture in draw.pictures().items():
        root = ElementTree.fromstring(picture)
        assert root.find("{http://www.w3.org/2000/svg}title") is not None, name
        assert not any("href" in key for node in root.iter() for key in node.attrib), name
