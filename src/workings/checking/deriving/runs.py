"""The derivations of a document: runs of equations, each held to the one that it is made from."""

from __future__ import annotations

from dataclasses import replace

from flint import arb, fmpq

from workings.checking.deriving.equations import Equation, conclusion_of, premise_of
from workings.checking.deriving.following import OPEN, Answer, Found, follows
from workings.checking.deriving.leading import Lead, are_of_system, is_arrow, lead
from workings.checking.deriving.points import PLAIN, Point, points
from workings.checking.deriving.slipping import slip_between
from workings.checking.deriving.solving import solved
from workings.checking.slips.change import Change, Scene
from workings.checking.wording import because_of, shortened
from workings.document import Statement
from workings.evaluating.rendering import show
from workings.expr import Name
from workings.finding import Claim, Verdict
from workings.record import record
from workings.resolving.quantity import Quantity
from workings.resolving.scope import Scope
from workings.resolving.traits import traits
from workings.source import Page, Span

DOES_NOT_FOLLOW = "equation/does-not-follow"
MOST_BEFORE = 6  # equations of a run that the next one may be made from
MOST_STEPS = 300  # of one document
SHOWN_BEFORE = 24  # characters before an equation that may say what part it plays
SHOWN_NAMES = 3  # of a counterexample


_OVERRULED: dict[Verdict, tuple[Verdict, ...]] = {
    Verdict.RIGHT: (Verdict.UNDECIDED,),
    Verdict.WRONG: (Verdict.UNDECIDED,),
    Verdict.CARRIED: (Verdict.UNDECIDED, Verdict.RIGHT),
    Verdict.UNDECIDED: (),
}  # the verdicts on the statement alone that give way to that on the step


@record(frozen=True, slots=True)
class Judged:
    """What became of an equation, and by which one above it; for one that fails, the slip and a point."""

    verdict: Verdict
    source: Span
    slip: Change | None = None
    point: Point | None = None
    meant: str | None = None  # the number that should stand there


class Derivations:
    """The run of equations that is under way, and what was found out about its steps."""

    def __init__(self, page: Page, scope: Scope) -> None:
        self.page = page
        self.scope = scope
        self.scene = Scene(page.text, (), {}, {})
        self.steps = 0
        self.above: Statement | None = None  # the statement before
        self.is_open = False  # whether that is part of the run
        self._begin(None)

    def _begin(self, equation: Equation | None) -> None:
        self.run = [] if equation is None else [equation]  # sound ones
        self.astray: list[Equation] = []  # the first that is not, and what follows from it
        self.cause: str | None = None  # the claim of that error
        self.system = False  # several equations that do not follow from each other

    def pass_by(self, statement: Statement, claims: list[Claim], first: int, question: str | None) -> None:
        """Hold a statement to the run before it, and take it up; `first` is the first claim of its own."""
        led = self._lead(statement)
        if led is None:
            self.is_open = False  # most statements stand alone, so nothing is made of them yet
        elif self.steps < MOST_STEPS:
            self.steps += 1
            if not self.is_open and self.above is not None:
                self._begin(premise_of(self.above, self.scope, frozenset()))
            self.is_open = True
            self._step(statement, led, claims, first, question)
        self.above = statement

    def _step(
        self, statement: Statement, led: Lead, claims: list[Claim], first: int, question: str | None
    ) -> None:
        """Judge a statement that the text leads to from the one above."""
        beside = frozenset[str]().union(*(one.names for one in (*self.run, *self.astray)))
        equation = conclusion_of(statement, self.scope, beside)
        onward = premise_of(statement, self.scope, beside)
        judged = self._solved(statement, led) if equation is None else self._judged(equation, led)
        own = claims[first] if first < len(claims) else None
        if judged is not None and (own is None or own.verdict in _OVERRULED[judged.verdict]):
            self._claim(statement, judged, claims, first, question)
        if judged is None or onward is None:
            self._begin(onward)
        elif len(statement.members) > 2 and self.cause is None:
            self.run.append(onward)

    def _lead(self, statement: Statement) -> Lead | None:
        """How the text leads from the last equation to a statement; one that is supposed needs an arrow."""
        if self.above is None or statement.conditional or (not self.is_open and _gives_value(self.above)):
            return None
        text, above = self.page.text, self.above.span
        between = text[above.end : statement.span.start]
        if statement.hypothesis and not is_arrow(between):
            return None
        return lead(text[max(0, above.start - SHOWN_BEFORE) : above.start], between)

    def _solved(self, statement: Statement, led: Lead) -> Judged | None:
        """What becomes of the solution of an equation of matrices."""
        if self.above is None or led is not Lead.SAID:
            return None
        found = solved(self.above, statement, self.scope, self.scene)
        if found.answer is Answer.FOLLOWS:
            return Judged(Verdict.RIGHT, self.above.span)
        return None if found.slip is None else Judged(Verdict.WRONG, self.above.span, found.slip)

    def _judged(self, equation: Equation, led: Lead) -> Judged | None:
        """What the run says of an equation, which is taken up in it; None where it is another matter."""
        if not self.run or any(equation.is_like(before) for before in self.run):
            return None
        last = self.run[-1]
        if equation.gives_value and led is Lead.JOINED and last.names != equation.names:
            return None  # “m = 6 j: j = 1”
        source, found = self._source(equation, self.run)
        if source is not None:
            self.run.append(equation)
            return Judged(Verdict.RIGHT, source.span)
        if self.cause is not None:
            source, _ = self._source(equation, self.astray)
            self.astray.append(equation)
            return None if source is None else Judged(Verdict.CARRIED, source.span)
        if found.answer is Answer.FAILS and not self.system and led is not Lead.JOINED:
            known = self._known(last, equation)
            slip, meant = slip_between(last, equation, known, self.scene), _meant(last, equation, known)
            if _is_sure(last, equation, led, slip, meant) and not self._is_of_system(equation, led):
                self.astray.append(equation)
                return Judged(Verdict.WRONG, last.span, slip, found.point, meant)
        if equation.names.isdisjoint(last.names):
            return None
        self.system = True
        self.run.append(equation)
        return Judged(Verdict.UNDECIDED, last.span)

    def _is_of_system(self, equation: Equation, led: Lead) -> bool:
        """Whether an equation that stands below another without a word is another one of a system."""
        if led is Lead.SAID or len(equation.names) < 2:
            return False
        return are_of_system(self.page.text, self.run[0].span.start, equation.span.end)

    def _source(self, equation: Equation, among: list[Equation]) -> tuple[Equation | None, Found]:
        """The latest equation from which one follows; and what the last one says of it."""
        said = OPEN
        for at, before in enumerate(reversed(among[-MOST_BEFORE:])):
            found = follows(before, equation, {})
            if found.answer is not Answer.FOLLOWS and (known := self._known(before, equation)):
                put_in = follows(before, equation, known)
                found = put_in if put_in.answer is Answer.FOLLOWS or found.answer is Answer.OPEN else found
            if found.answer is Answer.FOLLOWS:
                return before, found
            said = found if at == 0 else said
        return None, said

    def _known(self, before: Equation, after: Equation) -> Point:
        """Values that the section gave letters, but for the one that is worked out."""
        said, bindings = self.scope.said, self.scope.bindings
        names = (before.names | after.names) - {after.gives}
        here = {k for k in names if k in bindings and bindings[k].section == self.scope.section}
        known = {key: said.get(key) for key in here}
        return {key: value for key, value in known.items() if isinstance(value, fmpq | arb)}

    # -- words ------------------------------------------------------------------------------------

    def _claim(
        self, statement: Statement, judged: Judged, claims: list[Claim], at: int, question: str | None
    ) -> None:
        """Make a claim of what was found, in the place of the statement's own."""
        if judged.verdict is Verdict.UNDECIDED:
            return
        number = claims[at].id if at < len(claims) else f"c{len(claims) + 1}"
        claims[at : at + 1] = [replace(self._worded(statement, judged, number), question=question)]
        if judged.verdict is Verdict.WRONG:
            self.cause = number

    def _worded(self, statement: Statement, judged: Judged, number: str) -> Claim:
        left, right = statement.members[:2]
        text, source = self.page.written, judged.source
        claim = Claim(
            number, "symbolic", right.span, text[left.span.start : right.span.end], judged.verdict,
            stated=text[right.span.start : right.span.end],
        )  # fmt: skip
        if judged.verdict is Verdict.RIGHT:
            line = self.page.place(source.start).line
            return replace(claim, message=f"follows from line {line}")
        if judged.verdict is Verdict.CARRIED:
            return replace(claim, cause=self.cause, message="follows from an equation that does not hold")
        above = shortened(text[source.start : source.end])
        words = () if judged.slip is None else (judged.slip.words,)
        return replace(
            claim,
            rule=DOES_NOT_FOLLOW,
            computed=judged.meant,
            fits=() if judged.slip is None else (judged.slip.name,),
            slips=(*words, *_counterexample(judged.point)),
            because=(because_of(self.page, source),),
            message=f"{shortened(claim.text)} does not follow from {above}",
        )


def _gives_value(statement: Statement) -> bool:
    """`x = 3`, from which nothing is derived."""
    left, right = statement.members[-2:]
    return isinstance(left.expr, Name) and traits(right.expr).is_plain


def _is_sure(before: Equation, after: Equation, led: Lead, slip: Change | None, meant: str | None) -> bool:
    """Whether a step that fails is surely meant to follow from the equation above."""
    if not (before.firm and after.firm):
        return False
    if after.gives_value:  # an equation of one letter is held to its digits elsewhere (`linking/solved.py`)
        return led is Lead.SAID and len(before.names) > 1 and meant is not None
    if before.names == after.names and len(before.names) == 1:
        return slip is not None or led is Lead.SAID
    return slip is not None and (led is Lead.SAID or after.gives is None)


def _counterexample(point: Point | None) -> tuple[str, ...]:
    """A point in words, if it has a few letters."""
    if point is None or not 1 < len(point) <= SHOWN_NAMES:
        return ()
    shown = ", ".join(f"{key} = {show(value)}" for key, value in sorted(point.items()))
    return (f"with {shown} the line above holds and this one does not",)


def _meant(before: Equation, after: Equation, known: Point) -> str | None:
    """The number that the right side has to be, where only a number stands there."""
    if not traits(after.right).is_plain:
        return None
    values = {
        show(value)
        for draw in points(before, known)[:3] or points(before, {})[:3]
        if isinstance(value := Quantity(after.left, draw[0], PLAIN).value, fmpq | arb)
    }
    return values.pop() if len(values) == 1 else None
