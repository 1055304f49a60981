"""A formula with one thing changed, and the rewriting that makes it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import field

from workings.evaluating import Function
from workings.expr import Alt, Call, Expr, Name, Number, mapped
from workings.record import record
from workings.source import Span
from workings.value import Value

LONGEST_PART = 32  # of a piece of the author's text in a sentence


@record(frozen=True, slots=True)
class Change:
    """A slip by its name, what it comes to in words, and the formula that it makes of the right one."""

    name: str
    words: str
    expr: Expr
    lent: Mapping[str, Value] = field(default_factory=dict)  # values for names that only the change uses
    within: bool = False  # in an operation that stands inside another; not named where that has a name for it


@record(frozen=True, slots=True)
class Scene:
    """What stands around a wrong value: a slip takes its material from here."""

    text: str  # of the page
    numbers: tuple[Number, ...]  # the latest of the document, as written
    names: Mapping[str, Value | Function]
    earlier: Mapping[str, tuple[Value, ...]]  # values that names had before their present one
    sequences: Set[str] = frozenset()  # of recurrences, whose steps may be mixed up

    def written(self, node: Expr) -> str:
        """A part of a formula in its author's own words."""
        if isinstance(node, Number):
            return node.text
        if isinstance(node, Name):
            return node.key
        start, end = node.span.start, node.span.end
        while end < len(self.text) and end - start <= LONGEST_PART and _is_open(self.text[start:end]):
            end += 1
        text = " ".join(self.text[start:end].split())
        return text if 0 < len(text) <= LONGEST_PART and not _is_open(text) else ""


def _is_open(text: str) -> bool:
    """Whether a bracket in it is not closed yet: the span of a node may end before it."""
    return text.count("(") > text.count(")") or text.count("{") > text.count("}")


def decided(expr: Expr, choice: Mapping[Span, int]) -> Expr:
    """The expression under the reading that was taken, with no alternatives left in it."""
    if isinstance(expr, Alt):
        expr = expr.options[min(choice.get(expr.span, 0), len(expr.options) - 1)]
        return decided(expr, choice)
    return mapped(expr, lambda part: decided(part, choice))


def turned(node: Expr) -> Expr:
    """The node with the other sign."""
    if isinstance(node, Call) and node.op == "neg":
        return node.args[0]
    return Call(node.span, "neg", (node,))
