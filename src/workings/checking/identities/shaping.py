"""Shapes by unification: which sizes the names of a formula must have so that both its sides make sense.

Every shape is a pair of extents, (1, 1) for a number, (n, 1) or (1, n) for a vector. Extents are
united where a sum, product or index asks for it; what stays free is chosen small and distinct.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from workings.evaluating import Function
from workings.expr import PRODUCTS, Alt, Apply, Array, Call, Cases, Expr, Fold, Index, Name, Number, Relation

ONE = 0  # the extent of numbers
MOST_PARTS = 600  # of a formula whose shapes are inferred
_SIZES = (2, 3, 4)  # for extents that nothing fixes, in turn
SMALLEST = (2,)  # for those of a counterexample
_LARGEST = 6

Shape: TypeAlias = tuple[int, int]
_NUMBER: Shape = (ONE, ONE)

ENTRYWISE = frozenset(
    "neg exp ln log log2 log10 sqrt abs sign floor ceil round sin cos tan sinh cosh tanh asin acos atan erf "
    "sigmoid relu leaky_relu elu selu silu softplus gelu mish hard_sigmoid step softmax hardmax layer_norm "
    "sigmoid_prime tanh_prime relu_prime softplus_prime leaky_relu_prime running_total".split()
)
_SUMS = frozenset({"add", "sub"})
_REDUCING = frozenset("total mean max min argmax argmin product length entropy".split())
_SQUARE = frozenset({"det", "trace"})


class MisfitError(Exception):
    """The shapes of a formula do not fit together, and why."""


class Extents:
    """Extents that may be equal, united as the formula is gone through."""

    def __init__(self) -> None:
        self.parents = [ONE]
        self.fixed: dict[int, int] = {ONE: 1}
        self.symbols: dict[str, int] = {}  # n, d, T, …
        self.least: dict[int, int] = {}  # because an entry of that number is named

    def fresh(self) -> int:
        self.parents.append(len(self.parents))
        return len(self.parents) - 1

    def symbol(self, key: str) -> int:
        if key not in self.symbols:
            self.symbols[key] = self.fresh()
        return self.symbols[key]

    def of_size(self, size: int) -> int:
        if size == 1:
            return ONE
        extent = self.fresh()
        self.fixed[extent] = size
        return extent

    def find(self, extent: int) -> int:
        while self.parents[extent] != extent:
            extent = self.parents[extent]
        return extent

    def unite(self, a: int, b: int) -> None:
        a, b = self.find(a), self.find(b)
        if a == b:
            return
        if a in self.fixed and b in self.fixed and self.fixed[a] != self.fixed[b]:
            raise MisfitError(f"{self.fixed[a]} does not fit {self.fixed[b]}")
        if b in self.fixed:
            a, b = b, a
        self.parents[b] = a

    def sizes(self, given: Mapping[str, int], choices: Sequence[int] = _SIZES) -> dict[int, int]:
        """A size for every extent: as fixed, as given for its symbol, otherwise small and distinct."""
        found = {self.find(extent): size for extent, size in self.fixed.items()}
        for key, extent in self.symbols.items():
            if key in given:
                found.setdefault(self.find(extent), given[key])
        least = {self.find(extent): size for extent, size in self.least.items()}
        turn = 0
        for extent in range(len(self.parents)):
            root = self.find(extent)
            if root not in found:
                found[root] = max(choices[turn % len(choices)], least.get(root, 1))
                turn += 1
        return found


class Shaper:
    """Goes through formulas and unites the extents of their names."""

    def __init__(
        self,
        shapes: Mapping[str, Shape],
        extents: Extents,
        functions: frozenset[str],
        known: Mapping[str, object],
    ) -> None:
        self.shapes = dict(shapes)
        self.known = known
        self.extents = extents
        self.functions = functions  # names that stand for functions of a number
        self.letters: dict[str, int] = {}  # what an index letter runs over
        self.ties: dict[str, int] = {}  # letters of sums whose extent is known beforehand
        self.left = MOST_PARTS

    # -- shapes ---------------------------------------------------------------------------------

    def is_number(self, shape: Shape) -> bool:
        return self.extents.find(shape[0]) == ONE == self.extents.find(shape[1])

    def is_vector(self, shape: Shape) -> bool:
        return not self.is_number(shape) and ONE in (
            self.extents.find(shape[0]),
            self.extents.find(shape[1]),
        )

    def unite(self, a: Shape, b: Shape) -> Shape:
        self.extents.unite(a[0], b[0])
        self.extents.unite(a[1], b[1])
        return a

    def meet(self, a: Shape, b: Shape) -> None:
        """Both sides of a link: a vector may lie on one side and stand on the other."""
        if self.is_vector(a) and self.is_vector(b):
            self.extents.unite(self.length(a), self.length(b))
        else:
            self.unite(a, b)

    def length(self, shape: Shape) -> int:
        """The long side of a vector."""
        return shape[1] if self.extents.find(shape[0]) == ONE else shape[0]

    # -- formulas -------------------------------------------------------------------------------

    def of(self, expr: Expr) -> Shape:
        """The shape of a formula; raises where its parts do not fit."""
        self.left -= 1
        if self.left < 0:
            raise MisfitError("longer than shapes are inferred for")
        match expr:
            case Number():
                return _NUMBER
            case Name():
                return self._name(expr)
            case Call():
                return self._call(expr)
            case Apply():
                return self._apply(expr)
            case Index():
                return self._entry(expr)
            case Array():
                return self._array(expr)
            case Fold():
                return self._fold(expr)
            case Cases():
                for _, condition in expr.branches:
                    if condition is not None:
                        self.of(condition)
                shapes = [self.of(body) for body, _ in expr.branches]
                for shape in shapes[1:]:
                    self.unite(shapes[0], shape)
                return shapes[0]
            case Relation():
                first = self.of(expr.members[0])
                for member in expr.members[1:]:
                    self.meet(first, self.of(member))
                return _NUMBER
            case Alt():
                return self.of(expr.options[0])
            case _:
                raise MisfitError("something that was not understood")

    def _name(self, name: Name) -> Shape:
        own = self.shapes.get(name.key)
        if own is not None:
            return own
        base = self.shapes.get(name.base) if name.index else None
        if base is None:
            return _NUMBER  # π, an index, a size
        sides = [self.length(base)] if self.is_vector(base) else list(base)
        index = letters_apart(name.index) if len(sides) == 2 else name.index
        if len(index) > len(sides):
            raise MisfitError(f"{name.base} has {len(sides)} subscripts")
        for part, side in zip(index, sides, strict=False):
            self._index(part, side)
        return _NUMBER if len(index) == len(sides) else (ONE, sides[-1])

    def _index(self, part: Expr, side: int) -> None:
        """A letter runs over the extent it is an index of; a number is at most that."""
        match part:
            case Name(key=letter):
                self.extents.unite(self.letters.setdefault(letter, side), side)
            case Number(value=value) if value.q == 1:
                root = self.extents.find(side)
                self.extents.least[root] = max(self.extents.least.get(root, 1), min(int(value.p), _LARGEST))

    def _call(self, node: Call) -> Shape:
        """The shape of a call, by what its operation asks of those of its arguments."""
        op = node.op
        if op in ("norm", "bars", "dot", "outer", "concat", "diag", "one_hot"):
            return self._vectors(op, node)
        shapes = [self.of(arg) for arg in node.args]
        if op in _SUMS:
            return self._sum(node, *shapes)
        if op in PRODUCTS:
            return self._product(*shapes)
        if op == "hadamard":
            return self._scaled(*shapes) or self.unite(*shapes)
        if op == "div":
            if not self.is_number(shapes[1]):
                self.unite(*shapes)
            return shapes[0]
        if op == "pow":
            return self._power(node, *shapes)
        if op == "transpose":
            return shapes[0][1], shapes[0][0]
        if op == "inverse":
            self.extents.unite(*shapes[0])
            return shapes[0]
        if op in _SQUARE:
            self.extents.unite(*shapes[0])
            return _NUMBER
        if op in ENTRYWISE and len(shapes) == 1:
            return shapes[0]
        if op in _REDUCING or all(self.is_number(shape) for shape in shapes):
            return _NUMBER
        raise MisfitError(f"{op} of vectors or matrices")

    def _vectors(self, op: str, node: Call) -> Shape:
        """Operations that tell vectors from matrices."""
        shapes = [self.of(arg) for arg in node.args]
        if op in ("norm", "bars"):
            return _NUMBER
        if op == "dot":
            self.meet(*shapes)
            return _NUMBER
        if op == "outer" and all(self.is_vector(shape) for shape in shapes):
            return self.length(shapes[0]), self.length(shapes[1])
        if op == "diag" and self.is_vector(shapes[0]):
            return self.length(shapes[0]), self.length(shapes[0])
        raise MisfitError(f"{op} of these")

    def _sum(self, node: Call, a: Shape, b: Shape) -> Shape:
        """Like with like; a numeral may be added to every entry."""
        for addend, other, shape in ((node.args[0], b, a), (node.args[1], a, b)):
            if isinstance(addend, Number | Name) and self.is_number(shape):
                return other
        if self.is_vector(a) and self.is_vector(b) and self.extents.find(a[0]) != self.extents.find(b[0]):
            self.unite(a, b)
        return self.unite(a, b)

    def _scaled(self, a: Shape, b: Shape) -> Shape | None:
        return b if self.is_number(a) else a if self.is_number(b) else None

    def _product(self, a: Shape, b: Shape) -> Shape:
        """Scaling, the dot product of two vectors that stand alike, or the matrix product."""
        scaled = self._scaled(a, b)
        if scaled is not None:
            return scaled
        find = self.extents.find
        alike = (find(a[0]) == ONE) == (find(b[0]) == ONE)
        if self.is_vector(a) and self.is_vector(b) and alike:
            self.extents.unite(self.length(a), self.length(b))
            return _NUMBER
        self.extents.unite(a[1], b[0])
        return a[0], b[1]

    def _power(self, node: Call, base: Shape, exponent: Shape) -> Shape:
        if not self.is_number(exponent):
            raise MisfitError("an exponent that is no number")
        if not self.is_number(base) and not self.is_vector(base):
            self.extents.unite(*base)
        return base

    def _apply(self, node: Apply) -> Shape:
        """A function of a number works on every entry; another name before brackets is a factor."""
        shapes = [self.of(arg) for arg in node.args]
        known = self.known.get(node.function.key)
        if isinstance(known, Function):
            if not all(self.is_number(shape) for shape in shapes):
                raise MisfitError(f"{node.function.key} of a vector")
            return self.of(known.body)
        if node.function.key in self.functions:
            return shapes[0] if len(shapes) == 1 else _NUMBER
        if len(shapes) != 1:
            raise MisfitError(f"{node.function.key} of {len(shapes)}")
        return self._product(self._name(node.function), shapes[0])

    def _entry(self, node: Index) -> Shape:
        base = self.of(node.base)
        sides = [self.length(base)] if self.is_vector(base) else list(base)
        if len(node.index) > len(sides):
            raise MisfitError("more subscripts than sides")
        for part, side in zip(node.index, sides, strict=False):
            if isinstance(part, Call) and part.op == "sub":  # counted from nought: i - 1
                self._index(part.args[0], side)
        return _NUMBER if len(node.index) == len(sides) else (ONE, sides[-1])

    def _array(self, node: Array) -> Shape:
        shapes = [self.of(item) for item in node.items]
        if not shapes:
            raise MisfitError("an empty list")
        if all(self.is_number(shape) for shape in shapes):
            count = self.extents.of_size(len(shapes))
            rows = all(isinstance(item, Array) for item in node.items)
            return (count, ONE) if rows or node.form == "column" else (ONE, count)
        for shape in shapes[1:]:
            self.unite(shapes[0], shape)
        find, count = self.extents.find, self.extents.of_size(len(shapes))
        if not self.is_vector(shapes[0]):
            raise MisfitError("matrices in a list")
        return (shapes[0][0], count) if find(shapes[0][0]) != ONE else (count, shapes[0][1])

    def _fold(self, node: Fold) -> Shape:
        """The letter of a sum runs up to its bound, which is then the extent of what it indexes."""
        if node.kind == "lim" or node.variable is None:
            return self.of(node.body)
        outside = self.letters.get(node.variable)
        match node.upper:
            case Name(key=key):
                self.letters[node.variable] = self.extents.symbol(key)
            case Number(value=value) if value.q == 1 and 1 <= value <= _LARGEST:
                self.letters[node.variable] = self.extents.of_size(int(value.p))
            case None:
                self.letters.pop(node.variable, None)
                if node.variable in self.ties:
                    self.letters[node.variable] = self.ties[node.variable]
        shape = self.of(node.body)
        if outside is not None:
            self.letters[node.variable] = outside
        return _NUMBER if node.kind in ("argmax", "argmin") else shape


def letters_apart(index: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """`ij` as i, j and `12` as 1, 2: the two subscripts of a matrix written without a comma."""
    if len(index) != 1:
        return index
    match index[0]:
        case Name(span=span, key=key) if len(key) == 2 and key.isalpha():
            return Name(span, key[0], key[0]), Name(span, key[1], key[1])
        case Call(op="mul", args=(Name() as first, Name() as second)):
            return first, second
    return index
