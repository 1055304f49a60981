"""The names that findings carry, and what each means: the rules that the judge gives of itself.

A rule with a module of its own is described there; `workings.checking.rules.CATALOGUE` has them all.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Description:
    """What a rule means in one line, a document that breaks it and the same document in order."""

    meaning: str
    wrong: str
    right: str


JUDGED = {
    "value/differs": Description(
        "what is stated is not the value of what stands before it",
        wrong="$3 \\times 4 + 2 = 13$",
        right="$3 \\times 4 + 2 = 14$",
    ),
    "copy/differs": Description(
        "the numbers put in for names are not those that the names stand for",
        wrong="$w = [2, -1, 3]$\n\n$x = [1, 4, 2]$\n\n$w \\cdot x = [2, -1, 3] \\cdot [1, 4, 5] = 13$",
        right="$w = [2, -1, 3]$\n\n$x = [1, 4, 2]$\n\n$w \\cdot x = [2, -1, 3] \\cdot [1, 4, 2] = 4$",
    ),
    "restated-differently": Description(
        "a given vector or matrix is written again with other entries, and nothing says that it changed",
        wrong="$x = [1, 4, 2]$\n\n$x = [1, 4, 3]$",
        right="$x = [1, 4, 2]$\n\n$x = [1, 4, 2]$",
    ),
    "matrix/shape": Description(
        "a matrix is stated with other numbers of rows or columns than it has",
        wrong="$[[1, 0], [2, 1]] [[1, 2, 3], [0, 1, 1]] = [[1, 2], [2, 5], [3, 7]]$",
        right="$[[1, 0], [2, 1]] [[1, 2, 3], [0, 1, 1]] = [[1, 2, 3], [2, 5, 7]]$",
    ),
    "chain/compensating": Description(
        "a step does not follow from the one before, but a second slip leads back to the right value",
        wrong="$2 \\times 3 + 4 = 5 + 4 = 9 = 10$",
        right="$2 \\times 3 + 4 = 6 + 4 = 10$",
    ),
    "matrix/damaged": Description(
        "a matrix has lost or doubled entries, as scanners do; those that are there agree",
        wrong="$[1, 2, 3] + [1, 1, 1] = [2, 3]$",
        right="$[1, 2, 3] + [1, 1, 1] = [2, 3, 4]$",
    ),
    "identity/fails": Description(
        "two formulas that are set equal differ for some values of their names",
        wrong="$f = (a + b)^2 = (a - b)^2 + 2ab$",
        right="$f = (a + b)^2 = (a - b)^2 + 4ab$",
    ),
}
