"""PyTorch is the referee: the programs beside this file are run for real and followed, and have to agree."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from workings.extracting.listings import find_listings
from workings.networks.code.reading import network_of, read_program
from workings.networks.network import Origin
from workings.networks.survey import survey
from workings.source import Page

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.md"))


def page_of(path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    return Page(path.name, text, text)


def outcome(torch: Any, page: Page) -> tuple[tuple[int, ...], list[tuple[str, tuple[int, ...], int]], int]:
    """The input's shape, then what each layer really gives and has, and all parameters."""
    made: dict[str, Any] = {"__name__": "program"}
    for start, end in find_listings(page):
        exec(compile(page.text[start:end], page.filename, "exec"), made)
    network, example = made["network"], made["example"]
    rows: list[tuple[str, tuple[int, ...], int]] = []

    def note(module: Any, given: Any, result: Any) -> None:
        tensor = result[0] if isinstance(result, tuple) else result
        own = sum(parameter.numel() for parameter in module.parameters())
        rows.append((type(module).__name__, tuple(tensor.shape), own))

    whole = (torch.nn.MultiheadAttention, torch.nn.TransformerEncoder)
    inside: set[int] = set()
    for module in network.modules():
        is_leaf = not list(module.children()) and not isinstance(module, torch.nn.Sequential)
        if id(module) not in inside and (isinstance(module, whole) or is_leaf):
            module.register_forward_hook(note)
        if isinstance(module, whole):
            inside |= {id(inner) for inner in module.modules()}
    network.train()
    network(example)
    return tuple(example.shape), rows, sum(parameter.numel() for parameter in network.parameters())


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_is_followed_as_it_runs(path: Path) -> None:
    torch = pytest.importorskip("torch")
    page = page_of(path)
    shape, rows, total = outcome(torch, page)
    program = read_program(page, find_listings(page))
    assert not program.machine.problems
    name, module, span = next(found for found in program.networks if found[0] == "network")
    network = network_of(program, name, module, span, shape, Origin.CODE)
    assert not network.troubles
    layers = [line for line in network.lines if line.name[0].isupper() and "Pool" not in line.name]
    expected = [row for row in rows if "Pool" not in row[0]]
    assert [(line.name, line.shape, line.parameters) for line in layers] == expected
    assert network.parameters == total


def changed(text: str) -> list[str]:
    """The program with one number after the other made larger."""
    places = list(re.finditer(r"(?<=[(, ])\d+(?=[,) ])", text))
    picked = random.Random(text[:20]).sample(places, min(12, len(places)))
    return [f"{text[: at.start()]}{int(at[0]) + 1}{text[at.end() :]}" for at in picked]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_that_runs_is_never_objected_to(path: Path) -> None:
    """With one number changed it may still run; if it does, nothing may be said to be amiss."""
    pytest.importorskip("torch")
    text = path.read_text(encoding="utf-8")
    for other in changed(text):
        page = Page(path.name, other, other)
        made: dict[str, Any] = {"__name__": "program"}
        try:
            for start, end in find_listings(page):
                exec(compile(other[start:end], path.name, "exec"), made)
            made["network"](made["example"])
        except (RuntimeError, ValueError, IndexError, AssertionError, TypeError):
            continue
        assert survey(page).troubles == ()
