"""The topics whose recipes a page is held to, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from workings.checking.methods.activations import claims_of_activations
from workings.checking.methods.averaging import claims_of_averaging
from workings.checking.methods.bases import claims_of_bases
from workings.checking.methods.biases import claims_of_biases
from workings.checking.methods.bootstrapping import claims_of_bootstrapping
from workings.checking.methods.boxes import claims_of_boxes
from workings.checking.methods.columned import claims_of_columns
from workings.checking.methods.conditionals import claims_of_conditionals
from workings.checking.methods.copying import claims_of_copying
from workings.checking.methods.counting import claims_of_counting
from workings.checking.methods.degrees import claims_of_degrees
from workings.checking.methods.encodings import claims_of_encodings
from workings.checking.methods.extremes import claims_of_extremes
from workings.checking.methods.lookups import claims_of_lookups
from workings.checking.methods.losses import claims_of_losses
from workings.checking.methods.margins import claims_of_margins
from workings.checking.methods.masking import claims_of_masking
from workings.checking.methods.matches import claims_of_matches
from workings.checking.methods.meant import claims_of_methods
from workings.checking.methods.normalising import claims_of_normalising
from workings.checking.methods.orientation import claims_of_orientation
from workings.checking.methods.receptive import claims_of_receptive_fields
from workings.checking.methods.rotations import claims_of_rotations
from workings.checking.methods.sampling import claims_of_sampling
from workings.checking.methods.scaling import claims_of_scaling
from workings.checking.methods.settings import claims_of_settings
from workings.checking.methods.sheet import Sheet, is_meant_otherwise
from workings.checking.methods.stated import claims_of_formulas
from workings.checking.methods.unifying import claims_of_constants, claims_of_unifying
from workings.checking.methods.updated import claims_of_updated
from workings.checking.methods.updating import claims_of_updating
from workings.finding import Claim, Verdict
from workings.resolving.quantity import FIRST_BITS
from workings.source import Span
from workings.value import precision

Topic: TypeAlias = Callable[[Sheet], Iterator[Claim]]
TOPICS: tuple[Topic, ...] = (
    claims_of_scaling,
    claims_of_masking,
    claims_of_normalising,
    claims_of_losses,
    claims_of_averaging,
    claims_of_activations,
    claims_of_updating,
    claims_of_orientation,
    claims_of_copying,
    claims_of_counting,
    claims_of_boxes,
    claims_of_biases,
    claims_of_conditionals,
    claims_of_encodings,
    claims_of_bases,
    claims_of_receptive_fields,
    claims_of_sampling,
    claims_of_updated,
    claims_of_degrees,
    claims_of_matches,
    claims_of_bootstrapping,
    claims_of_rotations,
    claims_of_columns,
    claims_of_unifying,
    claims_of_constants,
    claims_of_lookups,
    claims_of_extremes,
    claims_of_margins,
    claims_of_methods,
    claims_of_formulas,
    claims_of_settings,
)


def claims_of_topics(sheet: Sheet, told: Sequence[Span] = ()) -> Iterator[Claim]:
    """What is done by a wrong recipe, as far as nothing else was said of the same place."""
    doubted = [*told, *(claim.span for claim in sheet.judge.claims if claim.verdict is Verdict.WRONG)]
    upheld = sheet.upheld
    with precision(FIRST_BITS):
        for topic in TOPICS:
            for claim in topic(sheet):
                known = any(span.start <= claim.span.start < span.end for span in doubted)
                if claim.span.start in upheld:
                    continue
                if not known and not is_meant_otherwise(sheet.text, claim.span.start):
                    doubted.append(claim.span)
                    yield claim
