"""Sums, products, maxima and minima over an index."""

from __future__ import annotations

from flint import fmpq

from workings.evaluating.calling import compute
from workings.evaluating.how import Function
from workings.evaluating.naming import index_keys
from workings.evaluating.run import Run
from workings.evaluating.series import is_endless, series
from workings.expr import Call, Expr, Fold, Name, walk
from workings.ops.primitives import NoValue
from workings.value import Scalar, Tensor, Value

MOST_TERMS = 10_000

COMBINE = {"sum": "add", "prod": "mul", "product": "mul", "max": "max", "min": "min"}
REDUCE = {"sum": "total", "prod": "product", "product": "product", "max": "max", "min": "min"}
_EMPTY = {"sum": fmpq(0), "prod": fmpq(1), "product": fmpq(1)}


def fold(run: Run, node: Fold) -> Value:
    if node.kind in ("argmax", "argmin") and node.variable is None:
        return compute(run, node.kind, [run.value(node.body)])
    if node.kind == "lim":
        from workings.evaluating.limits import limit  # only documents with limits wait for it

        run.enter()
        value = limit(run, node)
        run.depth -= 1
        return value
    if node.kind in ("argmax", "argmin") and node.variable is not None:
        return compute(run, node.kind, [_gathered(run, node, node.variable)])
    if node.kind not in COMBINE:
        raise NoValue(f"{node.kind} over an index")
    run.enter()
    value = _whole_tensor(run, node) if node.variable is None else _over_index(run, node, node.variable)
    run.depth -= 1
    return value


def _whole_tensor(run: Run, node: Fold) -> Value:
    """`sum(x)` without an index runs over all entries, `Σ a_j v_j` over the only letter that is one."""
    body = run.attempt(node.body)
    if isinstance(body, NoValue):
        letter = _only_letter(node.body)
        if letter is None or run.meaning(letter) is not None:
            raise body
        return _over_index(run, node, letter)
    if node.kind == "sum" and not isinstance(body, Tensor) and _is_product_of_lists(run, node.body):
        return body  # Σ x y, which has been added up already
    if not isinstance(body, Tensor) and node.kind not in ("max", "min"):
        raise NoValue(f"a {node.kind} with nothing to run over")
    return compute(run, REDUCE[node.kind], [body])


def _is_product_of_lists(run: Run, body: Expr) -> bool:
    """Whether two lists of the same length are multiplied, as `Σ x y` does entry by entry."""
    if not isinstance(body, Call) or body.op not in ("mul", "times", "dot") or len(body.args) != 2:
        return False
    first, second = (run.attempt(arg) for arg in body.args)
    return isinstance(first, Tensor) and isinstance(second, Tensor) and first.shape == second.shape


def _only_letter(body: Expr) -> str | None:
    """The letter that all subscripts are."""
    letters = {
        part.key if isinstance(part, Name) and len(part.key) == 1 else None
        for node in walk(body)
        if isinstance(node, Name)
        for part in node.index
    }
    return letters.pop() if len(letters) == 1 else None


def bounds(run: Run, node: Fold, variable: str) -> tuple[int, int]:
    """From where to where an index runs."""
    lower = 1 if node.lower is None else _whole(run.value(node.lower))
    return lower, _upper(run, node, variable, lower)


def _over_index(run: Run, node: Fold, variable: str) -> Value:
    if is_endless(node):
        return series(run, node, variable, 1 if node.lower is None else _whole(run.value(node.lower)))
    lower, upper = bounds(run, node, variable)
    if upper < lower:
        if node.kind in _EMPTY:
            return _EMPTY[node.kind]
        raise NoValue(f"a {node.kind} over nothing")
    if upper - lower >= MOST_TERMS:
        raise NoValue(f"more than {MOST_TERMS} terms")
    combine = COMBINE[node.kind]
    outside = run.locals
    inside = run.locals = {**outside}
    run.variables = (*run.variables, variable)
    result: Value | None = None
    for i in range(lower, upper + 1):
        run.spend(1)
        inside[variable] = fmpq(i)
        term = run.value(node.body)
        result = term if result is None else compute(run, combine, [result, term])
    run.locals = outside
    run.variables = run.variables[:-1]
    assert result is not None
    return result


def _gathered(run: Run, node: Fold, variable: str) -> Tensor:
    """What stands under an argmax, for every value of its index."""
    lower = 1 if node.lower is None else _whole(run.value(node.lower))
    upper = _upper(run, node, variable, lower)
    if not 0 <= upper - lower < MOST_TERMS:
        raise NoValue(f"{node.kind} over nothing, or over too many")
    run.enter()
    outside = run.locals
    inside = run.locals = {**outside}
    run.variables = (*run.variables, variable)
    terms: list[Scalar] = []
    for i in range(lower, upper + 1):
        run.spend(1)
        inside[variable] = fmpq(i)
        term = run.value(node.body)
        if isinstance(term, Tensor):
            raise NoValue(f"{node.kind} of vectors")
        terms.append(term)
    run.locals = outside
    run.variables = run.variables[:-1]
    run.depth -= 1
    return Tensor((len(terms),), tuple(terms), loose=True)


def _whole(value: Value) -> int:
    if type(value) is not fmpq or value.q != 1 or abs(value) > 10**12:
        raise NoValue("a bound that is not a whole number")
    return int(value.p)


def _upper(run: Run, node: Fold, variable: str, lower: int) -> int:
    """The upper bound, or the length of what the variable indexes where the bound has no value."""
    if node.upper is not None:
        upper = run.attempt(node.upper)
        if not isinstance(upper, NoValue):
            return _whole(upper)
        if not upper.missing:
            raise upper
        missing = upper
    else:
        missing = NoValue(f"no upper bound for {variable}")
    lengths = {length for length in _lengths(run, node.body, variable, lower) if length}
    if len(lengths) != 1:
        raise missing
    return lengths.pop()


def _lengths(run: Run, body: Expr, variable: str, lower: int) -> list[int]:
    """The extents of everything in the body that carries the variable as a subscript."""
    lengths: list[int] = []
    for part in walk(body):
        if type(part) is not Name:
            continue
        index = part.index
        if len(index) == 1 and type(pair := index[0]) is Call and pair.op == "mul":
            index = pair.args  # S_{ij'}
        for position, expr in enumerate(index):
            letters = expr.key if type(expr) is Name else ""
            if letters == variable:
                lengths.append(_extent(run, part.base, position, len(index), lower))
            elif len(letters) == 2 and letters.isalpha() and variable in letters and len(index) == 1:
                lengths.append(_extent(run, part.base, letters.index(variable), 2, lower))
    return lengths


def _extent(run: Run, base: str, position: int, rank: int, lower: int) -> int:
    tensor = run.meaning(base)
    if isinstance(tensor, Tensor):
        if rank == 1 and 1 in tensor.shape:
            return len(tensor.items)
        return tensor.shape[position] if position < len(tensor.shape) else 0
    if rank > 1:
        return 0
    count = lower
    while count < lower + MOST_TERMS and _given(run, base, count):
        count += 1
    return count - 1 if count > lower else 0


def _given(run: Run, base: str, at: int) -> bool:
    found = (run.meaning(key) for key in index_keys(base, (at,)))
    return any(meaning is not None and type(meaning) is not Function for meaning in found)
