"""The hands: the same worked problem as a list, in plain text, in displays, in a table, by names."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from worked.problem import Given, Known, Problem, Step

Slot = tuple[str, str, int]  # what is written, the name of its step, and which entry it is
Part = str | Slot
Hand = Callable[[Problem, Known], Iterator[Part]]


def _cells(step: Step, known: Known, sep: str, between: str) -> Iterator[Part]:
    """The numbers of a step, with what stands between entries and between rows."""
    width = step.shape[-1] if len(step.shape) == 2 else len(known[step.name])
    for at, number in enumerate(known[step.name]):
        if at:
            yield sep if at % width else between
        yield (f"{number:.{step.places}f}".replace("-0.000", "0.000"), step.name, at)


def _plain(number: float) -> str:
    return f"{number:g}"


def _listed(step: Step, known: Known, sep: str = ", ") -> Iterator[Part]:
    """A number bare, a vector in round brackets, a matrix as rows in square ones."""
    if step.shape == ():
        yield from _cells(step, known, "", "")
    elif len(step.shape) == 1 or step.shape[0] == 1:
        yield "("
        yield from _cells(step, known, sep, sep)
        yield ")"
    else:
        yield "[["
        yield from _cells(step, known, sep, f"]{sep}[")
        yield "]]"


def _matrix(step: Step, known: Known) -> Iterator[Part]:
    if step.shape == ():
        yield from _cells(step, known, "", "")
        return
    yield r"\begin{bmatrix} "
    yield from _cells(step, known, " & " if len(step.shape) == 2 else r" \\ ", r" \\ ")
    yield r" \end{bmatrix}"


def _given_tex(one: Given) -> str:
    if one.shape == ():
        return f"${one.tex} = {_plain(one.cells[0])}$"
    width = one.shape[-1] if len(one.shape) == 2 else 1
    rows = [one.cells[at : at + width] for at in range(0, len(one.cells), width)]
    body = r" \\ ".join(" & ".join(map(_plain, row)) for row in rows)
    return rf"${one.tex} = \begin{{bmatrix}} {body} \end{{bmatrix}}$"


def _given_plain(one: Given) -> str:
    if one.shape == ():
        return f"{one.name} = {_plain(one.cells[0])}"
    if len(one.shape) == 1:
        return f"{one.name} = ({', '.join(map(_plain, one.cells))})"
    width = one.shape[1]
    rows = [one.cells[at : at + width] for at in range(0, len(one.cells), width)]
    return f"{one.name} = [{', '.join('[' + ', '.join(map(_plain, row)) + ']' for row in rows)}]"


def _task(problem: Problem) -> str:
    return problem.task.replace("{y}", _plain(problem.given[-1].cells[0]) if "{y}" in problem.task else "")


def _opening(problem: Problem) -> str:
    return f"# {problem.title}\n\n{_task(problem)}\n\nGiven {', '.join(map(_given_tex, problem.given))}.\n\n"


def in_prose(problem: Problem, known: Known) -> Iterator[Part]:
    yield _opening(problem)
    for number, step in enumerate(problem.steps, 1):
        yield f"{number}. {step.said[0].upper()}{step.said[1:]}: $"
        yield from _listed(step, known)
        yield "$\n"


def in_plain_text(problem: Problem, known: Known) -> Iterator[Part]:
    yield f"{problem.title}\n\n{_task(problem).replace('$', '')}\n\n"
    yield "\n".join(map(_given_plain, problem.given)) + "\n\n"
    for step in problem.steps:
        lead = f"{step.said:40}"
        yield lead
        yield from _cells(step, known, "  ", "\n" + " " * len(lead))
        yield "\n"


def in_displays(problem: Problem, known: Known) -> Iterator[Part]:
    yield _opening(problem)
    for step in problem.steps:
        yield f"The {step.said}:\n\n$${step.tex} = "
        yield from _matrix(step, known)
        yield "$$\n\n"


def in_a_table(problem: Problem, known: Known) -> Iterator[Part]:
    yield _opening(problem) + "| step | quantity | value |\n|---|---|---|\n"
    for number, step in enumerate(problem.steps, 1):
        yield f"| {number} | {step.said} ${step.tex}$ | $"
        yield from _listed(step, known)
        yield "$ |\n"


def under_formulas(problem: Problem, known: Known) -> Iterator[Part]:
    yield _opening(problem)
    yield "We use " + ", ".join(f"${step.tex} = {step.formula}$" for step in problem.steps) + ".\n\n"
    for step in problem.steps:
        yield f"${step.tex} = "
        yield from _listed(step, known)
        yield "$\n\n"


def by_names(problem: Problem, known: Known) -> Iterator[Part]:
    yield f"{problem.title}\n\n{_task(problem).replace('$', '')}\n\n"
    yield "\n".join(map(_given_plain, problem.given)) + "\n\nSolution\n\n"
    for step in problem.steps:
        yield f"{step.name} = "
        yield from _listed(step, known)
        yield "\n"


HANDS: dict[str, Hand] = {
    "prose.md": in_prose,
    "plain.txt": in_plain_text,
    "displays.md": in_displays,
    "table.md": in_a_table,
    "formulas.md": under_formulas,
    "names.txt": by_names,
}
