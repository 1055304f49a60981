"""FLINT loaded type by type: its own start loads some forty, of which a page needs three."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType

_ELSEWHERE = {"ctx": "flint.pyflint"}  # every other type is in a module of its name


def load_flint_lightly() -> None:
    """Put a `flint` in its place that loads a type when it is first asked for, and all it has at need."""
    spec = find_spec("flint") if "flint" not in sys.modules else None
    if spec is None or spec.loader is None:
        return
    module, loader = module_from_spec(spec), spec.loader

    def load(name: str) -> object:
        found = _type(name)
        if found is None:
            loader.exec_module(module)
            return vars(module)[name] if name in vars(module) else _missing(name)
        setattr(module, name, found)
        return found

    vars(module)["__getattr__"] = load
    sys.modules["flint"] = module


def _type(name: str) -> object | None:
    """A type of FLINT by its name; None for what lies elsewhere."""
    if name.startswith("__"):
        return None
    try:
        home: ModuleType = import_module(_ELSEWHERE.get(name, f"flint.types.{name}"))
    except ImportError:
        return None
    return getattr(home, name, None)


def _missing(name: str) -> object:
    raise AttributeError(f"module 'flint' has no attribute {name!r}")
