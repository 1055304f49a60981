"""The build: pure Python, or with the phases of a check compiled by mypyc where that is asked for.

    WORKINGS_COMPILE=1 pip install .

The sources go along and the verdicts are the same; a claim takes about half the time. It needs a C compiler
and some minutes. `record.py` stays Python, because the type checker and Python see different things in it.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeGuard

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("extracting", "parsing", "resolving", "evaluating", "checking", "ops/primitives")
MODULES = ("source", "expr", "value", "document", "finding", "pipeline")
NEEDED = ["mypy>=1.15", "setuptools", "python-flint>=0.7"]
FUTURE = "from __future__ import annotations\n"
SETUP = """
import sys
from mypyc.build import mypycify
from setuptools import setup
files, sys.argv[1:] = sys.argv[1:], ["build_ext", "--inplace"]
extensions = mypycify(["--ignore-missing-imports", *files], multi_file=True, debug_level="0")
setup(name="workings", packages=[], ext_modules=extensions)
"""


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to the wheel."""

    def dependencies(self) -> list[str]:
        return NEEDED if is_asked_for() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or not is_asked_for():
            return
        self.folder = Path(tempfile.mkdtemp())
        built = compile_package(Path(self.root) / "src" / "workings", self.folder)
        build_data["force_include"].update({str(file): str(file.relative_to(self.folder)) for file in built})
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if not build_data["pure_python"]:
            shutil.rmtree(self.folder)


def is_asked_for() -> bool:
    return os.environ.get("WORKINGS_COMPILE") == "1"


def compile_package(package: Path, folder: Path) -> list[Path]:
    """Compile a copy of the package in a folder; gives the extension modules."""
    copy = folder / package.name
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    files = [copy / f"{name}.py" for name in MODULES]
    files += [file for name in FOLDERS for file in sorted((copy / name).rglob("*.py"))]
    for file in files:
        file.write_text(with_constructors(file.read_text("utf-8")), "utf-8")
    names = [str(file.relative_to(folder)) for file in files]
    subprocess.run([sys.executable, "-c", SETUP, *names], cwd=folder, check=True)
    return sorted(file for file in folder.rglob("*.so") if "build" not in file.relative_to(folder).parts)


def with_constructors(text: str) -> str:
    """The module with the constructors of its records written out; mypyc would leave them interpreted."""
    lines = text.splitlines()
    classes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    for node in sorted(classes, key=lambda node: -node.lineno):  # from below, so that the places above hold
        decorator = next((d for d in node.decorator_list if is_plain_record(node, d)), None)
        if decorator is not None:
            last = max(field.end_lineno or 0 for field in fields(node))
            lines[last:last] = constructor(node)
            frozen = any(k.arg == "frozen" and ast.unparse(k.value) == "True" for k in decorator.keywords)
            lines[decorator.lineno - 1] = f"@dataclasses.dataclass(init=False, unsafe_hash={frozen})"
    return "\n".join(lines).replace(FUTURE, f"{FUTURE}import dataclasses\n", 1) + "\n"


def is_plain_record(node: ast.ClassDef, decorator: ast.expr) -> TypeGuard[ast.Call]:
    """`@record(…)` or `@dataclass(…)` on a class without a constructor whose fields have plain defaults."""
    methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    return (
        isinstance(decorator, ast.Call)
        and ast.unparse(decorator.func) in ("record", "dataclass")
        and methods.isdisjoint(("__init__", "__post_init__"))
        and not any(isinstance(field.value, ast.Call) for field in fields(node))
    )


def fields(node: ast.ClassDef) -> Iterator[ast.AnnAssign]:
    return (part for part in node.body if isinstance(part, ast.AnnAssign))


def constructor(node: ast.ClassDef) -> list[str]:
    """The lines of the constructor that a dataclass would get."""
    parameters = ", ".join(ast.unparse(field) for field in fields(node))
    names = [ast.unparse(field.target) for field in fields(node)]
    return ["", f"    def __init__(self, {parameters}) -> None:", *(f"        self.{n} = {n}" for n in names)]
