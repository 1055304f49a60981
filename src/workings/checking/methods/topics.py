"""The topics whose recipes a page is held to, in order.

The module of a topic may have `SAID`, patterns of which a page has to say one, or `WANTS`, facts about what
its statements are made of (`Makeup`) of which one has to be so; of a module with both, either will do. These
are remembered on disk (`memory.py`), so that a topic which a page does not call for is not even loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import TypeAlias, cast

from workings.checking.methods.sheet import Sheet
from workings.finding import Claim, Verdict
from workings.likely import Needs
from workings.memory import MEMORY, last_change
from workings.parsing.moods import is_contrasted
from workings.regex import strings_of
from workings.resolving.quantity import FIRST_BITS
from workings.source import Span
from workings.value import precision

Topic: TypeAlias = Callable[[Sheet], Iterator[Claim]]
Callers: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]  # strings and facts
TOPICS = (
    "scaling.claims_of_scaling",
    "masking.claims_of_masking",
    "normalising.claims_of_normalising",
    "roots.claims_of_standardising",
    "losses.claims_of_losses",
    "padding.claims_of_padding",
    "averaging.claims_of_averaging",
    "activations.claims_of_activations",
    "updating.claims_of_updating",
    "orientation.claims_of_orientation",
    "copying.claims_of_copying",
    "counting.claims_of_counting",
    "factors.claims_of_factors",
    "boxes.claims_of_boxes",
    "channels.claims_of_channels",
    "biases.claims_of_biases",
    "sized.claims_of_sizes",
    "projections.claims_of_projections",
    "adapters.claims_of_adapters",
    "caching.claims_of_caches",
    "initialising.claims_of_initialising",
    "prefixes.claims_of_prefixes",
    "moments.claims_of_moments",
    "apiece.claims_of_multiples",
    "lengths.claims_of_lengths",
    "lengths.claims_of_squares",
    "exchanged.claims_of_exchanged",
    "dropped.claims_of_dropped",
    "conditionals.claims_of_conditionals",
    "encodings.claims_of_encodings",
    "bases.claims_of_bases",
    "receptive.claims_of_receptive_fields",
    "sampling.claims_of_sampling",
    "updated.claims_of_updated",
    "ruled.claims_of_rules",
    "degrees.claims_of_degrees",
    "matches.claims_of_matches",
    "transitions.claims_of_bootstrapping",
    "rotations.claims_of_rotations",
    "mixing.claims_of_mixing",
    "directions.claims_of_perceptrons",
    "renormalising.claims_of_renormalising",
    "quadratics.claims_of_stability",
    "columned.claims_of_columns",
    "summed.claims_of_sums",
    "roots.claims_of_singular_values",
    "unifying.claims_of_unifying",
    "unifying.claims_of_constants",
    "lookups.claims_of_lookups",
    "extremes.claims_of_extremes",
    "margins.claims_of_margins",
    "termwise.claims_of_terms",
    "screening.claims_of_screening",
    "splitting.claims_of_splitting",
    "smoothing.claims_of_smoothing",
    "outer.claims_of_outer",
    "branches.claims_of_branches",
    "branches.claims_of_way_back",
    "flooring.claims_of_flooring",
    "stale.claims_of_stale_steps",
    "lettered.claims_of_letters",
    "quadratics.claims_of_quadratics",
    "collapsing.claims_of_collapsing",
    "attending.claims_of_attending",
    "smoothing.claims_of_correcting",
    "meant.claims_of_methods",
    "stated.claims_of_formulas",
    "settings.claims_of_settings",
    "directions.claims_of_ascending",
    "prefixes.claims_of_percentages",
    "assigned.claims_of_tallies",
    "sweeps.claims_of_sweeps",
    "transitions.claims_of_transitions",
    "merges.claims_of_merges",
    "kept.claims_of_kept",
    "assigned.claims_of_assigned",
)
_SETTLED = (Verdict.WRONG, Verdict.CARRIED)  # what is said of a place already


def topics_of(sheet: Sheet) -> list[Topic]:
    """The topics that a page may call for, in order."""
    spoken, words = _spoken()
    called = {spoken[at] for at in words.likely(sheet.look)}
    makeup = sheet.makeup
    for fact, places in _wanting().items():
        if getattr(makeup, fact):
            called.update(places)
    return [_load(TOPICS[at]) for at in sorted(called)]


def claims_of_topics(sheet: Sheet, told: Sequence[Span] = ()) -> Iterator[Claim]:
    """What is done by a wrong recipe, as far as nothing else was said of the same place."""
    doubted = [*told, *(claim.span for claim in sheet.judge.claims if claim.verdict in _SETTLED)]
    upheld = sheet.upheld
    with precision(FIRST_BITS):
        for topic in topics_of(sheet):
            for claim in topic(sheet):
                known = any(span.start <= claim.span.start < span.end for span in doubted)
                if claim.span.start in upheld:
                    continue
                if not known and not is_contrasted(sheet.text, claim.span.start):
                    doubted.append(claim.span)
                    yield claim


@cache
def _spoken() -> tuple[list[int], Needs]:
    """The places of the topics that words call for, or any page does, and what these need."""
    callers = [_callers(name) for name in TOPICS]
    places = [at for at, (strings, facts) in enumerate(callers) if strings or not facts]
    return places, Needs([callers[at][0] for at in places])


@cache
def _wanting() -> dict[str, list[int]]:
    """The facts that call for topics, and the places of these."""
    found: dict[str, list[int]] = {}
    for at, name in enumerate(TOPICS):
        for fact in _callers(name)[1]:
            found.setdefault(fact, []).append(at)
    return found


def _callers(name: str) -> Callers:
    """The strings of which a page that calls for a topic has one, and the facts; neither if any page does."""
    module = name.partition(".")[0]
    key = "topic", module, _changed()
    return cast("Callers", MEMORY.recall(key, lambda: _read_callers(module)))


@cache
def _changed() -> int:
    return last_change(__file__)


def _read_callers(module: str) -> Callers:
    topic = import_module(f"workings.checking.methods.{module}")
    said, wants = getattr(topic, "SAID", ()), getattr(topic, "WANTS", ())
    strings = strings_of(*said)
    return (strings, wants) if strings or not said else ((), ())


@cache
def _load(name: str) -> Topic:
    module, _, function = name.partition(".")
    return cast("Topic", getattr(import_module(f"workings.checking.methods.{module}"), function))
