"""Documents with one slip inside a working, and everything after it worked out from there.

`sound.py` changes one stated result and leaves the rest. Here a number of another name, line or step is put
in, or a term, factor, sign, square or root is left out, and the result and all that uses it follow from that,
as people go on from a slip. The documents are those in which everything is right: `sound/`, the clean sheets
of `by_hand/` and the chapters of the book. What cannot be worked out for sure is left out (`working_on.py`).
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import ROOT, check_bytes
from misdoing import (
    SLIPS,
    Slip,
    Working,
    givens_of,
    is_plain,
    is_worked,
    skeleton,
    slips_of,
    workings_of,
)
from sound import are_far
from working_on import Following, UndeterminedError, applied, is_near, worth
from workings.expr import Name, walk

BENCH = Path(__file__).parent
VERDICTS = ("found", "before", "later", "right", "rounding", "carried", "undecided", "unread", "no claim")
SOURCES = ("letters", "above", "alike", "alone")
MOST = 3  # slips of one document
TRIES = 12  # to make them


@dataclass(frozen=True)
class Mutant:
    """A document with one slip in it, and what became of that."""

    file: str
    line: int
    kind: str
    source: str
    old: str
    new: str
    result: str
    verdict: str
    message: str


def documents() -> list[Path]:
    """Everything in which everything is right."""
    folders = [BENCH / "sound", *sorted((BENCH / "by_hand").glob("*/clean"))]
    return [path for folder in folders for path in sorted(folder.iterdir())] + sorted(
        (ROOT / "book").glob("*.md")
    )


def source_of(working: Working, workings: Sequence[Working], statements: Sequence[Any]) -> str:
    """What of its page says how a line is to be made."""
    statement = working.statement
    head = statement.members[0].expr
    if any(_is_lettered(member.expr) for member in statement.members[1 : working.at]):
        return "letters"
    if working.at and not isinstance(head, Name) and _is_lettered(head):
        return "letters"
    named = [one for one in statements if isinstance(one.members[0].expr, Name)]
    same = [one for one in named if isinstance(head, Name) and one.members[0].expr.base == head.base]
    if any(_is_lettered(member.expr) for one in same for member in one.members[1:]):
        return "above"
    shape = skeleton(working.member.expr)
    alike = sum(skeleton(one.member.expr) == shape for one in workings)
    return "alike" if alike > 1 else "alone"


def _is_lettered(expr: Any) -> bool:
    return (
        not is_plain(expr)
        and any(isinstance(node, Name) for node in walk(expr))
        and not isinstance(expr, Name)
    )


def outcome(before: Any, after: Any, statement: Any) -> tuple[str, str]:
    """What was said of the line with the slip, or else of lines before and after it."""
    start, end = statement.span.start, statement.span.end
    known = Counter(claim.text for claim in before.claims if claim.verdict.value in ("wrong", "rounding"))
    wrong = [
        claim
        for claim in after.claims
        if claim.verdict.value == "wrong"
        or claim.rule
        or claim.verdict.value == "rounding"
        and not known[claim.text]
    ]
    opening = after.page.written.rfind("\n", 0, start) + 1
    here = [claim for claim in wrong if claim.span.start < end and claim.span.end > opening]
    wrong = [claim for claim in wrong if claim.verdict.value == "wrong"]
    for kind, found in (
        ("found", here),
        ("before", [claim for claim in wrong if claim.span.start < start]),
        ("later", [claim for claim in wrong if claim.span.start >= start]),
    ):
        if found:
            return kind, found[0].message
    own = [claim for claim in after.claims if start <= claim.span.start < end]
    verdicts = [claim.verdict.value for claim in own if claim.kind == "value"] or [
        c.verdict.value for c in own
    ]
    return next(
        (one for one in VERDICTS[4:-1] if one in verdicts), verdicts[0] if verdicts else "no claim"
    ), ""


def mutants_of(path: Path) -> Iterator[Mutant | str]:
    """The slips that are made in a document, or why one is not."""
    raw = path.read_bytes()
    if path.suffix == ".ipynb" or b"\r" in raw:
        return
    run = check_bytes(raw, path.name)
    text = raw.decode()
    page = run.document.reading.page
    if page.written != text or any(claim.verdict.value == "wrong" for claim in run.report.claims):
        return
    statements = run.document.statements
    right = {claim.span for claim in run.report.claims if claim.verdict.value in ("right", "rounding")}
    every = [*workings_of(statements)]
    workings = [one for one in every if any(m.span in right for m in one.statement.members[one.at + 1 :])]
    givens = givens_of(text, statements)
    chance = random.Random(path.name)
    made = 0
    used: set[str] = set()
    for working in chance.sample(workings, min(TRIES, len(workings))):
        slips = [slip for slip in slips_of(text, working, every, givens) if slip.kind not in used]
        kinds = sorted({slip.kind for slip in slips})
        if made == MOST or not kinds:
            continue
        kind = chance.choice(kinds)
        slip = chance.choice([slip for slip in slips if slip.kind == kind])
        found = mutant_of(path, run, text, working, slip)
        if isinstance(found, str):
            yield found
            continue
        used.add(kind)
        made += 1
        source = source_of(working, every, statements)
        yield Mutant(path.name, page.place(working.statement.span.start).line, kind, source, *found)


def mutant_of(path: Path, run: Any, text: str, working: Working, slip: Slip) -> str | tuple[str, ...]:
    """A document with one slip, checked: what was written, what it came to, and what became of it."""
    expr = working.member.expr
    changed = applied(expr, [(slip.node, slip.meant)])
    if not is_worked(changed):
        return "nothing left to do"
    try:
        before, after = worth(expr), worth(changed)
        if len(before) != len(after) or not any(
            are_far(str(float(a)), str(float(b))) or float(a) * float(b) < 0
            for a, b in zip(before, after, strict=True)
        ):
            return "nothing changes"
        following = Following(text, run.document.statements, working, slip)
    except UndeterminedError as reason:
        return str(reason)
    wrong = following.page
    checked = check_bytes(wrong.encode(), path.name)
    own = [one for one in checked.document.statements if one.span.start == working.statement.span.start]
    if len(own) != 1 or len(own[0].members) != len(working.statement.members):
        return "read otherwise"
    made = own[0].members[working.at].expr
    try:
        if not is_plain(made) or not is_near(worth(made), after):
            return "read otherwise"
    except UndeterminedError:
        return "read otherwise"
    verdict, message = outcome(run.report, checked.report, own[0])
    if verdict == "later" and _is_ours(checked.report, following):
        return "inconsistent"
    start = working.statement.span.start
    old = text[start : working.statement.span.end]
    return old, wrong[start : own[0].span.end], "->".join(following.result), verdict, message


def _is_ours(after: Any, following: Following) -> bool:
    """Whether a later value only does not follow any more because it was not worked out anew."""
    wrong = next(claim for claim in after.claims if claim.verdict.value == "wrong")
    return not any(wrong.span.start <= start < wrong.span.end for start in following.starts)


def measure(every: int, show: bool, show_all: bool) -> tuple[list[Mutant], Counter[str]]:
    mutants: list[Mutant] = []
    reasons: Counter[str] = Counter()
    for path in documents()[::every]:
        for found in mutants_of(path):
            if isinstance(found, str):
                reasons[found] += 1
                continue
            mutants.append(found)
            if show_all or (show and found.verdict != "found"):
                print_mutant(found)
    return mutants, reasons


def print_mutant(one: Mutant) -> None:
    """A slip: what was written, what is, and what is said of it."""
    print(f"  {one.verdict}: {one.file}:{one.line} {one.kind}, {one.source} {one.result}")
    print(f"      {one.old!r}\n      {one.new!r}" + (f"\n      {one.message}" if one.message else ""))


def print_table(mutants: Sequence[Mutant]) -> None:
    print(f"\n{'':12}{'all':>6}{'found':>8}" + "".join(f"{verdict:>10}" for verdict in VERDICTS))
    groups = [(kind, [one for one in mutants if one.kind == kind]) for kind in SLIPS]
    groups += [(source, [one for one in mutants if one.source == source]) for source in SOURCES]
    for name, group in (*groups, ("all", list(mutants))):
        counts = Counter(one.verdict for one in group)
        share = counts["found"] / max(1, len(group))
        print(f"{name:12}{len(group):>6}{share:>8.1%}" + "".join(f"{counts[one]:>10}" for one in VERDICTS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=4, help="take one document of so many")
    parser.add_argument("--list", action="store_true", help="show each slip that is not found")
    parser.add_argument("--all", action="store_true", help="show each slip")
    args = parser.parse_args()
    mutants, reasons = measure(args.every, args.list, args.all)
    print(f"{len(mutants)} slips; not made: " + ", ".join(f"{n} {why}" for why, n in reasons.most_common()))
    print_table(mutants)


if __name__ == "__main__":
    main()
