"""Rules that look at a whole document. Being in the ordered list is the registration."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from workings.checking.judging import Judge
from workings.checking.rules import (
    decoding,
    early_stopping,
    missing_scale,
    networks,
    not_shares,
    sentences,
    shares,
)
from workings.checking.rules.catalogue import JUDGED, Description
from workings.document import Statement
from workings.finding import Claim

Rule: TypeAlias = Callable[[Judge, Iterable[Statement]], list[Claim]]

_MODULES = (decoding, early_stopping, missing_scale, networks, not_shares, sentences, shares)

RULES: tuple[Rule, ...] = tuple(module.find for module in _MODULES)
CATALOGUE: dict[str, Description] = {
    **JUDGED,
    **{module.RULE: module.DESCRIPTION for module in _MODULES},
}
