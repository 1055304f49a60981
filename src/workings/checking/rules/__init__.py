"""Rules that look at a whole document. Being in the ordered list is the registration.

Each is loaded when a page first needs it: one formula alone has no use for most of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TypeAlias

from workings.checking.judging import Judge
from workings.checking.rules.alone import stands_alone
from workings.document import Statement
from workings.finding import Claim
from workings.source import Page

Rule: TypeAlias = Callable[[Judge, tuple[Statement, ...]], list[Claim]]

RULES = (
    "argmax_attention",
    "cells",
    "choices",
    "decoding",
    "designs",
    "early_stopping",
    "embedding_row",
    "inequalities",
    "layers",
    "following",
    "procedures",
    "lists",  # keeps quiet where a rule above has spoken
    "methods",
    "dots",  # keeps quiet where another rule has spoken
    "units",  # as well
    "rewritten",  # as well
    "missing_scale",
    "networks",
    "no_shift",
    "not_shares",
    "points",
    "rows",
    "sentences",
    "shares",
    "target_leak",
    "variation",
    "windows",
    "operation_counts",
    "spectrum",
)  # each in the file of its name

_OF_WORDS = frozenset(
    {
        "argmax_attention",
        "decoding",
        "early_stopping",
        "embedding_row",
        "networks",
        "no_shift",
        "spectrum",
        "target_leak",
        "variation",
        "windows",
    }
)  # that find nothing where nothing is said in words

_OF_LINES = frozenset(
    {"dots", "following", "lists", "methods", "procedures", "rewritten", "rows", "units"}
)  # that hold a formula to others


def rules_for(page: Page, statements: Sequence[Statement]) -> tuple[Rule, ...]:
    """The rules that may find something on a page, in order."""
    return _rules(page.has_words, stands_alone(page, statements))


@cache
def _rules(has_words: bool, is_alone: bool) -> tuple[Rule, ...]:
    idle = frozenset[str]() if has_words else _OF_WORDS
    if is_alone:
        idle |= _OF_LINES
    return tuple(module_of(name).find for name in RULES if name not in idle)


@cache
def module_of(rule: str) -> ModuleType:
    """The file of a rule: what it finds, its name and its description."""
    return import_module(f"{__name__}.{rule}")
