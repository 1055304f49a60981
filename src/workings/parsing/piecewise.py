"""Functions by cases in one line, `f(z) = z if z > 0 else 0.01 z`, and steps that a document defines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from workings.document import Kind, Member, Passage, Statement
from workings.expr import Apply, Cases, Hole, Name, Relation, walk
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.regex import regex
from workings.source import Page, Span

LONGEST_BRANCH = 40  # characters
_ONE_LINE = regex(
    rf"(?P<head>[^\W\d]\w{{0,11}}\s?\(\s?[^\W\d]\w?\s?\))\s*+=\s*+(?P<then>[^\n=;:]{{1,{LONGEST_BRANCH}}}?)(?:\s*+,)?\s++"
    rf"(?:if|when|for)\s++(?P<when>[^\n=;:]{{1,{LONGEST_BRANCH}}}?)(?:\s*+[,;])?\s++(?:and\s++)?"
    rf"(?:(?:or\s+)?(?:else|otherwise)\s++(?:(?P=head)\s*+=\s*+)?(?P<other>[^\n=;:,]{{1,{LONGEST_BRANCH}}}?)"
    r"|(?P<last>[^\n=;:,]{1,12}?)\s++otherwise)"
    r"(?=\s*(?:\.?(?:\s\s|[ \t]*$)|\.\s|[,;)]))",
    re.M,
)
_BY_CASES = regex(r"[ $]if[ $]|[ $]otherwise\b|[ $]else[ $]")
_NORMAL = regex(
    r"\bnormal(?:ly)?\b|gauss|\bN\s?\(\s?0|\\mathcal\s?\{?N|\bz[- ](?:score|table|test|value)", re.I
)
_DEFINED = regex(
    r"\b([^\W\d]\w{1,11})\}?\s?\(\s?[^\W\d]\w?\s?\)\s*=\s*(?:\\begin\{cases\}|[^\n=]{1,40}?\bif\b)"
)


def own_functions(page: Page, functions: Mapping[str, str]) -> Mapping[str, str]:
    """The words for operations, without a step that the document defines: at nought, authors differ.

    Φ is a normal distribution where the document speaks of one, and may be a map of features elsewhere.
    """
    defined = _DEFINED.findall(page.text) if page.has_words else ()
    own = {name for name in defined if functions.get(name) == "step"}
    if ("Φ" in page.text or "\\Phi" in page.text) and _NORMAL.search(page.text):
        functions = {**functions, "Φ": "normal_cdf"}
    return {word: op for word, op in functions.items() if word not in own} if own else functions


def piecewise_statements(passages: Iterable[Passage], lexicon: Lexicon) -> Iterator[Statement]:
    """A definition for every line that gives a function by cases in words."""
    for passage in passages:
        if passage.kind is Kind.CELL or _BY_CASES.search(passage.text) is None:
            continue
        for found in _ONE_LINE.finditer(passage.text.replace("$", " ")):
            statement = _statement(passage, found, lexicon)
            if statement is not None:
                yield statement


def _statement(passage: Passage, found: re.Match[str], lexicon: Lexicon) -> Statement | None:
    start = passage.span.start
    parts = {
        key: parse_maths(text, lexicon, start + found.start(key))
        for key, text in found.groupdict().items()
        if text is not None
    }
    head, when = parts["head"], parts["when"]
    other = parts.get("other") or parts["last"]
    whole = (head, parts["then"], when, other)
    if not isinstance(head, Apply) or not isinstance(when, Relation):
        return None
    if any(isinstance(node, Hole) for part in whole for node in walk(part)):
        return None
    variables = {arg.key for arg in head.args if isinstance(arg, Name)}
    named = {node.key for part in whole[1:] for node in walk(part) if isinstance(node, Name)}
    if len(variables) != len(head.args) or not named <= variables:
        return None
    body = Span(start + found.start("then"), start + found.end())
    cases = Cases(body, ((parts["then"], when), (other, None)))
    members = (Member(None, head, head.span), Member("=", cases, body))
    return Statement(members, Span(start + found.start(), start + found.end()), passage)


def without_parts(statements: Iterable[Statement], whole: Iterable[Statement]) -> list[Statement]:
    """The statements but for those that were read out of a definition by cases."""
    spans = [statement.span for statement in whole]
    return [
        statement
        for statement in statements
        if not any(span.start <= statement.span.start < span.end for span in spans)
    ]
