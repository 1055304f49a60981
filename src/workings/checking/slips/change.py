"""A formula with one thing changed, and the rewriting that makes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from workings.evaluating import Function
from workings.expr import Alt, Apply, Array, Call, Cases, Expr, Fold, Index, Name, Number, Relation
from workings.source import Span
from workings.value import Value

LONGEST_PART = 32  # of a piece of the author's text in a sentence


@dataclass(frozen=True, slots=True)
class Change:
    """A slip by its name, what it comes to in words, and the formula that it makes of the right one."""

    name: str
    words: str
    expr: Expr
    lent: Mapping[str, Value] = field(default_factory=dict)  # values for names that only the change uses
    within: bool = False  # in an operation that stands inside another; not named where that has a name for it


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands around a wrong value: a slip takes its material from here."""

    text: str  # of the page
    numbers: tuple[Number, ...]  # the latest of the document, as written
    names: Mapping[str, Value | Function]
    earlier: Mapping[str, tuple[Value, ...]]  # values that names had before their present one

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


def swapped(expr: Expr, old: Expr, new: Expr) -> Expr:
    """The expression with one node in it replaced."""
    if expr is old:
        return new
    match expr:
        case Call():
            args = tuple(swapped(arg, old, new) for arg in expr.args)
            options = tuple((key, swapped(value, old, new)) for key, value in expr.options)
            return replace(expr, args=args, options=options)
        case Array():
            return replace(expr, items=tuple(swapped(item, old, new) for item in expr.items))
        case Apply():
            return replace(expr, args=tuple(swapped(arg, old, new) for arg in expr.args))
        case Index():
            return replace(expr, base=swapped(expr.base, old, new))
        case Fold():
            lower = None if expr.lower is None else swapped(expr.lower, old, new)
            upper = None if expr.upper is None else swapped(expr.upper, old, new)
            return replace(expr, lower=lower, upper=upper, body=swapped(expr.body, old, new))
        case Cases():
            branches = tuple((swapped(value, old, new), when) for value, when in expr.branches)
            return replace(expr, branches=branches)
        case _:
            return expr


def decided(expr: Expr, choice: Mapping[Span, int]) -> Expr:
    """The expression under the reading that was taken, with no alternatives left in it."""
    match expr:
        case Alt():
            taken = expr.options[min(choice.get(expr.span, 0), len(expr.options) - 1)]
            return decided(taken, choice)
        case Call():
            args = tuple(decided(arg, choice) for arg in expr.args)
            return replace(expr, args=args)
        case Array():
            return replace(expr, items=tuple(decided(item, choice) for item in expr.items))
        case Apply():
            return replace(expr, args=tuple(decided(arg, choice) for arg in expr.args))
        case Index():
            return replace(expr, base=decided(expr.base, choice))
        case Fold():
            return replace(expr, body=decided(expr.body, choice))
        case Cases() | Relation():
            return expr
        case _:
            return expr


def turned(node: Expr) -> Expr:
    """The node with the other sign."""
    if isinstance(node, Call) and node.op == "neg":
        return node.args[0]
    return Call(node.span, "neg", (node,))
