"""Rules that look at a whole document. Being in the ordered list is the registration."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from workings.checking.judging import Judge
from workings.checking.rules import missing_scale
from workings.document import Statement
from workings.finding import Claim

Rule: TypeAlias = Callable[[Judge, Iterable[Statement]], list[Claim]]

RULES: tuple[Rule, ...] = (missing_scale.find,)
