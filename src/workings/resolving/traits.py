"""What an expression is made of, found in one walk and remembered.

The judge asks the same questions of the same members again and again; an expression never changes,
so the answers are kept with it.
"""

from __future__ import annotations

from workings.expr import PRODUCTS, Alt, Apply, Array, Call, Expr, Fold, Hole, Name, Number, children
from workings.record import record
from workings.source import Span

MOST_NOTED = 4096
_ANGLES = frozenset({"sin", "cos", "tan", "asin", "acos", "atan"})
_LOGS = frozenset(
    {
        "log",
        "entropy",
        "cross_entropy",
        "kl_divergence",
        "nll",
        "log_loss",
        "softmax_cross_entropy",
        "sequence_loss",
    }
)
_SPREADS = frozenset({"variance", "std"})
_SUMMED = frozenset({"nll", "hinge", "cross_entropy", "softmax_cross_entropy"})
_NOTHING: frozenset[str] = frozenset()


@record(frozen=True, slots=True, eq=False)
class Traits:
    """The facts about an expression that decide how it is judged."""

    names: frozenset[str] = _NOTHING  # keys of its names, and the bases that subscripts refer to
    decimals: tuple[Number, ...] = ()  # its numbers with a fractional part
    hole: Hole | None = None  # the first stretch that was not understood
    alternatives: tuple[tuple[Span, int], ...] = ()  # what can be read in several ways, and in how many
    logs: bool = False  # a logarithm without a base
    angles: bool = False
    vectors: bool = False  # a product that may be a dot product
    spreads: bool = False  # a variance or standard deviation
    summed: bool = False  # a loss that may be a mean or a sum
    applied: tuple[Call, ...] = ()  # calls of one vector or matrix that is written out
    folds: bool = False  # a sum over an index, under which x_t stands for x_1 and all others
    ops: frozenset[str] = _NOTHING  # the operations in it
    takes: bool = False  # a function of the document that is applied to something
    scaled: bool = False  # a number with a word behind it, as in 16 GB
    lettered: bool = False  # a name with a letter in its index, u_k, which is u_2 where k is 2
    lists: bool = False  # a list or matrix that is written out
    parts: int = 1  # how many nodes it is made of

    @property
    def is_plain(self) -> bool:
        """No names and no holes, so that its value depends on nothing else in the document."""
        return not self.names and self.hole is None

    @property
    def is_of_numbers(self) -> bool:
        """No names but those of constants, as the e of a logarithm is one."""
        return self.hole is None and self.names <= CONSTANTS


CONSTANTS = frozenset({"e", "π"})  # which stand in any formula, whatever has their letter elsewhere
_NUMBER = Traits()


_NOTED: list[Expr] = []  # the expressions that hold their facts


def traits(expr: Expr) -> Traits:
    """The facts about an expression."""
    found: Traits | None = expr.facts
    return _noted(expr) if found is None else found


def _noted(expr: Expr) -> Traits:
    if len(_NOTED) >= MOST_NOTED:
        forget()
    found = _look(expr)
    object.__setattr__(expr, "facts", found)
    _NOTED.append(expr)
    return found


def forget() -> None:
    """Part the expressions of a document that is done from their facts, which hold them in turn."""
    for expr in _NOTED:
        object.__setattr__(expr, "facts", None)
    _NOTED.clear()


def _look(expr: Expr) -> Traits:
    """Everything that is asked of an expression, found on one way through it."""
    if type(expr) is Number and " " not in expr.text:  # most right sides
        return Traits(_NOTHING, (expr,)) if expr.is_decimal else _NUMBER
    names: set[str] = set()
    ops: set[str] = set()
    decimals: list[Number] = []
    alternatives: list[tuple[Span, int]] = []
    hole: Hole | None = None
    applied: list[Call] = []
    logs = angles = vectors = spreads = summed = arrays = folds = takes = scaled = lettered = lists = False
    stack: list[Expr] = [expr]
    parts = 0
    while stack:
        node = stack.pop()
        parts += 1
        if type(node) is Number:
            scaled = scaled or " " in node.text
            if node.is_decimal:
                decimals.append(node)
            continue
        if type(node) is Name:
            names.add(node.key)
            if node.index:
                names.add(node.base)
                lettered = lettered or any(type(part) is not Number for part in node.index)
            continue
        if type(node) is Call:
            ops.add(node.op)
            summed = summed or node.op in _SUMMED
            if node.op in _LOGS and not node.options:
                logs = True
            elif node.op in _ANGLES:
                angles = True
            elif node.op in _SPREADS:
                spreads = True
            elif not vectors and node.op in PRODUCTS:
                for arg in node.args:
                    vectors = vectors or type(arg) is Array or type(arg) is Call
            if len(node.args) == 1 and isinstance(node.args[0], Array):
                applied.append(node)
            stack.extend(node.args[::-1])
            if node.options:
                stack.extend(value for _, value in node.options)
            continue
        if type(node) is Apply:
            names.update((node.key, node.function.key))
            takes = True
        elif type(node) is Alt:
            alternatives.append((node.span, len(node.options)))
        elif type(node) is Hole:
            hole = hole or node
        elif type(node) is Fold:
            folds = True
        elif type(node) is Array:
            lists = True
            if _is_matrix(node):
                parts += len(node.items)
                stack.extend(item for row in node.items[::-1] for item in children(row)[::-1])
                continue
            arrays = True
        stack.extend(reversed(children(node)))
    return Traits(
        frozenset(names) if names else _NOTHING,
        tuple(decimals),
        hole,
        tuple(alternatives),
        logs,
        angles,
        vectors and (arrays or bool(names)),
        spreads,
        summed,
        tuple(applied),
        folds,
        frozenset(ops) if ops else _NOTHING,
        takes,
        scaled,
        lettered,
        lists,
        parts,
    )


def _is_matrix(array: Array) -> bool:
    """Rows of several entries each, so that its products leave no doubt."""
    return all(isinstance(row, Array) and len(row.items) > 1 for row in array.items)


def names_in(expr: Expr) -> frozenset[str]:
    found: Traits | None = expr.facts  # which nothing else is asked as often
    return (_noted(expr) if found is None else found).names


def has_decimals(expr: Expr) -> bool:
    return bool(traits(expr).decimals)


def long_decimals(expr: Expr) -> list[str]:
    """The decimals in an expression that have digits enough to be recognised again."""
    return [node.text for node in traits(expr).decimals if len(node.text) > 3]


def has_holes(expr: Expr) -> bool:
    return traits(expr).hole is not None


def is_plain(expr: Expr) -> bool:
    found: Traits = expr.facts or _noted(expr)
    return not found.names and found.hole is None


def reason_of(expr: Expr) -> str:
    """Why an expression was not understood."""
    hole = traits(expr).hole
    return hole.reason if hole is not None else "not understood"
