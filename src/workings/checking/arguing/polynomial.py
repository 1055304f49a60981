"""Expressions as polynomials in their names, with exact coefficients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from flint import fmpq

from workings.expr import Alt, Call, Expr, Name, Number

MOST_TERMS = 120
LARGEST_POWER = 4
DEEPEST = 60

Polynomial: TypeAlias = Mapping[tuple[str, ...], fmpq]  # from the sorted names of a term to its factor

_PRODUCTS = frozenset({"mul", "times", "hadamard", "dot", "matmul"})


def polynomial(expr: Expr, depth: int = 0) -> Polynomial | None:
    """The polynomial that an expression is; None for anything else."""
    if depth > DEEPEST:
        return None
    match expr:
        case Number():
            return {(): expr.value} if expr.value != 0 else {}
        case Name(key="π" | "∞"):
            return None
        case Name():
            return {(expr.key,): fmpq(1)}
        case Alt():
            return polynomial(expr.options[0], depth + 1) if expr.options else None
        case Call(options=()):
            parts = [polynomial(arg, depth + 1) for arg in expr.args]
            known = [part for part in parts if part is not None]
            return _combined(expr.op, known) if len(known) == len(parts) else None
        case _:
            return None


def _combined(op: str, parts: list[Polynomial]) -> Polynomial | None:
    match op, parts:
        case "neg", [one]:
            return scaled(one, fmpq(-1))
        case "add", [one, other]:
            return added(one, other)
        case "sub", [one, other]:
            return added(one, scaled(other, fmpq(-1)))
        case "div", [one, other]:
            by = other.get((), fmpq(0)) if set(other) <= {()} else fmpq(0)
            return scaled(one, 1 / by) if by != 0 else None
        case "pow", [one, other]:
            return _power(one, other)
        case _, [one, other] if op in _PRODUCTS:
            return multiplied(one, other)
        case _:
            return None


def _power(one: Polynomial, other: Polynomial) -> Polynomial | None:
    exponent = other.get((), fmpq(0)) if set(other) <= {()} else fmpq(-1)
    if exponent.q != 1 or not 0 <= exponent <= LARGEST_POWER:
        return None
    found: Polynomial | None = {(): fmpq(1)}
    for _ in range(int(exponent.p)):
        found = multiplied(found, one) if found is not None else None
    return found


def added(one: Polynomial, other: Polynomial) -> Polynomial:
    found = dict(one)
    for term, factor in other.items():
        found[term] = found.get(term, fmpq(0)) + factor
    return {term: factor for term, factor in found.items() if factor != 0}


def scaled(one: Polynomial, by: fmpq) -> Polynomial:
    return {term: factor * by for term, factor in one.items()} if by != 0 else {}


def multiplied(one: Polynomial, other: Polynomial) -> Polynomial | None:
    """The product, unless it grows too long."""
    if len(one) * len(other) > MOST_TERMS:
        return None
    found: dict[tuple[str, ...], fmpq] = {}
    for first, left in one.items():
        for second, right in other.items():
            term = tuple(sorted((*first, *second)))
            if len(term) > 2 * LARGEST_POWER:
                return None
            found[term] = found.get(term, fmpq(0)) + left * right
    return {term: factor for term, factor in found.items() if factor != 0}


def at(one: Polynomial, values: Mapping[str, fmpq]) -> Polynomial:
    """The polynomial with numbers put in for some of its names."""
    found: dict[tuple[str, ...], fmpq] = {}
    for term, factor in one.items():
        rest = tuple(key for key in term if key not in values)
        for key in term:
            if key in values:
                factor = factor * values[key]
        found[rest] = found.get(rest, fmpq(0)) + factor
    return {term: factor for term, factor in found.items() if factor != 0}


def is_linear(one: Polynomial) -> bool:
    return all(len(term) <= 1 for term in one)


def names_of(one: Polynomial) -> frozenset[str]:
    return frozenset(key for term in one for key in term)
