"""Designs in print: as text, as Markdown that `workings check` agrees with, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from flint import fmpq

from workings.checking.designs.booleans import RULES
from workings.checking.designs.outputs import in_steps
from workings.checking.designs.separable import Point, Weights
from workings.checking.designs.words import string
from workings.designing.answers import Answer, NoUnit, OneUnit, RecurrentRepair, UnitRepair
from workings.designing.nets import Layered, name_of
from workings.designing.problems import Problem
from workings.designing.programs import Unit
from workings.designing.repairs import Change
from workings.evaluating.rendering import show

FORMATS = ("text", "md", "json")
MOST_ROWS = 64  # of a table that is printed
NORMS = {"max": "every |w_i| ≤ 1", "sum": "|w_1| + … + |w_n| ≤ 1"}


def render(answer: Answer, form: str) -> str:
    """An answer in one of the formats."""
    if form == "json":
        return json.dumps({"version": 1, **as_data(answer)}, indent=2, ensure_ascii=False) + "\n"
    return "\n".join(_markdown(answer) if form == "md" else _text(answer)) + "\n"


# -- text -------------------------------------------------------------------------------------------


def _text(answer: Answer) -> list[str]:
    match answer:
        case OneUnit():
            return _one(answer, "")
        case NoUnit():
            return _none(answer)
        case UnitRepair():
            return _repaired(answer)
        case RecurrentRepair():
            return _recurrent(answer)


def _one(answer: OneUnit, mark: str) -> list[str]:
    unit, problem = answer.unit, answer.problem
    whole = unit.whole()
    lines = [
        f"a threshold unit for {problem.title}: it fires where the sum is positive",
        "",
        f"  {_weights(unit.w, unit.b)}",
        f"  margin {show(unit.margin)}, the largest with {NORMS[answer.norm]}",
    ]
    if whole.w != unit.w or whole.b != unit.b:
        lines.append(f"  in whole numbers: {_weights(whole.w, whole.b)}")
    return [*lines, "", *_aligned(_unit_table(problem, unit))]


def _none(answer: NoUnit) -> list[str]:
    problem, certificate = answer.problem, answer.certificate
    fired = " + ".join(_with_one(point) for point in certificate.fired)
    silent = " + ".join(_with_one(point) for point in certificate.silent)
    lines = [
        f"no threshold unit computes {problem.title}:",
        "",
        f"  {certificate}",
        "",
        f"For any weights (w, b) both sides have the same sum. {fired} should fire,",
        f"which takes a positive sum; {silent} should not.",
    ]
    if answer.network is not None:
        lines += ["", *_network(problem, answer.network)]
    elif answer.hidden is not None:
        lines += ["", f"a network with {answer.hidden} hidden units was not found either"]
    else:
        lines += ["", "--hidden 2 looks for a network with two hidden units"]
    return lines


def _network(problem: Problem, made: Layered) -> list[str]:
    lines = [f"a network for {problem.title} with {len(made.hidden)} hidden units:", ""]
    for at, unit in enumerate(made.hidden):
        lines.append(f"  h{at + 1}: {unit}{_called(unit)}")
    lines.append(f"  y:  {made.top}{_called(made.top)}, of the hidden units")
    return [*lines, "", *_aligned(_network_table(problem, made))]


def _called(unit: Weights) -> str:
    kind = name_of(unit)
    return "" if kind is None else f" ({kind})"


def _repaired(answer: UnitRepair) -> list[str]:
    weights, bias = answer.machine.weights or ((), fmpq(0))
    lines = [f"the unit {_weights(weights, bias)} for {answer.problem.title}"]
    if answer.failing is None:
        return [*lines, "is right on every input; there is nothing to repair"]
    lines.append(f"fails on {_point(answer.failing.bits)}: {in_steps(answer.failing, answer.machine)}")
    if answer.repair is None:
        why = f": {answer.certificate}" if answer.certificate is not None else ""
        return [*lines, f"no change of its weights helps, since no threshold unit computes it{why}"]
    unit = answer.repair.unit
    lines += ["", *_changes(answer.repair.changes), ""]
    lines += [
        f"  {_weights(unit.w, unit.b)}",
        f"  margin {show(unit.margin)}; fewer changes do not suffice",
        "",
    ]
    return [*lines, *_aligned(_unit_table(answer.problem, unit))]


def _recurrent(answer: RecurrentRepair) -> list[str]:
    lines = [f"a recurrent design for {answer.kind}, on every string up to length {answer.longest}"]
    if answer.failing is None:
        return [*lines, "is right; there is nothing to repair"]
    lines.append(f"fails first on {answer.failing}")
    found = answer.repair
    if found is None:
        return [*lines, "no repair was found on the grid of values"]
    lines += ["", *_changes(found.changes), ""]
    lines.append(
        f"  right on all {2 ** (found.longest + 1) - 2} strings; the answer keeps {show(found.margin, 3)} "
        f"away from one half, least on {string(found.narrowest)}"
    )
    lines.append(f"  {found.tried} designs were tried; fewer changes on this grid do not keep 0.05 away")
    return lines


def _changes(changes: Sequence[Change]) -> list[str]:
    count = len(changes)
    head = f"  change {count} {'number' if count == 1 else 'numbers'}:"
    return [head, *(f"    {change.name}: {show(change.old)} → {show(change.new)}" for change in changes)]


# -- tables -----------------------------------------------------------------------------------------


def _unit_table(problem: Problem, unit: Unit) -> list[list[str]]:
    rows = [[*problem.inputs, "z", "y"]]
    for point, _ in problem.points[:MOST_ROWS]:
        total = unit.sum(point)
        rows.append([*map(str, point), show(total), str(int(total > 0))])
    return rows


def _network_table(problem: Problem, made: Layered) -> list[list[str]]:
    rows = [[*problem.inputs, *(f"h{at + 1}" for at in range(len(made.hidden))), "y"]]
    for point, _ in problem.points[:MOST_ROWS]:
        inner, output = made.run(point)
        rows.append([*map(str, point), *map(str, inner), str(output)])
    return rows


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows
    ]


def _piped(rows: Sequence[Sequence[str]]) -> list[str]:
    head, *below = (f"| {' | '.join(row)} |" for row in rows)
    return [head, "|" + "---|" * len(rows[0]), *below]


# -- Markdown ---------------------------------------------------------------------------------------


def _markdown(answer: Answer) -> list[str]:
    match answer:
        case OneUnit():
            return _one_page(answer.problem, answer.unit, f"with {_tex_norm(answer.norm)}")
        case NoUnit():
            return _none_page(answer)
        case UnitRepair():
            lines = ["# A repair", "", *(f"- {line.strip()}" for line in _repaired(answer)[1:2])]
            if answer.repair is None:
                return [*lines, *(f"- {line}" for line in _repaired(answer)[2:])]
            lines += [f"- {line.strip()}" for line in _changes(answer.repair.changes)[1:]]
            return [*lines, "", *_one_page(answer.problem, answer.repair.unit, "")]
        case RecurrentRepair():
            return ["# A repair", "", *(f"- {line.strip()}" for line in _recurrent(answer) if line)]


def _one_page(problem: Problem, unit: Unit, limit: str) -> list[str]:
    title = problem.title if problem.title in RULES else "the table"
    lines = [
        f"# A threshold unit for {title}",
        "",
        f"With ${_tex(unit.w, unit.b)}$ the unit fires if $w \\cdot x + b > 0$.",
        "",
        *_piped(_unit_table(problem, unit)),
        "",
    ]
    if title in RULES:
        lines += [f"This unit computes {title}.", ""]
    best = f", the largest {limit}" if limit else ""
    return [*lines, f"The margin is {show(unit.margin)}{best}."]


def _none_page(answer: NoUnit) -> list[str]:
    problem, certificate = answer.problem, answer.certificate
    title = problem.title if problem.title in RULES else "the table"
    said = (
        f"{title} is not linearly separable." if title in RULES else "No threshold unit computes the table."
    )
    lines = [f"# No threshold unit for {title}", "", said, "", f"$${certificate}$$", ""]
    lines += ["Both sides have the same sum for any weights and bias, yet only one of them should fire."]
    made = answer.network
    if made is None:
        return lines
    lines += ["", f"# A network for {title}", ""]
    for at, unit in enumerate(made.hidden):
        lines.append(
            f"- $h_{at + 1} = \\text{{step}}({_tex_sum(unit, [f'x_{i + 1}' for i in range(len(unit.w))])})$"
        )
    top = [f"h_{i + 1}" for i in range(len(made.top.w))]
    lines += [f"- $y = \\text{{step}}({_tex_sum(made.top, top)})$", ""]
    lines += _piped(_network_table(problem, made))
    return [*lines, "", f"The network computes {title}."] if title in RULES else lines


def _tex(weights: Sequence[fmpq], bias: fmpq) -> str:
    entries = ", ".join(show(weight) for weight in weights)
    return (
        f"w = ({entries})$ and $b = {show(bias)}"
        if len(weights) > 1
        else f"w = {entries}$ and $b = {show(bias)}"
    )


def _tex_sum(unit: Weights, names: Sequence[str]) -> str:
    terms = []
    for weight, key in zip(unit.w, names, strict=True):
        if weight:
            sign = "-" if weight < 0 else "+"
            size = "" if abs(weight) == 1 else f"{abs(weight)} "
            terms.append(f"{sign} {size}{key}")
    bias = show(unit.b)
    terms.append(f"- {bias[1:]}" if bias.startswith("-") else f"+ {bias}")
    text = " ".join(terms)
    return text[2:] if text.startswith("+ ") else "-" + text[2:] if text.startswith("- ") else text


def _tex_norm(norm: str) -> str:
    return "every $|w_i| \\le 1$" if norm == "max" else "weights whose sizes add up to at most 1"


# -- JSON -------------------------------------------------------------------------------------------


def as_data(answer: Answer) -> dict[str, Any]:
    """An answer as plain data; numbers are fractions in text, such as "-3/2"."""
    match answer:
        case OneUnit():
            return {"problem": answer.problem.title, "norm": answer.norm, "unit": _unit_data(answer.unit)}
        case NoUnit():
            sides = {"fired": answer.certificate.fired, "silent": answer.certificate.silent}
            made = answer.network
            layers = (
                None if made is None else [[_weights_data(u) for u in made.hidden], [_weights_data(made.top)]]
            )
            return {"problem": answer.problem.title, "unit": None, "certificate": sides, "network": layers}
        case UnitRepair():
            found = answer.repair
            return {
                "problem": answer.problem.title,
                "failing": None if answer.failing is None else answer.failing.bits,
                "changes": None if found is None else [_change_data(change) for change in found.changes],
                "unit": None if found is None else _unit_data(found.unit),
            }
        case RecurrentRepair():
            made_up = answer.repair
            return {
                "problem": answer.kind,
                "length": answer.longest,
                "failing": answer.failing,
                "changes": None if made_up is None else [_change_data(change) for change in made_up.changes],
                "margin": None if made_up is None else show(made_up.margin, 6),
            }


def _unit_data(unit: Unit) -> dict[str, Any]:
    return {"w": [str(weight) for weight in unit.w], "b": str(unit.b), "margin": str(unit.margin)}


def _weights_data(unit: Weights) -> dict[str, Any]:
    return {"w": [str(weight) for weight in unit.w], "b": str(unit.b)}


def _change_data(change: Change) -> dict[str, str]:
    return {"name": change.name, "old": str(change.old), "new": str(change.new)}


def _weights(weights: Sequence[fmpq], bias: fmpq) -> str:
    entries = ", ".join(show(weight) for weight in weights)
    return f"w = ({entries}), b = {show(bias)}" if len(weights) > 1 else f"w = {entries}, b = {show(bias)}"


def _point(bits: Sequence[int]) -> str:
    return f"({', '.join(map(str, bits))})"


def _with_one(point: Point) -> str:
    return f"({', '.join(map(str, (*point, 1)))})"
