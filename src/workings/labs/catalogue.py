"""All labs, in the order of a course. Being in the list is the registration."""

from __future__ import annotations

from difflib import get_close_matches

from workings.labs import (
    architectures,
    argmax_gradient,
    auto_encoder,
    copying,
    early_stopping,
    eigenvalues,
    greedy_and_beam,
    length_generalisation,
    linear_attention,
    minibatch_noise,
    multi_head,
    own_key,
    parallel_depth,
    pooling_shifts,
    positional_encodings,
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
    positional_encodings,
    length_generalisation,
    multi_head,
    copying,
    linear_attention,
    parallel_depth,
    architectures,
    greedy_and_beam,
    early_stopping,
    eigenvalues,
    separable_logistic,
    minibatch_noise,
    auto_encoder,
    pooling_shifts,
)

LABS: dict[str, Lab] = {module.LAB.name: module.LAB for module in _MODULES}
MOST_NEAR = 3


def unknown(name: str) -> str:
    """That there is no such lab, with the names that are near: those that share a word come first."""
    words = set(name.lower().replace("_", "-").split("-"))
    akin = [known for known in LABS if words & set(known.split("-"))]
    near = dict.fromkeys([*akin, *get_close_matches(name, LABS, n=MOST_NEAR, cutoff=0.6)])
    meant = " or ".join(f"`{other}`" for other in list(near)[:MOST_NEAR])
    return f"no lab is called `{name}`" + (f"; did you mean {meant}?" if meant else "")
