"""Eigenvalues and powers: does Aᵗ stay bounded if no eigenvalue is larger than one?

Exact matrices are raised to exact powers. The powers stay bounded if the largest entry at t = 1000 is at most
twice that at t = 100. A matrix is diagonalisable if its minimal polynomial has no root twice.
"""

from __future__ import annotations

from flint import fmpq, fmpq_mat

from workings.labs.exact import as_float, entries, matrix
from workings.labs.lab import Lab, Outcome, plot, sorted_out, table
from workings.ops.primitives.spectra import spectrum
from workings.value import Tensor

TIMES = (1, 3, 10, 30, 100, 300, 1000)
FAINT = 1e-6  # what is smaller is drawn on the ground
MATRICES = {
    "shrinking": matrix([[fmpq(1, 2), fmpq(1, 4)], [0, fmpq(1, 3)]]),
    "Jordan block of 0.9": matrix([[fmpq(9, 10), 1], [0, fmpq(9, 10)]]),
    "rotation": matrix([[fmpq(3, 5), fmpq(-4, 5)], [fmpq(4, 5), fmpq(3, 5)]]),
    "Jordan block of 1": matrix([[1, 1], [0, 1]]),
    "growing": matrix([[fmpq(101, 100), 0], [0, fmpq(1, 2)]]),
}


def run(seed: int) -> Outcome:
    """The largest entry of every power; chance has no part in it."""
    sizes = {name: [largest(a, t) for t in TIMES] for name, a in MATRICES.items()}
    radius = {name: max(float(abs(root).mid()) for root, _ in spectrum(a)) for name, a in MATRICES.items()}
    inside = [name for name in MATRICES if radius[name] <= 1 + 1e-12]
    bounded = [name for name in inside if sizes[name][-1] <= 2 * sizes[name][TIMES.index(100)]]
    growing = [name for name in inside if name not in bounded]
    whole = {name: is_diagonalisable(a) for name, a in MATRICES.items()}
    return Outcome(
        table("matrix|radius|diagonalisable|" + "|".join(f"t = {t}" for t in (1, 10, 100, 1000)),
              [(name, radius[name], "yes" if whole[name] else "no", *by_time[::2])
               for name, by_time in sizes.items()]),
        sorted_out(bounded, growing),
        f"with no eigenvalue beyond 1, {', '.join(bounded)} stay bounded, and {', '.join(growing)} reaches "
        f"{max((sizes[name][-1] for name in growing), default=0):.0f} at t = {TIMES[-1]}",
        plot("t", "largest entry of Aᵗ", TIMES,
             **{name: [max(size, FAINT) for size in by_time] for name, by_time in sizes.items()}),
        "the eigenvalues of absolute value 1 have all their eigenvectors: of radius 1 were bounded "
        f"{_of_one(radius, bounded, whole)}, and not {_of_one(radius, growing, whole)}",
    )  # fmt: skip


def largest(a: Tensor, t: int) -> float:
    """The largest absolute value among the entries of a power."""
    return max(abs(as_float(entry)) for entry in entries(f"A^{{{t}}}", A=a))


def is_diagonalisable(a: Tensor) -> bool:
    """Whether there is a basis of eigenvectors, over the complex numbers."""
    exact = [item for item in a.items if isinstance(item, fmpq)]
    least = fmpq_mat(a.shape[0], a.shape[1], exact).minpoly()
    return int(least.gcd(least.derivative()).degree()) == 0


def _of_one(radius: dict[str, float], names: list[str], whole: dict[str, bool]) -> str:
    found = [name for name in names if abs(radius[name] - 1) < 1e-12]
    return ", ".join(f"{name} ({'' if whole[name] else 'not '}diagonalisable)" for name in found) or "none"


LAB = Lab(
    "eigenvalues",
    "The powers of a matrix stay bounded where no eigenvalue is larger than one.",
    "the largest entry of exact powers up to the thousandth",
    run,
    needs_torch=False,
)
