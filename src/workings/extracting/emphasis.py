"""Which asterisks and underscores are emphasis rather than products, powers and subscripts.

A mark counts only when it opens at the start of a word and is closed at the end of one.
"""

from __future__ import annotations

import re

from workings.regex import regex

RUN = regex(r"\*+|_+")
OPENING_BEFORE = frozenset("([{\"'“‘«—–-:;,.!?/|>~=≈+→&\ue000")
CLOSING_AFTER = frozenset(")]}\"'”’»—–-:;,.!?/|<~=≈→&\ue000")
LONGEST = 3
MOST_OPEN = 50  # marks left open at one time; a stray run of asterisks must not cost more


def emphasis_marks(text: str) -> list[tuple[int, int]]:
    """The spans of the marks to paint over, in order."""
    marks: list[tuple[int, int]] = []
    opened: list[re.Match[str]] = []
    for run in RUN.finditer(text):
        length = len(run[0])
        if length > LONGEST:
            continue
        partner = closing_partner(text, opened, run) if can_close(text, run) else None
        if partner is not None:
            while opened.pop() is not partner:
                pass
            marks += [partner.span(), run.span()]
        elif can_open(text, run):
            opened.append(run)
            del opened[:-MOST_OPEN]
    return sorted(marks)


def closing_partner(text: str, opened: list[re.Match[str]], run: re.Match[str]) -> re.Match[str] | None:
    """The innermost open mark of the same kind whose contents may be emphasised."""
    for mark in reversed(opened):
        if mark[0] == run[0]:
            return mark if may_enclose(text, mark, run) else None
    return None


def may_enclose(text: str, mark: re.Match[str], run: re.Match[str]) -> bool:
    """A single asterisk after a number or bracket is a product, unless a word stands after it."""
    inside = text[mark.end() : run.start()]
    if "\n\n" in inside:
        return False
    if len(mark[0]) > 1:
        return True
    before = text[max(0, mark.start() - 80) : mark.start()].rstrip(" ")
    if before and (before[-1].isdigit() or before[-1] in ")]") and mark[0] == "*":
        return re.match(r"[^\W\d_]{2,}", inside) is not None
    return " " not in inside or re.match(r"[^\d+=*/^-]", inside) is not None


def can_open(text: str, run: re.Match[str]) -> bool:
    before = text[run.start() - 1] if run.start() else " "
    after = text[run.end()] if run.end() < len(text) else " "
    if after.isspace() or (run[0][0] == "_" and after in "{(^"):
        return False
    if before.isspace() or before in OPENING_BEFORE:
        return True
    return len(run[0]) > 1 and run[0][0] == "*" and (ord(before) > 0x2E7F or before == "*")


def can_close(text: str, run: re.Match[str]) -> bool:
    before = text[run.start() - 1] if run.start() else " "
    after = text[run.end()] if run.end() < len(text) else " "
    if before.isspace():
        return False
    if after.isspace() or after in CLOSING_AFTER:
        return True
    if run[0][0] == "*" and len(run[0]) > 1:
        return after.isalpha() or after in "([" or ord(after) > 0x2E7F
    return ord(after) > 0x2E7F
