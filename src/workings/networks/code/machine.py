"""Follows a program over shapes: statements one after the other, and loops within a bound.

Nothing of the program is executed: a name stands for a shape, a layer or a plain number, and whatever else
it may be is unknown. What is unknown never makes anything misfit.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field

from workings.networks.code import expressions, tensors
from workings.networks.code.listing import Listing
from workings.networks.code.values import Class, Function, Instance, Library, Tensor, Value
from workings.networks.layers import Layer
from workings.networks.passing import Misfit
from workings.networks.sizes import UNKNOWN, Size
from workings.record import record
from workings.source import Span

MOST_STEPS = 60_000  # expressions of one document, and of one run of a network
MOST_ROUNDS = 128  # of a loop
DEEPEST_CALL = 16


@record(frozen=True, slots=True)
class Row:
    """One layer or function that a tensor went through."""

    span: Span
    name: str
    tensor: Tensor
    parameters: Size
    layer: Layer | None = None


@record(frozen=True, slots=True)
class Problem:
    """A place where shapes do not fit, and what would."""

    span: Span
    misfit: Misfit
    layer: Layer | None  # None for what is no layer: view, +, cat
    name: str


class ReturnSignal(Exception):  # noqa: N818
    """Ends a function that is followed, with its value."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


class LeaveLoopSignal(Exception):  # noqa: N818
    """`break` and `continue`."""

    def __init__(self, again: bool) -> None:
        super().__init__()
        self.again = again


class ExhaustedError(Exception):
    """The program is longer than what is followed."""


@record()
class Machine:
    """What has been found out on the way."""

    names: dict[str, Value] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    problems: dict[Span, Problem] = field(default_factory=dict)
    fitting: dict[Span, tuple[Layer, str]] = field(default_factory=dict)  # options that are as needed
    made: list[tuple[Span, Tensor]] = field(default_factory=list)  # by assignments, for comments beside them
    calls: list[tuple[Value, Tensor, Span]] = field(default_factory=list)  # of networks, at the top
    steps: int = 0
    depth: int = 0
    muted: int = 0

    def count(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise ExhaustedError

    @contextmanager
    def mute(self) -> Iterator[None]:
        """What happens only perhaps is held against nobody."""
        self.muted += 1
        try:
            yield
        finally:
            self.muted -= 1

    def object_to(self, problem: Problem) -> None:
        if not self.muted:
            self.problems.setdefault(problem.span, problem)

    def run(self, listing: Listing) -> None:
        """The statements of a listing, at the top of the program."""
        Frame(self, listing, self.names).all(listing.statements)


@record()
class Frame:
    """Statements with the names that they can see: those of a function, or of the whole program."""

    machine: Machine
    listing: Listing
    names: dict[str, Value]
    outer: Mapping[str, Value] = field(default_factory=dict)
    kind: Class | None = None  # whose method this is, for super()

    def look_up(self, name: str) -> Value:
        if name in self.names:
            return self.names[name]
        if name in self.outer:
            return self.outer[name]
        if name in self.machine.names:
            return self.machine.names[name]
        return expressions.well_known(name)

    def all(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self.machine.count()
            self.one(statement)

    def one(self, statement: ast.stmt) -> None:
        """Follow one statement of the program."""
        match statement:
            case ast.Assign(targets=targets, value=value):
                made = expressions.value_of(self, value)
                for target in targets:
                    self.assign(target, made)
                self._note(statement, made)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self.assign(target, expressions.value_of(self, value))
            case ast.AugAssign(target=target, op=op, value=value):
                before = expressions.value_of(self, target)
                after = expressions.operated(self, statement, op, before, expressions.value_of(self, value))
                self.assign(target, after)
                self._note(statement, after)
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[value], keywords=[])):
                self._note(statement, _shown(value, expressions.value_of(self, value)))
            case ast.Expr(value=value):
                self._note(statement, _shown(value, expressions.value_of(self, value)))
            case ast.Return(value=value):
                result = None if value is None else expressions.value_of(self, value)
                self._note(statement, result)
                raise ReturnSignal(result)
            case ast.FunctionDef(name=name):
                self.names[name] = Function(statement, self.listing, self._seen())
            case ast.ClassDef():
                self._class(statement)
            case ast.Import() | ast.ImportFrom():
                self.names.update(expressions.imported(statement))
            case ast.If() | ast.While() | ast.For() | ast.Try() | ast.With():
                self._block(statement)
            case ast.Break():
                raise LeaveLoopSignal(again=False)
            case ast.Continue():
                raise LeaveLoopSignal(again=True)
            case _:
                pass

    def _seen(self) -> Mapping[str, Value]:
        return {} if self.names is self.machine.names else {**self.outer, **self.names}

    def _note(self, statement: ast.stmt, value: Value) -> None:
        if isinstance(value, Tensor) and not self.machine.muted:
            self.machine.made.append((self.listing.span(statement), value))

    def assign(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(id=name):
                self.names[name] = value
            case ast.Attribute(value=owner, attr=name):
                known = expressions.value_of(self, owner)
                if isinstance(known, Instance):
                    known.attributes[name] = value
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                items = expressions.items_of(value)
                starred = any(isinstance(part, ast.Starred) for part in parts)
                fits = items is not None and len(items) == len(parts) and not starred
                for place, part in enumerate(parts):
                    inner = part.value if isinstance(part, ast.Starred) else part
                    self.assign(inner, items[place] if fits and items is not None else UNKNOWN)
            case ast.Subscript(value=owner, slice=key):
                known, at = expressions.value_of(self, owner), expressions.value_of(self, key)
                if isinstance(known, dict) and isinstance(at, str | int):
                    known[at] = value
            case _:
                pass

    def _class(self, node: ast.ClassDef) -> None:
        bases = tuple(expressions.value_of(self, base) for base in node.bases)
        is_module = any(
            (isinstance(base, Library) and base.name.endswith("Module"))
            or (isinstance(base, Class) and base.is_module)
            for base in bases
        )
        self.names[node.name] = Class(node, self.listing, self._seen(), bases, is_module)

    # -- blocks -----------------------------------------------------------------------------------

    def _block(self, statement: ast.If | ast.While | ast.For | ast.Try | ast.With) -> None:
        match statement:
            case ast.If(test=test, body=body, orelse=orelse):
                decided = expressions.truth(expressions.value_of(self, test))
                if decided is None:
                    self._perhaps(body, orelse)
                else:
                    self.all(body if decided else orelse)
            case ast.With(body=body):
                for item in statement.items:
                    expressions.value_of(self, item.context_expr)
                    if item.optional_vars is not None:
                        self.assign(item.optional_vars, UNKNOWN)
                self.all(body)
            case ast.Try(body=body):
                with self.machine.mute():
                    self.all(body)
            case ast.For(target=target, iter=source, body=body):
                items = expressions.items_of(expressions.value_of(self, source))
                if items is None or len(items) > MOST_ROUNDS:
                    self._perhaps(body, [])
                else:
                    self._rounds(target, items, body)
            case ast.While(body=body):
                self._perhaps(body, [])

    def _rounds(self, target: ast.expr, items: Sequence[Value], body: Sequence[ast.stmt]) -> None:
        for item in items:
            self.assign(target, item)
            try:
                self.all(body)
            except LeaveLoopSignal as left:
                if not left.again:
                    return

    def _perhaps(self, *branches: Sequence[ast.stmt]) -> None:
        """Branches of which one may be taken: what they give names is not known afterwards."""
        before = dict(self.names)
        after: list[dict[str, Value]] = []
        for branch in branches:
            self.names.clear()
            self.names.update(before)
            with self.machine.mute():
                try:
                    self.all(branch)
                except (ReturnSignal, LeaveLoopSignal):
                    continue
            after.append(dict(self.names))
        self.names.clear()
        self.names.update(before if not after else _common(after))
        for statement in (inner for branch in branches for part in branch for inner in ast.walk(part)):
            self.machine.count()
            if isinstance(statement, ast.Attribute) and isinstance(statement.ctx, ast.Store):
                owner = self.names.get(statement.value.id) if isinstance(statement.value, ast.Name) else None
                if isinstance(owner, Instance):
                    owner.attributes[statement.attr] = UNKNOWN


def _shown(node: ast.expr, value: Value) -> Value:
    """What a line shows: of `x.shape` and `x.size()` the tensor itself."""
    sized = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "size"
    shaped = isinstance(node, ast.Attribute) and node.attr == "shape"
    return (
        Tensor(tuple(map(tensors.as_extent, value)))
        if isinstance(value, tuple) and (sized or shaped)
        else value
    )


def _common(after: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    """The names that mean the same after every branch; the others are unknown."""
    every = {name for names in after for name in names}
    return {
        name: after[0].get(name, UNKNOWN)
        if all(name in names and _alike(names[name], after[0].get(name)) for names in after)
        else UNKNOWN
        for name in every
    }


def _alike(first: Value, second: Value) -> bool:
    if isinstance(first, Tensor | int | float | str | tuple) and type(first) is type(second):
        return bool(first == second)
    return first is second


def call_function(
    machine: Machine,
    function: Function,
    arguments: Sequence[Value],
    named: Mapping[str, Value],
    kind: Class | None = None,
) -> Value:
    """What a function of the program gives back; unknown where it goes too deep."""
    if machine.depth >= DEEPEST_CALL:
        return UNKNOWN
    names = _bound(machine, function, arguments, named)
    frame = Frame(machine, function.listing, names, function.names, kind)
    machine.depth += 1
    try:
        if isinstance(function.node, ast.Lambda):
            return expressions.value_of(frame, function.node.body)
        frame.all(function.node.body)
    except ReturnSignal as done:
        return done.value
    except LeaveLoopSignal:
        return UNKNOWN
    finally:
        machine.depth -= 1
    return None


def _bound(
    machine: Machine, function: Function, arguments: Sequence[Value], named: Mapping[str, Value]
) -> dict[str, Value]:
    """The parameters of a function with what stands for each; unknown where nothing does."""
    spec = function.node.args
    order = [argument.arg for argument in (*spec.posonlyargs, *spec.args)]
    given = [function.owner, *arguments] if function.owner is not None else list(arguments)
    names: dict[str, Value] = {**dict.fromkeys(order, UNKNOWN), **{a.arg: UNKNOWN for a in spec.kwonlyargs}}
    frame = Frame(machine, function.listing, {}, function.names)
    defaults = [
        *zip(order[len(order) - len(spec.defaults) :], spec.defaults, strict=True),
        *((a.arg, d) for a, d in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if d is not None),
    ]
    for name, default in defaults:
        names[name] = expressions.value_of(frame, default)
    names |= dict(zip(order, given, strict=False))
    names |= {name: value for name, value in named.items() if name in names}
    if spec.vararg is not None:
        names[spec.vararg.arg] = tuple(given[len(order) :])
    if spec.kwarg is not None:
        names[spec.kwarg.arg] = UNKNOWN
    return names
