"""The one way the measuring programs call workings, and where they find the shared material."""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workings.finding import Claim, Report

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
sys.path.insert(0, os.environ.get("WORKINGS_SOURCE", str(ROOT / "src")))  # another build may be measured


@dataclass(frozen=True)
class Run:
    """One document read and checked: the engine's document, its report, and the seconds it took."""

    document: Any
    report: Report
    seconds: float


def check_file(path: Path, *, names_slips: bool = False) -> Run:
    """Read and check one file."""
    return check_bytes(path.read_bytes(), path.name, names_slips=names_slips)


def check_bytes(raw: bytes, filename: str, *, names_slips: bool = False) -> Run:
    """Read and check a document that is already in memory."""
    from workings.extracting import decode
    from workings.pipeline import check, read

    start = time.perf_counter()
    document = read(decode(raw), filename)
    report = check(document, names_slips=names_slips)
    return Run(document, report, time.perf_counter() - start)


def parse_formula(latex: str) -> Any:
    """The expression that one formula is read as."""
    from workings.ops import FUNCTIONS
    from workings.parsing import Lexicon, parse_maths

    return parse_maths(latex, Lexicon(FUNCTIONS))


def line_of(report: Report, claim: Claim) -> int:
    """The line on which a claim begins."""
    return report.page.place(claim.span.start).line


def wrong_lines(text: str, name: str) -> list[int]:
    """The lines of a document that are called wrong."""
    report = check_bytes(text.encode(), name).report
    lines: list[int] = []
    for claim in report.claims:
        if claim.verdict.value == "wrong":
            first = line_of(report, claim)
            lines += range(first, first + 1 + claim.text.count("\n"))
    return lines


def records(path: Path) -> list[dict[str, Any]]:
    """The records of a file with one to a line."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def missing_material(*paths: Path) -> str | None:
    """A polite sentence if something that a program measures is not here, else None."""
    for path in paths:
        if not path.exists():
            return f"nothing measured: {path} is not here"
    return None


def numbers_in(expr: Any) -> tuple[Any, ...]:
    """The numbers that stand in an expression."""
    from workings.expr import Number, walk

    return tuple(node for node in walk(expr) if isinstance(node, Number))
