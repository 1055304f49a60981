"""When a difference at a point refutes a link, and when the author may only have set a condition."""

from __future__ import annotations

import re
from collections.abc import Mapping

from workings.checking.chain import Chain
from workings.checking.identities.sorting import FUNCTION_LETTERS, Uses
from workings.evaluating import Function
from workings.expr import Apply, Call, Cases, Expr, Fold, Index, Name, Number, alike, walk
from workings.kinds import Kind
from workings.regex import regex
from workings.resolving.scope import Scope
from workings.resolving.traits import names_in

_NEARBY = 160  # characters around a link in which it may be qualified
_DEEPEST = 6  # formulas behind formulas
_FURTHEST = 1500  # characters around a link in which matrices may be spoken of
_ORDERED = frozenset(
    "transpose softmax norm inverse det trace argmax max min total mean hadamard".split()
)  # operations whose argument may be a vector or a matrix
_COMPOUND = frozenset({"add", "sub", "mul", "times", "matmul", "hadamard"})
_SPREAD = frozenset("transpose inverse det trace norm pow mul times matmul exp log ln".split())
_SUMS = frozenset({"add", "sub"})
_DISTRIBUTED = frozenset("pow exp log ln log2 log10 sqrt abs bars sigmoid tanh relu".split())
_INDICES = frozenset("ijkl")
_LENGTHS = regex(r"\b(?:of|have|has|with)(?: the)?(?: same| equal)? (?:lengths?|norms?)\b", re.IGNORECASE)
_BREAK = regex(r"\n[ \t\r]*\n|\. ")  # the end of a paragraph or sentence
_QUALIFIED_AFTER = regex(
    r"\b(?:if|iff|when|whenever|only|unless|provided|where|because|since|implies|means|requires?|"
    r"for(?!\s+(?:all|any|every|each|arbitrary|(?:real\s+|square\s+)?(?:matrices|vectors|numbers"
    r"|scalars))\b)|"
    r"is false|contradict\w*|absurd|is not|ist nicht|n['’]est pas|no es|fails?|does not|need not"
    r"|commutes?)\b|\?|⇔|\\iff",
    re.IGNORECASE,
)
_QUALIFIED_BEFORE = regex(
    r"\b(?:if|iff|when|whenever|only|unless|provided|condition|constraint|require|requires|such that|whether|"
    r"disprove|true or false|which|does|is it|not|cannot|satisf\w+|solv\w+|solution|would|contradict\w*"
    r"|tempt\w+|equation|need|needs|want|"
    r"called|defined?|commut\w+|definition|with|where|property|special|let|assum\w+|suppos\w+|for which|"
    r"set)\b",
    re.IGNORECASE,
)
_PREMISED = regex(  # words by which other laws hold than for any number, wherever they stand just before
    r"\b(?:mod(?:ulo)?|characteristic|GF|XOR|freshman\w*|finite fields?|binary field|boolean|tropical"
    r"|algebras?|(?:semi)?rings?"
    r"|min-plus|max-plus|projections?|projectors?|idempotent\w*|involution\w*|nilpotent|commut\w+|diagonal"
    r"|unit[\s-](?:vectors?|norm|length|circle|variance)|normali[sz]ed|orthogonal\w*|orthonormal"
    r"|perpendicular|independent\w*"
    r"|uncorrelated|disjoint|mutually exclusive|zero[\s-]mean|cent(?:er|re)d|standardi[sz]ed"
    r"|right[\s-]angled?|right triangle"
    r"|(?:same|equal|opposite) signs?|parallel"
    r"|Einheitsvektor\w*|normiert\w*|senkrecht\w*|unabhängig\w*|unkorreliert\w*|disjunkt\w*|zentriert\w*"
    r"|rechtwinklig\w*|vertausch\w+"
    r"|unitaires?|normés?|normalisés?|orthogona(?:ux|les?)|indépendant\w*|disjoint\w*|centrée?s?"
    r"|unitari[oa]s?|normalizad[oa]s?|ortogonal(?:es)?|perpendicular(?:es)?|independientes?|disjunt[oa]s?"
    r"|centrad[oa]s?|conmut\w+)\b"
    r"|⊥|\\perp|\\ll\b|≪|\\bmod|\\pmod|\\mathbb\{[FZ]\}|\|\s*=\s*1\b|(?<![{_\w])\w\s?\w\s*=\s*0\b"
    r"|(?:[$,;(]|[a-z] )\w\^(?:[2n]|\{[2n]\})\s*=\s*-?\w\b(?!\^|\s*[-+*/])|\\pm\s?1\b|±\s?1\b",
    re.IGNORECASE,
)
_NARROWED = regex(  # words that do so in the sentence itself, or in the one that leads to a display
    r"\b(?:small|tiny|large|near|regime|saturat\w*|limit|approximat\w+|first[\s-]order|leading[\s-]order"
    r"|lineari[sz]\w+|neglect\w*|ignor\w+|drop(?:ping|ped)?|linear"
    r"|additive|homogeneous|multiplicative|even|odd|periodic|symmetric|antisymmetric|skew|find|determine"
    r"|locus|curves?|surface|graphs?"
    r"|intersect\w*|hypothes[ie]s|guess|H_?0|fulfil\w*|obeys?|trained|enforc\w+|equality|positive|negative"
    r"|non-?negative"
    r"|klein\w*|groß\w*|vernachlässig\w*|näherung\w*|symmetrisch\w*|gerade|ungerade|additiv\w*|bestimme\w*"
    r"|finde\w*|Kurven?|wann"
    r"|Vorzeichen|positiv\w*|negativ\w*|petite?s?|grande?s?|néglige\w*|symétrique\w*|paire?s?|impaire?s?"
    r"|linéaire\w*|trouve\w*"
    r"|détermine\w*|courbes?|positifs?|négatifs?|quand|pequeñ[oa]s?|despreci\w+|simétric\w+|par(?:es)?"
    r"|impar(?:es)?|halla\w*"
    r"|encuentr\w+|curvas?|positiv[oa]s?|cuándo)\b",
    re.IGNORECASE,
)
_STOP = regex(r"[.!?][\s$]")
_HEADING = regex(r"(?m)^#.*$|\\(?:sub)*section\*?\{")
_PREMISED_WITHIN = 240  # characters before a link
_SUMMED_SILENTLY = regex(
    r"\b(?:for (?:all|each|every|any|some|the|a)|each|every|summ\w+|implicit\w*|repeated|convention|where|"
    r"when|if|only|per|one)\b|\\forall|∀|\?",
    re.IGNORECASE,
)
_SPECIAL = regex(
    r"\b(?:symmetric|commut\w+|diagonali[sz]\w*|orthogonal|orthonormal|orthogonality|unitary|idempotent|"
    r"projection|normal matri\w+|hermitian|self-adjoint|perpendicular|pythagora\w+|circulant|permutation|"
    r"rotations?|isometr\w+|triangular|stochastic|similar|unit[\s-](?:vectors?|norm|length)|(?:length"
    r"|norm) (?:one|1)|normali[sz]ed|"
    r"Einheitsvektor\w*|normiert\w*|unitaires?|unitarios?)\b|⊥|\\perp|\|\s*=\s*1\b",
    re.IGNORECASE,
)


def is_certain_of_numbers(left: Expr, right: Expr, chain: Chain, scope: Scope) -> bool:
    """Plain scalar algebra whose right side brings in no name that the chain has not used before."""
    first, second = _variables(left, scope), _variables(right, scope)
    declared = first | second <= scope.declared.names
    chained = not chain.at_start and first <= second <= _used(chain)
    if not declared and not chained:
        return False
    for side in (left, right):
        for node in walk(side):
            if isinstance(node, Fold) or (isinstance(node, Call) and node.op in _ORDERED):
                return False
            if isinstance(node, Apply) and not _is_defined(node, scope):
                return False
            if isinstance(node, Name) and (node.key[:1] == "∂" or node.key[:1].isupper()):
                return False
            if isinstance(node, Call) and node.op == "pow" and is_index(node.args[1]):
                return False
    return True


def _variables(expr: Expr, scope: Scope) -> set[str]:
    """The names of an expression but for the functions that the document defines."""
    applied = [node for node in walk(expr) if isinstance(node, Apply) and _is_defined(node, scope)]
    return {*names_in(expr)} - {key for node in applied for key in (node.key, node.function.key)}


def _is_defined(node: Apply, scope: Scope) -> bool:
    return isinstance(scope.said.get(node.function.key), Function)


def is_distributed(left: Expr, right: Expr, chain: Chain, text: str) -> bool:
    """`(a + b)² = a² + b²`: a law by which an operation is spread over the parts of its argument."""
    match left, right:
        case Call(op=op, args=(Call(op=inner, args=whole), *rest)), Call(op=outer, args=spread):
            pass
        case _:
            return False
    if op not in _DISTRIBUTED or inner not in _COMPOUND | {"div"} or outer not in _COMPOUND | {"div"}:
        return False
    start, end = left.span.start, right.span.end
    if not chain.at_start or len(whole) != len(spread):
        return False
    if is_qualified(text, start, end) or is_premised(text, start, end):
        return False
    return all(
        alike(part, Call(part.span, op, (own, *rest))) for part, own in zip(spread, whole, strict=True)
    )


def is_index(exponent: Expr) -> bool:
    """Whether nobody raises to it, so that it may count steps: the 1 of θ^1."""
    return isinstance(exponent, Number) and exponent.value in (0, 1)


def is_certain_of_shapes(
    left: Expr,
    right: Expr,
    chain: Chain,
    text: str,
    uses: Uses,
    kinds: Mapping[str, Kind],
    free: list[str],
    formulas: Mapping[str, Expr],
) -> bool:
    """A law for matrices and vectors that is rewritten, said of names that surely are such, without an if."""
    start, end = left.span.start, right.span.end
    if isinstance(right, Number) and _LENGTHS.search(text[max(0, start - _FURTHEST) : start]):
        return False  # a value that follows from the lengths which the page gives
    if is_qualified(text, start, end, explains(left, right)):
        return False
    if has_functions(left, right):
        return False
    if not all(_is_meant(key, uses, kinds) for key in free):
        return False
    if free and all(_is_said(key, kinds) for key in free):
        return not _has_traits(free, kinds) and (
            any(kinds[k].family for k in free if k in kinds) or _rewrites(left, right, chain, formulas)
        )
    if explains(left, right):
        return True
    if _SPECIAL.search(text) or _has_traits(free, kinds):
        return False
    capitals = [key for key in free if _looks_like_matrix(key)]
    turned = any(key[:1].isupper() for key in uses.transposed | uses.square)
    around = text[max(0, start - _FURTHEST) : end + _FURTHEST]
    if not turned and not all(_is_surely(key, uses, kinds, around) for key in capitals):
        return False
    return _rewrites(left, right, chain, formulas)


def is_qualified(text: str, start: int, end: int, explained: bool = False) -> bool:
    """Whether the words of its sentence make a link a condition, a question or a special case."""
    after = _BREAK.split(text[end : end + _NEARBY], maxsplit=1)[0]
    before = _BREAK.split(text[max(0, start - _NEARBY) : start])[-1]
    return bool(_QUALIFIED_AFTER.search(after)) or (bool(_QUALIFIED_BEFORE.search(before)) and not explained)


def is_premised(text: str, start: int, end: int) -> bool:
    """Whether the text around tells of a case in which more holds: unit vectors, numbers modulo two."""
    after = _BREAK.split(text[end : end + _NEARBY], maxsplit=1)[0]
    before = _HEADING.split(text[max(0, start - _PREMISED_WITHIN) : start])[-1]
    if _PREMISED.search(before) or _PREMISED.search(after):
        return True
    return any(_NARROWED.search(part) for part in (_STOP.split(before)[-1], after))


def loses_index(left: Expr, right: Expr, text: str) -> str | None:
    """The letter of a sum on the left that the right side uses without one: Σ_i a_i b = a_i b."""
    bound = {node.variable for node in walk(left) if isinstance(node, Fold) and node.kind == "sum"}
    if len(bound) != 1 or any(isinstance(node, Fold | Cases) for node in walk(right)):
        return None
    (letter,) = bound
    sums = [node for node in walk(left) if isinstance(node, Fold)]
    inside = {id(node) for fold in sums for node in walk(fold.body)}
    if any(letter in _subscripts(node) for node in walk(left) if id(node) not in inside):
        return None
    summed = {node.base for node in walk(left) if isinstance(node, Name) and letter in _subscripts(node)}
    used = {node.base for node in walk(right) if isinstance(node, Name) and letter in _subscripts(node)}
    if letter is None or not used or not used <= summed:
        return None
    start, end = left.span.start, right.span.end
    around = text[max(0, start - _NEARBY) : end + _NEARBY]
    return None if _SUMMED_SILENTLY.search(around) or "instein" in text else letter


def _subscripts(node: Expr) -> set[str]:
    if not isinstance(node, Name):
        return set()
    return {letter for part in node.index if isinstance(part, Name) for letter in part.key}


def explains(left: Expr, right: Expr) -> bool:
    """A norm of known order, written out by cases or over its entries: everybody means the same by it."""
    norm = left.args[0] if isinstance(left, Call) and left.op == "pow" else left
    if not isinstance(norm, Call) or norm.op != "norm" or not norm.options:
        return False
    if not any(isinstance(node, Cases | Fold) for node in walk(right)):
        return False
    return _bases(norm.args[0]) == _bases(right)


def _bases(expr: Expr) -> frozenset[str]:
    return frozenset(node.base for node in walk(expr) if isinstance(node, Name)) - _INDICES


def _has_traits(free: list[str], kinds: Mapping[str, Kind]) -> bool:
    """Whether a matrix is said to be of a special sort, under which more laws hold."""
    return any(kinds[key].trait not in ("", "spectral") for key in free if key in kinds)


def _is_meant(key: str, uses: Uses, kinds: Mapping[str, Kind]) -> bool:
    """Not a name that may stand for something made of the others, such as a mean beside Σ x_i."""
    if key in kinds or key in uses.entries or not uses.bound:
        return "(" not in key
    return key in uses.numbers or key[:1].isupper() or key in uses.vectors or key in uses.transposed


def _is_said(key: str, kinds: Mapping[str, Kind]) -> bool:
    """A name that the document says what it is, or the norm of a family."""
    return key in kinds or any(
        kind.norm is not None and key in names_in(kind.norm) for kind in kinds.values()
    )


def _looks_like_matrix(key: str) -> bool:
    return key[:1].isupper()


def _is_surely(key: str, uses: Uses, kinds: Mapping[str, Kind], around: str) -> bool:
    """A matrix by what is done with it or by what the text around it says."""
    return key in kinds or uses.entries.get(key) == 2 or _MATRICES.search(around) is not None


_MATRICES = regex(r"\bmatri(?:x|ces)\b|\blinear layers?\b|\\mathbb\{R\}\^\{?\s*\w+\s*\\times", re.IGNORECASE)


def _rewrites(left: Expr, right: Expr, chain: Chain, formulas: Mapping[str, Expr]) -> bool:
    """Whether the right side is the left one multiplied out: the same names, brackets that are dissolved."""
    if not chain.at_start and names_in(left) <= names_in(right) <= _used(chain):
        return True
    names = _unfolded(letters_of(left), formulas)
    if names != _unfolded(letters_of(right), formulas):
        return False
    if not chain.at_start:
        return True
    parts = (node for side in (left, right) for node in walk(side))
    return any(_is_bracketed(node) and (len(names) > 1 or _has_number(node)) for node in parts)


def _unfolded(names: frozenset[str], formulas: Mapping[str, Expr]) -> frozenset[str]:
    """Names with those behind their formulas in their place."""
    for _ in range(_DEEPEST):
        if names.isdisjoint(formulas):
            break
        inner = [letters_of(formulas[key]) for key in names if key in formulas]
        names = frozenset(key for key in names if key not in formulas).union(*inner)
    return names


def _has_number(expr: Expr) -> bool:
    return any(isinstance(node, Number) for node in walk(expr))


def _is_bracketed(node: Expr) -> bool:
    """An operation on a sum or product: (AB)ᵀ, W(x + b), ‖a + b‖."""
    if isinstance(node, Apply):
        return node.function.key[:1] not in FUNCTION_LETTERS and any(_is_compound(arg) for arg in node.args)
    if isinstance(node, Index):
        return _is_compound(node.base)
    if not isinstance(node, Call) or node.op not in _SPREAD:
        return False
    if node.op in ("mul", "times", "matmul"):
        return any(isinstance(arg, Call) and arg.op in _SUMS for arg in node.args)
    return _is_compound(node.args[0])


def _is_compound(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.op in _COMPOUND


def letters_of(expr: Expr) -> frozenset[str]:
    """The names of a side; one before brackets counts without them."""
    found = set()
    for node in walk(expr):
        if isinstance(node, Name):
            lettered = any(isinstance(part, Name) and len(part.key) == 1 for part in node.index)
            found.add(node.base if lettered else node.key)
        elif isinstance(node, Apply):
            found.add(node.function.key)
    return frozenset(found - _INDICES)


def has_functions(left: Expr, right: Expr) -> bool:
    """A derivative, or a name before brackets that may be a function of the document."""
    for side in (left, right):
        for node in walk(side):
            if isinstance(node, Apply) and (
                node.function.key[:1] in FUNCTION_LETTERS or "'" in node.function.key
            ):
                return True
            if isinstance(node, Name) and node.key[:1] in ("∂", "∇"):
                return True
    return False


def _used(chain: Chain) -> set[str]:
    """Every name in the members so far."""
    return {key for link in chain.links for key in names_in(link.expr)}
