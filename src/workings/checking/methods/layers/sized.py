"""Sizes of products and of attention: rows come from the first factor, columns from the last."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from workings.checking.comparing.comparison import SHAPE
from workings.checking.methods.pages.extents import Size, Sized, parts_of, sizes_by_name, sizes_of
from workings.checking.methods.pages.knowing import facts_of
from workings.checking.methods.pages.naming import spelt
from workings.checking.methods.sheet import Sheet
from workings.document import Statement
from workings.expr import Array, Call, Expr, Name
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.source import Span

DEEPEST = 6  # names that stand for products of names
_SIZES = regex(r"\\times|×|\b(?:shape|size|dimension)|\d\s?[xX]\s?\d", re.I)
_IN = regex(r"\battention\b|∈|\\in\b|\bmatri[xc]|\bshape", re.I)
_ATTENTION = regex(r"\battention\b|\battends?\b", re.I)
_ACROSS = regex(r"cross[- ]attention|encoder[-–]decoder attention|attends? to", re.I)
_BY_ROWS = regex(r"Q\s*(?:_\{?\w+\}?)?\s*K\s*(?:_\{?\w+\}?)?\s*(?:\^\s*+\{?\s*+(?:\\top|T\b|⊤|\\intercal)|ᵀ)")
_SCORES = regex(r"\bscores?\b|\blogits\b|\battention (?:weights|matrix|map|pattern)|\bweights? matrix", re.I)
_OUTPUT = regex(r"\boutputs?\b|\bcontext\b|\bresult\b", re.I)
_NOT_OUTPUT = regex(r"\b(?:encoder|decoder|model|final|layer|linear) outputs?|project|W_?\^?O\b|concat", re.I)
_WEIGHTS = frozenset({"A", "P", "α"})  # the usual letters for attention weights
_CAPITAL = regex(r"[A-Z].*")
_COUNT = r"(\d{1,6})\s+"
_THINGS = r"(?:tokens?|positions?|states?|words?|steps?|vectors?|rows)\b"
_TARGETS = (
    regex(rf"{_COUNT}(?:target|decoder|query|output)\s+{_THINGS}|{_COUNT}queries\b", re.I),
    regex(rf"\b(?:decoder|target)\b[^.,;\d\n]{{0,30}}?{_COUNT}(?:target\s+|decoder\s+)?{_THINGS}", re.I),
)
_SOURCES = (
    regex(rf"{_COUNT}(?:source|encoder|memory)\s+{_THINGS}|{_COUNT}keys\b", re.I),
    regex(rf"\b(?:encoder|source)\b[^.,;\d\n]{{0,30}}?{_COUNT}(?:source\s+|encoder\s+)?{_THINGS}", re.I),
)
SAID: tuple[re.Pattern[str], ...] = (_IN,)

Part = tuple[str | None, str | None]  # rows and columns, as far as they are known


@record(frozen=True, slots=True)
class Expected:
    """Rows and columns that something has to have, and why."""

    rows: str | None
    columns: str | None
    why: str


def claims_of_sizes(sheet: Sheet) -> Iterator[Claim]:
    """The first size that is not what those before it give."""
    if not sheet.says(_SIZES):
        return
    found = _in_numbers(sheet, sizes_of(sheet))
    for part in parts_of(sheet) if len(found) > 1 else ():
        yield from _of_part(sheet, part, [one for one in found if part.start <= one.span.start < part.end])


def _in_numbers(sheet: Sheet, found: Sequence[Sized]) -> list[Sized]:
    """Sizes with the numbers of the page for their letters, as far as these have one."""
    letters = {part for one in found for part in one.size if not part.isdigit()}
    facts = facts_of(sheet) if letters else None
    values = {part: facts.only(re.escape(part), "(?!)") for part in letters} if facts is not None else {}
    known = {part: str(value) for part, value in values.items() if value is not None and value.q == 1}
    return [replace(one, size=tuple(known.get(part, part) for part in one.size)) for one in found]


def _of_part(sheet: Sheet, part: Span, found: Sequence[Sized]) -> Iterator[Claim]:
    pages = Page(sheet, part, found)
    for one in found:
        expected = pages.expected(one)
        if expected is None or len(one.size) < 2:
            continue
        rows, columns = one.size[-2:]
        right = (expected.rows or rows, expected.columns or columns)
        if right != (rows, columns) and pages.are_apart(right, (rows, columns)):
            shown = "×".join(map(str, (*one.size[:-2], *right)))
            yield sheet.claim(one.span, SHAPE, f"{expected.why}: it is {shown}", shown, *pages.because(one))
            return


class Page:
    """The sizes of names that have just one, and what the names are said to be."""

    def __init__(self, sheet: Sheet, part: Span, found: Sequence[Sized]) -> None:
        statements = [one for one in sheet.statements if part.start <= one.span.start < part.end]
        text = sheet.text[part.start : part.end]
        self.found = found
        self.known = _agreed(sizes_by_name(found), statements)
        self.made = _made(statements, found)
        self.attends = _ATTENTION.search(text) is not None
        self.by_rows = _BY_ROWS.search(text) is not None
        self.across = self.attends and _ACROSS.search(text) is not None
        self.targets = _counted(text, _TARGETS) if self.across else None
        self.sources = _counted(text, _SOURCES) if self.across else None

    def are_apart(self, right: tuple[str, str], stated: tuple[str, str]) -> bool:
        """Whether sizes that are spelt otherwise are others: two numbers, or the two lengths of the page."""
        lengths = {size[0] for name, size in self.known.items() if not name.startswith("W")}
        for one, other in zip(right, stated, strict=True):
            numbers = one.isdigit() + other.isdigit()
            if one != other and (numbers == 2 or (not numbers and self.across and {one, other} <= lengths)):
                return True
        return False

    def expected(self, one: Sized) -> Expected | None:
        """What a size has to be by a product, or because of what attention does."""
        names = {spelt(expr) for expr in one.exprs}
        if any(name in self.made and name not in self.known for name in names):
            return None  # it has several sizes
        above = {name: size for name, size in self.known.items() if name not in names}
        for expr in one.exprs if len(one.size) == 2 else ():
            rows, columns = self.part(expr, above)
            if rows not in (None, one.size[0]) or columns not in (None, one.size[1]):
                return Expected(rows, columns, "rows are those of the first factor, columns of the last")
        return self.attended(one) if self.attends else None

    def part(self, expr: Expr, known: Mapping[str, Size], depth: int = DEEPEST) -> Part:
        """The rows and columns of a product of matrices, as far as they are known."""
        match expr:
            case Name():
                key = spelt(expr)
                if key in known:
                    size = known[key]
                    return (size[0], size[1]) if len(size) == 2 else (None, None)
                made = self.made.get(key)
                pair = key == "A" and "B" in self.known  # the two factors of something else
                if (
                    made is None
                    and self.attends
                    and key in _WEIGHTS
                    and {"Q", "K"} <= known.keys()
                    and not pair
                ):
                    return known["Q"][0], known["K"][0]  # nobody says what it is but its letter
                return self.part(made, known, depth - 1) if made is not None and depth else (None, None)
            case Call(op="transpose", args=(inner,)):
                rows, columns = self.part(inner, known, depth)
                return columns, rows
            case Call(op="brackets" | "softmax" | "relu" | "tanh", args=(inner,)):
                return self.part(inner, known, depth)
            case Call(op="div", args=(inner, _)):
                return self.part(inner, known, depth)
            case Call(op="mul" | "matmul", args=(first, last)) if _is_matrix(first) and _is_matrix(last):
                return self.part(first, known, depth)[0], self.part(last, known, depth)[1]
        return None, None

    def attended(self, one: Sized) -> Expected | None:
        """What queries, keys, values, scores and outputs of attention have to be."""
        role = self.role(one)
        query, key, value = (self.known.get(name) for name in "QKV")
        if role in ("Q", "K", "V") and self.targets and self.sources and self.targets != self.sources:
            right, other = (self.targets, self.sources) if role == "Q" else (self.sources, self.targets)
            if len(one.size) == 2 and right not in one.size and one.size[0] == other:
                side = "decoder" if role == "Q" else "encoder"
                return Expected(right, None, f"{role} has a row for each of the {right} tokens of the {side}")
        if query is None or key is None or len(query) != len(key) or len(query) != len(one.size):
            return None
        if query[-1] != key[-1] or not (self.by_rows or query[-2] != key[-2]):
            return None
        n, m = query[-2], key[-2]
        if role == "scores" and self._is_off(one, query, n, m):
            return Expected(n, m, f"there is a score for each of {n} queries and {m} keys")
        across = len(one.size) == 2 and value is not None and value[0] == m != n == query[0]
        if role == "output" and across and one.size[0] == m:
            return Expected(n, None, f"the output has a row for each of the {n} queries")
        return None

    def _is_off(self, one: Sized, query: Size, n: str, m: str) -> bool:
        """Whether scores are not one for each query and key, however heads are laid out."""
        if len(one.size) == 2:
            return one.size != (n, m) and (self.by_rows or one.size != (m, n))
        axes = query[:-1]
        return one.size[-1] == query[-1] and query[-1] not in axes and n == m

    def role(self, one: Sized) -> str:
        """Which part of attention has a size: Q, K, V, scores or output."""
        for expr in one.exprs:
            name = spelt(expr)
            if name in ("Q", "K", "V"):
                return name
            if name in ("Q·transpose(K)", "(Q·transpose(K))") or spelt(self.made.get(name, expr)).startswith(
                "Q·transpose(K)"
            ):
                return "scores"
            made = self.made.get(name, expr)
            if isinstance(made, Call) and made.op == "mul" and spelt(made.args[-1]) == "V":
                return "output"
        if one.exprs:
            return ""
        if _SCORES.search(one.words):
            return "scores"
        return "output" if _OUTPUT.search(one.words) and not _NOT_OUTPUT.search(one.words) else ""

    def because(self, one: Sized) -> Iterator[Span]:
        """The first lines that speak of what a size is made of."""
        parts = {spelt(part) for expr in one.exprs for part in _factors(self.made.get(spelt(expr), expr))}
        for other in self.found:
            if other is not one and any(spelt(expr) in parts for expr in other.exprs[:1]):
                yield other.span
                return


def _agreed(known: Mapping[str, Size], statements: Sequence[Statement]) -> dict[str, Size]:
    """The sizes of names, but those that are written out with another."""
    other = {
        spelt(statement.members[0].expr)
        for statement in statements
        for member in statement.members[1:]
        if isinstance(member.expr, Array)
        and (size := _written(member.expr)) != known.get(spelt(statement.members[0].expr), size)
    }
    return {name: size for name, size in known.items() if name not in other}


def _written(array: Array) -> Size:
    """The rows and columns of a matrix that is written out."""
    first = array.items[0] if array.items else None
    shape = (len(array.items), len(first.items)) if isinstance(first, Array) else (len(array.items),)
    return tuple(map(str, shape))


def _made(statements: Sequence[Statement], found: Sequence[Sized]) -> dict[str, Expr]:
    """The products that names stand for, where they stand for one alone."""
    every: dict[str, dict[str, Expr]] = {}
    pairs = [(s.members[0].expr, m.expr) for s in statements for m in s.members[1:] if m.sign == "="]
    pairs += [(one.exprs[0], expr) for one in found for expr in one.exprs[1:]]
    for head, expr in pairs:
        if isinstance(head, Name) and isinstance(expr, Call):
            every.setdefault(spelt(head), {})[spelt(expr)] = expr
    return {name: next(iter(made.values())) for name, made in every.items() if len(made) == 1}


def _is_matrix(expr: Expr) -> bool:
    """Whether a factor is called as matrices are, with a capital letter."""
    return all(not isinstance(part, Name) or _CAPITAL.match(spelt(part)) for part in _factors(expr))


def _factors(expr: Expr) -> list[Expr]:
    if isinstance(expr, Call) and expr.op in ("mul", "matmul", "transpose", "brackets"):
        return [part for arg in expr.args for part in _factors(arg)]
    return [expr]


def _counted(text: str, patterns: Sequence[re.Pattern[str]]) -> str | None:
    """How many tokens there are on one side, if the page says so in one way."""
    found = {
        next(group for group in match.groups() if group)
        for said in patterns
        for match in said.finditer(text.replace("$", " "))
    }
    return found.pop() if len(found) == 1 else None
