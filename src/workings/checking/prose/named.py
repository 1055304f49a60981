"""Layers that were described, by the names that later lines call them by: “Conv-1”, “pool 2”."""

from __future__ import annotations

from collections.abc import Sequence

from workings.networks.prose.describing import Described
from workings.networks.prose.flowing import Flow, agree
from workings.record import record
from workings.source import Page

SIZE = "network/size-differs"
PARAMETERS = "network/parameters-differ"


@record(frozen=True, slots=True)
class Passed:
    """A layer that was described, with what goes into it and what comes out."""

    layer: Described
    before: Flow
    after: Flow


def by_label(passed: Sequence[Passed]) -> dict[str, Passed]:
    """Layers by their names, but for names that stand for layers of several sizes."""
    named: dict[str, Passed] = {}
    several: set[str] = set()
    for one in passed:
        label = one.layer.label
        if not label or one.layer.is_odd or one.after.height is None:
            continue
        if label in named and not agree(named[label].after, one.after):
            several.add(label)
        named.setdefault(label, one)
    return {label: one for label, one in named.items() if label not in several}


def called(page: Page, layer: Described) -> str:
    """What a layer is called in a message: by its own name if that has a number."""
    own = page.written[layer.opening.start : layer.opening.end].strip(" \t*_:")
    words = {"conv": "the convolution", "pool": "the pooling", "linear": "the layer", "flatten": "flattening"}
    return own if layer.label else words.get(layer.kind, "this layer")
