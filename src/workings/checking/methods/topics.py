"""The topics whose recipes a page is held to, in order.

The module of a topic may have `SAID`, patterns of which a page has to say one, or `WANTS`, facts about what
its statements are made of (`Makeup`) of which one has to be so; of a module with both, either will do. These
are remembered on disk (`memory.py`), so that a topic which a page does not call for is not even loaded.
`RULES` describes the names that only this topic gives its findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import TypeAlias, cast

from workings.checking.methods.sheet import Sheet
from workings.checking.rules.catalogue import Description
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
    "attention.scaling.claims_of_scaling",
    "attention.masking.claims_of_masking",
    "attention.future.claims_of_future",
    "attention.barred.claims_of_barred",
    "attention.unscaled.claims_of_unscaled",
    "layers.normalising.claims_of_normalising",
    "layers.roots.claims_of_standardising",
    "losses.losses.claims_of_losses",
    "losses.padding.claims_of_padding",
    "losses.averaging.claims_of_averaging",
    "losses.batches.claims_of_batches",
    "losses.penalised.claims_of_penalties",
    "layers.activations.claims_of_activations",
    "training.updating.claims_of_updating",
    "layers.orientation.claims_of_orientation",
    "copies.copying.claims_of_copying",
    "chances.counting.claims_of_counting",
    "stating.factors.claims_of_factors",
    "chances.boxes.claims_of_boxes",
    "layers.channels.claims_of_channels",
    "layers.biases.claims_of_biases",
    "layers.included.claims_of_included",
    "layers.padded.claims_of_padded",
    "layers.blocks.claims_of_blocks",
    "layers.gates.claims_of_gates",
    "layers.dropped.claims_of_dropped",
    "layers.sized.claims_of_sizes",
    "attention.projections.claims_of_projections",
    "attention.tensors.claims_of_tensors",
    "attention.caching.claims_of_caches",
    "layers.initialising.claims_of_initialising",
    "choosing.prefixes.claims_of_prefixes",
    "training.moments.claims_of_moments",
    "copies.stacked.claims_of_stacked",
    "copies.lengths.claims_of_lengths",
    "copies.lengths.claims_of_squares",
    "copies.lengths.claims_of_own_products",
    "copies.exchanged.claims_of_exchanged",
    "copies.factors.claims_of_factors",
    "copies.fractions.claims_of_fractions",
    "chances.conditionals.claims_of_conditionals",
    "attention.encodings.claims_of_encodings",
    "losses.bases.claims_of_bases",
    "layers.floors.claims_of_floors",
    "layers.receptive.claims_of_receptive_fields",
    "losses.sampling.claims_of_sampling",
    "training.updated.claims_of_updated",
    "stating.ruled.claims_of_rules",
    "chances.degrees.claims_of_degrees",
    "choosing.matches.claims_of_matches",
    "attention.rotations.claims_of_rotations",
    "attention.axes.claims_of_axes",
    "attention.mixing.claims_of_mixing",
    "attention.valued.claims_of_values",
    "training.directions.claims_of_perceptrons",
    "training.tabulated.claims_of_training_tables",
    "losses.renormalising.claims_of_renormalising",
    "training.quadratics.claims_of_stability",
    "stating.columned.claims_of_columns",
    "stating.summed.claims_of_sums",
    "layers.roots.claims_of_singular_values",
    "chances.lookups.claims_of_lookups",
    "chances.paths.claims_of_paths",
    "chances.hidden.claims_of_hidden",
    "choosing.extremes.claims_of_extremes",
    "chances.margins.claims_of_margins",
    "chances.screening.claims_of_screening",
    "chances.splitting.claims_of_splitting",
    "chances.turning.claims_of_turning",
    "chances.odds.claims_of_odds",
    "chances.spreads.claims_of_spreads",
    "training.smoothing.claims_of_smoothing",
    "layers.returning.claims_of_returning",
    "layers.gated.claims_of_gated",
    "layers.branches.claims_of_branches",
    "stating.stale.claims_of_stale_steps",
    "stating.latest.claims_of_older_values",
    "stating.older.claims_of_older",
    "stating.mixed.claims_of_mixed",
    "attention.projected.claims_of_projected",
    "attention.dotted.claims_of_dotted",
    "stating.averaged.claims_of_averages",
    "stating.crossed.claims_of_crossed",
    "stating.kin.claims_of_kin",
    "stating.labelled.claims_of_labelled",
    "stating.tabled.claims_of_tabled",
    "stating.blocks.claims_of_blocks",
    "lettered.claims_of_letters",
    "training.quadratics.claims_of_quadratics",
    "layers.collapsing.claims_of_collapsing",
    "layers.firing.claims_of_firing",
    "layers.flattened.claims_of_flattened",
    "attention.attending.claims_of_attending",
    "training.correcting.claims_of_correcting",
    "meant.claims_of_methods",
    "stating.stated.claims_of_formulas",
    "stating.lone.claims_of_lone",
    "stating.applied.claims_of_applied",
    "stating.settings.claims_of_settings",
    "training.directions.claims_of_ascending",
    "choosing.prefixes.claims_of_percentages",
    "training.transitions.claims_of_transitions",
    "training.ending.claims_of_endings",
    "training.unmoved.claims_of_unmoved",
    "training.outdated.claims_of_outdated",
    "choosing.merges.claims_of_merges",
    "choosing.nucleus.claims_of_nucleus",
    "choosing.kept.claims_of_kept",
    "choosing.assigned.claims_of_assigned",
    "choosing.distances.claims_of_distances",
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
    doubted = [*told, *(claim.span for claim in sheet.judge.told if claim.verdict in _SETTLED)]
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
    module = name.rpartition(".")[0]
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
    module, _, function = name.rpartition(".")
    return cast("Topic", getattr(import_module(f"workings.checking.methods.{module}"), function))


def rules_of_topics() -> dict[str, Description]:
    """What the names of findings mean that a topic has for itself."""
    modules = dict.fromkeys(name.rpartition(".")[0] for name in TOPICS)
    loaded = (import_module(f"workings.checking.methods.{module}") for module in modules)
    return {rule: said for topic in loaded for rule, said in getattr(topic, "RULES", {}).items()}
