"""Whether a sentence means the result that it states: it is not supposed, and no other mean is meant."""

from __future__ import annotations

import re

from workings.parsing.hypotheses import is_hypothetical
from workings.parsing.moods import Mood, is_called_false, mood, sentence_before
from workings.regex import regex

FURTHEST_CHANGE = 300  # characters before a result in which a name may have got another value
HEDGING = (  # which makes any sentence a supposition, a wish or a denial
    r"if|whether|when|whenever|unless|until|suppose|assum\w+|should|must|not|instead|wrong\w*|what|up\s+to"
)
_BY_OTHER_MEANS = r"round\w*|truncat\w*|mod(?:ulo)?|weight\w*|normali[sz]\w*|scaled|after"  # than it says
_OPEN = regex(
    rf"\b(?:{HEDGING}|{_BY_OTHER_MEANS}|where|whose|such\s+that|let|want|need|require\w*|which|that|once"
    r"|for\s+which|say|before|without|under|in\s+(?:the\s+\S+\s+sense|units?|base|log\w*|per\s?cent)"
    r"|with(?![^.]*=)|per|ignor\w+|neglect\w*|using)\b",
    re.IGNORECASE,
)
_SAID_WITH = regex(
    rf"[^.;!?]{{0,120}}?\b(?:{_BY_OTHER_MEANS}|to\s+(?:the\s+)?nearest|sense|when|if|units?"
    r"|in\s+(?:base|bits|nats|magnitude|absolute|units?|log\w*)|up\s+to|instead)\b"
)
_ASKED = regex(r"[^.\n]{0,40}\?")
_STOP = regex(r"[.!?]\s")
_CHANGED = regex(
    r"\b(?:normali[sz]\w*|cent(?:er|re?)\w*|standardi[sz]\w*|(?:re)?scal(?:e[sd]?|ing)|doubl\w*|halv\w*"
    r"|clip\w*|shift\w*|divid\w*"
    r"|multipl\w*|updat\w*|rotat\w*|now|new|whiten\w*|appl(?:y|ied|ying)|replac\w*)\b",
    re.IGNORECASE,
)
_OTHER_KINDS = regex(  # a text that speaks of other means and norms may mean these
    r"(?P<norm>\bL_?\{?[1p∞]|ℓ|\\ell|\b[lL]1\b|\b(?:manhattan|taxicab|city[\s-]block|maximum\s+norm"
    r"|max(?:imum)?[\s-]norm"
    r"|infinity\s+norm|chebyshev|absolute\s+values?|squared\s+(?:norm|distance|euclidean)|1-norm|p-norm)\b)"
    r"|(?P<mean>\b(?:weighted|weights|geometric|harmonic|trimmed|moving|running|quadratic|truncated"
    r"|winsori[sz]ed)\b)"
    r"|(?P<total>\b(?:mod|modulo|xor|GF|base|b?f(?:loat|p)?16|u?int\d+|\d+[\s-]bits?|overflow\w*|saturat\w*"
    r"|wrap\w*|half[\s-]precision)\b)",
    re.IGNORECASE,
)
_MEANT_BY = {
    "norm": "norm", "magnitude": "norm", "distance": "norm", "mean": "mean", "average": "mean",
    "sum": "total", "product": "total",
}  # fmt: skip
_NO_NORM = regex(
    r"\b(?:L|ℓ|\\ell)_?\{?[1p∞]|\b[1p]-norm|max(?:imum)?[\s-]norm|infinity[\s-]norm|\bspectral", re.IGNORECASE
)
_NO_MEAN = regex(
    r"(?:\bMSE\b|squared?\s+error)[^\n]{0,60}(?:frac\{?1\}?\{?2|1\s?/\s?\(?2|½|0\.5\s?[·*]|\bhalf\b)",
    re.IGNORECASE,
)
_OTHERWISE = {  # a name that may mean something else on a page that speaks of this
    "distance": regex(
        r"\b(?:manhattan|taxicab|city[\s-]?block|hamming|chebyshev|edit|levenshtein|cosine|jaccard"
        r"|mahalanobis|minkowski"
        r"|squared|signed|hyperplane|wasserstein|earth)\b|\b(?:L|ℓ)_?\{?[1∞]",
        re.IGNORECASE,
    ),
    "norm": _NO_NORM,
    "magnitude": _NO_NORM,
    "mse": _NO_MEAN,
    "mean squared error": _NO_MEAN,
    "mean square error": _NO_MEAN,
}


def is_asserted(text: str, before: str, start: int, end: int) -> bool:
    """Whether what stands at a place, behind these words of its sentence, is stated and not taken back."""
    if is_called_false(text, end) or is_hypothetical(before.lower().split()):
        return False
    return mood(text, start, end) is Mood.STATED


def is_open(text: str, start: int, end: int) -> bool:
    """Whether a sentence supposes, asks or denies a result, or came by it in another way."""
    before = clause_before(text, start)
    if _OPEN.search(before) or _ASKED.match(text, end) or _SAID_WITH.match(text, end):
        return True
    return not is_asserted(text, before, start, end)


def clause_before(text: str, start: int) -> str:
    """What stands before a place in its sentence, behind an “e.g. ” as well."""
    return _STOP.split(sentence_before(text, start))[-1]


def ambiguous_on(page: str) -> set[str]:
    """The names of operations that may mean something else on a page that speaks of this."""
    spoken_of = {other for other in {*_OTHERWISE.values()} if other.search(page)}
    return {phrase for phrase, other in _OTHERWISE.items() if other in spoken_of}


def is_meant_otherwise(text: str, phrase: str, end: int) -> bool:
    """Whether the text so far speaks of another norm or mean, of which the short word may be short."""
    meant = _MEANT_BY.get(phrase)
    return meant is not None and any(found[meant] for found in _OTHER_KINDS.finditer(text, 0, end))


def may_have_changed(text: str, end: int) -> bool:
    """Whether the text before a place does something to its names, so that they may have other values."""
    return _CHANGED.search(text, max(0, end - FURTHEST_CHANGE), end) is not None
