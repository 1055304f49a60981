"""The build: pure Python, or with the hot modules of a check compiled by mypyc where that is asked for.

    WORKINGS_COMPILE=1 pip install .
    WORKINGS_COMPILE=read pip wheel .   # only lets mypyc read them, which says what it cannot compile

The sources go along and the verdicts are the same; a claim takes about six tenths of the time. It needs a C
compiler and four minutes of one core. What few pages need stays Python, and `record.py`, because the
type checker and Python see different things in it.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeGuard

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What a profile of claims and pages shows, and the modules whose records these take apart.
MODULES = {
    "": "document expr finding likely pipeline source sparing value",
    "checking": "accepting binding carrying chain copied declaring diagnosing formals hearing judging "
    "outcome readings sightings wording",
    "checking/comparing": "__init__ agreeing aligning comparison digits entries parts scalars",
    "checking/deriving": "equations points runs",
    "checking/identities": "running sampling shaping sorting",
    "checking/linking": "copying limiting products restating symbols valuing",
    "checking/linking/doubting": "beforehand case changing conventions doubts facts forms scales "
    "surroundings worded",
    "checking/linking/expecting": "asking columns foreseeing heads unsaid",
    "checking/lists": "balls cutting footing ledgers making telling totals ways",
    "checking/methods": "lettered meant sheet telling topics",
    "checking/methods/attention": "masking",
    "checking/methods/chances": "conditionals counting splitting",
    "checking/methods/copies": "copying exchanged stacked",
    "checking/methods/layers": "activations normalising orientation",
    "checking/methods/losses": "averaging losses perplexities",
    "checking/methods/pages": "extents formulas knowing ledger lines naming pictures series stores subjects",
    "checking/methods/stating": "factors folded kin latest putting rowwise stated valued",
    "checking/methods/training": "smoothing",
    "checking/methods/trials": "contrasts edits families filling folds recipes rough worth",
    "checking/prose": "sums weighing",
    "checking/rules": "alone cells choices designs dots inequalities layers lists methods missing_scale "
    "not_shares operation_counts points rows sentences shares units",
    "evaluating": "__init__ calling folding how missing naming nodes operating ranking rendering run",
    "extracting": "__init__ canvas code decoding display dollars doubled emphasis ignores inline macros "
    "markdown paragraph regions spaced tables",
    "ops/primitives": "arithmetic ordering powers primitive products reductions shaping",
    "parsing": "abreast activations assigning bars brackets building calls chains columns commands "
    "continuing cursor decimals derivatives entries folds grammar grids hypotheses kinds layouts "
    "letters lexer lexicon lists matrices mentions mixing moods names numerals partings phrases "
    "pieces piecewise places remarks scripts sorting spoken statements survey tables tokens units "
    "words",
    "resolving": "formulas patterns quantity questions remembering scope sections steps traits updates",
}
CONFIG = """
[mypy]
ignore_missing_imports = True
[mypy-workings.*]
follow_imports = skip
[mypy-workings.parsing.*,workings.extracting.*,workings.evaluating.*,workings.resolving.*]
follow_imports = normal
[mypy-workings.record,workings.regex]
follow_imports = normal
"""  # what is not compiled is not looked into, but for the phases in which it tells the types of what is
NEEDED = ["mypy>=1.15", "setuptools", "python-flint>=0.7"]
FUTURE = "from __future__ import annotations\n"
CONSTANT = re.compile(r"^(_?[A-Z][A-Z0-9_]*)(?:: ([^=\n]+))? = ", re.M)
UNION = re.compile(r"(\bisinstance\([^()\n]+, )((?:\w+ \| )+\w+)\)")
SETUP = """
import sys
from mypyc.build import mypycify
from setuptools import setup
files, sys.argv[1:] = sys.argv[1:], ["build_ext", "--inplace"]
extensions = mypycify(["--config-file=mypy.ini", *files], multi_file=True, opt_level="1", debug_level="0")
setup(name="workings", packages=[], ext_modules=extensions)
"""
READ = """
import sys
from mypy.fscache import FileSystemCache
from mypyc.build import construct_groups, get_mypy_config
from mypyc.codegen.emitmodule import compile_modules_to_ir, parse_and_typecheck
from mypyc.errors import Errors
from mypyc.irbuild.mapper import Mapper
from mypyc.options import CompilerOptions
wishes, cache = CompilerOptions(multi_file=True), FileSystemCache()
sources, _, options = get_mypy_config(["--config-file=mypy.ini", *sys.argv[1:]], None, wishes, cache)
groups = construct_groups(sources, False, True, None)
checked, errors = parse_and_typecheck(sources, options, wishes, groups, cache), Errors(options)
mapper = Mapper({source.module: name for group, name in groups for source in group})
compile_modules_to_ir(checked, mapper, wishes, errors)
sys.exit("\\n".join(line for line in errors.new_messages() if ": error:" in line) or None)
"""


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to the wheel."""

    def dependencies(self) -> list[str]:
        return NEEDED if asked_for() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or not asked_for():
            return
        self.folder = Path(tempfile.mkdtemp())
        built = compile_package(Path(self.root) / "src" / "workings", self.folder, asked_for())
        if not built:
            return
        build_data["force_include"].update({str(file): str(file.relative_to(self.folder)) for file in built})
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if not build_data["pure_python"]:
            shutil.rmtree(self.folder)


def asked_for() -> str:
    """What is done with the modules, by which program; nothing if it is empty."""
    return {"1": SETUP, "read": READ}.get(os.environ.get("WORKINGS_COMPILE", ""), "")


def compile_package(package: Path, folder: Path, program: str) -> list[Path]:
    """Compile or read a copy of the package in a folder; gives the extension modules."""
    copy = folder / package.name
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    files = [copy / place / f"{name}.py" for place, names in MODULES.items() for name in names.split()]
    (folder / "mypy.ini").write_text(CONFIG, "utf-8")
    for file in files:
        file.write_text(with_tuples(with_constants(with_constructors(file.read_text("utf-8")))), "utf-8")
    names = [str(file.relative_to(folder)) for file in files]
    subprocess.run([sys.executable, "-c", program, *names], cwd=folder, check=True)
    return sorted(file for file in folder.rglob("*.so") if "build" not in file.relative_to(folder).parts)


def with_constructors(text: str) -> str:
    """The module with the constructors of its records written out; mypyc would leave them interpreted."""
    lines = text.splitlines()
    classes = {node.name: node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)}
    for node in sorted(
        classes.values(), key=lambda node: -node.lineno
    ):  # from below, so that the places above hold
        decorator = next((d for d in node.decorator_list if is_plain_record(node, d)), None)
        if decorator is not None:
            last = max(field.end_lineno or 0 for field in fields(node))
            lines[last:last] = constructor(node, classes)
            options = {keyword.arg: ast.unparse(keyword.value) for keyword in decorator.keywords}
            eq = options.get("eq") != "False"
            hashed = eq and options.get("frozen") == "True"
            lines[decorator.lineno - 1] = f"@dataclasses.dataclass(init=False, eq={eq}, unsafe_hash={hashed})"
    return "\n".join(lines).replace(FUTURE, f"{FUTURE}import dataclasses\n", 1) + "\n"


def with_constants(text: str) -> str:
    """The module with its constants called final; mypyc would look each up by name whenever it is used."""
    stores = [
        n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    ]

    def final(found: re.Match[str]) -> str:
        kind = f"[{found[2]}]" if found[2] else ""
        return f"{found[1]}: typing.Final{kind} = " if stores.count(found[1]) == 1 else found[0]

    return CONSTANT.sub(final, text).replace(FUTURE, f"{FUTURE}import typing\n", 1)


def with_tuples(text: str) -> str:
    """The module with `isinstance(x, A | B)` asked of `(A, B)`; mypyc would make a union each time."""
    return UNION.sub(lambda found: f"{found[1]}({found[2].replace(' | ', ', ')}))", text)


def is_plain_record(node: ast.ClassDef, decorator: ast.expr) -> TypeGuard[ast.Call]:
    """`@record(…)` on a class without a constructor, or `@dataclass(…)` with plain defaults as well."""
    if not isinstance(decorator, ast.Call) or "__init__" in methods(node):
        return False
    if ast.unparse(decorator.func) == "record":
        return True
    plain = not any(isinstance(field.value, ast.Call) for field in fields(node))
    return ast.unparse(decorator.func) == "dataclass" and plain and "__post_init__" not in methods(node)


def methods(node: ast.ClassDef) -> set[str]:
    return {part.name for part in node.body if isinstance(part, ast.FunctionDef)}


def fields(node: ast.ClassDef) -> Iterator[ast.AnnAssign]:
    return (part for part in node.body if isinstance(part, ast.AnnAssign))


def constructor(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> list[str]:
    """The lines of the constructor that a dataclass would get."""
    above = [classes[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in classes]
    given = [parameter(field) for one in (*above, node) for field in fields(one)]
    lines = [f"        self.{name} = {value}" for name, _, value in given]
    if "__post_init__" in methods(node):
        lines.append("        self.__post_init__()")
    written = ", ".join(["self", *[one for _, one, _ in given if one]])
    return ["", f"    def __init__({written}) -> None:", *lines]


def parameter(field: ast.AnnAssign) -> tuple[str, str, str]:
    """The name of a field, its parameter if it has one, and what it is set to, which `field(…)` may make."""
    name, kind = ast.unparse(field.target), ast.unparse(field.annotation)
    if not isinstance(field.value, ast.Call) or ast.unparse(field.value.func) != "field":
        return name, ast.unparse(field), name
    options = {keyword.arg: keyword.value for keyword in field.value.keywords}
    is_given = "init" not in options or ast.unparse(options["init"]) == "True"
    if "default_factory" not in options:
        default = ast.unparse(options["default"])
        return (name, f"{name}: {kind} = {default}", name) if is_given else (name, "", default)
    factory = options["default_factory"]
    made = ast.unparse(factory.body) if isinstance(factory, ast.Lambda) else f"{ast.unparse(factory)}()"
    if not is_given:
        return name, "", made
    return name, f"{name}: {kind} | None = None", f"{made} if {name} is None else {name}"
