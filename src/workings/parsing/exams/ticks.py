"""Marks beside answers: which were chosen, in the many ways people tick, cross, circle and write it down."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workings.record import record
from workings.regex import regex

TICKED = "☑✓✔✅■◼⬛●◉🗹⊠☒🗷"
CROSSED = "✗✘❌✖"
EMPTY = "☐□◻▢⬜○◯"
_CHECKED = regex(
    r"\\(?:CheckedBox|XBox|boxtimes|blacksquare|checkmark|CorrectChoice|CorrectChoiceInline|faCheckSquare|ding\{5[12]\})"
)
_BRACKETED = regex(r"[\[(]\s*([xX✓✔✗✘•*])\s*[\])]")
_BEHIND = regex(
    r"[✓✔✅☑]|\\checkmark|\\CheckedBox"
    r"|(?:<|←|⟵|\\leftarrow|-|\()[-<\s]*(?:correct|richtig|right|true answer|answer)\b"
    r"|\((?:correct|richtig|x|X)\)\s*[.$]*\s*$|\[(?:correct|richtig)\]",
)
_BEHIND_CROSSED = regex(r"[✗✘❌✖]\s*\S{0,2}\s*$")
_WHOLE = regex(r"\s*(?:\*\*|__|\\textbf\s*\{|\\underline\s*\{|==|<u>|<b>|<mark>|\$?\\boxed\s*\{|\\fbox\s*\{)")
_KEY = regex(
    r"(?:^|[.!?;)$][ \t])[ \t>*_#-]*+(?:so[ ,]+)?(?:the[ ]+)?"
    r"(?:(?:correct|right|true|false|wrong|incorrect)[ ]+)?"
    r"(?:answers?|ans\.|solution|choice|option|key|statement|lösung|antwort(?:en)?|richtig|korrekt|correct"
    r"|réponse|respuesta)"
    r"[*_ \t]*(?::|=|is\b|are\b|ist\b|sind\b)(?:[ \t]*+(?:option|choice|answer|statement|antwort|is|:))?"
    r"[ \t:*_$]*"
    r"(?:\\(?:boxed|text|mathrm|textbf|mathbf)\{[ ]*)?(?P<labels>.{1,40})",
    re.IGNORECASE | re.MULTILINE,
)
_LABELS = regex(
    r"[(\[*_]{0,3}(?P<first>[a-hA-H]|[1-9])(?P<close>[)\]}*_.:]{0,4})"
    r"(?P<more>(?:[ ]*(?:,|and|und|&|\+|/)[ ]*[(\[*_]{0,3}[a-hA-H1-9][)\]}*_]{0,4}(?![\w]))*)"
    r"(?P<after>.?)(?P<next>.?)"
)
_LETTER = regex(r"(?<![a-zA-Z])[a-hA-H1-9](?![a-zA-Z])")


@record(frozen=True, slots=True)
class Mark:
    """What stands around one answer: its box, if any, and its own text with what is behind it."""

    box: str | None
    label: str | None
    words: str  # the rest of the answer, marks included


def ticks_of(marks: Sequence[Mark], seeks_false: bool) -> list[bool] | None:
    """For each answer whether it was chosen; None if nothing was, or if the marks may mean something else."""
    for way in (_by_box, _by_mark_behind, _by_weight):
        found = way(marks, seeks_false)
        if found is not None and any(found) and not all(found):
            return found
    return None


def _by_box(marks: Sequence[Mark], seeks_false: bool) -> list[bool] | None:
    boxes = [mark.box for mark in marks]
    if any(box is None for box in boxes):
        starred = [mark.box == "*" for mark in marks]
        return starred if any(starred) else None
    signs = "".join(box or "" for box in boxes)
    hollow = any(sign in signs for sign in EMPTY) or "[ ]" in signs or "( )" in signs
    if any(sign in signs for sign in CROSSED) and not hollow:
        return None if seeks_false else [_is_full(box or "", crosses=False) for box in boxes]
    if "☒" in signs and ("☑" in signs or "✓" in signs):
        return None if seeks_false else [_is_full((box or "").replace("☒", "☐"), False) for box in boxes]
    return [_is_full(box or "", crosses=hollow) for box in boxes]


def _is_full(box: str, crosses: bool) -> bool:
    """Whether a box is filled; a cross fills one only where others are left empty."""
    if any(sign in box for sign in TICKED) or _CHECKED.search(box):
        return True
    bracketed = _BRACKETED.search(box)
    if bracketed is not None:
        return crosses or bracketed[1] not in "✗✘"
    return crosses and any(sign in box for sign in CROSSED)


def _by_mark_behind(marks: Sequence[Mark], seeks_false: bool) -> list[bool] | None:
    """A tick at the end of an answer; crosses beside it mark the others."""
    found = [_BEHIND.search(mark.words) is not None for mark in marks]
    crossed = any(_BEHIND_CROSSED.search(mark.words) for mark in marks)
    return None if not any(found) or (crossed and seeks_false) else found


def _by_weight(marks: Sequence[Mark], seeks_false: bool) -> list[bool] | None:
    """One answer in bold, boxed or underlined among plain ones."""
    if any(mark.label is None for mark in marks):
        return None
    heavy = [mark.box == "bold" or _WHOLE.match(mark.words) is not None for mark in marks]
    return heavy if heavy.count(True) == 1 else None


def key_after(
    text: str, start: int, end: int, labels: Sequence[str | None]
) -> tuple[list[bool], tuple[int, int]] | None:
    """The answers that a line such as “Answer: b” names, and where that line is."""
    for found in _KEY.finditer(text, start, end):
        named = _named(found["labels"])
        if named and named <= {label for label in labels if label is not None}:
            return [label in named for label in labels], found.span()
    return None


def _named(words: str) -> set[str]:
    """The labels at the start of some words; the article of “a vector” is none."""
    found = _LABELS.match(words)
    if found is None:
        return set()
    first, alone = found["first"], not found["close"] and not found["more"]
    if alone and (found["after"].isalnum() or found["after"] in tuple("/^×_%")):
        return set()
    sentence = not first.isupper() or first == "A" or found["next"] in tuple("=+-*/<>")
    if alone and found["after"] in (" ", "\t") and found["next"] and sentence:
        return set()
    if first.isdigit() and (found["close"] or "").startswith(".") and found["after"].isdigit():
        return set()
    return {letter.lower() for letter in [first, *_LETTER.findall(found["more"])]}
