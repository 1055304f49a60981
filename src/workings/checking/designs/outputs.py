"""What a machine computes on all its inputs, under each sensible reading, and how near it comes to a tie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flint import fmpq

from workings.checking.designs.booleans import Bits, Function
from workings.checking.designs.machines import Machine, Trace, fires, has_step, is_decided
from workings.evaluating.rendering import show
from workings.ops.primitives.arithmetic import magnitude
from workings.record import record
from workings.value import Scalar

_HALF = fmpq(1, 2)


@record(frozen=True)
class Outputs:
    """The runs of a machine under one reading, and the bits that they come to."""

    machine: Machine
    traces: tuple[Trace, ...]
    bits: tuple[int, ...]
    strict: bool  # nought does not fire
    convention: str | None  # what had to be assumed

    def failing(self, function: Function) -> Trace | None:
        """The first input on which another bit comes out than the function has."""
        for trace, bit in zip(self.traces, self.bits, strict=True):
            if bit != function(trace.bits):
                return trace
        return None

    @property
    def ties(self) -> list[Trace]:
        """The inputs whose sum is exactly at the threshold."""
        return [trace for trace in self.traces if trace.total is not None and not is_decided(trace.total)]

    @property
    def margin(self) -> tuple[Scalar, Trace] | None:
        """The smallest distance of a sum from the threshold, and the input that has it."""
        sums = [(magnitude(trace.total), trace) for trace in self.traces if trace.total is not None]
        return min(sums, key=lambda pair: float(pair[0])) if sums else None


def outputs(machine: Machine, low: int | None = None) -> Iterator[Outputs]:
    """What a machine computes, the likeliest reading first; `low` is what nought is written as, if known."""
    lows = (low,) if low is not None else (machine.low, -1 - machine.low)
    for written in lows:
        made = replace(machine, low=written)
        stated = machine.strict
        for strict in (False, True) if stated is None and has_step(made) else (bool(stated),):
            for cut, how in _cuts(made):
                found = _outputs(made, strict, cut)
                if found is None:
                    continue
                said = [how] if how else []
                tied = stated is None and bool(found.ties) and has_step(made)
                said += [f"a sum of 0 {'does not fire' if strict else 'fires'}"] if tied else []
                said += [f"inputs are {written} and 1"] if written != machine.low else []
                yield replace(found, convention=", ".join(said) or None)


def _cuts(machine: Machine) -> tuple[tuple[fmpq, str | None], ...]:
    """From where on an output counts as one; a sum without a threshold may be cut in several ways."""
    if not machine.is_linear or machine.signed:
        return ((_HALF, None),)
    return ((_HALF, None), (fmpq(0), "the output fires from 0 on"))


def _outputs(machine: Machine, strict: bool, cut: fmpq) -> Outputs | None:
    traces = machine.traces(strict)
    if traces is None:
        return None
    bits = [fires(trace, machine, cut) for trace in traces]
    known = tuple(bit for bit in bits if bit is not None)
    return Outputs(machine, tuple(traces), known, strict, None) if len(known) == len(bits) else None


def point(bits: Bits, low: int = 0) -> str:
    """An input as a point: (0, 1)."""
    return f"({', '.join(str(1 if bit else low) for bit in bits)})" if len(bits) > 1 else str(bits[0] or low)


def in_steps(trace: Trace, machine: Machine) -> str:
    """A run in words: `h_1 = 1, h_2 = 0, z = 1·1 + 1·1 - 0.5 = 1.5 > 0, so y = 1`."""
    *before, (key, _) = trace.steps
    said = [f"{name} = {show(value)}" for name, value in before if name != "z"]
    if trace.total is not None:
        sign = ">" if trace.total > 0 else "<" if trace.total < 0 else "="
        said.append(
            f"z = {_worked(trace, machine)}{show(trace.total)}" + (f" {sign} 0" if sign != "=" else "")
        )
    name = "y" if key == "fires" else key
    return ", ".join(said) + (", so " if said else "") + f"{name} = {show(trace.output)}"


def _worked(trace: Trace, machine: Machine) -> str:
    """The weighted sum of a single unit with its numbers put in."""
    if machine.weights is None:
        return ""
    weights, bias = machine.weights
    terms = [
        f"{_signed(show(weight), at == 0)}·{_bracketed(1 if bit else machine.low)}"
        for at, (weight, bit) in enumerate(zip(weights, trace.bits, strict=True))
    ]
    return " ".join([*terms, _signed(show(bias), False)]) + " = "


def _signed(number: str, first: bool) -> str:
    if first:
        return number
    return f"- {number[1:]}" if number.startswith("-") else f"+ {number}"


def _bracketed(entry: int) -> str:
    return f"({entry})" if entry < 0 else str(entry)


def margin_in_words(found: Outputs) -> str:
    """`margin 0.5`, or that some input sits exactly on the threshold."""
    margin = found.margin
    if margin is None:
        return ""
    if found.ties:
        low = found.machine.low
        where = " and ".join(point(trace.bits, low) for trace in found.ties[:2])
        rule = "does not fire" if found.strict else "fires"
        return f"margin 0: the sum is exactly 0 at {where}, and 0 {rule}"
    return f"margin {show(margin[0])} at {point(margin[1].bits, found.machine.low)}"
