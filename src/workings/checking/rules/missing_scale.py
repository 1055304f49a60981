r"""attention/missing-scale: attention weights taken from scores that were not divided by √d_k.

Scaled dot-product attention is softmax(Q Kᵀ / √d_k) V. Without the division the scores grow with the
width of the keys, and the softmax gives nearly everything to the largest of them. Only a document that
states the scaled formula itself is held to it; the finding stands at the softmax of the raw scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workings.checking.agreeing import values_agree
from workings.checking.aligning import is_literal
from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Member, Statement
from workings.evaluating import How, evaluate
from workings.evaluating.rendering import show
from workings.expr import Apply, Call, Expr, Index, Name, call, name, walk
from workings.finding import Because, Claim, Verdict
from workings.resolving.quantity import FIRST_BITS
from workings.resolving.scope import as_value
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
)
MESSAGE = "the scores were not divided by the square root of d_k before the softmax"


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The places where a softmax of raw scores is taken as attention weights."""
    if "softmax" not in judge.page.text.lower():
        return []
    statements = list(statements)
    formula = next((s for s in statements if any(_is_scaled(m.expr) for m in s.members)), None)
    if formula is None:
        return []
    line = judge.page.place(formula.span.start).line
    because = Because(line, " ".join(judge.page.text[formula.span.start : formula.span.end].split())[:200])
    with precision(FIRST_BITS):
        return _find(judge, statements, because)


def _find(judge: Judge, statements: list[Statement], because: Because) -> list[Claim]:
    """One claim for each list of scores, at its softmax of numbers if there is one beside the formula."""
    scores = [value for statement in statements for value in _scores(judge, statement)]
    found: list[tuple[Value, Statement, Claim]] = []
    for statement in statements:
        if statement.hypothesis:
            continue
        for member, softmax, argument in _softmaxes(judge, statement):
            if not _is_about_attention(statement) and not any(
                _holds_row(score, argument) for score in scores
            ):
                continue
            claim = _claim(judge, member, argument, because)
            known = next((at for at, row in enumerate(found) if values_agree(row[0], argument)), None)
            if known is None:
                found.append((argument, statement, claim))
            elif found[known][1].passage is statement.passage and is_literal(softmax.args[0]):
                found[known] = (argument, statement, claim)
    return [claim for _, _, claim in found]


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


def _scores(judge: Judge, statement: Statement) -> Iterator[Value]:
    """Values of products like Q K^T, which are scores."""
    for member in statement.members:
        if _is_score_product(member.expr):
            value = as_value(evaluate(member.expr, judge.scope.said, How()))
            if isinstance(value, Tensor):
                yield value


def _softmaxes(judge: Judge, statement: Statement) -> Iterator[tuple[Member, Call, Value]]:
    """Softmaxes of numbers, or of the raw score matrix by name."""
    for member in statement.members:
        for node in walk(member.expr):
            if not isinstance(node, Call) or node.op != "softmax" or not node.args:
                continue
            argument = node.args[0]
            if is_literal(argument) or _is_score_product(_whole(argument)):
                value = as_value(evaluate(argument, judge.scope.said, How()))
                if value is not None:
                    yield member, node, value


def _whole(expr: Expr) -> Expr:
    """What an entry or a row is taken of."""
    while isinstance(expr, Index):
        expr = expr.base
    return expr


def _is_score_product(expr: Expr) -> bool:
    """A product of queries and keys."""
    if not isinstance(expr, Call) or expr.op not in ("mul", "times", "matmul") or len(expr.args) != 2:
        return False
    left, right = expr.args
    if isinstance(right, Call) and right.op == "transpose":
        right = right.args[0]
    return _letter(left) == "q" and _letter(right) == "k"


def _letter(expr: Expr) -> str:
    return expr.base[:1].lower() if isinstance(expr, Name) else ""


def _is_about_attention(statement: Statement) -> bool:
    head = statement.members[0].expr
    return isinstance(head, Name) and "attention" in head.key.lower()


def _holds_row(score: Value, argument: Value) -> bool:
    """Whether the softmax is taken of the scores or of one row of them."""
    if not isinstance(score, Tensor) or not isinstance(argument, Tensor):
        return False
    if values_agree(score, argument):
        return True
    if len(score.shape) != 2:
        return False
    return any(
        isinstance(row := score[at], Tensor) and values_agree(row, argument) for at in range(score.shape[0])
    )


def _claim(judge: Judge, member: Member, argument: Value, because: Because) -> Claim:
    text = judge.page.text[member.span.start : member.span.end]
    width = next((w for at, w in reversed(judge.scope.widths) if at <= member.span.start), None)
    computed = _scaled_value(argument, width) if width is not None and isinstance(argument, Tensor) else None
    return Claim(
        "",
        "value",
        member.span,
        text,
        Verdict.WRONG,
        RULE,
        text,
        computed,
        fits=(RULE,),
        because=(because,),
        message=MESSAGE,
    )


def _scaled_value(scores: Tensor, width: Value) -> str | None:
    """The weights as they should be."""
    expr = call("softmax", name("scores") / call("sqrt", name("width")))
    value = as_value(evaluate(expr, {"scores": scores, "width": width}, How()))
    return None if value is None else show(value)
