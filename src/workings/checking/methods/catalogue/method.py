"""What an entry of the catalogue says: when a method is meant, what its numbers are called, what is wrong."""

from __future__ import annotations

from workings.record import record


@record(frozen=True, slots=True)
class Role:
    """How a number of a method is found on a page: by its name or by the words before it.

    `name` has to match the whole name, where `@` is that of the line itself; `words` stand near the number.
    A role with neither is any number of the line.
    """

    name: str = ""
    words: str = ""
    counts: str = ""  # the number of things with such names
    index: bool = False  # the index of the line
    total: str = ""  # the sum of things with such names
    vector: bool = False  # it is a list of numbers
    length: bool = False  # it is the length of a list
    nought: bool = False  # it may be nought, where a sequence begins
    same: bool = False  # it has the index of the line
    needed: bool = True  # False: wrong formulas that have it are left out where it is not known


@record(frozen=True, slots=True)
class Wrong:
    """A wrong formula, the rule it goes by, and what it does; `{d}` stands for the number of a role."""

    rule: str
    formula: str
    says: str
    line: str = ""  # an example, in the place of the right line of the method
    why: str = ""


@record(frozen=True, slots=True)
class Method:
    """A formula that is meant where a page has the words `topic` and a line the words or the name `of`."""

    topic: str
    of: str
    formula: str
    roles: dict[str, Role]
    wrong: tuple[Wrong, ...]
    unless: str = ""  # words of the page that forbid it
    also: tuple[str, ...] = ()  # other formulas that are right
    bare: bool = False  # whether a number without a formula may be judged
    not_of: str = ""  # words or names that the line must not have
    given: str = ""  # an example: what stands before the line,
    line: str = ""  # and the line as it should be


ANY = Role()
