"""Phase 2: text to expressions. Tolerant: it never raises, a gap becomes a `Hole`."""

from workings.parsing.grammar import parse_maths, parse_range
from workings.parsing.lexicon import Lexicon

__all__ = ["Lexicon", "parse_maths", "parse_range"]
