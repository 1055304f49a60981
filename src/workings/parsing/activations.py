"""What prose says a letter for a function is: “here σ is the ReLU”, “where φ denotes tanh”, “σ = tanh”.

A saying holds in its section, before and behind it. In later sections it is the likelier of two readings,
because authors go back to the usual meaning without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from flint import arb, fmpq

from workings.document import Kind, Passage, Statement
from workings.expr import Alt, Apply, Call, Expr, Name, mapped
from workings.record import record
from workings.regex import regex

_LETTER = r"(?P<letter>\\(?:sigma|varphi|phi|psi|rho)(?![A-Za-z])|[σφϕψρ])"
_OPERATIONS = {
    "relu": r"ReLU|rectifier|rectified[ -]linear(?:\s+unit)?",
    "tanh": r"\\?tanh|hyperbolic\s+tangent",
    "sigmoid": r"(?:logistic\s+)?sigmoid|logistic(?:\s+function)?",
    "gelu": r"GELU",
    "silu": r"SiLU|swish",
    "softplus": r"softplus",
    "softmax": r"softmax",
}
_WORD = "(?:" + "|".join(f"(?P<{op}>{words})" for op, words in _OPERATIONS.items()) + r")(?![A-Za-z])"
_OPENING = r"(?:\\(?:operatorname\*?|mathrm|text|textrm|textsf|mathsf)\s*\{\s*|\\)?"
_SAYS = regex(
    rf"{_LETTER}\s*(?:\(\s*(?:\\?\w{{1,4}}|\\cdot|·)\s*\)\s*)?,?\s*"
    r"(?:=|:=|\\equiv|≡|is|are|be|being|denotes|means|stands\s+for|represents|refers\s+to)\s+"
    r"(?:(?:here|now|always|again|the|a|an|our|usual|element-?wise|entry-?wise|point-?wise|component-?wise"
    rf"|activation|function|non-?linearity)\s+)*{_OPENING}{_WORD}(?!\s*\}}?\s*(?:\(|\\left|or\b|and\b|of\b))",
    re.IGNORECASE,
)
_NAMES = regex(
    rf"(?<![A-Za-z-]){_WORD}\s+(?:activation|function|non-?linearity)\s+(?:function\s+)?{_LETTER}(?!\s*[(=_^'])",
    re.IGNORECASE,
)
_STEPS = regex(
    r"(?<![A-Za-z])(?P<step>step|Heaviside|threshold)\s+(?:activation\s+)?(?:function\s+)?[$*_(]{0,2}"
    r"(?P<letter>\\(?:Theta|theta)(?![A-Za-z])|[HΘθfgu])(?=[$*_):,.;]|\s*\(|\s+(?:is|where|with)\b)",
    re.IGNORECASE,
)  # “the step function H(z) = 1 if z ≥ 0”
_SUPPOSES = regex(
    r"\b(?:if|suppose|assum\w+|were|would|when|for|instead|unless|whether|either|not|case|try|replac\w+|had)\b",
    re.IGNORECASE,
)
_LEAKS = regex(r"\bleaky\W*$|\bparametric\W*$", re.IGNORECASE)
_MAY_SAY = regex(
    rf"{_OPENING}(?:{'|'.join(_OPERATIONS.values())})|\b(?:step|Heaviside|threshold)\s", re.IGNORECASE
)
_LOGISTIC = regex(r"sigmoid|logistic", re.IGNORECASE)
_GATES = regex(r"\bgates?\b|\bLSTM|\bGRU", re.IGNORECASE)
_VALUED = regex(
    r"(?:\\sigma|σ)\s?(?:\\left)?\(\s*([-−]?\d{1,3}(?:\.\d{1,6})?)\s*(?:\\right)?\)"
    r"\s*+&?\s*+(?:=|≈|\\approx)\s*(0\.\d{3,9})(?![\d.])"
)
_LETTERS = {
    "\\sigma": "σ",
    "\\phi": "φ",
    "\\varphi": "φ",
    "ϕ": "φ",
    "\\psi": "ψ",
    "\\rho": "ρ",
    "\\Theta": "Θ",
    "\\theta": "θ",
}
_FUNCTIONS = frozenset({*_LETTERS.values(), *"Hfgu"})
_PRIMED = frozenset({"relu", "tanh", "sigmoid", "softplus"})  # what has a derivative of its own


@record(frozen=True, slots=True)
class Saying:
    """A letter, the operation that it is said to be, in which section, and whether that is only supposed."""

    letter: str
    op: str
    section: int
    supposed: bool


def followed(statements: Sequence[Statement], passages: Iterable[Passage], text: str) -> Sequence[Statement]:
    """The statements with letters for functions read as the prose says what they are."""
    if not _MAY_SAY.search(text):
        return statements
    sections = _sections(passages)
    sayings = [saying for at, passage in sections for saying in _sayings(passage, at)]
    if all(saying.op == "sigmoid" and saying.letter == "σ" for saying in sayings):
        return statements
    at = {passage.span: number for number, passage in sections}
    return [
        _read_again(statement, _Meanings(text, sayings, at.get(statement.passage.span, 0)))
        for statement in statements
    ]


def _sections(passages: Iterable[Passage]) -> list[tuple[int, Passage]]:
    """The passages, each with the number of the section that it stands in."""
    found, number = [], 0
    for passage in passages:
        number += passage.kind is Kind.HEADING or passage.section
        found.append((number, passage))
    return found


def _sayings(passage: Passage, section: int) -> list[Saying]:
    if passage.kind not in (Kind.PROSE, Kind.DISPLAY):
        return []
    found = []
    for match in (part for says in (_SAYS, _NAMES, _STEPS) for part in says.finditer(passage.text)):
        op = next(op for op, word in match.groupdict().items() if op != "letter" and word is not None)
        if _LEAKS.search(passage.text[: match.start(op)]):
            continue
        start = max(passage.text.rfind(stop, 0, match.start()) for stop in (". ", ".\n", "; ", "? "))
        letter = _LETTERS.get(match["letter"], match["letter"])
        supposed = bool(_SUPPOSES.search(passage.text[start + 1 : match.start()]))
        found.append(Saying(letter, op, section, supposed))
    return found


def _read_again(statement: Statement, meanings: _Meanings) -> Statement:
    head, *rest = statement.members
    kept = (
        [head]
        if isinstance(head.expr, Apply) and all(isinstance(arg, Name) for arg in head.expr.args)
        else []
    )
    again = rest if kept else statement.members  # H(z) = 1 says itself what it is
    members = (*kept, *(replace(member, expr=meanings.of(member.expr)) for member in again))
    return statement if members == statement.members else replace(statement, members=members)


@record(frozen=True, slots=True)
class _Meanings:
    """What letters for functions mean in one section of a page."""

    text: str
    sayings: Sequence[Saying]
    section: int

    def of(self, expr: Expr) -> Expr:
        """An expression with such letters as they are meant."""
        changed = mapped(expr, self.of)
        written = self._written(changed)
        if written is None or not isinstance(changed, Call | Apply) or len(changed.args) != 1:
            return changed
        letter, prime = written[0], written[1:]
        ops, certain = self._in_force(letter)
        if prime and not _PRIMED.issuperset(ops):
            return changed
        readings = [Call(changed.span, op + ("_prime" if prime else ""), changed.args) for op in ops]
        if certain and len(readings) == 1:
            return readings[0]
        return Alt(changed.span, (*readings, changed)) if readings else changed

    def _written(self, node: Expr) -> str | None:
        """The letter that an application was written with, and its prime."""
        match node:
            case Apply(function=function) if function.key.rstrip("'′") in _FUNCTIONS:
                return function.key[0] + ("'" if len(function.key) == 2 else "")
            case Call(op="sigmoid" | "sigmoid_prime" as op, options=()):
                if self.text.startswith(("\\sigma", "σ"), node.span.start):
                    return "σ" if op == "sigmoid" else "σ'"
        return None

    def _in_force(self, letter: str) -> tuple[list[str], bool]:
        """What a letter is said to be here, the likeliest first, and whether that is certain."""
        said = [saying for saying in self.sayings if saying.letter == letter]
        here = [saying for saying in said if saying.section == self.section]
        if here:
            return list(dict.fromkeys(saying.op for saying in here)), not any(s.supposed for s in here)
        before = [saying for saying in said if saying.section < self.section and not saying.supposed]
        return ([before[-1].op] if before else []), False


def calls_sigmoid(text: str) -> bool:
    """Whether a σ before brackets is the sigmoid though σ is a name as well, as gates or a value tell."""
    if _LOGISTIC.search(text) is not None and _GATES.search(text) is not None:
        return True
    return any(map(_is_sigmoid, _VALUED.finditer(text)))


def _is_sigmoid(found: re.Match[str]) -> bool:
    """`σ(0.8) = 0.690`: the number is what the sigmoid gives."""
    numbers = (Fraction(written.replace("−", "-")) for written in found.groups())
    point, value = (fmpq(*number.as_integer_ratio()) for number in numbers)
    half = fmpq(1, 2 * 10 ** (len(found[2]) - len("0.")))
    return bool((1 / (1 + (-arb(point)).exp())).overlaps(arb(value, half)))
