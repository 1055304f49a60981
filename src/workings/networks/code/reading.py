"""From the listings of a page to the networks in them."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import field

from workings.networks.code import calling, entering
from workings.networks.code.listing import Listing, read_listing
from workings.networks.code.machine import (
    ExhaustedError,
    Frame,
    LeaveLoopSignal,
    Machine,
    Problem,
    ReturnSignal,
    Row,
    call_function,
)
from workings.networks.code.mending import mended
from workings.networks.code.values import Chain, Class, Function, Instance, Modules, Parameter, Tensor, Value
from workings.networks.layers import Layer
from workings.networks.network import Line, Made, Network, Origin, Trouble
from workings.networks.parameters import added, parameters
from workings.networks.sizes import BATCH, UNKNOWN, Shape, Size, count, letter
from workings.record import record
from workings.source import Page, Span

MOST_NETWORKS = 40
MOST_PARTS = 4000  # modules inside one network
_STOPS = (ExhaustedError, ReturnSignal, LeaveLoopSignal, RecursionError)


@record()
class Program:
    """All listings of a page, followed from the first to the last."""

    page: Page
    listings: list[Listing] = field(default_factory=list)
    machine: Machine = field(default_factory=Machine)
    found: dict[str, tuple[Value, Span]] = field(default_factory=dict)

    @property
    def networks(self) -> list[tuple[str, Value, Span]]:
        return [(name, module, span) for name, (module, span) in list(self.found.items())[:MOST_NETWORKS]]


def read_program(page: Page, places: Sequence[Span]) -> Program:
    """The networks that the listings of a page define, in the order they stand in."""
    program = Program(page)
    for place in places:
        listing = read_listing(page.written[place.start : place.end], place.start)
        if listing is None:
            continue
        program.listings.append(listing)
        for statement in listing.statements:
            try:
                Frame(program.machine, listing, program.machine.names).all([statement])
            except _STOPS as stopped:
                if isinstance(stopped, ExhaustedError):
                    return program
            with suppress(*_STOPS):
                _note_networks(program, listing, statement)
    _add_unused(program)
    return program


def _note_networks(program: Program, listing: Listing, statement: ast.stmt) -> None:
    """A network that a statement at the top gives a name, or that stands there without one."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]):
            value = program.machine.names.get(name)
        case ast.Expr(
            value=ast.Call(func=ast.Attribute(attr="Sequential") | ast.Name(id="Sequential")) as made
        ):
            name, value = "Sequential", calling.called(Frame(program.machine, listing, {}), made)
        case _:
            return
    _add(program, name, value, listing.span(statement))


def _add(program: Program, name: str, value: Value, span: Span) -> None:
    is_network = isinstance(value, Chain) or (isinstance(value, Instance) and value.kind.is_module)
    if is_network and all(value is not module for module, _ in program.found.values()):
        program.found[_unused(program, name)] = (value, span)


def _unused(program: Program, name: str) -> str:
    return name if name not in program.found else f"{name} ({len(program.found) + 1})"


def _add_unused(program: Program) -> None:
    """Modules, and functions that build one, which the document never calls: with the defaults they have."""
    kinds = {
        part.kind
        for module, _ in program.found.values()
        for part in parts_of(module)
        if isinstance(part, Instance)
    }
    above = {base for kind in kinds for base in kind.bases}
    machine = program.machine
    for name, value in list(machine.names.items()):
        is_class = isinstance(value, Class) and value.is_module and value.method("forward") is not None
        if (is_class and value not in kinds and value not in above) or _builds(value):
            machine.depth += 1  # nothing at the top calls it
            try:
                _add(program, name, _with_defaults(program, value), value.listing.span(value.node))  # type: ignore[attr-defined]
            except _STOPS:
                continue
            finally:
                machine.depth -= 1


def _builds(value: Value) -> bool:
    """Whether a function needs no arguments and speaks of a Sequential."""
    if not isinstance(value, Function) or not isinstance(value.node, ast.FunctionDef):
        return False
    spec = value.node.args
    nodes = itertools.islice(ast.walk(value.node), MOST_PARTS)
    return len(spec.args) == len(spec.defaults) and any(
        isinstance(node, ast.Attribute) and node.attr == "Sequential" for node in nodes
    )


def _with_defaults(program: Program, value: Value) -> Value:
    if isinstance(value, Class):
        return calling.made(Frame(program.machine, value.listing, program.machine.names), value, [], {})
    return call_function(program.machine, value, [], {}) if isinstance(value, Function) else None


def parts_of(module: Value) -> Iterator[Value]:
    """The module and all that is inside it, each once."""
    seen: set[int] = set()
    waiting: list[Value] = [module]
    while waiting and len(seen) < MOST_PARTS:
        part = waiting.pop(0)
        if id(part) in seen:
            continue
        match part:
            case Layer() | Parameter():
                seen.add(id(part))
                yield part
            case Chain(modules=inner):
                seen.add(id(part))
                yield part
                waiting[:0] = inner
            case Modules(items=items):
                seen.add(id(part))
                waiting[:0] = items
            case dict():
                seen.add(id(part))
                waiting[:0] = list(part.values())
            case Instance(attributes=attributes):
                seen.add(id(part))
                yield part
                waiting[:0] = list(attributes.values())
            case _:
                continue


@record(frozen=True, slots=True)
class Pass:
    """One pass through a network: its rows, what did not fit, and what its statements gave."""

    rows: list[Row]
    problems: list[Problem]
    made: list[tuple[Span, Tensor]]


def pass_through(program: Program, module: Value, tensor: Tensor, span: Span) -> Pass:
    """A tensor through a module, without leaving anything behind."""
    machine = program.machine
    rows, problems, calls, made = machine.rows, machine.problems, machine.calls, machine.made
    machine.rows, machine.problems, machine.made, machine.steps = [], {}, [], 0
    listing = _listing_of(program, module)
    try:
        machine.depth += 1
        entering.enter_with(Frame(machine, listing, machine.names), module, [tensor], {}, span)
    except _STOPS:
        pass
    finally:
        machine.depth -= 1
        result = Pass(machine.rows, list(machine.problems.values()), machine.made)
        machine.rows, machine.problems, machine.calls, machine.made = rows, problems, calls, made
    return result


def _listing_of(program: Program, module: Value) -> Listing:
    return module.kind.listing if isinstance(module, Instance) else program.listings[0]


def network_of(
    program: Program, name: str, module: Value, span: Span, shape: Shape | None, origin: Origin
) -> Network:
    """One network with a pass of a tensor of a shape."""
    tensor = Tensor(shape)
    passed = pass_through(program, module, tensor, span)
    rows, problems = passed.rows, passed.problems
    met: set[int] = set()
    lines: list[Line] = []
    for row in rows:
        again = row.layer is not None and id(row.layer) in met
        shown = None if row.tensor.open and row.tensor.shape is None else row.tensor.shape
        if row.tensor.open and shown is not None:
            shown = (UNKNOWN, *shown)
        lines.append(Line(row.span, row.name, shown, row.parameters, not again))
        if row.layer is not None:
            met.add(id(row.layer))
    troubles = tuple(trouble_of(program.page, problem) for problem in problems)
    made = tuple(Made(place, one.shape) for place, one in passed.made if one.shape and not one.open)
    return Network(name, span, shape, origin, tuple(lines), total(module, rows), troubles, made)


def trouble_of(page: Page, problem: Problem) -> Trouble:
    return Trouble(problem.span, problem.name, problem.misfit, mended(page, problem))


def total(module: Value, rows: Sequence[Row]) -> Size:
    """All parameters, those of shared layers once."""
    counts = {id(row.layer): row.parameters for row in rows if row.layer is not None}
    amount: Size = 0
    for part in parts_of(module):
        match part:
            case Layer():
                amount = added(amount, counts.get(id(part), parameters(part, None)))
            case Parameter(tensor=tensor):
                amount = added(amount, UNKNOWN if tensor.shape is None else count(tensor.shape))
            case Instance():
                amount = UNKNOWN if _calls_unknown(part) else amount
            case Chain(modules=modules):
                amount = UNKNOWN if any(inner is UNKNOWN for inner in modules) else amount
            case _:
                continue
    return amount


def _calls_unknown(instance: Instance) -> bool:
    """Whether the forward pass calls something of its own that we do not know."""
    found = instance.kind.method("forward")
    unknown = {name for name, value in instance.attributes.items() if value is UNKNOWN}
    if found is None or not unknown:
        return False
    return any(
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in unknown
        for node in ast.walk(found[1])
    )


def batched(sizes: Sequence[int]) -> Shape:
    """The size of one example, in a batch."""
    return (letter(BATCH), *sizes)
