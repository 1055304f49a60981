"""The red pen on the page: the document as its readers see it, with every judged value marked.

One file that loads nothing: KaTeX and its fonts are inside it. Everything from the document is escaped.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePath
from zlib import crc32

from workings.extracting import MARKDOWN_ENDINGS, TEX_DOCUMENT, TEX_ENDINGS
from workings.extracting.macros import font_macros
from workings.pipeline import Document, read
from workings.reporting.coverage import Tally
from workings.reporting.format import Look
from workings.reporting.html import steps
from workings.reporting.html.blocks import Setting
from workings.reporting.html.cover import astray_html, coverage_html, file_head, unread_html
from workings.reporting.html.escaping import attribute
from workings.reporting.html.formulas import macros_attribute
from workings.reporting.html.marks import marks_of, numbered
from workings.reporting.html.notes import Margin, by_line
from workings.reporting.html.sheet import Sheet
from workings.reporting.selection import Selection

__all__ = ["DETAIL", "closing", "opening", "render"]

DETAIL = steps.DETAIL


@lru_cache(maxsize=1)
def opening() -> str:
    """The head of the page, read once."""
    from workings.reporting.html.frame import head

    return head()


def render(selection: Selection, look: Look) -> str:
    """One file as a section of the page."""
    page = selection.report.page
    document = selection.document or read(page.raw, page.filename)
    key = f"{crc32(page.filename.encode('utf-8', 'surrogateescape')):08x}" if look.several else ""
    numbering = numbered(selection, f"{key}-" if key else "")
    sheet = Sheet(page.written, marks_of(selection, document.statements, numbering))
    margin = Margin(selection, numbering, sheet.in_formulas, by_line(page, document.statements))
    body = body_html(Setting(sheet, margin.annotate), document)
    astray = astray_html(margin, sheet.placed)
    macros = (*document.reading.macros, *font_macros(page.written))
    name = attribute("id", f"file{key}") + attribute("aria-label", page.filename)
    return (
        f'<section class="file"{name}{macros_attribute(macros)}>\n{file_head(margin)}'
        f'<article class="document">\n{body}{astray}</article>\n{unread_html(margin)}</section>\n'
    )


def body_html(setting: Setting, document: Document) -> str:
    """The document itself, by the rules of its format."""
    page = document.reading.page
    ending = PurePath(page.filename).suffix.lower()
    if page.cells:
        from workings.reporting.html.notebook import notebook_html

        return notebook_html(setting, page)
    if ending in TEX_ENDINGS or (ending not in MARKDOWN_ENDINGS and TEX_DOCUMENT.search(page.written)):
        from workings.reporting.html.latex import latex_html

        return latex_html(setting)
    if ending == ".txt":
        from workings.reporting.html.plain import plain_html

        return plain_html(setting)
    if ending == ".org":
        from workings.reporting.html.org import org_html

        return org_html(setting)
    from workings.reporting.html.markdown import markdown_html

    return markdown_html(setting, 0, len(setting.sheet.text))


def closing(total: Tally, look: Look) -> str:
    """The coverage of all files, if there are several, and the end of the page."""
    summary = f'<div class="total">{coverage_html(total)}</div>\n' if look.several else ""
    return f"{summary}</main>\n</body>\n</html>\n"
