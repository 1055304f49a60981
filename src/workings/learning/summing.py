"""Formulas of one step for all steps at once, with time as the last axis of the batch, and sums over them."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from flint import fmpq

from workings.expr import Alt, Call, Expr, Fold, Index, Name, Number, mapped, name, walk
from workings.learning.declaring import CannotRunError, Size
from workings.learning.scanning import LOG, lagged
from workings.learning.terms import Term, py
from workings.learning.timing import PICK
from workings.resolving.patterns import Pattern
from workings.resolving.steps import step_of

if TYPE_CHECKING:
    from workings.learning.writing import Writer

_SHARES = frozenset({"softmax", "sigmoid"})


def of_steps(writer: Writer, formula: Expr, variable: str, sequence: str) -> Term:
    """The formula of every step of a sequence."""
    body = with_logarithms(writer, formula, variable)
    terms, short = _steps(writer, body, variable)
    if short:
        writer.scans.short[sequence] = short
    scope = {key: _cut(term, 0, short, lag, lacking) for key, (term, lag, lacking) in terms.items()}
    return writer.at_every_step(scope, body)


def over_steps(writer: Writer, node: Fold) -> Term:
    """A sum or a product over steps, from the first to the last that it names."""
    if writer.keeps_past:
        raise CannotRunError("a sum over all steps")
    assert node.variable is not None
    body = with_logarithms(writer, node.body, node.variable)
    first = 1 if node.lower is None else writer.whole(node.lower)
    if first < 1:
        raise CannotRunError(f"a sum over {node.variable} from {first}: the first step is 1")
    before = max((-lag for _, lag in lagged(body, node.variable).values()), default=0)
    back = max(0, min(first - 1, before))  # p_{t-1} from t = 2 on is p_t from t = 1 on
    terms, short = _steps(writer, body, node.variable, back)
    short, first = max(short, _left_out(writer, node) + back), first - back
    scope = {key: _cut(term, first - 1, short, lag, lacking) for key, (term, lag, lacking) in terms.items()}
    made = writer.at_every_step(scope, body)
    method = "sum" if node.kind == "sum" else "prod"
    return Term(py(f"x.{method}({-made.rank - 1})", x=made.node), made.shape, made.batched)


def is_of_steps(writer: Writer, body: Expr, variable: str) -> bool:
    """Whether a formula of one step has a sequence in it, or a sum or a table for every step."""
    steps = lagged(body, variable)
    if any(sequence in writer.program.patterns for sequence, _ in steps.values()):
        return True
    has_more = any(isinstance(node, Fold | Index) for node in walk(body)) or _picks_apart(body, variable)
    return bool(steps) and has_more and variable in writer.program.counting


def _picks_apart(body: Expr, variable: str) -> bool:
    """Whether a step says which entry of another step is meant: P_{t, s_{t+1}}."""
    return any(
        isinstance(node, Call)
        and node.op == PICK
        and len({lag for _, lag in lagged(node, variable).values()}) > 1
        for node in walk(body)
    )


def _steps(
    writer: Writer, body: Expr, variable: str, back: int = 0
) -> tuple[dict[str, tuple[Term, int, int]], int]:
    """The steps in a formula with their lags, what each lacks at its end, and how many all of them lack."""
    found: dict[str, tuple[Term, int, int]] = {}
    for key, (sequence, far) in lagged(body, variable).items():
        lag = far + back
        term = writer.scans.shifted(writer, sequence, lag)
        found[key] = (term, max(lag, 0), writer.scans.short.get(sequence, 0))
    return found, max((lag + lacking for _, lag, lacking in found.values()), default=0)


def _cut(term: Term, first: int, short: int, lag: int, lacking: int) -> Term:
    """The steps of a term that stand beside those of the others."""
    start, end = first + lag, short - lag - lacking
    if not start and not end:
        return term
    rest = "".join(", :" for _ in term.shape)
    return replace(term, node=py(f"x[..., {start or ''}:{-end or ''}{rest}]", x=term.node))


def _left_out(writer: Writer, node: Fold) -> int:
    """How many steps at the end a sum leaves out: one in a sum up to T − 1."""
    match node.upper:
        case None:
            return 0
        case Name(key=key):
            far = 0
        case Call(op="sub", args=(Name(key=key), Number(value=value))):
            far = int(value.p)
        case Number(value=value):
            key, far = "", int(value.p)
        case _:
            raise CannotRunError(f"a sum over {node.variable} whose end is not plain")
    lengths = {_length(writer, sequence) for sequence, _ in lagged(node.body, node.variable or "").values()}
    if not key:
        known = {size for size in lengths if isinstance(size, int)}
        if len(known) != 1 or far > max(known):
            raise CannotRunError(f"a sum over {node.variable} up to {far}: no input is known to be that long")
        return known.pop() - far
    given = writer.program.values.get(key)
    long = int(given.p) if isinstance(given, fmpq) else key
    if long not in lengths:
        raise CannotRunError(f"a sum over {node.variable} up to {key}: nothing it runs over is {key} long")
    return far


def _length(writer: Writer, sequence: str) -> Size | None:
    return writer.scans.length(writer, sequence)


# -- logarithms of shares ---------------------------------------------------------------------------


def with_logarithms(writer: Writer, expr: Expr, variable: str) -> Expr:
    """A formula in which log p_t is a sequence of its own, which loses nothing where a share is tiny."""
    if isinstance(expr, Call) and expr.op in ("log", "ln") and len(expr.args) == 1 and not expr.options:
        (inner,) = expr.args
        match inner:
            case Call(op=op, args=(shares, asked)) if op == PICK:
                logs = _logarithm(writer, shares, variable)
                return expr if logs is None else replace(inner, args=(logs, asked))
        logs = _logarithm(writer, inner, variable)
        return mapped(expr, lambda part: with_logarithms(writer, part, variable)) if logs is None else logs
    return mapped(expr, lambda part: with_logarithms(writer, part, variable))


def _logarithm(writer: Writer, shares: Expr, variable: str) -> Expr | None:
    step = step_of(shares) if isinstance(shares, Name) else None
    if isinstance(shares, Call) and shares.op in _SHARES:
        return Call(shares.span, "log", (shares,))
    if step is None or step.lag(variable) is None or not isinstance(shares, Name):
        return None
    if step.sequence in writer.program.formulas:
        return _logarithms_of_rows(writer, shares, step.sequence)
    pattern = writer.scans.patterns.get(step.sequence)
    if pattern is None or step.sequence in writer.scans.loops or pattern.ahead:
        return None
    formula = pattern.formula
    while isinstance(formula, Alt):
        formula = formula.options[0]
    if not isinstance(formula, Call) or formula.op not in _SHARES or formula.options:
        return None
    sequence = f"{LOG}{step.sequence}"
    logarithm = Call(formula.span, "log", (formula,))
    writer.scans.patterns[sequence] = Pattern(pattern.variable, logarithm, pattern.section)
    return Name(shares.span, f"{LOG}{shares.key}", sequence, shares.index)


def _logarithms_of_rows(writer: Writer, row: Name, whole: str) -> Expr | None:
    """The logarithm of a row of shares, by that of all rows."""
    formula = writer.program.formulas[whole]
    while isinstance(formula, Alt):
        formula = formula.options[0]
    if not isinstance(formula, Call) or formula.op not in _SHARES or formula.options:
        return None
    sequence = f"{LOG}{whole}"
    logs = writer.outside(lambda: writer.write(Call(row.span, "log", (name(whole, row.span),))))
    if not logs.rank:
        return None
    writer.scans.done[sequence] = Term(logs.node, logs.shape[1:], True)
    return Name(row.span, f"{LOG}{row.key}", sequence, row.index)


# -- shares of steps --------------------------------------------------------------------------------


def shares_of_steps(writer: Writer, node: Call) -> Term | None:
    """exp(e_t) over the sum of all exp(e_j): softmax over the steps."""
    match node.args:
        case (
            Call(op="exp", args=(score,)),
            Fold(kind="sum", variable=str(other), body=Call(op="exp", args=(any_score,))) as total,
        ):
            pass
        case _:
            return None
    if not writer.in_time or writer.keeps_past or not is_of_steps(writer, total.body, other):
        return None
    mine = {sequence for sequence, _ in lagged(any_score, other).values()}
    scores = writer.write(score)
    same = writer.outside(lambda: of_steps(writer, any_score, other, ""))
    if not mine or _left_out(writer, total) or (total.lower is not None and writer.whole(total.lower) != 1):
        return None
    if scores.rank or same.rank or ast.unparse(scores.node) != ast.unparse(same.node):
        return None
    return Term(py("torch.softmax(x, dim=-1)", x=scores.node), (), True)
