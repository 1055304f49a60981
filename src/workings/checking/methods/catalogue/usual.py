"""What an entry of the formulary says: the usual formula of something in letters, and wrong ones."""

from __future__ import annotations

from workings.record import record


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
    wrong: tuple[tuple[str, str, str], ...]  # the rule, the formula, what it does
    also: tuple[str, ...] = ()
    unless: str = ""
    renews: bool = False  # the left side stands on the right as well


AT = r"(?:_\{?(?:t|i|j|k|n|\d|t,j)\}?|\^\(?.{1,5})?"  # an index
OLD = r"(?:_\{?(?:t-1|prev|old|\d|n-1|k-1|i-1)\}?|_?\(t-1\)|\^.{1,9})?"
EXCHANGED = "recipe/exchanged"
LEFT_OUT = "recipe/left-out"
SIGN = "recipe/sign"
