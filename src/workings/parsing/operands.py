"""What operations are applied to in sentences and come to: maths, lists, numbers and letters in prose."""

from __future__ import annotations

from collections.abc import Mapping

from workings.document import Passage, Statement
from workings.expr import Apply, Array, Expr, Hole, Name, Relation, walk
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.record import record
from workings.regex import regex
from workings.source import Span

LONGEST = 160  # characters of an operand
MOST_OPERANDS = 2
_NUMBER = r"[-−]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_NUMBERS = regex(rf"{_NUMBER}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){_NUMBER})+(?![\d.]*\d|\s*[=+*/^×·])")
_ONE = regex(rf"{_NUMBER}(?![\w.,]*\d|\s*[-+*/^×·−=(])")
_EACH = regex(_NUMBER)
_LETTER = regex(r"[A-Za-z](?:_\{?\w{1,3}\}?|\d)?(?![\w'’({\[])")
_FILLED = regex(
    r"(?:\s|\b(?:the|a(?!\s+(?:and|is|are|with)\b)|an|two|three|both|these|vectors?|matri(?:x|ces)|numbers?|values?|scores?|logits?"
    r"|entries|lists?"
    r"|points?|tuples?|arrays?|row|column|(?:probability\s+)?distributions?|probabilities|predictions?"
    r"|targets?|labels?"
    r"|outputs?|predicted|true|observed)\b)*"
)
_JOINED = regex(r"\s*+,?\s*+\b(?:and|with|to|from)\s+")
_SCALED = regex(r"\s*(?:%|\\%|per\s?cent|million|billion|thousand|[kKMGB]\b)")
_VALUE_ENDS = regex(  # no “5 times that”, “2 less than”, “7 in the L1 sense”, “1 after the softmax”
    r"[\s$]*(?:\b(?:bits?|nats?)\b[\s$]*)?(?:[.,;:)!]|\Z|\n\s*\n"
    r"|(?:and|but|so|hence|thus|therefore|because|since|while|whereas|which|whose|as\s+(?:is|was|expected"
    r"|required|claimed|it))\b)"
)
_ENDING = regex(r"(?:\[[^\[\]]{1,80}\]|\([^()]{1,80}\)|(?<![\w.])[A-Z])\Z")


@record(frozen=True, slots=True)
class Operand:
    """Something in a sentence that an operation is applied to, or that it comes to."""

    expr: Expr
    span: Span  # in the passage


class Operands:
    """What stands in the sentences of one passage."""

    def __init__(self, passage: Passage, lexicon: Lexicon, starts: Mapping[int, Statement]) -> None:
        self.lexicon = lexicon
        self.starts = starts  # the chains of the page by their places
        self.text = passage.text
        self.offset = passage.span.start
        self.maths = {span.start - self.offset: span.end - self.offset for span in passage.maths}
        self.ends = {end: start for start, end in self.maths.items()}

    def at(self, at: int) -> Operand | None:
        """What stands at a place, behind words such as “the vector”: maths, a list, numbers, a letter."""
        filled = _FILLED.match(self.text, at)
        if filled is not None:  # up to a formula, for $a$ is no article
            at = min((start for start in self.maths if at <= start < filled.end()), default=filled.end())
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

    def joined_at(self, at: int) -> tuple[list[Operand], int]:
        """What stands at a place and is joined to it, and the place behind."""
        operands: list[Operand] = []
        while len(operands) < MOST_OPERANDS and (operand := self.at(at)) is not None:
            operands.append(operand)
            at = operand.span.end
            joined = _JOINED.match(self.text, at)
            if joined is None:
                break
            at = joined.end()
        return operands, at

    def before(self, end: int) -> Operand | None:
        """What stands right before a place."""
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
