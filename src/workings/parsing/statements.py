"""Pieces to statements: chains `a = b ≈ c`, put together across lines, table cells and displays."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workings.document import Kind, Member, Passage, Reading, Statement
from workings.expr import Array, Call, Expr, Hole, Index, Name, number
from workings.parsing.brackets import Tokens
from workings.parsing.grammar import parse_range
from workings.parsing.lexer import lex, lex_mixed
from workings.parsing.lexicon import Lexicon
from workings.parsing.pieces import Piece, cut
from workings.parsing.tokens import Token
from workings.source import Span

MOST_TOKENS = 60_000  # of one statement; longer ones are said to be unread
LONGEST_PASSAGE = 400_000  # characters
_NEARBY = 240  # characters around a statement in which its author may disown it
_HYPOTHETICAL = frozenset(
    "if assume suppose try when say guess imagine whenever unless falls wenn si".split()
)
_RENEWING = frozenset(
    "use using take taking let now instead correct corrected should fixed set choose new again change "
    "update".split()
)
_CONDITIONS = frozenset("if when whenever for otherwise else falls wenn".split())
_DISOWNED_BEFORE = re.compile(
    r"(?:\b(?:wrong|incorrect|mistaken|erroneous)(?:ly)?\b(?!\s+(?:points?|predictions?|labels?|class))"
    r"|\b(?:common|typical|frequent) (?:mistake|error|slip)s?\b|\bmistake is\b|[❌✗✘])[^.;|]{0,60}$",
    re.IGNORECASE,
)
_DISOWNED_AFTER = re.compile(
    r"^\W{0,6}(?:\(?(?:is|are|would be)?\s*(?:wrong|incorrect|a mistake|not right|false)\b|[❌✗✘])",
    re.IGNORECASE,
)
_OPTION = re.compile(r"\s*(□|☐|◻|■|☑|☒|\\(square|Box|blacksquare)\b|[-*]?\s*\[[ xX]\]\s)")
_DEFINED = re.compile(
    r"(?<![A-Za-z\\])([A-Za-z]{3,}|[A-Za-z]{2}(?=\s*&?\s*[=≈]\s*[-−\d.(]))\s*&?\s*(?:=|:=|≈|\\approx)(?!=)"
    r"|(?<![\w\\^}])([TeKMBGk])\s*&?\s*=(?!=)\s*[\d.\\\-−(\[a-zA-Z]"
    r"|(?:\\sigma|σ)(?:_\{?\w+\}?)?(?:\^2)?\s*&?\s*()=\s*[\d.\\]"
)
_LINEWISE = (Kind.CODE, Kind.OUTPUT, Kind.COMMENT)
_WORKED = re.compile(r"\d\s*[-+*/×·^−]\s*[\d(]|\)\s*[-+*/×·−]")
_MATHS = re.compile(r"[=≈<>≤≥≠∈←~\\]|softmax", re.IGNORECASE)
_NO_MACROS: Mapping[str, str] = {}
_SUPERSCRIPTED = re.compile(r"([A-Za-z])\}?(?:_\{?\w+\}?)?\^\{?([A-SU-Z])\}?\s*&?\s*(?:=|\\in\b|:)")
_BOX = re.compile(r"\[[ xX✓]\]|[□☐◻■☑☒]")
_POINT = re.compile(r"(?<![\d.])\d+\.\d+(?![.\d])")
_COMMA = re.compile(r"(?<![\d,\[(])(?:0(?:,|\{,\})\d+|\d+(?:,|\{,\})(?:\d{1,2}|\d{4,}))(?![\d,])")
_SPOKEN = re.compile(
    r"\bsoftmax\s+(?:for|of)\s+(?:the\s+)?(?:row\s+(\d{1,4})\s+of\s+)?(?:the\s+)?$", re.IGNORECASE
)
_RESULT_HEADER = re.compile(
    r"value|result|answer|param|count|output|total|number|new|size|=|≈|参数|结果|值", re.IGNORECASE
)
_FORMULA_HEADER = re.compile(
    r"formula|calculation|comput|expression|working|update|how|计算|公式", re.IGNORECASE
)
_VALUE_HEADER = re.compile(r"value|answer", re.IGNORECASE)


def read_statements(reading: Reading, functions: Mapping[str, str]) -> tuple[Statement, ...]:
    """Every statement of a document, in reading order."""
    lexicon = Lexicon(functions, defined_names(reading), superscripted_names(reading))
    builder = _Builder(lexicon, reading)
    for passage in reading.passages:
        builder.passage(passage)
    builder.finish()
    return tuple(sorted(builder.statements, key=lambda statement: statement.span.start))


def defined_names(reading: Reading) -> frozenset[str]:
    """Names of several letters, and e, T, σ, that the document itself gives a value."""
    found: set[str] = set()
    for passage in reading.passages:
        if "=" not in passage.text and "≈" not in passage.text and "approx" not in passage.text:
            continue
        for match in _DEFINED.finditer(passage.text):
            found.add(match.group(1) or match.group(2) or "σ")
    return frozenset(found)


def tokens_of(
    passage: Passage, macros: Mapping[str, str] = _NO_MACROS, decimal_comma: bool = False
) -> list[Token]:
    if passage.kind is Kind.DISPLAY:
        return lex(passage.text, passage.span.start, macros=macros, decimal_comma=decimal_comma)
    return lex_mixed(passage.text, passage.span.start, passage.maths, macros, decimal_comma)


def writes_decimal_commas(reading: Reading) -> bool:
    """Whether the document writes 0,5 for a half: some number needs it, and none has a point."""
    commas = 0
    for passage in reading.passages:
        if passage.kind in _LINEWISE:
            continue
        if _POINT.search(passage.text):
            return False
        commas += len(_COMMA.findall(passage.text))
    return commas > 1


def superscripted_names(reading: Reading) -> frozenset[str]:
    """Names like W^Q that the document defines, so that the superscript is no exponent."""
    found: set[str] = set()
    for passage in reading.passages:
        if "^" in passage.text:
            found.update(f"{a}^{b}" for a, b in _SUPERSCRIPTED.findall(passage.text))
    return frozenset(found)


@dataclass(slots=True)
class _Chain:
    """A chain that may still go on in the next piece."""

    members: list[tuple[str | None, list[Token]]]
    passage: Passage
    label: str | None
    hypothesis: bool
    dangling: bool = False  # ends with a relation sign
    conditional: bool = False  # “f(z) = 1 if …” says so only under a condition
    renews: bool = False  # “now use K = …” gives a name another value on purpose


class _Builder:
    """Goes through the passages and closes a chain when something else begins."""

    def __init__(self, lexicon: Lexicon, reading: Reading) -> None:
        self.lexicon = lexicon
        self.page = reading.page
        self.macros: Mapping[str, str] = dict(reading.macros)
        self.decimal_comma = writes_decimal_commas(reading)
        self.statements: list[Statement] = []
        self.chain: _Chain | None = None
        self.before: Passage | None = None
        self.header: dict[int, str] = {}
        self.header_row: int | None = None
        self.waiting: tuple[Passage, Piece] | None = None  # a formula alone on its line, a head perhaps
        self.last_text: str | None = None  # a line of words that may be the head of what follows

    def passage(self, passage: Passage) -> None:
        if not self.may_continue(passage):
            self.finish()
        self.note_header(passage)
        if len(passage.text) > LONGEST_PASSAGE:
            self.too_long(passage)
            return
        if not _MATHS.search(passage.text):
            self.plain(passage)
            if passage.kind is Kind.CELL and _WORKED.search(passage.text):
                self.note_formula(passage, cut(Tokens(tokens_of(passage, self.macros), self.lexicon), False))
            return
        tokens = Tokens(tokens_of(passage, self.macros, self.decimal_comma), self.lexicon)
        lines = passage.kind in _LINEWISE
        pieces = cut(tokens, lines)
        if not any(piece.signs for piece in pieces) and self.chain is None:
            for piece in pieces:
                self.mention(passage, piece)
            self.plain(passage)
            self.note_formula(passage, pieces)
            return
        self.read(passage, pieces)
        self.before = passage

    def too_long(self, passage: Passage) -> None:
        """A passage beyond our bounds is said to be unread, as one statement."""
        self.finish()
        span = Span(passage.span.start, passage.span.start + 40)
        gap = Hole(span, passage.text[:40], "longer than is read")
        self.statements.append(Statement((Member(None, gap, span), Member("=", gap, span)), span, passage))

    def plain(self, passage: Passage) -> None:
        """A passage without relations: a bare table cell may close a chain, words may head one."""
        if passage.kind is Kind.CELL and self.chain is None and self.waiting is not None:
            self.close_row(passage)
        elif passage.kind is Kind.CELL and self.chain is not None and self.is_value_cell(passage):
            pieces = cut(Tokens(tokens_of(passage, self.macros, self.decimal_comma), self.lexicon), False)
            if len(pieces) == 1 and not pieces[0].lead:
                self.chain.members.append(("≈", list(pieces[0].tokens)))
                self.chain.passage = passage
                self.finish()
        if passage.kind is not Kind.CELL:
            self.finish()
            text = " ".join(passage.text.split()).strip(" :.,#*")
            self.last_text = text if 0 < len(text) <= 60 else None
        self.before = passage

    def note_formula(self, passage: Passage, pieces: list[Piece]) -> None:
        """Remember a cell that is one formula and nothing else."""
        if (
            passage.kind is Kind.CELL
            and len(pieces) == 1
            and not pieces[0].lead
            and len(pieces[0].tokens) > 2
        ):
            self.waiting = (passage, pieces[0])

    def close_row(self, passage: Passage) -> None:
        """A number behind a formula cell of the same row is what the formula is said to come to."""
        formula, self.waiting = self.waiting, None
        if formula is None or formula[0].kind is not Kind.CELL or formula[0].row != passage.row:
            return
        headers = self.header.get(passage.column, ""), self.header.get(formula[0].column, "")
        if not (_RESULT_HEADER.search(headers[0]) and _FORMULA_HEADER.search(headers[1])):
            return
        pieces = cut(Tokens(tokens_of(passage, self.macros, self.decimal_comma), self.lexicon), False)
        if len(pieces) == 1 and not pieces[0].lead and len(pieces[0].tokens) <= 3:
            self.chain = _Chain(
                [(None, list(formula[1].tokens)), ("=", list(pieces[0].tokens))], passage, None, False
            )
            self.finish()

    def is_value_cell(self, passage: Passage) -> bool:
        header = self.header.get(passage.column, "")
        return bool(_VALUE_HEADER.search(header)) and any(c.isdecimal() for c in passage.text)

    def note_header(self, passage: Passage) -> None:
        if passage.kind is not Kind.CELL:
            self.header_row = None
        elif self.header_row is None:
            self.header = {passage.column: passage.text}
            self.header_row = passage.row
        elif passage.row == self.header_row:
            self.header[passage.column] = passage.text

    def may_continue(self, passage: Passage) -> bool:
        """Whether the open chain can run on into this passage."""
        if self.chain is None:
            return True
        if passage.kind is Kind.CELL:
            before = self.before
            return before is not None and before.kind is Kind.CELL and before.row == passage.row
        if passage.kind in _LINEWISE or self.chain.passage.kind in _LINEWISE:
            return False
        return passage.kind is not Kind.HEADING and not passage.opens

    def read(self, passage: Passage, pieces: list[Piece]) -> None:
        option = _OPTION.match(passage.text) is not None or _BOX.search(self.prefix(passage)) is not None
        for at, piece in enumerate(pieces):
            follows = pieces[at + 1].boundary if at + 1 < len(pieces) else "end"
            self.piece(passage, piece, option, follows, first=at == 0)
            if at + 1 < len(pieces) and set(pieces[at + 1].lead[:1]) & _CONDITIONS and self.chain is not None:
                self.chain.conditional = True
        if (
            self.chain is not None
            and passage.kind is not Kind.CELL
            and pieces
            and self.trails_words(passage, pieces)
        ):
            self.finish()

    def prefix(self, passage: Passage) -> str:
        """What stands before a passage on its line: a bullet, a box to tick, a number."""
        start = self.page.text.rfind("\n", 0, passage.span.start) + 1
        return self.page.text[start : passage.span.start]

    def trails_words(self, passage: Passage, pieces: list[Piece]) -> bool:
        """Whether prose stands between the last piece and the end of the passage."""
        end = pieces[-1].tokens[-1].end - passage.span.start
        rest = passage.text[end:]
        return len(re.findall(r"[^\W\d_]{2,}", rest)) > 2

    def piece(self, passage: Passage, piece: Piece, option: bool, follows: str, first: bool) -> None:
        signs = piece.signs
        if signs and signs[0] == 0:
            self.continuation(passage, piece, signs, first)
        elif (
            self.chain is not None and self.is_open() and piece.boundary in ("start", "line", "break", "quad")
        ):
            self.extend_dangling(passage, piece, signs)
        elif not signs:
            self.without_sign(passage, piece, follows)
        else:
            self.finish()
            assumed = follows == "implies" and len(signs) == 1 and signs[0] == 1 and len(piece.tokens) == 3
            self.begin(passage, piece, signs, option or assumed)

    def is_open(self) -> bool:
        """Whether the chain ends with an equality sign that waits for its right side."""
        return self.chain is not None and self.chain.dangling and self.chain.members[-1][0] in ("=", "≈")

    def begin(self, passage: Passage, piece: Piece, signs: tuple[int, ...], hypothesis: bool) -> None:
        hypothesis = (
            hypothesis or bool(_HYPOTHETICAL & set(piece.lead[-4:])) or self.is_disowned(passage, piece)
        )
        self.chain = _Chain([], passage, piece.label, hypothesis)
        self.chain.renews = bool(_RENEWING & set(piece.lead[-5:]))
        self.append(piece, signs)

    def is_disowned(self, passage: Passage, piece: Piece) -> bool:
        """Whether the text around a piece says that it is not the author's own claim."""
        start = piece.tokens[0].start - passage.span.start
        end = piece.tokens[-1].end - passage.span.start
        before, after = passage.text[max(0, start - _NEARBY) : start], passage.text[end : end + _NEARBY]
        before, after = before[before.rfind("\n") + 1 :], after.partition("\n")[0]
        if before.rstrip()[-1:] in ('"', "“") and after.lstrip()[:1] in ('"', "”"):
            return True
        return bool(_DISOWNED_BEFORE.search(before) or _DISOWNED_AFTER.search(after))

    def append(self, piece: Piece, signs: tuple[int, ...]) -> None:
        """Add a piece's members to the chain."""
        chain = self.chain
        if chain is None:
            return
        edges = [*signs, len(piece.tokens)]
        if signs[0] > 0:
            chain.members.append((None, list(piece.tokens[: signs[0]])))
        for at, sign in enumerate(signs):
            part = list(piece.tokens[sign + 1 : edges[at + 1]])
            chain.members.append((piece.tokens[sign].text, part))
        chain.dangling = not chain.members[-1][1]

    def continuation(self, passage: Passage, piece: Piece, signs: tuple[int, ...], first: bool) -> None:
        """A piece that starts with a relation sign goes on with what is before it, if it is next to it."""
        chain = self.chain
        if chain is not None and self.goes_on(passage, piece, first):
            if chain.dangling:
                chain.members.pop()
            chain.passage = passage
        elif self.waiting is not None and self.is_under(passage, piece):
            before = self.waiting[1]
            self.finish()
            self.chain = _Chain([(None, list(before.tokens))], passage, before.label, False)
            self.chain.hypothesis = self.is_disowned(passage, piece)
        else:
            self.headless(passage, piece)
        self.append(piece, signs)

    def goes_on(self, passage: Passage, piece: Piece, first: bool) -> bool:
        """Whether nothing but a line break, a wide space or a cell border parts a piece from the chain."""
        if piece.remarked:
            return False
        if passage.kind is Kind.CELL and first:
            return True
        return (piece.starts_line or piece.boundary in ("break", "quad")) and not piece.lead

    def headless(self, passage: Passage, piece: Piece) -> None:
        """A chain whose first member is words or unreadable: the line above, or what is before the sign."""
        above = piece.boundary == "start" and piece.starts_line and not piece.lead
        head = (self.last_text if above else None) or " ".join(piece.lead)
        self.finish()
        place = piece.tokens[0].start
        token = Token("head", head, place, place, 0, True)
        self.chain = _Chain([(None, [token])], passage, piece.label, self.is_disowned(passage, piece))

    def is_under(self, passage: Passage, piece: Piece) -> bool:
        """Whether a piece that starts with a sign stands right under a formula that had no sign."""
        if self.waiting is None or not piece.starts_line or piece.lead or self.waiting[0] is not passage:
            return False
        end = self.waiting[1].tokens[-1].end - passage.span.start
        between = passage.text[end : piece.tokens[0].start - passage.span.start]
        return between.count("\n") <= 2 and not between.strip(" \n\\&")

    def extend_dangling(self, passage: Passage, piece: Piece, signs: tuple[int, ...]) -> None:
        chain = self.chain
        if chain is None:
            return
        end = signs[0] if signs else len(piece.tokens)
        chain.members[-1][1].extend(piece.tokens[:end])
        chain.dangling = False
        chain.passage = passage
        if signs:
            rest = Piece(piece.tokens[end:], piece.boundary, piece.lead, piece.starts_line, piece.label)
            self.append(rest, tuple(sign - end for sign in signs))

    def without_sign(self, passage: Passage, piece: Piece, follows: str) -> None:
        """A further entry of a list, a further row of a matrix, a sum that goes on, or something else."""
        chain = self.chain
        if chain is not None and self.is_next_entry(passage, chain, piece):
            chain.members[-1][1].append(
                Token("comma", ",", piece.tokens[0].start, piece.tokens[0].start, 0, False)
            )
            chain.members[-1][1].extend(piece.tokens)
        elif chain is not None and self.is_next_row(chain, piece):
            self.add_row(chain, piece)
        elif (
            chain is not None
            and piece.boundary in ("line", "break", "start")
            and piece.tokens[0].text in ("+", "×", "·")
        ):
            chain.members[-1][1].extend(piece.tokens)
        else:
            if piece.boundary not in ("arrow", "remark", "words"):
                self.finish()
            self.mention(passage, piece)
            alone = piece.starts_line and follows in ("line", "break", "end") and not piece.remarked
            self.waiting = (passage, piece) if alone and not piece.lead else None

    def is_next_entry(self, passage: Passage, chain: _Chain, piece: Piece) -> bool:
        """Whether a piece is the next entry of a list in maths whose brackets are left out: `e^0, e^1`."""
        if piece.boundary != "comma" or chain.dangling or piece.lead or any(t.prose for t in piece.tokens):
            return False
        end = chain.members[-1][1][-1].end
        between = passage.text[max(0, end - passage.span.start) : piece.tokens[0].start - passage.span.start]
        return chain.passage is passage and between.strip(" ,\n$\\;!") == ""

    def is_next_row(self, chain: _Chain, piece: Piece) -> bool:
        """Whether a bracketed row alone on its line stands under the row that ends the chain."""
        if piece.boundary not in ("line", "arrow", "remark") or not piece.starts_line or chain.dangling:
            return False
        last = chain.members[-1][1]
        return _is_row(piece.tokens) and _is_row(last) and chain.members[-1][0] == "="

    def add_row(self, chain: _Chain, piece: Piece) -> None:
        sign, last = chain.members[-1]
        if not (last[0].text == "[" and last[1].text == "["):
            opening, closing = last[0], last[-1]
            last = [opening._replace(end=opening.start), *last, closing._replace(start=closing.end)]
        end = piece.tokens[-1]
        chain.members[-1] = (sign, [*last[:-1], *piece.tokens, end._replace(start=end.end)])

    def mention(self, passage: Passage, piece: Piece) -> None:
        """A function applied to something without saying what comes out; rules may want to know of it."""
        called = any(t.kind == "open" for t in piece.tokens[1:]) and piece.tokens[0].kind == "word"
        before = passage.text[: piece.tokens[0].start - passage.span.start]
        spoken = _SPOKEN.search(before[-_NEARBY:]) if not called and piece.tokens[0].kind == "name" else None
        if not called and spoken is None:
            return
        tokens = list(piece.tokens)
        span = Span(tokens[0].start, tokens[-1].end)
        expr = self.parse(tokens, span)
        if spoken is not None:
            span = Span(span.start - len(spoken.group()), span.end)
            if spoken.group(1):
                expr = Index(expr.span, expr, (number(int(spoken.group(1)) - 1),))
            expr = Call(span, "softmax", (expr,))
        if not isinstance(expr, Hole):
            self.statements.append(Statement((Member(None, expr, span),), span, passage))

    def finish(self) -> None:
        """Parse the open chain into a statement."""
        chain, self.chain = self.chain, None
        self.last_text = None
        if chain is None:
            return
        members = [self.member(sign, tokens) for sign, tokens in chain.members if tokens]
        if not members:
            return
        span = Span(members[0].span.start, members[-1].span.end)
        statement = Statement(
            tuple(members),
            span,
            chain.passage,
            chain.label,
            chain.hypothesis,
            chain.renews,
            chain.conditional,
        )
        self.statements.append(statement)

    def member(self, sign: str | None, tokens: list[Token]) -> Member:
        span = Span(tokens[0].start, tokens[-1].end)
        unit = " ".join(t.text for t in tokens if t.kind in ("unit", "trail"))
        trails = tokens[-1].kind == "trail"
        if unit:
            tokens = [t for t in tokens if t.kind not in ("unit", "trail")] or tokens
            span = Span(tokens[0].start, tokens[-1].end)
        return Member(sign, self.parse(tokens, span), span, unit or None, trails)

    def parse(self, tokens: list[Token], span: Span) -> Expr:
        if tokens[0].kind == "head":
            text = tokens[0].text
            return Name(span, text, text) if text else Hole(span, "", "the left side is not maths")
        if len(tokens) > MOST_TOKENS:
            return Hole(span, "", "longer than is read")
        if any(t.kind == "comma" for t in tokens):
            return self.parse_tuple(tokens, span)
        return parse_range(Tokens(tokens, self.lexicon), 0, len(tokens))

    def parse_tuple(self, tokens: list[Token], span: Span) -> Expr:
        items: list[Expr] = []
        part: list[Token] = []
        for token in [*tokens, Token("comma", ",", span.end, span.end, 0, False)]:
            if token.kind == "comma":
                if part:
                    items.append(parse_range(Tokens(part, self.lexicon), 0, len(part)))
                part = []
            else:
                part.append(token)
        return Array(span, tuple(items), "tuple")


def _is_row(tokens: Sequence[Token]) -> bool:
    """One pair of square brackets around everything."""
    if len(tokens) < 3 or tokens[0].text != "[" or tokens[-1].text != "]":
        return False
    return sum(t.text == "[" for t in tokens) == sum(t.text == "]" for t in tokens)
