"""Draws the pictures of the book, from the values that its chapters state.

`python book/pictures/draw.py` writes them anew; a test says whether they are up to date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from flint import arb, fmpq

import workings
from workings.checking.arguing.reasoning import Reasoner
from workings.checking.arguing.steps import arguments
from workings.checking.designs.booleans import every, named
from workings.checking.designs.words import in_steps, word_machine
from workings.checking.prose.bookkeeping import sheets_of
from workings.doors.drawing import Wish, draw
from workings.evaluating import Function, evaluate
from workings.labs.catalogue import LABS
from workings.labs.running import run_lab
from workings.networks.survey import survey
from workings.parsing.trees import Tree, read_trees
from workings.pipeline import judged, read
from workings.reporting.decodings import Wish as DecodeWish
from workings.reporting.decodings import picture as decoded
from workings.reporting.labs import picture as lab_picture
from workings.reporting.pictures import Drawing, side_by_side, svg
from workings.reporting.pictures.argument import Step, argument
from workings.reporting.pictures.curves import Axis, Curve, axis_over, curves, said_of, traced
from workings.reporting.pictures.heat_map import Naming, heat_map
from workings.reporting.pictures.network import network_picture
from workings.reporting.pictures.plain import plain
from workings.reporting.pictures.plane import Line, plane
from workings.reporting.pictures.portions import Whole, portions
from workings.reporting.pictures.run import Strip, run_picture
from workings.reporting.pictures.shapes import box, text
from workings.reporting.pictures.trace import trace as boxes
from workings.reporting.traces import strips_of
from workings.solving.traces import trace
from workings.source import Page, Span
from workings.value import Tensor

PICTURES = Path(__file__).parent
sys.path.insert(0, str(PICTURES))
import gradients  # noqa: E402  # the chapters on gradients have a file of their own

BOOK = PICTURES.parent
BOX = 36  # the side of a pixel under a filter
SHEET = re.compile(r"^```raw document\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def tensor(chapter: str, name: str) -> Tensor:
    """A vector or matrix as a chapter of the book gives it."""
    value = workings.read(BOOK / chapter)[name]
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} is a single number in {chapter}")
    return value


def numbers(chapter: str, name: str) -> list[float]:
    """The entries of a vector that a chapter of the book gives."""
    return [float(item) for item in tensor(chapter, name).items]


def weights(
    chapter: str, name: str, caption: str, rows: Sequence[str], columns: Sequence[str] | None = None
) -> Drawing:
    """The heat map of attention weights that a chapter of the book states."""
    return heat_map(tensor(chapter, name), caption, Naming(rows, rows if columns is None else columns))


def position_pictures() -> dict[str, str]:
    """Who looks at whom in the chapters on sequences, and what depends on what."""
    from workings.reporting.pictures.wiring import wiring
    from workings.resolving.dependence import dependence
    from workings.resolving.rerunning import lines_of

    tokens, words = "D A A START A D STOP".split(), ["the", "cat", "sat"]
    forced = side_by_side(
        weights("teacher-forcing.md", "A", "with the mask", words),
        weights("teacher-forcing.md", "N", "without it", words),
    )
    document = read((BOOK / "encoder-decoder.md").read_text(encoding="utf-8"), "encoder-decoder.md")
    lines = lines_of(document.statements)
    sees = {key: dependence(lines, ["X"], key) or () for key in ("U", "Z")}
    wired = side_by_side(
        wiring(sees["U"], "encoder", words),
        wiring(sees["Z"], "decoder, in training", words),
        wiring(sees["Z"], "recurrent", words, waits=True),
    )
    hard = weights("argmax-attention.md", "P", "who looks at whom", ["word 1", "word 2", "word 3", "word 4"])
    return {
        "sorting-transformer.svg": svg(
            weights("sorting-transformer.md", "P", "who looks at whom", tokens),
            "Causal argmax attention of D A A START A D STOP",
        ),
        "teacher-forcing.svg": svg(forced, "The same weights with a causal mask and without it"),
        "encoder-decoder.svg": svg(wired, "What each position of three models depends on"),
        "argmax-attention.svg": svg(hard, "Attention to the largest scores, shared evenly among equals"),
    }


def sliding_row(row: Sequence[float], weights: Sequence[float], stride: int) -> Drawing:
    """A filter in each of its places on one row, with the number it makes there."""
    left, gap = 90, 26
    shapes: list[str] = []
    for at, start in enumerate(range(0, len(row) - len(weights) + 1, stride)):
        y = 24 + at * (BOX + gap)
        shapes.append(text(left - 14, y + BOX / 2, f"place {at + 1}", "end", "faint", 13))
        for place, entry in enumerate(row):
            covered = start <= place < start + len(weights)
            shapes.append(box(left + BOX * place, y, BOX, BOX, "plus", 0.18 if covered else 0))
            shapes.append(text(left + BOX * (place + 0.5), y + BOX / 2, f"{entry:g}"))
        for place, weight in enumerate(weights):
            x = left + BOX * (start + place + 0.5)
            shapes.append(text(x, y + BOX + 9, signed(f"× {weight:g}"), look="faint", size=13))
        shapes.append(box(left + BOX * start, y, BOX * len(weights), BOX, "frame"))
        made = sum(row[start + place] * weight for place, weight in enumerate(weights))
        shapes.append(text(left + BOX * len(row) + 24, y + BOX / 2, signed(f"= {made:g}"), "start", "head"))
    return Drawing(left + BOX * len(row) + 80, 24 + 3 * (BOX + gap), tuple(shapes))


def signed(number: str) -> str:
    """A number with a minus sign instead of a hyphen."""
    return number.replace("-", "−")


def symbol_pictures() -> dict[str, str]:
    """The pictures of the chapters on symbols and limits."""
    from math import cos, sin

    layers = side_by_side(
        heat_map(tensor("linear-layers.md", "W_1"), "first layer"),
        heat_map(tensor("linear-layers.md", "W_2"), "second layer"),
        heat_map(tensor("linear-layers.md", "W'"), "both in one"),
    )
    tokens = ["token 1", "token 2", "token 3"]
    copying = side_by_side(
        weights("copying.md", "A", "β = 1", tokens), weights("copying.md", "B", "β = 2", tokens)
    )
    shares = numbers("temperature.md", "z")
    across = Axis("temperature", 0.1, 6, (1, 2, 3, 4, 5, 6))
    cooled = [
        traced(f"score {z:g}", lambda t, z=z: share(z / t, [other / t for other in shares]), across)
        for z in shares
    ]
    temperature = curves(cooled, across, Axis("", 0, 1, (0, 0.25, 0.5, 0.75, 1)), "softmax(z / T)")
    across = Axis("tokens", 1, 1024, (64, 256, 512, 768, 1024))
    cost = curves(
        [
            traced("(QKᵀ)V", lambda t: 2 * t * t * 64 / 1e6, across),
            traced("Q(KᵀV)", lambda t: 2 * t * 64 * 64 / 1e6, across),
        ],
        across,
        Axis("", 0, 140, (0, 35, 70, 105, 140)),
        "million multiplications, d = 64",
    )
    across = Axis("p", 1, 8, (1, 2, 4, 6, 8))
    norms = curves(
        [
            traced("p-norm", lambda p: (1 + 3**p) ** (1 / p), across),
            traced("sup-norm", lambda p: 3.0, across),
        ],
        across,
        Axis("", 2.5, 4, (2.5, 3, 3.5, 4)),
        "the p-norm of (1, −3)",
    )
    query, key = numbers("positions.md", "q"), numbers("positions.md", "k")
    level = query[0] * key[0] + query[1] * key[1]
    turned = query[1] * key[0] - query[0] * key[1]
    across = Axis("offset n − m", 0, 8, (0, 1, 2, 4, 6, 8))
    scores = curves(
        [traced("score", lambda a: level * cos(a) + turned * sin(a), across)],
        across,
        Axis("", -8, 8, (-8, -4, 0, 4, 8)),
        "the score of one query and one key",
    )
    return {
        "linear-layers.svg": svg(layers, "The weights of two layers, and of the one that they collapse to"),
        "temperature.svg": svg(temperature, "The shares of three scores while the temperature grows"),
        "linear-attention.svg": svg(cost, "What both orders of a product cost as the text grows"),
        "copying.svg": svg(copying, "The attention weights of three tokens for two norms"),
        "sup-norm.svg": svg(norms, "The p-norm falls to the sup-norm as p grows"),
        "positions.svg": svg(scores, "The score after turning query and key, over their offset"),
    }


def share(score: float, scores: Sequence[float]) -> float:
    """The softmax of one score among others."""
    from math import exp

    return 1 / sum(exp(min(other - score, 700)) for other in scores)


def filter_places(size: tuple[int, int], window: tuple[int, int], strides: tuple[int, int]) -> Drawing:
    """The first place of a filter on a picture, one step to the right and one step down."""
    left, top, side = 20, 56, 30
    shapes = [
        box(left + side * column, top + side * row, side, side, "plus", 0)
        for row in range(size[0])
        for column in range(size[1])
    ]
    places = [(0, 0, "frame", "none"), (0, strides[1], "most", "7 4"), (strides[0], 0, "spreads", "2 4")]
    for inset, (down, right, look, dashes) in enumerate(places):
        frame = box(
            left + side * right + 2 + 3 * inset,
            top + side * down + 2 + 3 * inset,
            side * window[1] - 4 - 6 * inset,
            side * window[0] - 4 - 6 * inset,
            look,
        )
        shapes.append(frame.replace("/>", f' stroke-width="3" stroke-dasharray="{dashes}"/>'))
    corners = [
        box(left + side * across * strides[1] + 11, top + side * down * strides[0] + 11, 8, 8, "plus")
        for down in range((size[0] - window[0]) // strides[0] + 1)
        for across in range((size[1] - window[1]) // strides[1] + 1)
    ]
    legend = (
        "solid: where it starts; dashed: one step right; dotted: one step down",
        "a dot is the upper left corner of a place",
    )
    shapes += [text(left, 18 + 20 * at, words, "start", "faint", 13) for at, words in enumerate(legend)]
    width = max(left * 2 + side * size[1], 500)
    return Drawing(width, top + side * size[0] + 16, (*shapes, *corners))


def attention_pictures() -> dict[str, str]:
    """The heat maps, each from the matrices of its own chapter."""
    river, words = ["river", "bank", "floods"], ["word 1", "word 2", "word 3"]
    queries, keys = ["query 1", "query 2", "query 3"], ["key 1", "key 2", "key 3"]
    alone = weights("self-attention.md", "A", "who looks at whom", river)
    scaled = side_by_side(
        weights("scaled-or-unscaled.md", "U", "unscaled", queries, keys),
        weights("scaled-or-unscaled.md", "A", "scaled", queries, keys),
    )
    cross = weights(
        "cross-attention.md", "A", "who looks at whom", ["black", "cat"], ["chat", "noir", "dort"]
    )
    heads = side_by_side(
        weights("multi-head.md", "A_1", "head 1", words), weights("multi-head.md", "A_2", "head 2", words)
    )
    return {
        "self-attention.svg": svg(alone, "The attention weights of river, bank and floods"),
        "scaled-or-unscaled.svg": svg(scaled, "The same weights without and with scaling"),
        "cross-attention.svg": svg(cross, "black looks at noir, cat looks at chat"),
        "multi-head.svg": svg(heads, "The weights of two heads on the same three words"),
        **symbol_pictures(),
        **position_pictures(),
    }


def drawn_pictures() -> dict[str, str]:
    """What `workings draw` makes of the chapter on pictures."""
    chapter = (BOOK / "pictures.md").read_text(encoding="utf-8")
    sheet = SHEET.search(chapter)
    if sheet is None:
        raise ValueError("the chapter on pictures has no sheet with a slip")
    document = read(chapter, "pictures.md")
    return {
        "heat-map.svg": draw(document, Wish("A")),
        "graph.svg": draw(document, Wish("A", "graph")),
        "chain.svg": draw(read(sheet[1], "sheet.md"), Wish("O", "chain")),
    }


def run_pictures() -> dict[str, str]:
    """Recurrences over time, run from the equations of their chapters."""
    sums, lstm, linear = (
        read((BOOK / chapter).read_text(encoding="utf-8"), chapter)
        for chapter in ("alternating-sum.md", "parity-lstm.md", "linear-recurrence.md")
    )
    cases = {
        "vanishes": "[0.5, 0.3], [0, 0.8]",
        "explodes": "[1.1, 0], [1, 0.5]",
        "bounded": "[0, 1], [-1, 0]",
        "Jordan": "[1, 0], [1, 1]",
    }
    strips = []
    for name, matrix in cases.items():
        found = trace(linear, ["h"], 12, {"W": matrix, "h_0": "[1], [1]"})
        first, second = strips_of(found)[0]
        strips.append(Strip(name, (second if name == "vanishes" else first).values))
    long_run = run_picture(strips, range(13), "t", "one entry of the state over time")
    return {
        "alternating-sum.svg": draw(sums, Wish("x,h,y", "steps", given=("x=3,1,4,1,5,9", "h_0=2"))),
        "parity-lstm.svg": draw(lstm, Wish(None, "steps", given=("x=1,0,1",))),
        "linear-recurrence.svg": svg(long_run, "States that vanish, explode, stay bounded and grow steadily"),
    }


def network_pictures() -> dict[str, str]:
    """The network that reads digits, as the program in its chapter builds it, and a pooling window."""
    chapter = (BOOK / "cnn-digits.md").read_text(encoding="utf-8")
    (network,) = survey(Page("cnn-digits.md", chapter, chapter)).networks
    return {
        "cnn-digits.svg": svg(network_picture(network), "The sizes from the picture to the ten classes"),
        "pooling.svg": svg(
            pooled(tensor("pooling.md", "X"), tensor("pooling.md", "M"), 2),
            "The four places of a 2 by 2 window on a 4 by 4 picture",
        ),
    }


def pooled(picture: Tensor, kept: Tensor, window: int) -> Drawing:
    """A picture cut into windows, the entry that each keeps marked, and the smaller picture beside it."""
    left, top, gap = 24, 40, 60
    rows, columns = picture.shape
    shapes = [text(left, 20, "each window keeps its largest number", "start", "faint", 13)]
    for at, entry in enumerate(picture.items):
        row, column = divmod(at, columns)
        place = row // window * kept.shape[1] + column // window
        x, y = left + BOX * column, top + BOX * row
        shapes.append(box(x, y, BOX, BOX, "plus", 0.3 if entry == kept.items[place] else 0.05))
        shapes.append(text(x + BOX / 2, y + BOX / 2, f"{float(entry):g}"))
    right = left + BOX * columns + gap
    down = top + BOX * (rows - kept.shape[0]) / 2
    for at, entry in enumerate(kept.items):
        row, column = divmod(at, kept.shape[1])
        shapes.append(
            box(left + BOX * window * column, top + BOX * window * row, BOX * window, BOX * window, "frame")
        )
        shapes.append(box(right + BOX * column, down + BOX * row, BOX, BOX, "plus", 0.3))
        shapes.append(text(right + BOX * (column + 0.5), down + BOX * (row + 0.5), f"{float(entry):g}"))
    shapes.append(text(right - gap / 2, top + BOX * rows / 2, "→"))
    return Drawing(right + BOX * kept.shape[1] + left, top + BOX * rows + 20, tuple(shapes))


def exam_pictures() -> dict[str, str]:
    """The points of the exam, the steps of the proof and the losses along a ray, each from its chapter."""
    return {
        "exams.svg": svg(portions(exam_points()), "The points of the exam, part by part"),
        "proofs.svg": svg(
            argument(proof_steps()), "The four demands of XOR, what is added up, and where it breaks"
        ),
        "logistic-separable.svg": losses_along_a_ray(),
    }


def exam_points() -> list[Whole]:
    """The questions of the exam with the points of their parts."""
    sheet, *_ = sheets_of(judged(read((BOOK / "exams.md").read_text(encoding="utf-8"), "exams.md")))
    wholes = []
    for question in sheet.questions:
        parts = [(item.label, float(item.worth.value)) for item in question.items if item.worth is not None]
        wholes.append(Whole(f"question {question.number}", parts, f"= {sum(size for _, size in parts):g}"))
    return wholes


def proof_steps() -> list[Step]:
    """The first proof of its chapter: what is supposed, what follows from it, and the contradiction."""
    document = read((BOOK / "proofs.md").read_text(encoding="utf-8"), "proofs.md")
    judge, page = judged(document), document.reading.page
    first = next(found for found in arguments(judge.passages, document.statements) if found.contradictions)
    rests = {found.whole: found for found in Reasoner(first, None, frozenset()).run() if found.lines}
    steps: list[Step] = []
    places: dict[Span, int] = {}
    for step in first.steps:
        span = step.statement.span
        words = lowered(plain(page.text[span.start : span.end]))
        on = tuple(places[line] for line in rests[span].lines if line in places) if span in rests else ()
        if words not in [known.words for known in steps] and not re.search(r"=|x", words):
            places[span] = len(steps)
            steps.append(Step(words, on))
    last = rests[None]
    return [*steps, Step("contradiction", tuple(places[line] for line in last.lines if line in places), True)]


def lowered(words: str) -> str:
    """Subscripts as small digits."""
    return re.sub(r"_(\d)", lambda found: chr(ord("₀") + int(found[1])), words)


def losses_along_a_ray() -> str:
    """The loss on separable data and on data with a conflict, by the length of the weights."""
    at = [fmpq(step, 10) for step in range(-10, 61)]
    places = [int(t.p) / int(t.q) for t in at]
    lines = [
        Curve(name, list(zip(places, function_values("logistic-separable.md", function, at), strict=True)))
        for name, function in (("separable data", "ℓ"), ("with a conflict", "C"))
    ]
    heights = [height for line in lines for _, height in line.points]
    drawing = curves(lines, axis_over("weight", places), axis_over("", heights), "loss")
    title = "The loss falls for ever on separable data, and not with a conflict"
    return svg(drawing, title, said_of(lines))


def function_values(chapter: str, name: str, at: Sequence[fmpq]) -> list[float]:
    """The values of a function that a chapter of the book defines."""
    scope = judged(read((BOOK / chapter).read_text(encoding="utf-8"), chapter)).scope
    function = scope.said[name]
    if not isinstance(function, Function):
        raise TypeError(f"{name} is no function in {chapter}")
    (letter,) = function.params
    values = [evaluate(function.body, {letter: t}) for t in at]
    return [float(value) for value in values if isinstance(value, arb)]


def points(kind: str) -> list[tuple[tuple[int, int], int]]:
    """The inputs of a function of two bits with their results."""
    function = named(kind)
    if function is None:
        raise ValueError(kind)
    return [((first, second), function((first, second))) for first, second in every(2)]


def design_pictures() -> dict[str, str]:
    """The planes of the perceptron and of XOR, and the trace of the string on which the LSTM fails."""
    edge, lower = Line((1, 1), -1.5, 0.5), Line((1, 1), -0.5, 0.5)
    steps = lstm_trace()
    return {
        "perceptron-and.svg": svg(
            plane(points("AND"), "AND: w = (1, 1), b = −1.5", [edge]), "AND in the plane"
        ),
        "perceptron-or.svg": svg(plane(points("OR"), "OR: w = (1, 1), b = −0.5", [lower]), "OR in the plane"),
        "xor-plane.svg": svg(plane(points("XOR"), "XOR: no line will do"), "XOR in the plane"),
        "xor-network.svg": svg(
            plane(points("XOR"), "XOR between two lines", [Line((1, 1), -0.5), Line((-1, -1), 1.5)]),
            "XOR between the lines of OR and NAND",
        ),
        "parity-trace.svg": svg(boxes("the string 1", steps, "1, so above 0.5"), "The LSTM on the string 1"),
    }


def lstm_trace() -> list[tuple[str, str]]:
    """What the LSTM of the examples does with the string 1."""
    judge = judged(read((BOOK.parent / "examples" / "parity-lstm.md").read_text("utf-8"), "lstm.md"))
    machine = word_machine(judge.scope.formulas.patterns, judge.scope.given)
    failing = machine.failing("parity", 4) if machine is not None else None
    if machine is None or not isinstance(failing, tuple):
        raise ValueError("the design is expected to fail")
    said = [part.split(" = ") for part in in_steps(machine, failing[1]).split(", ")]
    return [("x", "1"), *((name, value) for name, value in said)]


def decoding_pictures() -> dict[str, str]:
    """The trees of the chapters on decoding, each with what a beam of two keeps."""
    coffee, bird, wider = trees("decoding.md")
    stopped, smallest = trees("early-stopping.md")
    by_length = DecodeWish(width=2, alpha=fmpq(1))
    return {
        "coffee-beam.svg": decoded(coffee, DecodeWish()),
        "coffee-by-length.svg": decoded(coffee, by_length),
        "bird-beam.svg": decoded(bird, DecodeWish()),
        "wider-beam.svg": decoded(wider, DecodeWish()),
        "stopped.svg": decoded(stopped, by_length),
        "counterexample.svg": decoded(smallest, by_length),
    }


def trees(chapter: str) -> tuple[Tree, ...]:
    """The trees of probabilities that a chapter gives, in order."""
    reading = workings.read(BOOK / chapter).parsed.reading
    return read_trees(reading.page, reading.passages)


def lab_pictures() -> dict[str, str]:
    """The pictures of two labs."""
    found = {name: LABS[name] for name in ("vanishing-gradients", "eigenvalues")}
    return {f"lab-{name}.svg": lab_picture(lab, run_lab(lab)) for name, lab in found.items()}


def pictures() -> dict[str, str]:
    """Every picture of the book by its file name."""
    row, slide = numbers("convolution-sizes.md", "x"), numbers("convolution-sizes.md", "f")
    sliding = svg(
        sliding_row(row, slide, 2), "A filter of width 3 in its three places on a row of 7, moved by 2"
    )
    places = svg(
        filter_places((5, 11), (3, 5), (1, 3)),
        "A filter of 3 by 5 with strides 1 and 3 on a picture of 5 by 11",
    )
    own = {"convolution-sizes.svg": sliding, "filter-places.svg": places}
    return {
        **attention_pictures(),
        **drawn_pictures(),
        **run_pictures(),
        **network_pictures(),
        **exam_pictures(),
        **design_pictures(),
        **decoding_pictures(),
        **gradients.pictures(),
        **lab_pictures(),
        **own,
    }


def main() -> None:
    for name, picture in pictures().items():
        (PICTURES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
