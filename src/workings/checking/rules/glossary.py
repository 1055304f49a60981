"""Every name that a finding can carry, in one place: rules, slips of the pen, mistakes of operations."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from workings.checking.rules import RULES, designs, labs, lists, methods, module_of
from workings.checking.rules.catalogue import JUDGED, Description
from workings.checking.rules.examples import example_of
from workings.checking.rules.slips import SLIPS
from workings.checking.rules.symbols import JUDGED_SYMBOLS
from workings.finding import Verdict
from workings.ops import MISTAKABLE

MOST_NEAR = 3
CATALOGUE: dict[str, Description] = {
    **JUDGED,
    **JUDGED_SYMBOLS,
    **{module.RULE: module.DESCRIPTION for module in map(module_of, RULES)},
    **designs.BESIDES,
    **lists.BESIDES,
    **methods.of_topics(),
    **methods.of_catalogue(),
    labs.RULE: labs.DESCRIPTION,
}


@cache
def names() -> tuple[str, ...]:
    """All of them: families in alphabetical order, and their members too."""
    mistakes = {f"{op.name}/{slug}" for op in MISTAKABLE.values() for slug in op.mistakes}
    return tuple(sorted({*CATALOGUE, *SLIPS, *mistakes}))


def family_of(name: str) -> str:
    """The part before the slash, by which a whole family is selected or ignored."""
    return name.partition("/")[0]


def members(family: str) -> tuple[str, ...]:
    return tuple(name for name in names() if "/" in name and family_of(name) == family)


@cache
def describe(name: str) -> Description | None:
    """What a name means; None for one that no finding carries."""
    if name in CATALOGUE:
        return CATALOGUE[name]
    if name in SLIPS:
        return SLIPS[name]
    key, _, slug = name.partition("/")
    op = MISTAKABLE.get(key)
    mistake = op.mistakes.get(slug) if op is not None else None
    if op is None or mistake is None:
        return None
    example = example_of(op, slug)
    return Description(mistake.says, *(example or ("", "")), why=mistake.why)


def unknown(chosen: Iterable[str]) -> list[str]:
    """Those of the chosen names that select or silence nothing: no rule, family or verdict is called so."""
    known = {*names(), *map(family_of, names()), *(verdict.value for verdict in Verdict)}
    return [name for name in dict.fromkeys(chosen) if name not in known]


def near(name: str) -> list[str]:
    """Names that may have been meant, the nearest first."""
    from difflib import get_close_matches

    known = {*names(), *map(family_of, names())}
    found = get_close_matches(name, sorted(known), n=MOST_NEAR, cutoff=0.6)
    slug = name.rpartition("/")[2]
    same = [other for other in names() if other.rpartition("/")[2] == slug and other != name]
    nearest = sorted(dict.fromkeys([*same, *found]), key=lambda other: -_likeness(name, other))
    return nearest[:MOST_NEAR]


def _likeness(name: str, other: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, name, other).ratio()


def suggestion(name: str) -> str:
    """`; did you mean …?` for the end of a message, or nothing."""
    return f"; did you mean {' or '.join(f'`{other}`' for other in near(name))}?" if near(name) else ""
