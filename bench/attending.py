"""Attention worked out by hand, in six hands, with one stated number changed: found on its line or not.

Numbers are drawn, everything is worked out rightly, and then one entry of one list or matrix gets another
digit, another sign, or two digits swapped, while what comes after it stays right. Nobody writes the formula
beside a list, so that only what the page gives says what it should be. Every sheet is also checked as it is.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine import wrong_lines
from slipping import slipped

STEPS = {"S": "scores", "Z": "scaled", "E": "powers", "T": "totals", "A": "weights", "O": "outputs"}
Slot = tuple[str, str]  # what is written, and the letter of its step
Part = str | Slot
Rows = list[list[float]]


@dataclass(frozen=True)
class Problem:
    """Queries, keys and values, and what comes of them, by the letters of the steps."""

    Q: list[list[int]]
    K: list[list[int]]
    V: list[list[int]]
    made: dict[str, Rows]

    @property
    def width(self) -> int:
        return len(self.K[0])


def draw(rng: random.Random) -> Problem:
    length, width = rng.choice([2, 3, 3, 4]), rng.choice([2, 2, 3, 4])
    Q, K = ([[rng.randint(-2, 3) for _ in range(width)] for _ in range(length)] for _ in "QK")
    V = [[rng.randint(-3, 5) for _ in range(2)] for _ in range(length)]
    S: Rows = [[sum(a * b for a, b in zip(q, k, strict=True)) for k in K] for q in Q]
    Z = [[score / math.sqrt(width) for score in row] for row in S]
    E = [[math.exp(score) for score in row] for row in Z]
    A = [[power / sum(row) for power in row] for row in E]
    O = [[sum(a * v[at] for a, v in zip(row, V, strict=True)) for at in range(2)] for row in A]  # noqa: E741
    return Problem(Q, K, V, {"S": S, "Z": Z, "E": E, "T": [[sum(row)] for row in E], "A": A, "O": O})


def slots(problem: Problem, step: str, row: int, sep: str, places: int = 3) -> list[Part]:
    """A row of a step, written out."""
    numbers = problem.made[step][row]
    written: list[Part] = [(f"{x:.{0 if step == 'S' else places}f}", step) for x in numbers]
    return [part for one in written for part in (sep, one)][1:]


def rows(problem: Problem, step: str, sep: str, between: str, places: int = 3) -> list[Part]:
    """All rows of a step."""
    written = [slots(problem, step, at, sep, places) for at in range(len(problem.made[step]))]
    return [part for row in written for part in (between, *row)][1:]


def matrix(numbers: Sequence[Sequence[int]]) -> str:
    return (
        r"\begin{bmatrix} " + r" \\ ".join(" & ".join(map(str, row)) for row in numbers) + r" \end{bmatrix}"
    )


def given(problem: Problem) -> str:
    names = {"Q": problem.Q, "K": problem.K, "V": problem.V}
    return ", ".join(f"${name} = {matrix(numbers)}$" for name, numbers in names.items())


def in_matrices(problem: Problem) -> Iterator[Part]:
    leads = {
        "S": "Scores:",
        "Z": rf"Dividing by $\sqrt{{d_k}} = \sqrt{{{problem.width}}}$:",
        "A": "Row-wise softmax gives the attention weights",
        "O": "and the output",
    }
    yield f"# Attention\n\n{given(problem)}\n"
    for step, lead in leads.items():
        yield f"\n{lead}\n\n$$\\begin{{bmatrix}} "
        yield from rows(problem, step, " & ", r" \\ ", 2 if step == "O" else 3)
        yield " \\end{bmatrix}$$\n"


def in_plain_text(problem: Problem) -> Iterator[Part]:
    yield "Self attention, by hand\n\n"
    for name, numbers in (("q", problem.Q), ("k", problem.K), ("v", problem.V)):
        yield (
            ", ".join(f"{name}{at} = ({', '.join(map(str, row))})" for at, row in enumerate(numbers, 1))
            + "\n"
        )
    for at in range(len(problem.Q)):
        yield f"\nquery {at + 1}\n  scores  "
        yield from slots(problem, "S", at, "  ")
        yield f"\n  scaled by 1/sqrt({problem.width})  "
        yield from slots(problem, "Z", at, "  ")
        yield "\n  exp  "
        yield from slots(problem, "E", at, "  ")
        yield "   sum "
        yield from slots(problem, "T", at, "  ")
        yield "\n  weights  "
        yield from slots(problem, "A", at, "  ")
        yield "\n  output  ("
        yield from slots(problem, "O", at, ", ", 2)
        yield ")\n"


def input_by_input(problem: Problem) -> Iterator[Part]:
    yield "Q5. Self attention\n\n"
    for name, numbers in (("Q", problem.Q), ("K", problem.K), ("V", problem.V)):
        for at, row in enumerate(numbers, 1):
            entries = r" \ ".join(map(str, row))
            yield f"${name}_{{{at}}} = [{entries}]$\n\n"
    for at in range(len(problem.Q)):
        yield f"For i/p {at + 1}:\n\nAttention score = $["
        yield from slots(problem, "S", at, r" \ ")
        yield "]$\n\n$\\text{Scaled score} = ["
        yield from slots(problem, "Z", at, " , ", 2)
        yield "]$\n\n$\\text{softmax} = ["
        yield from slots(problem, "A", at, ", ", 2)
        yield f"]$\n\no/p {at + 1} = $["
        yield from slots(problem, "O", at, r" \ ", 2)
        yield "]$\n\n"


def one_query(problem: Problem) -> Iterator[Part]:
    query, *_ = problem.Q
    yield f"One query attends over {len(problem.K)} keys. $q = ({', '.join(map(str, query))})$"
    for name, numbers in (("k", problem.K), ("v", problem.V)):
        for at, row in enumerate(numbers, 1):
            yield f", ${name}_{at} = ({', '.join(map(str, row))})$"
    yield ".\n\n1. Dot products: "
    for at, slot in enumerate(slots(problem, "S", 0, "")[::2], 1):
        yield rf"{', ' if at > 1 else ''}$q \cdot k_{at} = "
        yield slot
        yield "$"
    for number, (lead, step) in enumerate(
        (("After scaling", "Z"), ("Exponentials", "E"), ("Weights", "A"), ("Context vector", "O")), 2
    ):
        yield f".\n{number}. {lead}: ${'(' if step == 'O' else ''}"
        yield from slots(problem, step, 0, r",\; ", 2 if step == "O" else 3)
        yield f"{')' if step == 'O' else ''}$"
        if step == "E":
            yield ", total $"
            yield from slots(problem, "T", 0, "")
            yield "$"
    yield ".\n"


def printed_arrays(problem: Problem) -> Iterator[Part]:
    yield "Attention exercise (attention by hand)\n"
    for name, numbers in (("Q", problem.Q), ("K", problem.K), ("V", problem.V)):
        yield f"\n{name} = {numbers}\n".replace("], [", "],\n [")
    for lead, step in (("Q K^T", "S"), ("scaled", "Z"), ("softmax", "A"), ("output", "O")):
        yield f"\n{lead} =\n[["
        yield from rows(problem, step, ", ", "],\n [")
        yield "]]\n"


def by_names(problem: Problem) -> Iterator[Part]:
    yield f"**Attention.** {given(problem)}\n\n"
    for name, step in (("s", "S"), (r"\alpha", "A")):
        for at in range(len(problem.Q)):
            for column, slot in enumerate(slots(problem, step, at, "")[::2], 1):
                yield f"{', ' if column > 1 else '$'}{name}_{{{at + 1}{column}}} = "
                yield slot
            yield "$\n\n"
        if step == "S":
            yield rf"with $\sqrt{{{problem.width}}} = {math.sqrt(problem.width):.3f}$:" + "\n\n"
    for at in range(len(problem.Q)):
        yield f"$z_{at + 1} = ("
        yield from slots(problem, "O", at, ", ", 2)
        yield ")^T$\n\n"


HANDS = {
    "matrices.md": in_matrices,
    "lists.txt": in_plain_text,
    "inputs.txt": input_by_input,
    "one-query.md": one_query,
    "arrays.txt": printed_arrays,
    "names.md": by_names,
}


def written_out(parts: Sequence[Part]) -> str:
    return "".join(part if isinstance(part, str) else part[0] for part in parts)


@dataclass(frozen=True)
class Trial:
    """A changed sheet: which hand and step, and what became of the change."""

    hand: str
    step: str
    outcome: str  # found, elsewhere or missed
    shown: str


def trials(count: int) -> Iterator[Trial]:
    """Every hand and step of so many problems; a sheet without a change is of the step "clean"."""
    for seed in range(count):
        rng = random.Random(seed)
        problem = draw(rng)
        for name, hand in HANDS.items():
            parts = list(hand(problem))
            alarms = wrong_lines(written_out(parts), name)
            yield Trial(name, "clean", "alarm" if alarms else "quiet", f"{seed}: lines {alarms}")
            for step in STEPS:
                places = [
                    at for at, part in enumerate(parts) if not isinstance(part, str) and part[1] == step
                ]
                if not places:
                    continue
                at = rng.choice(places)
                right = parts[at][0]
                wrong = slipped(right, rng)
                if wrong is None:
                    continue
                lines = wrong_lines(written_out([*parts[:at], (wrong, step), *parts[at + 1 :]]), name)
                line = written_out(parts[:at]).count("\n") + 1
                outcome = "found" if line in lines else "elsewhere" if lines else "missed"
                yield Trial(name, step, outcome, f"{seed}: line {line}, {right} as {wrong}; wrong: {lines}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="problems, each in six hands (20)")
    parser.add_argument("--list", action="store_true", help="what was not found on its line")
    options = parser.parse_args()
    done = list(trials(options.count))
    counts = Counter((trial.hand, trial.step, trial.outcome) for trial in done)
    print(
        f"{'found of changed':16}"
        + "".join(f"{name:>12}" for name in STEPS.values())
        + f"{'clean alarms':>14}"
    )
    for hand in HANDS:
        cells = []
        for step in STEPS:
            total = sum(counts[hand, step, outcome] for outcome in ("found", "elsewhere", "missed"))
            cells.append(f"{counts[hand, step, 'found']}/{total}" if total else "")
        print(
            f"{hand:16}" + "".join(f"{cell:>12}" for cell in cells) + f"{counts[hand, 'clean', 'alarm']:>14}"
        )
    changed = [trial for trial in done if trial.step != "clean"]
    found = sum(trial.outcome == "found" for trial in changed)
    elsewhere = sum(trial.outcome == "elsewhere" for trial in changed)
    print(f"{found} of {len(changed)} found ({found / len(changed):.1%}), {elsewhere} only elsewhere")
    for trial in done if options.list else ():
        if trial.outcome not in ("found", "quiet"):
            print(f"  {trial.hand} {trial.step} {trial.outcome} {trial.shown}")


if __name__ == "__main__":
    main()
