"""lab/does-not-hold: a sentence points to a lab, and the lab measures the opposite."""

from __future__ import annotations

from workings.checking.rules.catalogue import Description

RULE = "lab/does-not-hold"
DESCRIPTION = Description(
    "a sentence points to a lab, and what the lab measures speaks against it (only with `--labs`)",
    wrong="A beam always finds a sequence at least as probable as greedy search does. "
    "<!-- lab: greedy-and-beam -->",
    right="On separable data the loss of logistic regression has no minimum. "
    "<!-- lab: separable-logistic -->",
    why="It sounds right, is passed on from text to text, and takes an experiment to look into.",
)
