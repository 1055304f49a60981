"""Pieces to chains and chains to statements, across lines, table cells and displays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from workings.document import Kind, Member, Passage, Reading, Statement
from workings.expr import Hole
from workings.parsing import hypotheses, tables
from workings.parsing.beside import untangled
from workings.parsing.brackets import Tokens
from workings.parsing.chains import Chain, headed
from workings.parsing.continuing import Clauses, gone_on, is_broken_off, is_conclusion
from workings.parsing.entries import with_entries
from workings.parsing.images import mapped_by
from workings.parsing.lexer import lex
from workings.parsing.lexicon import PAIRS, Lexicon
from workings.parsing.measures import may_measure, measured
from workings.parsing.mentions import mentioned
from workings.parsing.mixing import lex_mixed, with_factors, with_pairs
from workings.parsing.moods import is_counterfactual
from workings.parsing.pieces import cut, range_in, without_logs
from workings.parsing.survey import LINEWISE, may_tend
from workings.parsing.tokens import Piece, Token
from workings.regex import regex
from workings.source import Span

if TYPE_CHECKING:
    from workings.parsing.exams.offering import Offers

LONGEST_PASSAGE = 400_000  # characters
LONGEST_NAME = 6  # tokens
_LONGEST_HEAD = 60  # characters of a line of words above a formula
_LONGEST_STEM = 240  # characters of a question that asks for one value
_MATHS = regex(r"[=≈<>≤≥≠∈←→~\\]|softmax|\bapproaches", re.IGNORECASE)
_STOP = regex(r"[\s$*_)\\]*\.\s|[^\n]*\n(?:[ \t]*\n|[\s*_#>-]*[A-Z])")  # the end of a sentence
_WORD = regex(r"[^\W\d_]{2,}")
_GOES_ON = regex(
    r"\s*+(?:\$\$?|\\[(\[])?\s*+(?:=(?!=)|≈|\\approx)"
)  # an item of a list that has no left side


class Builder:
    """Goes through the passages and closes a chain when something else begins."""

    def __init__(self, lexicon: Lexicon, tabled: Lexicon, reading: Reading) -> None:
        self.lexicon = lexicon
        self.pairs = PAIRS.of(lexicon.functions) if reading.page.has_words else ()
        self.tabled = tabled  # for tables, whose numbers may have points where those of the text have commas
        self.page = reading.page
        self.macros: Mapping[str, str] = dict(reading.macros)
        self.statements: list[Statement] = []
        self.chain: Chain | None = None
        self.before: Passage | None = None
        self.header = tables.Header()
        self.clauses = Clauses()
        self.waiting: tuple[Passage, Piece] | None = None  # a formula alone on its line, a head perhaps
        self.named: Piece | None = None  # the name in the cell before that formula, in a table of formulas
        self.listed: list[tuple[Token, ...]] = []  # names in a row, which may be given values together
        self.last_text: str | None = None  # a line of words that may be the head of what follows
        self.offers: Offers | None = None  # answers to choose from
        self.asked: Piece | None = None  # what the latest question asks the value of

    # -- passages ----------------------------------------------------------------------------

    def passage(self, passage: Passage) -> None:
        """Read one passage on from where the one before it ended."""
        if not self.may_continue(passage):
            self.finish()
        self.header.note(passage)
        if len(passage.text) > LONGEST_PASSAGE:
            self.too_long(passage)
            return
        if self.offers is not None and self.offer(self.offers, passage):
            return
        if "=" not in passage.text and not _MATHS.search(passage.text):
            self.plain(passage)
            if tables.may_hold_formula(passage) or tables.is_awaited(passage, self.header):
                self.note_formula(passage, self.pieces(passage))
            return
        pieces = self.pieces(passage)
        if may_tend(self.page, passage.text):
            from workings.parsing.approaching import limit_statements  # few documents speak of limits

            self.statements += limit_statements(passage, pieces, self.lexicon)
        for one, other in pairwise(pieces):
            members = mapped_by(one, other, self.lexicon) if other.boundary == "arrow" else None
            statement = Chain(members, passage).statement(self.lexicon) if members else None
            self.statements += [] if statement is None else [statement]
        if self.chain is None and not any(piece.signs for piece in pieces):
            for piece in pieces:
                self.mention(passage, piece)
            self.plain(passage)
            self.note_formula(passage, pieces)
            return
        self.read(passage, pieces)
        self.before = passage

    def parted(self, reading: Reading) -> Iterable[Passage]:
        """The passages, with every answer to choose in one of its own."""
        if not hypotheses.may_offer(reading.page):
            return reading.passages
        from workings.parsing.exams.choices import read_choices  # few documents ask to choose
        from workings.parsing.exams.offering import Offers

        choices = read_choices(reading.page, reading.passages)
        if not choices:
            return reading.passages
        self.offers = Offers(choices)
        return self.offers.parted(reading.passages)

    def pieces(self, passage: Passage) -> list[Piece]:
        """The pieces of maths in a passage."""
        start = passage.span.start
        if passage.kind is Kind.DISPLAY:
            tokens = lex(passage.written, start, macros=self.macros, decimal_comma=self.lexicon.decimal_comma)
        else:
            comma = (self.tabled if passage.kind is Kind.CELL else self.lexicon).decimal_comma
            tokens = lex_mixed(passage.written, start, passage.maths, self.macros, comma)
            tokens = with_factors(untangled(tokens, passage, self.page.text), self.lexicon)
        if self.pairs and any(pair in passage.text for pair in self.pairs):
            tokens = with_pairs(tokens, self.lexicon)
        if "\\" in passage.text and may_measure(passage.text):
            tokens = measured(tokens, self.lexicon)
        found = cut(Tokens(tokens, self.lexicon), passage.kind in LINEWISE)
        return without_logs(found) if passage.kind is Kind.OUTPUT else found

    def offer(self, offers: Offers, passage: Passage) -> bool:
        """Read a question, or an answer that is nothing but the value asked for; gives whether it was one."""
        from workings.parsing.exams.offering import offered_value, value_asked, worded

        if offers.of(passage) is None:
            if offers.is_stem(passage):
                short = len(passage.text) <= _LONGEST_STEM
                self.asked = value_asked(self.pieces(passage), self.lexicon) if short else None
            return False
        pieces = self.pieces(passage)
        value = tables.lone_piece(pieces) if self.asked is not None else None
        statement = worded(pieces, passage, self.lexicon)
        if self.asked is not None and value is not None and not value.signs:
            statement = offered_value(self.asked, value, passage, self.lexicon)
        if statement is not None:
            self.finish()
            self.statements.append(statement)
        return statement is not None

    def may_continue(self, passage: Passage) -> bool:
        """Whether the open chain can run on into this passage."""
        if self.chain is None:
            return True
        if passage.kind is Kind.CELL:
            before = self.before
            return before is not None and before.kind is Kind.CELL and before.row == passage.row
        if passage.kind in LINEWISE or self.chain.passage.kind in LINEWISE:
            return False
        if passage.kind is Kind.DISPLAY and self.chain.passage.kind is Kind.PROSE and self.chain.is_given:
            return False  # with k = 4 in the text, `= 0.3 + 0.42` goes on from the display above it
        opens = passage.opens and _GOES_ON.match(passage.text) is None
        return passage.kind is not Kind.HEADING and not opens and not self.chain.offered

    def too_long(self, passage: Passage) -> None:
        """A passage beyond our bounds is said to be unread, as one statement."""
        self.finish()
        span = Span(passage.span.start, passage.span.start + 40)
        gap = Hole(span, passage.text[:40], "longer than is read")
        self.statements.append(Statement((Member(None, gap, span), Member("=", gap, span)), span, passage))

    def plain(self, passage: Passage) -> None:
        """A passage without relations: a bare table cell may close a chain, words may head one."""
        if passage.kind is not Kind.CELL:
            self.finish()
            text = " ".join(passage.text.split()).strip(" :.,#*")
            self.last_text = text if 0 < len(text) <= _LONGEST_HEAD else None
        elif self.chain is not None:
            self.close_with_value(self.chain, passage)
        elif self.waiting is not None:
            self.close_row(*self.waiting, passage)
        self.before = passage

    # -- table rows --------------------------------------------------------------------------

    def note_formula(self, passage: Passage, pieces: list[Piece]) -> None:
        """Remember a cell that is one formula and nothing else."""
        cell = passage.kind is Kind.CELL
        formula = (tables.lone_piece(pieces) or tables.word_in(passage, self.header)) if cell else None
        if formula is not None and (len(formula.tokens) > 2 or self.is_name(formula)):
            before = self.waiting
            named = before is not None and before[0].row == passage.row and self.header.states(passage)
            self.named = before[1] if before is not None and named else None
            self.waiting = (passage, formula)

    def is_name(self, piece: Piece) -> bool:
        """Whether a piece is a name and nothing else, in a table with a column of values."""
        return self.header.has_values and piece.tokens[0].kind in ("name", "word")

    def close_with_value(self, chain: Chain, cell: Passage) -> None:
        """A value cell behind a formula with a sign is what it comes to; `x = 2` has its value already."""
        if len(chain.members[-1][1]) == 1 and chain.members[-1][1][0].kind == "num":
            self.finish()
            return
        blank = tables.blank_in(cell) if self.header.asks_for_value(cell) else None
        value = tables.lone_piece(self.pieces(cell)) if self.header.holds_value(cell) else None
        tokens = list(value.tokens) if value is not None else [blank] if blank is not None else []
        if tokens:
            chain.members.append(("≈", tokens))
            chain.passage = cell
            self.finish()

    def close_row(self, formula_cell: Passage, formula: Piece, cell: Passage) -> None:
        """A number behind a formula cell of the same row is what the formula is said to come to."""
        states = self.header.states(formula_cell)
        worked = states or tables.may_hold_formula(formula_cell)
        given = self.header.gives_value(formula_cell, cell) and not worked
        if not given and not self.header.holds_result(formula_cell, cell):
            if formula_cell.row != cell.row or not self.header.states(cell):
                self.waiting = None  # else its formula may follow, and the value after that
            return
        self.waiting = None
        blank = tables.blank_in(cell)
        if blank is not None:
            self.chain = Chain([(None, list(formula.tokens)), ("=", [blank])], cell)
            self.finish()
            return
        value = tables.lone_piece(self.pieces(cell))
        worded = self.header.has_vectors and tables.word_in(formula_cell, self.header) is not None
        short = value is not None and len(value.tokens) <= 3 and not worded
        listed = value is not None and tables.is_list(value)
        listed = listed and (worded or states or tables.is_symbol(formula_cell))
        if value is not None and (short or ((given or states) and listed)):
            named = [list(self.named.tokens)] if states and self.named is not None else []
            members = [*named, list(formula.tokens), list(value.tokens)]
            signs = [None, *["="] * (len(members) - 2), "≈" if given else "="]
            self.chain = Chain([*zip(signs, members, strict=True)], cell)
            self.finish()

    def head_beside(self, passage: Passage, piece: Piece) -> Piece | None:
        """What a cell before a working says that it is of: a name, or a formula in letters."""
        named = self.header.named(passage, piece)
        if named is not None:
            return tables.lone_piece(self.pieces(named))
        if self.waiting is None or not self.header.works_out(self.waiting[0], passage):
            return None
        return self.waiting[1] if tables.opens_working(passage, piece) else None

    # -- pieces ------------------------------------------------------------------------------

    def read(self, passage: Passage, pieces: list[Piece]) -> None:
        """Read the pieces of a passage in which something is stated or goes on."""
        option = hypotheses.is_option(passage, self.page)
        for at, piece in enumerate(pieces):
            after = pieces[at + 1] if at + 1 < len(pieces) else None
            self.piece(passage, piece, option, after.boundary if after else "end", first=at == 0)
            if after is None or self.chain is None:
                continue
            if not self.chain.ends_in_sentence(passage, after.tokens[0].start):
                continue
            if hypotheses.is_condition(after.lead):
                between = self.page.text[piece.tokens[-1].end : after.tokens[0].start]
                self.chain.conditional = _STOP.match(between) is None
        if self.chain is not None and passage.kind is not Kind.CELL and pieces:
            rest = passage.text[pieces[-1].tokens[-1].end - passage.span.start :]
            if len(_WORD.findall(rest)) > 2:  # prose stands between the chain and the next passage
                self.finish()

    def piece(self, passage: Passage, piece: Piece, option: bool, follows: str, first: bool) -> None:
        """Let a piece go on with the open chain or begin another; `follows` is the boundary behind it."""
        chain, signs = self.chain, piece.signs
        if signs and signs[0] == 0:
            self.continuation(passage, piece, first)
        elif chain is not None and self.waits_for(chain, passage, piece):
            chain.fill(piece)
            chain.passage = passage
        elif not signs:
            self.without_sign(passage, piece, follows)
        else:
            assumed = (
                follows == "implies" and len(signs) == 1 and hypotheses.holds_unknown(piece, self.lexicon)
            )
            self.begin(passage, piece, option or assumed)

    def waits_for(self, chain: Chain, passage: Passage, piece: Piece) -> bool:
        """Whether a piece is the right side of a sign that ends the chain; a statement further on is not."""
        if not chain.is_open or piece.boundary not in ("start", "line", "break", "quad"):
            return False
        return passage is chain.passage or not piece.signs

    def begin(self, passage: Passage, piece: Piece, hypothesis: bool) -> None:
        """Open a chain with a piece that has both sides."""
        if (parted := range_in(piece)) is not None:
            self.listed[:], piece = parted
        piece = gone_on(self.chain, passage, piece)
        self.clauses.note(self.chain, piece)
        self.finish()
        start = piece.tokens[0].start
        supposed = hypotheses.is_hypothetical(piece.lead)
        if supposed and not hypotheses.holds_unknown(piece, self.lexicon):
            known = hypotheses.is_hypothetical(piece.lead, unknown=False)
            supposed = known and not hypotheses.is_concluded(self.page.text, start)
        hypothesis = hypothesis or supposed or hypotheses.is_disowned(passage, piece, self.page)
        renews = self.page.has_words and (
            hypotheses.renews(piece.lead)
            or hypotheses.is_updated(self.page.text, start)
            or is_counterfactual(self.page.text, start)
            or hypotheses.is_example(self.page.text, start)
        )
        head = self.head_beside(passage, piece)
        self.chain = Chain([(None, [*head.tokens])] if head else [], passage, piece.label, hypothesis, renews)
        commas = piece.boundary == "comma" and not piece.lead
        if self.listed and (commas or self.listed[-1][0].kind == "dots"):
            self.chain.heads = tuple(self.listed)
        self.listed.clear()
        self.chain.append(piece)
        self.chain.offered = self.offers is not None and self.offers.of(passage) is not None

    def continuation(self, passage: Passage, piece: Piece, first: bool) -> None:
        """A piece that starts with a relation sign goes on with what is before it, if it is next to it."""
        chain = self.chain
        if chain is not None and (formula := self.clauses.resumed(chain, passage, piece)) is not None:
            self.finish()
            self.chain = chain = formula
        if chain is not None and not chain.ends_blank and self.goes_on(passage, piece, first):
            if chain.dangling:
                chain.members.pop()
            chain.passage = passage
        else:
            chain = self.headed_chain(passage, piece)
            chain.hypothesis = hypotheses.is_disowned(passage, piece, self.page)
            self.finish()
            self.chain = chain
        chain.append(piece)

    def goes_on(self, passage: Passage, piece: Piece, first: bool) -> bool:
        """Whether nothing but a line break, a wide space or a cell border parts a piece from the chain."""
        if piece.remarked:
            return False
        if passage.kind is Kind.CELL and first:
            return self.chain is None or not self.chain.is_worked_out
        return (piece.starts_line or piece.boundary in ("break", "quad")) and not piece.lead

    def headed_chain(self, passage: Passage, piece: Piece) -> Chain:
        """A chain for a piece without a left side, which stands above it or in words before its sign."""
        if self.waiting is not None and self.is_under(*self.waiting, passage, piece):
            head = self.waiting[1]
            return Chain([(None, list(head.tokens))], passage, head.label)
        above = piece.boundary == "start" and piece.starts_line and not piece.lead
        words = (self.last_text if above else None) or " ".join(piece.lead)
        return headed(passage, words, piece.tokens[0].start, piece.label)

    def is_under(self, place: Passage, formula: Piece, passage: Passage, piece: Piece) -> bool:
        """Whether a piece that starts with a sign stands right under a formula without one, or beside it."""
        if place is not passage or not piece.starts_line or piece.lead:
            return not piece.lead and place is self.before and self.header.goes_on(place, passage)
        start = passage.span.start
        between = passage.text[formula.tokens[-1].end - start : piece.tokens[0].start - start]
        return between.count("\n") <= 2 and not between.strip(" \n\\&")

    def without_sign(self, passage: Passage, piece: Piece, follows: str) -> None:
        """A further entry of a list, a further row of a matrix, a sum that goes on, or something else."""
        chain = self.chain
        is_label = follows == "colon" and any(token.kind in ("name", "word") for token in piece.tokens)
        if chain is not None and not is_label and chain.takes_entry(piece, passage):
            chain.add_entry(piece)
        elif chain is not None and chain.takes_row(piece, passage):
            chain.add_row(piece)
        elif chain is not None and chain.takes_term(piece):
            chain.add_term(piece)
        else:
            starts = is_conclusion(piece, passage) or is_broken_off(piece, follows)
            if starts or piece.boundary not in ("arrow", "remark", "words"):
                self.finish()
            self.note_listed(piece)
            self.mention(passage, piece)
            begins = piece.starts_line or starts
            alone = begins and follows in ("line", "break", "end") and not piece.remarked
            self.waiting = (passage, piece) if alone and (starts or not piece.lead) else None

    def note_listed(self, piece: Piece) -> None:
        """Remember names that stand before others, parted by commas, as in x_1, x_2 = 1, 0."""
        if piece.boundary != "comma" or piece.lead:
            self.listed.clear()
        if piece.tokens[0].kind in ("name", "word", "dots") and len(piece.tokens) <= LONGEST_NAME:
            self.listed.append(piece.tokens)
        else:
            self.listed.clear()

    def mention(self, passage: Passage, piece: Piece) -> None:
        """Keep a function that is applied to something without saying what comes out."""
        statement = mentioned(passage, piece, self.lexicon)
        if statement is not None:
            self.statements.append(statement)

    def finish(self) -> None:
        """Close the open chain and keep the statement it has become."""
        chain, self.chain = self.chain, None
        self.last_text = None
        statement = chain.statement(self.lexicon) if chain is not None else None
        if statement is not None:
            self.statements += with_entries(statement)
