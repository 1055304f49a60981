"""Lines about words in a row, `a dog: 0.3 · 0.6`, with the chance of each after the one before it.

Where all numbers of such lines are the chances, or scores, that the page gives for their words but for one,
that one was taken from other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.miscopying import misread
from workings.checking.comparing.parts import OF_NUMBERS
from workings.checking.methods.chances.lookups import bare, charts_of
from workings.checking.methods.pages.knowing import Working, workings_of
from workings.checking.methods.pages.naming import leaves
from workings.checking.methods.pages.series import value_of
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import scalar
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Expr, Number, swapped
from workings.finding import Claim
from workings.parsing.grids import Grid
from workings.record import record
from workings.regex import regex

RULE = "copy/other-row"
LEAST_AGREEING = 3  # numbers that are those of their words
MOST_WORDS = 12
_STATED = regex(r"(?:\\?log|\\?ln)?\s*[Pp]r?\(([^()|∣]+)(?:[|∣]([^()|∣]+))?\)")
_WORD = regex(r"</?\w+>|[^\W\d_][\w'-]*")
_LEAD = frozenset({"p", "pr", "log", "ln", "logp", "score", "scores", "prob", "text", "mid"})
_STARTS = ("<s>", "s", "<bos>", "<start>", "start", "bos", "")
_SUMS = ("add", "sub", "neg", "brackets")
_OTHERWISE = regex(
    r"\b(?:now|instead|suppose|retrain|chang|smooth|temperature|penal|bonus|replac|another|other model)", re.I
)  # by which words come to other chances than the page has given them
SAID: tuple[re.Pattern[str], ...] = (
    regex(r"\bbeam|greedy|next[- ](?:word|token)|bigram|sequence|candidate|prefix|language model", re.I),
)

Path = tuple[str, ...]


@record(frozen=True, slots=True)
class Chances:
    """What the page gives for words: after the words before them, which may be none."""

    given: dict[tuple[Path, str], fmpq]

    def of(self, path: Path) -> fmpq | None:
        """The chance of the last word of a path, by all or by the last of the words before it."""
        *before, last = path
        contexts = [tuple(before), tuple(before[-1:])]
        if not before:
            contexts += [(start,) for start in _STARTS]
        return next((self.given[at, last] for at in contexts if (at, last) in self.given), None)


@record(frozen=True, slots=True)
class Part:
    """A number of a line, and what it should be by its words; None where the page does not say."""

    line: Working
    leaf: Number
    path: Path
    right: fmpq | None
    whole: bool = False  # whether it is the score of all the words, and not the chance of the last one

    @property
    def is_off(self) -> bool:
        """Whether it is another number, and not the same with fewer digits."""
        return self.right is not None and abs(self.leaf.value - abs(self.right)) > self.leaf.unit / 2


def claims_of_paths(sheet: Sheet) -> Iterator[Claim]:
    """The one number of such lines that is not that of its words."""
    chances = _chances(sheet)
    known = {word for before, word in chances.given for word in (*before, word)}
    if len(chances.given) <= LEAST_AGREEING:
        return
    scores: dict[Path, fmpq] = {}
    lines: list[tuple[Part, ...]] = []
    for line in workings_of(sheet):
        path = () if line.is_bare else _path(sheet, line, known)
        parts = _parts(line, path, chances, scores) if path else ()
        if parts and path not in scores:
            lines.append(parts)
            scores[path] = line.number.value
    odd = [part for parts in lines for part in parts if part.is_off]
    if len(odd) != 1 or not _is_convincing(odd[0], lines):
        return
    if _OTHERWISE.search(sheet.text, lines[0][0].line.opening, odd[0].line.start):
        return
    values = {abs(value) for value in (*chances.given.values(), *scores.values())}
    part = odd[0]
    assert part.right is not None
    slip = RULE if part.leaf.value in values else misread(abs(part.right), part.leaf.value, part.leaf.unit)
    if slip is not None:
        yield replace(_told(sheet, part, part.right), fits=(slip,))


def _is_convincing(odd: Part, lines: Sequence[Sequence[Part]]) -> bool:
    """Whether the other numbers of the line are right, and another line is that has as many."""
    agreeing = [[part for part in parts if part.right is not None and not part.is_off] for parts in lines]
    own = next(len(fine) for fine, parts in zip(agreeing, lines, strict=True) if odd in parts)
    others = [len(fine) for fine, parts in zip(agreeing, lines, strict=True) if odd not in parts]
    return own > 0 and max(others, default=0) > own and own + sum(others) >= LEAST_AGREEING


def _chances(sheet: Sheet) -> Chances:
    """All that the page gives, without what it gives twice and otherwise."""
    found: dict[tuple[Path, str], fmpq] = {}
    twice: set[tuple[Path, str]] = set()
    for key, value in (*_of_statements(sheet), *_of_tables(sheet)):
        if found.setdefault(key, value) != value:
            twice.add(key)
    return Chances({key: value for key, value in found.items() if key not in twice})


def _of_statements(sheet: Sheet) -> Iterator[tuple[tuple[Path, str], fmpq]]:
    """`P(cat | the) = 0.4`, `P(the) = 0.5`."""
    for statement in sheet.statements:
        head, last = statement.members[0].expr, stated_number(statement.members[-1].expr)
        named = _STATED.fullmatch(head.key) if isinstance(head, Apply) else None
        if named is None or last is None or len(statement.members) != 2 or statement.hypothesis:
            continue
        words, before = (_words_in(named[at] or "") for at in (1, 2))
        if len(words) == 1:
            yield (before, words[0]), last.value


def _of_tables(sheet: Sheet) -> Iterator[tuple[tuple[Path, str], fmpq]]:
    """A row for each word before, and a column for each word; or a score for each word."""
    for chart in charts_of(sheet):
        rows, columns = ([_words_in(label) for label in side] for side in (chart.rows, chart.columns))
        for (row, column), value in chart.entries.items():
            if len(columns[column]) == 1 and rows[row]:
                yield (rows[row], columns[column][0]), value
    for grid in sheet.grids:
        yield from _of_pairs(grid) if len(grid.header) == 2 else ()


def _of_pairs(grid: Grid) -> Iterator[tuple[tuple[Path, str], fmpq]]:
    """A table of words with one number for each."""
    for first, second in grid.rows:
        words, value = _words_in(bare(first.text)), value_of(second.text)
        if len(words) == 1 and value is not None:
            yield ((), words[0]), value


def _words_in(text: str) -> Path:
    words = tuple(found[0].lower() for found in _WORD.finditer(text))
    return words[1:] if words[:1] == ("after",) and len(words) > 1 else words


def _path(sheet: Sheet, line: Working, known: set[str]) -> Path:
    """The words that a line is about, if nothing else stands before its formula."""
    words = _words_in(sheet.text[line.opening : line.formula.span.start])
    path = tuple(word for word in words if word not in _LEAD or word in known)
    return path if 1 < len(path) <= MOST_WORDS and known.issuperset(path) else ()


def _parts(line: Working, path: Path, chances: Chances, scores: dict[Path, fmpq]) -> tuple[Part, ...]:
    """The numbers of a product or sum, one for each word, or one for all before the last and its own."""
    expr = line.formula.expr
    if not (_is_of(expr, OF_NUMBERS) or _is_of(expr, _SUMS)):
        return ()
    numbers = leaves(expr)
    if len(numbers) == len(path):
        starts: Iterable[Path] = (path[: at + 1] for at in range(len(path)))
        return tuple(
            Part(line, leaf, start, chances.of(start)) for leaf, start in zip(numbers, starts, strict=True)
        )
    if len(numbers) != 2:
        return ()
    before = Part(line, numbers[0], path[:-1], scores.get(path[:-1]), whole=True)
    return before, Part(line, numbers[1], path, chances.of(path))


def _is_of(expr: Expr, operations: Iterable[str]) -> bool:
    """Whether a formula has nothing but numbers and these operations."""
    if isinstance(expr, Number):
        return True
    return (
        isinstance(expr, Call)
        and expr.op in (*operations, "neg")
        and all(_is_of(arg, operations) for arg in expr.args)
    )


def _told(sheet: Sheet, part: Part, right: fmpq) -> Claim:
    made = scalar(swapped(part.line.formula.expr, part.leaf, replace(part.leaf, value=abs(right))), {})
    *before, last = part.path
    what = f"“{last}” after “{' '.join(before)}”" if before else f"“{last}”"
    what = f"“{' '.join(part.path)}”" if part.whole else what
    sign = "-" if right < 0 else ""  # which may stand apart
    says = f"{what} has {show(right)}, put in as {sign}{part.leaf.text}"
    return sheet.claim(part.line.formula.span, RULE, says, made)
