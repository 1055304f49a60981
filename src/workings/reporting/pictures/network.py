"""A network as a row of blocks: the size after each layer, and what each layer learns.

Only layers that change the size are drawn; a block has a sheet for each channel, up to a few.
"""

from __future__ import annotations

from collections.abc import Sequence

from workings.networks.network import Line, Network
from workings.networks.sizes import Shape, known
from workings.record import record
from workings.reporting.pictures.shapes import Drawing, box, path, text

MOST = 24  # blocks in one picture
TALLEST, LOWEST = 130.0, 14.0
STACKED = 5  # sheets of a block at most
SHIFT = 6.0  # between them
STEP = 142.0  # from block to block
TOP = 40.0


@record(frozen=True, slots=True)
class Block:
    """One size on the way, with the layer that gave it."""

    sizes: tuple[int, ...]
    name: str
    parameters: int | None


def network_picture(network: Network) -> Drawing:
    """The sizes from the input to the output, from left to right."""
    blocks = _blocks(network)
    sides = [block.sizes[-1] for block in blocks if len(block.sizes) > 1]
    largest = max(sides, default=1)
    shapes: list[str] = []
    for at, block in enumerate(blocks):
        shapes += _drawn(block, 70 + STEP * at, largest)
        if at:
            shapes.append(_arrow(70 + STEP * (at - 0.5)))
    return Drawing(max(140.0, 70 + STEP * (len(blocks) - 0.4)), TOP + TALLEST + 100, tuple(shapes))


def _blocks(network: Network) -> Sequence[Block]:
    """The input and every size that differs from the one before it."""
    blocks: list[Block] = []
    first = _whole(network.shape)
    if first:
        blocks.append(Block(first, "input", None))
    for line in network.lines:
        sizes = _whole(line.shape)
        if sizes and (not blocks or sizes != blocks[-1].sizes):
            blocks.append(Block(sizes, line.name, _learned(line)))
    return blocks[:MOST]


def _learned(line: Line) -> int | None:
    return known(line.parameters) if line.counted else 0


def _whole(shape: Shape | None) -> tuple[int, ...]:
    """The sizes of one example, if all of them are known."""
    sizes = [known(size) for size in (shape or ())[1:]]
    return () if None in sizes else tuple(size or 0 for size in sizes)


def _drawn(block: Block, x: float, largest: int) -> list[str]:
    foot = TOP + TALLEST
    shapes: list[str] = []
    if len(block.sizes) > 1:
        channels = block.sizes[0] if len(block.sizes) == 3 else 1
        side = max(LOWEST, (TALLEST - SHIFT * STACKED) * block.sizes[-1] / largest)
        sheets = min(STACKED, channels)
        for sheet in range(sheets):
            left = x - side / 2 + SHIFT * (sheet - (sheets - 1) / 2)
            shapes.append(box(left, foot - side - SHIFT * (sheets - 1 - sheet), side, side, "node"))
            shapes.append(box(left, foot - side - SHIFT * (sheets - 1 - sheet), side, side, "plus", 0.12))
    else:
        height = max(LOWEST, min(TALLEST, TALLEST * (block.sizes[0] if block.sizes else 1) / 150))
        shapes.append(box(x - 7, foot - height, 14, height, "plus", 0.3))
    shapes.append(text(x, foot + 22, " × ".join(map(str, block.sizes)) or "1", look="head"))
    shapes.append(text(x, foot + 44, block.name, size=13))
    if block.parameters is not None:
        learned = f"{block.parameters:,}".replace(",", " ")
        shapes.append(text(x, foot + 64, f"{learned} parameters", look="faint", size=12))
    return shapes


def _arrow(x: float) -> str:
    y = TOP + TALLEST + 22
    return path(
        f"M{x - 9:g} {y:g}H{x + 7:g}M{x + 2:g} {y - 4:g}L{x + 7:g} {y:g}L{x + 2:g} {y + 4:g}", "most", 1.5
    )
