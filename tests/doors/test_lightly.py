"""FLINT loaded type by type is the same FLINT."""

from __future__ import annotations

import subprocess
import sys

LOADED = """
from workings.doors.lightly import load_flint_lightly
load_flint_lightly()
import sys
from flint import arb, ctx, fmpq
first = "flint.types.fmpz_mod_poly" in sys.modules
import flint
matrix = flint.fmpq_mat(2, 2, [fmpq(1, 2), 2, 3, 4])
print(first, arb(2).exp() > 7, ctx.prec, matrix.det(), matrix.charpoly().complex_roots()[0][1])
print(flint.nmod(8, 5), flint.__version__[0].isdigit(), hasattr(flint, "nothing"), flint.fmpq is fmpq)
"""


def test_types_are_loaded_when_they_are_asked_for_and_all_else_is_there() -> None:
    run = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert run.stdout.split() == "False True 53 -4 1 3 True False True".split()
