"""Machines that a document gives by weights or formulas, run on every input with all their steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from flint import arb, fmpq

from workings.checking.designs.booleans import Bits, every
from workings.checking.designs.settings import OFFSETS, Situation, weighted
from workings.evaluating import Function, How, evaluate
from workings.expr import Apply, Call, Expr, Name, call, mapped, name, walk
from workings.record import record
from workings.resolving.scope import as_value
from workings.value import Scalar, Tensor, Value

TOTAL = "the sum"  # what a stated sum before the last threshold is pinned as
MOST_STEPS = 24  # named values on the way to the output
MOST_VARIABLES = 6  # inputs of a machine that nothing but its formulas names
_HALF = fmpq(1, 2)
_OUTPUTS = ("y", "ŷ", "out", "output", "o", "f", "h", "prediction", "XOR", "a", "a_3", "z_3", "z")
_SUMS = ("z", "net", "s", "sum", "v")
_STEPS = frozenset({"step", "threshold", "heaviside"})
_SQUASHED = {
    "sigmoid": "sigmoid",
    "logistic": "sigmoid",
    "relu": "relu",
    "rectifier": "relu",
    "rectified": "relu",
}
_LIMITS = frozenset({"step", "sigmoid"})


@record(frozen=True, slots=True)
class Trace:
    """One run: every named value on the way, the sum before the last threshold, and what comes out."""

    bits: Bits
    steps: tuple[tuple[str, Scalar], ...]
    total: Scalar | None
    output: Scalar


@record(frozen=True)
class Machine:
    """The steps from the inputs to the output, with the values that their names stand for."""

    inputs: tuple[str, ...]
    steps: tuple[tuple[str, Expr], ...]  # the last is the output
    names: Mapping[str, Value | Function]
    place: int  # where the last of what it is made of was given
    opening: int  # the heading of that place
    strict: bool | None
    low: int = 0
    signed: bool = False  # the output is -1 or 1
    weights: tuple[tuple[fmpq, ...], fmpq] | None = None  # of a single unit
    anchor: int = -1  # where the last of it but a bias was given

    @property
    def total(self) -> Expr | None:
        """The sum that the last step compares with nought."""
        last = self.steps[-1][1]
        if isinstance(last, Call) and last.op in _LIMITS and len(last.args) == 1:
            return last.args[0]
        if isinstance(last, Apply) and len(last.args) == 1 and isinstance(last.args[0], Call):
            return last.args[0]  # of a step that the page defines
        if isinstance(last, Call) and self.signed and isinstance(last.args[0], Call):
            inner = last.args[0].args[1]
            return inner.args[0] if isinstance(inner, Call) else None
        return None

    @property
    def is_linear(self) -> bool:
        """Whether the output is a sum that no threshold cuts."""
        return self.total is None

    def top(self) -> Machine:
        """The last unit alone, over the hidden units that it takes; the whole machine if it has none."""
        steps = [key for key, _ in self.steps]
        last = len(steps) - 1
        taken = [key for key in steps[:last] if key in _keys(self.steps[last][1])] if last > 0 else []
        if len(taken) < 2:
            return self
        return replace(self, inputs=tuple(taken), steps=self.steps[last:], weights=None, low=0)

    def run(
        self, bits: Bits, strict: bool | None = None, pinned: Mapping[str, Scalar] = MappingProxyType({})
    ) -> Trace | None:
        """The values for one input; None where something has no value.

        `pinned` are steps that are taken as somebody stated them, to see what follows from that.
        """
        entries = tuple(fmpq(1 if bit else self.low) for bit in bits)
        bound: dict[str, Value | Function] = dict(self.names)
        bound.update(zip(self.inputs, entries, strict=True))
        if len(entries) > 1:
            base = self.inputs[0].split("_")[0]
            bound[base] = Tensor((len(entries),), entries, loose=True)
        how = How(dot=True, slips={"step": "strict"}) if strict else How(dot=True)
        steps: list[tuple[str, Scalar]] = []
        total: Scalar | None = None
        value: Scalar | None = None
        for key, expr in self.steps:
            if key == self.steps[-1][0] and self.total is not None:
                total = pinned.get(TOTAL, _scalar(as_value(evaluate(self.total, bound, how))))
                if total is None:
                    return None
                if TOTAL in pinned and isinstance(expr, Call) and not self.signed:
                    bound[TOTAL] = total
                    expr = replace(expr, args=(name(TOTAL),))
            result = as_value(evaluate(expr, bound, how))
            value = _scalar(result)
            if result is None or (value is None and key == self.steps[-1][0]):
                return None
            value = pinned.get(key, value)
            bound[key] = result if value is None else value
            items = result.items if isinstance(result, Tensor) else ()
            if value is None:
                steps += [(f"{key}_{at + 1}", item) for at, item in enumerate(items[:8])]
                for at, item in enumerate(items[:8]):
                    bound.setdefault(f"{key}_{at + 1}", item)
            else:
                steps.append((key, value))
        assert value is not None
        return Trace(bits, tuple(steps), total, value)

    def traces(self, strict: bool | None = None) -> list[Trace] | None:
        """A run for every input, in the order of counting."""
        found = [self.run(bits, strict) for bits in every(len(self.inputs))]
        known = [trace for trace in found if trace is not None]
        return known if len(known) == len(found) else None


def _scalar(value: Value | None) -> Scalar | None:
    """A number, or the only entry of a tensor."""
    if isinstance(value, Tensor):
        return value.items[0] if len(value.items) == 1 else None
    return value


def fires(trace: Trace, machine: Machine, cut: fmpq = _HALF) -> int | None:
    """The bit that a run comes to; None where an enclosure leaves it open."""
    level = fmpq(0) if machine.signed else cut
    above = trace.output >= level
    if not above and not trace.output < level:
        return None
    return int(bool(above))


def machine_at(
    situation: Situation, inputs: Sequence[str] = (), low: int = 0, output: Sequence[str] = ()
) -> Machine | None:
    """The machine that the document has given up to a place; the later of a network and a single unit.

    `output` are the names that a part of a network may go by, where only that part is asked for.
    """
    network = _network(situation, inputs, low, output)
    if output:
        return network
    unit = _unit(situation, inputs, low)
    if network is None or unit is None:
        return network or unit
    if (unit.place, unit.anchor) > (network.place, network.anchor):
        return unit
    return replace(network, weights=unit.weights) if _is_same(unit, network) else network


def _is_same(unit: Machine, network: Machine) -> bool:
    """Whether formulas only say what a single unit with these weights does anyway."""
    if unit.inputs != network.inputs:
        return False
    pairs = [(unit.run(bits), network.run(bits)) for bits in every(len(unit.inputs))]
    return all(a is not None and b is not None and a.total == b.total for a, b in pairs)


def _unit(situation: Situation, inputs: Sequence[str], low: int) -> Machine | None:
    """A threshold unit given by weights and a bias or threshold."""
    weights, offset = situation.weights(), situation.offset()
    if weights is None or offset is None or (inputs and len(inputs) != len(weights[0])):
        return None
    made = single_unit(weights[0], offset[0], situation, inputs)
    oldest = min(weights[1], offset[1])
    opening = situation.opening if oldest >= situation.opening else -1
    return replace(made, place=max(weights[1], offset[1]), opening=opening, low=low, anchor=weights[1])


def single_unit(
    weights: tuple[fmpq, ...], bias: fmpq, situation: Situation, inputs: Sequence[str] = ()
) -> Machine:
    """A threshold unit with these weights, under the rule that holds at a place."""
    names = tuple(inputs) or tuple(f"x_{at + 1}" for at in range(len(weights)))
    steps = (("z", weighted(weights, names, bias)), ("y", call("step", name("z"))))
    return Machine(
        names, steps, {}, situation.place, situation.opening, situation.strict, weights=(weights, bias)
    )


def _network(
    situation: Situation, inputs: Sequence[str], low: int, output: Sequence[str] = ()
) -> Machine | None:
    """A machine given by formulas, or by the condition under which it fires."""
    formulas = {
        key: _activated(event.formula, situation)
        for key, event in situation.formulas.items()
        if event.formula is not None and key not in inputs
    }
    places = {key: event.place for key, event in situation.formulas.items()}
    condition = situation.condition
    if condition is not None:
        difference = call("sub", condition.left, condition.right)
        formulas.setdefault("fires", call("step", difference))
        places.setdefault("fires", condition.place)
    values = {key: event.value for key, event in situation.values.items() if event.value is not None}
    functions = {
        key: event.function
        for key, event in situation.formulas.items()
        if event.function is not None and not all(_is_input(param) for param in event.function.params)
    }
    for key in functions:
        formulas.pop(key, None)
    _complete(formulas, places)
    for key in (
        [key for key in output if key in formulas]
        if output
        else _outputs(formulas, places, situation.opening)
    ):
        machine = _machine(key, formulas, values, functions, situation, inputs, low)
        if machine is not None:
            return machine
    return None


def _complete(formulas: dict[str, Expr], places: dict[str, int]) -> None:
    """Give `a_1` or `h_1` the step of `z_1` where nothing else says what it is."""
    used = {key for formula in formulas.values() for key in _keys(formula)}
    for key in sorted(used - formulas.keys()):
        base, _, index = key.partition("_")
        if base in ("a", "h", "y", "o") and f"z_{index}" in formulas:
            formulas[key] = call("step", name(f"z_{index}"))
            places[key] = places[f"z_{index}"]


def _outputs(formulas: Mapping[str, Expr], places: Mapping[str, int], opening: int) -> Iterator[str]:
    """Names that may be what comes out: used by no other, the likeliest first.

    A formula of another section has letters of its own: the y of `d = p - y` above is no unit of this one.
    """
    near = {key for key in formulas if places[key] >= opening}
    used = {
        other
        for key, formula in formulas.items()
        for other in _keys(formula)
        if key in near or other not in near
    }
    free = [key for key in formulas if key not in used]
    ranked = {key: at for at, key in enumerate(_OUTPUTS)}
    return iter(sorted(free, key=lambda key: (key == "fires", -places[key], ranked.get(key, 99))))


def _machine(
    output: str, formulas: Mapping[str, Expr], values: Mapping[str, Value], functions: Mapping[str, Function],
    situation: Situation, inputs: Sequence[str], low: int,
) -> Machine | None:  # fmt: skip
    """The steps to one output, if nothing but inputs is left open."""
    order: list[str] = []
    if not _arrange(output, formulas, order, 0):
        return None
    used = {key for step in order for key in _keys(formulas[step])}
    free = sorted(used - formulas.keys() - functions.keys())
    names = tuple(inputs) or _variables(free, values)
    if not names or not _is_covered(free, names, values):
        return None
    last = formulas[output]
    signed = isinstance(last, Call) and last.op == "sign"
    steps = tuple((key, _unsigned(formulas[key])) for key in order)
    if order[-1] in _SUMS or (order[-1].split("_")[0] in _SUMS and order[-1] not in _OUTPUTS):
        steps = (*steps, ("y", call("step", name(order[-1]))))
    given = {key: situation.values[key].place for key in used - set(names) if key in situation.values}
    stated = [situation.formulas[key].place for key in order if key in situation.formulas]
    if output == "fires" and situation.condition is not None:
        stated.append(situation.condition.place)
    known = {key: value for key, value in values.items() if key not in names and key not in order}
    is_here = min(given.values() or stated) >= situation.opening
    is_only = not given and situation.once.issuperset(key for key in order if key in situation.formulas)
    opening = situation.opening if is_here or is_only else -1
    anchors = [place for key, place in given.items() if key not in OFFSETS]
    made = Machine(
        names,
        steps,
        {**known, **functions},
        max(*given.values(), *stated, 0),
        opening,
        situation.strict,
        low,
        signed,
        anchor=max(*anchors, *stated, 0),
    )
    return made if made.run((0,) * len(names)) is not None else None


def _arrange(key: str, formulas: Mapping[str, Expr], order: list[str], depth: int) -> bool:
    """Put a name behind those it is made of; False where they go in circles or are too many."""
    if key in order:
        return True
    if depth > MOST_STEPS or len(order) > MOST_STEPS:
        return False
    for other in sorted(_keys(formulas[key])):
        if other in formulas and (other == key or not _arrange(other, formulas, order, depth + 1)):
            return False
    order.append(key)
    return True


def _keys(expr: Expr) -> set[str]:
    """The names of an expression as they are written, functions of the document among them."""
    found = {node.key for node in walk(expr) if isinstance(node, Name)}
    return found | {node.function.key for node in walk(expr) if isinstance(node, Apply)}


def _is_input(key: str) -> bool:
    base = key.split("_")[0]
    return base in ("x", "u", "X") or (len(key) == 1 and key in "ABCDpqrab")


def _variables(free: Sequence[str], values: Mapping[str, Value]) -> tuple[str, ...]:
    """The inputs, where no table names them: `x_1, x_2`, or the entries of x."""
    open_names = [key for key in free if key[:1] in "xuX" or (key not in values and _is_input(key))]
    numbered = [key for key in open_names if "_" in key]
    if numbered:
        base = numbered[0].split("_")[0]
        count = max((int(key.split("_")[1]) for key in numbered if key.split("_")[1].isdecimal()), default=0)
        return tuple(f"{base}_{at + 1}" for at in range(count)) if 0 < count <= MOST_VARIABLES else ()
    if "x" in open_names:
        widths = [
            value.shape for key, value in values.items() if isinstance(value, Tensor) and key[:1] in "wW"
        ]
        width = widths[0][-1] if widths and widths[0][-1] > 1 else widths[0][0] if widths else 0
        return tuple(f"x_{at + 1}" for at in range(width)) if 0 < width <= MOST_VARIABLES else ()
    return tuple(open_names[:MOST_VARIABLES])


def _is_covered(free: Sequence[str], names: Sequence[str], values: Mapping[str, Value]) -> bool:
    """Whether every open name is an input or has a value, and some input is used at all."""
    base = names[0].split("_")[0]
    inputs = {*names, base}
    return any(key in inputs for key in free) and all(key in inputs or key in values for key in free)


def _activated(expr: Expr | None, situation: Situation) -> Expr:
    """The formula with `H(…)` for the activation that the document says it stands for."""
    assert expr is not None
    made = mapped(expr, lambda part: _activated(part, situation))
    if isinstance(made, Apply) and len(made.args) == 1 and made.function.key not in situation.formulas:
        kind = situation.activations.get(made.function.key, "")
        if kind in _STEPS:
            return replace(call("step", made.args[0]), span=made.span)
        if kind in ("sign", "signum"):
            return replace(call("sign", made.args[0]), span=made.span)
        if kind in _SQUASHED:
            return replace(call(_SQUASHED[kind], made.args[0]), span=made.span)
    return made


def _unsigned(expr: Expr) -> Expr:
    """A sign as twice the step less one, so that the rule for nought holds for it too."""
    made = mapped(expr, _unsigned)
    if isinstance(made, Call) and made.op == "sign" and len(made.args) == 1:
        return call("sub", call("hadamard", 2, call("step", made.args[0])), 1)
    return made


def is_decided(value: Scalar) -> bool:
    """Whether a number is surely not nought."""
    return bool(value > 0) or bool(value < 0) if isinstance(value, arb) else value != 0


def has_step(machine: Machine) -> bool:
    """Whether some step of it is a threshold, so that the rule for nought matters."""
    return any(
        isinstance(node, Call) and node.op == "step" for _, expr in machine.steps for node in walk(expr)
    )
