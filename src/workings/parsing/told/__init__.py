"""Quantities of deep learning in words: “a 3×3 convolution on a 32×32 input gives a 30×30 output”.

Every subject has a file, which makes of a sentence what an operation comes to and what is stated for it.
A sentence counts only where each number in it has been given its role.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from workings.document import Kind, Passage, Statement
from workings.parsing.hypotheses import is_option
from workings.parsing.lexicon import Lexicon
from workings.parsing.told.layers import convolutions, dilated_kernels, poolings, receptive_fields
from workings.parsing.told.losses import entropies, perplexities, surprises
from workings.parsing.told.matrices import classes, medians, orthogonals, products
from workings.parsing.told.parameters import convolution_parameters, embedding_parameters, linear_parameters
from workings.parsing.told.sentence import Sentence, Told, sentences
from workings.parsing.told.slopes import slopes
from workings.parsing.told.training import batches, descents, heads
from workings.source import Page

SUBJECTS: tuple[Callable[[Sentence], Iterator[Told]], ...] = (
    convolutions,
    poolings,
    receptive_fields,
    dilated_kernels,
    convolution_parameters,
    linear_parameters,
    embedding_parameters,
    heads,
    batches,
    descents,
    entropies,
    surprises,
    perplexities,
    slopes,
    products,
    medians,
    orthogonals,
    classes,
)


def told_statements(
    passages: Iterable[Passage], statements: Sequence[Statement], lexicon: Lexicon, page: Page
) -> Iterator[Statement]:
    """A statement for every quantity that a sentence states together with all that it follows from."""
    several = [statement for statement in statements if len(statement.members) > 1]
    chains = {member.span.start: statement for statement in several for member in statement.members[:-1]}
    for passage in passages:
        if passage.kind is not Kind.PROSE or is_option(passage, page):
            continue
        for sentence in sentences(passage, lexicon, chains, page.text):
            for subject in SUBJECTS:
                yield from (sentence.statement(told) for told in subject(sentence))
