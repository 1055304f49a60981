"""A tree or table of conditional probabilities: which tokens may follow what, and how probably.

A context is what stands before a token. In a tree it is the whole prefix; in a table of transitions it is
the last token alone. One rule serves both: the choices after a prefix are those of the longest context that
it ends with, where a context that is anchored has to be the prefix itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import TypeAlias

from flint import fmpq

from workings.record import record
from workings.source import Span

Prefix: TypeAlias = tuple[str, ...]

ENDS = frozenset(
    "? . ! eos <eos> [eos] stop <stop> [stop] end <end> [end] </s> <|endoftext|> <|end|> <eot> <eoseq> "
    "∎ 。 <e> <end-of-sequence> [sep]".split()
)
STARTS = frozenset(
    "<s> <bos> [bos] bos <sos> sos start <start> [start] root <root> [cls] ε ∅ begin <begin> empty".split()
)
NOWHERE = Span(0, 0)  # of what no document states
MOST_DEPTH = 64
MOST_PATHS = 5000


@lru_cache(maxsize=4096)
def key(token: str) -> str:
    """What makes two spellings the same token: letters alone keep their case, words do not."""
    settled = token.strip().replace("⟨", "<").replace("⟩", ">").replace("〈", "<").replace("〉", ">")
    settled = settled.replace("< ", "<").replace(" >", ">")
    return settled if len(settled) == 1 else settled.casefold()


def is_end(token: str) -> bool:
    """A token after which a sequence is complete."""
    return key(token) in ENDS


def is_start(token: str) -> bool:
    """A token that only marks the beginning."""
    return key(token) in STARTS


@record(frozen=True, slots=True)
class Choice:
    """A token that may come next, with its probability, or the logarithm of it in a model of logarithms."""

    token: str
    weight: fmpq
    span: Span = NOWHERE


@record(frozen=True, eq=False)
class Model:
    """Choices by context, with what is known about where sequences begin and end; each is only itself."""

    rows: Mapping[Prefix, tuple[Choice, ...]]
    anchored: frozenset[Prefix] = frozenset()  # contexts that are whole prefixes
    prompt: Prefix = ()  # words before the first choice
    logs: bool = False  # weights are logarithms of probabilities
    longest: int | None = None  # tokens after which a sequence is complete without an end token
    span: Span = NOWHERE
    depth: int = field(init=False)  # of the deepest leaf; MOST_DEPTH where tokens come round again
    is_even: bool = field(init=False)  # every sequence is as long as the others
    _known: dict[Prefix, tuple[Choice, ...]] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        depths: set[int] = set()
        for count, (prefix, leaf) in enumerate(self._walk(), 1):
            if count > MOST_PATHS:
                depths.add(MOST_DEPTH)
                break
            if leaf:
                depths.add(len(prefix))
        object.__setattr__(self, "depth", max(depths))
        object.__setattr__(self, "is_even", len(depths) == 1)

    def _walk(self) -> Iterator[tuple[Prefix, bool]]:
        """Every prefix, the shortest first within a branch, and whether nothing is known to follow it."""
        waiting: list[Prefix] = [()]
        while waiting:
            prefix = waiting.pop()
            following = self.choices(prefix)
            yield prefix, not following
            waiting += [(*prefix, choice.token) for choice in reversed(following)]

    def choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """What may come after a prefix; nothing after an end token."""
        known = self._known.get(prefix)
        if known is None:
            known = self._found(prefix)
            if len(self._known) < MOST_PATHS:
                self._known[prefix] = known
        return known

    def _found(self, prefix: Prefix) -> tuple[Choice, ...]:
        if len(prefix) >= (MOST_DEPTH if self.longest is None else self.longest):
            return ()
        if prefix and is_end(prefix[-1]) and prefix not in self.rows:
            return ()
        if prefix in self.rows:
            return self._possible(prefix)
        for start in range(1, len(prefix)):
            context = prefix[start:]
            if context in self.rows and context not in self.anchored:
                return self._possible(context)
        return ()

    def _possible(self, context: Prefix) -> tuple[Choice, ...]:
        """The choices of a context without those that cannot be."""
        row = self.rows[context]
        return row if self.logs else tuple(choice for choice in row if choice.weight != 0)

    @property
    def is_endless(self) -> bool:
        """Whether tokens come round again, so that sequences may be as long as one likes."""
        return self.depth >= MOST_DEPTH

    @property
    def tokens(self) -> tuple[str, ...]:
        """Every token once, in the order of the document."""
        found: dict[str, None] = {}
        for context, choices in self.rows.items():
            for token in (*context, *(choice.token for choice in choices)):
                found.setdefault(token)
        return tuple(found)

    def weight(self, sequence: Prefix) -> fmpq | None:
        """The probability of a sequence (or its logarithm); None where the model does not hold it."""
        total = fmpq(0) if self.logs else fmpq(1)
        for at, token in enumerate(sequence):
            weights = [choice.weight for choice in self.choices(sequence[:at]) if choice.token == token]
            if not weights:
                return None
            total = total + weights[0] if self.logs else total * weights[0]
        return total

    def is_complete(self, sequence: Prefix) -> bool:
        """Whether a sequence ends: by an end token, or where the whole model does."""
        if not sequence or self.choices(sequence):
            return False
        return is_end(sequence[-1]) or len(sequence) == (self.longest or self.depth)

    def is_open(self, sequence: Prefix) -> bool:
        """Whether a sequence goes on in a way that the model leaves out."""
        return not self.choices(sequence) and not self.is_complete(sequence)

    def paths(self) -> list[Prefix]:
        """Every sequence from the start to a leaf, complete or not; only for models that end."""
        return [prefix for prefix, leaf in self._walk() if leaf and prefix] if not self.is_endless else []
