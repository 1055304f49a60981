"""Programs in a document: the stretches of its page that are source code, for those who ask.

Passages leave programs out but for their comments. Whoever reads programs asks here, and nobody else pays.
"""

from __future__ import annotations

import re
from os.path import splitext

from workings.document import Kind
from workings.extracting import MARKDOWN_ENDINGS, TEX_DOCUMENT, TEX_ENDINGS
from workings.extracting.canvas import settle_lines
from workings.extracting.regions import RegionFinder, Sort
from workings.regex import regex
from workings.source import Page, Span

PYTHON = frozenset(
    {"python", "py", "python3", "ipython", "ipython3", "py3", "pytorch", "keras", "tensorflow"}
)
PLAIN = frozenset({"", "text", "txt", "plain", "code"})
QUOTE = regex(r"^[ \t]{0,8}(?:>[ \t]?)+", re.MULTILINE)


def find_listings(page: Page) -> tuple[Span, ...]:
    """Where Python, or code in no named language, stands on a page, in reading order."""
    ending = splitext(page.filename)[1].lower()  # noqa: PTH122
    if ending == ".py":
        return (Span(0, len(page.written)),)
    if ending == ".ipynb" and page.origins is not None:
        return _cells(page)
    text = settle_lines(page.written)
    if ending in TEX_ENDINGS or (ending not in MARKDOWN_ENDINGS and TEX_DOCUMENT.search(text)):
        return _verbatim(text)
    return _fences(text)


def _is_python(language: str) -> bool:
    return language.strip("{}.").split(",")[0].strip() in PYTHON | PLAIN


def _fences(text: str) -> tuple[Span, ...]:
    unquoted = QUOTE.sub(lambda found: " " * len(found[0]), text) if ">" in text else text
    found = RegionFinder(unquoted).find()
    return tuple(Span(*r.inner) for r in found if r.sort is Sort.FENCE and _is_python(r.language))


def _verbatim(text: str) -> tuple[Span, ...]:
    from workings.extracting.latex import silent_places

    _, verbatim = silent_places(text)
    return tuple(
        Span(*inner) for _, _, inner, language in verbatim if language is not None and _is_python(language)
    )


def _cells(page: Page) -> tuple[Span, ...]:
    from workings.extracting.json_places import parse_json
    from workings.extracting.notebook import Gathering, gather_cell, notebook_cells

    gathering = Gathering()
    for cell in notebook_cells(parse_json(page.raw)) or []:
        gather_cell(page.raw, cell, gathering)
    return tuple(Span(start, end) for kind, start, end in gathering.parts if kind is Kind.CODE)
