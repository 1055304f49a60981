"""How well slips are found and named: generated sheets with one slip each, carried on honestly.

Each sheet works something out: givens, a right line, the line with the slip, lines that use its result.
Printed are the share of first wrong steps found on their line, of right slips among those named, of
carried lines called carried, of findings on the same sheets without a slip, and of random wrong values
that get a slip named although they have none.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from flint import arb, fmpq

import engine  # the first, since it finds the package
from slip_problems import FORMULAS, OPERATIONS_WITH_SLIPS, Problem, of_operation, text
from workings.checking.comparing.digits import Stated, judge_digits
from workings.checking.slips import KINDS, Scene
from workings.checking.slips.change import Change
from workings.checking.slips.entries import entry_formula
from workings.checking.slips.recipes import wrong_recipes
from workings.evaluating import evaluate
from workings.evaluating.rendering import midpoint, show_like
from workings.expr import Expr
from workings.finding import Report, Verdict
from workings.pipeline import check, read
from workings.value import Scalar, Tensor, Value, precision

PLACES = (3, 3, 4)
RANDOM = 2  # wrong values without a cause for each problem
STYLES = ("inline", "display", "aligned", "plain")


@dataclass(frozen=True)
class Sheet:
    """A worked solution, where its slip is and what was put in."""

    topic: str
    style: str
    text: str
    line: int
    slip: str
    carried: tuple[int, ...]


@dataclass
class Score:
    """What came out over many sheets."""

    sheets: int = 0
    found: int = 0
    named: int = 0
    early: int = 0  # something before the slip called wrong
    carried: int = 0
    follow: int = 0
    missed: list[str] = field(default_factory=list)


# -- writing sheets -----------------------------------------------------------------------------


def rounded(value: Value, places: int) -> Value:
    """A value as it is printed: exact where it is short, else to so many places."""
    if isinstance(value, Tensor):
        items = tuple(
            item for item in (rounded(i, places) for i in value.items) if not isinstance(item, Tensor)
        )
        return Tensor(value.shape, items, value.loose)
    if isinstance(value, fmpq) and (value * 10**places).q == 1:
        return value
    scaled = midpoint(value) * 10**places
    return fmpq(int((scaled + fmpq(1, 2)).floor()), 10**places)


def printed(value: Value, places: int, style: str) -> str:
    if not isinstance(value, Tensor):
        return (
            text(value)
            if (midpoint(value) * 10**places).q != 1 or value.q == 1
            else show_like(value, fmpq(1, 10**places))
        )
    if len(value.shape) == 1:
        return "[" + ", ".join(printed(item, places, style) for item in value.items) + "]"
    rows = [value[at] for at in range(value.shape[0])]
    if style == "plain":
        return "[" + ", ".join(printed(row, places, style) for row in rows) + "]"
    cells = [
        " & ".join(printed(item, places, style) for item in row.items)
        for row in rows
        if isinstance(row, Tensor)
    ]
    return r"\begin{bmatrix} " + r" \\ ".join(cells) + r" \end{bmatrix}"


def write(lines: list[tuple[str, str, str]], style: str) -> tuple[str, list[int]]:
    """The document, and the line on which each value stands."""
    out: list[str] = []
    places: list[int] = []
    for name, formula, value in lines:
        middle = f" = {formula}" if formula else ""
        if style == "inline":
            out += [f"We have ${name}{middle} = {value}$.", ""]
            places.append(len(out) - 1)
        elif style == "display":
            out += ["$$", f"{name}{middle} = {value}", "$$", ""]
            places.append(len(out) - 2)
        elif style == "aligned":
            out += [
                r"\begin{align*}",
                f"{name} &{middle or ' '}".rstrip() + (r" \\" if formula else ""),
                f"&= {value}",
                r"\end{align*}",
                "",
            ]
            if not formula:
                out[-4:-2] = [f"{name} &= {value}"]
            places.append(len(out) - 2)
        else:
            out += [f"${name}{middle}$ = {value}" if "\\" in formula else f"{name}{middle} = {value}", ""]
            places.append(len(out) - 1)
    return "\n".join(out) + "\n", places


def followers(name: str, value: Value) -> list[tuple[str, str]]:
    """Lines that use the result, as sheets go on."""
    if not isinstance(value, Tensor):
        return [("f_1", f"3 {name} + 0.5"), ("f_2", "2 f_1 - 1")]
    if len(value.shape) == 1:
        return [("f_1", f"3 {name}")]
    return [("F_1", f"2 {name}")]


def build(problem: Problem, stated: Value, places: int, style: str, slip: str) -> Sheet | None:
    lines = [(key, "", printed(value, places, style)) for key, value in problem.givens.items()]
    lines.append(("k_0", r"1.5 \cdot 2 + 0.25" if style != "plain" else "1.5 * 2 + 0.25", "3.25"))
    at = len(lines)
    lines.append((problem.result, problem.formula, printed(stated, places, style)))
    names: dict[str, Value] = {**problem.givens, problem.result: stated}
    for name, formula in followers(problem.result, stated):
        value = evaluate(engine.parse_formula(formula), names)
        if not isinstance(value, fmpq | arb | Tensor):
            return None
        names[name] = rounded(value, places)
        lines.append((name, formula, printed(names[name], places, style)))
    body, where = write(lines, style)
    return Sheet(problem.topic, style, body, where[at], slip, tuple(where[at + 1 :]))


def entries_of(value: Value) -> tuple[Scalar, ...]:
    return value.items if isinstance(value, Tensor) else (value,)


def differs(right: Value, other: Value, places: int) -> bool:
    """Whether a value is surely another one at these digits, not only rounded otherwise."""
    first, second = entries_of(right), entries_of(other)
    if len(first) != len(second) or getattr(right, "shape", ()) != getattr(other, "shape", ()):
        return False
    unit = fmpq(1, 10**places)
    off = [abs(midpoint(a) - midpoint(b)) for a, b in zip(first, second, strict=True)]
    largest = max(abs(midpoint(b)) for b in second)
    if max(off) <= 5 * unit or largest >= 10**6 or max(off) * 50 <= largest:
        return False
    return any(_is_wrong(a, b, places) for a, b in zip(first, second, strict=True))


def _is_wrong(right: Scalar, stated: Scalar, places: int) -> bool:
    """Whether a number as it is printed is not right, also where it is printed as an integer."""
    printed_value = rounded(stated, places)
    assert isinstance(printed_value, fmpq)
    whole = printed_value.q == 1
    number = Stated(printed_value, fmpq(1) if whole else fmpq(1, 10**places), whole)
    return judge_digits(right, number, False) is Verdict.WRONG


# -- slips --------------------------------------------------------------------------------------


def slips_of(problem: Problem, expr: Expr, rng: Random, operation: bool) -> Iterator[tuple[str, Value]]:
    """Slips that can be made here: by name, with what they come to."""
    numbers = tuple(node for node in engine.numbers_in(expr))
    scene = Scene("", numbers, problem.givens, {})
    others = [(kind, share) for kind, share in KINDS if kind is not wrong_recipes]
    kinds = [wrong_recipes] * 3 if operation else drawn(others, 4, rng)
    for kind in kinds:
        changes: list[Change] = list(kind(expr, scene))[:120]
        rng.shuffle(changes)
        for change in changes[:6]:
            value = evaluate(change.expr, {**problem.givens, **change.lent})
            if isinstance(value, fmpq | arb | Tensor):
                yield change.name, value
                break
    right = evaluate(expr, problem.givens)
    if not operation and isinstance(right, Tensor) and len(right.items) > 1:
        yield from in_an_entry(problem, expr, right, rng)


def drawn(kinds: list[tuple[Any, float]], count: int, rng: Random) -> list[Any]:
    """A few kinds of slips, the common ones more often."""
    left, found = list(kinds), []
    for _ in range(count):
        (one,) = rng.choices(left, weights=[share for _, share in left])
        left.remove(one)
        found.append(one[0])
    return found


def in_an_entry(problem: Problem, expr: Expr, right: Tensor, rng: Random) -> Iterator[tuple[str, Value]]:
    at = rng.randrange(len(right.items))

    def value_of(part: Expr) -> Value | None:
        value = evaluate(part, problem.givens)
        return value if isinstance(value, fmpq | arb | Tensor) else None

    formula = entry_formula(expr, at, right.shape, value_of)
    if formula is None:
        return
    scene = Scene("", (), {}, {})
    for kind in drawn(list(KINDS), 2, rng):
        changes = list(kind(formula, scene))
        if changes:
            change = rng.choice(changes)
            value = evaluate(change.expr, problem.givens)
            if isinstance(value, fmpq | arb):
                yield (
                    change.name,
                    Tensor(right.shape, (*right.items[:at], value, *right.items[at + 1 :]), right.loose),
                )


def problems(seed: int) -> Iterator[tuple[Problem, bool, Random]]:
    """Formulas and operations in turn, for ever."""
    count = 0
    while True:
        rng = Random(seed * 1_000_003 + count)
        yield FORMULAS[count % len(FORMULAS)](rng), False, rng
        if OPERATIONS_WITH_SLIPS:
            problem = of_operation(OPERATIONS_WITH_SLIPS[count % len(OPERATIONS_WITH_SLIPS)], rng)
            if problem is not None:
                yield problem, True, rng
        count += 1


def sheets(count: int, seed: int) -> Iterator[tuple[Sheet, Sheet, list[Sheet]]]:
    """With the slip, without it, and with random wrong values in its place."""
    made = 0
    for problem, operation, rng in problems(seed):
        expr = engine.parse_formula(problem.formula)
        right = evaluate(expr, problem.givens)
        if not isinstance(right, fmpq | arb | Tensor):
            continue
        places, style = rng.choice(PLACES), rng.choice(STYLES)
        clean = build(problem, rounded(right, places), places, style, "")
        wrong = [random_value(right, places, rng) for _ in range(RANDOM)]
        chances = [build(problem, w, places, style, "") for w in wrong if differs(right, w, places)]
        for name, value in slips_of(problem, expr, rng, operation):
            if not differs(right, value, places) or clean is None:
                continue
            sheet = build(problem, rounded(value, places), places, style, name)
            if sheet is not None:
                made += 1
                yield sheet, clean, [sheet for sheet in chances if sheet is not None]
                chances = []
            if made >= count:
                return


def random_value(right: Value, places: int, rng: Random) -> Value:
    """A wrong value without a cause: one entry scaled by chance."""
    items = [rounded(item, places) for item in entries_of(right)]
    at = rng.randrange(len(items))
    factor = fmpq(rng.randint(300, 1900), 1000)
    shifted = items[at] * factor + (fmpq(rng.randint(1, 9)) if items[at] == 0 else 0)
    items[at] = (
        fmpq(int(shifted))
        if entries_of(right)[at] == items[at] and items[at].q == 1
        else rounded(shifted, places)
    )
    return Tensor(right.shape, tuple(items), right.loose) if isinstance(right, Tensor) else items[0]


# -- measuring ----------------------------------------------------------------------------------


def judge(sheet: Sheet) -> Report:
    return check(read(sheet.text, "sheet.md"), names_slips=True)


def measure(count: int, seed: int) -> dict[str, object]:
    scores: dict[str, Score] = defaultdict(Score)
    clean = random = random_named = alarms = 0
    by_slip: dict[str, Counter[str]] = defaultdict(Counter)
    seen: set[str] = set()
    listed: list[str] = []
    for sheet, without, chances in sheets(count, seed):
        report = judge(sheet)
        if any(claim.convention for claim in report.claims):
            continue  # right by another convention, which is no error
        _score(scores["all"], sheet, report, by_slip)
        if without.text not in seen:
            seen.add(without.text)
            clean += 1
            bad = [c for c in judge(without).claims if c.verdict in (Verdict.WRONG, Verdict.CARRIED)]
            alarms += len(bad)
            listed += [f"{without.topic} {without.style}: {c.text} ({c.computed})" for c in bad]
        for chance in chances:
            random += 1
            claims = [c for c in judge(chance).claims if c.verdict is Verdict.WRONG]
            random_named += any(claim.fits for claim in claims)
    return {
        "score": scores["all"],
        "clean": clean,
        "alarms": alarms,
        "alarm_list": listed,
        "random": random,
        "random_named": random_named,
        "by_slip": by_slip,
    }


def _score(score: Score, sheet: Sheet, report: Report, by_slip: dict[str, Counter[str]]) -> None:
    score.sheets += 1
    by_line = defaultdict(list)
    for claim in report.claims:
        by_line[engine.line_of(report, claim)].append(claim)
    wrong = [c for c in by_line[sheet.line] if c.verdict is Verdict.WRONG]
    early = [
        c for line, cs in by_line.items() for c in cs if line < sheet.line and c.verdict is Verdict.WRONG
    ]
    score.early += bool(early)
    score.found += bool(wrong)
    named = any(sheet.slip in claim.fits for claim in wrong)
    score.named += named
    by_slip[sheet.slip]["named" if named else "missed"] += 1
    for line in sheet.carried:
        score.follow += 1
        score.carried += any(c.verdict is Verdict.CARRIED for c in by_line[line])
    if not wrong or not named:
        fits = [c.fits for c in wrong]
        score.missed.append(f"{sheet.topic} [{sheet.style}] {sheet.slip} fits={fits}: {sheet.text!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missed", action="store_true", help="list the sheets whose slip was not named")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    options = parser.parse_args()
    with precision(64):
        result = measure(options.count, options.seed)
    score: Score = result["score"]  # type: ignore[assignment]
    if options.json:
        print(json.dumps({key: value for key, value in vars(score).items() if key != "missed"}))
        return
    print(f"sheets with one slip            {score.sheets:6}")
    print(f"first wrong step on its line    {score.found / score.sheets:8.1%}  (at least 98 %)")
    print(f"right slip among those named    {score.named / score.sheets:8.1%}  (at least 90 %)")
    print(f"called wrong before the slip    {score.early:6}    (0)")
    print(f"carried lines called carried    {score.carried / max(score.follow, 1):8.1%}  (at least 98 %)")
    print(f"findings on {result['clean']} clean sheets     {result['alarms']:6}    (0)")
    share = result["random_named"] / max(result["random"], 1)
    print(f"random values that get a slip   {share:8.1%}  of {result['random']} (at most 5 %)")
    print("\nby slip, named of all:")
    for name, counts in sorted(
        result["by_slip"].items(), key=lambda item: item[1]["named"] / sum(item[1].values())
    ):  # type: ignore[attr-defined]
        print(f"  {name:40} {counts['named']:5} of {sum(counts.values())}")
    if options.missed:
        print("\n".join(score.missed))
        print("\n".join(result["alarm_list"]))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
