"""What entries of the catalogue say: when a method is meant, what its numbers are called, what is wrong."""

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
    beside: bool = False  # what has the index of the line comes first, if anything has
    step: bool = False  # it is what has the index of the line and nothing else, if anything has
    long: str = ""  # or else the length of a list with such a name
    last: bool = False  # or else what the line before comes to
    among: tuple[int, ...] = ()  # or else one of these numbers, whichever
    loose: bool = False  # it may be any number of the line that stands higher up on the page as well
    given: bool = False  # it is no result
    told: bool = False  # no other number of the page will do, where none is called or said to be it
    share: bool = False  # it lies between nought and one
    bent: bool = False  # a function was applied to it, so that it is no plain sum of products
    plainly: str = ""  # the words and names without which a share of more than a half may be the rest
    needed: bool = True  # False: wrong formulas that have it are left out where it is not known

    @property
    def is_special(self) -> bool:
        """Whether it is no plain number of the page: a list, its length, an index, a count."""
        return self.vector or self.length or self.index or bool(self.counts or self.total)


@record(frozen=True, slots=True)
class Wrong:
    """A wrong formula, the rule it goes by, and what it does; `{d}` stands for the number of a role."""

    rule: str
    formula: str
    says: str
    line: str = ""  # an example, in the place of the right line of the method
    why: str = ""


@record(frozen=True, slots=True, eq=False)
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
AT = r"(?:_\{?(?:t|i|j|k|n|\d|t,j)\}?|\^\(?.{1,5})?"  # an index behind a letter
OLD = r"(?:_\{?(?:t-1|prev|old|\d|n-1|k-1|i-1)\}?|_?\(t-1\)|\^.{1,9})?"  # that of the step before


def wrong(kind: str, formula: str, says: str) -> Wrong:
    """A wrong formula of a common kind, which has its example in `kinds.py`: `recipe/no-root`."""
    return Wrong(f"recipe/{kind}", formula, says)


@record(frozen=True, slots=True, eq=False)
class Usual:
    """The formula that `head` has where a page speaks of `topic`: in roles, by the names they go by.

    Names in the left side, `(?P<p>…)`, may be asked for in roles as `{p}`, in upper or lower case. Of a sum
    over entries, the formula of one of them.
    """

    topic: str
    head: str
    formula: str
    roles: dict[str, str]
    wrong: tuple[Wrong, ...]
    also: tuple[str, ...] = ()
    unless: str = ""
    renews: bool = False  # the left side stands on the right as well
