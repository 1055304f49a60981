"""The (LaTeX, expression) pairs in the test files of the installed SymPy, without running its tests.

The files import optional parsers, so their lists are taken from the source: its SymPy imports, its
shorthand definitions and its `…_PAIRS` lists are executed, nothing else.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FILES = ("test_latex.py", "test_latex_lark.py")


@dataclass(frozen=True)
class Pair:
    """One formula of a list, with SymPy's expression for it and why it may be out of our scope."""

    file: str
    group: str
    latex: str
    expected: Any
    out_of_scope: str | None


def read_pairs() -> list[Pair]:
    """Every pair of both files, in order; empty if SymPy is not installed."""
    found = find_spec("sympy")
    if found is None or found.origin is None:
        return []
    folder = Path(found.origin).parent / "parsing" / "tests"
    names: dict[str, Any] = {}
    pairs = []
    for file in FILES:
        tree = ast.parse((folder / file).read_text("utf-8"))
        for node in tree.body:
            if not _is_wanted(node):
                continue
            exec(compile(ast.Module([node], []), file, "exec"), names)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                group = node.targets[0].id
                if group.endswith("PAIRS"):
                    pairs += [Pair(file, group, latex, e, reason_out(latex, e)) for latex, e in names[group]]
    return pairs


def _is_wanted(node: ast.stmt) -> bool:
    match node:
        case ast.ImportFrom(module=str(module), level=0):
            return module.startswith("sympy") and "testing" not in module and "lark" not in module
        case ast.FunctionDef(name=name):
            return name.startswith("_")
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in ("theta", "f") or name.endswith("PAIRS")
        case _:
            return False


def reason_out(latex: str, expected: Any) -> str | None:
    """Why a formula is outside what workings reads, or None."""
    for command, reason in ((r"\int", "integral"), (r"\lim", "limit"), (r"\imaginaryunit", "complex number")):
        if command in latex:
            return reason
    return _reason_of(expected)


def _reason_of(expected: Any) -> str | None:
    import sympy
    from sympy.physics.quantum import Bra, InnerProduct, Ket

    expression = sympy.sympify(expected) if not isinstance(expected, sympy.MatrixBase) else expected
    reasons = [
        (sympy.Integral, "integral"),
        (sympy.Derivative, "derivative"),
        (sympy.Limit, "limit"),
        ((Bra, Ket, InnerProduct), "bra-ket"),
        (sympy.I.func, "complex number"),
        (sympy.conjugate, "complex conjugate"),
        (sympy.oo.func, "infinity"),
    ]
    for kinds, reason in reasons:
        kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        if expression.has(*kinds) or isinstance(expression, kinds):
            return reason
    return None
