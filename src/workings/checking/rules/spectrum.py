"""matrix/eigenvalues: what is said of the eigenvalues of a matrix that the document gives, or of its powers.

“The eigenvalues of A are 1 and 3”, “its spectral radius is 0.9”, “A^t vanishes”. The matrix has to be
exact and bound once, above the sentence; a list that is right as far as it goes is not called short.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flint import arb, fmpq

from workings.checking.comparing.digits import stated_number
from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.document import Kind, Passage, Statement
from workings.evaluating import evaluate
from workings.evaluating.rendering import show
from workings.expr import Expr, Name
from workings.finding import Claim, Verdict
from workings.ops import FUNCTIONS
from workings.ops.primitives import NoValue
from workings.parsing.grammar import parse_maths
from workings.parsing.lexicon import Lexicon
from workings.regex import regex
from workings.source import Span
from workings.value import Scalar, Tensor

RULE = "matrix/eigenvalues"
_MATRIX = "$A = \\begin{bmatrix} 2 & 1 \\\\ 1 & 2 \\end{bmatrix}$\n\n"
DESCRIPTION = Description(
    "the eigenvalues of a matrix, or what becomes of its powers, are not as stated",
    wrong=_MATRIX + "The eigenvalues of $A$ are $1$ and $2$.",
    right=_MATRIX + "The eigenvalues of $A$ are $1$ and $3$.",
    why="The diagonal is taken for the eigenvalues, or a sign is lost in the characteristic polynomial.",
)
FARTHEST = 600  # characters from the word to the values
LONGEST = 3000  # characters of a passage
MOST_VALUES = 12
_SPEAKS = regex(
    r"eigenvalue|eigenwert|valeurs? propres?|autovalor|特征值|spectral radius|vanish|explod|blow[s ]|bounded",
    re.IGNORECASE,
)
_EIGENVALUES = regex(r"eigenvalue|eigenwert|valeurs? propres?|autovalor|特征值", re.IGNORECASE)
_OF_PRODUCT = regex(
    r"singular|\bSVD\b|([A-Z])(?:\s?\^\s?\{?\s?(?:\\(?:top|intercal|mathsf\{T\}|mathrm\{T\}|ast)"
    r"|[TtH*⊤])\s?\}?|[ᵀᴴ⊤])\s?\1"
    r"|([A-Z])\s?\2\s?(?:\^|[ᵀ⊤])|[A-Z]\s?(?:\^\s?\{?2|²)",
    re.I,
)
_NAME = r"\$?(?P<name>[A-Z](?:_\{?\w{1,3}\}?)?)\$?"
# Written as text and compiled where a document speaks of them, which few do.
_LISTED = (
    rf"eigenvalues\s+of\s+(?:the\s+)?(?:matrix\s+)?{_NAME}\s*(?:are|is|=|:|are\s+given\s+by)\s*"
    r"(?P<list>[^;\n]{1,120})",
    rf"{_NAME}\s+has\s+(?:the\s+)?(?:two\s+|three\s+)?eigenvalues?\s*:?\s*(?P<list>[^;\n]{{1,120}})",
    rf"{_NAME}\s*=\s*(?:\\begin\{{[a-z]*matrix\}}[^$]{{1,200}}?\\end\{{[a-z]*matrix\}}"
    rf"|\[\[[^\n$]{{1,120}}?\]\])[\s$.,;]*"
    r"(?:and\s+)?[Ii]ts\s+eigenvalues\s+are\s*(?P<list>[^;\n]{1,120})",
)
_RADIUS = (
    rf"spectral\s+radius\s+(?:of\s+)?(?:the\s+)?(?:matrix\s+)?{_NAME}?\s*(?:is|=|equals)\s*\$?"
    r"(?P<list>-?\d+(?:[./]\d+)?)"
)
_POWERS = (
    r"\$?(?P<name>[A-Z])\s*\^\s*+\{?\s*+[tnk]\s*\}?\$?\s+(?P<fate>vanish(?:es)?|explodes?|blows\s+up|"
    r"grows\s+without\s+bound|(?:stays|remains|is)\s+bounded)"
)
_LABEL = r"^\\?(?:lambda|λ)_?\{?\w{0,3}\}?\s*=\s*"
_ENDS = r"\.(?!\d)|\s(?:so|because|since|which|with|whose|hence|therefore|both|all)\b"


def find(judge: Judge, statements: Iterable[Statement]) -> list[Claim]:
    """Everything that the prose says about eigenvalues."""
    if _SPEAKS.search(judge.page.text) is None:
        return []
    found: list[Claim] = []
    for passage in judge.passages:
        if passage.kind is Kind.PROSE and len(passage.text) <= LONGEST and _SPEAKS.search(passage.text):
            found += _in_passage(judge, passage)
    return found or _numbered(judge)


def _in_passage(judge: Judge, passage: Passage) -> Iterator[Claim]:
    text, start = passage.text, passage.span.start
    for pattern in _LISTED:
        at = 0
        while (listed := re.compile(pattern).search(text, at)) is not None:
            ends = re.search(_ENDS, listed["list"])
            at = listed.start("list") + (ends.start() if ends else len(listed["list"]))
            span = Span(start + listed.start("list"), start + at)
            matrix = _matrix(judge, listed["name"], span)
            claim = None if matrix is None else _listed(judge, matrix, listed["name"], span)
            if claim is not None:
                yield claim
    for match in re.finditer(_RADIUS, text):
        span = Span(start + match.start("list"), start + match.end("list"))
        matrix = _matrix(judge, match["name"] or "", span)
        claim = None if matrix is None else _radius(judge, matrix, match["name"], span)
        if claim is not None:
            yield claim
    for match in re.finditer(_POWERS, text):
        span = Span(start + match.start("fate"), start + match.end("fate"))
        matrix = _matrix(judge, match["name"], span)
        claim = None if matrix is None else _fate(judge, matrix, match, span)
        if claim is not None:
            yield claim


def _numbered(judge: Judge) -> list[Claim]:
    """`λ_1 = …, λ_2 = …` behind the only symmetric matrix of a page that speaks of eigenvalues."""
    bindings = judge.scope.bindings
    found = [bindings[key] for nth in range(1, MOST_VALUES) if (key := f"λ_{nth}") in bindings]
    stated = [one.said for one in found if one.literal and not one.derived and isinstance(one.said, fmpq)]
    if not 1 < len(stated) == len(found):
        return []
    first, last = min(one.span.start for one in found), max(one.span.end for one in found)
    said = _EIGENVALUES.search(judge.page.text, max(0, first - FARTHEST), last)
    given = (one for several in judge.scope.matrices.values() for _, one in several)
    matrices = [one for one in given if _is_square(one.said)]
    if said is None or last - first > FARTHEST or len(matrices) != 1 or matrices[0].span.start > first:
        return []
    if _OF_PRODUCT.search(judge.page.text, matrices[0].span.start, last):
        return []  # they may be those of A^T A
    real = _of_symmetric(matrices[0].said)
    if len(real) != len(stated):
        return []
    slack = max(abs(item) for item in real) / 50  # the matrix may be rounded
    off = [one for one, value in zip(found, stated, strict=True) if not _is_near(value, real, slack)]
    if len(off) != 1 or off[0].cause is not None:
        return []  # where several differ, they may be those of another matrix
    computed = show(Tensor((len(real),), tuple(real))).strip("[]")
    return [_claim(judge, off[0].span, False, computed, f"the eigenvalues of the matrix are {computed}")]


def _of_symmetric(matrix: object) -> list[arb]:
    """The eigenvalues of a symmetric matrix; none of any other."""
    from workings.ops.primitives.spectra import eigenvalues

    if not isinstance(matrix, Tensor) or not _is_square(matrix):
        return []
    size = matrix.shape[0]
    if any(matrix.items[i * size + j] != matrix.items[j * size + i] for i in range(size) for j in range(i)):
        return []
    try:
        value = eigenvalues(matrix)
    except NoValue:
        return []
    return [arb(item) for item in value.items] if isinstance(value, Tensor) else []


def _is_near(value: fmpq, real: list[arb], slack: arb) -> bool:
    return any(not (item - value).abs_lower() > slack for item in real)


def _matrix(judge: Judge, key: str, span: Span) -> Tensor | None:
    """The matrix that a name stands for, if the document leaves no doubt."""
    above = [binding for start, binding in judge.scope.matrices.get(key, ()) if start < span.start]
    if not above or above[-1].cause is not None:
        return None
    value = above[-1].said
    return value if isinstance(value, Tensor) and _is_square(value) else None


def _is_square(value: object) -> bool:
    return isinstance(value, Tensor) and len(value.shape) == 2 and value.shape[0] == value.shape[1]


def _listed(judge: Judge, matrix: Tensor, key: str, span: Span) -> Claim | None:
    """The list of eigenvalues against the real ones."""
    from workings.ops.primitives.spectra import eigenvalues

    stated = _values(judge.page.text[span.start : span.end])
    if not stated:
        return None
    try:
        value = eigenvalues(matrix)
    except NoValue:
        return None
    real = value.items if isinstance(value, Tensor) else (value,)
    holds = all(any(_agrees(expr, item) for item in real) for expr in stated)
    if holds and len(stated) < len({show(item) for item in real}):
        return None
    said = show(value)
    message = "" if holds else f"the eigenvalues of {key} are {said.strip('[]')}"
    return _claim(judge, span, holds, said.strip("[]"), message)


def _radius(judge: Judge, matrix: Tensor, key: str, span: Span) -> Claim | None:
    from workings.ops.primitives.spectra import spectral_radius

    stated = _values(judge.page.text[span.start : span.end])
    try:
        value = spectral_radius(matrix)
    except NoValue:
        return None
    if len(stated) != 1 or isinstance(value, Tensor):
        return None
    holds = _agrees(stated[0], value)
    return _claim(
        judge, span, holds, show(value), "" if holds else f"the spectral radius of {key} is {show(value)}"
    )


def _fate(judge: Judge, matrix: Tensor, match: re.Match[str], span: Span) -> Claim | None:
    """What becomes of the powers: they vanish, stay bounded, or grow."""
    from workings.ops.primitives.spectra import fate_of_powers

    fate = fate_of_powers(matrix)
    if fate is None:
        return None
    word, bounded = match["fate"], fate != "grow"
    holds = fate == "vanish" if word.startswith("vanish") else bounded if "bounded" in word else not bounded
    said = {"vanish": "vanish", "stay": "stay bounded without vanishing", "grow": "grow without bound"}[fate]
    return _claim(judge, span, holds, said, "" if holds else f"the powers of {match['name']} {said}")


def _values(text: str) -> list[Expr]:
    """The numbers of a list; none if one part of it is something else."""
    found: list[Expr] = []
    for part in re.split(r",(?!\d{3})\s*(?:and\s+)?|\s+and\s+|\s+und\s+", text.strip(" $.")):
        plain = re.sub(_LABEL, "", part.strip(" $"))
        if not plain:
            continue
        expr = parse_maths(plain, Lexicon(FUNCTIONS))
        if not isinstance(evaluate(expr, {}), fmpq | arb) or isinstance(expr, Name):
            return []
        found.append(expr)
    return found if len(found) <= MOST_VALUES else []


def _agrees(expr: Expr, value: Scalar) -> bool:
    """Whether a stated number is a value to the digits that it is written with."""
    number = stated_number(expr)
    if number is not None and not number.integer:
        return not (arb(value) - number.value).abs_lower() > number.unit / 2
    stated = evaluate(expr, {})
    if isinstance(value, fmpq) or not isinstance(stated, fmpq | arb):
        return bool(stated == value)
    return bool(arb(stated).overlaps(value))


def _claim(judge: Judge, span: Span, holds: bool, computed: str, message: str) -> Claim:
    text = judge.page.written[span.start : span.end].strip()
    verdict, rule = (Verdict.RIGHT, None) if holds else (Verdict.WRONG, RULE)
    return Claim("", "sentence", span, text, verdict, rule, text, computed, message=message)
