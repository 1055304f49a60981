r"""attention/missing-scale: attention weights taken from scores that were not divided by √d_k.

Scaled dot-product attention is softmax(Q Kᵀ / √d_k) V. Without the division the scores grow with the
width of the keys, and the softmax gives nearly everything to the largest of them. Only a document that
states the scaled formula, itself or by its problem sheet, is held to it; the finding stands at the softmax
of the raw scores.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from flint import fmpq

from workings.checking.comparing.agreeing import distance, values_agree
from workings.checking.comparing.aligning import is_literal
from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.checking.sightings import Softmax
from workings.checking.wording import claim_about
from workings.document import Statement
from workings.evaluating import How, evaluate
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Expr, Name, call, name, walk
from workings.finding import Because, Claim, Verdict
from workings.regex import regex
from workings.resolving.quantity import FIRST_BITS
from workings.resolving.scope import as_value
from workings.source import Span, line_start
from workings.value import Tensor, Value, precision

RULE = "attention/missing-scale"
_GIVEN = (
    "$A = \\operatorname{softmax}(Q K^T / \\sqrt{d_k}) V$ with $d_k = 4$\n\n"
    "$Q = [[1, 2, 0, 1]]$\n\n$K = [[1, 1, 0, 1], [0, 1, 2, 0]]$\n\n$Q K^T = [4, 2]$\n\n"
)
DESCRIPTION = Description(
    "attention weights are taken from scores that were not divided by the square root of d_k",
    wrong=_GIVEN + "$\\operatorname{softmax}([4, 2]) = [0.881, 0.119]$",
    right=_GIVEN + "$\\operatorname{softmax}([2, 1]) = [0.731, 0.269]$",
    why="The division stands apart from the product, and the weights look plausible without it.",
)
_PRINTED = fmpq(1, 50)  # scaled scores are printed to two digits at least
NEAR = 400  # characters around a softmax that speak of it
SCALED = regex(
    r"scaled dot|scaled (?:with|by)\W{0,6}(?:sqrt|√)|√\s*\(?d|sqrt\s*+[({]?\s*+d|\\sqrt\{?\s*d", re.I
)
UNSCALED = regex(
    r"\b(?:no|without|un|omit\w*|skip\w*|ignor\w*|leav\w*|drop\w*)[ -]?(?:out )?(?:the )?scal"
    r"|already (?:divided|scaled)|not scaled|unscaled"
    r"|divid\w* by (?:the )?d_k\b|(?<!sqrt)/\s*d_k\b|\}\{\s*d_k\s*\}",
    re.I,
)
UNDIVIDED = regex(
    r"(?:\bnot|n['’]t|\bwithout|\binstead of|\bhad we)\s+(?:\w+\s+){0,2}(?:divi[ds]|scal)|\bunscaled\b", re.I
)
MESSAGE = "the scores were not divided by the square root of d_k before the softmax"


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The places where a softmax of raw scores is taken as attention weights."""
    if not judge.sightings.softmaxes:
        return []
    formula = next((s for s in statements if any(_is_scaled(m.expr) for m in s.members)), None)
    because: tuple[Because, ...] = ()
    if formula is not None:
        text = " ".join(judge.page.written[formula.span.start : formula.span.end].split())[:200]
        because = (Because(judge.page.place(formula.span.start).line, text),)
    lent = any(_is_scaled(m.expr) for s in judge.lent for m in s.members)
    said = SCALED.search(judge.page.text) if formula is None and not lent else None
    if formula is None and not lent and said is None:
        return []
    return [
        _claim(judge, softmax, because)
        for softmax in _unscaled(judge)
        if not _is_compared(judge, softmax)
        and (because or not _is_said_to_be_raw(judge, softmax))
        and not _is_meant(judge, softmax)
        and (said is None or said.start() < softmax.member.span.start)  # a later part may scale them
    ]


def _is_said_to_be_raw(judge: Judge, softmax: Softmax) -> bool:
    """Whether the words around a softmax say that nothing is divided there, or was before."""
    span = softmax.statement.span
    return UNSCALED.search(judge.page.text, max(0, span.start - NEAR), span.end + NEAR) is not None


def _is_meant(judge: Judge, softmax: Softmax) -> bool:
    """Whether the line itself says what comes of raw scores: “if we did not divide by √2 it would be …”."""
    text, start = judge.page.text, softmax.statement.span.start
    return UNDIVIDED.search(text, line_start(text, start), start) is not None


def _unscaled(judge: Judge) -> list[Softmax]:
    """One softmax for each list of raw scores: the first, or the one of numbers beside it."""
    scores = scores_of(judge)
    scaled: dict[int, list[Tensor]] = {}  # by their widths, which few pages have several of
    found: list[Softmax] = []
    for softmax in judge.sightings.softmaxes:
        raw = any(_holds_row(score, softmax.argument) for score in scores)
        width = _width_at(judge, softmax)
        if raw and width is not None:
            if id(width) not in scaled:
                scaled[id(width)] = _scaled(scores, width)
            if any(_holds_row(score, softmax.argument) for score in scaled[id(width)]):
                continue  # it is taken of a row that was divided, and that another row is equal to
        if not raw and not (found and _is_about_attention(softmax.statement, softmax.call)):
            continue  # scores that are nowhere on the page are raw only beside others that are
        at = next((n for n, known in enumerate(found) if _is_of_same(known, softmax)), None)
        if at is None:
            found.append(softmax)
        elif found[at].statement.passage is softmax.statement.passage and is_literal(softmax.call.args[0]):
            found[at] = softmax
    return found


def scores_of(judge: Judge) -> list[Tensor]:
    """The products of queries and keys, with Q Kᵀ of the Q and the K that a page has at its end."""
    if not {"Q", "K"} <= judge.scope.said.keys():
        return judge.sightings.scores
    with precision(FIRST_BITS):
        product = as_value(
            evaluate(call("matmul", name("Q"), call("transpose", name("K"))), judge.scope.said)
        )
    return [*judge.sightings.scores, *([product] if isinstance(product, Tensor) else [])]


def _is_compared(judge: Judge, softmax: Softmax) -> bool:
    """Whether the document also takes the softmax of the same scores, scaled: it shows both."""
    width = _width_at(judge, softmax)
    if width is None:
        return False
    return any(
        other is not softmax and _is_about(other.argument, scaled)
        for scaled in _scaled([softmax.argument], width)
        for other in judge.sightings.softmaxes
    )


def _scaled(scores: Iterable[Tensor], width: Value) -> list[Tensor]:
    """Scores divided by the root of a width."""
    divided = name("s") / call("sqrt", name("d"))
    with precision(FIRST_BITS):
        found = [as_value(evaluate(divided, {"s": score, "d": width})) for score in scores]
    return [value for value in found if isinstance(value, Tensor)]


def _is_about(first: Tensor, second: Tensor) -> bool:
    """The same numbers, to about the digits that people print."""
    if len(first.items) != len(second.items):
        return False
    return all(distance(a, b) < _PRINTED for a, b in zip(first.items, second.items, strict=True))


def _width_at(judge: Judge, softmax: Softmax) -> Value | None:
    """What d_k is at that place."""
    start = softmax.member.span.start
    return next((width for at, width in reversed(judge.scope.widths) if at <= start), None)


def _is_of_same(known: Softmax, softmax: Softmax) -> bool:
    return values_agree(known.argument, softmax.argument)


def _is_scaled(expr: Expr) -> bool:
    """softmax(… / √…) with names in it."""
    for node in walk(expr):
        if isinstance(node, Call) and node.op == "softmax" and node.args:
            inner = node.args[0]
            roots = [
                n
                for n in walk(inner)
                if isinstance(n, Call) and n.op == "sqrt" and isinstance(n.args[0], Name | Apply | Call)
            ]
            if roots and any(isinstance(n, Call) and n.op == "transpose" for n in walk(inner)):
                return True
    return False


def _is_about_attention(statement: Statement, softmax: Call) -> bool:
    """Whether attention weights are said to be the softmax of scores in numbers."""
    head = statement.members[0].expr
    return isinstance(head, Name) and "attention" in head.key.lower() and is_literal(softmax.args[0])


def _holds_row(score: Tensor, argument: Tensor) -> bool:
    """Whether the softmax is taken of the scores or of one row of them."""
    if values_agree(score, argument):
        return True
    if len(score.shape) != 2:
        return False
    return any(
        isinstance(row := score[at], Tensor) and values_agree(row, argument) for at in range(score.shape[0])
    )


def _claim(judge: Judge, softmax: Softmax, because: tuple[Because, ...]) -> Claim:
    width = _width_at(judge, softmax)
    computed = _scaled_value(softmax.argument, width) if width is not None else None
    question = judge.places.get(softmax.statement.passage.span.start, (0, None))[1]
    return claim_about(
        judge.page, _place(softmax), Verdict.WRONG, RULE, MESSAGE, computed,
        because=because, question=question, fits=(RULE,),
    )  # fmt: skip


def _place(softmax: Softmax) -> Span:
    """Where a softmax stands, with the weights beside it."""
    members = softmax.statement.members
    behind = members[members.index(softmax.member) + 1 :]
    ends = behind[0].span.end if behind and is_literal(behind[0].expr) else softmax.member.span.end
    return Span(softmax.member.span.start, ends)


def _scaled_value(scores: Tensor, width: Value) -> str | None:
    """The weights as they should be."""
    expr = call("softmax", name("scores") / call("sqrt", name("width")))
    with precision(FIRST_BITS):
        value = as_value(evaluate(expr, {"scores": scores, "width": width}, How()))
    return None if value is None else show(value)
