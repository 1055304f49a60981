"""The topics whose recipes a page is held to, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from workings.checking.methods import (
    activations,
    adapters,
    apiece,
    ascending,
    assigned,
    averaging,
    bases,
    biases,
    bootstrapping,
    boxes,
    branches,
    caching,
    channels,
    columned,
    conditionals,
    copying,
    counting,
    degrees,
    dropped,
    encodings,
    exchanged,
    extremes,
    factors,
    flooring,
    initialising,
    kept,
    lengths,
    lettered,
    lookups,
    losses,
    margins,
    masking,
    matches,
    meant,
    merges,
    mixing,
    moments,
    normalising,
    orientation,
    padding,
    percentages,
    perceptrons,
    prefixes,
    projections,
    quadratics,
    receptive,
    renormalising,
    rotations,
    ruled,
    sampling,
    scaling,
    screening,
    settings,
    singular,
    sized,
    smoothing,
    splitting,
    stability,
    stale,
    standardising,
    stated,
    summed,
    sweeps,
    tallies,
    termwise,
    transitions,
    unifying,
    updated,
    updating,
)
from workings.checking.methods.sheet import Sheet, is_meant_otherwise
from workings.finding import Claim, Verdict
from workings.likely import Patterns
from workings.resolving.quantity import FIRST_BITS
from workings.source import Span
from workings.value import precision

Topic: TypeAlias = Callable[[Sheet], Iterator[Claim]]
TOPICS: tuple[tuple[Topic, tuple[re.Pattern[str], ...]], ...] = (  # with what has to be said, if anything
    (scaling.claims_of_scaling, scaling.SAID),
    (masking.claims_of_masking, masking.SAID),
    (normalising.claims_of_normalising, normalising.SAID),
    (standardising.claims_of_standardising, standardising.SAID),
    (losses.claims_of_losses, losses.SAID),
    (padding.claims_of_padding, padding.SAID),
    (averaging.claims_of_averaging, ()),
    (activations.claims_of_activations, ()),
    (updating.claims_of_updating, ()),
    (orientation.claims_of_orientation, ()),
    (copying.claims_of_copying, ()),
    (counting.claims_of_counting, ()),
    (factors.claims_of_factors, ()),
    (boxes.claims_of_boxes, boxes.SAID),
    (channels.claims_of_channels, channels.SAID),
    (biases.claims_of_biases, biases.SAID),
    (sized.claims_of_sizes, sized.SAID),
    (projections.claims_of_projections, projections.SAID),
    (adapters.claims_of_adapters, adapters.SAID),
    (caching.claims_of_caches, caching.SAID),
    (initialising.claims_of_initialising, initialising.SAID),
    (prefixes.claims_of_prefixes, prefixes.SAID),
    (moments.claims_of_moments, moments.SAID),
    (apiece.claims_of_multiples, apiece.SAID),
    (lengths.claims_of_lengths, lengths.SAID),
    (exchanged.claims_of_exchanged, ()),
    (dropped.claims_of_dropped, ()),
    (conditionals.claims_of_conditionals, ()),
    (encodings.claims_of_encodings, encodings.SAID),
    (bases.claims_of_bases, ()),
    (receptive.claims_of_receptive_fields, receptive.SAID),
    (sampling.claims_of_sampling, sampling.SAID),
    (updated.claims_of_updated, ()),
    (ruled.claims_of_rules, ()),
    (degrees.claims_of_degrees, degrees.SAID),
    (matches.claims_of_matches, matches.SAID),
    (bootstrapping.claims_of_bootstrapping, bootstrapping.SAID),
    (rotations.claims_of_rotations, rotations.SAID),
    (mixing.claims_of_mixing, ()),
    (perceptrons.claims_of_perceptrons, perceptrons.SAID),
    (renormalising.claims_of_renormalising, renormalising.SAID),
    (stability.claims_of_stability, stability.SAID),
    (columned.claims_of_columns, ()),
    (summed.claims_of_sums, ()),
    (singular.claims_of_singular_values, singular.SAID),
    (unifying.claims_of_unifying, ()),
    (unifying.claims_of_constants, ()),
    (lookups.claims_of_lookups, ()),
    (extremes.claims_of_extremes, ()),
    (margins.claims_of_margins, ()),
    (termwise.claims_of_terms, termwise.SAID),
    (screening.claims_of_screening, screening.SAID),
    (splitting.claims_of_splitting, splitting.SAID),
    (smoothing.claims_of_smoothing, smoothing.SAID),
    (branches.claims_of_branches, branches.SAID),
    (flooring.claims_of_flooring, flooring.SAID),
    (stale.claims_of_stale_steps, ()),
    (lettered.claims_of_letters, ()),
    (quadratics.claims_of_quadratics, quadratics.SAID),
    (meant.claims_of_methods, ()),
    (stated.claims_of_formulas, ()),
    (settings.claims_of_settings, ()),
    (ascending.claims_of_ascending, ascending.SAID),
    (percentages.claims_of_percentages, percentages.SAID),
    (tallies.claims_of_tallies, tallies.SAID),
    (sweeps.claims_of_sweeps, sweeps.SAID),
    (transitions.claims_of_transitions, transitions.SAID),
    (merges.claims_of_merges, merges.SAID),
    (kept.claims_of_kept, kept.SAID),
    (assigned.claims_of_assigned, assigned.SAID),
)

_WORKED = {  # that only look at lines which show how they are worked out
    orientation.claims_of_orientation,
    conditionals.claims_of_conditionals,
    unifying.claims_of_unifying,
    unifying.claims_of_constants,
    lookups.claims_of_lookups,
    summed.claims_of_sums,
    margins.claims_of_margins,
}
_SPOKEN = [(topic, pattern) for topic, said in TOPICS for pattern in said]
_SAID = Patterns(pattern for _, pattern in _SPOKEN)


def topics_of(sheet: Sheet) -> list[Topic]:
    """The topics that a page may speak of, in order."""
    spoken = [_SPOKEN[at][0] for at in _SAID.likely(sheet.look)]
    found = [topic for topic, said in TOPICS if not said or topic in spoken]
    return found if sheet.is_worked else [topic for topic in found if topic not in _WORKED]


def claims_of_topics(sheet: Sheet, told: Sequence[Span] = ()) -> Iterator[Claim]:
    """What is done by a wrong recipe, as far as nothing else was said of the same place."""
    doubted = [*told, *(claim.span for claim in sheet.judge.claims if claim.verdict is Verdict.WRONG)]
    upheld = sheet.upheld
    with precision(FIRST_BITS):
        for topic in topics_of(sheet):
            for claim in topic(sheet):
                known = any(span.start <= claim.span.start < span.end for span in doubted)
                if claim.span.start in upheld:
                    continue
                if not known and not is_meant_otherwise(sheet.text, claim.span.start):
                    doubted.append(claim.span)
                    yield claim
