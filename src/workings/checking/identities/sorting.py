"""What the free names of a link stand for: numbers, vectors, matrices, functions; and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import field, replace
from itertools import product

from flint import fmpq

from workings.checking.identities.shaping import (
    ONE,
    SMALLEST,
    Extents,
    MisfitError,
    Shape,
    Shaper,
    letters_apart,
)
from workings.evaluating import Function
from workings.expr import PRODUCTS, Alt, Apply, Call, Expr, Fold, Index, Name, Number, children, walk
from workings.kinds import Kind
from workings.record import record
from workings.value import Tensor, Value

MOST_WAYS = 3  # in which the shapes fit
MOST_OPEN = 5  # names that may be vectors or numbers, tried both ways
_MATRIX_LETTERS = frozenset("ΛΣΦΨΩΘΓΠ")
_INDEX_LETTERS = frozenset("ijklmnpqrst")
FUNCTION_LETTERS = frozenset("fghφψϕFG")
UNITS = ("δ", "e")  # δ_ij and e_i, which are entries and rows of an identity
_COUNTS = frozenset({"n", "N", "m", "M"})
_VECTOR_OPS = frozenset({"norm", "dot", "softmax", "outer", "diag", "hardmax", "argmax", "argmin"})
_SQUARE_OPS = frozenset({"inverse", "det", "trace"})
_LINEAR = PRODUCTS | {"add", "sub", "neg", "transpose"}  # that pass on what stands around them
_NOTHING: frozenset[str] = frozenset()  # said of what a formula stands in
_A_NUMBER = frozenset({"number"})


@record(slots=True)
class Uses:
    """How the names of a formula are used, by their keys."""

    defined: Set[str] = frozenset()  # functions of the document, which take numbers
    names: dict[str, Name] = field(default_factory=dict)
    transposed: set[str] = field(default_factory=set)
    vectors: set[str] = field(default_factory=set)  # in a norm, a dot product, a softmax
    square: set[str] = field(default_factory=set)  # in an inverse, determinant or trace
    numbers: set[str] = field(default_factory=set)  # exponents, bounds, divisors
    steps: set[str] = field(default_factory=set)  # exponents of matrices, bounds and the like: whole numbers
    entries: dict[str, int] = field(default_factory=dict)  # bases of x_i and A_ij, and how many subscripts
    shares: bool = False  # a softmax, so that something is a vector
    bound: set[str] = field(default_factory=set)  # letters of sums
    letters: set[str] = field(default_factory=set)  # letters that are subscripts
    applied: set[str] = field(default_factory=set)  # names before brackets
    factors: set[str] = field(default_factory=set)  # names that also stand alone
    unbounded: set[str] = field(default_factory=set)  # letters of sums without an upper bound


_COUNTING = frozenset({"binomial", "factorial"})


def uses_of(exprs: Iterable[Expr], defined: Set[str] = frozenset()) -> Uses:
    """Everything that the formulas tell about their names; `defined` are the functions of the document."""
    uses = Uses(defined=defined)
    for expr in exprs:
        _look(expr, uses, frozenset())
    for key, name in uses.names.items():
        index = letters_apart(name.index)
        if (
            index
            and all(isinstance(part, Name) and part.key in uses.bound for part in index)
            or (index and name.base in uses.vectors and all(isinstance(part, Number) for part in index))
            or (
                index
                and key != name.base
                and name.base in uses.factors | uses.vectors
                and all(isinstance(part, Name) and part.key in _INDEX_LETTERS for part in index)
            )
        ):
            uses.entries[name.base] = max(len(index), uses.entries.get(name.base, 0))
    for name in uses.names.values():
        if name.index and name.base in uses.entries:
            for part in letters_apart(name.index):
                if isinstance(part, Name):
                    uses.letters.add(part.key)
    return uses


def _look(expr: Expr, uses: Uses, around: frozenset[str]) -> None:
    """Walk a formula; `around` says in which operations it stands."""
    match expr:
        case Name():
            _look_at_name(expr, uses, around)
        case Call():
            _look_at_call(expr, uses, around)
        case Index():
            for part in expr.index:
                if isinstance(part, Call) and isinstance(part.args[0], Name):  # counted from nought: i - 1
                    uses.letters.add(part.args[0].key)
            _look(expr.base, uses, _NOTHING)
        case Apply():
            uses.applied.add(expr.function.key)
            uses.names.setdefault(expr.function.key, expr.function)
            inside = _A_NUMBER if expr.function.key in uses.defined else _NOTHING
            for arg in expr.args:
                _look(arg, uses, inside)
        case Fold():
            _look_at_fold(expr, uses)
        case Alt():
            _look(expr.options[0], uses, around)
        case _:
            for part in children(expr):
                _look(part, uses, _NOTHING)


def _look_at_name(name: Name, uses: Uses, around: frozenset[str]) -> None:
    """Note a name with the marks of the operations that it stands in."""
    uses.names[name.key] = name
    for part in name.index:
        if not isinstance(part, Name | Number):
            _look(part, uses, _A_NUMBER)
    if not name.index:
        uses.factors.add(name.key)
    for mark, found in (
        ("transpose", uses.transposed),
        ("vector", uses.vectors),
        ("square", uses.square),
        ("number", uses.numbers),
    ):
        if mark in around:
            found.add(name.key)


def _look_at_call(expr: Call, uses: Uses, around: frozenset[str]) -> None:
    """Walk what an operation is applied to, with the mark that it gives its arguments."""
    match expr:
        case Call(op="pow", args=(base, exponent)):
            inverted = isinstance(exponent, Call) and exponent.op == "neg"
            if any(isinstance(node, Name) and node.key[:1].isupper() for node in walk(base)):
                uses.steps |= {node.key for node in walk(exponent) if isinstance(node, Name)}
            _look(base, uses, around)
            _look(exponent, uses, _NOTHING if inverted else _A_NUMBER)
        case Call(op="div", args=(over, under)):
            _look(over, uses, around)
            _look(under, uses, around | _A_NUMBER if isinstance(under, Name) else around)
        case Call(op="softmax" | "hardmax", args=(Call() as inner,)):
            uses.shares = True
            _look(inner, uses, _NOTHING)  # of z + c, either may be a number
        case _:
            if expr.op in _COUNTING:
                uses.steps |= {node.key for node in walk(expr) if isinstance(node, Name)}
            kept = around if expr.op in _LINEAR else _NOTHING
            for arg in expr.args:
                _look(arg, uses, kept | _mark_of(expr.op))


def _mark_of(op: str) -> frozenset[str]:
    """What an operation makes of the names in it."""
    if op == "transpose":
        return frozenset({"transpose"})
    if op in _VECTOR_OPS:
        return frozenset({"vector"})
    return frozenset({"square"}) if op in _SQUARE_OPS else _NOTHING


def _look_at_fold(expr: Fold, uses: Uses) -> None:
    """Walk a sum or a limit; its letter is bound, and its bounds are numbers."""
    if expr.variable and expr.kind == "lim":
        uses.numbers.add(expr.variable)
    elif expr.variable:
        uses.bound.add(expr.variable)
        if expr.upper is None:
            uses.unbounded.add(expr.variable)
    for bound in (expr.lower, expr.upper):
        if bound is not None:
            uses.steps |= {node.key for node in walk(bound) if isinstance(node, Name)}
            _look(bound, uses, _A_NUMBER)
    _look(expr.body, uses, _NOTHING)


@record(frozen=True, slots=True)
class Sorted:
    """One way to take the free names: the size of each vector and matrix, which are functions and letters."""

    shapes: Mapping[str, tuple[int, int]]  # sizes by name, (1, 1) for a number
    sizes: Mapping[str, int]  # of n, d, T where these are extents
    functions: frozenset[str]
    letters: Mapping[str, int]  # free index letters, and what they run over
    steps: frozenset[str] = frozenset()  # numbers that are whole
    small: Sorted | None = None  # the same with every free extent as small as can be
    sure: bool = True  # False: shapes were not inferred, so that a difference says nothing


def functions_among(uses: Uses) -> frozenset[str]:
    """Names before brackets that are functions: f(x), g(w h + a x), but not W_2(W_1 u)."""
    return frozenset(
        key
        for key in uses.applied
        if key.rstrip("'")[:1] in FUNCTION_LETTERS
        and key not in uses.factors
        or key.endswith("'")
        and key.rstrip("'") not in uses.factors
    )


def guess(key: str, uses: Uses, kinds: Mapping[str, Kind]) -> str:
    """`number`, `vector`, `matrix`, or `open` for a small letter that may be a vector or a number."""
    kind = kinds.get(key)
    if kind is not None:
        return ("number", "vector", "matrix")[min(kind.rank, 2)]
    if key in uses.entries:
        return "vector" if uses.entries[key] == 1 else "matrix"
    if key in uses.numbers:
        return "number"
    letter = _letter(key)
    if letter.isupper() and (letter.isascii() or letter in _MATRIX_LETTERS):
        return "matrix"
    if key in uses.vectors or key in uses.transposed:
        return "vector"
    return "open" if letter.isascii() and letter.isalpha() else "number"


def _letter(key: str) -> str:
    """The letter of a name: the h of `hat(h)_t`."""
    inside = key.partition("(")[2]
    return (inside or key)[:1]


def square(free: list[str]) -> Sorted:
    """Capitals as 2×2 matrices and some small letters as vectors, where no shapes could be inferred."""
    shapes = {
        key: (2, 2) if key[:1].isupper() else (2, 1) if key[:1] in "bcdhuvxyz" else (1, 1) for key in free
    }
    return Sorted(shapes, {}, frozenset(), {}, sure=False)


def ways(
    left: Expr,
    right: Expr,
    free: list[str],
    formulas: list[tuple[str, Expr]],
    known: Mapping[str, Value | Function],
    kinds: Mapping[str, Kind],
    uses: Uses,
) -> Iterator[Sorted]:
    """The ways in which every shape fits, with vectors standing, else lying; raises if there is none."""
    guesses = {key: guess(key, uses, kinds) for key in free}
    has_tensors = any(sort in ("matrix", "vector") for sort in guesses.values()) or any(
        isinstance(known.get(key), Tensor) for key in uses.names
    )
    undecided = [key for key in free if guesses[key] == "open"]
    if not has_tensors and not uses.shares:
        return
    misfit: MisfitError | None = None
    found = 0
    for strict, choice in product((True, False), _choices(len(undecided))):
        if found and (not strict or found == MOST_WAYS):
            return
        sorts = {**guesses, **dict(zip(undecided, choice, strict=True))}
        for row in (False, True):
            try:
                yield _unified(left, right, sorts, formulas, known, kinds, uses, row, strict)
                found += 1
                break
            except MisfitError as gone:
                misfit = misfit or gone
    if misfit is not None and not found:
        raise misfit


def _choices(count: int) -> Iterator[tuple[str, ...]]:
    if count <= MOST_OPEN:
        yield from product(("vector", "number"), repeat=count)
    else:
        yield ("vector",) * count
        yield ("number",) * count


def _unified(
    left: Expr,
    right: Expr,
    sorts: Mapping[str, str],
    formulas: list[tuple[str, Expr]],
    known: Mapping[str, Value | Function],
    kinds: Mapping[str, Kind],
    uses: Uses,
    row: bool,
    strict: bool,
) -> Sorted:
    """The sizes under one choice of sorts."""
    extents = Extents()
    shapes = {key: _shape(key, sort, kinds, extents, row) for key, sort in sorts.items()}
    for key in uses.names:
        value = known.get(key)
        if isinstance(value, Tensor) and len(value.shape) <= 2:
            shapes[key] = _shape_of_value(value, extents, row)
        whole = known.get(uses.names[key].base)
        if isinstance(whole, Tensor) and len(whole.shape) <= 2:
            shapes[uses.names[key].base] = _shape_of_value(whole, extents, row)
    for base, rank in uses.entries.items():
        if base not in shapes:
            shapes[base] = _shape(base, "vector" if rank == 1 else "matrix", kinds, extents, row)
    for unit in {name.base for name in uses.names.values() if name.base in UNITS and name.index}:
        side = extents.fresh()
        shapes.setdefault(unit, (side, side))
    functions = functions_among(uses)
    shaper = Shaper(shapes, extents, functions, known)
    _tie_counts(uses, shaper)
    for key, formula in formulas:
        shaper.shapes[key] = shaper.of(formula)
    shaper.meet(shaper.of(left), shaper.of(right))
    _refuse_degenerate(sorts, shaper, strict)
    given = {
        key: int(value.p)
        for key in extents.symbols
        if isinstance(value := known.get(key), fmpq) and value.q == 1 and 1 <= value <= 6
    }
    small = _sorted(shaper, uses, functions, extents.sizes(given, SMALLEST))
    return replace(_sorted(shaper, uses, functions, extents.sizes(given)), small=small)


def _sorted(shaper: Shaper, uses: Uses, functions: frozenset[str], sizes: Mapping[int, int]) -> Sorted:
    """The names with the sizes that were chosen for their extents."""
    find = shaper.extents.find
    shapes = {key: (sizes[find(s[0])], sizes[find(s[1])]) for key, s in shaper.shapes.items()}
    letters = {
        letter: sizes[find(extent)]
        for letter, extent in shaper.letters.items()
        if letter in uses.letters and letter not in uses.bound
    }
    named = {key: sizes[find(extent)] for key, extent in shaper.extents.symbols.items()}
    return Sorted(shapes, named, functions, letters, frozenset(uses.steps))


def _refuse_degenerate(sorts: Mapping[str, str], shaper: Shaper, strict: bool) -> None:
    """A matrix that would have to be a number, or a vector if we are strict, is not what is meant."""
    for key, sort in sorts.items():
        shape = shaper.shapes[key]
        if sort != "number" and shaper.is_number(shape):
            raise MisfitError(f"{key} would be a number")
        if strict and sort == "matrix" and shaper.is_vector(shape):
            raise MisfitError(f"{key} would be a vector")


def _tie_counts(uses: Uses, shaper: Shaper) -> None:
    """The n of `1/n Σ_i x_i` is how many terms the sum has."""
    counts = [key for key in sorted(uses.numbers) if key in _COUNTS]
    if len(counts) == 1 and len(uses.unbounded) == 1:
        (letter,) = uses.unbounded
        shaper.ties[letter] = shaper.extents.symbol(counts[0])
    elif len(counts) == 1 and not uses.bound and len(uses.letters) == 1:
        (letter,) = uses.letters
        shaper.letters[letter] = shaper.extents.symbol(counts[0])


def _shape(key: str, sort: str, kinds: Mapping[str, Kind], extents: Extents, row: bool) -> Shape:
    kind = kinds.get(key)
    said = kind.extents if kind is not None else None
    sides = [_extent(expr, extents) for expr in said] if said else []
    if sort == "number":
        return ONE, ONE
    if sort == "vector":
        if len(sides) == 2:
            return sides[0], sides[1]
        length = sides[0] if sides else extents.fresh()
        if not sides and kind is not None and kind.family:
            length = extents.symbol(f"family of {kind.family}")
            extents.least[length] = len(kind.family)
        return (ONE, length) if row else (length, ONE)
    if not sides and (key == "I" or (kind is not None and kind.trait)):
        side = extents.fresh()
        return side, side
    return (sides[0], sides[1]) if len(sides) == 2 else (extents.fresh(), extents.fresh())


def _extent(expr: Expr, extents: Extents) -> int:
    match expr:
        case Number(value=value) if value.q == 1 and 1 <= value <= 8:
            return extents.of_size(int(value.p))
        case Name(key=key):
            return extents.symbol(key)
        case Number(text=text):
            return extents.symbol(text)  # 768 is taken small, and alike wherever it stands
    return extents.fresh()


def _shape_of_value(value: Tensor, extents: Extents, row: bool) -> Shape:
    if len(value.shape) == 1:
        length = extents.of_size(value.shape[0])
        return (ONE, length) if row else (length, ONE)
    return extents.of_size(value.shape[0]), extents.of_size(value.shape[1])
