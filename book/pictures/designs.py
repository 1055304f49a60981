"""Threshold units in the plane, and the trace of an LSTM that fails."""

from __future__ import annotations

from chapters import BOOK

from workings.checking.designs.booleans import every, named
from workings.checking.designs.words import in_steps, word_machine
from workings.pipeline import judged, read
from workings.reporting.pictures import svg
from workings.reporting.pictures.plane import Line, plane
from workings.reporting.pictures.trace import trace as boxes


def pictures() -> dict[str, str]:
    """The planes of the perceptron and of XOR, and the trace of the string on which the LSTM fails."""
    edge, lower = Line((1, 1), -1.5, 0.5), Line((1, 1), -0.5, 0.5)
    steps = lstm_trace()
    return {
        "perceptron-and.svg": svg(
            plane(points("AND"), "AND: w = (1, 1), b = −1.5", [edge]), "AND in the plane"
        ),
        "perceptron-or.svg": svg(plane(points("OR"), "OR: w = (1, 1), b = −0.5", [lower]), "OR in the plane"),
        "xor-plane.svg": svg(plane(points("XOR"), "XOR: no line will do"), "XOR in the plane"),
        "xor-network.svg": svg(
            plane(points("XOR"), "XOR between two lines", [Line((1, 1), -0.5), Line((-1, -1), 1.5)]),
            "XOR between the lines of OR and NAND",
        ),
        "parity-trace.svg": svg(boxes("the string 1", steps, "1, so above 0.5"), "The LSTM on the string 1"),
    }


def points(kind: str) -> list[tuple[tuple[int, int], int]]:
    """The inputs of a function of two bits with their results."""
    function = named(kind)
    if function is None:
        raise ValueError(kind)
    return [((first, second), function((first, second))) for first, second in every(2)]


def lstm_trace() -> list[tuple[str, str]]:
    """What the LSTM of the examples does with the string 1."""
    judge = judged(read((BOOK.parent / "examples" / "parity-lstm.md").read_text("utf-8"), "lstm.md"))
    machine = word_machine(judge.scope.formulas.patterns, judge.scope.given)
    failing = machine.failing("parity", 4) if machine is not None else None
    if machine is None or not isinstance(failing, tuple):
        raise ValueError("the design is expected to fail")
    said = [part.split(" = ") for part in in_steps(machine, failing[1]).split(", ")]
    return [("x", "1"), *((name, value) for name, value in said)]
