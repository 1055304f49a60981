"""Entries that a page counts from 0: `q_0 = 0.4` and `q_1 = 0.9` of `q = [0.4, 0.9]`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.checking.chain import Link
from workings.checking.linking.doubting.case import Case
from workings.expr import Expr, Index, Name, mapped, name, walk
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.traits import names_in
from workings.value import Tensor

_FROM_NOUGHT = regex(
    r"(?:start|count|begin|index)\w*\s+(?:at|from|with)\s+(?:0|zero)\b|(?:zero|0)-(?:based|index)",
    re.IGNORECASE,
)


def counts_from_nought(scope: Scope, text: str, before: Link) -> bool:
    """Whether a member takes entries of a vector in a document that counts them from 0: `w_0 x_0 + w_1`."""
    vectors = {node.base for node in _entries(scope, before.source)}
    if not vectors:
        return False
    return _FROM_NOUGHT.search(text) is not None or any(_has_nought(scope, text, base) for base in vectors)


def fits_from_nought(case: Case) -> bool:
    """Whether it holds with the entries counted from 0, as those of the same name are elsewhere."""
    scope, text, before = case.scope, case.text, case.before
    bases = {node.base for node in _entries(scope, before.source)}
    counted = {base for base in bases if _has_nought(scope, text, base)}

    def shifted(expr: Expr) -> Expr:
        if isinstance(expr, Name) and expr.index and expr.base in counted:
            return Index(expr.span, name(expr.base, expr.span), expr.index)
        return mapped(expr, shifted)

    return bool(counted) and case.fits(shifted(before.source))


def _entries(scope: Scope, expr: Expr) -> Iterator[Name]:
    """The names with an index whose base is a vector or matrix."""
    for node in walk(expr) if names_in(expr) else ():
        if isinstance(node, Name) and node.index and isinstance(scope.said.get(node.base), Tensor):
            yield node


def _has_nought(scope: Scope, text: str, base: str) -> bool:
    """Whether an entry 0 of a name is on the page."""
    if f"{base}_0" in scope.bindings or f"{base}_{{0" in text:
        return True
    return re.search(rf"(?<![^\W_]){re.escape(base)}\}}?_\{{?0(?![\d.])", text) is not None
