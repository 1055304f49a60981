"""Sums that stand by a layer, and the slips of its size and parameters that give just their results."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.checking.comparing.digits import stated_number, stated_numbers
from workings.checking.comparing.parts import summands
from workings.document import Statement
from workings.evaluating import How, evaluate
from workings.expr import Call, Name, Number, walk
from workings.networks.prose.describing import Described
from workings.ops import OPERATIONS
from workings.ops.operation import Op
from workings.record import record
from workings.regex import regex
from workings.source import Span, line_start

MOST_SUMS = 500
FAR = 60  # characters before a sum that say what it is
_SIZE = regex(
    r"\b(?:outputs?|o/p|out|size|width|height|sides?|dimensions?|feature maps?|spatial|gr[öo](?:ß|ss)e"
    r"|ausgabe|sortie|taille|salida|tama[ñn]o)\b[^\n=:]{0,24}[=:][\s$\\(\[]*$",
    re.I,
)


@record(frozen=True, slots=True)
class Sum:
    """A chain that ends in a whole number: its result, where it stands, and the numbers before it."""

    span: Span
    place: Span
    result: int
    numbers: frozenset[int]
    is_named: bool  # it begins with a name, as in `O = … = 9`, or words say that it is a size
    terms: tuple[int, ...]  # where it is a plain sum of whole numbers


@record(frozen=True, slots=True)
class Fit:
    """A slip that gives just the number that is stated."""

    name: str
    words: str
    with_bias: bool = True


def sums_in(statements: Iterable[Statement], sheet: str = "") -> list[Sum]:
    """The sums of a document, each once."""
    found = (_sum(statement, sheet) for statement in statements if not statement.hypothesis)
    return [one for one in found if one is not None][:MOST_SUMS]


def _sum(statement: Statement, sheet: str) -> Sum | None:
    first, *others = statement.members
    if not others:
        return None
    result = stated_number(others[-1].expr)
    if result is None or not result.integer or others[-1].sign not in ("=", "≈"):
        return None
    before = [first.expr, *(member.expr for member in others[:-1])]
    nodes = [node for expr in before for node in walk(expr)]
    numbers = {int(node.value.p) for node in nodes if isinstance(node, Number) and node.value.q == 1}
    if not numbers:
        return None
    terms = stated_numbers(summands(before[-1]))
    return Sum(
        statement.span,
        others[-1].span,
        int(result.value.p),
        frozenset(numbers),
        (isinstance(first.expr, Name) and len(others) > 1) or _is_called(sheet, statement.span.start),
        tuple(int(one.value.p) for one in terms) if all(one.value.q == 1 for one in terms) else (),
    )


def _is_called(sheet: str, start: int) -> bool:
    """Whether the words before a place say that a size follows: “o/p size = ”."""
    return _SIZE.search(sheet, max(line_start(sheet, start), start - FAR), start) is not None


def size_slips(layer: Described, side: int | None, stated: int) -> list[Fit]:
    """The slips of the size of a convolution or a pooling that give a stated side."""
    if side is None or layer.kernel is None or layer.kind not in ("conv", "pool"):
        return []
    options: dict[str, int] = {}
    padding = layer.padding if isinstance(layer.padding, int) else 0
    if layer.kind == "conv" or layer.stride is not None:
        options["stride"] = layer.stride or 1
    options["padding"] = padding
    op = OPERATIONS["conv_size" if layer.kind == "conv" else "pool_size"]
    return _fits(op, op(side, layer.kernel[0], **options), stated)


def _fits(op: Op, call: Call, stated: int, bias: int = 1) -> list[Fit]:
    found = []
    for slug, mistake in op.mistakes.items():
        if evaluate(call, {}, How(slips={op.name: slug})) == stated:
            words = f"fits {op.name.replace('_', ' ')} where {mistake.says}"
            found.append(Fit(f"{op.name}/{slug}", words, bias == 1))
    return found


@record(frozen=True, slots=True)
class Count:
    """The parameters of a layer: all of them, the weights alone, and the call that gives them."""

    op: Op
    arguments: tuple[int, ...]
    whole: int
    weights: int

    @property
    def legitimate(self) -> frozenset[int]:
        """What people rightly write down on the way."""
        *sides, inputs, outputs = self.arguments
        area = 1
        for side in sides:
            area *= side
        each = area * inputs
        return frozenset(
            {
                self.whole,
                self.weights,
                area,
                each,
                each + 1,
                inputs,
                outputs,
                inputs * outputs,
                area * outputs * 0,
            }
        )

    @property
    def partial(self) -> frozenset[int]:
        """What may be taken for the whole by slip."""
        return frozenset({self.whole, self.weights, self.weights + 1})

    def concerns(self, numbers: frozenset[int]) -> bool:
        """Whether a sum is made of the numbers of this layer."""
        *sides, inputs, outputs = self.arguments
        if not sides:
            return inputs in numbers and (outputs in numbers or outputs + 1 in numbers)
        return outputs in numbers and (sides[0] in numbers or sides[0] ** 2 in numbers)

    def slips(self, stated: int, certain: bool) -> list[Fit]:
        """The slips that give a number; without certainty only those that nobody writes on the way."""
        found = _fits(self.op, self.op(*self.arguments), stated)
        if not certain:
            found += _fits(self.op, self.op(*self.arguments, bias=0), stated, bias=0)
            found = [fit for fit in found if fit.name.rpartition("/")[2] not in _ON_THE_WAY]
        return list({fit.name: fit for fit in found}.values())


# Also what is right where the two numbers of channels are the other way round.
_ON_THE_WAY = frozenset(
    {"bias-per-input", "no-bias", "no-outputs", "bias-counted", "units-added", "one-bias"}
)


def counted(layer: Described, inputs: int | None) -> Count | None:
    """The parameters of a described layer, where all that they hang on is known."""
    if inputs is None or layer.outputs is None:
        return None
    if layer.kind == "conv" and layer.kernel is not None:
        height, width = layer.kernel
        weights = height * width * inputs * layer.outputs
        sizes = (height, width, inputs, layer.outputs)
        return Count(OPERATIONS["conv_params"], sizes, weights + layer.outputs, weights)
    if layer.kind == "linear":
        weights = inputs * layer.outputs
        return Count(OPERATIONS["linear_params"], (inputs, layer.outputs), weights + layer.outputs, weights)
    return None
