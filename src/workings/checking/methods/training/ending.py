"""Targets of steps that end an episode: behind the end comes no value, so the reward is all there is.

“s2, a, r = 10, episode ends: target 10 + 0.9·4” adds the value of a state that is never reached.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from flint import fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.comparing.parts import TIMES, signed_terms
from workings.checking.methods.pages.facts import Facts
from workings.checking.methods.pages.knowing import Working, facts_of, workings_of
from workings.checking.methods.sheet import Sheet
from workings.checking.rules.catalogue import Description
from workings.evaluating.rendering import show
from workings.expr import Call, Expr, Number
from workings.finding import Claim
from workings.parsing.moods import is_contrasted
from workings.regex import regex
from workings.source import line_start

RULE = "td/after-the-end"
_LEARNT = regex(r"\bQ-?learning\b|\bSARSA\b|\bTD\b|temporal[- ]difference|\bDQN\b|\bGAE\b|\bdiscount", re.I)
_ENDS = regex(
    r"\b(?:episode|game|run|trial)\b[^.\n]{0,12}\b(?:ends?|over|finish\w*|terminat\w*)\b"
    r"|(?<!non-)(?<!not )(?<!no )\bterminal\b(?! state)"
    r"|\b(?:is|reaches|into|enters|next state) (?:a |the )?terminal\b"
    r"|\bdone\s*(?:=|is)\s*(?:1|true)\b",
    re.I,
)
_OTHERWISE = regex(r"\bprob|\btime[- ]?limit|\btruncat|\bif\b|\bunless\b|\bnot (?:yet )?over|\bwould\b", re.I)
_TARGET = regex(r"\btarget\b|\by\b|\bδ|\bTD\b", re.I)
_GIVEN = "Q-learning with $\\gamma = 0.9$.\n\nState B, action up, reward 8, the episode ends:\n\n"
SAID: tuple[re.Pattern[str], ...] = (_LEARNT,)
RULES: dict[str, Description] = {
    RULE: Description(
        "a value is added that would come after the end of the episode",
        wrong=_GIVEN + "target $8 + 0.9 \\cdot 5 = 12.5$",
        right=_GIVEN + "target $8 + 0.9 \\cdot 0 = 8$",
        why="All other steps have the value of the next state in their target.",
    ),
}


def claims_of_endings(sheet: Sheet) -> Iterator[Claim]:
    """The first target of a last step that has a discounted value in it."""
    if not sheet.says(_LEARNT) or not sheet.says(_ENDS):
        return
    facts = facts_of(sheet)
    for line in workings_of(sheet):
        said = _said_of(sheet.text, line)
        if _ENDS.search(said) is None or _OTHERWISE.search(said) or not _TARGET.search(line.said):
            continue
        reward = _reward(line.formula.expr, _discounts(facts, line.start))
        if reward is not None and not is_contrasted(sheet.text, line.start):
            message = f"the episode ends here: no value comes after it, and the target is {show(reward)}"
            yield sheet.claim(line.formula.span, RULE, message, reward)
            return


def _said_of(text: str, line: Working) -> str:
    """What stands before a line, also above it if that ends in a colon."""
    opening = line_start(text, line.start)
    above = text[:opening].rstrip()
    title = above[line_start(above, len(above)) :] if above.rstrip("*_ ").endswith(":") else ""
    return f"{title} {text[opening : line.start]}"


def _discounts(facts: Facts, place: int) -> set[fmpq]:
    above = facts[: facts.count_above(place)]
    return {fact.value for fact in above if fact.name in ("γ", "gamma") and isinstance(fact.value, fmpq)}


def _reward(expr: Expr, discounts: set[fmpq]) -> fmpq | None:
    """The first number of a sum whose second term is a value, discounted by γ."""
    terms = signed_terms(expr)
    reward = stated_number(terms[0]) if len(terms) == 2 else None
    match terms[-1]:
        case Call(op=op, args=(Number(value=factor), Number(value=value))) if op in TIMES:
            return reward.value if reward is not None and factor in discounts and value else None
        case _:
            return None
