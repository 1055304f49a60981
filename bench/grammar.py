"""An outside check of the grammar: the LaTeX lists in SymPy's own tests, read by us and compared in value.

A formula agrees if our value equals SymPy's at seeded points: small integers, rationals, and rationals
below one; points where one side has no value are passed over, and at least one must remain.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import parse_formula
from links_read import is_understood
from sympy_lists import Pair, read_pairs

POINTS = (
    [Fraction(n) for n in (2, 3, 4, 5, 6, 7, 8, 9)],
    [Fraction(7, 3), Fraction(5, 2), Fraction(11, 4), Fraction(9, 5), Fraction(13, 6), Fraction(17, 7)],
    [Fraction(1, 3), Fraction(2, 5), Fraction(3, 7), Fraction(4, 9), Fraction(5, 8), Fraction(6, 11)],
)
GREEK = {"α": "alpha", "β": "beta", "θ": "theta", "π": "pi"}
WEIGHTS = (2, 3, 5, 7)  # what an unknown function does to its arguments: 2a + 3b + 5c …
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Symbols:
    """SymPy's free symbols by canonical name, and the number of arguments of its unknown functions."""

    values: dict[str, Any]
    functions: dict[str, int]

    def point(self, pool: list[Fraction]) -> dict[str, Fraction]:
        return dict(zip(sorted(self.values), pool, strict=False))


def judge_pair(pair: Pair) -> tuple[str, str]:
    """One of "agrees", "differs", "no value", "not read", with what was seen."""
    expr = parse_formula(pair.latex)
    if not is_understood(expr):
        return "not read", ""
    theirs = their_symbols(pair.expected)
    seen = ""
    for pool in POINTS:
        values = theirs.point(pool)
        bound = bind(our_names(expr), theirs, values)
        want = their_value(pair.expected, theirs, values)
        have = our_value(expr, bound)
        if want is None or isinstance(have, str):
            seen = seen or (have if isinstance(have, str) else "SymPy gives no number")
        elif same(have, want):
            return "agrees", ""
        else:
            return "differs", f"{have} against {want}"
    return "no value", seen


def canonical(name: str) -> str:
    """A name without the marks in which spellings differ, its primes moved to the end."""
    plain = re.sub(r"[{}\\ ^_]|mathit", "", name).replace("′", "'").replace("prime", "'")
    plain = "".join(GREEK.get(character, character) for character in plain)
    return plain.replace("'", "") + "'" * plain.count("'")


def our_names(expr: Any) -> dict[str, bool]:
    """The free names of our expression; the value says whether it stands for a function."""
    from workings.expr import Apply, Fold, Name, walk

    names: dict[str, bool] = {}
    bound = set()
    for node in walk(expr):
        match node:
            case Apply():
                names[node.function.key] = True
            case Name():
                names.setdefault(node.key, False)
            case Fold(variable=str(variable)):
                bound.add(variable)
    return {name: function for name, function in names.items() if name not in bound}


def their_symbols(expected: Any) -> Symbols:
    from sympy import sympify
    from sympy.core.function import AppliedUndef

    expression = sympify(expected)
    calls = expression.atoms(AppliedUndef)
    return Symbols(
        {canonical(s.name): s for s in expression.free_symbols},
        {canonical(call.func.__name__): len(call.args) for call in calls},
    )


def bind(ours: dict[str, bool], theirs: Symbols, values: dict[str, Fraction]) -> dict[str, Any]:
    """Our names with SymPy's values; a letter that SymPy has cancelled gets some value."""
    from flint import fmpq

    bound: dict[str, Any] = {}
    for name, is_function in ours.items():
        key = canonical(name)
        if key in theirs.functions:
            bound[name] = _weighted(theirs.functions[key])
        elif key in values:
            bound[name] = fmpq(values[key].numerator, values[key].denominator)
        elif len(key) == 1 and key != "e" and not is_function:
            bound[name] = fmpq(3)
    return bound


def _weighted(arity: int) -> Any:
    """A function of the document: 2a + 3b + …"""
    from workings.evaluating import Function
    from workings.expr import name, number

    params = tuple(f"p{index}" for index in range(arity))
    body: Any = number(0)
    for weight, param in zip(WEIGHTS, params, strict=False):
        body = body + number(weight) * name(param)
    return Function(params, body)


def their_value(expected: Any, theirs: Symbols, values: dict[str, Fraction]) -> Any:
    """SymPy's value at a point: a number, rows of numbers, a truth, or None."""
    import sympy
    from sympy.core.function import AppliedUndef

    expression = sympy.sympify(expected)
    chosen = {theirs.values[name]: sympy.Rational(value) for name, value in values.items()}
    known = expression.subs(chosen).doit()
    for call in known.atoms(AppliedUndef):
        total = sum(w * a for w, a in zip(WEIGHTS, call.args, strict=False))
        known = known.subs(call, total).doit()
    if known in (sympy.true, sympy.false):
        return bool(known)
    if isinstance(known, sympy.MatrixBase):
        return [[_number(x) for x in known.row(r)] for r in range(known.rows)]
    return _number(known)


def _number(value: Any) -> Any:
    evaluated = value.evalf(30)
    return evaluated if evaluated.is_number and evaluated.is_real and evaluated.is_finite else None


def our_value(expr: Any, bound: dict[str, Any]) -> Any:
    """Our value at a point as SymPy numbers, a truth, or the words why there is none."""
    from workings.evaluating import evaluate
    from workings.value import Tensor, Truth, Undefined, precision

    with precision(128):
        result = evaluate(expr, bound)
    match result:
        case Undefined():
            return result.reason
        case Truth():
            return result.holds
        case Tensor():
            return [[_plain(x) for x in result.items]]
        case _:
            return _plain(result)


def _plain(value: Any) -> Any:
    import sympy
    from flint import fmpq

    if isinstance(value, fmpq):
        return sympy.Rational(int(value.p), int(value.q))
    return sympy.Float(value.mid().str(30, radius=False), 30)


def same(ours: Any, theirs: Any) -> bool:
    """Equal up to rounding; a single entry in brackets equals the entry."""
    if isinstance(ours, bool) or isinstance(theirs, bool):
        return ours is theirs
    flat, other = _flat(ours), _flat(theirs)
    if len(flat) != len(other) or None in other:
        return False
    return all(abs(a - b) <= TOLERANCE * max(1, abs(b)) for a, b in zip(flat, other, strict=True))


def _flat(value: Any) -> list[Any]:
    return [x for row in value for x in row] if isinstance(value, list) else [value]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    options = parser.parse_args()
    pairs = read_pairs()
    if not pairs:
        print("nothing measured: sympy is not installed (pip install -r bench/requirements.txt)")
        return
    results = [(pair, *judge_pair(pair)) for pair in pairs if pair.out_of_scope is None]
    if options.json:
        records = [{"file": p.file, "latex": p.latex, "result": r, "seen": seen} for p, r, seen in results]
        print(json.dumps(records, ensure_ascii=False, indent=1))
        return
    print_results(pairs, results)


def print_results(pairs: list[Pair], results: list[tuple[Pair, str, str]]) -> None:
    columns = ("agrees", "differs", "no value", "not read")
    print(f"{'file':22}{'pairs':>7}{'in scope':>10}" + "".join(f"{c:>10}" for c in columns) + f"{'agree':>9}")
    for file in sorted({pair.file for pair in pairs}):
        counts = Counter(result for pair, result, _ in results if pair.file == file)
        scope = sum(counts.values())
        of_file = sum(pair.file == file for pair in pairs)
        figures = "".join(f"{counts[c]:>10}" for c in columns)
        print(f"{file:22}{of_file:>7}{scope:>10}{figures}{counts['agrees'] / max(1, scope):>9.1%}")
    agreed = sum(result == "agrees" for _, result, _ in results)
    print(
        f"in all {agreed} of {len(results)} in scope agree in value, {agreed / len(results):.1%} (above 90 %)"
    )
    reasons = Counter(pair.out_of_scope for pair in pairs if pair.out_of_scope)
    print("out of scope: " + ", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))
    print("\nthe rest")
    for pair, result, seen in results:
        if result != "agrees":
            print(f"  {result:9} {pair.latex:50} {seen}")


if __name__ == "__main__":
    main()
