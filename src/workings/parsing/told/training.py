"""Heads, batches and steps of descent in words: “with 8 heads and d_model = 512, each head has 64”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workings.expr import Expr
from workings.parsing.told.sentence import (
    COUNT,
    DECIMAL,
    Sentence,
    Told,
    Words,
    applied,
    either,
    numeral,
)
from workings.regex import regex

_EQUALS = r"(?:of|is|=|:|equals)?\s*"

# -- heads ----------------------------------------------------------------------------------------

_HEAD = regex(r"\bheads?\b", re.I)
_OTHER_HEADS = regex(
    r"\bgroup|\bkey-value|\bkv\b|\bquery heads|\bmulti-query|\bparam|\blayers\b|\bconcat", re.I
)
_MODELS = regex(r"\b(?:T5|[A-Z]\w*-?\d+[BM]?\b|Gemma|Llama|PaLM|Qwen|Mistral)")  # whose heads may be wider
_SIZE = r"(?:dimension(?:ality)?|size|width|dim)"
_NAMED = (
    r"(?:\\?[a-zA-Z](?:_\{?\s*\w+\s*\}?)?(?:\s*=\s*\\?[a-zA-Z](?:_\{?\s*\w+\s*\}?)?)?\s*=\s*)?"  # d_k = d_v =
)
_HEADS = regex(
    rf"(?:\b[hHn]\s*=\s*)?(?<![\d.])({COUNT})\s+(?:(?:attention|parallel|self-attention)[\s-]+)?heads\b"
    rf"|\bheads\s*=\s*({COUNT})",
    re.I,
)
_MODEL = regex(
    rf"\bd_?[{{\s]*(?:model|m)[}}\s]*{_EQUALS}({COUNT})|\bmodel\s+(?:of\s+|with\s+)?(?:an?\s+"
    rf"|the\s+)?{_SIZE}\s*{_EQUALS}({COUNT})"
    rf"|\b(?:hidden|embedding|model)\s+{_SIZE}\s*{_EQUALS}(?:d\s*=\s*)?({COUNT})"
    rf"|({COUNT})-dimensional\s+(?:model|embeddings?|vectors?)",
    re.I,
)
_PER_HEAD = (
    regex(
        rf"\b(?:each|every|one|a\s+single)\s+head\s+(?:then\s+)?(?:has|have|gets|uses|works\s+(?:with|in)"
        rf"|is\s+of|of)\s+(?:an?\s+|the\s+)?(?:{_SIZE}|(?=d_))\s*"
        rf"{_EQUALS}{_NAMED}|\bhead\s+{_SIZE}\s*{_EQUALS}{_NAMED}|\b{_SIZE}\s+per\s+head\s+(?:is|of"
        rf"|=)\s*{_NAMED}"
        rf"|\bper-head\s+{_SIZE}\s+(?:is|of|=)\s*{_NAMED}|\b{_SIZE}\s+of\s+(?:each|every|one"
        rf"|a)\s+head\s+(?:is|=|equals)\s*{_NAMED}"
        rf"|\beach\s+of\s+{_SIZE}\s+{_NAMED}",
        re.I,
    ),
    regex(
        r"\b(?:giv(?:es|ing)|leav(?:es|ing)|has|gets|uses|is|with|are|yields)\s+(?=(?:only\s+)?\d+(?:\s+"
        r"|-)dimension(?:s|al)?\s*(?:per|for\s+each|in\s+each)?)",
        re.I,
    ),
)


def heads(sentence: Sentence) -> Iterator[Told]:
    """“With 8 heads and d_model = 512, each head has dimension 64.”"""
    if not sentence.says(_HEAD) or sentence.says(_OTHER_HEADS) or sentence.says(_MODELS):
        return
    for pattern in _PER_HEAD:
        stated = pattern.search(sentence.text)
        value = None if stated is None else sentence.value(stated.end())
        if stated is None or value is None:
            continue
        words = Words(sentence.text)
        words.paint(stated.start(), value.span.end)
        many, width = words.count(_HEADS), words.count(_MODEL)
        if many is None or width is None or not words.is_spent(value.span.end):
            continue
        expr = applied("div", width, many)
        yield value.told("the dimension of a head", expr)
        return


# -- batches --------------------------------------------------------------------------------------

_BATCH = regex(r"\b(?:mini-?\s?)?batch", re.I)
_EPOCH = regex(r"\bepochs?\b", re.I)
_SPREAD = regex(
    r"\baccumulat|\bGPUs?\b|\bworkers?\b|\bdevices?\b|\bsplit|\bfolds?\b|\bvalidation|\btest\b"
    r"|\bseconds?\b|\bminutes?\b|\bhours?\b",
    re.I,
)
_THINGS = (
    r"(?:(?:training|labell?ed|data|total)\s+)?(?:examples?|samples?|images?|instances?|points?|rows"
    r"|records|sentences|"
    r"observations|documents|pictures|patterns|items)"
)
_EXAMPLES = regex(
    rf"(?<![\d.])({COUNT})\s+{_THINGS}\b|\b(?:data\s?set|training\s+set)\s+(?:of\s+)?(?:size\s+)?({COUNT})"
    rf"|\b[Nn]\s*=\s*({COUNT})",
    re.I,
)
_BATCHES_OF = regex(
    rf"\b(?:mini-?\s?)?batch(?:(?:es)?\s+of(?:\s+size)?\s+|(?:\s+|-)?(?:sizes?)?\s*(?:of\s+|is\s+|=\s*|:\s*)?)"
    rf"(?:[Bb]\s*=\s*)?({COUNT})(?:\s+{_THINGS})?\b(?!\s+(?:batches|iterations|steps|updates))",
    re.I,
)
_EPOCHS = regex(rf"(?<![\d.])({COUNT})\s+epochs\b", re.I)
_ROUNDS = (
    r"(?:(?:mini-?)?batch(?:es)?|iterations?|(?:gradient\s+|training\s+|optimi[sz]er\s+)?steps?"
    r"|(?:weight\s+|parameter\s+|gradient\s+)?updates?)"
)
_TAKES = (
    r"(?::|\b(?:there\s+are|takes?|has|have|gives?|makes?|means?|needs?|requires?|consists?\s+of|contains?|is"
    r"|are|yields?|we\s+get|we\s+have|in|results?\s+in))\s+"
)
_TAKEN = regex(_TAKES, re.I)
_PER_EPOCH = regex(
    rf"\s*{_ROUNDS}\s*(?:per|in\s+(?:one|an|each|every)|for\s+(?:one|each)|an|/)\s*epoch\b", re.I
)
_EPOCHS_ROUNDS = regex(rf"\b{_ROUNDS}\s+(?:per|in\s+(?:one|an|each))\s+epoch\b", re.I)
_ONE_EPOCH = regex(rf"\b(?:one|an|each|every|per|a\s+single)\s+epoch\b[^.]{{0,60}}{_TAKES}", re.I)
_JUST_ROUNDS = regex(rf"\s*+(?:(?:full|complete)\s+)?{_ROUNDS}\b", re.I)
_KEPT = regex(
    r"\bsmaller\b|\bincomplete\b|\bpartial|\bkept\b|\bround\w*\s+up|\bceil|\bremaining\b|\bonly\s+contains\b",
    re.I,
)
_DROPPED = regex(r"\bdrop|\bdiscard|\bignor|\bskip|\bround\w*\s+down|\bfloor|\bfull\b|\bcomplete\b", re.I)


def batches(sentence: Sentence) -> Iterator[Told]:
    """“With 1000 examples and batch size 32 there are 32 batches per epoch.”"""
    if not sentence.says(_BATCH) or not sentence.says(_EPOCH) or sentence.says(_SPREAD):
        return
    for taken in _TAKEN.finditer(sentence.text):
        value = sentence.value(taken.end())
        if value is None:
            continue
        end = sentence.behind(value)
        rounds = _JUST_ROUNDS.match(sentence.text, end)
        ahead = _EPOCHS_ROUNDS.search(sentence.text, 0, taken.start())
        if rounds is None and ahead is None:
            continue
        words = Words(sentence.text)
        words.paint(value.span.start, end if rounds is None else rounds.end())
        size, examples, epochs = words.count(_BATCHES_OF), words.count(_EXAMPLES), words.count(_EPOCHS)
        per_epoch = ahead or _PER_EPOCH.match(sentence.text, end) or _ONE_EPOCH.search(sentence.text)
        if size is None or examples is None or not words.is_spent(value.span.end) or size == 0:
            continue
        if (epochs is None) == (per_epoch is None):
            continue  # neither or both are said
        expr = either(*_rounds(sentence, examples, size, epochs))
        if expr is not None:
            name = "the number of steps" if epochs else "the number of steps of an epoch"
            yield value.told(name, expr)
        return


def _rounds(sentence: Sentence, examples: int, size: int, epochs: int | None) -> list[Expr]:
    """How many batches there are, with the last one or without where nothing is said of it."""
    share = applied("div", examples, size)
    whole = [applied("ceil", share)] if sentence.says(_KEPT) else [applied("floor", share)]
    if sentence.says(_KEPT) == sentence.says(_DROPPED):
        whole = [applied("ceil", share), applied("floor", share), share]
    if examples % size == 0:
        whole = [share]
    return [*whole] if epochs is None else [applied("mul", epochs, one) for one in whole]


# -- steps of descent -----------------------------------------------------------------------------

_LETTER = r"(?:\\?(?:theta|beta|mathbf\{w\})|[a-zA-Zθβ])(?:_\{?[\w+]{1,4}\}?|\^\{?\(?\w\)?\}?|['′])?"
_DESCENDS = regex(
    r"\b(?:gradient\s+)?(?:descent|step|update|SGD)|\bupdated\b|\bnew\s+(?:weight|value|parameter|\w\b)", re.I
)
_OTHERWISE = regex(
    r"\bmomentum|\bAdam|\bRMS|\bAdaGrad|\bdecay|\bregulari|\bascent|\bNesterov|\bclip|\bNewton|\bmaximi"
    r"|\bbatch|\bmean\b|\baverage"
    r"|\bpenalty|\bL2\b|\bsteps\b|\biterations\b|\bepochs?\b|\bbias\b|\bvelocity|\badd(?:s|ed|ing)?\b"
    r"|\bsum\b|\bmultipl|\btimes\b|\bloss\b",
    re.I,
)
_RATE = regex(
    rf"\b(?:learning\s+rate|step[\s-]size|step\s+length)\s*(?:of|is|=|:)?\s*(?:(?:\\eta|\\alpha|η|α"
    rf"|lr)\s*=\s*)?({DECIMAL})"
    rf"|(?:\\eta|\\alpha|η|α|\blr)\s*(?:=|is)\s*({DECIMAL})",
    re.I,
)
_SLOPE = regex(
    rf"\b(?:gradient|derivative|slope)\s*(?:of|is|=|:|there\s+is)?\s*(?:(?:\\nabla\s*\w+|∇\w+|[gG]"
    rf"|d\w/d\w)\s*=\s*)?({DECIMAL})",
    re.I,
)
_START = regex(
    rf"\b(?:weight|parameter|value|point|position)\s*(?:of|is|="
    rf"|:)?\s*(?:(?P<word>{_LETTER})\s*=\s*)?({DECIMAL})"
    rf"|(?<![\w\\])(?P<letter>{_LETTER})\s*(?:=|is)\s*({DECIMAL})",
    re.I,
)
_RESULT = regex(
    rf"\b(?:giv(?:es|ing)|leads?\s+to|yields?|results?\s+in|produces|moves?\s+(?:\w\s+)?to|takes\s+(?:us"
    rf"|\w)\s+to|brings\s+(?:us|\w)\s+to)\s+"
    rf"(?:us\s+)?(?:the\s+|an?\s+)?(?:(?:new|updated)\s+)?(?:(?:weight|value"
    rf"|parameter)\s+)?(?:of\s+)?(?:(?P<one>{_LETTER})\s*=\s*)?"
    rf"|\b(?:new|updated)\s+(?:weight|value|parameter|point)\s+(?:is|=|becomes"
    rf"|equals)\s+(?:(?P<two>{_LETTER})\s*=\s*)?"
    rf"|\b(?:new|updated)\s+(?P<three>{_LETTER})\s*(?:is|=|becomes|equals)\s*",
    re.I,
)


def descents(sentence: Sentence) -> Iterator[Told]:
    """“With learning rate 0.1, w = 2 and gradient 3, one step of gradient descent gives w = 1.7.”"""
    if not sentence.says(_DESCENDS) or sentence.says(_OTHERWISE):
        return
    for stated in _RESULT.finditer(sentence.text):
        value = sentence.value(stated.end())
        if value is None:
            continue
        words = Words(sentence.text)
        words.paint(stated.start(), value.span.end)
        rate, slope, start = words.take(_RATE), words.take(_SLOPE), words.take(_START)
        if rate is None or slope is None or start is None or not words.is_spent(value.span.end):
            continue
        letter, result = start["word"] or start["letter"], stated["one"] or stated["two"] or stated["three"]
        if letter and result and _base(letter) != _base(result):
            continue
        step = applied("mul", _number(rate), _number(slope))
        expr = applied("sub", _number(start), step)
        yield value.told("the new value", expr)
        return


def _base(letter: str) -> str:
    """A letter without what tells its steps apart."""
    return re.split(r"[_^'′]", letter)[0].strip("\\")


def _number(found: re.Match[str]) -> Expr:
    names = set(found.re.groupindex.values())
    groups = enumerate(found.groups(), 1)
    return numeral(next(text for at, text in groups if text is not None and at not in names))
