"""Comments by which an author silences rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.document import Ignore
from workings.regex import regex
from workings.source import Page

COMMENT = regex(
    r"(?:<!--[ \t]*|%+[ \t]*|^[ \t]*#[ \t]+)workings:[ \t]*ignore(?P<whole>-file)?"
    r"(?P<rules>[^\n]*?)[ \t]*(?:-->|\r?$)",
    re.MULTILINE,
)
RULE = regex(r"[\w/.-]+")


def read_ignores(page: Page) -> Iterator[Ignore]:
    """The ignore comments of a page: each is for its own line, or for the next if it stands alone."""
    if "workings:" not in page.written:
        return
    for found in COMMENT.finditer(page.written):
        line_start, line = page.line_text(found.start())
        if _is_shown(line, found.start() - line_start):
            continue
        rules = tuple(RULE.findall(found["rules"]))
        if found["whole"]:
            yield Ignore(None, rules)
            continue
        rest = line[: found.start() - line_start] + line[found.end() - line_start :]
        place = found.start()
        if not rest.strip(" \t\r>"):
            following = page.written.find("\n", found.end())
            place = following + 1 if following >= 0 else place
        yield Ignore(page.place(place).line, rules)


def _is_shown(line: str, at: int) -> bool:
    """Whether a comment stands between backticks, as an example of one."""
    return line.count("`", 0, at) % 2 == 1 and "`" in line[at:]
