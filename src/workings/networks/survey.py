"""All networks in the programs of a page, each with one pass through it: the door to this package.

What the program itself passes through a network counts most; then what the user asks for; then the one size
that the text gives. Without any of these the layers are only held against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workings.extracting.listings import find_listings
from workings.networks.code.reading import (
    Program,
    batched,
    network_of,
    pass_through,
    read_program,
    trouble_of,
)
from workings.networks.code.values import Tensor, Value
from workings.networks.layers import Layer
from workings.networks.network import Made, Network, Origin, Trouble
from workings.networks.prose.inputs import the_input
from workings.networks.sizes import BATCH, known, letter
from workings.record import record
from workings.regex import regex
from workings.source import Page, Span

COMMON = (28, 32, 64, 96, 128, 224, 227, 256, 299, 512)  # sides of pictures that are tried first
LARGEST_SIDE = 320
_CODE = regex(r"\b(?:nn\s?\.\s?[A-Z]|torch\b|Conv[123]d\b)")


@record(frozen=True)
class Survey:
    """The networks of a page, options that are as they have to be, and what tensors were made where."""

    networks: tuple[Network, ...]
    troubles: tuple[Trouble, ...]  # all that surely do not fit, each once
    fitting: tuple[tuple[Span, Layer, str], ...]
    made: tuple[Made, ...]  # where shapes are known for certain
    listings: tuple[Span, ...]


def may_hold_networks(text: str) -> bool:
    """A cheap look at the text before anything is parsed."""
    return _CODE.search(text) is not None


def survey(page: Page, asked: Sequence[int] | None = None, infers: bool = False) -> Survey:
    """The networks of a page; `infers` also looks for the size of an input that would fit."""
    if not may_hold_networks(page.written):
        return Survey((), (), (), (), ())
    listings = find_listings(page)
    program = read_program(page, listings)
    passes = (_network(program, *found, asked, infers) for found in program.networks)
    networks = [network for network in passes if network.lines]
    troubles = {problem.span: trouble_of(page, problem) for problem in program.machine.problems.values()}
    for _, module, span in program.networks:
        problems = pass_through(program, module, Tensor(None), span).problems
        troubles |= {problem.span: trouble_of(page, problem) for problem in problems}
    for network in networks:
        if network.origin is Origin.TEXT:
            troubles |= {trouble.span: trouble for trouble in network.troubles}
    machine = program.machine
    fitting = tuple((span, *found) for span, found in machine.fitting.items() if span not in troubles)
    made = [Made(span, tensor.shape) for span, tensor in machine.made if tensor.shape and not tensor.open]
    for network in networks:
        made += _made_by(network)
    wrong = tuple(troubles[span] for span in sorted(troubles))
    return Survey(tuple(networks), wrong, fitting, tuple(made), listings)


def _made_by(network: Network) -> list[Made]:
    """What each layer of a network gives, if its input is known and nothing on the way does not fit."""
    if network.origin in (Origin.INFERRED, Origin.OPEN) or network.troubles:
        return []
    found = list(network.made)
    before = network.shape
    for line in network.lines:
        if line.shape is not None:
            found.append(Made(line.span, line.shape, before, whole=False))
        before = line.shape
    return found


def _network(
    program: Program, name: str, module: Value, span: Span, asked: Sequence[int] | None, infers: bool
) -> Network:
    """One network, with the best input that is known for it."""
    calls = [tensor.shape for called, tensor, _ in program.machine.calls if called is module]
    if asked is not None:
        return network_of(program, name, module, span, batched(asked), Origin.ASKED)
    if calls and calls[0] is not None:
        shape = calls[0]
        batch = (letter(BATCH), *shape[1:]) if len(shape) in (2, 4) else shape
        return network_of(program, name, module, span, batch, Origin.CODE)
    plain = network_of(program, name, module, span, None, Origin.OPEN)
    channels = _first_channels(program, module, span)
    said = None if channels is None else the_input(program.page.written, span.start, channels)
    if said is not None:
        shape = batched((channels or said.channels or 1, said.height, said.width))
        return network_of(program, name, module, span, shape, Origin.TEXT)
    return _inferred(program, plain, module, channels) if infers else plain


def _first_channels(program: Program, module: Value, span: Span) -> int | None:
    """The channels that a network of pictures starts with; 0 if it flattens them, None if it takes none."""
    for row in pass_through(program, module, Tensor(None), span).rows:
        if row.layer is not None and row.layer.name in ("Conv2d", "LazyConv2d"):
            return known(row.layer.option("in_channels")) or 0
        if row.name in ("Flatten", "view", "reshape", "flatten"):
            return 0
        if row.layer is not None and row.layer.name not in ("Identity", "ReLU"):
            return None
    return None


def _inferred(program: Program, plain: Network, module: Value, channels: int | None) -> Network:
    """The network with the size of a square picture that fits, where there is one."""
    if not channels or plain.troubles:
        return plain
    fitting = [
        side
        for side in (*COMMON, *range(1, LARGEST_SIDE + 1))
        if not pass_through(program, module, Tensor(batched((channels, side, side))), plain.span).problems
    ]
    sides = sorted(set(fitting))
    if not sides or len(sides) > LARGEST_SIDE // 2:
        return plain
    shape = batched((channels, fitting[0], fitting[0]))
    found = network_of(program, plain.name, module, plain.span, shape, Origin.INFERRED)
    low, high = sides[0], sides[-1]
    said = f"a side of {low} fits" if low == high else f"sides from {low} to {high} fit"
    return replace(found, noted=f"the input is not stated; {said}")
