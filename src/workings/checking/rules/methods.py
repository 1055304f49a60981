"""copy/other-row and its kin: lines whose arithmetic is right and whose numbers belong elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from workings.checking.comparing.digits import number_in, stated_number
from workings.checking.judging import Judge
from workings.checking.rules.catalogue import Description
from workings.checking.rules.units import upheld
from workings.document import Statement
from workings.expr import Number, walk
from workings.finding import Claim, Verdict
from workings.parsing.numerals import NUMERAL
from workings.regex import regex
from workings.resolving.traits import traits

RULE = "copy/other-row"
MOST_PARTS = 399  # of an expression that is looked at
_GIVEN = "$x = [3, 5, 7]$ and $g = [2, 4, 6]$\n\n$y_1 = 2 \\cdot 3 = 6$\n\n"
DESCRIPTION = Description(
    "a line is worked out with the numbers of another row, column or step than its own",
    wrong=_GIVEN + "$y_2 = 4 \\cdot 3 = 12$\n\n$y_3 = 6 \\cdot 7 = 42$",
    right=_GIVEN + "$y_2 = 4 \\cdot 5 = 20$\n\n$y_3 = 6 \\cdot 7 = 42$",
    why="Lines that are made alike are written by changing the line above, and one number stays as it was.",
)
_TRANSPOSED_RULE = "slip/transposed"  # which units fit as well
_COPIED = "copy/differs"
_WHATEVER = frozenset({"update/ascent", "recipe/sign"})  # wrong whatever the numbers of the line are
_NUMERAL = regex(NUMERAL)


def of_topics() -> dict[str, Description]:
    """The rules that topics describe beside their checks, and the common kinds of wrong formulas."""
    from workings.checking.methods import telling  # only who asks waits for these
    from workings.checking.methods.catalogue import kinds
    from workings.checking.methods.topics import rules_of_topics

    return {**telling.RULES, **rules_of_topics(), **kinds.RULES}


def of_catalogue() -> dict[str, Description]:
    """The rules that only the catalogue of methods has, each with the first example of it."""
    from workings.checking.methods.catalogue import SUBJECTS, methods_of  # only who asks waits for it

    found: dict[str, Description] = {}
    for method in (method for subject in SUBJECTS for method in methods_of(subject)):
        for wrong in method.wrong:
            if wrong.why and wrong.rule not in found:
                says = wrong.says.format_map({key: key for key in method.roles})
                text = f"{says} (right: {method.formula})"
                found[wrong.rule] = Description(
                    text, method.given + wrong.line, method.given + method.line, wrong.why
                )
    return found


def _is_written_by_hand(statement: Statement) -> bool:
    """Whether no member is longer than anybody writes."""
    for member in statement.members:
        if type(member.expr) is not Number and traits(member.expr).parts > MOST_PARTS:
            return False
    return True


def find(judge: Judge, statements: Sequence[Statement]) -> list[Claim]:
    """The lines that are made otherwise than those beside them."""
    from workings.checking.methods.sheet import sheet_of
    from workings.checking.methods.telling import claims_of_families
    from workings.checking.methods.topics import claims_of_topics

    listed = tuple(filter(_is_written_by_hand, statements))
    sheet = sheet_of(judge, listed)
    families = claims_of_families(judge, sheet.lines, sheet.stores) if len(sheet.lines) > 1 else ()
    found = [claim for claim in families if claim.span.start not in sheet.upheld]
    found += claims_of_topics(sheet, [claim.span for claim in found])
    sound = upheld(judge, listed) if found else ()
    found = [claim for claim in found if claim.span.start not in sound or claim.rule == _TRANSPOSED_RULE]
    found = [claim for claim in found if claim.rule != _COPIED or not _puts_right(judge, claim, listed)]
    return found if len(found) < 2 else [one for one in found if not _follows(one, found, listed)]


def _follows(claim: Claim, found: Sequence[Claim], statements: Sequence[Statement]) -> bool:
    """Whether a line takes the result of another one further up that is called wrong itself."""
    own = _around(claim, statements) if claim.rule not in _WHATEVER else None
    if own is None:
        return False
    used = {
        node.value for member in own.members[:-1] for node in walk(member.expr) if isinstance(node, Number)
    }
    for other in found:
        above = _around(other, statements) if other.span.start < claim.span.start else None
        result = stated_number(above.members[-1].expr) if above is not None and above is not own else None
        if result is not None and abs(result.value) in used and abs(result.value) >= 100 * result.unit:
            return True
    return False


def _puts_right(judge: Judge, claim: Claim, statements: Sequence[Statement]) -> bool:
    """Whether a line goes on with the right value of what is called wrong further up, and copies well."""
    own = _around(claim, statements)
    sources = {because.line for because in claim.because}
    right = [
        number
        for other in judge.claims
        if other.verdict is Verdict.WRONG
        and other.computed
        and judge.page.place(other.span.start).line in sources
        for found in _NUMERAL.finditer(other.computed)
        if (number := number_in(found[0])) is not None
    ]
    put_in = (
        [node for member in own.members for node in walk(member.expr) if isinstance(node, Number)]
        if own is not None and right
        else []
    )
    return any(abs(node.value - abs(number)) * 2 <= node.unit for node in put_in for number in right)


def _around(claim: Claim, statements: Sequence[Statement]) -> Statement | None:
    """The statement that a claim stands in."""
    at = claim.span.start
    return next((one for one in statements if one.span.start <= at < one.span.end), None)
