"""A tree of probabilities with the ways that a beam kept: kept ones solid, pruned grey, finished marked."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from workings.decoding.answers import Answer, total
from workings.decoding.model import Model, Prefix
from workings.decoding.scoring import Norm, geometric_mean, score
from workings.evaluating.rendering import show, show_like
from workings.record import record
from workings.reporting.pictures.shapes import SMALL, Drawing, box, extent, path, shortened, text
from workings.value import Scalar, precision

MOST_LEAVES = 48
MOST_STEPS = 12
_ROW, _TALL, _GAP = 46, 30, 84  # from leaf to leaf, of a node, between columns
_LONGEST_TOKEN = 18
_THOUSANDTH = fmpq(1, 1000)


@record(frozen=True, slots=True)
class Twig:
    """A node of the picture: its place among the rows, and what became of it."""

    tokens: Prefix
    row: float
    label: str
    kept: bool
    finished: bool
    best: bool
    leaf: bool


def why_no_tree(model: Model, answer: Answer) -> str | None:
    """Why a tree is not drawn, in words; None if it is."""
    leaves = len(list(_leaves(model, _shown(model, answer))))
    if leaves > MOST_LEAVES:
        return f"a picture holds {MOST_LEAVES} sequences, and there are {leaves}"
    return None


def tree(model: Model, answer: Answer, norm: Norm, caption: str) -> Drawing:
    """The drawing of a model with what a search kept; `why_no_tree` says which have none."""
    twigs = list(_twigs(model, answer))
    columns = _columns(model, twigs)
    height = 64 + _ROW * max((twig.row + 1 for twig in twigs), default=1)
    shapes = [text(18, 22, caption, "start", "head")]
    rows = {twig.tokens: twig.row for twig in twigs}
    rows[()] = sum(rows[t] for t in rows if len(t) == 1) / max(1, sum(len(t) == 1 for t in rows))
    for twig in sorted(twigs, key=lambda twig: twig.kept):
        shapes += _edge(twig, columns, rows)
    root = " ".join(model.prompt) or "start"
    shapes += _node(columns[0], rows[()], shortened(root, _LONGEST_TOKEN), "node")
    for twig in twigs:
        x, wide = columns[len(twig.tokens)]
        look = "frame" if twig.best else "node"
        shapes += _node((x, wide), twig.row, shortened(twig.tokens[-1], _LONGEST_TOKEN), look, not twig.kept)
        if twig.leaf:
            words = ("● " if twig.finished else "… ") + _total(model, twig.tokens, norm)
            shapes.append(
                text(x + wide + 8, 64 + _ROW * twig.row, words, "start", "" if twig.kept else "faint", SMALL)
            )
    shapes += _legend(height)
    width = (
        columns[-1][0]
        + columns[-1][1]
        + 46
        + max(extent(_total(model, t.tokens, norm), SMALL) for t in twigs if t.leaf)
    )
    return Drawing(max(width, 470), height + 34, tuple(shapes))


def describe(model: Model, answer: Answer) -> list[str]:
    """The picture in words: what was kept at each step, and what is returned."""
    said = [
        f"step {at}: kept {', '.join(' '.join(one.tokens) for one in step.kept)}"
        for at, step in enumerate(answer.search.steps[:MOST_STEPS], 1)
    ]
    return [*said, *(f"returned: {' '.join(way)}" for way in answer.best)]


def _shown(model: Model, answer: Answer) -> set[Prefix] | None:
    """The prefixes that a search saw, for a model that is too large to be drawn whole; None for all."""
    if not model.is_endless and len(model.paths()) <= MOST_LEAVES:
        return None
    return {one.tokens for step in answer.search.steps[:MOST_STEPS] for one in (*step.kept, *step.dropped)}


def _leaves(model: Model, shown: set[Prefix] | None) -> Iterator[Prefix]:
    waiting: list[Prefix] = [()]
    while waiting:
        prefix = waiting.pop()
        following = _following(model, prefix, shown)
        if not following and prefix:
            yield prefix
        waiting += following[::-1]


def _following(model: Model, prefix: Prefix, shown: set[Prefix] | None) -> list[Prefix]:
    new = [(*prefix, choice.token) for choice in model.choices(prefix)]
    return new if shown is None else [way for way in new if way in shown]


def _twigs(model: Model, answer: Answer) -> Iterator[Twig]:
    """Every node with its row: a leaf has one of its own, others the middle of what follows them."""
    shown = _shown(model, answer)
    leaves = list(_leaves(model, shown))[:MOST_LEAVES]
    ranks = {way: float(at) for at, way in enumerate(leaves)}
    prefixes = sorted(
        {way[:size] for way in leaves for size in range(1, len(way) + 1)}, key=lambda p: (-len(p), p)
    )
    kept = {one.tokens for step in answer.search.steps for one in step.kept} | {
        way[:size] for way in answer.best for size in range(1, len(way) + 1)
    }
    for prefix in prefixes:
        below = [row for way, row in ranks.items() if len(way) == len(prefix) + 1 and way[:-1] == prefix]
        ranks.setdefault(prefix, sum(below) / len(below) if below else 0.0)
    for prefix in sorted(prefixes, key=lambda p: (len(p), ranks[p])):
        choice = next(c for c in model.choices(prefix[:-1]) if c.token == prefix[-1])
        best = any(way == prefix for way in answer.best)
        yield Twig(
            prefix,
            ranks[prefix],
            show(choice.weight, None if _is_short(choice.weight) else 3),
            prefix in kept,
            model.is_complete(prefix),
            best,
            prefix in leaves,
        )


def _is_short(weight: fmpq) -> bool:
    return len(show(weight)) <= 6


def _columns(model: Model, twigs: list[Twig]) -> list[tuple[float, float]]:
    """Where each step stands, and how wide its nodes are."""
    words: dict[int, list[str]] = {0: [" ".join(model.prompt) or "start"]}
    for twig in twigs:
        words.setdefault(len(twig.tokens), []).append(twig.tokens[-1])
    columns, x = list[tuple[float, float]](), 18.0
    for depth in sorted(words):
        wide = max(44.0, *(extent(shortened(word, _LONGEST_TOKEN), 15) + 22 for word in words[depth]))
        columns.append((x, wide))
        x += wide + _GAP
    return columns


def _node(column: tuple[float, float], row: float, word: str, look: str, faint: bool = False) -> list[str]:
    x, wide = column
    y = 64 + _ROW * row
    shapes = [box(x, y - _TALL / 2, wide, _TALL, "node", radius=8)]
    if look == "frame":
        shapes.append(box(x, y - _TALL / 2, wide, _TALL, "frame", radius=8))
    return [*shapes, text(x + wide / 2, y, word, look="faint" if faint else "")]


def _edge(twig: Twig, columns: list[tuple[float, float]], rows: dict[Prefix, float]) -> list[str]:
    """The line to a node, with its probability above it."""
    depth = len(twig.tokens)
    start = columns[depth - 1][0] + columns[depth - 1][1]
    end = columns[depth][0]
    above, here = 64 + _ROW * rows[twig.tokens[:-1]], 64 + _ROW * twig.row
    bend = (end - start) * 0.4
    curve = (
        f"M{start:.6g} {above:.6g}C{start + bend:.6g} {above:.6g} "
        f"{end - bend:.6g} {here:.6g} {end:.6g} {here:.6g}"
    )
    look = "" if twig.kept else "faint"
    return [
        path(curve, "most" if twig.kept else "ruled", 3 if twig.kept else 1.4),
        text(end - 6, here + (11 if here > above else -11), twig.label, "end", look, 12),
    ]


def _total(model: Model, tokens: Prefix, norm: Norm) -> str:
    """What stands behind a leaf: its probability, and its normalised score where scores are divided."""
    weight = model.weight(tokens) or fmpq(0)
    words = show(weight, None if _is_short(weight) else 4)
    if norm.is_plain or (weight == 0 and not model.logs):
        return words
    parts = total(model, tokens, weight, norm)
    with precision(64):
        value: Scalar = geometric_mean(parts) if norm.alpha == 1 else score(parts, norm)
    return f"{words}, score {show_like(value, _THOUSANDTH)}"


def _legend(height: float) -> list[str]:
    y = height + 10
    return [
        path(f"M18 {y:.6g}h26", "most", 3),
        text(52, y, "kept", "start", "faint", SMALL),
        path(f"M98 {y:.6g}h26", "ruled", 1.4),
        text(132, y, "pruned", "start", "faint", SMALL),
        text(200, y, "● finished", "start", "faint", SMALL),
        box(292, y - 8, 22, 16, "frame"),
        text(322, y, "returned", "start", "faint", SMALL),
    ]
