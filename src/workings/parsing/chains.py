"""Chains `a = b ≈ c` while they grow from piece to piece, and the statement each becomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from flint import fmpq

from workings.document import Member, Passage, Statement
from workings.expr import Array, Call, Expr, Hole, Name, Number, number, walk
from workings.parsing.brackets import Tokens
from workings.parsing.grammar import parse_range
from workings.parsing.lexicon import Lexicon
from workings.parsing.numerals import numeral
from workings.parsing.tokens import GLUED, SPACE, Piece, Token
from workings.record import record
from workings.regex import regex
from workings.source import Span

MOST_TOKENS = 60_000  # of one member; longer ones are said to be unread
MOST_NAMES = 200  # of a list x_1, …, x_n
CONTINUING = ("+", "/", "·", "×", "*")  # signs at the start of what goes on from a result before it
NEVER_CLOSED = "“(” is never closed"
SHORTEST_UNIT = 4  # letters of a word in brackets that is no name
_MEASURES = frozenset({"unit", "trail"})
_SENTENCE_ENDS = regex(r"\.\s|\n[ \t\r]*\n")
_UNITS = frozenset({"byte", "bytes", "bits"})  # which are no names, even before a sign


@record(slots=True)
class Chain:
    """A chain that may still go on in the next piece."""

    members: list[tuple[str | None, list[Token]]]
    passage: Passage
    label: str | None = None
    hypothesis: bool = False
    renews: bool = False  # “now use K = …” gives a name another value on purpose
    offered: bool = False  # an answer to choose
    dangling: bool = False  # ends with a relation sign
    conditional: bool = False  # “f(z) = 1 if …” says so only under a condition
    resumes: bool = False  # its first member stands further up, before what its names were given
    heads: tuple[tuple[Token, ...], ...] = ()  # the names before the first, parted by commas: x_1, x_2 = 1, 0

    @property
    def ends_blank(self) -> bool:
        """Whether it ends in a place to be filled in, behind which nothing goes on."""
        return bool(self.members[-1][1]) and self.members[-1][1][-1].kind == "blank"

    @property
    def is_open(self) -> bool:
        """Whether it ends with an equality sign that waits for its right side."""
        return self.dangling and self.members[-1][0] in ("=", "≈")

    def ends_in_sentence(self, passage: Passage, place: int) -> bool:
        """Whether its last member ends in the sentence of a place in a passage, and not further up."""
        last, start = self.members[-1][1], passage.span.start
        if not last or last[-1].start < start:
            return False
        return _SENTENCE_ENDS.search(passage.text, last[-1].end - start, place - start) is None

    def append(self, piece: Piece) -> None:
        """Add the members of a piece that holds relation signs."""
        signs, tokens = piece.signs, piece.tokens
        if signs[0] > 0:
            before = "=" if self.members else None  # behind a name in the cell before it
            self.members.append((before, list(tokens[: signs[0]])))
        for sign, end in zip(signs, (*signs[1:], len(tokens)), strict=True):
            self.members.append((tokens[sign].text, list(tokens[sign + 1 : end])))
        self.dangling = not self.members[-1][1]

    def fill(self, piece: Piece) -> None:
        """Give the sign at the end its right side, and add what follows it in the piece."""
        end = piece.signs[0] if piece.signs else len(piece.tokens)
        self.members[-1][1].extend(piece.tokens[:end])
        self.dangling = False
        if piece.signs:
            self.append(replace(piece, tokens=piece.tokens[end:], signs=tuple(s - end for s in piece.signs)))

    def takes_entry(self, piece: Piece, passage: Passage) -> bool:
        """Whether a piece is the next entry of a list in maths whose brackets are left out: `e^0, e^1`."""
        apart = self.dangling or self.members[-1][0] == "∈"  # behind a set another declaration begins
        if piece.boundary != "comma" or apart or piece.lead:
            return False
        if any(t.prose for t in piece.tokens) and not self.heads:
            return False
        start, last, first = passage.span.start, self.members[-1][1][-1], piece.tokens[0]
        named = last.kind == "num" and first.kind != "num" and not self.heads and len(piece.tokens) == 1
        inside = any(one.start <= last.start and first.end <= one.end for one in passage.maths)
        if named and passage.maths and not inside:
            return False  # $b = 0.9$, $c$ is left out
        between = passage.text[max(0, last.end - start) : first.start - start]
        return self.passage is passage and between.strip(" ,\n$\\;!") == ""

    def add_entry(self, piece: Piece) -> None:
        place = piece.tokens[0].start
        self.members[-1][1].append(Token("comma", ",", place, place, GLUED, False))
        self.members[-1][1].extend(piece.tokens)

    def takes_row(self, piece: Piece, passage: Passage) -> bool:
        """Whether a bracketed row alone on its line stands under the row that ends the chain."""
        if piece.boundary not in ("line", "arrow", "remark") or not piece.starts_line or self.dangling:
            return False
        sign, last = self.members[-1]
        start = passage.span.start
        if passage.text[max(0, last[-1].end - start) : piece.tokens[0].start - start].count("\n") > 1:
            return False
        return sign == "=" and _is_row(piece.tokens) and _is_row(last)

    def add_row(self, piece: Piece) -> None:
        """Put a row under the last one, as if both stood in brackets."""
        sign, last = self.members[-1]
        if not (last[0].text == "[" and last[1].text == "["):
            opening, closing = last[0], last[-1]
            last = [replace(opening, end=opening.start), *last, replace(closing, start=closing.end)]
        end = piece.tokens[-1]
        self.members[-1] = (sign, [*last[:-1], *piece.tokens, replace(end, start=end.end)])

    @property
    def is_given(self) -> bool:
        """Whether it is a name and its number, `k = 4`, behind which nothing is worked out."""
        return len(self.members) == 2 and len(self.members[1][1]) == 1 and self.members[1][1][0].kind == "num"

    def takes_term(self, piece: Piece) -> bool:
        """Whether a piece on a new line goes on with a sum or product; nothing does with a result above."""
        if piece.tokens[0].text not in ("+", "×", "·") or piece.lead:
            return False
        result = len(self.members) > 1 and [token.kind for token in self.members[-1][1]] == ["num"]
        return piece.boundary in ("line", "break") or (piece.boundary == "start" and not result)

    def add_term(self, piece: Piece) -> None:
        self.members[-1][1].extend(piece.tokens)

    def statement(self, lexicon: Lexicon) -> Statement | None:
        """The chain with its members parsed; None if nothing is in it."""
        self._undouble()
        members = tuple([member(sign, tokens, lexicon) for sign, tokens in self.members if tokens])
        if not members:
            return None
        first = self.members[0][1]
        if first and first[0].text in CONTINUING and first[0].kind == "op":  # …, and + 128 = 100480
            gap = Hole(members[0].span, first[0].text, "it goes on from something before it")
            members = (replace(members[0], expr=gap), *members[1:])
        if len(members) == 2 and isinstance(members[1].expr, Name) and _is_bare_word(first):
            members = (replace(members[0], expr=_already_taken(members[0].expr)), members[1])
        if len(members) > 2:
            members = _outside_brackets(members)
        if self.heads and len(members) == 2:
            members = (self._listed(members[0], members[1], lexicon), members[1])
        if self.resumes:
            members = (replace(members[0], apart=True), *members[1:])
        span = Span(members[self.resumes and len(members) > 1].span.start, members[-1].span.end)
        return Statement(
            members,
            span,
            self.passage,
            self.label,
            self.hypothesis or self.offered,
            self.renews,
            self.conditional,
            offered=self.offered,
        )

    def _listed(self, last: Member, values: Member, lexicon: Lexicon) -> Member:
        """`x_1, x_2, x_3 = 1, 0, 1`: all the names, if there is a value for each."""
        if not isinstance(values.expr, Array) or not isinstance(last.expr, Name):
            return last
        heads = [parse_tokens(list(tokens), lexicon) for tokens in self.heads if tokens[0].kind != "dots"]
        names = [*(name for name in heads if isinstance(name, Name)), last.expr]
        if len(heads) < len(self.heads):
            names = _between(names[0], names[-1])
        if len(names) != len(values.expr.items):
            return last
        span = Span(heads[0].span.start, last.span.end)
        return replace(last, expr=Array(span, tuple(names), "tuple"), span=span)

    @property
    def is_worked_out(self) -> bool:
        """Whether it has come to a number already."""
        return len(self.members) > 1 and [t.kind for t in self.members[-1][1]] == ["num"]

    def _undouble(self) -> None:
        """Cut off what a copied page repeats: `m = 0.4m = 0.4` says it once as text and once as TeX."""
        if len(self.members) < 3:
            return
        head = _letters(self.members[0][1])
        for at, (_, tokens) in enumerate(self.members[1:-1], 1):
            if len(tokens) > 1 and tokens[0].kind == "num" and tokens[1].kind in ("name", "word", "cmd"):
                rest = _letters(tokens[1:])
                if rest and (rest == head or (len(rest) > 3 and head.endswith(rest))):
                    del tokens[1:]
                    del self.members[at + 1 :]
                    return


def _outside_brackets(members: tuple[Member, ...]) -> tuple[Member, ...]:
    """The 3 of `p(n = 3 = \\sum …` stands in a bracket that is never closed, and is no member."""
    found = list(members)
    for at, (before, here) in enumerate(pairwise(members), 1):
        gap = next((node for node in walk(before.expr) if isinstance(node, Hole)), None)
        if gap is not None and gap.reason == NEVER_CLOSED and gap.span.end == before.span.end:
            found[at] = replace(here, expr=Hole(here.span, gap.text, gap.reason))
    return tuple(found)


def _between(first: Name, last: Name) -> list[Name]:
    """The names x_1, …, x_5 by their ends; none where these are no numbered names of one letter."""
    match first.index, last.index:
        case (Number() as one,), (Number() as other,) if first.base == last.base:
            start, end = int(one.value.p), int(other.value.p)
            if not 0 < end - start <= MOST_NAMES:
                return []
            numbers = (number(at, first.span) for at in range(start, end + 1))
            return [Name(first.span, f"{first.base}_{n.text}", first.base, (n,)) for n in numbers]
    return []


def _letters(tokens: Sequence[Token]) -> str:
    """The letters and digits of some tokens, without marks, accents and brackets."""
    return "".join([t.text for t in tokens if t.kind in ("name", "word", "num", "sub")])


def headed(passage: Passage, head: str, place: int, label: str | None) -> Chain:
    """A chain whose first member is words, or nothing that can be read."""
    return Chain([(None, [Token("head", head, place, place, GLUED, True)])], passage, label)


def parse_tokens(tokens: list[Token], lexicon: Lexicon) -> Expr:
    """The expression of a member."""
    return _parsed(tokens, lexicon, Span(tokens[0].start, tokens[-1].end))


def _parsed(tokens: list[Token], lexicon: Lexicon, span: Span, kinds: Sequence[str] | None = None) -> Expr:
    """What tokens stand for; their kinds, or those of more, may be known already."""
    if len(tokens) == 1 and tokens[0].kind == "num":  # most right sides
        return numeral(tokens[0].text, span)
    if tokens[0].kind == "head":
        text = tokens[0].text
        return Name(span, text, text) if text else Hole(span, "", "the left side is not maths")
    if len(tokens) > MOST_TOKENS:
        return Hole(span, "", "longer than is read")
    if "comma" in ([t.kind for t in tokens] if kinds is None else kinds):
        return _parse_entries(tokens, lexicon, span)
    return parse_range(Tokens(tokens, lexicon, kinds), 0, len(tokens))


def member(sign: str | None, tokens: list[Token], lexicon: Lexicon) -> Member:
    """A member parsed without the words that only say its unit."""
    trails, unit, kinds = tokens[-1].kind == "trail", "", [t.kind for t in tokens]
    if not _MEASURES.isdisjoint(kinds):
        unit = " ".join([t.text for t in tokens if t.kind in _MEASURES])
        tokens = [t for t in tokens if t.kind not in _MEASURES] or tokens
    if "word" in kinds:
        tokens = [t for at, t in enumerate(tokens) if not _is_counted(tokens, at, lexicon)]
    if len(tokens) == 6 and _is_glossed(tokens):
        tokens = tokens[:3]
    span = Span(tokens[0].start, tokens[-1].end)
    return Member(sign, _parsed(tokens, lexicon, span, kinds), span, unit or None, trails)


def _is_counted(tokens: list[Token], at: int, lexicon: Lexicon) -> bool:
    """A word that says what a number in brackets counts: `3 × (512 × 4 bytes)`."""
    word = tokens[at]
    if not (word.kind == "word" and word.prose and word.gap == SPACE and 0 < at < len(tokens) - 1):
        return False
    if tokens[at - 1].kind != "num" or tokens[at + 1].kind not in ("op", "close"):
        return False
    if len(word.text) < SHORTEST_UNIT or not word.text.isalpha():
        return False
    if word.text in lexicon.defined and word.text not in _UNITS:
        return False
    return lexicon.function(word.text) is None and _is_factor(tokens, at)


def _is_factor(tokens: list[Token], at: int) -> bool:
    """Whether the bracket around a token is a factor: `24 (12 layers × 2)` only says more of 24."""
    depth = 0
    for before in range(at - 1, -1, -1):
        depth += (tokens[before].kind == "close") - (tokens[before].kind == "open")
        if depth < 0:
            return before == 0 or tokens[before - 1].kind in ("op", "open")
    return False


def _is_glossed(tokens: list[Token]) -> bool:
    """`3/5 (0.60)`: a quotient, and in brackets what it comes to."""
    if [t.kind for t in tokens] != ["num", "op", "num", "open", "num", "close"] or tokens[3].gap == GLUED:
        return False
    over, under, stated = (numeral(tokens[at].text, Span(0, 0)) for at in (0, 2, 4))
    match over, under, stated:
        case Number(value=a), Number(value=b), Number(value=c, unit=unit) if tokens[1].text == "/" and b:
            return bool(abs(a / b - c) <= unit)
    return False


def _is_bare_word(tokens: Sequence[Token]) -> bool:
    """Whether it begins with a word outside of the maths, and goes on with a list inside."""
    if len(tokens) < 2 or tokens[0].text != "softmax" or tokens[1].text != "[":
        return False
    first, second = tokens[:2]
    return first.prose and first.end - first.start == len(first.text) and not second.prose


def _already_taken(expr: Expr) -> Expr:
    """“softmax $[3/4, 1/4] = p$”: a list that adds up to one is what comes out of it."""
    match expr:
        case Call(op="softmax", args=(Array(items=items) as inside,)):
            values = [_plain_value(item) for item in items]
            shares = [value for value in values if value is not None and 0 < value < 1]
            return inside if len(shares) == len(items) and sum(shares, fmpq(0)) == 1 else expr
    return expr


def _plain_value(expr: Expr) -> fmpq | None:
    match expr:
        case Number(value=value):
            return value
        case Call(op="div", args=(Number(value=over), Number(value=under))) if under:
            return over / under
    return None


def _parse_entries(tokens: list[Token], lexicon: Lexicon, span: Span) -> Expr:
    """A list without brackets, its entries parted by `comma` tokens."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "comma":
            parts.append([])
        else:
            parts[-1].append(token)
    items = tuple(parse_range(Tokens(part, lexicon), 0, len(part)) for part in parts if part)
    return Array(span, items, "tuple")


def _is_row(tokens: Sequence[Token]) -> bool:
    """One pair of square brackets around everything."""
    if len(tokens) < 3 or tokens[0].text != "[" or tokens[-1].text != "]":
        return False
    return sum(t.text == "[" for t in tokens) == sum(t.text == "]" for t in tokens)
