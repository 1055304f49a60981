"""Procedures worked out by hand, in six hands, with one stated number changed: found on its line or not.

Numbers are drawn, everything is worked out rightly, and then one stated number gets another digit, another
sign, or two digits swapped; what comes after it stays right, or follows from it honestly ("carried"). Only
some hands state formulas. Every sheet is also checked as it is.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine import wrong_lines
from slipping import slipped
from worked.cells import gru, lstm
from worked.hands import HANDS, Part
from worked.networks import backward, forward, rnn, softmax
from worked.numbers import adam, convolving, momentum, normalising
from worked.problem import Problem

PROCEDURES: dict[str, Callable[[random.Random], Problem]] = {
    "forward": forward,
    "backward": backward,
    "softmax": softmax,
    "rnn": rnn,
    "lstm": lstm,
    "gru": gru,
    "norm": normalising,
    "adam": adam,
    "momentum": momentum,
    "conv": convolving,
}
OUTCOMES = ("found", "elsewhere", "missed")


@dataclass(frozen=True)
class Trial:
    """A sheet: whose, what was changed, and what became of it."""

    procedure: str
    hand: str
    kind: str  # clean, changed or carried
    outcome: str
    shown: str


def written_out(parts: Sequence[Part]) -> str:
    return "".join(part if isinstance(part, str) else part[0] for part in parts)


def trials(name: str, seeds: Iterable[int], only: str | None) -> Iterator[Trial]:
    """Every hand of so many problems: as it is, and with two of its numbers changed, one after the other."""
    for seed in seeds:
        problem = PROCEDURES[name](random.Random(seed))
        for hand, write in HANDS.items():
            if only not in (None, hand):
                continue
            rng = random.Random(f"{seed} {name} {hand}")
            parts = list(write(problem, problem.worked()))
            alarms = wrong_lines(written_out(parts), hand)
            yield Trial(name, hand, "clean", "alarm" if alarms else "quiet", f"{seed}: lines {alarms}")
            for kind in ("changed", "changed", "carried"):
                yield from _changed(problem, (name, hand, kind, seed), parts, rng)


def _changed(
    problem: Problem, which: tuple[str, str, str, int], parts: Sequence[Part], rng: random.Random
) -> Iterator[Trial]:
    name, hand, kind, seed = which
    step = rng.choice(problem.steps)
    places = [at for at, part in enumerate(parts) if not isinstance(part, str) and part[1] == step.name]
    at = rng.choice(places)
    part = parts[at]
    assert not isinstance(part, str)
    wrong = slipped(part[0], rng)
    if wrong is None:
        return
    if kind == "carried":
        stated = [*problem.worked()[step.name]]
        stated[part[2]] = float(wrong)
        try:
            changed = list(HANDS[hand](problem, problem.worked((step.name, stated))))
        except (ValueError, ZeroDivisionError):  # nobody would go on from this
            return
        changed[at] = (wrong, step.name, part[2])
    else:
        changed = [*parts[:at], (wrong, step.name, part[2]), *parts[at + 1 :]]
    lines = wrong_lines(written_out(changed), hand)
    line = written_out(parts[:at]).count("\n") + 1
    outcome = "found" if line in lines else "elsewhere" if lines else "missed"
    shown = f"{seed} {step.name}[{part[2]}]: line {line}, {part[0]} as {wrong}; wrong: {lines}"
    yield Trial(name, hand, kind, outcome, shown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=4, help="problems of each procedure, in six hands (4)")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first problem (0)")
    parser.add_argument("--only", choices=PROCEDURES, help="one procedure")
    parser.add_argument("--hand", choices=HANDS, help="one hand")
    parser.add_argument("--list", action="store_true", help="what was not found on its line")
    parser.add_argument("--show", type=int, metavar="SEED", help="print one problem in the hand instead")
    options = parser.parse_args()
    names = [options.only] if options.only else [*PROCEDURES]
    if options.show is not None:
        for name in names:
            problem = PROCEDURES[name](random.Random(options.show))
            for hand in [options.hand] if options.hand else HANDS:
                print(written_out(list(HANDS[hand](problem, problem.worked()))))
        return
    seeds = range(options.first, options.first + options.count)
    done: list[Trial] = []
    print(
        f"{'found of changed':18}"
        + "".join(f"{hand:>14}" for hand in HANDS)
        + f"{'carried':>10}{'alarms':>8}"
    )
    for name in names:
        made = list(trials(name, seeds, options.hand))
        cells = [
            _share([one for one in made if one.hand == hand and one.kind == "changed"]) for hand in HANDS
        ]
        carried = _share([one for one in made if one.kind == "carried"])
        alarms = sum(one.outcome == "alarm" for one in made)
        print(
            f"{name:18}" + "".join(f"{cell:>14}" for cell in cells) + f"{carried:>10}{alarms:>8}", flush=True
        )
        done += made
    for kind in ("changed", "carried"):
        counts = Counter(one.outcome for one in done if one.kind == kind)
        total = sum(counts.values())
        print(f"{kind}: {counts['found']} of {total} found ({counts['found'] / max(total, 1):.1%}), "
              f"{counts['elsewhere']} only elsewhere")  # fmt: skip
    for one in done if options.list else ():
        if one.outcome not in ("found", "quiet"):
            print(f"  {one.procedure} {one.hand} {one.kind} {one.outcome} {one.shown}")


def _share(made: Sequence[Trial]) -> str:
    return f"{sum(one.outcome == 'found' for one in made)}/{len(made)}" if made else ""


if __name__ == "__main__":
    main()
