"""variation/result: a sentence about what a change would do, which the document run with the change refutes.

“He adds a second, identical head and changes W_O to the identity: the result would be identical.” The change
is made, every formula that depends on it is run again, and what is said of the result is held to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Statement
from workings.finding import Claim
from workings.regex import regex

RULE = "variation/result"
_GIVEN = "$x = 3$, $w = 2$ and $b = 1$\n\n$y = w x + b = 7$\n\n"
DESCRIPTION = Description(
    "a sentence says what a change would do, and the document run with that change says otherwise",
    wrong=_GIVEN + "If we double $w$, $y$ doubles.",
    right=_GIVEN + "If we double $w$, $y$ becomes 13.",
    why="The change is followed in thought through one step, and another step undoes or adds to it.",
)
NEARBY = 700  # characters before an effect in which its change is told
_EFFECT = regex(
    r"\b(?:same|identical|unchanged|unaffected|no difference|no effect|not (?:change|affect|alter)|doubles|"
    r"doubled|halves|halved|triples|becomes?|would|still|is \$?\d|twice as|increases|decreases|rises|falls|"
    r"drops|changes|differs?|different)\b"
    r"|n['’]t change",
    re.I,
)
_CHANGE = regex(
    r"\b(?:chang(?:es|ing|e \S)|replac|swap|exchang|doubl|tripl|halv|drop(?:s|ping|ped)?\b|remov|without|"
    r"omit|leav\w+ out|heads?\b|instead|temperature|were\b|multiply|setting)",
    re.I,
)


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """The sentences that say what becomes of a result when something is changed."""
    text = judge.page.text
    if not judge.scope.bindings or not any(
        _CHANGE.search(text, max(0, found.start() - NEARBY), found.end() + NEARBY // 7)
        for found in _EFFECT.finditer(text)
    ):
        return []
    from workings.checking.positions.understanding import formulas_in_words
    from workings.checking.positions.varying import claims_of_variations

    listed = tuple(statements)
    return claims_of_variations(judge, listed, formulas_in_words(judge, listed), RULE)
