"""The pages of spec/: their sections, what each expects, and the document that is left without that."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

SPEC = Path(__file__).parents[2] / "spec"

HEADING = re.compile(r"^## (?P<title>[^{\n]*?)(?P<marks>(?: *\{[^}\n]*\})*) *$", re.MULTILINE)
MARK = re.compile(r"\{(?P<name>file|known gap): *(?P<value>[^}]*)\}")
FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<info>[^`\n]*)\n(?P<inside>.*?)^(?P=ticks)`*[ \t]*$", re.M | re.S)
VERDICTS = "right|rounding|carried|wrong|undecided|unread|none"
COMMENT = re.compile(rf"[ \t]*<!-- (?P<verdict>{VERDICTS})(?:: (?P<detail>[^\n]*?))? -->")


@dataclass(frozen=True)
class Expectation:
    """What a comment behind a line says of the claims on it; `detail` is a rule or a convention."""

    line: int
    verdict: str
    detail: str | None


@dataclass(frozen=True)
class Section:
    """One behaviour: a document, what is expected of its lines, and what the terminal shows."""

    page: str
    title: str
    filename: str
    known_gap: str | None
    document: str
    expectations: tuple[Expectation, ...]
    report: str | None

    @property
    def id(self) -> str:
        return f"{self.page}: {self.title}"


def all_sections() -> list[Section]:
    """Every section of every page, in the order of the table of contents."""
    return [section for path in sorted(SPEC.glob("[a-z]*.md")) for section in sections_of(path)]


def sections_of(path: Path) -> list[Section]:
    """The sections of a page that expect something; a page may open and close with prose."""
    text = path.read_text(encoding="utf-8")
    fences = [(fence.start(), fence.end()) for fence in FENCE.finditer(text)]
    headings = [
        heading
        for heading in HEADING.finditer(text)
        if not any(start <= heading.start() < end for start, end in fences)
    ]
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return [
        read_section(path.stem, heading, text[heading.end() + 1 : end])
        for heading, end in zip(headings, ends, strict=True)
    ]


def read_section(page: str, heading: re.Match[str], body: str) -> Section:
    marks = {mark["name"]: mark["value"] for mark in MARK.finditer(heading["marks"])}
    report = next((fence["inside"] for fence in FENCE.finditer(body) if fence["info"] == "report"), None)
    body = FENCE.sub(lambda fence: emptied(fence[0]) if fence["info"] == "report" else fence[0], body)
    expectations = tuple(
        Expectation(body.count("\n", 0, found.start()) + 1, found["verdict"], found["detail"])
        for found in COMMENT.finditer(body)
    )
    document = COMMENT.sub("", body)
    if "file" in marks:
        document = only_fence(document)
    return Section(
        page,
        heading["title"].strip(),
        marks.get("file", "notes.md"),
        marks.get("known gap"),
        document.rstrip("\n") + "\n",
        expectations,
        report,
    )


def only_fence(body: str) -> str:
    """The inside of the first fence as the whole file, on the lines where it stands on the page."""
    fence = FENCE.search(body)
    if fence is None:
        return body
    return emptied(body[: fence.start("inside")]) + fence["inside"]


def emptied(text: str) -> str:
    """Only the line ends, so that what follows keeps its line numbers."""
    return "\n" * text.count("\n")


def with_report(text: str, section: Section, report: str) -> str:
    """The text of a page with the report block of one section written anew."""
    start = text.index(f"\n## {section.title}")
    block = re.compile(r"(?<=^```report\n).*?(?=^```)", re.MULTILINE | re.DOTALL)
    return text[:start] + block.sub(lambda _: report, text[start:], count=1)
