"""How the text leads from one equation to the next."""

from __future__ import annotations

import re
from enum import Enum

from workings.regex import regex

FURTHEST = 200  # characters between two equations of a derivation


class Lead(Enum):
    """What stands between two equations: words of a conclusion, nothing but a new line, or an `and`."""

    SAID = "said"
    BESIDE = "beside"
    JOINED = "joined"  # which may be one more conclusion, or another equation altogether


_SIGNS = (
    r"[\s$&>_,;:(){}\[\]*—–]|---?|\\[\[\]()\\,;!]|\\(?:begin|end)\{[a-z]+\*?\}(?:\{\w+\})?"
    r"|\\(?:quad|qquad|text|nonumber|notag|displaystyle|left|right|big)\b|\\(?:label|tag)\{[^{}]*\}|\.(?=\s)"
)
_ARROWS = (
    r"=>|[⇒→⟹⟺⇔∴]|\\(?:Rightarrow|implies|rightarrow|to|therefore|Longrightarrow|iff|Leftrightarrow"
    r"|Longleftrightarrow)(?![a-zA-Z])"
)
_CONCLUDING = (
    r"\b(?:so|then|thus|hence|therefore|gives?|giving|yields?|yielding|means|implies|implying|obtain"
    r"|obtains|follows"
    r"|get|gets|rearrang(?:e|ed|ing)|solving|simplif(?:y|ies|ying)|expanding|factoring|isolating"
    r"|equivalently|consequently|daher|also|folgt|ergibt|somit|damit|umstellen|donc|d'où|luego|entonces"
    r"|quindi)\b"
    r"|\bi\.e\."
)
_STEPS = (
    r"\b(?:by|for)[\s$]+\\?[A-Za-z0-9]{1,6}\b"
    r"|\b(?:which|that|this|it|we|have|has|find|is|are|the|a|by|from|to|for|of|on|in|both|each|sides?|left"
    r"|right|hand"
    r"|terms?|equation|subtract(?:ing)?|add(?:ing)?|divid(?:e|ing)|multiply(?:ing)?|collect(?:ing)?|mov(?:e"
    r"|ing)|bring(?:ing)?"
    r"|tak(?:e|ing)|logs?|logarithms?|exponentials?|exponentiat(?:e|ing)|squar(?:e|es|ing)|roots?"
    r"|invert(?:ing)?|cancel(?:ling)?"
    r"|and|out|over|everything|through(?:out)?|now|next|finally|first|can|be|written|rewrite|rewritten|as"
    r"|or)\b"
)
_BETWEEN = regex(rf"(?>{_ARROWS}|{_SIGNS}|{_CONCLUDING}|{_STEPS})*+", re.IGNORECASE)  # never steps back
_SAYS_SO = regex(rf"{_ARROWS}|{_CONCLUDING}", re.IGNORECASE)
_SINCE = regex(r"\b(?:since|because|from|as|given|da|weil|aus|puisque|comme|como)[\s$({\\]*\Z", re.IGNORECASE)
_ENDED = regex(r"[\s$)}\\]*,")
_SYSTEM = regex(
    r"\b(?:systems?|simultaneous\w*|lines|planes|hyperplanes|boundaries|curves|circles|constraints?"
    r"|conditions?|equations|unknowns|intersect\w*"
    r"|meet|cross|mirror\w*|constraints|requirements?|respectively|both|either|branch\w*|cases?|variants?"
    r"|Gleichungssystem\w*|Gleichungen"
    r"|Bedingung\w*|Geraden|Ebenen|Nebenbedingung\w*|système|équations|conditions|contraintes?|droites"
    r"|plans|sistema|ecuaciones"
    r"|condiciones|restricciones|rectas|planos)\b",
    re.IGNORECASE,
)
_SYSTEM_BEFORE, _SYSTEM_AFTER = 200, 120  # characters
_STEPS_ON = regex(_STEPS, re.IGNORECASE)


def lead(before: str, between: str) -> Lead | None:
    """How the text before and between two equations leads from one to the other, if it does."""
    if len(between) > FURTHEST or _BETWEEN.fullmatch(between) is None:
        return None
    if _SAYS_SO.search(between) is not None or (_SINCE.search(before) and _ENDED.match(between)):
        return Lead.SAID
    is_apart = "\n" in between or "\\\\" in between
    return Lead.BESIDE if is_apart and _STEPS_ON.search(between) is None else Lead.JOINED


def is_arrow(between: str) -> bool:
    """Whether an arrow stands between, before which everything counts as supposed."""
    return re.search(_ARROWS, between) is not None


def are_of_system(text: str, start: int, end: int) -> bool:
    """Whether the text around two equations speaks of lines that meet, of conditions, of a system."""
    around = (text[max(0, start - _SYSTEM_BEFORE) : start], text[end : end + _SYSTEM_AFTER])
    return any(_SYSTEM.search(part) for part in around)
