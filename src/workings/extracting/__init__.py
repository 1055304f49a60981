"""Phase 1: from a file to the passages of its page.

Markup is painted over and no character moves, so one offset serves to the last diagnostic.
"""

from __future__ import annotations

from workings.document import Passage, Reading
from workings.extracting.canvas import settle_lines
from workings.extracting.decoding import decode
from workings.extracting.doubled import without_looks
from workings.extracting.ignores import read_ignores
from workings.extracting.macros import read_macros
from workings.extracting.markdown import read_markdown
from workings.extracting.spaced import closed_up
from workings.extracting.struck import without_struck
from workings.regex import regex
from workings.source import Page

__all__ = ["decode", "extract", "is_tex"]

TEX_DOCUMENT = regex(r"\\documentclass|\\begin\{document\}")
TEX_ENDINGS = frozenset({".tex", ".ltx"})
MARKDOWN_ENDINGS = frozenset({".md", ".markdown", ".qmd", ".rmd", ".mdx"})
RUN_ENDINGS = frozenset({".qmd", ".rmd"})
RUN = regex(r"`(?:r(?= )|\{\w+\})[ \t]+(?!=)[^`\n]+`")


def extract(raw: str, filename: str) -> Reading:
    """The passages of a file, read by the rules that its name calls for."""
    ending = ending_of(filename)
    notebook = None
    if ending == ".ipynb":
        from workings.extracting.notebook import (
            read_notebook,
        )  # read only where it is needed: starting is quick

        notebook = read_notebook(raw, filename)
    page, passages = notebook or read_page(raw, filename, ending)
    return Reading(page, tuple(passages), tuple(read_ignores(page)), tuple(read_macros(page.written)))


def ending_of(filename: str) -> str:
    """What stands behind the last point of a file's name, with it: path objects cost more than a formula."""
    name = filename[max(filename.rfind("/"), filename.rfind("\\")) + 1 :].lstrip(".")
    at = name.rfind(".")
    return name[at:].lower() if at >= 0 else ""


def read_page(raw: str, filename: str, ending: str) -> tuple[Page, list[Passage]]:
    """The page of a file that holds its text as it is, but for formulas that a converter has spread out."""
    page = Page(filename, raw, raw)
    if (closed := closed_up(raw)) is not None:
        page = Page(filename, closed[0], raw, closed[1])
    return page, read_text(settle_lines(page.written), ending)


def is_tex(text: str, name: str) -> bool:
    """Whether a text is read as TeX, by the ending of its name or by what it holds."""
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    return ending in TEX_ENDINGS or (ending not in MARKDOWN_ENDINGS and bool(TEX_DOCUMENT.search(text)))


def read_text(text: str, ending: str) -> list[Passage]:
    """A text without a notebook's wrapping; what has no telling name may hold Markdown or TeX."""
    text = without_struck(text)
    if ending == ".org":
        from workings.extracting.org import read_org

        return read_org(text)
    if ending == ".rst":
        from workings.extracting.rst import read_rst

        return read_rst(text)
    if is_tex(text, ending):
        from workings.extracting.latex import read_latex

        return read_latex(text)
    if ending in RUN_ENDINGS:  # what code within a line gives is not on the page
        text = RUN.sub(lambda found: "?".ljust(len(found[0])), text)
    return read_markdown(without_looks(text))
