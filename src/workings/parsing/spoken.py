"""Equalities in words: “the norm of (3, 4) is 5”, “A has determinant -2”, “σ(0) is one half”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache

from workings.document import Kind, Member, Passage, Statement
from workings.expr import Apply, Array, Call, Expr, Hole, Name, Number, Relation, call, walk
from workings.parsing import hypotheses
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.parsing.moods import Mood, is_called_false, mood, sentence_before
from workings.record import record
from workings.regex import regex
from workings.source import Span

LONGEST = 160  # characters of an operand
MOST_OPERANDS = 2
LONGEST_HAS = 24  # characters of “ has a ”
FURTHEST_OWNER = 300  # characters between a matrix and what is said of “its” trace
_NUMBER = r"[-−]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_NUMBERS = regex(rf"{_NUMBER}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){_NUMBER})+(?![\d.]*\d|\s*[=+*/^×·])")
_ONE = regex(rf"{_NUMBER}(?![\w.,]*\d|\s*[-+*/^×·−=(])")
_EACH = regex(_NUMBER)
_LETTER = regex(r"[A-Za-z](?:_\{?\w{1,3}\}?|\d)?(?![\w'’({\[])")
_FILLED = regex(
    r"(?:\s|\b(?:the|a|an|two|three|both|these|vectors?|matri(?:x|ces)|numbers?|values?|scores?|logits?"
    r"|entries|lists?"
    r"|points?|tuples?|arrays?|row|column|(?:probability\s+)?distributions?|probabilities|predictions?"
    r"|targets?|labels?"
    r"|outputs?|predicted|true|observed)\b)*"
)
_JOINED = regex(r"\s*,?\s*\b(?:and|with|to|from)\s+")
_VERB = regex(
    r"\s*(?:\b(?:is(?:\s+equal\s+to)?|are|equals|comes\s+(?:out\s+)?to|amounts\s+to|evaluates\s+to)\b|=|≈)\s+"
    r"(?:\b(?:about|approximately|approx\.?|roughly|exactly|then|therefore|thus|simply|around)\s+)?"
)
_ROUGHLY = regex(r"about|approx|roughly|around|≈")
_VALUE_ENDS = regex(  # no “5 times that”, “2 less than”, “7 in the L1 sense”, “1 after the softmax”
    r"[\s$]*(?:[.,;:)!]|\Z|\n\s*\n"
    r"|(?:and|but|so|hence|thus|therefore|because|since|while|whereas|which|whose|as\s+(?:is|was|expected"
    r"|required|claimed|it))\b)"
)
_SAID_WITH = regex(  # which says that it was come by in another way
    r"[^.;!?]{0,120}?\b(?:round\w*|truncat\w*|to\s+(?:the\s+)?nearest|sense|when|if|after|modulo|mod"
    r"|weight\w*|units?"
    r"|in\s+(?:base|bits|nats|magnitude|absolute|units?|log\w*)|up\s+to|instead|normali[sz]\w*|scaled)\b"
)
_STILL_ITS = regex(  # what may stand between a matrix and “its”, so that it is still the one that is meant
    r"[\s$.,;:)]*(?:(?:and\s+)?its\s+(?:determinant|trace|rank|norm|mean|sum)\b(?:[^.;]"
    r"|\.(?=\d)){0,80}[.;,]?\s*)*(?:and\s+)?\Z",
    re.IGNORECASE,
)
_CHANGED = regex(
    r"\b(?:normali[sz]\w*|cent(?:er|re?)\w*|standardi[sz]\w*|(?:re)?scal(?:e[sd]?|ing)|doubl\w*|halv\w*"
    r"|clip\w*|shift\w*|divid\w*"
    r"|multipl\w*|updat\w*|rotat\w*|now|new|whiten\w*|appl(?:y|ied|ying)|replac\w*)\b",
    re.IGNORECASE,
)
_OTHER_KINDS = regex(  # a text that speaks of other means and norms may mean these
    r"(?P<norm>\bL_?\{?[1p∞]|ℓ|\\ell|\b[lL]1\b|\b(?:manhattan|taxicab|city[\s-]block|maximum\s+norm"
    r"|max(?:imum)?[\s-]norm"
    r"|infinity\s+norm|chebyshev|absolute\s+values?|squared\s+(?:norm|distance|euclidean)|1-norm|p-norm)\b)"
    r"|(?P<mean>\b(?:weighted|weights|geometric|harmonic|trimmed|moving|running|quadratic|truncated"
    r"|winsori[sz]ed)\b)"
    r"|(?P<total>\b(?:mod|modulo|xor|GF|base|b?f(?:loat|p)?16|u?int\d+|\d+[\s-]bits?|overflow\w*|saturat\w*"
    r"|wrap\w*|half[\s-]precision)\b)",
    re.IGNORECASE,
)
_MEANT_BY = {
    "norm": "norm", "magnitude": "norm", "distance": "norm", "mean": "mean", "average": "mean",
    "sum": "total", "product": "total",
}  # fmt: skip
_SCALED = regex(r"\s*(?:%|\\%|per\s?cent|million|billion|thousand|[kKMGB]\b)")
_OPEN = regex(
    r"\b(?:if|when|whenever|where|whose|such\s+that|suppose|assum\w+|let|should|must|want|need|require\w*"
    r"|what|which|whether"
    r"|that|until|unless|once|for\s+which|say|instead|wrong\w*|not|after|before|without|under|round\w*"
    r"|truncat\w*|mod(?:ulo)?"
    r"|up\s+to|in\s+(?:the\s+\S+\s+sense|units?|base|log\w*|per\s?cent)|with(?![^.]*=)|weight\w*|per"
    r"|normali[sz]\w*|scaled"
    r"|ignor\w+|neglect\w*|using)\b",
    re.IGNORECASE,
)
_OF = regex(r"\s+(?:of|between|for|from)\b")
_HAS = regex(r"\s+(?:has|have)\s+(?:an?\s+|the\s+)?\Z")
_HAS_IT = regex(r"\s+(?:of\s+|equal\s+to\s+)?")
_CALLED = regex(
    r"(?<![\w\\.])(?:[A-Za-z]{2,14}|σ)\([^()\n]{1,60}\)(?=\s+(?:is|equals|are|comes|evaluates)\b)"
)
_OPENS = regex(  # a sentence, or what it is about: no “divided by $\\sqrt{3}$ are …”
    r"(?:\A|[.:;,!?]|\n\s*\n|\b(?:so|then|and|but|hence|thus|therefore|here|now|while|because|since"
    r"|that))[\s$]*\Z",
    re.IGNORECASE,
)
_SUBJECT = regex(  # what a sentence begins with: no “half the sum of”, no “geometric mean of”
    r"(?:\A|[.:;,!?()]|\n\s*\n|(?P<and>\b(?:and|but|while))|\b(?:so|then|hence|thus|therefore|here|now"
    r"|because|since|get"
    r"|have|that|also|finally|next|first))[\s$]*(?:\b(?:the|a|an|this|our|their|resulting"
    r"|corresponding)\s+){0,2}\Z",
    re.IGNORECASE,
)
_GIVEN = regex(r"(?:\A|[.:;!?]\s|\n\s*\n|\bso\b)\s*(?:for|with|given)\s+", re.IGNORECASE)
_COMES = regex(r"\s*,?\s*(?:\b(?:we\s+get|we\s+have|then)\s+)?(?:\b(?:the|an?)\s+)?\Z", re.IGNORECASE)
_IS = regex(r"\b(?:is|are|equals|has|have)\b|=")
_ITS = regex(r"\b[Ii]ts\s+\Z")
_ENDING = regex(r"(?:\[[^\[\]]{1,80}\]|\([^()]{1,80}\)|(?<![\w.])[A-Z])\Z")
_BELOW = frozenset({"det", "trace", "norm", "norm 1", "norm 2"})
_WORKS = regex(r"\s*(?:is|=|:)?\s*")
_ONLY_SUCH = regex(  # what may stand between a matrix and a working of it: other workings of it
    r"(?:[^\w\\]|\d|\\(?:cdot|times|d?frac|sqrt|left|right|approx|end\{[bpv]?matrix\}|[\])\\,;])"
    r"|\b(?:the|its|and|has|with|trace|determinant|det|rank|norm|length|is)\b)*",
    re.IGNORECASE,
)
_PARTS = regex(r"[\s-]+")
_STOP = regex(r"[.!?]\s")
_ASKED = regex(r"[^.\n]{0,40}\?")
_NO_NORM = regex(
    r"\b(?:L|ℓ|\\ell)_?\{?[1p∞]|\b[1p]-norm|max(?:imum)?[\s-]norm|infinity[\s-]norm|\bspectral", re.IGNORECASE
)
_NO_MEAN = regex(
    r"(?:\bMSE\b|squared?\s+error)[^\n]{0,60}(?:frac\{?1\}?\{?2|1\s?/\s?\(?2|½|0\.5\s?[·*]|\bhalf\b)",
    re.IGNORECASE,
)
_OTHERWISE = {  # a name that may mean something else on a page that speaks of this
    "distance": regex(
        r"\b(?:manhattan|taxicab|city[\s-]?block|hamming|chebyshev|edit|levenshtein|cosine|jaccard"
        r"|mahalanobis|minkowski"
        r"|squared|signed|hyperplane|wasserstein|earth)\b|\b(?:L|ℓ)_?\{?[1∞]",
        re.IGNORECASE,
    ),
    "norm": _NO_NORM,
    "magnitude": _NO_NORM,
    "mse": _NO_MEAN,
    "mean squared error": _NO_MEAN,
    "mean square error": _NO_MEAN,
}
_CONSTANTS = frozenset({"1", "2", "inf", "e", "π"})
_OF_NUMBERS = frozenset("sqrt exp ln abs factorial sigmoid relu inverse distance".split())
_NORMS = {"norm 1": "1", "norm 2": "2", "norm inf": "inf"}


@record(frozen=True, slots=True)
class Operand:
    """Something in a sentence that an operation is applied to, or that it comes to."""

    expr: Expr
    span: Span  # in the passage


def spoken_statements(
    passages: Iterable[Passage], statements: Sequence[Statement], lexicon: Lexicon, page: str
) -> Iterator[Statement]:
    """A statement for every result of an operation that is stated in words."""
    meant = {phrase for phrase, other in _OTHERWISE.items() if other.search(page)}
    phrases = _pattern(tuple(phrase for phrase in lexicon.spoken if phrase not in meant))
    chains = [statement for statement in statements if len(statement.members) > 1]
    starts = {statement.span.start: statement for statement in chains}
    heads = [statement.members[0].expr for statement in chains]
    given = _CONSTANTS | lexicon.defined | {head.key for head in heads if isinstance(head, Name)}
    lists = {
        chain.members[0].expr.key
        for chain in chains
        if isinstance(chain.members[0].expr, Name) and isinstance(chain.members[-1].expr, Array)
    }
    for passage in passages:
        if passage.kind is not Kind.PROSE:
            continue
        reader = _Sentences(passage, lexicon, starts, given, lists)
        for found in phrases.finditer(passage.text):
            statement = (
                reader.said_of(found)
                or reader.said_to_have(found)
                or reader.said_of_its(found, statements)
                or reader.said_for(found)
                or reader.said_below(found, chains, page)
            )
            if statement is not None:
                yield statement
        called = [Span(*found.span()) for found in _CALLED.finditer(passage.text)]
        for place in (*called, *(Span(start, end) for start, end in reader.maths.items())):
            statement = reader.said_of_call(place)
            if statement is not None:
                yield statement


@lru_cache(maxsize=4)
def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(sorted((re.escape(p).replace(r"\ ", r"[\s-]") for p in phrases), key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?P<what>{words})(?![\w-])", re.IGNORECASE)


class _Sentences:
    """What the sentences of one passage say of results."""

    def __init__(
        self,
        passage: Passage,
        lexicon: Lexicon,
        starts: Mapping[int, Statement],
        given: Set[str],
        lists: Set[str],
    ) -> None:
        self.passage = passage
        self.lexicon = lexicon
        self.starts = starts
        self.given = given
        self.lists = lists  # letters that are given one
        self.text = passage.text
        self.offset = passage.span.start
        self.maths = {span.start - self.offset: span.end - self.offset for span in passage.maths}
        self.ends = {end: start for start, end in self.maths.items()}

    # -- sentences --------------------------------------------------------------------------------

    def said_of(self, found: re.Match[str]) -> Statement | None:
        """“The dot product of a and b is 7.”"""
        behind = _OF.match(self.text, found.end())
        if behind is None or not self.is_subject(found.start()):
            return None
        operands, at = self.operands(behind.end())
        return self.statement(found, operands, found.start(), at)

    def said_for(self, found: re.Match[str]) -> Statement | None:
        """“For predictions [1, 2] and targets [2, 4] the mean squared error is 2.5.”"""
        given = [*_GIVEN.finditer(self.text, max(0, found.start() - LONGEST), found.start())]
        operands, at = self.operands(given[-1].end()) if given else ([], 0)
        if not operands or at > found.start() or not _COMES.fullmatch(self.text[at : found.start()]):
            return None
        return self.statement(found, operands, found.start(), found.end())

    def is_subject(self, start: int) -> bool:
        """Whether a sentence begins here with what it is about."""
        opens = _SUBJECT.search(self.text, 0, start)
        if opens is None:
            return False
        before = _STOP.split(sentence_before(self.text, opens.start()))[-1]
        return opens["and"] is None or _IS.search(before) is not None

    def operands(self, at: int) -> tuple[list[Operand], int]:
        """What stands at a place and is joined to it, and the place behind."""
        operands: list[Operand] = []
        while len(operands) < MOST_OPERANDS and (operand := self.operand(at)) is not None:
            operands.append(operand)
            at = operand.span.end
            joined = _JOINED.match(self.text, at)
            if joined is None:
                break
            at = joined.end()
        return operands, at

    def said_to_have(self, found: re.Match[str]) -> Statement | None:
        """“A has determinant -2.”"""
        has = _HAS.search(self.text, max(0, found.start() - LONGEST_HAS), found.start())
        of = _HAS_IT.match(self.text, found.end())
        operand = None if has is None else self.operand_before(has.start())
        if operand is None or of is None:
            return None
        side = Span(operand.span.start, found.end())
        return self.built(found, [operand], side, self.value(of.end()), False)

    def said_of_its(self, found: re.Match[str], statements: Sequence[Statement]) -> Statement | None:
        """“Let A = …. Its trace is 5.”"""
        if _ITS.search(self.text, max(0, found.start() - LONGEST_HAS), found.start()) is None:
            return None
        place = self.offset + found.start()
        for before in reversed([s for s in statements if s.span.end <= place]):
            head, *rest = (member.expr for member in before.members)
            if isinstance(head, Name) and rest and isinstance(rest[-1], Array):
                between = self.text[max(0, before.span.end - self.offset) : found.start()]
                between = _ITS.sub("", between)
                near = place - before.span.end <= FURTHEST_OWNER and _STILL_ITS.match(between) is not None
                owner = Operand(head, Span(found.start(), found.end()))
                return self.statement(found, [owner], found.start(), found.end()) if near else None
            if rest:
                return None
        return None

    def said_below(self, found: re.Match[str], chains: Sequence[Statement], page: str) -> Statement | None:
        """“A = …, trace 2 + 3 = 5, determinant 2 · 3 - 1 = 5”: a working of what stands right above it."""
        start, begins = self.offset + found.start(), _WORKS.match(self.text, found.end())
        if begins is None or self.lexicon.spoken[_phrase(found)][0] not in _BELOW:
            return None
        value = self.value(begins.end()) if self.offset + begins.end() in self.starts else None
        above = max((s for s in chains if s.span.end <= start and _is_matrix(s)), key=_end, default=None)
        if above is None or value is None or start - above.span.end > FURTHEST_OWNER:
            return None
        if not isinstance(value.expr, Call) or _ONLY_SUCH.fullmatch(page, above.span.end, start) is None:
            return None
        side = Span(found.start(), found.end())
        return self.built(found, [Operand(above.members[0].expr, side)], side, value, False)

    def said_of_call(self, place: Span) -> Statement | None:
        """“sigmoid(0) is 0.5.”"""
        verb = _VERB.match(self.text, place.end)
        if verb is None or not verb[0].lstrip()[0].isalpha() or not _OPENS.search(self.text, 0, place.start):
            return None
        value = self.value(verb.end())
        if value is None or self.is_open(place.start, value.span.end):
            return None
        called = self.parsed(place.start, place.end)
        if called is None or not isinstance(called.expr, Call) or not self.is_known(called.expr):
            return None
        if called.expr.op == "norm" and len(called.expr.args) != 1:
            return None  # norm(3, 4) is of one vector
        return self.equated(called.expr, place, value, _ROUGHLY.search(verb[0]) is not None)

    def statement(
        self, found: re.Match[str], operands: list[Operand], start: int, end: int
    ) -> Statement | None:
        verb = _VERB.match(self.text, end)
        if verb is None or not operands:
            return None
        roughly = _ROUGHLY.search(verb[0]) is not None
        word = verb.end() - len(verb[0].lstrip())  # before which the dollar of the last operand may stand
        side = Span(start, max(end, word - 1))
        return self.built(found, operands, side, self.value(verb.end()), roughly)

    def built(
        self, found: re.Match[str], operands: list[Operand], side: Span, value: Operand | None, roughly: bool
    ) -> Statement | None:
        """The statement that an operation on the operands comes to a value, if it is meant so."""
        if value is None or self.is_open(side.start, value.span.end):
            return None
        phrase = _phrase(found)
        if self.is_meant_otherwise(phrase, found.start()):
            return None
        named = any(isinstance(node, Name) for operand in operands for node in walk(operand.expr))
        if named and _CHANGED.search(self.text, max(0, side.start - FURTHEST_OWNER), side.start):
            return None
        expr = self.applied(phrase, operands, side)
        return self.equated(expr, side, value, roughly) if expr is not None and self.is_known(expr) else None

    def equated(self, expr: Expr, side: Span, value: Operand | None, roughly: bool) -> Statement | None:
        if value is None:
            return None
        places = [Span(span.start + self.offset, span.end + self.offset) for span in (side, value.span)]
        members = (Member(None, expr, places[0]), Member("≈" if roughly else "=", value.expr, places[1]))
        return Statement(members, places[0].cover(places[1]), self.passage)

    def is_open(self, start: int, end: int) -> bool:
        """Whether a sentence supposes, asks or denies what it says."""
        before = _STOP.split(sentence_before(self.text, start))[-1]
        if _OPEN.search(before) or _ASKED.match(self.text, end) or _SAID_WITH.match(self.text, end):
            return True
        if is_called_false(self.text, end):
            return True
        if hypotheses.is_hypothetical(before.lower().split()):
            return True
        return mood(self.text, start, end) is not Mood.STATED

    def is_meant_otherwise(self, phrase: str, end: int) -> bool:
        """Whether the text so far speaks of another norm or mean, of which the short word may be short."""
        meant = _MEANT_BY.get(phrase)
        return meant is not None and any(f[meant] for f in _OTHER_KINDS.finditer(self.text, 0, end))

    # -- operands ---------------------------------------------------------------------------------

    def operand(self, at: int) -> Operand | None:
        """What stands at a place, behind words such as “the vector”: maths, a list, numbers, a letter."""
        filled = _FILLED.match(self.text, at)
        at = at if filled is None else filled.end()
        end = self.maths.get(at)
        if end is not None:
            return self.parsed(at, end)
        if self.text[at : at + 1] in ("[", "("):
            close = _closing(self.text, at)
            return None if close is None else self.parsed(at, close)
        if (several := _NUMBERS.match(self.text, at)) is not None:
            items = tuple(
                parse_maths(each[0], self.lexicon, self.offset + each.start())
                for each in _EACH.finditer(self.text, at, several.end())
            )
            place = Span(self.offset + at, self.offset + several.end())
            return Operand(Array(place, items, "list"), Span(at, several.end()))
        one = _ONE.match(self.text, at) or _LETTER.match(self.text, at)
        return None if one is None else self.parsed(at, one.end())

    def operand_before(self, end: int) -> Operand | None:
        """The same right before a place."""
        start = self.ends.get(len(self.text[:end].rstrip()))
        if start is not None:
            return self.parsed(start, len(self.text[:end].rstrip()))
        found = _ENDING.search(self.text, max(0, end - LONGEST), end)
        return None if found is None else self.parsed(found.start(), end)

    def value(self, at: int) -> Operand | None:
        """What something is said to come to; where a chain begins there, its first member."""
        chain = self.starts.get(self.offset + at)
        if chain is not None:
            first = chain.members[0]
            if any(isinstance(node, Name | Apply) for node in walk(first.expr)):
                return None
            return Operand(first.expr, Span(first.span.start - self.offset, first.span.end - self.offset))
        end = self.maths.get(at)
        if end is None and self.text[at : at + 1] in ("[", "("):
            end = _closing(self.text, at)
        elif (
            end is None
            and (one := _ONE.match(self.text, at)) is not None
            and not _SCALED.match(self.text, one.end())
        ):
            end = one.end()
        if end is None or _VALUE_ENDS.match(self.text, end) is None:
            return None
        found = self.parsed(at, end)
        return found if found is not None and not any(isinstance(n, Name) for n in walk(found.expr)) else None

    def parsed(self, start: int, end: int) -> Operand | None:
        if end - start > LONGEST:
            return None
        expr = parse_maths(self.text[start:end], self.lexicon, self.offset + start)
        if isinstance(expr, Relation):  # g = (3, 4) has norm 5
            expr = expr.members[-1] if set(expr.signs) == {"="} else Hole(expr.span, "", "an order")
        return None if any(isinstance(node, Hole) for node in walk(expr)) else Operand(expr, Span(start, end))

    def is_known(self, expr: Expr) -> bool:
        """Whether every letter in it is given a value somewhere."""
        names = [node for node in walk(expr) if isinstance(node, Name)]
        return all({node.key, node.base} & self.given for node in names)

    def applied(self, phrase: str, operands: list[Operand], side: Span) -> Expr | None:
        """An operation on what stands behind its name, if so many operands fit it."""
        op, count = self.lexicon.spoken[phrase]
        span = Span(self.offset + side.start, self.offset + side.end)
        exprs = [operand.expr for operand in operands]
        if len(exprs) != count or op not in _OF_NUMBERS and not all(map(self.is_list, exprs)):
            return None
        return _call(span, op, exprs)

    def is_list(self, expr: Expr) -> bool:
        """Whether an operand is a list or matrix; the y that runs through one is another matter."""
        return not isinstance(expr, Number) and (not isinstance(expr, Name) or expr.key in self.lists)


def _phrase(found: re.Match[str]) -> str:
    return " ".join(_PARTS.split(found["what"].lower()))


def _is_matrix(statement: Statement) -> bool:
    """Whether a statement gives a name a list or a matrix."""
    head, *rest = (member.expr for member in statement.members)
    return isinstance(head, Name) and isinstance(rest[-1], Array)


def _end(statement: Statement) -> int:
    return statement.span.end


def _call(span: Span, op: str, args: Sequence[Expr]) -> Call:
    name, _, kind = op.partition(" ")
    if kind == "squared":
        return call("pow", Call(span, name, tuple(args)), 2)
    if name == "distance" and kind:
        return Call(span, "norm", (call("sub", *args),), (("p", Name(span, kind, kind)),))
    if op in _NORMS:
        return Call(span, "norm", tuple(args), (("p", Name(span, _NORMS[op], _NORMS[op])),))
    return Call(span, op, tuple(args))


def _closing(text: str, at: int) -> int | None:
    """The place behind the bracket that closes the one at a place, if only numbers stand between."""
    depth = 0
    for end in range(at, min(len(text), at + LONGEST)):
        if text[end] in "[(":
            depth += 1
        elif text[end] in "])":
            depth -= 1
            if depth == 0:
                return end + 1
        elif not (text[end].isdigit() or text[end] in " ,.-−+/;\n"):
            return None
    return None
