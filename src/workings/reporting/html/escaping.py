"""Document text made safe for a page: every sign that HTML knows is escaped, control signs are shown."""

from __future__ import annotations

import html

from workings.regex import regex
from workings.reporting.paint import harmless

ODD = regex(r"[^\n\t\x20-\x7e\xa0-\u01ff]+")


def escaped(text: str) -> str:
    """The text for an element or a quoted attribute; lines and tabs stay as they are."""
    return html.escape(ODD.sub(lambda found: harmless(found[0]), text), quote=True)


def attribute(name: str, value: str) -> str:
    """` name="value"`, ready to be put into a tag."""
    return f' {name}="{escaped(value)}"'
