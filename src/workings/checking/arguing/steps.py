"""The inequalities of an argument in reading order, and the part each plays in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from workings.document import Kind, Passage, Statement
from workings.record import record
from workings.regex import regex
from workings.source import Span

LONGEST_LEAD = 240  # characters before an inequality that say what part it plays
SIGNS = frozenset({"<", ">", "≤", "≥"})
_LINKS = SIGNS | {"=", None}


class Role(Enum):
    """What an author does with an inequality."""

    PREMISE = "premise"
    CONCLUSION = "conclusion"
    ALWAYS = "always"  # said to hold for all values of its names
    SUPPOSED = "supposed"  # under a condition of its own: it opens nothing and proves nothing


@record(frozen=True, slots=True)
class Step:
    """One statement of an argument."""

    statement: Statement
    role: Role
    lead: str
    unbounded: bool = False  # said to hold for all values whatever


@record(frozen=True, slots=True)
class Contradiction:
    """A place where the author says that what was stated cannot be."""

    span: Span
    alone: bool  # nothing behind it says what else it is about


@record(frozen=True, slots=True)
class Argument:
    """Steps that belong together, with the prose around them and the contradictions claimed."""

    steps: tuple[Step, ...]
    contradictions: tuple[Contradiction, ...]
    prose: str


_CONCLUDES = regex(
    r"\b(?:so|then|hence|thus|therefore|consequently|implies|implying|follows|conclude|deduce|yields?|gives?|giving"
    r"|we\s+(?:get|obtain|find)|that\s+is|which\s+means|meaning|daher|somit|folglich|folgt|damit|ergibt"
    r"|adding|summing|subtracting|combining|together)\b|\bi\.e\.|\(\d+\)\s*[-+−–]\s*\(\d+\)|⇒|∴|⟹|\\(?:implies|Rightarrow|therefore|Longrightarrow)|=>",
    re.IGNORECASE,
)
_FROM_DATA = regex(
    r"\(\s*-?\d+(?:\.\d+)?\s*(?:,\s*-?\d+(?:\.\d+)?\s*)+\)|\b(?:input|output|outputs|fires?|row|target|label|class|table"
    r"|point|pair|example|sample|data|activat\w+|threshold|returns?|maps?|eingabe|ausgabe|zeile)\b",
    re.IGNORECASE,
)
_GIVEN = regex(
    r"\b(?:since|because|as|by|given|but|however|while|recall|know|have|require[sd]?|need|needs|must|assum\w+"
    r"|suppos\w+|let|where|with|and|from|da|weil|aber|sei|gilt)\W*$",
    re.IGNORECASE,
)
_ALWAYS = regex(
    r"\bfor\s+(?:all|every|any|each)\b|∀|\\forall|\balways\b|\bfor\s+arbitrary\b|\bregardless\b|\bfür\s+alle?\b|\bstets\b"
    r"|\bno\s+matter\b",
    re.IGNORECASE,
)
_DOMAIN = regex(
    r"\b(?:for|für)\s+(?:all|alle|every|any|each|some)\s*\$?\s*$|(?:∀|\\forall)\s*$", re.IGNORECASE
)
_BARE = regex(
    r"(?:\bfor\s+(?:all|every|any|each)|∀|\\forall|\bfür\s+alle?)\s*+(?:real\s+|inputs?\s+|numbers?\s+|values?\s+of\s+)?"
    r"\$?\s*+\\?[a-zA-Zα-ω](?:_\w|_\{\w+\})?\s*+\$?\s*+(?:(?:∈|\\in)\s*+(?:ℝ|R|\\mathbb\s*+\{?R\}?|\\R)\s*+)?\$?\s*+[,:.;]*\s*+$",
    re.IGNORECASE,
)
_CONDITION = regex(r"\b(?:if|when|whenever|unless|wenn|falls)\b", re.IGNORECASE)
_OPENS = regex(
    r"\W*(?:\\begin\{proof\}|proof|beweis|claim|theorem|lemma|proposition|question|problem|exercise|aufgabe|suppose"
    r"|assume|now\s+(?:suppose|assume)|example|case|fall)\b",
    re.IGNORECASE,
)
_CONTRADICTION = regex(
    r"\bcontradict(?:s|ion|ory|ing)?\b|\bWiderspruch\b|\b(?:which|this|that)\s+is\s+(?:impossible|absurd)\b|⚡|↯"
    r"|\\lightning\b|\bcannot\s+both\b",
    re.IGNORECASE,
)
_AIMED = regex(
    r"\b(?:for|by|towards?|via|durch|no|without|not|to|zum|proof|any|if|would\s+be)\s+(?:\w+\s+){0,2}?(?:an?\s+)?$",
    re.IGNORECASE,
)
_ALONE = regex(r"[*_ \t]*(?:[.!:,;)∎□]|\Z|\n)")
_SENTENCE_END = regex(r"(?<!i\.e)(?<!e\.g)[.!?;](?=\s|$)|\n\s*\n")


def arguments(passages: Sequence[Passage], statements: Iterable[Statement]) -> Iterator[Argument]:
    """The stretches between headings and new suppositions that state inequalities."""
    listed = [s for s in statements if _is_order(s) or _is_equality(s)]
    at = 0
    for stretch in _stretches(passages):
        end = stretch[-1].span.end
        inside: list[Statement] = []
        while at < len(listed) and listed[at].span.start < end:
            inside.append(listed[at])
            at += 1
        if any(_is_order(statement) for statement in inside):
            yield _argument(stretch, inside)


def _is_order(statement: Statement) -> bool:
    signs = {member.sign for member in statement.members}
    return bool(signs & SIGNS) and signs <= _LINKS and not statement.offered


def _is_equality(statement: Statement) -> bool:
    return len(statement.members) > 1 and {m.sign for m in statement.members} <= {None, "="}


def _stretches(passages: Sequence[Passage]) -> Iterator[list[Passage]]:
    found: list[Passage] = []
    for passage in passages:
        opens = passage.kind is Kind.HEADING or (
            passage.kind is Kind.PROSE and _OPENS.match(passage.text) is not None
        )
        if opens and found:
            yield found
            found = []
        found.append(passage)
    if found:
        yield found


def _argument(stretch: Sequence[Passage], statements: Sequence[Statement]) -> Argument:
    steps: list[Step] = []
    before, equal = stretch[0].span.start, False
    for statement in statements:
        lead = _lead(stretch, before, statement)
        equal = equal and statements[max(0, len(steps) - 1)].span.start >= statement.span.start - len(lead)
        behind = _behind(stretch, statement)
        sentence = _lead(stretch, stretch[0].span.start, statement)
        role = _role(statement, lead, behind, sentence)
        if role is Role.CONCLUSION and (statement.hypothesis or equal):
            role = Role.PREMISE
        unbounded = role is Role.ALWAYS and bool(_BARE.search(behind) or _BARE.search(lead))
        steps.append(Step(statement, role, lead, unbounded))
        equal = not _is_order(statement)
        if not equal:
            before = statement.span.end
    return Argument(tuple(steps), tuple(_contradictions(stretch)), _prose(stretch, statements))


def _lead(stretch: Sequence[Passage], before: int, statement: Statement) -> str:
    """The words between the inequality before and this one, and those of its sentence."""
    text = _between(stretch, max(before, statement.span.start - LONGEST_LEAD), statement.span.start)
    ends = [found.end() for found in _SENTENCE_END.finditer(text)]
    return text[ends[-1] :] if ends else text


def _behind(stretch: Sequence[Passage], statement: Statement) -> str:
    text = _between(stretch, statement.span.end, statement.span.end + 60)
    return _SENTENCE_END.split(text)[0]


def _between(stretch: Sequence[Passage], start: int, end: int) -> str:
    parts: list[str] = []
    for passage in stretch:
        left, right = max(start, passage.span.start), min(end, passage.span.end)
        if left < right:
            parts.append(passage.text[left - passage.span.start : right - passage.span.start])
    return "\n".join(parts)


def _role(statement: Statement, lead: str, behind: str, sentence: str) -> Role:
    if _DOMAIN.search(lead):
        return Role.SUPPOSED
    if _ALWAYS.search(lead[-80:]) or _ALWAYS.match(behind.lstrip(" ,$")):
        return Role.ALWAYS
    if statement.conditional or _CONDITION.search(sentence):
        return Role.SUPPOSED
    if _FROM_DATA.search(lead) or (statement.label and _FROM_DATA.search(statement.label)):
        return Role.PREMISE
    concludes = list(_CONCLUDES.finditer(lead))
    if concludes and not _GIVEN.search(lead[concludes[-1].end() :]):
        return Role.CONCLUSION
    return Role.PREMISE


def _contradictions(stretch: Sequence[Passage]) -> Iterator[Contradiction]:
    for passage in stretch:
        for found in _CONTRADICTION.finditer(passage.text):
            before = passage.text[max(0, found.start() - 40) : found.start()]
            if not _AIMED.search(before) or found[0] in "⚡↯":
                start = passage.span.start + found.start()
                alone = _ALONE.match(passage.text, found.end()) is not None
                yield Contradiction(Span(start, passage.span.start + found.end()), alone)
                break


def _prose(stretch: Sequence[Passage], statements: Sequence[Statement]) -> str:
    """The words of a stretch without its statements."""
    reached, parts = stretch[0].span.start, []
    for statement in statements:
        parts.append(_between(stretch, reached, statement.span.start))
        reached = max(reached, statement.span.end)
    parts.append(_between(stretch, reached, stretch[-1].span.end))
    return " ".join(parts)
