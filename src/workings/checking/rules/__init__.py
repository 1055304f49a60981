"""Rules that look at a whole document. Being in the ordered list is the registration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TypeAlias

from workings.checking.judging import Judge
from workings.checking.rules import (
    argmax_attention,
    choices,
    decoding,
    designs,
    dots,
    early_stopping,
    embedding_row,
    inequalities,
    layers,
    lists,
    methods,
    missing_scale,
    networks,
    no_shift,
    not_shares,
    points,
    rows,
    sentences,
    shares,
    spectrum,
    target_leak,
    units,
    variation,
    windows,
)
from workings.checking.rules.alone import stands_alone
from workings.checking.rules.symbols import SYMBOLS
from workings.document import Statement
from workings.finding import Claim
from workings.source import Page

Rule: TypeAlias = Callable[[Judge, tuple[Statement, ...]], list[Claim]]

MODULES = (
    argmax_attention,
    choices,
    decoding,
    designs,
    early_stopping,
    embedding_row,
    inequalities,
    layers,
    lists,
    methods,
    dots,  # keeps quiet where another rule has spoken
    units,  # as well
    missing_scale,
    networks,
    no_shift,
    not_shares,
    points,
    rows,
    sentences,
    shares,
    target_leak,
    variation,
    windows,
)

_OF_WORDS = (
    argmax_attention,
    decoding,
    early_stopping,
    embedding_row,
    networks,
    no_shift,
    spectrum,
    target_leak,
    variation,
    windows,
)  # that find nothing where nothing is said in words

_OF_LINES = (dots, lists, methods, rows, units)  # that hold a formula to others, to lists and to words
RULES: tuple[Rule, ...] = tuple(module.find for module in (*MODULES, *SYMBOLS))


def _without(*modules: ModuleType) -> tuple[Rule, ...]:
    return tuple(module.find for module in (*MODULES, *SYMBOLS) if module not in modules)


_OF_FORMULAS = _without(*_OF_WORDS)
_OF_ONE = _without(*_OF_LINES)
_OF_ONE_FORMULA = _without(*_OF_WORDS, *_OF_LINES)


def rules_for(page: Page, statements: Sequence[Statement]) -> tuple[Rule, ...]:
    """The rules that may find something on a page, in order."""
    if stands_alone(page, statements):
        return _OF_ONE if page.has_words else _OF_ONE_FORMULA
    return RULES if page.has_words else _OF_FORMULAS
