"""Pages made from small documents, and what a strict reader finds in them."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

from workings import pipeline
from workings.reporting.coverage import tally
from workings.reporting.format import Look
from workings.reporting.formats import format_named
from workings.reporting.html import DETAIL, render
from workings.reporting.selection import Selection, select

VOID = {"br", "hr", "meta"}
ACTIVE = {"script", "style", "img", "iframe", "object", "embed", "link", "form", "input", "base", "svg"}
OURS = {"svg", "style"}  # of pictures that we draw
ADDRESS = re.compile(r"#|https?:|mailto:")


class Reader(HTMLParser):
    """Every element with its attributes, the text, and what should not be there."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.faults: list[str] = []
        self.feed(html)
        self.close()
        self.faults += [f"{tag} is never closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        known = {name: value or "" for name, value in attrs}
        self.elements.append((tag, known))
        if tag in ACTIVE and not (tag in OURS and "figure" in self.open):
            self.faults.append(f"<{tag}>")
        for name, value in known.items():
            if name.startswith("on") or name == "src" or (name == "href" and not ADDRESS.match(value)):
                self.faults.append(f"{name}={value}")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def having(self, name: str) -> list[dict[str, str]]:
        """The attributes of every element that has one of this name."""
        return [attrs for _, attrs in self.elements if name in attrs]

    def ids(self) -> list[str]:
        return [attrs["id"] for attrs in self.having("id")]


def selection_of(text: str, filename: str = "a.md") -> Selection:
    document = pipeline.read(text, filename)
    report = pipeline.check(document, names_slips=True, detail=DETAIL)
    return replace(select(report, document.reading.ignores), document=document)


def section(text: str, filename: str = "a.md") -> str:
    """The section of one file."""
    return render(selection_of(text, filename), Look())


def page(*selections: Selection) -> str:
    """A whole page."""
    form, look = format_named("html"), Look(several=len(selections) > 1)
    total = sum(map(tally, selections[1:]), tally(selections[0]))
    return form.opening + "".join(form.render(s, look) for s in selections) + form.closing(total, look)
