"""Words and letters in a formula: function names, names, names in front of brackets, runs of letters."""

from __future__ import annotations

from workings.expr import Alt, Apply, Array, Call, Expr, Hole, Index, Name, Number, number, walk
from workings.parsing import derivatives, scripts
from workings.parsing.calls import arguments, call
from workings.parsing.cursor import Cursor
from workings.parsing.folds import limit
from workings.parsing.lexicon import GREEDY, OF_OTHERS, Lexicon
from workings.parsing.names import canonical, is_phrase, phrase, phrase_end, primes, read_name
from workings.parsing.places import asked_entry
from workings.parsing.tokens import GLUED, SPACE, WIDE, Token
from workings.source import Span

_SUFFIXES = ("log", "ln", "exp", "max", "min", "sin", "cos")
_DIFFERENTIALS = ("∂", "d", "δ", "∇")
_SHORT = frozenset(
    {"IG", "GR", "MI", "TF", "DF", "SE", "SD"}
)  # of two letters, and no product before a bracket
_NOT_ARGUMENTS = frozenset({"rel", "bar", "other", "break"})
_EXPECTATIONS = frozenset({"E", "Var", "Cov"})
_OF_VARIABLES = _EXPECTATIONS | {"P", "Pr", "H", "I", "V"}


def named(cursor: Cursor, token: Token) -> Expr:
    """A function call, a name, or a name in front of brackets."""
    start = cursor.at
    if token.prose and token.kind == "word" and (end := phrase_end(cursor, start)) is not None:
        cursor.at = end
        return phrase(cursor, start, end)
    if token.text in _DIFFERENTIALS:
        derivative = derivatives.nabla(cursor) if token.text == "∇" else derivatives.slashed(cursor)
        if derivative is not None:
            return derivative
    word, after = _longest_word(cursor, start)
    lexicon = cursor.tokens.lexicon
    if token.text in ("δ", "Δ", "d") and lexicon.function(word) is None:
        whole = derivatives.compound(cursor)
        if whole is not None:
            return whole
    if word == "lim" and after < cursor.hi and cursor.tokens.list[after].text == "_":
        cursor.at = after
        return limit(cursor, token.start)
    op = lexicon.function(word)
    if word == "σ" and lexicon.calls_sigmoid and _calls(cursor, start):
        op = "sigmoid"
    if op is not None and _is_called(cursor, word, op, after) and not _goes_on(cursor, word, after):
        cursor.at = after
        return call(cursor, start, op, word)
    alone = op is not None and _is_indexed(cursor, op, after)
    single = token.kind == "name" and after > start + 1 and word not in lexicon.defined and not alone
    if single and not _is_word(cursor, word, after):
        word, after = token.text, start + 1
    if _is_wrapper(cursor, token, after):
        cursor.at = after
        return cursor.atom()
    name = read_name(cursor, start, word, after)
    if cursor.at >= cursor.hi:
        return name
    if name.key in ("e", "ℯ") and name.key not in lexicon.defined:
        exponent = _exponent_of_e(cursor)
        if exponent is not None:
            return Call(Span(name.span.start, exponent.span.end), "exp", (exponent,))
    follows = cursor.tokens.list[cursor.at]
    if follows.kind == "open" and follows.text in ("(", "["):
        joined = _joined_function(cursor, name, follows)
        return applied(cursor, name, follows) if joined is None else call(cursor, start, joined, name.key)
    return name


def _joined_function(cursor: Cursor, name: Name, opening: Token) -> str | None:
    """The operation of a name with underscores or a prime, `conv_size(32, 5)`, `σ'(2)`.

    Where the document gives the name or the letter before the prime a meaning, that counts.
    """
    if not ("_" in name.key or "'" in name.key) or (opening.prose and opening.gap > GLUED):
        return None
    lexicon = cursor.tokens.lexicon
    if name.key in lexicon.defined or lexicon.function(name.key.rstrip("'")) is None and "'" in name.key:
        return None
    return lexicon.function(name.key.replace("_{", "_").rstrip("}"))


def _goes_on(cursor: Cursor, word: str, after: int) -> bool:
    """Whether a function's name is the first part of another's: the log of `log_loss`, of `tanh^\\prime`."""
    tokens = cursor.tokens
    if after < cursor.hi and tokens.list[after].text == "^" and primes(tokens, after + 1, cursor.hi):
        return True
    if after + 1 >= cursor.hi or tokens.list[after].text != "_":
        return False
    return tokens.lexicon.function(f"{word}_{tokens.list[after + 1].text}") is not None


def _is_wrapper(cursor: Cursor, token: Token, after: int) -> bool:
    """A command we do not know with an argument: most likely a font, as in `\\vect{h}`."""
    if token.kind != "word" or token.prose or after >= cursor.hi:
        return False
    follows = cursor.tokens.list[after]
    return follows.text == "{" and follows.gap == GLUED and token.text not in cursor.tokens.lexicon.defined


def _exponent_of_e(cursor: Cursor) -> Expr | None:
    """The exponent behind an e, which makes it an exponential; None if it has none."""
    follows = cursor.peek()
    if follows.kind == "super" and follows.text not in ("T", "t"):
        cursor.at += 1
        return scripts.superscript(follows)
    if follows.kind == "op" and follows.text == "^" and cursor.at + 1 < cursor.hi:
        cursor.at += 1
        return scripts.exponent(cursor)
    return None


def _longest_word(cursor: Cursor, start: int) -> tuple[str, int]:
    """The run of letters set without space from `start` on, and the token behind it."""
    tokens = cursor.tokens.list
    word = tokens[start].text
    after = start + 1
    if tokens[start].kind == "word":
        if after < cursor.hi and tokens[after].kind == "num" and tokens[after].gap == GLUED:
            numbered = word + tokens[after].text
            if cursor.tokens.lexicon.function(numbered) is not None:
                return numbered, after + 1
        return word, after
    if not (word.isascii() and word.isalpha()):
        return word, after
    while after < cursor.hi:
        token = tokens[after]
        letter = token.text
        if token.kind != "name" or token.gap != GLUED or not (letter.isascii() and letter.isalpha()):
            break
        if letter == "d" and derivatives.is_slashed(cursor, after):
            break  # w\\,dh/dw
        word += letter
        after += 1
    if after > start + 1 and _ends_in_function(word, cursor.tokens.lexicon):
        return word[0], start + 1
    return word, after


def _ends_in_function(word: str, lexicon: Lexicon) -> bool:
    """`plog` is p·log: a letter or two run into a function's name."""
    if not word.endswith(_SUFFIXES) or word in lexicon.defined or lexicon.function(word) is not None:
        return False
    return any(word.endswith(suffix) and 1 <= len(word) - len(suffix) <= 2 for suffix in _SUFFIXES)


def _is_word(cursor: Cursor, word: str, after: int) -> bool:
    """Whether a run of letters in maths is one name rather than a product of letters."""
    called = after < cursor.hi and cursor.tokens.list[after].text == "("
    if not called and len(set(word)) == len(word) and cursor.tokens.lexicon.letters.issuperset(word):
        return False  # w u x, which all have values
    return len(word) >= 4 or (len(word) == 3 and (called or word.islower())) or (called and word in _SHORT)


def _is_called(cursor: Cursor, word: str, op: str, after: int) -> bool:
    """Whether a function's name is used as a function here, not as an ordinary word or symbol."""
    if after >= cursor.hi:
        return False
    token = cursor.tokens.list[after]
    if token.kind == "open":
        if not token.prose or token.text != "(":
            return True
        return token.gap <= (SPACE if op in GREEDY else GLUED)
    if len(word) == 1:
        return False
    if token.kind == "op" and token.text == "_" and token.prose:
        goes_on = after + 2 < cursor.hi and cursor.tokens.list[after + 2].text == "_"
        return op in ("log", "max", "min") and not goes_on  # `attn_scores` is a name, and so is max_seq_len
    if token.kind in ("sub", "super", "bar") or (token.kind == "op" and token.text in ("_", "^")):
        return not _is_indexed(cursor, op, after)
    if token.text.startswith("begin:"):
        return True
    letter = len(token.text) == 1 and token.text in cursor.tokens.lexicon.letters
    starts = token.kind in ("num", "name", "cmd") or (token.kind == "word" and (letter or not token.prose))
    if token.kind == "word" and (word.lower() in OF_OTHERS or not cursor.tokens.list[after - 1].prose):
        starts = starts or _calls(cursor, after)  # \\log \\operatorname{softmax}(z)
    starts = starts or token.text in ("√", "|") or (token.text == "-" and not _is_apart(cursor, after))
    return op in GREEDY and starts and token.gap < WIDE


def _is_apart(cursor: Cursor, at: int) -> bool:
    """Whether blanks stand on both sides of a sign in running text, as around the minus of `sigma - 1`."""
    token, behind = cursor.tokens.list[at], cursor.tokens.list[at + 1] if at + 1 < cursor.hi else None
    return token.prose and token.gap == SPACE and behind is not None and behind.gap == SPACE


def _calls(cursor: Cursor, at: int) -> bool:
    """Whether a word is a function, or one of a single letter: `σ(2)`, `p(x)`."""
    token, behind = cursor.tokens.list[at], cursor.tokens.list[at + 1] if at + 1 < cursor.hi else None
    is_letter = len(token.text) == 1 and behind is not None and behind.text == "(" and behind.gap == GLUED
    return is_letter or cursor.tokens.lexicon.function(token.text) is not None


def _is_indexed(cursor: Cursor, op: str, after: int) -> bool:
    """Whether a function's name has an index and nothing to be applied to: the `KL_2` of `KL_2 = 0.61`."""
    tokens = cursor.tokens.list
    spelled = tokens[after - 1].text == "a" and op == "sigmoid"  # sigma_x
    if (op in GREEDY and not spelled) or after >= cursor.hi:
        return False
    if tokens[after].text != "_" and tokens[after].kind != "sub":
        return False
    behind = after + (1 if tokens[after].kind == "sub" else 2)
    if behind < cursor.hi and tokens[after + 1].text == "{" and tokens[after].kind != "sub":
        behind = next((at + 1 for at in range(after + 2, cursor.hi) if tokens[at].text == "}"), cursor.hi)
    if behind >= cursor.hi or tokens[behind].kind in ("rel", "sep", "close"):
        return True
    return tokens[behind].text in "+*/·×" or (tokens[behind].text == "^" and tokens[after - 1].text.isupper())


def _parted(args: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """The arguments of `K(x; z)`, parted by semicolons where commas stand in decimals."""
    rows = args[0].items if len(args) == 1 and isinstance(args[0], Array) else ()
    parts = tuple(row.items[0] for row in rows if isinstance(row, Array) and len(row.items) == 1)
    return parts if len(parts) == len(rows) > 1 else args


def applied(cursor: Cursor, name: Name, opening: Token) -> Expr:
    """A name with brackets behind it: f(x), P(A | B), W[0, 1]; the resolver decides which."""
    tokens = cursor.tokens
    close = cursor.closing()
    if close is None or (opening.prose and opening.gap > GLUED):
        return name
    if opening.text == "[" and not _is_expectation(cursor, name, close):
        return _entries(cursor, name, opening, close)
    if name.key == "π" and _is_doubled(cursor, name, close):
        return name
    key = name.key + canonical(tokens, cursor.at, close + 1)
    args: tuple[Expr, ...] = ()
    lo = cursor.at + 1
    bracketed = opening.text == "["  # E[X] is known as a whole
    if lo < close and not bracketed and not any(t.kind in _NOT_ARGUMENTS for t in tokens.list[lo:close]):
        args = arguments(cursor, lo, close)
        if any(type(node) is Hole for arg in args for node in walk(arg)):
            args = ()  # a label such as P(w1..w4)
        args = _parted(args) if tokens.lexicon.decimal_comma else args
    if len(args) == 1 and any(isinstance(n, Name) and n.key == name.key for n in walk(args[0])):
        return name  # h (1 - h), a product
    cursor.at = close + 1
    return Apply(Span(name.span.start, tokens.list[close].end), name, args, key)


def _is_expectation(cursor: Cursor, name: Name, close: int) -> bool:
    """`E[X]`, `P[y = 1 | x]`: a function of random variables, written with square brackets."""
    if name.base not in _OF_VARIABLES:
        return False
    inside = cursor.tokens.list[cursor.at + 1 : close]
    if any(token.kind in ("bar", "rel") for token in inside):
        return True
    letters = [token.text for token in inside if token.kind == "name"]
    if any(letter.isupper() for letter in letters):
        return True
    row = len(letters) == 1 and all(
        token.kind in ("name", "sub") for token in inside
    )  # E[s] is one of a table
    places = row or any(token.kind == "sub" or token.text in ("_", ":") for token in inside)
    raised = any(token.kind == "super" or token.text == "^" for token in inside)  # E[h_3^2] is one of nothing
    return bool(letters) and name.base in _EXPECTATIONS and not (name.base == "E" and places and not raised)


def _is_doubled(cursor: Cursor, name: Name, close: int) -> bool:
    """`2\\pi(1.6)^2`: a product, as the density of a Gaussian has it, and no policy π(a, s)."""
    tokens = cursor.tokens.list
    at = cursor.at - 1
    while at > cursor.lo and tokens[at].start > name.span.start:
        at -= 1
    doubled = at > 0 and tokens[at - 1].kind == "num" and tokens[at - 1].text in ("2", "4")
    return doubled and not any(token.kind in ("sep", "bar") for token in tokens[cursor.at : close])


def _entries(cursor: Cursor, name: Name, opening: Token, close: int) -> Expr:
    """`W[0, 1]`: entries counted from 0, one that a name asks for, or a product with a bracketed vector."""
    lo = cursor.at + 1
    inside = cursor.tokens.list[lo:close]
    is_index = inside and all(
        "." not in t.text[1:] if t.kind == "num" else t.kind == "sep" and t.text in ",:" for t in inside
    )
    if name.key in cursor.tokens.lexicon.stepped and inside and opening.gap == GLUED:
        return _step(cursor, name, close)
    if not opening.prose and opening.gap == GLUED and is_phrase(cursor, lo, close):
        key = f"{name.key}[{' '.join(t.text for t in inside)}]"  # the weight of a word, W[\\text{cat}]
        cursor.at = close + 1
        return Name(Span(name.span.start, cursor.tokens.list[close].end), key, key)
    counted = len(inside) == 1 and is_index and opening.gap == GLUED
    if counted and not opening.prose:
        place = cursor.parse(lo, close)
        cursor.at = close + 1
        span = Span(name.span.start, cursor.tokens.list[close].end)
        from_one = Index(span, name, (Call(span, "sub", (place, number(1, span))),))
        return Alt(span, (Index(span, name, (place,)), from_one))
    if not (is_index and opening.prose and opening.gap == GLUED):
        asked = asked_entry(cursor, name, close) if inside and opening.gap == GLUED else None
        return name if asked is None else asked
    span = Span(name.span.start, cursor.tokens.list[close].end)
    parts = arguments(cursor, lo, close)
    cursor.at = close + 1
    index = parts[0].items if len(parts) == 1 and isinstance(parts[0], Array) else parts
    if not all(isinstance(i, Number) for i in index):
        return Hole(span, name.key, "a slice")
    return Index(span, name, index)


def _step(cursor: Cursor, name: Name, close: int) -> Expr:
    """`h[t-1]` in a document that counts steps in square brackets: the same as h(t-1)."""
    lo = cursor.at + 1
    index = cursor.parse(lo, close)
    if not isinstance(index, Number | Name | Call):
        return name
    span = Span(name.span.start, cursor.tokens.list[close].end)
    cursor.at = close + 1
    return Apply(span, name, (index,), f"{name.key}({canonical(cursor.tokens, lo, close)})")
