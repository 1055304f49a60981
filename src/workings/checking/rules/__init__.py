"""Rules that look at a whole document. Being in the ordered list is the registration."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from workings.checking.judging import Judge
from workings.checking.rules import (
    argmax_attention,
    decoding,
    early_stopping,
    embedding_row,
    missing_scale,
    networks,
    no_shift,
    not_shares,
    sentences,
    shares,
    target_leak,
    variation,
)
from workings.checking.rules.catalogue import JUDGED, Description
from workings.document import Statement
from workings.finding import Claim

Rule: TypeAlias = Callable[[Judge, Iterable[Statement]], list[Claim]]

_MODULES = (
    argmax_attention,
    decoding,
    early_stopping,
    embedding_row,
    missing_scale,
    networks,
    no_shift,
    not_shares,
    sentences,
    shares,
    target_leak,
    variation,
)

RULES: tuple[Rule, ...] = tuple(module.find for module in _MODULES)
CATALOGUE: dict[str, Description] = {
    **JUDGED,
    **{module.RULE: module.DESCRIPTION for module in _MODULES},
}
