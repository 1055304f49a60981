"""Perplexities by the wrong recipe: 2 raised to a loss in nats, or e to a sum."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import arb, fmpq

from workings.checking.comparing.agreeing import distance
from workings.checking.comparing.digits import stated_number
from workings.checking.methods.sheet import Result, Sheet
from workings.checking.methods.trials.worth import holds, vector, worked_out
from workings.checking.rules.catalogue import Description
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Name, call, number, walk
from workings.finding import Claim
from workings.ops.writing import exp, log, mean, total
from workings.regex import regex

PERPLEXITY = regex(r"perplexity|\bPPL?\b", re.I)
NEAR = 30  # characters before a perplexity that may make something else of it
_CHANCES = regex(r"probab|likelihood", re.I)
_ITS_NAME = regex(r"PPL|perplexity|ppl|Perplexity")
_ITS_VALUE = regex(r"perplexity\W{0,3}(?:is|=|:|of|becomes|comes to)?[\s$*(\\]*$", re.I)
_CHANGED = regex(r"log|inverse|ratio|relative|change|factor|drop|fall|reciprocal|1/|per cent|%|normali", re.I)
_SAYS = {
    "perplexity/base-two": "2 is raised to a loss in nats; the perplexity is e raised to it",
    "perplexity/of-sum": "e is raised to the sum of the surprises; the perplexity takes their mean",
}
_TOKENS = "$-\\ln 0.5 = 0.6931$\n\n$-\\ln 0.2 = 1.6094$\n\n$-\\ln 0.4 = 0.9163$\n\n"
RULES: dict[str, Description] = {
    "perplexity/base-two": Description(
        "a loss that was taken with natural logarithms is put above a 2",
        wrong=_TOKENS + "The mean is 1.073. Perplexity: $PPL = 2^{1.073} = 2.10$",
        right=_TOKENS + "The mean is 1.073. Perplexity: $PPL = e^{1.073} = 2.92$",
        why="Perplexity is often explained with bits, and losses are computed in nats.",
    ),
    "perplexity/of-sum": Description(
        "e is raised to the sum of the surprises instead of their mean",
        wrong=_TOKENS + "The sum is 3.2188. Perplexity: $PPL = e^{3.2188} = 25.00$",
        right=_TOKENS + "The mean is 1.0729. Perplexity: $PPL = e^{1.0729} = 2.92$",
        why="The loss of a sentence is written as a sum over its words.",
    ),
}


def claims_of_perplexity(sheet: Sheet) -> Iterator[Claim]:
    yield from _by_wrong_recipe(sheet)
    yield from _below_one(sheet)


def _by_wrong_recipe(sheet: Sheet) -> Iterator[Claim]:
    """2 to a loss in nats, or e to the sum of the surprises."""
    shares = [share for one in sheet.results if (share := surprise(one.formula)) is not None]
    if len(shares) < 2:
        shares = _listed(sheet)
    if len(shares) < 2 or not all(_is_natural(one.formula) for one in sheet.results):
        return
    nats = log(vector(shares))
    right = worked_out(exp(call("neg", mean(nats))))
    wrong = {
        "perplexity/base-two": call("pow", number(2), call("neg", mean(nats))),
        "perplexity/of-sum": exp(call("neg", total(nats))),
    }
    for result in sheet.results:
        if PERPLEXITY.search(result.lead[-40:]) is None or holds((result.number,), right, 2):
            continue
        for rule, recipe in wrong.items():
            if holds((result.number,), worked_out(recipe), 2) or _is_near(result, recipe):
                yield sheet.claim(result.member.span, rule, _SAYS[rule], show(right) if right else None)
                return


def _below_one(sheet: Sheet) -> Iterator[Claim]:
    """A perplexity that is raised to a negative number, and so smaller than that of a certain prediction."""
    for result in sheet.results:
        first, formula = result.statement.members[0], result.formula
        before = result.lead[: len(result.lead) - (first.span.end - first.span.start)][-NEAR:]
        named = isinstance(first.expr, Name) and _ITS_NAME.fullmatch(first.expr.key) is not None
        raised = isinstance(formula, Call) and formula.op in ("exp", "pow")
        if not raised or not (named or _ITS_VALUE.search(before)):
            continue
        if 0 < result.number.value < 1 and _CHANGED.search(before) is None:
            message = "a perplexity is never below 1; the minus of the exponent is lost"
            yield sheet.claim(result.member.span, "perplexity/not-inverted", message)


def _listed(sheet: Sheet) -> list[fmpq]:
    """The chances in a list whose natural surprises are listed too."""
    for shares in sheet.listings:
        if _CHANCES.search(shares.label) is None or not all(0 < value < 1 for value in shares.values):
            continue
        nats = worked_out(call("neg", log(vector(shares.values))))
        if any(holds(other.numbers, nats) for other in sheet.listings):
            return list(shares.values)
    return []


def _is_near(result: Result, recipe: Expr) -> bool:
    """Whether a large number is right but for the rounding of its exponent."""
    value, stated = worked_out(recipe), result.number.value
    if not isinstance(value, fmpq | arb) or stated < 20:
        return False
    return bool(distance(value, stated) * 2000 < stated)


def _is_natural(expr: Expr | None) -> bool:
    """No logarithm to another base than e."""
    if expr is None:
        return True
    for node in walk(expr):
        if isinstance(node, Call) and node.op in ("log2", "log10"):
            return False
        if isinstance(node, Call) and node.op == "log":
            base = dict(node.options).get("base")
            if base is not None and not (isinstance(base, Name) and base.key == "e"):
                return False
    return True


def surprise(expr: Expr | None) -> fmpq | None:
    """The number p of −ln p."""
    match expr:
        case (
            Call(op="neg", args=(Call(op="log", args=(inner,)),))
            | Call(op="sub", args=(Name(index=()), Call(op="log", args=(inner,))))
        ):  # a word before the minus is no name
            stated = stated_number(inner)
            return None if stated is None else stated.value
        case _:
            return None
