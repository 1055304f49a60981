"""Programs: their comments, and the lines among them that are sums and cannot be code."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from workings.document import Passage
from workings.extracting.canvas import Canvas
from workings.extracting.code import TOKENS, comment_places, read_comments, read_docstrings, read_plain
from workings.extracting.languages import OWN_SIGNS, PROGRAMS
from workings.regex import regex
from workings.source import Span

DOCUMENTED = frozenset({"python", "py", "python3"})  # whose strings may be comments
QUOTED = regex(r"'[^'\n]*'|\"[^\"\n]*\"")
GOES_ON = regex(r"\s*[-=≈≤≥<>+*/×·÷−]")
ORPHAN = regex(r"\s*[=≈≤≥<>+*/×·÷]")
UNFINISHED = regex(r"[-=≈+*/×·÷−,]\s*$")
MATHS_SIGN = regex("[×÷√²³≈]")
TAG = regex(r"</?[a-zA-Z]|/>")
CODE_SIGN = regex(
    r"[-=!:+*/%&|^<>~]=|=[=>~]|->|<-|[;@{}]|&&|\|\|"
    r"|\b(?:return|for|while|if|else|elif|in|is|not|and|or|lambda|def|let|var|const|assert|print|yield)\b"
)
THOUSANDS = regex(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w,])")
OPERAND = r"(?:[-+−]\s*)?(?:[\w.]+|\(\s*\))(?:[(\[]\s*[)\]])*"
OPERATION = regex(r"[\w)\].]\s*[-+*/^%·−]\s*[\w(.−-]")
ARITHMETIC = regex(rf"\s*{OPERAND}(?:\s*(?:\*\*|//|[-+*/^%·−])\s*{OPERAND})*\s*")
NAME = regex(r"\s*[^\W\d][\w.']*(?:[(\[]\s*[)\]])*\s*")
NUMBER = regex(r"\s*+[-+−]?\s*+\$?\d[\d._]*(?:[eE][-+]?\d+)?\s*+%?\s*+")
CALLED = regex(
    r"\s*[^\W\d][\w.]*\([-+−\d\s.,\[\]]*\d[-+−\d\s.,\[\]]*\)\s*[=≈]\s*(?:[-+−]?\d[\d.]*|\[[-+−\d\s.,\[\]]+\])\s*"
)
BELOW = regex(r"\s*[^\W\d][^\n=≈,]*[=≈][^\n=≈,]+(?:\n\s*[=≈][^\n=≈,]+)+")  # x = a, and below it = b
WORD = regex(r"[^\W\d]\w*")
MADE = regex(r"\b(?:def|function|func|fn|fun|class|for)\s+([^\W\d]\w*)")
LONGEST = 400  # characters of a sum


def read_program(text: str, start: int, end: int, language: str) -> list[Passage]:
    """The comments of a program that state a number, and its lines that are plainly sums."""
    mark = PROGRAMS[language]
    passages = list(read_comments(text, start, end, mark))
    if language in DOCUMENTED:
        passages += read_docstrings(text, start, end)
    if language not in OWN_SIGNS:
        for first, last in sums(text, start, end, mark, language in DOCUMENTED):
            passages += read_plain(text, first, last)
    return sorted(passages, key=lambda passage: passage.span)


def sums(text: str, start: int, end: int, mark: str, called: bool = False) -> Iterator[Span]:
    """The lines that are sums, unless they use a name that only the program around them gives a value.

    In a language where no call can be given a value, `relu(-3) = 0` is none of its lines either.
    """
    code = without_words(text, start, end, mark)
    comments = [opening for opening, _ in comment_places(text, start, end, mark)]
    unread: set[str] = set()
    found: list[Span] = []
    for line in logical_lines(text[start:end], code):
        content = code[line.start : line.end]
        broken = bisect_left(comments, start + line.start) < bisect_left(comments, start + line.end)
        stated = is_sum(content) or (called and is_no_python(content))
        if not broken and not ORPHAN.match(content) and stated:
            found.append(line)
        else:
            unread.update(given_names(content))
    for line in found:
        content = code[line.start : line.end]
        if unread.isdisjoint(WORD.findall(content.partition("=")[2])):
            yield Span(start + line.start, start + line.end)
        else:
            unread.update(given_names(content))


def without_words(text: str, start: int, end: int, mark: str) -> str:
    """The program with its comments painted over and quotation marks in place of its strings."""
    canvas = Canvas(text, start, end)
    for found in TOKENS.get(mark, QUOTED).finditer(text, start, end):
        canvas.put(*found.span(), re.sub(r"[^\n]", '"', found[0]))
    for opening, words in comment_places(text, start, end, mark):
        canvas.blank(opening, words[1])
    return canvas.slice(start, end)


def logical_lines(text: str, code: str) -> Iterator[Span]:
    """Lines with those that go on with them: inside brackets, after a sign, or with a sign in front."""
    first: int | None = None
    at = last = depth = 0
    for line, written in zip(code.split("\n"), text.split("\n"), strict=True):
        if line.strip():
            whole = first is None or not (
                depth > 0 or GOES_ON.match(line) or UNFINISHED.search(code, max(first, last - 20), last)
            )
            if whole:
                if first is not None:
                    yield Span(first, last)
                first, depth = at, 0
            depth = max(0, depth + sum(line.count(sign) for sign in "([{") - sum(map(line.count, ")]}")))
            last = at + len(line.rstrip())
        elif not written.strip() and first is not None:
            yield Span(first, last)
            first = None
        at += len(line) + 1
    if first is not None:
        yield Span(first, last)


def is_sum(line: str) -> bool:
    """Whether a line holds signs that only maths has, thousands, or `name = sum = number`."""
    if len(line) > LONGEST or TAG.search(line):
        return False
    flat = outside_brackets(line)
    if "=" not in flat and "≈" not in flat:
        return False
    if MATHS_SIGN.search(line):
        return True
    thousands = THOUSANDS.findall(flat)
    plain = THOUSANDS.sub(lambda number: number[0].replace(",", ""), flat)
    if CODE_SIGN.search(flat) or "," in plain:
        return False
    if any(",0" in number for number in thousands) or (thousands and OPERATION.search(plain)):
        return True
    name, *between, result = plain.split("=")
    return (
        NAME.fullmatch(name) is not None
        and NUMBER.fullmatch(result) is not None
        and all(ARITHMETIC.fullmatch(member) for member in between)
        and any(OPERATION.search(member) for member in between)
    )


def is_no_python(line: str) -> bool:
    """Whether a call is given a value, or a line goes on with a sign of equality, which no program does."""
    if CALLED.fullmatch(line) is not None:
        return True
    if "\n" not in line or len(line) > LONGEST:
        return False
    flat = outside_brackets(line)
    return BELOW.fullmatch(flat) is not None and CODE_SIGN.search(flat) is None


def outside_brackets(line: str) -> str:
    """The line with what stands in brackets painted over."""
    depth = 0
    kept: list[str] = []
    for character in line:
        depth -= character in ")]}" and depth > 0
        kept.append(character if depth == 0 or character == "\n" else " ")
        depth += character in "([{"
    return "".join(kept)


def given_names(line: str) -> set[str]:
    """The names that a line of a program gives a value."""
    left, sign, _ = line.partition("=")
    return {*MADE.findall(line), *(WORD.findall(left) if sign else ())}
