"""All labs, in the order of a course. Being in the list is the registration."""

from __future__ import annotations

from difflib import get_close_matches

from workings.labs import (
    argmax_gradient,
    auto_encoder,
    copying,
    early_stopping,
    eigenvalues,
    greedy_and_beam,
    minibatch_noise,
    own_key,
    pooling_shifts,
    scaled_scores,
    separable_logistic,
    skip_connections,
    vanishing_gradients,
)
from workings.labs.lab import Lab

_MODULES = (
    vanishing_gradients,
    skip_connections,
    scaled_scores,
    own_key,
    argmax_gradient,
    copying,
    eigenvalues,
    greedy_and_beam,
    early_stopping,
    separable_logistic,
    minibatch_noise,
    auto_encoder,
    pooling_shifts,
)

LABS: dict[str, Lab] = {module.LAB.name: module.LAB for module in _MODULES}
MOST_NEAR = 3


def unknown(name: str) -> str:
    """That there is no such lab, with the names that are near."""
    parts = [
        known for known in LABS if set(known.split("-")) & set(name.lower().replace("_", "-").split("-"))
    ]
    near = dict.fromkeys([*get_close_matches(name, LABS, n=MOST_NEAR, cutoff=0.5), *parts])
    meant = " or ".join(f"`{other}`" for other in list(near)[:MOST_NEAR])
    return f"no lab is called `{name}`" + (f"; did you mean {meant}?" if meant else "")
