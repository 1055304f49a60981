"""One slip put into a working: the line as somebody would write it who works on from the slip.

A working is a member of a chain that is made of plain numbers, with what it comes to behind it. Each slip is
an edit of its text together with what the node that it is about should then be read as, so that an edit which
the program reads as something else is never measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from workings.expr import NOWHERE, Array, Call, Expr, Name, Number, mapped, number

SLIPS = (
    "other name",
    "other line",
    "other step",
    "term",
    "factor",
    "rate",
    "derivative",
    "half",
    "sign",
    "square",
    "root",
    "base",
    "count",
)
PRODUCTS = frozenset({"mul", "times", "hadamard"})
SUMS = ("add", "sub")
NEAR = 600  # characters above in which a line of the same kind stands
_TIMES = re.compile(r"\s*(?:\\cdot|\\times|[·×*⋅∙]|\\,)?\s*")
_PLUS = re.compile(r"\s*[-−+]\s*")
_OPENING = re.compile(r"(?:\\left|\\bigl?)?([(\[])\s*\Z")
_CLOSING = re.compile(r"\s*(?:\\right|\\bigr?)?([)\]])")
_BASES = (("\\ln", "\\log_2"), ("\\log_2", "\\ln"), ("log₂", "ln"), ("log2", "ln"), ("ln", "log2"))


@dataclass(frozen=True)
class Working:
    """A member of plain numbers, the statement it stands in, and its place there."""

    statement: Any
    at: int

    @property
    def member(self) -> Any:
        return self.statement.members[self.at]


@dataclass(frozen=True)
class Edit:
    """New text for a stretch of the page."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Slip:
    """A slip by its kind, what is written, and which node is read as what."""

    kind: str
    edit: Edit
    node: Expr
    meant: Expr


def is_plain(expr: Expr) -> bool:
    """Whether a formula is made of numbers, lists and operations alone."""
    return isinstance(expr, Number) or (isinstance(expr, Call | Array) and all(map(is_plain, parts_of(expr))))


def parts_of(expr: Expr) -> tuple[Expr, ...]:
    return expr.args if isinstance(expr, Call) else expr.items if isinstance(expr, Array) else ()


def nodes(expr: Expr) -> Iterator[Expr]:
    """A formula and its parts, without what its operations are set to."""
    yield expr
    for part in parts_of(expr):
        yield from nodes(part)


def workings_of(statements: Sequence[Any]) -> Iterator[Working]:
    """The first line of plain numbers of every chain that goes on to a result."""
    for statement in statements:
        if statement.hypothesis or statement.offered or statement.traced or statement.column:
            continue
        if any(member.sign not in (None, "=", "≈") or member.unit for member in statement.members):
            continue
        for at, member in enumerate(statement.members[:-1]):
            if is_worked(member.expr) and not member.apart:
                if all(is_plain(one.expr) for one in statement.members[at:]):
                    yield Working(statement, at)
                break


def is_worked(expr: Expr) -> bool:
    """Whether numbers are put into something that is still to be worked out."""
    return is_plain(expr) and any(isinstance(node, Call) and not is_number(node) for node in nodes(expr))


def is_number(expr: Expr) -> bool:
    return isinstance(expr, Number) or (
        isinstance(expr, Call) and expr.op == "neg" and isinstance(expr.args[0], Number)
    )


def size_of(expr: Expr) -> Any:
    """The number that a literal is, with its sign; None of what is none."""
    if isinstance(expr, Number):
        return expr.value
    return -expr.args[0].value if isinstance(expr, Call) and is_number(expr) else None


@dataclass(frozen=True)
class Given:
    """A number that the page says a name has, as it is written there."""

    name: Name
    value: Any
    text: str
    start: int


def givens_of(text: str, statements: Sequence[Any]) -> list[Given]:
    """The numbers that chains beginning with a name end in."""
    found = []
    for statement in statements:
        head, last = statement.members[0].expr, statement.members[-1]
        if isinstance(head, Name) and len(statement.members) > 1 and is_number(last.expr):
            shown = text[last.span.start : last.span.end].strip()
            if re.fullmatch(r"[-−]?\d+(?:\.\d+)?", shown):
                found.append(Given(head, size_of(last.expr), shown, last.span.start))
    return found


def literals(expr: Expr) -> list[Expr]:
    """The numbers of a formula with their signs, in order."""
    if is_number(expr):
        return [expr]
    return [leaf for part in parts_of(expr) for leaf in literals(part)]


def exchanged(expr: Expr, old: Expr, new: Expr) -> Expr:
    """A formula with one of its nodes, that very one, replaced."""
    return new if expr is old else mapped(expr, lambda node: exchanged(node, old, new))


def skeleton(expr: Expr) -> str:
    """What a formula does with its numbers."""
    if is_number(expr):
        return "#"
    name = expr.op if isinstance(expr, Call) else "list"
    return f"{name}({','.join(map(skeleton, parts_of(expr)))})"


def slips_of(
    text: str, working: Working, others: Sequence[Working], givens: Sequence[Given]
) -> Iterator[Slip]:
    """Every slip that can be made in a working, in a fixed order."""
    expr = working.member.expr
    leaves = [leaf for leaf in literals(expr) if leaf.span.end > leaf.span.start]
    start = working.statement.span.start
    above = [given for given in givens if given.start < start]
    for leaf in leaves:
        meant = [given for given in above if given.value == size_of(leaf) and is_telling(given.text)]
        for kind, other in _others_of(meant[-1], above) if meant else ():
            yield _put(kind, text, leaf, other.text, other.value)
    yield from _of_other_lines(text, working, leaves, others)
    for node in nodes(expr):
        yield from slips_at(text, expr, node)


def slips_at(text: str, expr: Expr, node: Expr) -> Iterator[Slip]:
    """The slips of one operation of a formula."""
    if isinstance(node, Call):
        yield from _left_out(text, expr, node)
        yield from _redone(text, node)


def is_telling(shown: str) -> bool:
    """Whether a number is not so common that it could stand for anything."""
    return "." in shown or len(shown.lstrip("-−")) > 1


def _others_of(given: Given, above: Sequence[Given]) -> Iterator[tuple[str, Given]]:
    """What may be taken for a number: the same name before, at another step, or a name beside it."""
    own, index = given.name, _index(given.name)
    for other in above:
        if other.value == given.value:
            continue
        if other.name.key == own.key and other.start < given.start:
            yield "other step", other
        elif other.name.base == own.base and index.isdigit() and _index(other.name).isdigit():
            yield "other name" if int(_index(other.name)) - int(index) != -1 else "other step", other
        elif abs(other.start - given.start) < NEAR // 3 and _index(other.name) == index:
            yield "other name", other


def _index(name: Name) -> str:
    return name.key[len(name.base) :].strip("_{}")


def _put(kind: str, text: str, leaf: Expr, shown: str, value: Any) -> Slip:
    """Another number in the place of one."""
    edit = Edit(leaf.span.start, leaf.span.end, as_operand(text, leaf, shown))
    return Slip(kind, edit, leaf, literal(value))


def literal(value: Any) -> Expr:
    """A number with its sign as a formula."""
    return Call(NOWHERE, "neg", (number(-value),)) if value < 0 else number(value)


def as_operand(text: str, leaf: Expr, shown: str) -> str:
    """A number as it is written in a formula: in brackets where its sign follows another one."""
    before = text[: leaf.span.start].rstrip()
    bare = not before or before[-1] in "=≈([{,&" or before.endswith(("\\approx", "\\left("))
    signed = shown[0] in "-−" and not bare
    return f"({shown})" if signed else shown


def _of_other_lines(
    text: str, working: Working, leaves: Sequence[Expr], others: Sequence[Working]
) -> Iterator[Slip]:
    expr = working.member.expr
    shape = skeleton(expr)
    above = [one for one in others if 0 < working.statement.span.start - one.statement.span.start < NEAR]
    for other in [one for one in above if skeleton(one.member.expr) == shape][-1:]:
        for leaf, beside in zip(literals(expr), literals(other.member.expr), strict=True):
            shown = text[beside.span.start : beside.span.end]
            if leaf in leaves and size_of(leaf) != size_of(beside) and is_telling(shown):
                yield _put("other line", text, leaf, shown, size_of(beside))


def _left_out(text: str, expr: Expr, node: Call) -> Iterator[Slip]:
    """A term or a factor that is not there."""
    if len(node.args) != 2 or node.op not in SUMS and node.op not in PRODUCTS:
        return
    first, second = node.args
    one, other = _with_brackets(text, first.span), _with_brackets(text, second.span)
    if not (_PLUS if node.op in SUMS else _TIMES).fullmatch(text[one[1] : other[0]]):
        return
    kinds = [
        "term" if node.op in SUMS else _kind_of_factor(expr, node, *pair)
        for pair in ((second, first), (first, second))
    ]
    yield Slip(kinds[0], Edit(one[1], other[1], ""), node, first)
    if node.op != "sub" and not _is_inner(expr, node):
        yield Slip(kinds[1], Edit(one[0], other[0], ""), node, second)


def _with_brackets(text: str, span: Any) -> tuple[int, int]:
    """A stretch with the brackets right around it."""
    start, end = span
    while True:
        opening = _OPENING.search(text, max(0, start - 9), start)
        closing = _CLOSING.match(text, end)
        if opening is None or closing is None or opening[1] + closing[1] not in ("()", "[]"):
            return start, end
        start, end = opening.start(), closing.end()


def _is_inner(expr: Expr, node: Call) -> bool:
    """Whether a product stands in a longer one, of which its first factor is the first as well."""
    return any(isinstance(one, Call) and one.op == node.op and one.args[0] is node for one in nodes(expr))


def _kind_of_factor(expr: Expr, node: Call, lost: Expr, kept: Expr) -> str:
    """Which factor is left out: a rate of a step, a derivative, a half, or any."""
    if _is_slope(lost, kept):
        return "derivative"
    if isinstance(lost, Call) and lost.op == "div" and [*map(size_of, lost.args)] == [1, 2]:
        return "half"
    if is_number(lost) and size_of(lost) == 0.5 and not _is_step(expr, node):
        return "half"
    if is_number(lost) and 0 < size_of(lost) < 1 and _is_step(expr, node):
        return "rate"
    return "factor"


def _is_slope(lost: Expr, kept: Expr) -> bool:
    """`1 − a` beside a, or `1 − a²`."""
    match lost:
        case Call(op="sub", args=(Number(value=one), other)) if one == 1:
            if isinstance(other, Call) and other.op == "pow":
                return True
            return is_number(other) and any(size_of(leaf) == size_of(other) for leaf in literals(kept))
        case _:
            return False


def _is_step(expr: Expr, node: Call) -> bool:
    """Whether a formula is `a − η g`, and a node its product."""
    return isinstance(expr, Call) and expr.op == "sub" and is_number(expr.args[0]) and expr.args[1] is node


def _redone(text: str, node: Call) -> Iterator[Slip]:
    """A sign, a square, a root, a base or a count that is another."""
    match node:
        case Call(op="neg", args=(Number() as one,)) if text[node.span.start : node.span.end][:1] in "-−":
            yield Slip("sign", Edit(node.span.start, one.span.start, ""), node, one)
        case Call(op="add" | "sub", args=(first, second)):
            start, end = _with_brackets(text, first.span)[1], _with_brackets(text, second.span)[0]
            if _PLUS.fullmatch(text[start:end]):
                other = "sub" if node.op == "add" else "add"
                sign = " - " if node.op == "add" else " + "
                yield Slip("sign", Edit(start, end, sign), node, Call(node.span, other, node.args))
        case Call(op="pow", args=(base, Number(value=power))) if power == 2:
            tail = text[base.span.end : node.span.end]
            found = re.search(r"\^\s*(?:\{2\}|2)|²|\*\*\s*2", tail)
            if found is not None:
                at = base.span.end + found.start()
                yield Slip("square", Edit(at, base.span.end + found.end(), ""), node, base)
        case Call(op="sqrt", args=(inner,)):
            found = re.match(r"\\?sqrt|√", text[node.span.start : node.span.end])
            if found is not None:
                at = node.span.start
                yield Slip("root", Edit(at, at + found.end(), ""), node, inner)
        case Call(op="log", args=(inner, *_)):
            yield from _of_base(text, node)
        case Call(op="div", args=(total, Number(value=count) as below)) if count.q == 1 and count > 1:
            if len([*_terms(total)]) == int(count.p):
                for other in (count - 1, count + 1):
                    yield _put("count", text, below, str(other), other)


def _of_base(text: str, node: Call) -> Iterator[Slip]:
    own = text[node.span.start : node.span.end]
    for one, other in _BASES:
        if own.startswith(one) and not own[len(one) :].startswith(("_", "₂", "2")):
            base = number(2) if "2" in other else Name(node.span, "e", "e")
            new = Call(node.span, "log", (node.args[0],), (("base", base),))
            yield Slip("base", Edit(node.span.start, node.span.start + len(one), other), node, new)
            return


def _terms(expr: Expr) -> Iterator[Expr]:
    if isinstance(expr, Call) and expr.op in SUMS:
        yield from _terms(expr.args[0])
        yield from _terms(expr.args[1])
    else:
        yield expr
