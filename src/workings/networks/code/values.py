"""What names stand for while a program is followed: shapes, layers, classes, and plain Python values."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from workings.networks.code.listing import Listing
from workings.networks.layers import Layer
from workings.networks.sizes import Shape
from workings.record import record
from workings.source import Span

Value: TypeAlias = object  # one of the classes here, a Layer, or a plain Python value; UNKNOWN for the rest


@record(frozen=True, slots=True)
class Tensor:
    """A tensor of a shape; `open` if only its last sizes are known, `None` if nothing is."""

    shape: Shape | None
    open: bool = False


@record(frozen=True, slots=True, eq=False)
class Library:
    """Something that a library brings along, by its full name: `torch.nn.Conv2d`."""

    name: str


@record(frozen=True, slots=True, eq=False)
class Chain:
    """Modules one after the other: `nn.Sequential`, to which more may be added."""

    modules: list[Value]
    span: Span


@record(slots=True, eq=False)
class Modules:
    """`nn.ModuleList`: a list that the parameters are counted of."""

    items: list[Value]


@record(frozen=True, slots=True, eq=False)
class Function:
    """A function of the program, with the listing it stands in and the object it is bound to."""

    node: ast.FunctionDef | ast.Lambda
    listing: Listing
    names: Mapping[str, Value]  # of the place where it was defined
    owner: Instance | None = None


@record(frozen=True, slots=True, eq=False)
class Class:
    """A class of the program."""

    node: ast.ClassDef
    listing: Listing
    names: Mapping[str, Value]
    bases: tuple[Value, ...]
    is_module: bool

    def method(self, name: str) -> tuple[Class, ast.FunctionDef] | None:
        """The method of that name, here or in a class above."""
        for statement in self.node.body:
            if isinstance(statement, ast.FunctionDef) and statement.name == name:
                return self, statement
        above = (base.method(name) for base in self.bases[:8] if isinstance(base, Class) and base is not self)
        return next((found for found in above if found is not None), None)


@record(slots=True, eq=False)
class Instance:
    """An object of a class of the program."""

    kind: Class
    attributes: dict[str, Value] = field(default_factory=dict)


@record(frozen=True, slots=True, eq=False)
class Method:
    """What stands behind a dot and waits to be called: `x.view`, `layers.append`."""

    owner: Value
    name: str


@record(frozen=True, slots=True, eq=False)
class Parameter:
    """`nn.Parameter`: a tensor that is counted."""

    tensor: Tensor


Module: TypeAlias = Layer | Chain | Instance
