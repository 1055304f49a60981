"""A saying against one reading of a tree: it holds, it does not, or the tree leaves it open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from flint import fmpq

from workings.decoding.answers import Answer, beams, norms, run_exhaustive, run_greedy, total, widths
from workings.decoding.model import Model, Prefix, is_end
from workings.decoding.scoring import PLAIN, Norm, compare
from workings.parsing.trees.saying import Deed, Mode, Rule, Saying
from workings.record import record

ALPHAS = (fmpq(1), fmpq(7, 10), fmpq(3, 5))  # that “length normalisation” may mean


@record(frozen=True, slots=True)
class Truth:
    """Whether a saying holds; None where it is left open, with the reason in words."""

    holds: bool | None
    instead: Prefix = ()  # what the rule really gives
    width: int | None = None
    reason: str = ""
    convention: str | None = None  # what has to be counted how for it to hold
    tied: bool = False


@record(frozen=True, slots=True)
class Ground:
    """What the document says beside a sentence: the widths and the scores that it may be about."""

    widths: tuple[int, ...]  # one, or all where none is named
    plain: bool
    normalised: bool
    alphas: tuple[fmpq, ...]


def ground(saying: Saying, model: Model, width: int | None, normalises: bool) -> Ground:
    """The width of the sentence, or the latest in the document; scores as said, or either if both occur."""
    named = saying.width or width
    is_free = named is None or (saying.hedged and saying.width is None)
    chosen = widths(model) if is_free or named is None else (named,)
    return Ground(
        chosen,
        saying.mode is not Mode.NORMALISED,
        saying.mode is Mode.NORMALISED or (saying.mode is Mode.OPEN and normalises),
        (saying.alpha,) if saying.alpha is not None else ALPHAS,
    )


def try_saying(saying: Saying, model: Model, where: Ground) -> Truth | None:
    """Whether a saying holds in a model; None if it is about nothing in it."""
    match saying.deed:
        case Deed.RETURN if saying.rule is Rule.GREEDY:
            return _greedy(saying, model)
        case Deed.RETURN if saying.rule is Rule.BEAM:
            return _beam(saying, model, where)
        case Deed.RETURN:
            return _best_of_kept(saying, model, where) or _best(saying, model, where)
        case Deed.KEEP | Deed.DROP:
            return _kept(saying, model, where)
        case Deed.MISS | Deed.HIT:
            return _optimal(saying, model, where)
        case Deed.BEAT | Deed.AGREE:
            return _compared(saying, model, where)
        case Deed.WEIGH:
            return Truth(True) if model.weight(saying.objects[0].tokens) is not None else None
        case Deed.OUTDO:
            return _outdone(saying, model, where)


def completions(model: Model, tokens: Prefix) -> list[Prefix]:
    """The complete sequences that a named one stands for: itself, or itself with the end token left out."""
    ended = [(*tokens, choice.token) for choice in model.choices(tokens) if is_end(choice.token)]
    return [way for way in (tokens, *ended) if model.weight(way) is not None and model.is_complete(way)]


# -- greedy -------------------------------------------------------------------------------------------


def _greedy(saying: Saying, model: Model) -> Truth | None:
    """A whole way, the beginning of one, or the choice at one step."""
    tokens = saying.objects[0].tokens
    answers = [run_greedy(model), run_greedy(model, last_first=True)]
    ways = [way for answer in answers for way in answer.best]
    if not ways:
        return None
    context = saying.after
    if context is None and saying.step is not None and len(tokens) == 1:
        context = ways[0][: saying.step - 1]
    if context is not None and len(tokens) == 1:
        return _choice(model, context, tokens[0])
    if any(_begins(way, tokens) for way in ways):
        return Truth(True, ways[0], tied=not all(_begins(way, tokens) for way in ways))
    if len(tokens) == 1:
        return _single(model, ways, tokens[0])
    if model.weight(tokens) is None and not completions(model, tokens):
        known = next(size for size in range(len(tokens), -1, -1) if model.weight(tokens[:size]) is not None)
        if known < 2 or any(_begins(way, tokens[:known]) for way in ways):
            return None
    sure = _differs_surely(model, ways, tokens)
    return Truth(False, ways[0]) if sure else Truth(None, reason=_why_open(model))


def _begins(way: Prefix, tokens: Prefix) -> bool:
    return way[: len(tokens)] == tokens


def _differs_surely(model: Model, ways: Iterable[Prefix], tokens: Prefix) -> bool:
    """Whether a named way leaves every greedy way at a step where a better token is known."""
    return all(
        any(way[at] != token for at, token in zip(range(len(way)), tokens, strict=False))
        or model.is_complete(way)
        for way in ways
    )


def _choice(model: Model, context: Prefix, token: str) -> Truth | None:
    """The largest probability after a prefix."""
    choices = model.choices(context)
    if not any(choice.token == token for choice in choices):
        return None
    most = max(choice.weight for choice in choices)
    best = [choice.token for choice in choices if choice.weight == most]
    return Truth(token in best, (*context, best[0]), tied=len(best) > 1)


def _single(model: Model, ways: list[Prefix], token: str) -> Truth | None:
    """A token alone, without a step: wrong only if it is nowhere the most probable one."""
    if any(token in way for way in ways):
        return Truth(True, ways[0])
    contexts = [context for context, row in model.rows.items() if any(c.token == token for c in row)]
    tried = [_choice(model, context, token) for context in contexts]
    known = [truth for truth in tried if truth is not None]
    if not known or any(truth.holds for truth in known):
        return None
    return Truth(False, ways[0] if () in contexts else known[0].instead)


# -- beams --------------------------------------------------------------------------------------------


def _runs(model: Model, width: int, where: Ground) -> Iterator[Answer]:
    """Every way to run a beam that the document allows."""
    if where.plain:
        yield from beams(model, width)
    if where.normalised:
        for alpha in where.alphas:
            yield from beams(model, width, alpha)


def _convention(norm: Norm, where: Ground) -> str | None:
    """What a reader has to know of the scores under which something holds."""
    if norm.is_plain:
        return None
    if norm.extra:
        return "the words before the first choice count as length"
    if not norm.counts_end:
        return "the end token does not count as length"
    return "scores are divided by the length" if where.plain else None


def _beam(saying: Saying, model: Model, where: Ground) -> Truth | None:
    tokens = saying.objects[0].tokens
    wanted = completions(model, tokens)
    partial = not wanted
    if partial and model.weight(tokens) is None:
        return None
    truths = [_beam_of(model, width, where, wanted or [tokens], partial) for width in where.widths]
    return _over_widths(truths, saying.hedged)


def _beam_of(model: Model, width: int, where: Ground, wanted: list[Prefix], partial: bool) -> Truth:
    first: Answer | None = None
    open_ends = False
    for answer in _runs(model, width, where):
        first = first or answer
        open_ends = open_ends or not answer.is_sure
        if any(_begins(way, want) for way in answer.best for want in wanted):
            tied = len(answer.best) > 1
            said = _convention(answer.norm, where)
            return Truth(True, answer.best[0], width, convention=said, tied=tied)
    if first is None or not first.best or open_ends or partial:
        return Truth(None, first.best[0] if first and first.best else (), width, _why_open(model))
    return Truth(False, first.best[0], width)


def _over_widths(truths: list[Truth], hedged: bool) -> Truth:
    """What holds for each width; where they differ, only a hedge is borne out."""
    held = [truth for truth in truths if truth.holds]
    failed = [truth for truth in truths if truth.holds is False]
    if len(held) == len(truths) or (held and hedged):
        return held[0]
    if len(failed) == len(truths):
        return failed[0] if len(truths) == 1 else Truth(False, failed[0].instead)
    if held and failed:
        one, other = held[0].width, failed[0].width
        return Truth(None, reason=f"a beam of {one} does so, one of {other} does not, and no width is named")
    return next(truth for truth in truths if truth.holds is None)


def _kept(saying: Saying, model: Model, where: Ground) -> Truth | None:
    """What is in the beam after a step: the sequences that are named, or both of two."""
    named = [found.tokens for found in saying.objects]
    if saying.both:
        named = [(choice.token,) for choice in model.choices(())]
        if len(named) != 2:
            return None
    if any(model.weight(tokens) is None for tokens in named):
        return None
    step = saying.step if saying.step is not None else max(map(len, named))
    chosen = where.widths
    if saying.width is None and saying.deed is Deed.KEEP and len(named) > 1:
        chosen = (len(named),)
    truths = [_kept_of(saying, model, width, where, named, step) for width in chosen]
    return _over_widths(truths, saying.hedged)


def _kept_of(
    saying: Saying, model: Model, width: int, where: Ground, named: list[Prefix], step: int
) -> Truth:
    first: tuple[Prefix, ...] = ()
    unsure = False
    for answer in _runs(model, width, where):
        steps = answer.search.steps
        if step > len(steps):
            unsure = True
            continue
        kept = [one.tokens for one in steps[step - 1].kept]
        first = first or tuple(kept)
        unsure = unsure or any(one.cut for one in steps[step - 1].kept if len(one.tokens) < step)
        inside = [tokens in kept for tokens in named]
        if all(inside) if saying.deed is Deed.KEEP else not any(inside):
            return Truth(True, first[0], width)
    if unsure or not first:
        return Truth(None, width=width, reason=_why_open(model))
    return Truth(False, first[0], width)


def kept_after(model: Model, width: int, step: int) -> tuple[Prefix, ...]:
    """The beam after a step, run the usual way."""
    steps = beams(model, width)[0].search.steps
    return tuple(one.tokens for one in steps[step - 1].kept) if step <= len(steps) else ()


# -- the best of all ----------------------------------------------------------------------------------


def _scores(model: Model, where: Ground) -> Iterator[Norm]:
    if where.plain:
        yield PLAIN
    if where.normalised:
        for alpha in where.alphas:
            yield from norms(model, alpha)


def _best_of_kept(saying: Saying, model: Model, where: Ground) -> Truth | None:
    """“The best sentence” on a page with a beam may be the best of what that kept; None if it is not."""
    if not saying.loose or len(where.widths) != 1:
        return None
    truth = _beam(replace(saying, rule=Rule.BEAM), model, where)
    return truth if truth is not None and truth.holds else None


def _best(saying: Saying, model: Model, where: Ground) -> Truth | None:
    """The best of all sequences; a better one that is known refutes, whatever else there may be."""
    tokens = saying.objects[0].tokens
    wanted = completions(model, tokens)
    if not wanted:
        return None
    instead: Prefix = ()
    unsure = False
    for norm in _scores(model, where):
        answer = run_exhaustive(model, norm)
        if any(way in answer.best for way in wanted) and answer.is_sure:
            return Truth(True, answer.best[0], convention=_convention(norm, where), tied=len(answer.best) > 1)
        better = [
            way for way in answer.best if model.is_complete(way) and not _is_better(model, wanted, way, norm)
        ]
        instead = instead or (better[0] if better else ())
        unsure = unsure or not better
    return Truth(None, reason=_why_open(model)) if unsure or not instead else Truth(False, instead)


def _is_better(model: Model, wanted: list[Prefix], way: Prefix, norm: Norm) -> bool:
    """Whether what is named scores at least as well as another way."""
    other = total(model, way, model.weight(way) or fmpq(0), norm)
    return any(
        compare(total(model, want, model.weight(want) or fmpq(0), norm), other, norm) >= 0 for want in wanted
    )


def _optimal(saying: Saying, model: Model, where: Ground) -> Truth | None:
    """Whether greedy finds the best sequence of this tree."""
    greedy = run_greedy(model)
    unsure = not greedy.is_sure
    for norm in _scores(model, where):
        answer = run_exhaustive(model, norm)
        unsure = unsure or not answer.is_sure
        hit = any(way in answer.best for way in greedy.best)
        if answer.is_sure and greedy.is_sure and hit == (saying.deed is Deed.HIT):
            return Truth(True, answer.best[0], convention=_convention(norm, where))
    if unsure:
        return Truth(None, reason=_why_open(model))
    return Truth(False, run_exhaustive(model).best[0])


def _compared(saying: Saying, model: Model, where: Ground) -> Truth | None:
    """Whether a beam returns something better than greedy, or the same."""
    greedy = run_greedy(model)
    truths: list[Truth] = []
    for width in where.widths:
        truth: Truth | None = None
        for answer in _runs(model, width, where):
            if not (answer.is_sure and greedy.is_sure and answer.best and greedy.best):
                truth = Truth(None, width=width, reason=_why_open(model))
                break
            same = any(way in answer.best for way in greedy.best)
            truth = truth or Truth(False, answer.best[0], width)
            if same == (saying.deed is Deed.AGREE):
                truth = Truth(True, answer.best[0], width, convention=_convention(answer.norm, where))
                break
        if truth is not None:
            truths.append(truth)
    return _over_widths(truths, saying.hedged) if truths else None


def _outdone(saying: Saying, model: Model, where: Ground) -> Truth | None:
    """Whether one sequence scores higher than another, by any score that the document may mean."""
    one, other = (completions(model, found.tokens) or [found.tokens] for found in saying.objects)
    first, second = model.weight(one[0]), model.weight(other[0])
    if first is None or second is None:
        return None
    for norm in _scores(model, where):
        if compare(total(model, one[0], first, norm), total(model, other[0], second, norm), norm) > 0:
            return Truth(True, one[0], convention=_convention(norm, where))
    return Truth(False, other[0])


def _why_open(model: Model) -> str:
    """What the tree leaves out."""
    if model.is_endless:
        return "the document does not say how long the sequences are"
    cut = next((way for way in model.paths() if model.is_open(way)), None)
    return f"the document does not say what follows {' '.join(cut)}" if cut else "the tree does not decide it"
