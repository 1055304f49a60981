"""Phase 1: from a file to the passages of its page.

Markup is painted over and no character moves, so one offset serves to the last diagnostic.
"""

from __future__ import annotations

import re

from workings.document import Reading
from workings.extracting.canvas import settle_lines
from workings.extracting.decoding import decode
from workings.extracting.ignores import read_ignores
from workings.extracting.markdown import read_markdown
from workings.source import Page

__all__ = ["decode", "extract"]

TEX_DOCUMENT = re.compile(r"\\documentclass|\\begin\{document\}")


def extract(raw: str, filename: str) -> Reading:
    """The passages of a file, read by the rules that its name calls for."""
    page = Page(filename, raw, raw)
    passages = read_markdown(settle_lines(raw))
    return Reading(page, tuple(passages), tuple(read_ignores(page)))
