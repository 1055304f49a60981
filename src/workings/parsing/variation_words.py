"""The patterns of variations in prose. A space in a pattern stands for any run of spaces, tried only once."""

from __future__ import annotations

import re
from functools import cache

from workings.regex import regex


@cache
def compiled(text: str) -> re.Pattern[str]:
    """A pattern of this file, made when a sentence first asks for it: there are many, and few are needed."""
    return regex(text.replace(" ?", r"\s*+").replace(" ", r"\s++"))


COUNTS = {"a second": 2, "another": 2, "one more": 2, "two": 2, "2": 2, "a third": 3, "three": 3, "3": 3}
COUNTS |= {"four": 4, "4": 4, "eight": 8, "8": 8}
FACTORS = {"twice": (2, 1), "half": (1, 2), "ten times": (10, 1)}
for _stem, _ratio in (("doubl", (2, 1)), ("tripl", (3, 1)), ("quadrupl", (4, 1)), ("halv", (1, 2))):
    FACTORS |= {_stem + _end: _ratio for _end in ("e", "es", "ed", "ing")}

NAME = (
    r"(?:\\(?:mathbf|boldsymbol|mathrm|bm|mathit)\s?\{?\s?)?(?:\\[a-z]{2,8}|[A-Za-zα-ω])\}?"
    r"(?:_(?:\{(?:\\(?:text|mathrm)\{\w{1,12}\}|[^{}\s]{1,12})\}|\\?\w{1,6}))?(?:\^\{?[A-Za-z]\}?)?'{0,2}"
)
_THE = (
    r"(?:(?:the|its|both|all) )?(?:(?:output|value|query|key|weight|projection|embedding) "
    r"(?:matrix|matrices|projection|weights?) |learning rate |(?:bias|input|width|temperature|matrix) )?"
)
_NUMBER = r"[-−]?\d+(?:\.\d+)?(?:/\d+)?"
_IDENTITY = (
    r"(?:(?:an?|the) )?(?:\d+ ?-? ?(?:by|×|x|\\times) ?-? ?\d+ )?"
    r"(?:identity(?: matrix)?|I(?:_\{?\w{1,3}\}?)?)(?![\w'])"
)
_NEW = rf"(?:(?P<identity>{_IDENTITY})|(?P<number>{_NUMBER})(?![\w.]*\d)|(?P<other>{NAME})(?!\w))"
_LEAVE_OUT = r"(?:drop(?:s|ping|ped)?|remov(?:es?|ing|ed)|without|leav(?:e|es|ing) out|omit(?:s|ting|ted)?)"
_GONE = r"(?:is|are|were|was) (?:dropped|removed|left out|omitted|taken away)"

SET = (
    r"(?i:\b(?:chang(?:es?|ing|ed)|replac(?:es?|ing|ed)|set(?:s|ting)?|switch(?:es|ing)?|rais(?:es?|ing)|"
    r"lower(?:s|ing)?|tak(?:es?|ing)|us(?:es?|ing)|with|if|let|makes?|making)) "
    rf"(?i:{_THE})(?P<name>{NAME})(?!\w)(?i: ?=| (?:to be|to|by|with|were|was|is replaced (?:by|with)|"
    rf"is changed to|becomes|is set to|is|from \S{{1,20}} to)\b) ?{_NEW}"
)
NOW = (
    rf"(?<![\w\\])(?P<name>{NAME})(?!\w) (?i:(?:now )?becomes|is (?:now )?(?:replaced (?:by|with)|changed to|"
    rf"set to)) {_NEW}"
)
MOVES = regex(r"(?:chang|replac|set|switch)", re.I)  # what may give a name the value of another
MADE = regex(r"\b(?:replaced|changed|set)\b", re.I)
SCALE = (
    rf"(?i:\b(?P<factor>doubl(?:e|ing)|tripl(?:e|ing)|quadruple|halv(?:e|ing)) {_THE})(?P<name>{NAME})(?!\w)"
)
SCALED = rf"(?<![\w\\])(?P<name>{NAME}) (?i:(?:is|were|was) (?P<factor>doubled|tripled|halved))"
TIMES = rf"(?i:\bmultipl(?:y|ying) {_THE})(?P<name>{NAME}) (?i:by) (?P<number>{_NUMBER})"
SWAP = (
    rf"(?i:\b(?:swap|exchange|interchange)(?:s|ping|d|ing)?) (?P<name>{NAME}) (?i:and|with) "
    rf"(?P<other>{NAME})(?!\w)"
)
HEADS = (
    r"(?i:\b(?P<count>a second|a third|another|one more|two|three|four|eight|[2348]),? "
    r"(?:(?:attention|exact|completely) )?(?:(?P<alike>identical|equal|copied|duplicate) )?"
    r"(?:(?:attention|self-attention) )?heads?\b)"
)
ALIKE = regex(r"\b(?:identical|same|cop(?:y|ies)|duplicat|equal)", re.I)
UNMASK = (
    rf"(?i:\b(?:{_LEAVE_OUT}|no|forget(?:s|ting)?) (?:(?:the|a|any) )?(?:(?:causal|look-ahead|attention) )?"
    rf"mask(?:ing)?\b|\b(?:the |a )?(?:causal |look-ahead |attention )?mask {_GONE}\b)"
)
UNSCALE = (
    rf"(?i:\b{_LEAVE_OUT} (?:the )?(?:scal(?:e|ing)(?: factor)?|division by|dividing by|factor (?:of )?1/)"
    r"(?: ?(?:of |by )?\\?(?:sqrt|√)\S*)?)"
)
UNBIAS = rf"(?i:\b{_LEAVE_OUT} (?:(?:the|all|any) )?bias(?:es)?\b|\bbias(?:es)? {_GONE}\b)"
WARM = (
    r"(?i:\btemperature (?:(?:of|to|is|were|becomes) |[Tτ] ?= ?|\\tau ?= ?|= ?)?(?:(?:from \S+ )?to )?)"
    rf"(?P<number>{_NUMBER})"
)

_NOUN = (
    r"(?:results?|loss|losses|outputs?|answers?|logits|value|cross-entropy|attention (?:weights|matrix|map)|"
    r"weights|scores|predictions?|probabilit(?:y|ies)|perplexity|update|gradient|accuracy)"
)
_OBJECT = rf"(?:(?P<noun>{_NOUN})|(?P<name>(?-i:{NAME})))"
_WHAT = (
    r"(?:(?:the|this|its|our|that) (?:(?:final|overall|total|new|resulting|cross-entropy|matrix) )*"
    rf"(?P<noun>{_NOUN})"
    rf"(?: (?P<named>(?-i:{NAME}))(?!\w))?|(?<![\w\\$])(?P<name>(?-i:{NAME}))(?!\w))"
)
_MODAL = (
    r"(?:would|will|does|do|did|is|are|should|must)? ?"
    r"(?:(?:still|then|also|now|therefore|thus|exactly) )*"
)
_NOT = r"(?:(?:would|will|does|do) not|(?:wo|does|do|would)n['’]t)"
_TO = (
    r"(?:be|becomes?|is|(?:rises?|falls?|drops?|grows?|goes (?:up|down)|(?:increases?|decreases?|changes?)"
    r"(?: from \S+)?) to|equals)"
)
_SAME = (
    rf"{_WHAT} {_MODAL}(?:(?:be|is|are|stays?|remains?|keeps?) )?(?:(?:still|exactly|completely) )*"
    r"(?:the same|identical|unchanged|unaffected)\b",
    rf"{_WHAT} {_NOT} (?:change|be affected|differ)\b",
    r"\b(?:obtain|get|have|gives?|yields?|produces?|leads? to|reach(?:es)?) (?:exactly )?the (?:very )?same "
    rf"{_OBJECT}(?!\w)",
    rf"\b{_NOT} (?:change|affect|alter) (?:the )?{_OBJECT}(?!\w)",
    rf"\bleav(?:es?|ing) (?:the )?{_OBJECT} (?:exactly )?"
    r"(?:unchanged|the same|as it (?:is|was)|unaffected)\b",
    r"\b(?:makes no difference|has no effect|nothing (?:would )?changes?|"
    r"(?P<noun>everything) (?:stays|remains) the same)\b",
)
_OTHER = (
    rf"{_WHAT} {_MODAL}(?:be )?(?:changes?|differs?|different|not (?:be )?(?:the same|identical))"
    r"(?! (?:by|from|to)\b)\b",
    rf"{_WHAT} {_NOT} (?:stay|remain|be) (?:the same|identical|unchanged)\b",
)
_FACTOR = (
    rf"{_WHAT} {_MODAL}(?:(?:be|is) )?(?P<factor>doubles?d?|halves|halved|triples?d?|quadruples?)\b",
    rf"\b(?P<factor>doubles|halves|triples|quadruples) (?:the )?{_OBJECT}(?!\w)",
    rf"{_WHAT} {_MODAL}(?:(?:be|becomes?) )?(?P<factor>\d+(?:\.\d+)?|twice|half|ten times) (?:times )?"
    r"as (?:large|big|high|small|much)",
)
_VALUE = (
    rf"{_WHAT} {_MODAL}{_TO} (?:(?:now|about|only|then|again|still) )*[≈~=]? ?"
    rf"(?P<number>{_NUMBER})(?![\w.]*\d)",
)
_MORE = (
    rf"{_WHAT} {_MODAL}(?:increases?|rises?|grows?|goes up|(?:be|is|becomes?|gets?) "
    r"(?:larger|higher|bigger|greater))(?! to\b)\b",
)
_LESS = (
    rf"{_WHAT} {_MODAL}(?:decreases?|falls?|shrinks?|goes down|drops?|(?:be|is|becomes?|gets?) "
    r"(?:smaller|lower))(?! to\b)\b",
)
EFFECTS = {  # each with a word without which it cannot be told
    "same": (regex(r"same|identical|unchanged|unaffected|not|n['’]t|no|nothing|as it", re.I), _SAME),
    "other": (regex("chang|differ|not", re.I), _OTHER),
    "times": (regex("doubl|hal[vf]|tripl|quadr|twice|times", re.I), _FACTOR),
    "value": (regex(r"\d"), _VALUE),
    "more": (regex("increas|rise|grow|up|larger|higher|bigger|greater", re.I), _MORE),
    "less": (regex("decreas|fall|shrink|down|drop|smaller|lower", re.I), _LESS),
}
EFFECT = regex(
    r"\b(?:same|identical|unchanged|unaffected|no (?:difference|effect)|nothing (?:would )?changes?|differs?|"
    r"different|not (?:change|affect|alter|be affected)|doubles?d?|triples?d?|quadruples|halves|halved|"
    r"equals|as (?:large|big|high|small|much)|becomes?|would|still|is\s++(?:again|now|[-−]?\d)|increases?|"
    r"decreases?|changes?|rises?|falls?|drops?|grows?|shrinks?|goes (?:up|down)|larger|smaller|higher|lower|"
    r"bigger|greater|as it (?:is|was))\b|n['’]t (?:change|affect)",
    re.I,
)
CHANGE = regex(
    r"\b(?:chang|replac|set|switch|rais|lower|tak|us(?:e|ing)|with|if|let|mak|becomes|is|were|was|doubl|tripl|"
    r"quadr|halv|multipl|swap|exchang|interchang|head|drop|remov|leav|omit|no|forget|temperature)",
    re.I,
)
