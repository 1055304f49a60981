"""The names that limits and identities give to what is wrong with them."""

from __future__ import annotations

from workings.checking.rules.catalogue import Description

JUDGED_SYMBOLS = {
    "limit/taken-for-value": Description(
        "what is stated is what the formula tends to, not what it is",
        wrong="$\\sigma(10) = 1$ exactly",
        right="$\\sigma(10) \\approx 1$",
        why="A function that levels off looks flat early, and where it ends is easier to remember.",
    ),
    "sum/unbound-index": Description(
        "the letter that a sum runs over is used on the other side, where no sum gives it a meaning",
        wrong="$\\sum_i a_i b = a_i b$",
        right="$\\sum_i a_i b = b \\sum_i a_i$",
        why="The sum sign is carried along in the head, and left out on paper.",
    ),
}
