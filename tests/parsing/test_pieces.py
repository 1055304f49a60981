"""A formula that has no place at which it may part is cut as every other passage is: into one piece."""

from __future__ import annotations

from pathlib import Path

import pytest

from workings.extracting import extract
from workings.ops import FUNCTIONS
from workings.parsing.brackets import Tokens
from workings.parsing.lexicon import Lexicon
from workings.parsing.mixing import lex_mixed
from workings.parsing.pieces import _Cutter
from workings.parsing.units import units_of

PAGES = sorted((Path(__file__).parents[2] / "spec").glob("*.md"))
LEXICON = Lexicon(FUNCTIONS)


def cutters(path: Path) -> list[tuple[_Cutter, _Cutter]]:
    """Two cutters for every passage of a page."""
    found = []
    for passage in extract(path.read_text("utf-8"), path.name).passages:
        pair = []
        for _ in range(2):
            tokens = lex_mixed(passage.text, passage.span.start, passage.maths)
            listed = Tokens(tokens, LEXICON)
            pair.append(_Cutter(listed, units_of(listed), lines=False))
        if pair[0].units:
            found.append((pair[0], pair[1]))
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_one_formula_is_what_comes_of_it_step_by_step(path: Path) -> None:
    for one, other in cutters(path):
        if not one.is_one_formula():
            continue
        for at, unit in enumerate(other.units):
            other.step(at, unit)
        other.close("end")
        assert one.run() == other.pieces


def test_formulas_are_found_to_be_one() -> None:
    assert sum(one.is_one_formula() for path in PAGES for one, _ in cutters(path)) > 500
