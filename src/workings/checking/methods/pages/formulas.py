"""The formulas that a page states for its names, and those of their parts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from workings.checking.methods.pages.facts import Fact
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.naming import indexed, renewed, spelt
from workings.checking.methods.trials.edits import signs_outside
from workings.checking.methods.trials.folds import terms, unfolded
from workings.document import Kind, Member, Passage, Statement
from workings.expr import Apply, Call, Expr, Name, Number, call, has_at_most, walk
from workings.ops import FUNCTIONS
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.regex import regex
from workings.resolving.traits import has_holes
from workings.source import Span

MOST_FORMULAS = 30
SHORTEST, LONGEST = 9, 160  # characters of a formula without a name
MOST_NAMES = 8
MOST_NODES = 60
_HOLDS = ("=", "≈")
_DEFINES = ("=", "←", ":=", "≔")
_RELATES = regex(r"[=<>≈∈←→~|]|\\(?:approx|leq?|geq?|to|in|leftarrow|mid|sim|text|begin)\b|\?")
_ACTIVATIONS = ("tanh", "sigmoid", "relu", "softmax", "step")
_REDUCING = ("norm", "bars", "sum", "mean", "total", "softmax", "max", "min", "var", "std")
_FUNCTIONS = ("f", "g", "L", "J")
_STEPS = ("t", "i", "j", "k", "n", "T", "l", "ℓ")


@record(frozen=True, slots=True)
class Formula:
    """What a page says a name is: the formula, and the step that its index stands for."""

    base: str
    step: tuple[str, int] | None  # the letter in the index of its name, and what is added to it
    expr: Expr
    span: Span
    names: tuple[Name, ...]
    updates: bool = False
    vectors: frozenset[str] = frozenset()  # the names that are lists, of which a sum is taken
    inside: bool = False  # it is a part of a formula, which has no name of its own
    pair: str = ""  # the two letters in the index of its name, as of an entry of a matrix
    index: str = ""  # the number in the index of its name
    applied: str = ""  # its left side, where that is a name with arguments: `D(p, q)`


_OF_MATRICES = frozenset({"trace", "det", "inverse", "transpose", "eye", "outer", "diag"})


def formulas_of(statements: Sequence[Statement], facts: Sequence[Fact], least: int = 2) -> list[Formula]:
    """The formulas in names that a page states for a name, each with two of them if nothing else is asked."""
    bases = {fact.base for fact in facts}
    found: list[Formula] = []
    for statement in statements:
        head, rest = statement.members[0], statement.members[1:]
        if not rest or is_numeric(head.expr) or statement.hypothesis or statement.offered:
            continue
        for member in rest:
            if member.sign in _DEFINES and not has_holes(member.expr):
                applied = head.expr.key if isinstance(head.expr, Apply) else ""
                made = [replace(one, applied=applied) for one in _made(head.expr, member, bases, least)]
                found += made[: MOST_FORMULAS - len(found)]
                if made:
                    break
    return found


def formula_before(line: Member, statement: Statement, facts: Sequence[Fact]) -> Formula | None:
    """The formula in letters that stands right before a member of numbers, whatever its chain is about."""
    at = next((at for at, member in enumerate(statement.members) if member.span == line.span), 0)
    before = statement.members[at - 1] if at else None
    if before is None or line.sign not in _HOLDS or isinstance(before.expr, Name) or has_holes(before.expr):
        return None
    whole, lists = unfolded(before.expr)
    bases = {fact.base for fact in facts}
    return None if lists else _formula(before.expr, before, whole, bases, 1)


def mentioned(passages: Iterable[Passage], facts: Sequence[Fact]) -> Iterator[Formula]:
    """The formulas in maths that are given no name: “per dimension $\\frac12(\\mu^2 + \\sigma^2 - 1)$”."""
    bases = {fact.base for fact in facts}
    for text, span in mentions(passages):
        expr = parse_maths(text, Lexicon(FUNCTIONS), span.start)
        if not has_holes(expr):
            made = _formula(expr, Member("=", expr, span), expr, bases)
            yield from () if made is None else (replace(made, base="", step=None),)


def mentions(passages: Iterable[Passage]) -> Iterator[tuple[str, Span]]:
    """The maths inside of sentences that states nothing, but may be a formula."""
    for passage in passages:
        for span in passage.maths if passage.kind is Kind.PROSE else ():
            text = passage.text[span.start - passage.span.start : span.end - passage.span.start]
            if SHORTEST <= len(text) <= LONGEST and not _is_relation(text):
                yield text, span


def _is_relation(text: str) -> bool:
    """Whether a formula states something, or is no formula."""
    return _RELATES.search(text) is not None


def _made(head: Expr, member: Member, bases: Collection[str], least: int) -> Iterator[Formula]:
    """The formula of a right side, and those of the terms of its sums and of its cases."""
    whole, lists = unfolded(member.expr)
    formula = _formula(head, member, whole, bases, least)
    if formula is not None:
        yield replace(formula, vectors=lists) if lists else formula
    for part in terms(member.expr):
        term = _formula(head, member, part, bases, least)
        if term is not None:
            yield replace(term, inside=True, step=None) if lists else term


def _formula(
    head: Expr, member: Member, expr: Expr, bases: Collection[str], least: int = 2
) -> Formula | None:
    if not has_at_most(expr, MOST_NODES):
        return None
    if any(isinstance(node, Call) and node.op in _OF_MATRICES for node in walk(expr)):
        return None
    plain = signs_outside(multiplied(expr, bases))
    names = {node.key: node for node in walk(plain) if isinstance(node, Name) and node.key != "e"}
    if not least <= len(names) <= MOST_NAMES or not all(
        isinstance(n, Name | Number | Call) for n in walk(plain)
    ):
        return None
    base, index = renewed(head)
    updates = member.sign != "=" or spelt(head) in names or base in names
    step = step_of(head) if isinstance(head, Name) else None
    reduced = frozenset(
        name.key
        for node in walk(plain)
        if isinstance(node, Call) and node.op in _REDUCING
        for name in walk(node)
        if isinstance(name, Name)
    )
    own = index if index.isdigit() else ""
    pair = index if len(index) == 2 and index.isalpha() and index[0] != index[1] else ""
    return Formula(
        base, step, plain, member.span, tuple(names.values()), updates, reduced, pair=pair, index=own
    )


def multiplied(expr: Expr, bases: Collection[str]) -> Expr:
    """A formula with `V(s)` as a name, if it has a value, and with `η(g + λw)` as a product."""
    match expr:
        case Apply(key=key, function=function) if key in bases or _is_function(function):
            return Name(expr.span, key, key)
        case Apply() if (name := indexed(expr)) is not None and name.base in bases:
            return name
        case Apply(function=Name(key=word) as function, args=(Name(),)) if len(word) > 1 and word.isupper():
            return function  # `RMS(x)`, worked out as RMS
        case Apply(function=function, args=(inner,)) if _is_step(inner):
            return Name(expr.span, f"{function.key}_{{{spelt(inner)}}}", function.key, (inner,))
        case Apply(function=function, args=(inner,)):
            return call("mul", function, multiplied(inner, bases))
        case Call(args=args):
            return replace(expr, args=tuple(multiplied(arg, bases) for arg in args))
        case _:
            return expr


def _is_step(expr: Expr) -> bool:
    """`t − 1` in brackets, the step before: x_(t-1)."""
    match expr:
        case Call(op="add" | "sub", args=(Name(key=key), Number())):
            return key in _STEPS
        case _:
            return False


def _is_function(expr: Expr) -> bool:
    """Whether a name before brackets is that of a function: `f`, `L`, `f'`."""
    return isinstance(expr, Name) and (expr.key in _FUNCTIONS or "'" in expr.key)


def step_of(name: Name) -> tuple[str, int] | None:
    """The letter of an index such as `t` or `t − 1`, and what is added to it."""
    if len(name.index) != 1:
        return None
    match name.index[0]:
        case Name(key=key, index=()) if key in _STEPS:
            return key, 0
        case Call(op="add", args=(Name(key=key), Number(value=by))) if key in _STEPS and by.q == 1:
            return key, int(by.p)
        case Call(op="sub", args=(Name(key=key), Number(value=by))) if key in _STEPS and by.q == 1:
            return key, -int(by.p)
        case _:
            return None


def folded(formula: Formula, bases: Collection[str]) -> Formula:
    """A formula in which what has a value of its own on the page, such as `t − y`, is a name."""
    expr = _folded(formula.expr, bases)
    if expr is formula.expr:
        return formula
    names = {node.key: node for node in walk(expr) if isinstance(node, Name) and node.key != "e"}
    return replace(formula, expr=expr, names=tuple(names.values()))


def _folded(expr: Expr, bases: Collection[str]) -> Expr:
    if not isinstance(expr, Call):
        return expr
    text = spelt(expr)
    if text in bases:
        return Name(expr.span, text, text)
    args = tuple(_folded(arg, bases) for arg in expr.args)
    same = all(one is other for one, other in zip(args, expr.args, strict=True))
    return expr if same else replace(expr, args=args)


def arguments(formula: Formula) -> Iterator[Formula]:
    """What stands inside the functions of a formula, which is often worked out first under another name."""
    for node in walk(formula.expr):
        if isinstance(node, Call) and len(node.args) == 1 and node.op in _ACTIVATIONS:
            inner = node.args[0]
            keys = {part.key for part in walk(inner) if isinstance(part, Name)}
            names = tuple(name for name in formula.names if name.key in keys)
            if len(names) > 2:
                yield replace(formula, expr=inner, names=names)
