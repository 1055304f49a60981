"""From items to trees: each gets its place behind what stands before it, and examples are told apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from flint import fmpq

from workings.decoding.model import Choice, Model, Prefix, is_end, is_start, key
from workings.parsing.trees.items import Border, Item, Product, Where
from workings.parsing.trees.lengths import length_in
from workings.parsing.trees.sequences import Vocabulary, squeezed, words_of
from workings.record import record
from workings.regex import regex
from workings.source import Span

SLACK = fmpq(1, 50)  # by which rounded shares may miss one
MOST_ITEMS = 400
_MARKOV = regex(r"bigram|markov|transition|previous (?:word|token)|last (?:word|token)", re.I)
_SET = regex(r"[^(]*(?<!\w)[^\W\d_]_\w{1,4}\s*=")  # `w_f = 0.5` gives a weight its value


@record(frozen=True)
class Tree:
    """A tree as it was read: the ways to read it, the likeliest first, and whether it is sound."""

    models: tuple[Model, ...]
    span: Span
    trouble: str | None = None  # why it is not surely what its author means

    @property
    def model(self) -> Model:
        return self.models[0]


@record()
class Draft:
    """A tree while its items are gathered."""

    items: list[Item] = field(default_factory=list)
    products: list[Product] = field(default_factory=list)
    prompt: str = ""
    rows: dict[Prefix, dict[str, Choice]] = field(default_factory=dict)
    loose: set[Prefix] = field(default_factory=set)  # contexts that are not whole prefixes
    places: dict[int, Prefix] = field(default_factory=dict)  # by item
    frontier: list[Prefix] = field(default_factory=list)  # of the latest step
    trouble: str | None = None
    end: int | None = None  # where the section of its last item ends
    spelling: dict[str, str] = field(default_factory=dict)
    _words: tuple[tuple[int, int], Vocabulary] | None = None

    def spell(self, token: str) -> str:
        """A token as it was first written."""
        return self.spelling.setdefault(key(token), token)

    @property
    def vocabulary(self) -> Vocabulary:
        """The tokens so far; made anew only where there are more of them."""
        size = (len(self.items), len(self.spelling))
        if self._words is None or self._words[0] != size:
            named = (item.token for item in self.items)
            self._words = (size, Vocabulary([*self.spelling.values(), *named]))
        return self._words[1]

    def starts(self) -> dict[str, fmpq]:
        return {key(item.token): item.weight for item in self.items if item.where is Where.START}


def assemble(found: Iterable[Item | Product | Border], text: str) -> tuple[Tree, ...]:
    """The trees of a document, from what its readers found in reading order."""
    drafts = [Draft()]
    fresh = False
    for count, part in enumerate(found):
        if count > MOST_ITEMS:
            break
        draft = drafts[-1]
        match part:
            case Border():
                fresh = True
                if part.is_chapter and draft.items:
                    drafts.append(Draft())
                draft.end = part.span.start if draft.items and draft.end is None else draft.end
            case Product():
                draft.products.append(part)
            case Item():
                if part.where is Where.START:
                    if _is_of_several(part, draft) or (part.weak and _is_another(part, draft, False)):
                        continue
                    if _is_another(part, draft, fresh) and (fresh or not _is_beside(part, draft, text)):
                        drafts.append(draft := Draft())
                        if not fresh:  # nothing says that another example begins
                            drafts[-2].trouble = draft.trouble = "the document has several first steps"
                    fresh = False
                    draft.prompt = draft.prompt or part.words
                draft.items.append(part)
                draft.end = None
    trees = [_finished(draft, text[: draft.end]) for draft in drafts if draft.items or draft.products]
    return tuple(tree for tree in trees if tree is not None)


def _is_of_several(item: Item, draft: Draft) -> bool:
    """Whether what is called a token is a sequence of known ones, whose number is a product."""
    if not draft.items or not (" " in item.token or item.token.isupper()):
        return False
    tokens = draft.vocabulary.segment(item.token)
    return tokens is not None and len(tokens) > 1


def _is_another(item: Item, draft: Draft, fresh: bool) -> bool:
    """Whether an item at the start begins another example."""
    known = draft.starts()
    if not known:
        return False
    if key(item.token) in known:
        whole = abs(sum(known.values(), fmpq(0)) - 1) <= SLACK
        return bool(known[key(item.token)] != item.weight) and (fresh or whole)
    return fresh or bool(sum(known.values(), fmpq(0)) + item.weight > 1 + SLACK)


def _is_beside(item: Item, draft: Draft, text: str) -> bool:
    """Whether a new token stands in one line with the first steps before it, whatever they add up to."""
    before = draft.items[-1]
    if before.where is not Where.START or key(item.token) in draft.starts():
        return False
    return "\n" not in text[before.span.end : item.span.start]


# -- places -------------------------------------------------------------------------------------------


def _finished(draft: Draft, text: str) -> Tree | None:
    """A draft whose items are all in place; None if it is no tree at all."""
    if draft.items and all(_SET.match(text, *item.span) for item in draft.items):
        return None
    _place_all(draft, bool(_MARKOV.search(text)))
    for product in draft.products:
        _follow(draft, product)
    _root(draft)
    choices = [choice for row in draft.rows.values() for choice in row.values()]
    if () not in draft.rows or sum(choice.weight != 0 for choice in choices) < 2:
        return None  # x_0 = 0 and η = 0.1
    spans = [choice.span for choice in choices]
    span = Span(min(span.start for span in spans), max(span.end for span in spans))
    rows = {context: tuple(row.values()) for context, row in draft.rows.items()}
    logs = any(choice.weight < 0 for row in rows.values() for choice in row)
    model = Model(rows, frozenset(rows) - frozenset(draft.loose), words_of(draft.prompt), logs, None, span)
    if model.is_endless and not any(is_end(token) for token in model.tokens):
        model = replace(model, longest=length_in(text))
    return Tree(_readings(model, draft), span, draft.trouble or _why_unsound(model))


def _place_all(draft: Draft, markov: bool) -> None:
    """Give every item its place; what hangs on a later line waits for it."""
    waiting = list(enumerate(draft.items))
    while waiting:
        left = [(at, item) for at, item in waiting if not _place(draft, at, item, markov, final=False)]
        if len(left) == len(waiting):
            left = [(at, item) for at, item in waiting if not _place(draft, at, item, markov, final=True)]
            if len(left) == len(waiting):
                return
        waiting = left


def _place(draft: Draft, at: int, item: Item, markov: bool, final: bool) -> bool:
    """Put an item behind its context, if that is known by now."""
    context = _context(draft, item, markov, final)
    if context is None:
        return False
    prefix, loose = context
    token = draft.spell(_own_words(item.token, prefix, draft.prompt))
    row = draft.rows.setdefault(prefix, {})
    if loose:
        draft.loose.add(prefix)
    place = (*prefix, token)
    draft.places[id(item)] = place
    known = row.get(token)
    if known is None:
        row[token] = Choice(token, item.weight, item.span)
        siblings = draft.frontier and draft.frontier[-1][:-1] == prefix
        draft.frontier = [*draft.frontier, place] if siblings else [place]
    elif known.weight != item.weight and item.weight != _joint(draft, place):
        draft.trouble = draft.trouble or f"{token} has two probabilities"
    return True


def _joint(draft: Draft, place: Prefix) -> fmpq | None:
    """The probability of a whole way, which some print where others print its last factor."""
    total = fmpq(1)
    for at, token in enumerate(place):
        choice = draft.rows.get(place[:at], {}).get(token)
        if choice is None:
            return None
        total *= choice.weight
    return total


def _context(draft: Draft, item: Item, markov: bool, final: bool) -> tuple[Prefix, bool] | None:
    """What stands before an item's token, and whether it is only the end of what stands there."""
    match item.where:
        case Where.START:
            return (), False
        case Where.UNDER:
            place = draft.places.get(id(item.under))
            return None if place is None else (place, False)
        case Where.NEXT:
            open_ends = [place for place in draft.frontier if not is_end(place[-1])]
            if draft.rows and _is_sibling(draft, item):
                return draft.frontier[-1][:-1], False
            return (open_ends[0], False) if len(open_ends) == 1 else None
        case Where.AFTER | Where.LAST:
            return _named(draft, item, markov or item.where is Where.LAST, final)


def _is_sibling(draft: Draft, item: Item) -> bool:
    """Whether an item of a later step stands beside one that was just placed."""
    at = draft.items.index(item)
    before = draft.items[at - 1] if at else None
    return before is not None and before.where is Where.NEXT and before.step == item.step


def _named(draft: Draft, item: Item, markov: bool, final: bool) -> tuple[Prefix, bool] | None:
    """The context that words name: a way from the start, the end of just one, or a token anywhere."""
    words = item.words.strip(" \"'")
    if is_start(words) or words in ("∅", "ε", ""):
        return (), False
    if draft.prompt and squeezed(words).startswith(squeezed(draft.prompt)):
        words = _behind(words, draft.prompt)
        if not words:
            return (), False
    tokens = draft.vocabulary.segment(words)
    if tokens is None:
        tokens = tuple(draft.spell(token) for token in words_of(words))
    tokens = tuple(draft.spell(token) for token in tokens)
    if not tokens:
        return None
    if markov and len(tokens) == 1:
        return tokens, True
    ways = [(*context, token) for context, row in draft.rows.items() for token in row]
    if tokens in ways:
        return tokens, False
    ends = [way for way in ways if way[-len(tokens) :] == tokens]
    if len(ends) == 1:
        return ends[0], False
    return (tokens, True) if final else None


def _behind(words: str, prompt: str) -> str:
    """What is left of a prefix behind the words that every sequence begins with."""
    left, wanted = 0, squeezed(prompt)
    while left < len(words) and squeezed(words[:left]) != wanted:
        left += 1
    return words[left:].strip(" \"',")


def _own_words(token: str, prefix: Prefix, prompt: str) -> str:
    """A token that repeats all that stands before it: `Do you like coffee or` below `Do you like coffee`."""
    for before in (" ".join([prompt, *prefix]).strip(), " ".join(prefix)):
        folded = token.casefold()
        if before and folded.startswith(before.casefold() + " "):
            return token[len(before) :].strip()
    return token


def _follow(draft: Draft, product: Product) -> None:
    """A way with its factors fills in what the tree does not have; what contradicts it is left alone."""
    vocabulary = draft.vocabulary
    tokens = vocabulary.segment(product.words) or words_of(product.words)
    if len(tokens) != len(product.factors):
        return
    if not product.is_drawn and draft.spell(tokens[0]) not in draft.rows.get((), {}):
        return
    prefix: Prefix = ()
    for token, factor in zip(tokens, product.factors, strict=True):
        spelt = draft.spell(token)
        row = draft.rows.setdefault(prefix, {})
        if spelt not in row:
            double = _unreadable_double(draft, prefix, row, factor)
            if double is not None:
                row[spelt] = replace(row.pop(double), token=spelt)
            elif sum((choice.weight for choice in row.values()), factor) <= 1 + SLACK:
                row[spelt] = Choice(spelt, factor, product.span)
            else:
                return
        prefix = (*prefix, spelt)


def _unreadable_double(draft: Draft, prefix: Prefix, row: dict[str, Choice], factor: fmpq) -> str | None:
    """A sign without letters, as scanners leave, that has just the probability of a token named later."""
    alike = [
        token
        for token, choice in row.items()
        if choice.weight == factor
        and not is_end(token)
        and not any(sign.isalnum() for sign in token)
        and (*prefix, token) not in draft.rows
    ]
    whole = sum((choice.weight for choice in row.values()), factor) > 1 + SLACK
    return alike[0] if whole and len(alike) == 1 else None


def _root(draft: Draft) -> None:
    """A first context that is no choice of another: its words stand before everything."""
    if () in draft.rows:
        return
    chosen = {token for row in draft.rows.values() for token in row}
    firsts = [context for context in draft.rows if context[-1] not in chosen]
    shortest = min(firsts, key=len, default=None)
    if shortest is None or any(context[: len(shortest)] != shortest for context in firsts):
        return
    size = len(shortest)
    draft.prompt = " ".join(shortest)
    for context in [context for context in draft.rows if context[:size] == shortest]:
        draft.rows[context[size:]] = draft.rows.pop(context)
        if context in draft.loose:
            draft.loose.discard(context)
            draft.loose.add(context[size:])
    draft.loose.discard(())


# -- readings -----------------------------------------------------------------------------------------


def _readings(model: Model, draft: Draft) -> tuple[Model, ...]:
    """The model, and where its numbers may be products along the way, the model of their factors."""
    if _may_come_round(model, draft):
        singles = frozenset(context for context in model.rows if len(context) != 1)
        return (model, replace(model, anchored=singles))
    below = [item for item in draft.items if item.where is not Where.START]
    hanging = [item for item in below if item.where is Where.UNDER or not item.certain]
    if not hanging or all(item.certain for item in hanging):
        return (model,)
    factors = _factors(model)
    if factors is None:
        return (model,)
    groups = [(context, row) for context, row in model.rows.items() if context and len(row) > 1]
    if not model.logs and groups:
        if all(_sums_to(row, fmpq(1)) for _, row in groups):
            return (model,)
        parents = [(model.rows[context[:-1]], context[-1], row) for context, row in groups]
        if all(_sums_to(row, _weight(above, token)) for above, token, row in parents):
            return (factors,)
    return (model, factors)


def _may_come_round(model: Model, draft: Draft) -> bool:
    """Whether the last token alone may decide: P(A | A) again after A A, up to an end token."""
    if any(
        item.where is not Where.AFTER or item.step is not None
        for item in draft.items
        if item.where is not Where.START
    ):
        return False
    if any(len(context) > 1 for context in model.rows):
        return False
    chosen = {choice.token for context, row in model.rows.items() if context for choice in row}
    ends = any(is_end(token) for token in chosen)
    return ends and any(len(context) == 1 and context[0] in chosen for context in model.rows)


def _sums_to(row: Sequence[Choice], whole: fmpq) -> bool:
    return abs(sum((choice.weight for choice in row), fmpq(0)) - whole) <= min(SLACK, whole / 10)


def _weight(row: Sequence[Choice], token: str) -> fmpq:
    return next(choice.weight for choice in row if choice.token == token)


def _factors(model: Model) -> Model | None:
    """The same tree if each number is a product from the start on; None if that cannot be."""
    rows: dict[Prefix, tuple[Choice, ...]] = {}
    for context, row in model.rows.items():
        above = model.rows.get(context[:-1]) if context else None
        if context and (above is None or all(choice.token != context[-1] for choice in above)):
            return None
        parent = _weight(above, context[-1]) if above is not None else fmpq(0 if model.logs else 1)
        if any(choice.weight > parent for choice in row) or (parent == 0 and not model.logs):
            return None
        rows[context] = tuple(
            replace(choice, weight=choice.weight - parent if model.logs else choice.weight / parent)
            for choice in row
        )
    return replace(model, rows=rows)


def _why_unsound(model: Model) -> str | None:
    """Why a tree cannot be what its author means."""
    for context, row in model.rows.items():
        total = sum((choice.weight for choice in row), fmpq(0))
        if not model.logs and total > 1 + SLACK:
            where = f"after {' '.join(context)}" if context else "at the start"
            return f"the probabilities {where} add up to more than 1"
        if model.logs and any(choice.weight > 0 for choice in row):
            return "probabilities and logarithms are mixed"
    return None
