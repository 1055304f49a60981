"""What is learned from the whole document before its formulas are read: its names and its decimals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from workings.document import Kind, Passage, Reading
from workings.parsing.lexicon import BYTES, SCALES
from workings.parsing.spellings import COMMANDS
from workings.regex import regex
from workings.source import Page

_DEFINED = regex(
    r"(?<![A-Za-z\\])([A-Za-z]{3,}|S[DES]|M[ES]|CV|BP|KL|CE|PP|IG|RF|AP|[A-Za-z]{2}(?=\s*+&?\s*+[=≈]\s*[-−\d.(]))"
    r"\s*+&?\s*+(?:=|:=|≈|\\approx)(?!=)"
    r"|(?<![\w\\^}])([TeKMBGk])\s*+&?\s*+=(?!=)\s*[\d.\\\-−(\[a-zA-Z]"
    r"|(?:\\sigma|σ)(?:_\{?\w+\}?)?(?:\^2)?\s*&?\s*()=\s*[\d.\\]"
)
_STATISTIC = regex(
    r"(?<![A-Za-z\\])(SS|MS|SD|SE|SP|[TF][PN]|IG|TF|DF|PE|PP|CE|KL|RF|BP|LN|AP|PR|[A-Z]{3,5})_"
    r"(?:\{[^{}\n=]{1,20}\}|\\text\{[^{}\n]{1,20}\}|\{\\\w{4,6}\{[^{}\n]{1,20}\}\}|\w+)\s*+&?\s*+(?:=|≈|\\approx)"
)
_COUNTS = regex(r"(?<![A-Za-z\\])[TF][PN](?![A-Za-z])")
_DIFFERENTIAL = regex(r"(?<![A-Za-z\\\d)}\]])(d[A-Za-z])(?:[_^]\{?[\[(]?\w{1,3}[\])]?\}?)?\s*+&?\s*+=(?!=)")
_MAY_DEFINE = regex(  # what holds wherever _DEFINED or _LETTER does
    r"[A-Za-z]\s*+&?\s*+(?::?=|≈|\\approx|←|<-|\\leftarrow|\\gets)|\\sigma|σ"
)
_SUPERSCRIPTED = regex(r"([A-Za-z])\}?(?:_\{?\w+\}?)?\^\{?([A-SU-Z])\}?\s*+&?\s*+(?:=|\\in\b|:)")
_OF_POLICY = regex(r"([rRvVqQPJ])\}?\^\{?(?:\\pi(?![A-Za-z])|π)\}?\s*+&?\s*+=")  # r^\pi = …
_NUMBERED = regex(r"[A-Za-z]\}?(?:_\{?t\}?\^\{?1\}?|\^\{?1\}?_\{?t\}?)\s*+&?\s*+=")  # h^1_t = …, no power
_LABELLED = regex(
    r"([A-Za-z])\}?(?:_\{?t\}?\^\{?([a-su-z])\}?|\^\{?([a-su-z])\}?_\{?t\}?)\s*+&?\s*+="  # h_t^f = …
)
_LAYERED = regex(  # b^(2) = …, as text
    r"(?<![^\W\d_])([^\W\d_]{1,12})(?:_\w{1,12})?\^\((\d|[a-zA-Z])\)[ \t]*(?::?=|≈)(?!=)"
)
_FIRST = regex(r"([A-Za-z])\}?(?:_\{?[\w+-]+\}?)?\^\{?1\}?(?!\d)")
_FIRST_GIVEN = regex(
    r"(?:^|[\s$&,;({])(\\?[^\W\d_]+)\}?(?:_\{?[^\W\d_]\}?)?\^\{?1\}?(?:\[\d\])?\s*+&?\s*+(?::?=|≈)\s*+&?\s*+"
    r"(?:\[|\\begin\b|\\left\s*\[|\(\s*-?[\d.]+\s*,)"
)
_FIRST_SET = regex(  # z^1 = w^1 x, but x^1 = x is a law of powers, and e^1 a number
    r"(?:^|[\n$&;({,]|[:,;.]\s)\s*+(?!e\^)(\\?[^\W\d_]+)\}?\^\{?1\}?\s*+&?\s*+(?::?=|≈|\\approx\b)(?!=)\s*&?\s*(?!\1)"
)
_OTHER_GIVEN = regex(  # Q^2 = [[1, 0], [2, 1]]
    r"(?:^|[\s$&,;({])([A-Z])\}?(?:_\{?[^\W\d_]\}?)?\^\{?[2-9]\}?\s*+&?\s*+(?::?=|≈)\s*+&?\s*+(?:\[|\\begin\b|\\left\s*\[)"
)
_STARTED = regex(  # θ^0 = [0, 0], of which nobody means a power, since that would be 1
    r"(?<![\w+*/^_({=\\·×−-])(?<![+*/({=·×−-] )(?!e\^)(\\?[^\W\d_]+)\}?\^(?:0|\{0\})\s*+&?\s*+"
    r"(?::?=|≈|←|\\gets\b|\\leftarrow\b)(?!=)"
    r"\s*&?\s*(?!1(?![.\d]))(?:[\[(\d-]|\\begin\b|\\left\b|\\mathbf\{?\s*0)"
)
_GIVEN_STEP = regex(r"(?:^|[\s$&,;(])(\\?[^\W\d_]+)\}?\^\{?(\d)\}?\s*+&?\s*+(?::?=|≈)(?!=)")
_GIVEN = regex(
    r"(?<![\w\\^_{}])([A-Za-z])\s*+&?\s*+=\s*\$?\s*(\\begin|\\left|\[\[|[\[(]|-?\d+(?:\.\d+)?(?![\w.]*\w|\s*[-+*/^×·\\]))"
)  # letters that are given a number, a list or a matrix
_MATRICES = ("\\begin", "[[")
_SHORT_NAMES = frozenset(
    "TP TN FP FN GB MB KB KL CE lr bs id nn ff fc px ms pt AP PP PE IG CV SD SE SS MS LN BN".split()
)
_LETTER = regex(r"(?<![\w\\^_{}])([A-Za-z])\s*+&?\s*+(?:=|:=|≈|←|<-|\\leftarrow\b|\\gets\b)(?!=)")
_EACH_IN_BYTES = regex(
    r"(?:[·×x*]|\\cdot|\\times)\s?(?:[1248]|1[0268]) B\b|(?<![\w.,])(?:[1248]|1[0268]) B [·×x*]"
)
_BILLIONS = regex(r"\d\.\d+ B\b|\d B[\s-]+(?:model|param|weight|token|LLM|parameter)")
_NAMED_B = regex(r"(?<![\w\\^_{}])(?<!\d )B\s*+&?\s*+(?:=|:=|≈|←|<-|\\leftarrow\b|\\gets\b)(?!=)")
_ARGUMENTS = regex(r"[fghFGLJC](?<![\w\\].)['′]?\(([a-z](?:,[ \t]?[a-z])*)\)[ \t]*=")
_HEADS = regex(
    r"^[ \t|]*((?:[A-Za-z](?:[ \t]{2,}|[ \t]*\|[ \t]*)){1,7}[A-Za-z])[ \t|]*\n"
    r"(?:[ \t|:+-]*\n)?[ \t|]*[-−+]?\d",
    re.MULTILINE,
)  # `x  y  t` above numbers
_MATRIX = regex(
    r"\\(?:Sigma|Pi)(?![A-Za-z])|[ΣΠ](?:[_^](?:\{\w+\}|\w)|[₀-ₜ⁰-ⁿ]+)?\s*(?:=|≈|:=|∈|⪰|⁻¹|\^\{?-)"
)
_SIGMA = regex(  # \mathbf{\Sigma}, |\Sigma|, \Sigma^{-1}, \Sigma = …
    r"\{\\Sigma\}|\|\\Sigma\||\\Sigma(?:_\{?\w\}?)?\s*(?:&?\s*=|:=|\\in\b|\^\{?-)"
)
_SUMMED = regex(r"\\Sigma\}?_(?:\{\s?[a-z]\s*(?:=|\\in)|[a-z]\s?=\s?\d)")  # a sum, whoever writes it so
_DELTA = regex(r"(?:\\?(delta|Delta)|([δΔ]))\}?\s*(?:[&$_^]\s*)?(?:=|:=|≈|←|\\approx|\\in\b|\\odot|\$)")
_BRACKETED = regex(r"(?<![A-Za-z\\])([A-Za-z])\[ ?[tnk] ?(?:([-+]) ?1 ?)?\]")
_POINT = regex(r"(?<![\d.])(?![1-9]\d{0,2}(?:\.\d{3})+(?!\d))\d+\.\d+(?![.\d])")  # but for 50.000
_PLACE = regex(r"\b[^\W\d_a-z][^\W\d_]{2,}\.? [1-9]\d?\.\d\d?(?![.,]?\d)")  # Exercise 4.1, Figura 4.1
_COMMA = regex(
    r"(?<![\d,\[(])(?<![\[(][-−])(?<!, )(?<!\\\{)(?<!\\\{ )(?<!∈ \{)"  # no entry of a list or a set
    r"(?:0(?:,|\{,\}|, )\d+|\d+(?:,|\{,\})(?:\d{1,2}|\d{4,}))(?!\d|,\d)"
)
_BRACED_COMMA = regex(r"(?<![\d,}])(?:0\{,\}\d+|\d+\{,\}(?:\d{1,2}|\d{4,}))(?!\d|\{,\})")
_ENTRIES = regex(r"\\begin\{(?:[pbBvV]?matrix|smallmatrix|array)\}.{0,4000}?\\end\{", re.S)
_MAY_BE_DECIMAL = regex(r",\d|\{,\}\d|0, \d")
_FACTOR = regex(r"(?<![\w.,\[(])0,\d+ ?[*·×](?!\*)|(?<!\*)[*·×] ?0,\d+(?![\d.,)\]])")
# What a document says that states a limit, in signs or in words.
_TENDS = regex(r"→|\\to\b|\\x?rightarrow|->|\bapproach|\btends? to|\bgoe?s? to|\bconverges? to")
_SLOPES = regex(  # each begins with a sign of its own, so that it is quickly looked for
    r"∂|∇|'\s?\(|d[^\W\d]\w{0,60}\s?/\s?[dD]|D[^\W\d]\w{0,60}\s?/\s?[dD]|frac\s?\{\s?(?:[dD]|\\[dD]elta|\\mathrm)|\\p?dv\{|\|_"
)
_DERIVATIVES = regex(r"partial|nabla|prime|gradient|back-?prop|learning rate|descent", re.IGNORECASE)
_MEASURES = regex(
    r"\b(?:bytes?|bits?|[KMGT]i?B|[Pp]aram(?:eter)?s?|tokens?|weights|[KMGT]?FLOPs?|FLOPS"
    r"|[BF][FP](?:16|32|8)|INT[48])\b"
)
_OF_BYTES = regex(r"[\s$]*[=≈][\s$]*(?:10|2|1024|1000|1[, ]000)\b[^.;\n=]{0,20}")
_COUNTED = regex(r"(?<![\w.])\d+(?:\.\d+)?([kKMBGT])(?!\w)")
_COUNTING = frozenset("kKMBGT")
LEAST_COMMAS = 2  # numbers that tell how a document writes its decimals
MANY_COMMAS = 12
COMMAS_TO_A_POINT = 6  # where an English term or a version has a point
MOST_LAYERS = 9  # that are numbered by a raised digit
LINEWISE = (Kind.CODE, Kind.OUTPUT, Kind.COMMENT)  # every line stands for itself


def may_tend(page: Page, text: str) -> bool:
    """Whether a text of a page may state a limit."""
    if page.has_words or "→" in text or "->" in text:
        return _TENDS.search(text) is not None
    return False


def may_derive(page: Page) -> bool:
    """Whether a page may speak of derivatives, in signs or in words."""
    if _SLOPES.search(page.text) is not None:
        return True
    return page.has_words and _DERIVATIVES.search(page.text) is not None


def defining_texts(reading: Reading) -> list[str]:
    """The texts in which a letter stands before an equals sign."""
    return [passage.text for passage in reading.passages if _MAY_DEFINE.search(passage.text)]


def defined_names(reading: Reading, defining: Iterable[str]) -> frozenset[str]:
    """Names of several letters, and e, T, σ, that the document itself gives a value."""
    found: set[str] = set()
    page = reading.page.text
    for text in defining:
        defined = [
            m for m in _DEFINED.finditer(text) if not (_is_scale(text, m) or _is_product(text, m, page))
        ]
        found.update(m.group(1) or m.group(2) or "σ" for m in defined)
    for passage in reading.passages:
        if "_" in passage.text:
            found.update(_STATISTIC.findall(passage.text))  # SS_1 = …, no product of S and S_1
        if "TP" in passage.text or "TN" in passage.text:
            found.update(_COUNTS.findall(passage.text))  # TP/(TP + FP), none of them a product
        if "d" in passage.text and "=" in passage.text:
            found.update(_DIFFERENTIAL.findall(passage.text))  # dW = …, a gradient by its short name
    return frozenset(found)


def _is_product(text: str, found: re.Match[str], page: str) -> bool:
    """Whether letters before a sign are multiplied: `\\sum xy = …`, `wx = 1` where w and x have values."""
    if text[: found.start()].rstrip(" $&{").endswith(("\\sum", "∑", "Σ")):
        return True
    letters = found.group(1) or ""
    if len(letters) != 2 or letters[0] == letters[1] or letters in _SHORT_NAMES:
        return False
    if letters.islower() and text[: found.start()][-1:].isdecimal():
        return True  # 2nd = 524,288
    given = {match[1]: match[2] for match in _GIVEN.finditer(page)}
    kinds: list[str] = [given[letter] for letter in letters if letter in given]
    if len(kinds) < 2 or letters[0] == "d":
        return False
    matrices = sum(kind.startswith(_MATRICES) for kind in kinds)
    lists = sum(kind in ("(", "[", "\\left") for kind in kinds)
    return lists + matrices < 2 or matrices > 0  # AB is a way between points A and B


def _is_scale(text: str, found: re.Match[str]) -> bool:
    """Whether a word before a sign is a scale: `498 MB ≈ …`, `GB = 10^9 bytes`."""
    word = found.group(1)
    if word in BYTES and _OF_BYTES.match(text, found.end(1)):
        return True
    return word in SCALES and text[: found.start(1)].rstrip()[-1:].isdecimal()


def defined_letters(reading: Reading, defining: Iterable[str]) -> frozenset[str]:
    """Single letters before an equals sign or above a column: behind a number, `2 y`, they are no unit."""
    found = {letter for text in defining for letter in _LETTER.findall(text)}
    text = reading.page.text
    if "B" in found and is_in_bytes(reading, defining):
        found.discard("B")  # 2 · 4 B = 8 B
    for arguments in _ARGUMENTS.findall(text):
        found |= {letter for letter in arguments if letter.isalpha()}
    if "\n" in text[:-1]:
        found |= {letter for heads in _HEADS.findall(text) for letter in heads if letter.isalpha()}
    found |= {letter for letter in "ΣΠ" if letter in text and _MATRIX.search(text)}
    if "\\Sigma" in text and _SIGMA.search(text) and not _SUMMED.search(text):
        found.add("Σ")
    deltas = _DELTA.findall(text) if "elta" in text or "δ" in text or "Δ" in text else ()
    return frozenset(found | {"Δ" if word == "Delta" or sign == "Δ" else "δ" for word, sign in deltas})


def is_in_bytes(reading: Reading, defining: Iterable[str]) -> bool:
    """Whether a B behind a number and a blank is a byte: so many for each thing, and no other B."""
    text = reading.page.text
    if " B" not in text or _EACH_IN_BYTES.search(text) is None or _BILLIONS.search(text):
        return False
    return not any(map(_NAMED_B.search, defining))


def counting_letters(page: Page) -> frozenset[int]:
    """Where letters behind numbers count millions or billions: `7B × 2 bytes`, `25.7M + 25.2M = 50.9M`."""
    text, found = page.text, set[int]()
    if _COUNTING.isdisjoint(text):
        return frozenset()
    lines: dict[int, list[re.Match[str]]] = {}
    for number in _COUNTED.finditer(text):
        lines.setdefault(text.rfind("\n", 0, number.start()) + 1, []).append(number)
    for start, numbers in lines.items():
        end = text.find("\n", numbers[-1].end())
        letters = [number[1] for number in numbers if "." in number[0]]
        repeated = {letter for letter in letters if letters.count(letter) > 1}
        measured = _MEASURES.search(text, start, len(text) if end < 0 else end) is not None
        found.update(number.start(1) for number in numbers if measured or number[1] in repeated)
    return frozenset(found)


def superscripted_names(reading: Reading) -> frozenset[str]:
    """Names like W^Q that the document defines, so that the superscript is no exponent."""
    texts = [passage.text for passage in reading.passages if "^" in passage.text]
    if not texts:
        return frozenset()
    found: set[str] = set()
    for text in texts:
        found.update(f"{a}^{b}" for a, b in _SUPERSCRIPTED.findall(text))
        found.update(f"{a}^{b or c}" for a, b, c in _LABELLED.findall(text))
        found.update(f"{a}^π" for a in _OF_POLICY.findall(text))
        if "^(" in text:
            found.update(f"{a}^({b})" for a, b in _LAYERED.findall(text))
    return frozenset(found | numbered_layers(texts) | numbered_steps(texts))


def numbered_steps(raised: Sequence[str]) -> set[str]:
    """θ^0, θ^1 … in texts that give θ^0 a value: the raised digits count steps."""
    started = [text for text in raised if "^0" in text or "^{0}" in text]
    letters = {letter for text in started for letter in _STARTED.findall(text)}
    if not letters:
        return set()
    texts = [text for text in raised if "0" in text]
    given = {found for text in texts for found in _GIVEN_STEP.findall(text) if found[0] in letters}
    steps = {(letter, step) for letter in letters for step in "01"} | given
    return {f"{COMMANDS.get(letter[1:], ('', letter))[1]}^{step}" for letter, step in steps}


def numbered_layers(texts: Sequence[str]) -> set[str]:
    """h^1, h^2, W^1 … in texts that define h^1_t: whatever they raise to one has layers.

    In others, W^1 = [[1, 2], [0, 1]] tells it of W, and of every capital that is raised to one or given
    as a matrix with another raised digit, but never alone; so do z^1 = … and a^1 = …, of two letters.
    """
    first = [text for text in texts if "^1" in text or "^{1" in text]
    found = _FIRST if any(_NUMBERED.search(text) for text in first) else _FIRST_GIVEN
    letters = {COMMANDS.get(one.lstrip("\\"), ("", one))[1] for text in first for one in found.findall(text)}
    set_first = {one for text in first for one in _FIRST_SET.findall(text)}
    given = bool(letters) and found is _FIRST_GIVEN
    alone = {one for text in texts for one in _LETTER.findall(text)} if given or len(set_first) > 1 else set()
    if len(set_first) > 1:
        letters |= {COMMANDS.get(one.lstrip("\\"), ("", one))[1] for one in set_first} - alone
    if given:
        others = {one for text in first for one in _FIRST.findall(text) if one.isupper()}
        others |= {one for text in texts for one in _OTHER_GIVEN.findall(text)}
        letters |= others - alone
    return {f"{letter}^{layer}" for letter in letters for layer in range(1, MOST_LAYERS + 1)}


def stepped_letters(reading: Reading) -> frozenset[str]:
    """The letters of sequences that are written h[t], h[t-1]: the brackets hold an index."""
    found = [m for p in reading.passages if "[" in p.text for m in _BRACKETED.findall(p.text)]
    if not found or not any(sign for _, sign in found):
        return frozenset()
    return frozenset(letter for letter, _ in found)


def writes_decimal_commas(passages: Sequence[Passage]) -> bool:
    """Whether the document writes 0,5 for a half: some number needs it, and hardly any has a point.

    Tables that have points were printed by a program, and do not count; nor do matrices with points
    where numbers such as `0{,}5` say it.
    """
    listed = [passage for passage in passages if "," in passage.text]
    if not any(_MAY_BE_DECIMAL.search(passage.text) for passage in listed):
        return False
    commas = sum(len(_COMMA.findall(passage.text)) for passage in listed if passage.kind not in LINEWISE)
    if commas < LEAST_COMMAS:
        return _multiplies_with_commas(passages)
    braced = sum(len(_BRACED_COMMA.findall(passage.text)) for passage in listed)
    points = sum(
        len(_POINT.findall(_PLACE.sub("", _ENTRIES.sub("", passage.text) if braced else passage.text)))
        for passage in passages
        if passage.kind not in LINEWISE and passage.kind is not Kind.CELL
    )
    return points * COMMAS_TO_A_POINT <= commas and (points == 0 or commas >= MANY_COMMAS)


def _multiplies_with_commas(passages: Sequence[Passage]) -> bool:
    """Whether a page without a point works out products such as 0,9*(-14) in blocks of code."""
    texts = [passage.text for passage in passages]
    commas = sum(len(_FACTOR.findall(text)) for text in texts if "0," in text)
    return commas >= LEAST_COMMAS and not any(_POINT.search(_PLACE.sub("", text)) for text in texts)


def tables_have_points(passages: Sequence[Passage]) -> bool:
    """Whether numbers in tables have points, whatever the text around them does."""
    return any(p.kind is Kind.CELL and _POINT.search(p.text) for p in passages)
