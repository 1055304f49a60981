"""Trees of conditional probabilities, read from lists, tables, equations, drawings and prose."""

from __future__ import annotations

from collections.abc import Sequence

from workings.document import Kind, Passage
from workings.parsing.trees.assembling import Tree, assemble
from workings.parsing.trees.items import Border, Item, Product
from workings.parsing.trees.outlines import Outline
from workings.parsing.trees.painting import painted
from workings.parsing.trees.prose import read_equations, read_prose
from workings.parsing.trees.tables import read_tables
from workings.source import Page, Span, with_newlines

__all__ = ["Tree", "read_trees"]


def read_trees(page: Page, passages: Sequence[Passage]) -> tuple[Tree, ...]:
    """The trees of a page in reading order."""
    is_tex = page.filename.endswith((".tex", ".ltx"))
    page_text = with_newlines(page.text)
    text = painted(page_text, passages, is_tex)
    flowing = painted(page_text, [one for one in passages if one.kind is not Kind.CELL], is_tex)
    outlined: list[Item | Product | Border] = list(Outline().read(flowing, page_text))
    taken = [part.span for part in outlined if isinstance(part, Item)]
    told: list[Item] = [*read_tables(page_text, text, passages), *read_equations(flowing)]
    told += read_prose(flowing, [one.span for one in passages if one.kind is Kind.PROSE])
    extra = [item for item in told if not _overlaps(item.span, taken)]
    parts = sorted([*outlined, *extra], key=lambda part: part.span.start)
    return assemble(parts, text)


def _overlaps(span: Span, taken: Sequence[Span]) -> bool:
    return any(span.start < other.end and other.start < span.end for other in taken)
