"""Names that may stand for something else at a link: a start, a case, an aside, a value given twice."""

from __future__ import annotations

import re
from operator import eq

from flint import fmpq

from workings.checking.chain import Link
from workings.checking.comparing.aligning import parts
from workings.document import Statement
from workings.expr import Alt, Apply, Call, Expr, Fold, Index, Name, Number, walk
from workings.parsing.moods import sentence_before
from workings.regex import regex
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.steps import split_key
from workings.resolving.traits import names_in
from workings.source import line_start
from workings.value import Tensor

_LINE = regex(r"\n")
PARAGRAPH = regex(r"\n[ \t\r]*\n")
_NEW_LINE = regex(r"\n[ \t\r]*(?:\n|[*#>(A-Z-])")  # with something of its own
_ARROWED = regex(
    r"[\s$]*(?:→|⇒|->|=>|\\(?:to|mapsto|[rR]ightarrow|implies)\b)[^,;.\n]{1,30}[,;][^.\n]{0,12}$"
)
_RENEWED = regex(r"\b(?:now|new|instead|chang\w{1,3}|updat\w{1,3}|replac\w{1,3}|then|after|set)\b|←", re.I)
LONGEST_CHANGE = 220  # characters
_INSTEAD = regex(
    r"\b(?:with|using|for|in|by)\b[^.;:$=]{2,60}\binstead\b(?! of)(?:[^.;\n]|\.(?=\d)){0,140}$"
    r"|\bother convention\b[^.\n]{0,60}$",
    re.I,
)
_UPDATED = regex(
    r"\bafter\s+(?:the|an?|one|this|that|each|every|our|its)\s+(?:\w+\s+)?(?:updates?|steps?|epochs?"
    r"|training|change|swap|iteration)"
    r"(?=[\s,:$(\\])[^.;=]{0,24}$|\bnach\s+(?:dem|einem)\s+(?:Update|Schritt|Training)\b[^.;=]{0,24}$",
    re.I,
)  # which may have changed what the names stand for, without a word on their new values
_COUPLED = regex(r"(?:^|[\s($,])([A-Za-z])\s*=\s*(?:1\s*[-−]\s*)?[A-Za-z]\w*[\s$)]{0,4}[:,)]")  # i = 1 - f
_SET = regex(r"\b(?:setting|putting|letting|inserting|plugging in)[\s$\\(]{1,4}\Z", re.I)
_SET_NEXT = regex(
    r"\b(?:setting|putting|letting|inserting|plugging in)[\s$\\(]{1,4}([A-Za-z])[\w{}]{0,4}\s*=", re.I
)
_REPLACED = regex(
    r"\breplac(?:e|es|ed|ing)\b[^.\n$]{0,12}[\s$\\(]{1,3}([^\W\d_])[^\s$]{0,8}[\s$\\)]{1,3}(?:by|with)\b",
    re.I,
)
_VERSION = regex(
    r"[^.\n=]{0,30}\b(?:for|in|of|with|under) (?:the )?"
    r"(?:(?:first|second|original|other|former|previous|old)\b"
    r"|(?:version|variant|case|option|model|setting|convention) \(?[\dA-Za-z]\b)"
    r"|[^.\n=]{0,12}\bbefore (?:the|any|this|that|an|its|it is|w\w* (?:is|are|was|were)) "
    r"(?:\w+ )?(?:updat\w+|steps?|chang\w+)\b"
    r"|[^.\n=]{0,12}\((?:the )?old\b[^.\n=()]{0,20}\)",
    re.I,
)
_INPUTS = regex(
    r"\b(?:inputs?|bits?|bit string|sequence|stream|signal)\b[^.\n=]{0,16}?[\s$(\[]{1,4}[-−]?\d+(?:\.\d+)?,",
    re.I,
)
_SLOPE = regex(r"[∂d]([^\W\d_])/[∂d]([^\W\d_])")
_PI = frozenset({"π", "pi", "\\pi"})
_OTHER_PI = regex(
    r"\b(?:polic|REINFORCE|actor|mixture|mixing|stationary|prior)"
    r"|(?<!\d)(?<!\d )(?:π|\\pi|(?<!\\)\bpi)\s*(?:[=≈(_^|]|\\approx|\\left|\\mid)",
    re.I,
)
_LONE_E = regex(r"(?<![A-Za-z\\])e(?![\w^(])")
_NAMED_E = regex(r"(?<![\w\\^{}])e\s*+&?\s*+=(?!=)")
_DOUBLED = regex(
    r"(?<![\d.])2\s?(?:\\cdot|\\times|[·*×])?\s?(?:\\pi(?![a-zA-Z])|π)"
)  # of a circle, or of a Gaussian
FARTHEST_SEQUENCE = 900  # characters
MOST_BEHIND = 24  # names that one is worked out from
FARTHEST_COMPANION = 400  # characters
LONGEST_START = 40  # characters
_STARTS = regex(r"\b(?:start|begin|initial|init)\w*\b[^.\n=]*$", re.I)
_MOVES = regex(r"\b(?:updat|step|epoch|iteration|mistake|train|descent)\w*|\bw after\b|←", re.I)
_CASE = regex(
    r"^[\s>*_#+\-\\{}a-z]{0,24}?\b(triplet|example|sample|pair|case|sentence|sequence|pattern|instance"
    r"|patient|user"
    r"|row|query|head)"
    r"[ ~]\(?(\d{1,3}|[A-D])\b",
    re.IGNORECASE | re.MULTILINE,
)
FARTHEST_CASE = 2000  # characters
_IN_CASE = regex(r"\b(?:in|for|of|under|bei)[ ~](\d|[A-D])[\s$:,]*$")
NEAR = 12  # characters
_LABEL = regex(r"[\s*+\-•→>]{0,12}(\([-−\d., ]{1,30}\)|[^\n:=]{0,20}[^\W\d_]{2}[^\n:]{0,60}):[\s$\\&]")


def is_no_constant(scope: Scope, text: str, before: Link, link: Link) -> bool:
    """Whether π is a policy, a share of a mixture or a distribution, and not 3.14; or e is solved for."""
    names = names_in(before.source) | names_in(link.expr)
    written = text[before.member.span.start : link.member.span.end]
    if "e" in names and "e" not in scope.bindings and _LONE_E.search(written) and _NAMED_E.search(text):
        return True
    used = names & _PI
    if not used or not used.isdisjoint(scope.bindings) or _OTHER_PI.search(text) is None:
        return False
    return len(_DOUBLED.findall(written)) < written.count("\\pi") + written.count("π")


def was_put_in(scope: Scope, before: Link) -> bool:
    """Whether nobody says what a number is that a member goes back to, but for `p/τ = 0.12/0.1`."""
    names = names_in(before.source)
    if not names:
        return False
    bindings = (scope.bindings.get(key) for key in names)
    return any(found is not None and found.put_in and isinstance(found.said, fmpq) for found in bindings)


def was_a_start(scope: Scope, text: str, before: Link) -> bool:
    """Whether a name was said to start at its value, and steps were taken since."""
    for key in names_in(before.source):
        binding = scope.bindings.get(key)
        if binding is None or binding.derived or binding.section == scope.section:
            continue
        given, here = binding.span.start, before.member.span.start
        if _STARTS.search(text, max(0, given - LONGEST_START), given) and _MOVES.search(text, given, here):
            return True
    return False


def has_moved_on(scope: Scope, text: str, names: frozenset[str] | set[str], here: int) -> bool:
    """Whether something that was given beside a name has another value now, and the name not yet.

    `x = (1, 0): h = (1, 0)` and then `x = (1, 1): h = (1, 1)`; “μ = 4, σ² = 2” and later “μ = 3, σ² = 14/4”.
    """
    for key in names.intersection(scope.bindings):
        given = scope.bindings[key].span.start
        for other, (old, new) in scope.past.renewals.items():
            if other in names or not given < new < here or _counts(scope, other, key):
                continue
            if any(_share(text, break_, given, old, new, here) for break_ in (_LINE, PARAGRAPH)):
                return True
    return False


def _counts(scope: Scope, other: str, key: str) -> bool:
    """Whether a letter counts the steps that a name is one of: the h_1 of `t = 1` stays for `t = 2`."""
    step, value = split_key(key), scope.said.get(other)
    earlier = scope.past.earlier.get(other, ())
    return step is not None and isinstance(value, fmpq) and value.q == 1 and value - 1 in earlier


def _share(text: str, break_: re.Pattern[str], given: int, old: int, new: int, here: int) -> bool:
    """Whether two places stand in one part of a page, and two others in a later one."""
    if max(abs(given - old), here - new) > FARTHEST_COMPANION or break_.search(text, given, new) is None:
        return False
    return not (break_.search(text, min(given, old), max(given, old)) or break_.search(text, new, here))


def is_another_case(scope: Scope, text: str, before: Link) -> bool:
    """Whether names got values under “Triplet 1” and are spoken of again under “Triplet 2”, or “in 2”."""
    start = before.member.span.start
    here, named = _case_at(text, start), _IN_CASE.search(text, max(0, start - NEAR), start)
    if here is None:
        return False
    here = here if named is None else (here[0], named[1])
    bindings = (scope.bindings.get(key) for key in names_in(before.source))
    there = (_case_at(text, found.span.start) for found in bindings if found is not None)
    return any(case is not None and case[0] == here[0] and case[1] != here[1] for case in there)


def is_labelled_otherwise(text: str, old: int, new: int) -> bool:
    """Whether two places are lines of one list with labels of their own: `by n: x̂ = …`, `by n − 1: x̂ = …`."""
    first, second = _label_at(text, old), _label_at(text, new)
    return bool(first and second) and first != second and "\n\n" not in text[old:new]


def _label_at(text: str, place: int) -> str:
    """What opens the line of a place, up to a colon."""
    found = _LABEL.match(text, line_start(text, place), place)
    return "" if found is None else found[1]


def _case_at(text: str, place: int) -> tuple[str, str] | None:
    """The last numbered case that begins before a place."""
    found = list(_CASE.finditer(text, max(0, place - FARTHEST_CASE), place))
    return (found[-1][1].lower(), found[-1][2]) if found else None


def is_of_old_vector(scope: Scope, statement: Statement) -> bool:
    """Whether `w_1 = 0.6` in a table of steps is none of the entries of a w that was given further up."""
    head, stated = statement.members[0].expr, statement.members[-1].expr
    if not isinstance(head, Name) or head.key in scope.bindings or not isinstance(stated, Number):
        return False
    whole = scope.said.get(head.base)
    return isinstance(whole, Tensor) and stated.value not in whole.items


def is_sum_of_another(scope: Scope, text: str, before: Link) -> bool:
    """Whether a sum over all steps may be of another sequence than the one whose entries stand far above."""
    for node in walk(before.source):
        if isinstance(node, Fold) and node.lower is None and node.upper is None:
            stem = {part.base for part in walk(node.body) if isinstance(part, Name) and part.index}
            places = [b.span.end for key, b in scope.bindings.items() if key.partition("_")[0] in stem]
            if places and before.member.span.start - max(places) > FARTHEST_SEQUENCE:
                return True
    return False


def is_defined_later(scope: Scope, text: str, before: Link, link: Link) -> bool:
    """Whether `M_1`, taken for a row of M, is given a value of its own further down."""
    end = link.member.span.end
    for node in walk(before.source):
        if isinstance(node, Name) and node.index and node.key not in scope.bindings:
            written = re.escape(text[node.span.start : node.span.end])
            if written and re.search(rf"{written}[\s&]*(?:=|:=|≈)[\s&]*(?:\\begin|[\[(])", text[end:]):
                return isinstance(scope.said.get(node.base), Tensor)
    return False


def is_made_from(before: Link, expr: Expr) -> bool:
    """Whether a formula holds the value that an entry had.

    A mask gives `h_2 = 0 · 4`, a step `w[0] = 0.7 − 0.1 · 0.3`.
    """
    old = before.printed.value
    is_step = is_bracketed_entry(before.expr) and isinstance(expr, Call) and expr.op in ("add", "sub")
    if not is_step and not (isinstance(expr, Call) and expr.op in ("mul", "div")):
        return False
    return any(isinstance(part, Number) and part.value == old for part in parts(expr))


def is_bracketed_entry(expr: Expr) -> bool:
    """`Q[0]`, as programs write into it; in TeX the count may begin with 0 or 1."""
    return isinstance(expr, Index) or (isinstance(expr, Alt) and isinstance(expr.options[0], Index))


def was_written_into(scope: Scope, text: str, before: Link) -> bool:
    """Whether an entry of a list was given anew since the list was: `dp[2] = 1`, then `dp[2] + dp[1]`."""
    for node in walk(before.source):
        key = node.base.key if isinstance(node, Index) and isinstance(node.base, Name) else None
        if key is None or key not in scope.bindings:
            continue
        written = re.compile(rf"(?:^|[$`\n:;,(]) *{re.escape(key)} ?\[\d+\]\s*(?::?=|≈|←)")
        if written.search(text, scope.bindings[key].span.end, before.member.span.start):
            return True
    return False


def was_replaced(text: str, before: Link) -> bool:
    """Whether words put something else in the place of a name: “we replace $p_4$ by …”."""
    letters = {node.base for node in walk(before.source) if isinstance(node, Name)}
    start = before.member.span.start
    found = _REPLACED.finditer(text, max(0, start - FARTHEST_SEQUENCE), start)
    return any(match[1] in letters for match in found)


def is_of_version(scope: Scope, text: str, before: Link, link: Link) -> bool:
    """Whether words name one of several versions, and with an earlier value of a name it holds."""
    start, end = before.member.span.start, link.member.span.end
    line = line_start(text, start)
    if not (_VERSION.search(text, line, start) or _VERSION.match(text, end)):
        return False
    for key in names_in(before.source).intersection(scope.past.earlier):
        for value in scope.past.earlier[key]:
            quantity = Quantity(before.source, {**scope.said, key: value}, before.printed.how)
            if link.fits(quantity):
                return True
    return False


def is_worked_out_apart(scope: Scope, text: str, before: Link, link: Link) -> bool:
    """Whether the formula of a name has its own value on the page, and the name another in every entry.

    After “convention y = Wx” and `Wx = (8, −2)`, y may be what is made of that and more.
    """
    binding = scope.bindings.get(before.expr.key) if isinstance(before.expr, Name) else None
    formula = None if binding is None else binding.formula
    known, stated = before.printed.value, link.printed.value
    if formula is None or not isinstance(known, Tensor) or not isinstance(stated, Tensor):
        return False
    if len(known.items) != len(stated.items) or any(map(eq, known.items, stated.items)):
        return False
    written = text[formula.span.start : formula.span.end]
    apart = re.compile(rf"(?<![\w=]){re.escape(written)}\s*+&?\s*+=") if written else None
    return apart is not None and apart.search(text, formula.span.end, before.member.span.start) is not None


def is_iterated(scope: Scope, before: Link) -> bool:
    """Whether a name is worked out from others that are worked out from it, sweep by sweep: V(A), V(B)."""
    start = before.expr.key if isinstance(before.expr, Name | Apply) else None
    todo, seen = [start] if start is not None else [], set[str]()
    while todo and len(seen) < MOST_BEHIND:
        formula = scope.defined.get(todo.pop())
        if isinstance(formula, Name | Apply):
            continue  # another name for it
        for node in walk(formula) if formula is not None else ():
            if isinstance(node, Name | Apply) and node.key == start:
                return True
            if isinstance(node, Name | Apply) and node.key not in seen:
                seen.add(node.key)
                todo.append(node.key)
    return False


def is_of_other_inputs(scope: Scope, text: str, before: Link) -> bool:
    """Whether a sequence was given other inputs in words since: “input bits 1, 0, 1, 1”."""
    if not isinstance(before.expr, Name) or not before.expr.index:
        return False
    start = before.member.span.start
    found = [*_INPUTS.finditer(text, max(0, start - FARTHEST_SEQUENCE), start)]
    if not found:
        return False
    given = [
        binding.span.end
        for key, binding in scope.bindings.items()
        if key.partition("_")[0] != before.expr.base
        and (isinstance(binding.said, Tensor) or (isinstance(binding.said, fmpq) and "_" in key))
    ]
    return max(given, default=0) < found[-1].start()


def is_slope_of_results(scope: Scope, before: Link) -> bool:
    """Whether a derivative would hold numbers fast that may change with its variable: L = ln S − z_3."""
    found = _SLOPE.fullmatch(before.expr.key) if isinstance(before.expr, Name) else None
    formula = None if found is None else scope.formulas.symbolic.get(found[1])
    under = None if found is None else scope.bindings.get(found[2])
    if formula is None or under is None or not isinstance(under.said, Tensor):
        return False
    others = (scope.bindings.get(key) for key in names_in(formula) if key not in scope.formulas.symbolic)
    return any(
        one is not None
        and one.span.start > under.span.start
        and isinstance(one.said, fmpq)
        and one.said.q > 99
        for one in others
    )


def is_instead(text: str, before: Link) -> bool:
    """Whether words in the sentence replace something: “with raw counts instead: cos(a, b) = …”."""
    start = before.member.span.start
    return _INSTEAD.search(text, max(0, start - LONGEST_CHANGE), start) is not None


def is_coupled(scope: Scope, text: str, before: Link) -> bool:
    """Whether the sentence gives a name by another one that had a number: “coupled gates (i = 1 − f)”."""
    start = before.member.span.start
    said = sentence_before(text, start)
    given = {found[1] for found in _COUPLED.finditer(said)}
    bindings = (scope.bindings.get(key) for key in names_in(before.source) if key.partition("_")[0] in given)
    return any(one is not None and one.span.end <= start - len(said) for one in bindings)


def was_updated(scope: Scope, text: str, before: Link) -> bool:
    """Whether a formula has its value after an update, and its names were all given before that."""
    start = before.member.span.start
    found = _UPDATED.search(text, max(0, start - LONGEST_CHANGE), start)
    bindings = [scope.bindings.get(key) for key in names_in(before.source)]
    return found is not None and all(one is None or one.span.end <= found.start() for one in bindings)


def was_set_for_a_case(scope: Scope, text: str, before: Link) -> bool:
    """Whether a name was set for a case that is over: “setting y = 0 gives …; setting x = 0, 3y = 6”."""
    start = before.member.span.start
    for key in names_in(before.source).intersection(scope.bindings):
        given = scope.bindings[key].span
        if _SET.search(text, max(0, given.start - LONGEST_START), given.start):
            nexts = _SET_NEXT.finditer(text, given.end, min(start, given.end + LONGEST_CHANGE))
            if any(found[1] != key for found in nexts):
                return True
    return False


def was_given_twice(scope: Scope, text: str, before: Link) -> bool:
    """Whether one paragraph gave a name several values, and a later one uses it.

    “Head 1 has q = (1, 0), head 2 has q = (0, 1).” A new value on purpose replaces the old one.
    """
    if runs_through_cases(scope, text, before):
        return True
    for key in names_in(before.source).intersection(scope.bindings):
        binding = scope.bindings[key]
        if binding.rival is None:
            continue
        between = text[binding.rival.end : binding.span.start]
        after = text[binding.span.end : before.member.span.start]
        if _NEW_LINE.search(after) and not PARAGRAPH.search(between) and not _RENEWED.search(between):
            return True
    return False


def runs_through_cases(scope: Scope, text: str, before: Link) -> bool:
    """Whether a name in a formula, or in what it is defined as, went on: `k = 1 → 8, k = 3 → 24`."""
    named = names_in(before.source)
    formulas = [f for key in named if (f := scope.defined.get(key)) is not None]
    rivals = [scope.bindings[k] for k in named.union(*map(names_in, formulas)) if k in scope.bindings]
    return any(
        one.rival is not None and _ARROWED.match(text[one.rival.end : one.span.start]) for one in rivals
    )
