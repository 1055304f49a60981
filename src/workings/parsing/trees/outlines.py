"""Trees line by line: nested lists, indented text, trees drawn with lines, lists under “after the”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from workings.decoding.model import is_start, key
from workings.parsing.trees.items import Border, Item, Product, Where
from workings.parsing.trees.listing import steps_of
from workings.parsing.trees.options import (
    LONGEST_LINE,
    MOST_WORDS,
    PROBABILITY,
    TOKEN,
    Written,
    bare,
    number,
    option,
)
from workings.parsing.trees.sequences import words_of
from workings.record import record
from workings.regex import regex
from workings.source import Span

_BRANCH = regex(r"[ \t>│┃├└┣┗╰╠╚─━═╴╶→]+|[|+`\\/][-─]{1,4}|\|(?=\s)")
_BULLET = regex(r"(?:[-*+•◦‣▪●○–]|\(?\d{1,2}[.)])[ \t]+")
_MOST_BRANCHES = 24
_FEW = 3  # words of a token on a line that is no part of a list
_NEAR = 2  # lines between a way and its product
_BORDER = regex(r"\s*(?:#{1,6}\s|(?:example|exercise|question|problem|task|aufgabe)\s*\d*\s*[.:)])", re.I)
_TOKENS = rf"{TOKEN}(?:[ ,→]{{1,3}}{TOKEN}){{0,8}}"
_AFTER = regex(
    r"\W{0,4}(?:(?:at\s+|in\s+)?(?:step|position|time(?:\s*+step)?|t)\s*+=?\s*+\d{1,2}\s*+[,:;(–—-]*\s*+)?"
    r"(?:(?:and|then|next|if|once|now)\s+)?"
    r"(?:after|given|following|from|behind|prefix|context|history|having\s+(?:chosen|generated|picked)|"
    r"starting\s+(?:from|with)|conditioned\s+on|continuing|if|when|once)\s*+(?:[:=]\s*+)?"
    r"(?:(?:the\s+)?(?:word|token|prefix|sequence|words|tokens|context|text|history|we\s+(?:have|chose"
    r"|pick))\s+)?"
    rf"(?P<words>{_TOKENS})(?:\s+(?:is|was|has\s+been)\s+(?:chosen|generated|picked|selected|taken))?"
    r"\s*+\)?\s*+[,:]?\s*+(?P<rest>.*)",
    re.I,
)
_STEP = regex(
    r"\W{0,4}(?:(?:at|in)\s+)?(?:(?:decoding\s+)?(?:step|position|time(?:\s*step)?)"
    r"|t)\s*=?\s*#?(?P<step>\d{1,2})\b"
    r"\s*[,:;.–—)-]*\s*(?P<rest>.*)",
    re.I,
)
_FIRST = regex(
    r"\W{0,4}(?:(?:at\s+)?the\s+(?:start|beginning|first\s+(?:step|token|word))|first\s+(?:step|token|word)|"
    r"initially|start(?:ing\s+distribution)?|<s>|<bos>)[^\n:→]{0,40}(?::|→|$)\s*(?P<rest>.*)",
    re.I,
)
_WORKED = regex(
    r"\b(?:beams?|greed\w*|keep\w*|kept|hypothes[ie]s|candidates?|scores?|survivors?|discard\w*"
    r"|dropped|reject\w*|prun\w*|expand\w*"
    r"|exhaustive\w*|joint|cumulative|total)\b",
    re.I,
)
_LED = regex(r"(?P<lead>[^:→\n]{0,160})(?::\s|→)\s*(?P<rest>\S.*)")
_GIVEN = regex(r"\b[Pp]r?\s*\([^|()]{1,16}\|\s*([^()]{1,60})\)")
_BOLD = regex(r"\*\*[^*]+\*\*:?")
_QUOTATION = regex(r"\"([^\"\n]{1,80})\"")
_EDGE = regex(
    rf"(?P<from>\S[^\d→]{{0,40}}?)\s*-{{1,3}}\s*[(\[]?(?P<number>{PROBABILITY})[)\]]?\s*→\s*(?P<to>\S.{{0,40}}?)\s*[.;,]?"
)
_ARROWS = regex(r"\s*→\s*")
_CALLED = regex(r"(?:[Pp]r?|score)\s*\(([^()|]{1,80})\)")
_LAST_QUOTED = regex(r"\"([^\"\n]{1,60})\"\s*+[(,:]?\s*+(?:with\s+)?(?:[Pp]r?|prob\w*)?\s*+$")
_FACTORS = regex(
    rf"(?P<head>[^=\n]{{0,80}}?)[=:]\s*(?P<factors>{PROBABILITY}(?:\s*[×*x]\s*{PROBABILITY}){{1,11}})\s*(?:[=≈]|$|[.,;]?\s*$)"
)
_TIMES = regex(r"[\d%]\s*[×*x]\s*[\d.]")
_WAY = regex(rf"(?P<way>{TOKEN}(?:\s*→\s*{TOKEN}){{1,11}})")
MOST_LINES = 20_000


@record(frozen=True, slots=True)
class _Line:
    """A line without bullets and branches: where its content starts, on the page and in the line."""

    column: int
    text: str
    at: int
    marked: bool  # a bullet or a branch stands before it
    heading: bool = False


@record()
class Outline:
    """Goes through the lines and keeps what is above each: the items that are less indented."""

    tex_depth: int = 0
    above: list[tuple[int, Item | str]] = field(default_factory=list)
    where: Where | None = None  # what a header said of the lines below it
    words: str = ""
    step: int | None = None
    blocked: bool = False  # below a line about beams, numbers are totals
    passing: bool = False  # … but only up to the next blank line
    seen: set[str] = field(default_factory=set)  # the tokens so far
    way: tuple[str, Span] | None = None  # a way without numbers, whose product may follow
    way_age: int = 0  # lines since then
    blank: bool = True
    soft: bool = False  # the words above are a paragraph, which a blank line parts from a list

    def read(self, text: str, page_text: str) -> Iterator[Item | Product | Border]:
        """The items of a painted text, in order; environments are counted on the page as it was."""
        start = 0
        for count, (raw, source) in enumerate(zip(text.split("\n"), page_text.split("\n"), strict=False)):
            if count > MOST_LINES:
                return
            opened = source.count("\\begin{itemize}") + source.count("\\begin{enumerate}")
            self.tex_depth += opened - source.count("\\end{itemize}") - source.count("\\end{enumerate}")
            if len(raw) <= LONGEST_LINE:
                yield from self.line(raw, start)
            else:
                self.forget()
            start += len(raw) + 1

    def forget(self) -> None:
        self.above.clear()
        self.where, self.words, self.step, self.blocked = None, "", None, False

    def line(self, raw: str, start: int) -> Iterator[Item | Product | Border]:
        if not raw.strip():
            self.blank = True
            self.blocked = self.blocked and not self.passing
            if self.soft and len(self.above) == 1 and isinstance(self.above[0][1], str):
                self.above.clear()
            return
        if _BORDER.match(raw):
            self.forget()
            title = raw.lstrip("# ")
            told = any(pattern.match(title) for pattern in (_STEP, _AFTER, _FIRST))
            yield Border(Span(start, start + len(raw)), raw.startswith("# ") and not told)
        line = _content(raw, start, self.tex_depth)
        if not line.text:
            return
        yield from self.products(line)
        found = [] if raw.lstrip().startswith("#") else list(self.items(line))
        found = found or list(self.header(line))
        self.seen |= {key(item.token) for item in found}
        yield from found
        self.blank = False

    # -- items ------------------------------------------------------------------------------------

    def items(self, line: _Line) -> Iterator[Item]:
        """The items of a line that is nothing but options: one, a way of several, or several steps."""
        whole = option(line.text, line.at)
        if whole is not None and not (line.marked or self.above) and _is_stray(whole):
            return
        if whole is not None:
            item = self.placed(whole, line.column)
            if item is not None:
                self.push(line.column, item)
                yield item
            return
        steps = steps_of(line.text, line.at)
        if steps and sum(map(len, steps)) > 1:
            yield from self.listed(steps, line.column)
        else:
            yield from self.way_of_options(line)

    def listed(self, steps: list[list[Written]], column: int) -> Iterator[Item]:
        """`? 0.55, or 0.45; tea 0.9; ? 0.9`: the choices of one step, or of several behind each other."""
        for at, step in enumerate(steps):
            for written in step:
                item = self.placed(written, column)
                if item is not None and at:
                    item = Item(item.token, item.weight, item.span, Where.NEXT, step=at)
                if item is not None:
                    yield item

    def placed(self, written: Written, column: int) -> Item | None:
        """An option with its context: the line above that is less indented, or what a header said."""
        while self.above and self.above[-1][0] >= column:
            self.above.pop()
        if written.context is not None and written.context not in ("", "…"):
            return Item(written.token, written.weight, written.span, Where.AFTER, words=written.context)
        if self.blocked:
            return None
        certain = written.context is not None
        if self.above:
            parent = self.above[-1][1]
            if isinstance(parent, Item):
                return Item(written.token, written.weight, written.span, Where.UNDER, parent, certain=certain)
            return Item(
                written.token, written.weight, written.span, Where.START, words=parent, certain=certain
            )
        if self.where is None:
            return Item(written.token, written.weight, written.span, Where.START, certain=certain)
        return Item(written.token, written.weight, written.span, self.where, words=self.words, step=self.step)

    def push(self, column: int, item: Item | str) -> None:
        self.above.append((column, item))

    def way_of_options(self, line: _Line) -> Iterator[Item]:
        """`or (0.45) → tea (0.9) → ? (0.9)`, and steps from one token to the next: `or → tea: 0.9`."""
        edge = _EDGE.fullmatch(line.text)
        if edge is not None and not self.blocked:
            token, before = bare(edge["to"]), bare(edge["from"])
            if token is not None and before is not None:
                span = Span(line.at, line.at + len(line.text))
                yield _stepped(Written(token, number(edge["number"]), span), before)
            return
        parts = _split(_ARROWS, line)
        options = [option(text, at) for text, at in parts]
        if len(parts) < 2 or self.blocked or any(part is None for part in options[1:]):
            return
        before = bare(parts[0][0]) if options[0] is None else None
        if options[0] is None and (before is None or len(parts) > 2):
            return
        parent: Item | None = None
        for part in options[1:] if before is not None else options:
            if part is None:
                return
            if before is not None:
                yield _stepped(part, before)
                return
            first = self.placed(part, line.column) if parent is None else None
            parent = first or Item(part.token, part.weight, part.span, Where.UNDER, parent, certain=False)
            yield parent
        if parent is not None:
            self.push(line.column, parent)

    # -- headers ----------------------------------------------------------------------------------

    def header(self, line: _Line) -> Iterator[Item]:
        """A line that says what stands before those below it, or the words at the root of a tree."""
        after, step, first = _AFTER.match(line.text), _STEP.match(line.text), _FIRST.match(line.text)
        rest: tuple[str, int] | None = None
        if after is not None and (
            not after["rest"].strip(" :")
            or line.text.rstrip().endswith((":", ")"))
            or steps_of(after["rest"], 0)
        ):
            self.forget()
            self.where, self.words = Where.AFTER, after["words"]
            rest = (after["rest"], line.at + after.start("rest"))
        elif step is not None:
            self.forget()
            self.step = int(step["step"])
            self.where = Where.START if self.step in (0, 1) else Where.NEXT
            self.blocked = bool(_WORKED.search(step["rest"]))
            rest = (step["rest"], line.at + step.start("rest"))
        elif first is not None:
            self.forget()
            self.where = Where.START
            rest = (first["rest"], line.at + first.start("rest"))
        elif (led := _led(line.text)) is not None:
            self.forget()
            self.where, self.words = self.lead(led["lead"])
            rest = (led["rest"], line.at + led.start("rest"))
        if rest is not None:
            yield from self.listed(steps_of(*rest), line.column)
            return
        if _WORKED.search(line.text):
            self.forget()
            self.blocked = True
            self.passing = not line.heading and not line.text.rstrip().endswith(":")
            return
        self.root(line)

    def lead(self, words: str) -> tuple[Where, str]:
        """What the words before a list of options say of what stands before them."""
        given = _GIVEN.search(words)
        if given is not None:
            return (Where.START, "") if is_start(given[1].strip()) else (Where.AFTER, given[1])
        tokens = words_of(words)
        if tokens and all(key(token) in self.seen for token in tokens):
            return Where.AFTER, words
        return Where.START, _quotation(words)

    def root(self, line: _Line) -> None:
        """Words without a number that the tree hangs on; a sentence is none, and ends what stood above."""
        words = bare(line.text.rstrip(": "))
        is_short = words is not None and len(words.split()) <= MOST_WORDS
        while self.above and self.above[-1][0] >= line.column:
            self.above.pop()
        if words is None or not is_short or (self.above and isinstance(self.above[-1][1], Item)):
            if not line.marked:
                self.forget()
            return
        self.forget()
        self.soft = not line.marked
        self.push(line.column, "" if is_start(words) else words)

    # -- products ---------------------------------------------------------------------------------

    def products(self, line: _Line) -> Iterator[Product]:
        """A way `or → tea → ?`, here or on the lines just above, with the factors of its probability."""
        found = _FACTORS.search(line.text) if _TIMES.search(line.text) is not None else None
        end = found.start("factors") if found is not None else len(line.text)
        ways = list(_WAY.finditer(line.text, 0, end)) if "→" in line.text else []
        self.way_age += 1
        if ways:
            self.way = (ways[-1]["way"], Span(line.at + ways[-1].start(), line.at + ways[-1].end()))
            self.way_age = 0
        if found is None:
            return
        factors = tuple(number(part) for part in re.split(r"[×*x]", found["factors"]))
        named = _named(found["head"], len(factors))
        if named is not None:
            span = Span(line.at + found.start(), line.at + found.end("factors"))
            yield Product(named, factors, span, is_drawn='"' in found["head"])
        elif self.way is not None and self.way_age <= _NEAR:
            yield Product(self.way[0], factors, Span(self.way[1].start, line.at + found.end("factors")))
            self.way = None


def _named(head: str, count: int) -> str | None:
    """The sequence that a product is of, if it names a token for each factor: `A C`, `P(A, C)`, `AC`."""
    if "→" in head:
        return None
    quoted = _LAST_QUOTED.search(head)
    if quoted is not None and len(words_of(quoted[1])) == count:
        return quoted[1]
    inner = _CALLED.fullmatch(head.strip())
    words = bare(inner[1] if inner else head.strip(" *"))
    if words is None:
        return None
    tokens = words_of(words)
    if len(tokens) == count:
        return words
    return " ".join(words) if len(words) == count and words.isupper() and words.isalpha() else None


def _is_stray(written: Written) -> bool:
    """Whether a line that is no part of a list is a sentence, or counts something: `Example 1`."""
    return written.integer or len(written.token.split()) > _FEW


def _stepped(written: Written, before: str) -> Item:
    """A step from one token to the next."""
    if is_start(before):
        return Item(written.token, written.weight, written.span, Where.START)
    return Item(written.token, written.weight, written.span, Where.AFTER, words=before, certain=False)


def _led(text: str) -> re.Match[str] | None:
    """Words with a colon behind which several options stand, and that are not about what a decoder did."""
    found = _LED.match(text)
    if found is None or _WORKED.search(found["lead"]) or sum(map(len, steps_of(found["rest"], 0))) < 2:
        return None
    return found


def _quotation(text: str) -> str:
    """The words that a line quotes before its options: what every sequence begins with."""
    found = _QUOTATION.search(text)
    return found[1].strip(" …_?") if found else ""


def _split(pattern: re.Pattern[str], line: _Line) -> list[tuple[str, int]]:
    parts, start = list[tuple[str, int]](), 0
    for found in (*pattern.finditer(line.text), None):
        end = len(line.text) if found is None else found.start()
        parts.append((line.text[start:end], line.at + start))
        start = len(line.text) if found is None else found.end()
    return parts


def _content(raw: str, start: int, depth: int) -> _Line:
    """What a line says behind its indentation, branches and bullet."""
    at = 0
    for _ in range(_MOST_BRANCHES):
        branch = _BRANCH.match(raw, at)
        if branch is None:
            break
        at = branch.end()
    bullet = _BULLET.match(raw, at)
    at = bullet.end() if bullet else at
    text = raw[at:].rstrip()
    column = len(raw[:at].expandtabs(4)) + 4 * depth
    heading = raw.lstrip().startswith("#") or bool(_BOLD.fullmatch(raw.strip()))
    return _Line(column, text, start + at, bool(raw[:at].strip()) or depth > 0, heading)
