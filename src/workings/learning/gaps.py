"""Why nothing leads from the inputs to a result: a line that was not read, a name that nothing defines."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from workings import pipeline
from workings.document import Statement
from workings.expr import Apply, Expr, Hole, Name, walk
from workings.learning.naming import near
from workings.ops import FUNCTIONS
from workings.source import Page, Span


def placed(page: Page, span: Span) -> str:
    """Where something stands on a page, in words."""
    line, column = page.place(span.start)
    return f"line {line}" if page.filename == "-" else f"{page.filename}:{line}:{column}"


def missing_link(
    document: pipeline.Document,
    result: str,
    needed: Sequence[str],
    formulas: Mapping[str, Expr],
    known: Collection[str],
) -> str:
    """What is missing between a result and what it should depend on; nothing if nobody can tell."""
    page = document.reading.page
    equations = [statement for statement in document.statements if statement.is_equation]
    unread = [s for s in equations if _hole(s) is not None]
    for statement in (*(s for s in unread if _head(s) in needed), *(unread if result in formulas else ())):
        hole = _hole(statement)
        if hole is not None:
            return f": {placed(page, hole.span)} was not read: {hole.reason}"
    if result not in formulas:
        return f": no equation says what {result} is"
    for key in needed:
        for node in walk(formulas[key]) if key in formulas else ():
            if isinstance(node, Apply) and node.key not in known and node.function.key not in known:
                return f": nothing says what {node.key} is, in {placed(page, node.span)}"
        if key not in known and key not in formulas and key.partition("_")[0] not in formulas:
            return f": nothing says what {key} is"
    return ""


def undefined(key: str, text: str, declared: Collection[str]) -> str:
    """What a name lacks that stands for nothing, and how to mend that."""
    hint = near(key, {*FUNCTIONS.values()}) if len(key) > 3 else ""
    if _is_called(key, text):
        return f"there is no operation {key}: say what {key}(x) is{hint}"
    like = "ℝ^{3×2}" if key[0].isupper() else "ℝ^3"
    way = "make it one" if key in declared else f"declare it, as in {key} ∈ {like}"
    return f"{key} has no value, and is neither an input nor learned: {way}, or give it a value{hint}"


def _is_called(key: str, text: str) -> bool:
    """Whether a word stands before brackets, like the name of an operation."""
    is_word = len(key) > 1 and key.isascii() and key.isalpha()
    return is_word and re.search(rf"\b{key}\s*\}}?\s*+(?:\\left)?\s*+\(", text) is not None


def _head(statement: Statement) -> str | None:
    head = statement.members[0].expr
    return head.key if isinstance(head, Name | Apply) else None


def _hole(statement: Statement) -> Hole | None:
    nodes = (node for member in statement.members for node in walk(member.expr))
    return next((node for node in nodes if isinstance(node, Hole)), None)
