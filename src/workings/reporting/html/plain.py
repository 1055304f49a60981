"""Plain text: paragraphs whose lines stay as they are, with formulas drawn where there are any."""

from __future__ import annotations

from workings.regex import regex
from workings.reporting.html.blocks import Setting
from workings.reporting.html.escaping import escaped
from workings.reporting.html.markdown import held_parts

GAP = regex(r"\n[ \t]*\n\s*")


def plain_html(setting: Setting) -> str:
    """The whole text."""
    sheet = setting.sheet
    text = sheet.slotted(0, len(sheet.text), held_parts(sheet.text, 0, len(sheet.text)))
    before, after = '<p class="plain">', "</p>"
    return "".join(
        setting.paragraph(escaped(part.strip("\n")), before, after)
        for part in GAP.split(text)
        if part.strip()
    )


def code_html(setting: Setting, start: int, end: int, look: str) -> str:
    """A stretch of code or output, marked where values were read in it."""
    inner = escaped(setting.sheet.slotted(start, end, ()).strip("\n"))
    return setting.block(f'<pre class="{look}"><code>', inner, "</code></pre>")
