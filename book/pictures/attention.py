"""Who looks at whom: the heat maps of the chapters on attention and on sequences."""

from __future__ import annotations

from chapters import document, weights

from workings.reporting.pictures import side_by_side, svg
from workings.reporting.pictures.wiring import wiring
from workings.resolving.dependence import dependence
from workings.resolving.rerunning import lines_of


def pictures() -> dict[str, str]:
    """Every picture of these chapters by its file name."""
    return {**attention_pictures(), **position_pictures()}


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
    }


def position_pictures() -> dict[str, str]:
    """Who looks at whom in the chapters on sequences, and what depends on what."""
    tokens, words = "D A A START A D STOP".split(), ["the", "cat", "sat"]
    forced = side_by_side(
        weights("teacher-forcing.md", "A", "with the mask", words),
        weights("teacher-forcing.md", "N", "without it", words),
    )
    lines = lines_of(document("encoder-decoder.md").statements)
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
