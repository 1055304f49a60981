"""The modules that mypyc compiles on request are there, and have nothing in them that it cannot compile.

Mypyc needs a minute or two to read them all (`make compiled-check`); this finds what it has stumbled over.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def compiled() -> Iterator[Path]:
    tree = ast.parse((ROOT / "hatch_build.py").read_text("utf-8"))
    lists = next(node.value for node in tree.body if isinstance(node, ast.Assign))
    for folder, names in ast.literal_eval(lists).items():
        yield from (ROOT / "src" / "workings" / folder / f"{name}.py" for name in names.split())


def test_every_module_that_is_compiled_exists():
    assert [str(path) for path in compiled() if not path.is_file()] == []


def test_a_record_sets_its_fields_and_those_that_it_inherits():
    with_constructors = rewriting()["with_constructors"]
    missing = []
    for path in compiled():
        tree = ast.parse(with_constructors(path.read_text("utf-8")))
        classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        for node in classes.values():
            if any("init=False" in ast.unparse(decorator) for decorator in node.decorator_list):
                above = [classes[ast.unparse(base)] for base in node.bases if ast.unparse(base) in classes]
                body = ast.unparse(next(part for part in node.body if isinstance(part, ast.FunctionDef)))
                fields = [
                    part for one in (*above, node) for part in one.body if isinstance(part, ast.AnnAssign)
                ]
                names = [ast.unparse(field.target) for field in fields]
                missing += [f"{node.name}.{name}" for name in names if f"self.{name} = " not in body]
    assert missing == []


def rewriting() -> dict[str, Any]:
    """What `hatch_build.py` does with the sources, without the program that calls it."""
    tree = ast.parse((ROOT / "hatch_build.py").read_text("utf-8"))
    tree.body = [node for node in tree.body if "BuildHook" not in ast.unparse(node)]
    made: dict[str, Any] = {}
    exec(compile(tree, "hatch_build.py", "exec"), made)
    return made


def test_nothing_is_looked_for_in_a_list_that_another_is_unpacked_into():
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path in compiled()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Compare) and any(map(looks_in_unpacked, node.ops, node.comparators))
    ]
    assert found == []


def looks_in_unpacked(op: ast.cmpop, node: ast.expr) -> bool:
    """`in (*_EXTREMES, "mean")`."""
    listed = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else []
    return isinstance(op, ast.In | ast.NotIn) and any(isinstance(item, ast.Starred) for item in listed)


def test_no_names_of_an_expression_are_cut_by_the_keys_of_a_dictionary():
    """They are a frozen set, what comes of it is a plain one, and mypyc takes its type for the same."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path in compiled()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.BinOp)
        and ast.unparse(node.right).endswith(".keys()")
        and re.search(r"names(?:_in\(.*\))?$", ast.unparse(node.left))
    ]
    assert found == []


def test_no_pattern_keeps_the_rest_of_a_tuple():
    """It is a list, and mypyc makes a tuple of it."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: *{node.name}"
        for path in compiled()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.MatchStar) and node.name is not None
    ]
    assert found == []
