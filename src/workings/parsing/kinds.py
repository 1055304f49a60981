"""What prose says names are: “A and B are n × d matrices”, “a, b, c, d are orthogonal, each of norm β”."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workings.document import Kind as PassageKind
from workings.document import Passage
from workings.expr import Expr, Hole, Name, walk
from workings.kinds import Kind
from workings.parsing.grammar import parse_maths
from workings.record import record
from workings.regex import regex
from workings.source import Span

LONGEST = 4000  # characters of a passage that is read
_MATHS = r"\$?[^\s$,;:.()]{1,40}\$?"
_NAME = (
    r"\$?(?:\\(?:math(?:bf|rm|cal)|bm|boldsymbol|vec)\{?)?\\?[A-Za-zα-ωΑ-Ω]{1,12}\}?"
    r"(?:_\{?\w{1,3}\}?|_\w)?'?\$?"
)
_AND = r"(?:\s*,\s*(?:(?:and|und)\s+)?|\s+(?:and|und)\s+)"
_LIST = rf"(?<![A-Za-z])(?P<names>{_NAME}(?:{_AND}{_NAME}){{0,7}})"
_SIZE = rf"(?P<rows>{_MATHS})\s*(?:×|\\times|x)\s*(?P<columns>{_MATHS})"
_IN = r"\s*(?:\\\}|\})?\s*(?:(?:\\in|∈)\s*\S{1,24})?"  # the end of a set, or ∈ ℝ^n
_ARE = rf"{_IN}\s+(?:is|are|be|denote)(?:\s+(?:an?|all|both|mutually|pairwise|the|set|of))*\s+"
_ORTHOGONAL = r"(?P<sort>orthogonal|orthonormal|perpendicular|unit)(?:\s+to\s+each\s+other)?"
_NORM = (
    r"(?:[\s,]*(?:vectors?|and|with|all|each|every\s+one|of\s+them|both|have|has|having|of|the|same|a|equal|"
    r"Euclidean|their|is)){0,7}\s*(?:norm|length|magnitude)s?\s*(?:is|=|equal\s+to|of)?\s*\$?(?P<norm>\\?[\wβ√{}^\\]{1,16})\$?"
)
_EQUAL = r"[^.=]{0,40}(?:‖|\\\||\\V|\|\|)[^.]{0,60}=\s*(?P<equal>\\?\w{1,12})"  # with ‖a‖ = … = β
_BETWEEN = regex(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+und\s+")
_PATTERNS = tuple(
    regex(pattern.replace(r"\s*", r"\s{0,3}").replace(r"\s+", r"\s{1,4}"))  # no run of blanks is a word
    for pattern in (
        rf"{_LIST}{_ARE}{_ORTHOGONAL}\b(?:{_NORM}|{_EQUAL})?",
        rf"\b{_ORTHOGONAL}\s+(?:vectors?|tokens?|embeddings?)\s+{_LIST}(?:{_NORM})?",
        rf"{_LIST}{_ARE}\$?{_SIZE}\$?[\s-]+(?P<trait>symmetric|diagonal)?\s*matri(?:x|ces)",
        rf"\b{_SIZE}\$?[\s-]+(?P<trait>symmetric|diagonal)?\s*matri(?:x|ces)\s+{_LIST}",
        rf"{_LIST}{_ARE}(?P<trait>symmetric|diagonal|square|invertible|real|weight|arbitrary)?\s*matri(?:x|ces)\b",
        rf"\b(?P<trait>symmetric|diagonal|square|invertible|weight)?\s*matri(?:x|ces)\s+{_LIST}",
        rf"{_LIST}{_ARE}(?P<plain>real|column|row|arbitrary|bias)?\s*vectors?\b",
        rf"\b(?P<plain>column|bias)?\s*vectors\s+{_LIST}",
    )
)
_NEARBY = 120  # characters behind “orthogonal” in which a norm may be said
_NORM_AFTER = regex(
    r"\b(?:norm|length|magnitude)s?\s*(?:is|=|equal\s+to|of)?\s*\$?(?P<norm>\\?[\wβ√{}^\\]{1,16})"
)
_SUPPOSED = regex(r"\b(?:if|when|whether|unless|whenever)\b[^.]{0,30}$", re.IGNORECASE)
_TRAITS = ("symmetric", "diagonal")
_NO_NAMES = frozenset(
    "and the are is be of in an to with all each two three real given following matrix matrices vectors "
    "vector where if for as that it this they which then here let its both".split()
)


@record(frozen=True, slots=True)
class Said:
    """What a sentence says of a name, and the passage it stands in."""

    key: str
    kind: Kind
    passage: int


def kinds_said(passages: Sequence[Passage]) -> list[Said]:
    """Everything that is said of names in the prose of a document, in reading order."""
    found: list[Said] = []
    for passage in passages:
        if passage.kind is PassageKind.PROSE and len(passage.text) <= LONGEST:
            found += _in_passage(passage)
    return sorted(found, key=lambda said: said.kind.span.start)


def _in_passage(passage: Passage) -> list[Said]:
    text = " ".join(passage.text.split("\n"))
    found: list[Said] = []
    taken: set[str] = set()
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            keys = _keys(match.group("names"))
            if not keys or taken.intersection(keys):
                continue
            span = Span(passage.span.start + match.start(), passage.span.start + match.end())
            groups = match.groupdict()
            if _SUPPOSED.search(text[max(0, match.start() - 40) : match.start()]):
                continue
            if "sort" in groups and not groups.get("norm") and not groups.get("equal"):
                further = _NORM_AFTER.search(text[match.end() : match.end() + _NEARBY])
                groups["norm"] = further["norm"] if further else None
            kind = _kind(groups, tuple(keys), span, text[match.start() : match.end() + 20])
            if kind is not None:
                taken.update(keys)
                found += [Said(key, kind, passage.span.start) for key in keys]
    return found


def _keys(names: str) -> list[str]:
    """The keys of a list of names; none if one of its words is no name."""
    keys: list[str] = []
    for part in _BETWEEN.split(names):
        plain = part.strip().strip("$")
        if len(plain) > 1 and plain.lower() in _NO_NAMES:
            return []
        expr = parse_maths(plain)
        if not isinstance(expr, Name) or (len(expr.base) > 1 and expr.base.isascii()):
            return []
        keys.append(expr.key)
    return keys


def _kind(groups: dict[str, str | None], keys: tuple[str, ...], span: Span, said: str) -> Kind | None:
    sort = groups.get("sort")
    if sort is not None:
        if sort == "unit":
            return Kind(None, 1, span, norm=_maths("1")) if len(keys) > 1 else None
        if len(keys) < 2:
            return Kind(None, 2, span, trait="orthogonal") if keys[0][:1].isupper() else None
        unit = sort == "orthonormal" or " unit " in said
        norm = _maths("1" if unit else groups.get("norm") or groups.get("equal"))
        return Kind(None, 1, span, family=keys, norm=norm)
    if "rows" in groups and groups["rows"] and groups["columns"]:
        sides = _maths(groups["rows"].strip("$")), _maths(groups["columns"].strip("$"))
        if any(side is None for side in sides):
            return None
        extents = tuple(side for side in sides if side is not None)
        return Kind(extents, 2, span, trait=_trait(groups))
    if "plain" in groups:
        return Kind(None, 1, span)
    if not all(key[:1].isupper() for key in keys):
        return None
    return Kind(None, 2, span, trait=_trait(groups))


def _trait(groups: dict[str, str | None]) -> str:
    trait = groups.get("trait") or ""
    return trait if trait in _TRAITS else ""


def _maths(text: str | None) -> Expr | None:
    if text is None:
        return None
    expr = parse_maths(text)
    return None if any(isinstance(node, Hole) for node in walk(expr)) else expr
