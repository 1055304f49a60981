"""What an author has struck out, `<del>…</del>` or `\\sout{…}`, which nobody claims any more."""

from __future__ import annotations

from workings.extracting.canvas import blank_each
from workings.regex import regex

LONGEST = 2000  # characters that are struck out in one go
MARKS = ("</del>", "</strike>", "cancel{", "\\sout{", "\\st{")
TAGGED = regex(r"<(del|strike)>(?:(?!</?\1>)[\s\S]){1,2000}</\1>")
COMMAND = regex(r"\\(?:sout|st|[xb]?cancel)\{")
SIGN = regex(r"[=≈]|\\approx")


def without_struck(text: str) -> str:
    r"""A text of the same length in which it is painted over; `\cancel{3}` of a fraction stays."""
    if not any(mark in text for mark in MARKS):
        return text
    from workings.extracting.commands import closing_brace  # few pages have anything struck out

    spans = [found.span() for found in TAGGED.finditer(text)]
    for found in COMMAND.finditer(text):
        end = closing_brace(text, found.end(), min(found.end() + LONGEST, len(text)))
        if text[end : end + 1] == "}" and SIGN.search(text, found.end(), end):
            spans.append((found.start(), end + 1))
    apart: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if not apart or start >= apart[-1][1]:
            apart.append((start, end))
    return blank_each(text, apart)
