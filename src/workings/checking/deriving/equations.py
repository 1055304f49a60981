"""Equations of a derivation: two sides with letters in them that stand for any number."""

from __future__ import annotations

from collections.abc import Iterable, Set

from workings.checking.slips.change import decided
from workings.document import Statement
from workings.expr import Alt, Apply, Call, Expr, Name, Number, alike, has_at_most, mapped, name, walk
from workings.record import record
from workings.resolving.scope import Scope
from workings.resolving.traits import has_holes, traits
from workings.source import Span

MOST_NAMES = 8
MOST_PARTS = 80
_CONSTANTS = frozenset({"e", "π"})
_OF_NUMBERS = frozenset(
    "add sub mul times hadamard neg pow div exp ln log sqrt square abs sigmoid tanh sin cos".split()
)
_CHANCES = frozenset({"P", "p", "Pr", "q"})  # of whose brackets any reading is a number


@record(frozen=True, slots=True)
class Equation:
    """Two sides, the letters in them, and where they stand."""

    left: Expr
    right: Expr
    names: frozenset[str]
    span: Span
    firm: bool  # whether it can be read in one way only, so that it may speak against another

    @property
    def sides(self) -> tuple[Expr, Expr]:
        return self.left, self.right

    def is_like(self, other: Equation) -> bool:
        """Whether the same is written again."""
        return alike(self.left, other.left) and alike(self.right, other.right)

    @property
    def gives(self) -> str | None:
        """The letter that it says something of, where it stands alone on the left: `x = a / b`."""
        return self.left.key if isinstance(self.left, Name) else None

    @property
    def gives_value(self) -> bool:
        """`x = 3` or `3 = x`."""
        sides = (self.sides, self.sides[::-1])
        return any(isinstance(side, Name) and traits(other).is_plain for side, other in sides)


def conclusion_of(statement: Statement, scope: Scope, beside: Set[str]) -> Equation | None:
    """The equation that a statement may be derived as: its first two members; `beside` are other letters."""
    return _equation(statement, 0, scope, beside)


def premise_of(statement: Statement, scope: Scope, beside: Set[str]) -> Equation | None:
    """The equation that others may be derived from: its last two members, `dL/dw = 2w - 6 = 0`."""
    found = _equation(statement, len(statement.members) - 2, scope, beside)
    if found is None or found.gives_value or found.gives in traits(found.right).names:
        return None  # nothing is left to be solved; or an update, w = w - 0.1 g
    return found


def _equation(statement: Statement, at: int, scope: Scope, beside: Set[str]) -> Equation | None:
    """Two members as an equation of numbers; None where it has no letters, or matrices in it."""
    first, second = statement.members[at : at + 2]
    if second.sign != "=" or first.unit or second.unit or statement.offered or statement.traced:
        return None
    parts = [member.expr for member in (first, second)]
    if all(traits(part).is_plain for part in parts) or any(has_holes(part) for part in parts):
        return None
    if not all(has_at_most(part, MOST_PARTS) for part in parts):
        return None
    chosen = [decided(part, {}) for part in parts]
    letters = {node.key for part in chosen for node in walk(part) if isinstance(node, Name)} | beside
    left, right = (_opaque(part, letters) for part in chosen)
    nodes = [*walk(left), *walk(right)]
    if not all(_is_of_numbers(node) for node in nodes):
        return None
    names = frozenset(node.key for node in nodes if isinstance(node, Name)) - _CONSTANTS
    if not 0 < len(names) <= MOST_NAMES or any(key in scope.declared.kinds for key in names):
        return None
    firm = not any(_is_vague(node, letters) for part in parts for node in walk(part)) and not _steps(nodes)
    return Equation(left, right, names, Span(first.span.start, second.span.end), firm)


def _steps(nodes: Iterable[Expr]) -> bool:
    """Whether a letter stands for several steps of a sequence, h_t and h_{t-1}."""
    named = {(node.base, node.key) for node in nodes if isinstance(node, Name) and traits(node).lettered}
    return len({base for base, _ in named}) < len(named)


def _opaque(expr: Expr, letters: Set[str]) -> Expr:
    """The expression with P(A|B) and its like as letters of their own; S(H - 1) is a product if S is one."""
    if isinstance(expr, Apply):
        if len(expr.args) == 1 and expr.function.key in letters:
            return Call(expr.span, "mul", (expr.function, _opaque(expr.args[0], letters)))
        return name(expr.key, expr.span)
    return mapped(expr, lambda part: _opaque(part, letters))


def _is_of_numbers(node: Expr) -> bool:
    """Whether it may be a number; A^{-1} is the inverse of a matrix."""
    match node:
        case Call(op="pow", args=(Name(key=key), Call(op="neg"))) if key[:1].isupper():
            return False
        case Call(op=op):
            return op in _OF_NUMBERS
        case _:
            return isinstance(node, Number | Name)


def _is_vague(node: Expr, letters: Set[str]) -> bool:
    """What can be read in two ways: log without its base, functions nothing is known of, (A - λI) v."""
    match node:
        case Name(base="I"):
            return True
        case Call(op="mul" | "times", args=(Name(base="λ"), Name(base="E"))):
            return True
        case Alt() | Call(op="log", options=()):
            return True
        case Apply(function=function, args=args):
            return function.base not in _CHANCES and not (len(args) == 1 and function.key in letters)
        case _:
            return False


def differ_in_a_place(one: Equation, other: Equation) -> bool:
    """Whether two equations are built alike, as the equations of a system or of parallel lines are."""
    if _built_alike(one.left, other.left) and _built_alike(one.right, other.right):
        return True
    sides = [_terms(side) for equation in (one, other) for side in equation.sides]
    return len(one.names) > 1 and sides[:2] in (sides[2:], sides[:1:-1])


def _terms(expr: Expr) -> list[str]:
    """What is added up in a side, without signs and numbers before it: -w - 2u + b is of b, u and w."""
    match expr:
        case Number():
            return [""]
        case Call(op="add" | "sub" | "neg", args=args):
            return sorted(term for arg in args for term in _terms(arg))
        case Call(op="mul" | "times", args=args):
            return ["".join(sorted(term for arg in args for term in _terms(arg)))]
        case _:
            return [_spelt(expr)]


def _spelt(expr: Expr) -> str:
    match expr:
        case Call(op=op, args=args):
            return f"{op}({','.join(map(_spelt, args))})"
        case Number(value=value):
            return str(value)
        case _:
            return expr.key if isinstance(expr, Name | Apply) else "?"


def _built_alike(one: Expr, other: Expr) -> bool:
    match one, other:
        case ((Number() | Call(op="neg", args=(Number(),))), (Number() | Call(op="neg", args=(Number(),)))):
            return True
        case Call(op=first, args=these), Call(op=second, args=those) if len(these) == len(those):
            either = first == second or {first, second} == {"add", "sub"}
            return either and all(_built_alike(a, b) for a, b in zip(these, those, strict=True))
        case _:
            return alike(one, other)
