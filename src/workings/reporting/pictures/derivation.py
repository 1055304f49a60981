"""The chain of a derivation: its steps from top to bottom, the first wrong one marked, and what it infects.

A line in the margin leads from an error to every value that follows from it. Long runs of steps that are
simply right are folded into one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workings.finding import Claim, Report, Verdict
from workings.record import record
from workings.reporting.pictures.plain import plain
from workings.reporting.pictures.shapes import SMALL, Drawing, box, extent, path, shortened, text

MOST_STEPS = 64
_ALL, _RUN = 16, 3  # so many steps are shown one by one; among more, so many right ones in a row
_LETTER = 8  # the width of a letter of fixed width
_TALL, _GAP = 34, 16
_LONGEST_TEXT, _LONGEST_NOTE = 62, 84
_MARKS = {
    Verdict.RIGHT: ("✓", "good"),
    Verdict.ROUNDING: ("≈", "good"),
    Verdict.CARRIED: ("↳", "bad"),
    Verdict.WRONG: ("✗", "bad"),
    Verdict.UNDECIDED: ("?", "faint"),
    Verdict.UNREAD: ("?", "faint"),
}


@record(frozen=True)
class Step:
    """One row of the picture: a claim, or a run of right ones folded together."""

    line: int
    words: str
    verdict: Verdict
    id: str | None = None
    cause: str | None = None
    note: str = ""

    @property
    def height(self) -> float:
        return _TALL + (20 if self.note else 0)


def steps_of(report: Report, claims: Sequence[Claim] | None = None) -> tuple[Step, ...]:
    """The steps of a report, or of some of its claims, runs of right ones folded."""
    chosen = report.claims if claims is None else claims
    causes = {claim.cause for claim in chosen if claim.cause}
    if len(chosen) <= _ALL:
        return tuple(_step(report, claim) for claim in chosen)
    steps: list[Step] = []
    run: list[Claim] = []
    for claim in chosen:
        if claim.verdict is Verdict.RIGHT and claim.rule is None and claim.id not in causes:
            run.append(claim)
            continue
        steps += _folded(report, run)
        run = []
        steps.append(_step(report, claim))
    return (*steps, *_folded(report, run))


def _step(report: Report, claim: Claim) -> Step:
    line = report.page.place(claim.span.start).line
    is_error = claim.verdict is Verdict.WRONG or (claim.rule is not None and claim.cause is None)
    note = shortened(plain(claim.message), _LONGEST_NOTE) if is_error else ""
    words = shortened(plain(claim.text), _LONGEST_TEXT)
    return Step(line, words, claim.verdict, claim.id, claim.cause, note)


def _folded(report: Report, run: Sequence[Claim]) -> list[Step]:
    """A run of right claims as it is, or as one step that counts them."""
    if len(run) <= _RUN:
        return [_step(report, claim) for claim in run]
    first, last = (report.page.place(claim.span.start).line for claim in (run[0], run[-1]))
    return [Step(first, f"{len(run)} right steps, down to line {last}", Verdict.RIGHT)]


def why_no_derivation(steps: Sequence[Step]) -> str | None:
    """Why there is no picture of these steps, in words; None if there is one."""
    if not steps:
        return "there are no steps to draw"
    if len(steps) > MOST_STEPS:
        return f"there are {len(steps)} steps that are not simply right; at most {MOST_STEPS} can be read"
    return None


def derivation(steps: Sequence[Step], caption: str) -> Drawing:
    """The steps as a chain; `why_no_derivation` says which have no picture."""
    trouble = why_no_derivation(steps)
    if trouble is not None:
        raise ValueError(trouble)
    causes = {step.cause for step in steps}
    roots = [step.id for step in steps if step.id is not None and step.id in causes]
    margin = 26.0 + 14 * len(roots)
    numbers = margin + 62
    summary = _summary(steps)
    wide = max(
        extent(summary, SMALL),
        extent(caption, 16),
        *(_LETTER * len(step.words) + 52 for step in steps),
        *(extent(step.note, SMALL) + 34 for step in steps),
    )
    tops = _tops(steps)
    shapes = [text(numbers + wide / 2, 24, caption, look="head")]
    for at, (step, top) in enumerate(zip(steps, tops, strict=True)):
        if at:
            above = tops[at - 1] + steps[at - 1].height
            shapes.append(path(f"M{numbers + 24:.6g} {above:.6g}V{top:.6g}", "ruled", 1.5))
        shapes += _row(step, numbers, top, wide)
    for lane, root in enumerate(roots):
        shapes += _infection(steps, tops, root, 16.0 + 14 * lane, margin)
    low = tops[-1] + steps[-1].height
    shapes.append(text(numbers, low + 22, summary, "start", "faint", SMALL))
    return Drawing(numbers + wide + 18, low + 42, tuple(shapes))


def _tops(steps: Iterable[Step]) -> list[float]:
    """Where each step begins."""
    tops, y = [], 48.0
    for step in steps:
        tops.append(y)
        y += step.height + _GAP
    return tops


def _row(step: Step, x: float, y: float, wide: float) -> list[str]:
    """A step: its line, its mark and its words, and beneath an error what is wrong with it."""
    mark, colour = _MARKS[step.verdict]
    is_folded = step.id is None
    look = {Verdict.WRONG: "hurt", Verdict.CARRIED: "node sick"}.get(step.verdict, "node")
    shapes = [text(x - 8, y + _TALL / 2, f"line {step.line}", "end", "faint", 12)]
    if not is_folded:
        shapes.append(box(x, y, wide, step.height, look, radius=7))
    shapes.append(text(x + 18, y + _TALL / 2, mark, look=f"{colour} head"))
    words = "faint" if is_folded else "code"
    shapes.append(text(x + 36, y + _TALL / 2, step.words, "start", words, SMALL))
    if step.note:
        shapes.append(text(x + 18, y + _TALL + 4, step.note, "start", "bad", SMALL))
    return shapes


def _infection(
    steps: Sequence[Step], tops: Sequence[float], root: str, lane: float, margin: float
) -> list[str]:
    """A line in the margin from an error down to each value that follows from it."""
    places = {step.id: top + _TALL / 2 for step, top in zip(steps, tops, strict=True) if step.id}
    start = places[root]
    ends = [places[step.id] for step in steps if step.id is not None and step.cause == root]
    low = max(ends)
    shapes = [path(f"M{margin:.6g} {start:.6g}H{lane:.6g}V{low:.6g}", "spreads", 2)]
    for end in ends:
        shapes.append(path(f"M{lane:.6g} {end:.6g}H{margin - 6:.6g}", "spreads", 2))
        shapes.append(path(f"M{margin:.6g} {end:.6g}l-8 -4.5v9z", "tip"))
    return shapes


def _summary(steps: Sequence[Step]) -> str:
    errors = [step for step in steps if step.verdict is Verdict.WRONG]
    if not errors:
        return "no step is wrong"
    spread = sum(step.cause == errors[0].id for step in steps)
    words = f"the first wrong step is on line {errors[0].line}"
    if spread:
        words += f"; {spread} {'value follows' if spread == 1 else 'values follow'} from it"
    more = len(errors) - 1
    return words + (f"; {more} more {'is' if more == 1 else 'are'} wrong" if more else "")
