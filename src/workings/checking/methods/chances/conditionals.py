"""Conditional and marginal chances that are read off a table of counts or of joint chances."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from flint import fmpq

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.comparing.parts import summands
from workings.checking.methods.chances.lookups import Chart, charts_of
from workings.checking.methods.pages.knowing import facts_of, workings_of
from workings.checking.methods.pages.lines import is_numeric
from workings.checking.methods.pages.series import TOTALS
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.document import Member, Statement
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Expr, Name, Number
from workings.finding import Claim
from workings.parsing.numerals import NUMERAL
from workings.record import record
from workings.regex import regex
from workings.source import Span, line_start

RULE = "copy/other-row"
LEAST_ALIKE = 2  # chances that are made of their own counts
MOST_SENTENCES = 40
MOST_WORDS = 60
_SENTENCE = regex(r"^[ \t>\d.)-]*(<s>(?:[ \t]+[^\s<>]+){1,30}[ \t]+</s>)[ \t\\\r]*$", re.M)
_MARKS = regex(r"[`*$\"“”{}]|\\(?:texttt|text|item|langle|rangle)\b\{?")
_ENTITY = regex(r"&lt;|&gt;|⟨|⟩")
_TERM = r"(?:</?s>|[^\W\d_]+)"
_TOLD = regex(
    rf"(?<![^\s,;(|])({_TERM}(?: {_TERM})?)\s+(?:occurs|appears|is seen|is there|stands)"
    r"(?: exactly| only)? (once|twice|(\d{1,2}) times?)"
    rf"|\b[cCN](?:ount)?\(\s*({_TERM}(?:[, ]+{_TERM})?)\s*\)\s*=\s*(\d{{1,2}})(?![\w./]|\s*[+/*])"
)
_SPOKEN = {"once": 1, "twice": 2}
_CONDITIONAL = regex(r"[Pp]r?\(([^|∣()]+)[|∣]([^|∣()]+)\)")
_COUNT = regex(r"(?:c|C|count|Count|N|n|#)\(([^(),]+)(?:,([^(),]+))?\)")
_MARGINAL = regex(r"[Pp]r?\(([^|∣(),]+)\)")
_SMOOTHED = regex(r"\badd[- ]?one|laplace|smooth", re.I)
_UNSMOOTHED = regex(
    r"unsmoothed|without smoothing|not smoothed|before smoothing|maximum likelihood|\bMLE\b", re.I
)
_SIZE = regex(r"V|\|V\||bars\(V\)|abs\(V\)|K")
_TOTAL = regex(r"total|sum|Σ|∑|all")
_EVENT = regex(r"([A-Za-z]\w*)\s*=\s*([\w-]{1,12})")
_NUMBER = regex(NUMERAL)
_ROW = regex(
    r"^[ \t|]*([A-Za-z]\w*\s*=\s*[\w-]{1,12})[ \t|]{2,}((?=\d[. \t|]*+\d)(?:\d[\d.]*+[ \t|]*+){1,8})$"
)

Counts: TypeAlias = dict[tuple[str, ...], fmpq]
WANTS = ("worked",)


@record(frozen=True, slots=True)
class Share:
    """`P(b | a) = c/n`: the two words, the two counts, and where that stands."""

    words: tuple[str, str]  # a and b
    count: fmpq
    whole: fmpq
    member: Member
    added: bool = False  # something is added to the counts


def claims_of_conditionals(sheet: Sheet) -> Iterator[Claim]:
    corpus = counts_of_corpus(sheet.judge.page.text)
    shares = [
        share for one in sheet.statements if (share := _share(sheet, one) or _labelled(sheet, one, corpus))
    ]
    if corpus:
        yield from _of_told(sheet, corpus)
    counts = (corpus or _counts(sheet)) if len(shares) > LEAST_ALIKE else {}
    for added in (False, True):
        alike = [share for share in shares if share.added is added]
        yield from _of_counts(sheet, alike, counts) if counts else ()
    yield from _of_margins(sheet)
    if sheet.says(_SMOOTHED):
        yield from _of_smoothing(sheet)
        yield from _of_smoothed_tables(sheet, shares)


def _of_smoothing(sheet: Sheet) -> Iterator[Claim]:
    """The first `(c + 1)/(n + 1)` on a page whose formula has `n + V` below, and says what V is."""
    stated = [part for one in sheet.statements for member in one.members if (part := _added(member.expr))]
    added = {
        name.key for part in stated for name in part if isinstance(name, Name) and _SIZE.fullmatch(name.key)
    }
    sizes = {fact.value for fact in facts_of(sheet) if fact.name in added and isinstance(fact.value, fmpq)}
    for line in workings_of(sheet) if len(sizes) == 1 else ():
        below = _added(line.formula.expr)
        values = [term.value for term in below if isinstance(term, Number)]
        if len(values) == 2 and not sizes & {*values} and 1 in values and _CONDITIONAL.fullmatch(line.base):
            size = sizes.pop()
            made = scalar(line.formula.expr, {})
            right = made * sum(values) / (sum(values) - 1 + size) if isinstance(made, fmpq) else None
            message = f"below, the size of the vocabulary {show(size)} is added, not 1"
            yield sheet.claim(line.formula.span, "smoothing/one-below", message, right)
            return


def _of_smoothed_tables(sheet: Sheet, shares: Sequence[Share]) -> Iterator[Claim]:
    """The first chance with one added to its count in a table and nothing to the total of its class."""
    if not shares or sheet.says(_UNSMOOTHED):
        return
    for share in shares:
        found = {counted for chart in charts_of(sheet) if (counted := _counted(chart, *share.words))}
        if len(found) != 1 or share.added:
            continue
        count, total, kinds = found.pop()
        if share.count == count + 1 and share.whole == total:
            message = (
                f"one is added to the count {show(count)}, and nothing to the total {show(total)} below it"
            )
            right = share.count / (total + kinds)
            yield sheet.claim(share.member.span, "smoothing/denominator-kept", message, right)
            return


def _counted(chart: Chart, given: str, word: str) -> tuple[fmpq, fmpq, int] | None:
    """A count of a table by its class and its word, what the class adds up to, and how many words it has."""
    for turned in (False, True):
        classes, words = (chart.columns, chart.rows) if turned else (chart.rows, chart.columns)
        own = [at for at, label in enumerate(classes) if label.lower().startswith(given)]
        kept = [at for at, label in enumerate(words) if TOTALS.search(label) is None]
        place = [at for at in kept if words[at].lower() == word]
        if len(own) != 1 or len(place) != 1:
            continue
        along = {at: chart.entries[(at, own[0]) if turned else (own[0], at)] for at in range(len(words))}
        summed = sum((along[at] for at in kept), fmpq(0))
        if all(along[at] == summed for at in along if at not in kept):
            return along[place[0]], summed, len(kept)
    return None


def _added(expr: Expr) -> list[Expr]:
    """The terms below `(c + 1)/(n + V)`; none where no one is added above."""
    match expr:
        case Call(op="div", args=(above, below)):
            first = [term for term in summands(_inner(above)) if isinstance(term, Number)]
            return summands(_inner(below)) if any(term.value == 1 for term in first) else []
        case _:
            return []


def _inner(expr: Expr) -> Expr:
    return expr.args[0] if isinstance(expr, Call) and expr.op == "brackets" else expr


def _plain(word: str) -> str:
    return word.strip(" `$*\\").replace("⟨", "<").replace("⟩", ">").lower()


def _share(sheet: Sheet, statement: Statement) -> Share | None:
    head = statement.members[0].expr
    named = _CONDITIONAL.fullmatch(_key(sheet, head)) if isinstance(head, Apply) else None
    if named is None or statement.hypothesis:
        return None
    member = next((one for one in statement.members[1:] if is_numeric(one.expr)), None)
    if member is None:
        return None
    match member.expr:
        case Call(op="div", args=(above, below)):
            first, second = summands(above)[0], summands(below)[0]
            if isinstance(first, Number) and isinstance(second, Number):
                words = _plain(named[2]), _plain(named[1])
                return Share(words, first.value, second.value, member, len(summands(below)) > 1)
        case _:
            pass
    return None


def _key(sheet: Sheet, head: Apply) -> str:
    """What a chance is called; as it is written where the marks of sentences were taken for markup."""
    written = _unmarked(sheet.judge.page.text[head.span.start : head.span.end])
    return written.strip() if "s>" in written else head.key


def _labelled(sheet: Sheet, statement: Statement, corpus: Counts) -> Share | None:
    """The same of a line that two words of the corpus open: `| dog sleeps | 1 | 1/2 = 0.5 |`."""
    first = statement.members[0]
    if not corpus or statement.hypothesis or len(statement.members) < 2:
        return None
    text = sheet.judge.page.text
    lead = text[line_start(text, statement.span.start) : statement.span.start]
    cell = [part for part in lead.split("|") if part.strip()][:1]
    words = [_plain(word) for word in cell[0].strip(" -*:").split()] if cell else []
    match first.expr:
        case Call(op="div", args=(Number(value=count), Number(value=whole))):
            if len(words) == 2 and (words[0],) in corpus and (words[1],) in corpus:
                return Share((words[0], words[1]), count, whole, first)
        case _:
            pass
    return None


def counts_of_corpus(text: str) -> Counts:
    """How often each word and each pair of words stands in the sentences of a page, with their markers."""
    found: Counts = {}
    marked = any(mark in text for mark in ("<s>", "&lt;s", "⟨s"))
    sentences = [*_SENTENCE.finditer(_unmarked(text))] if marked else []
    for sentence in sentences[:MOST_SENTENCES] if len(sentences) > 1 else ():
        words = sentence[1].lower().split()
        for first, second in pairwise(words):
            found[first, second] = found.get((first, second), fmpq(0)) + 1
        for word in words:
            found[word,] = found.get((word,), fmpq(0)) + 1
    singles = [key[0] for key in found if len(key) == 1]
    if 0 < len(singles) <= MOST_WORDS:
        found.update({(a, b): fmpq(0) for a in singles for b in singles if (a, b) not in found})
    return found


def _unmarked(text: str) -> str:
    """A text without fonts and quotes, every character in its place but for those of entities."""
    plain = _MARKS.sub(lambda mark: " " * len(mark[0]), text)
    return _ENTITY.sub(lambda sign: ("<" if sign[0] in ("&lt;", "⟨") else ">").ljust(len(sign[0])), plain)


def _of_told(sheet: Sheet, corpus: Counts) -> Iterator[Claim]:
    """The one count of a word or of two in a row that is not that of the sentences."""
    right: set[tuple[str, ...]] = set()
    off: list[tuple[Span, tuple[str, ...]]] = []
    for found in _TOLD.finditer(_unmarked(sheet.judge.page.text)):
        words = tuple((found[1] or found[4]).lower().replace(",", " ").split())
        count = int(found[3] or found[5] or _SPOKEN[found[2]])
        if words not in corpus:
            continue
        if corpus[words] == count:
            right.add(words)
        else:
            off.append((Span(*found.span(5 if found[5] else 2)), words))
    if len(off) == 1 and len(right) >= LEAST_ALIKE:
        place, words = off[0]
        message = f"“{' '.join(words)}” is there {show(corpus[words])} times"
        yield sheet.claim(place, "recipe/miscounted", message, corpus[words])


def _counts(sheet: Sheet) -> Counts:
    """The counts of pairs and of first words, as the page has them in names or in a table."""
    found: Counts = {}
    for statement in sheet.statements:
        head, number = statement.members[0].expr, stated_number(statement.members[-1].expr)
        named = _COUNT.fullmatch(head.key) if isinstance(head, Apply) else None
        if named is not None and number is not None and len(statement.members) == 2:
            found.setdefault(tuple(_plain(word) for word in named.groups() if word), number.value)
    if not found:
        for grid in sheet.grids:
            for row in grid.rows:
                side = _plain(row[0].text)
                for title, cell in zip(grid.header[1:], row[1:], strict=True):
                    value, word = number_in(cell.text.strip("$ ")), _plain(title.text)
                    if value is not None and side:
                        found.setdefault((side,) if _TOTAL.fullmatch(word) else (side, word), value)
    return found


def _of_counts(sheet: Sheet, shares: Sequence[Share], counts: Counts) -> Iterator[Claim]:
    """The one chance with a count of other words than its own, where all others have theirs."""
    known = [one for one in shares if one.words in counts and one.words[:1] in counts]
    known = [one for one in known if one.whole != 0]
    same = [(one.count == _own(one, counts)[0], one.whole == _own(one, counts)[1]) for one in known]
    odd = [one for one, (above, below) in zip(known, same, strict=True) if above != below]
    if len(odd) != 1 or same.count((True, True)) < LEAST_ALIKE:
        return
    share = odd[0]
    count, whole = _own(share, counts)
    what: tuple[str, ...]
    if share.whole == whole:
        what, right, put_in, smoothed = share.words, count, share.count, share.count == count + 1
    else:
        firsts = [value for key, value in counts.items() if len(key) == 1]
        what, right, put_in = share.words[:1], whole, share.whole
        smoothed = put_in > right and put_in not in firsts
    if smoothed or (put_in > right and put_in not in counts.values()):
        return
    message = f"“{' '.join(what)}” is counted {show(right)} times, put in as {show(put_in)}"
    yield sheet.claim(share.member.span, RULE, message, show(count / whole) if whole != 0 else None)


def _own(share: Share, counts: Counts) -> tuple[fmpq, fmpq]:
    return counts[share.words], counts[share.words[:1]]


def _of_margins(sheet: Sheet) -> Iterator[Claim]:
    """A marginal chance that is the sum of another row or column than its own."""
    applied = [one for one in sheet.statements if isinstance(one.members[0].expr, Apply)]
    margins = _margins(sheet) if applied else {}
    for statement in applied if margins else ():
        head = statement.members[0].expr
        named = _MARGINAL.fullmatch(head.key) if isinstance(head, Apply) else None
        member = next((one for one in statement.members[1:] if is_numeric(one.expr)), None)
        if named is None or member is None or statement.hypothesis:
            continue
        own = margins.get(_event(named[1]))
        terms = _sorted(member.expr)
        others = [values for event, values in margins.items() if event != _event(named[1])]
        if own is None or len(terms) < 2 or terms == own or terms not in others:
            continue
        right = show(sum(own, fmpq(0)))
        listed = " + ".join(show(value) for value in own)
        yield sheet.claim(member.span, RULE, f"{named[1]} has {listed} in the table", right)
        return


def _sorted(expr: Expr) -> tuple[fmpq, ...]:
    terms = [term.value for term in summands(expr) if isinstance(term, Number)]
    return tuple(sorted(terms)) if len(terms) == len(summands(expr)) else ()


def _event(text: str) -> str:
    return "".join(text.split()).strip("$").lower()


def _margins(sheet: Sheet) -> Mapping[str, tuple[fmpq, ...]]:
    """What stands in each row and column of the one table whose titles are events: `X = 0`, `Y = 1`."""
    tables = [table for table in (*_of_grids(sheet), *_of_lines(sheet.text)) if table]
    return tables[0] if len({tuple(sorted(table.items())) for table in tables}) == 1 else {}


def _of_grids(sheet: Sheet) -> Iterator[dict[str, tuple[fmpq, ...]]]:
    for grid in sheet.grids:
        heads = [cell.text.strip("$ ") for cell in grid.header]
        sides = [row[0].text.strip("$ ") for row in grid.rows]
        values = [[number_in(cell.text.strip("$ ")) for cell in row] for row in grid.rows]
        yield _table(heads[1:], sides, [row[1:] for row in values])


def _of_lines(text: str) -> Iterator[dict[str, tuple[fmpq, ...]]]:
    """The same in plain text, where the titles have spaces in them."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _ROW.match(lines[end]):
            end += 1
        if end - at > 1 and at > 0:
            rows = [found for line in lines[at:end] if (found := _ROW.match(line)) is not None]
            heads = [found[0] for found in _EVENT.finditer(lines[at - 1])]
            values = [[number_in(part) for part in _NUMBER.findall(found[2])] for found in rows]
            yield _table(heads, [found[1] for found in rows], values)
        at = max(end, at + 1)


def _table(
    heads: Sequence[str], sides: Sequence[str], values: Sequence[Sequence[fmpq | None]]
) -> dict[str, tuple[fmpq, ...]]:
    """Rows and columns by their events; nothing where one is no event, or a number is missing."""
    whole = [[value for value in row if value is not None] for row in values]
    titled = all(_EVENT.fullmatch(title) for title in (*heads, *sides))
    if not titled or len(heads) < 2 or any(len(row) != len(heads) for row in whole):
        return {}
    found = {_event(side): tuple(sorted(row)) for side, row in zip(sides, whole, strict=True)}
    columns = zip(*whole, strict=True)
    return found | {_event(head): tuple(sorted(column)) for head, column in zip(heads, columns, strict=True)}
