"""Eigenvalues of exact matrices: roots of the characteristic polynomial, enclosed and with multiplicity."""

from __future__ import annotations

from typing import Any

import flint  # whose matrices few pages need
from flint import arb, fmpq, fmpz

from workings.ops.primitives.arithmetic import magnitude
from workings.ops.primitives.primitive import NoValue
from workings.value import Scalar, Tensor, Value

LARGEST = 12  # rows of a matrix whose eigenvalues are looked for


def _matrix(a: Value) -> flint.fmpq_mat:
    """An exact square matrix of a size we factor."""
    if not isinstance(a, Tensor):
        if isinstance(a, fmpq):
            return flint.fmpq_mat(1, 1, [a])
        raise NoValue("eigenvalues of a number that is not exact")
    if len(a.shape) != 2 or a.shape[0] != a.shape[1]:
        raise NoValue("eigenvalues of something that is not a square matrix")
    exact = [item for item in a.items if isinstance(item, fmpq)]
    if len(exact) < len(a.items) or a.shape[0] > LARGEST:
        raise NoValue("eigenvalues of a matrix that is not exact, or too large")
    return flint.fmpq_mat(a.shape[0], a.shape[0], exact)


def spectrum(a: Value) -> list[tuple[flint.acb, int]]:
    """Every eigenvalue with how often it is a root."""
    return _roots(_matrix(a).charpoly())


def _roots(polynomial: flint.fmpq_poly) -> list[tuple[flint.acb, int]]:
    """The complex roots with their multiplicity."""
    found: list[Any] = list(polynomial.complex_roots())  # pairs, whatever the stubs say
    return [(root, int(count)) for root, count in found]


def eigenvalues(a: Value) -> Value:
    """The eigenvalues in increasing order, where all of them are real; rational ones are exact."""
    matrix = _matrix(a)
    found: list[Scalar] = []
    for root, multiplicity in _roots(matrix.charpoly()):
        found.extend([_real(root, matrix)] * multiplicity)
    found.sort(key=lambda value: float(arb(value).mid()))
    return Tensor((len(found),), tuple(found), loose=True) if len(found) > 1 else found[0]


def _real(root: flint.acb, matrix: flint.fmpq_mat) -> Scalar:
    """A real root, as the fraction it is if it is one."""
    if not root.imag.contains(0):
        raise NoValue("eigenvalues that are not real")
    polynomial = matrix.charpoly()
    scale = fmpz(1)
    for coefficient in polynomial.coeffs():
        scale = scale * coefficient.q
    whole = (root.real * arb(scale)).unique_fmpz()
    if whole is not None and polynomial(fmpq(whole, scale)) == 0:
        return fmpq(whole, scale)
    return root.real


def spectral_radius(a: Value) -> Value:
    """The largest absolute value of an eigenvalue."""
    largest: Scalar = fmpq(0)
    for root, _ in spectrum(a):
        real = root.imag.contains(0)
        size: Scalar = magnitude(_real(root, _matrix(a))) if real else arb(root.abs_upper())
        largest = size if size > largest else largest
    return largest


def limit_of_powers(a: Tensor) -> Tensor:
    """What Aᵗ tends to: nought inside the unit circle; with a simple eigenvalue 1, the projection onto it."""
    matrix = _matrix(a)
    polynomial = matrix.charpoly()
    at_one = 0
    for root, multiplicity in _roots(polynomial):
        if abs(root) < 1:
            continue
        if not root.contains(flint.acb(1)) or polynomial(fmpq(1)) != 0:
            raise NoValue("the powers grow without bound, or keep turning")
        at_one += multiplicity
    n = a.shape[0]
    if not at_one:
        return Tensor(a.shape, (fmpq(0),) * (n * n))
    if at_one > 1:
        raise NoValue("the powers may grow, 1 is an eigenvalue more than once")
    rest, _ = divmod(polynomial, flint.fmpq_poly([-1, 1]))
    total = flint.fmpq_mat(n, n, [fmpq(0)] * (n * n))
    power = flint.fmpq_mat(n, n, [fmpq(int(i == j)) for i in range(n) for j in range(n)])
    for coefficient in rest.coeffs():
        total = total + power * coefficient
        power = power * matrix
    return Tensor(a.shape, tuple((total * (1 / rest(fmpq(1)))).entries()))


def fate_of_powers(a: Tensor) -> str | None:
    """`vanish`, `stay` (bounded) or `grow`; None where an eigenvalue is too close to the unit circle to tell.

    On the circle the powers stay bounded unless an eigenvalue has fewer eigenvectors than its multiplicity.
    """
    try:
        matrix = _matrix(a)
    except NoValue:
        return None
    polynomial, n, on_circle = matrix.charpoly(), a.shape[0], False
    defective = False
    for root, multiplicity in _roots(polynomial):
        size = abs(root)
        if size > 1:
            return "grow"
        if size < 1:
            continue
        units = (unit for unit in (1, -1) if root.contains(flint.acb(unit)) and polynomial(fmpq(unit)) == 0)
        exact = next(units, None)
        if exact is None:
            return None
        on_circle = True
        shifted = matrix - flint.fmpq_mat(
            n, n, [fmpq(exact * int(i == j)) for i in range(n) for j in range(n)]
        )
        defective = defective or n - shifted.rank() < multiplicity
    return "grow" if defective else "stay" if on_circle else "vanish"
