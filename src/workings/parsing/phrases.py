"""Where a name begins and ends in a run of words: behind “so the”, before “where”, with its number."""

from __future__ import annotations

from workings.parsing.tokens import SPACE, Unit

BEFORE_NAMES = frozenset(
    "& we the a an so then thus hence therefore is are get gets have has this that it as of which gives "
    "give with where and let now by compute computing calculate here since because when if for finally "
    "also be using use find equals note suppose assume consider to in on at from or but its our their "
    "first next given not will can because than per over among into across between "
    "und oder mit ist sind also dann wobei für der die das wenn falls daher somit et ou avec donc est où si "
    "alors con es son donde cuando entonces".split()
)
_LINKING = frozenset(  # what goes on behind a formula that ends in a symbol: “m x + c where m = 2”
    "where with for if when so then thus hence therefore using given since because and but which gives at "
    "we wobei mit für wenn falls bei also dann daher somit und avec pour si donc alors et où con para cuando "
    "entonces donde".split()
)
LONGEST_PHRASE = 6
LONGEST_SYMBOL = 3  # characters
_DEFINES = ("=", "≈", ":=", "←")
_SYMBOLS = frozenset("lr eps alpha beta gamma delta epsilon eta theta lambda mu rho sigma tau phi".split())
_ACCENTS = ("hat(", "bar(", "tilde(", "vec(")
_PLACING = frozenset("at on in for of after with".split())
JOINING = frozenset("& and or but so then thus hence while whereas where und oder et ou".split())
_OWNERS = frozenset("their his her your old other another".split())


def end_of_symbol(units: list[Unit], lo: int, hi: int) -> int:
    """Where a symbol ends that a linking word follows: the c of `m x + c where m = 2`; else the end."""
    if hi - lo < 2:
        return hi
    word, link = units[lo].token, units[lo + 1].token
    short = len(word.text) <= LONGEST_SYMBOL or word.text in _SYMBOLS
    return lo + 1 if short and link.prose and link.text.lower() in _LINKING else hi


def holds_link(units: list[Unit], lo: int, hi: int) -> bool:
    """Whether one of the words links sentences rather than names a thing: “so”, “the”, “gives”."""
    return any(unit.token.text.lower() in BEFORE_NAMES for unit in units[lo:hi])


def start_of_name(units: list[Unit], lo: int, hi: int) -> int:
    """Where the name at the end of a phrase begins: behind the last linking word, but “a” is a name."""
    if hi - lo > 1 and _is_symbol(units, hi - 1):
        return hi - 2 if is_owner(units[hi - 2].token.text.lower()) else hi - 1
    start = max(lo, hi - LONGEST_PHRASE)
    for at in range(hi - 1, start - 1, -1):
        word = units[at].token.text
        if word.lower() in BEFORE_NAMES and not (at == hi - 1 and len(word) == 1):
            return at + 1
    return start


def _is_symbol(units: list[Unit], at: int) -> bool:
    """Whether a word before a sign is a symbol, and words before it say of what: `learning rate η = …`."""
    word, before, sign = units[at].token, units[at - 1].token, units[at + 1].token
    related = sign.text in _DEFINES or units[at + 1].sort == "op"
    if not (word.prose and related and len(before.text) > 2):
        return False
    marked = word.text.endswith(")") and word.text.startswith(_ACCENTS)  # ε̂
    short = len(word.text) == 1 or (word.text.isupper() and len(word.text) < 4)
    return short or marked or word.text in _SYMBOLS


def is_owner(word: str) -> bool:
    """Whether a word says whose something is: `their λ` is another than ours."""
    return word in _OWNERS or word.endswith(("'s", "’s"))


def is_numbered(units: list[Unit], at: int) -> bool:
    """A number that belongs to the words before it: `Output 1 = …`."""
    token = units[at].token
    follows = units[at + 1] if at + 1 < len(units) else None
    return (
        token.kind == "num"
        and token.text.isdecimal()
        and token.gap <= SPACE
        and follows is not None
        and follows.sort == "rel"
    )


def start_of_numbered(units: list[Unit], lo: int, hi: int) -> int:
    """Where the name begins that words and a number end: at the F1 of `0.6 and F1 at rank 5 = …`."""
    start = max(lo, hi - LONGEST_PHRASE)
    for at in range(hi - 1, start - 1, -1):
        if units[at].token.text.lower() in JOINING:
            return at + 1
    if start == lo and units[lo].token.text in _PLACING:
        while start > 0 and units[start - 1].ends_operand and units[start - 1].token.prose:
            start -= 1
    return start
