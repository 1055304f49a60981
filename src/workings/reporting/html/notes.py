"""The notes in the margin: what the pen says of each claim, short when closed, whole when opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from workings.checking.wording import LONGEST_PART, shortened
from workings.document import Statement
from workings.explaining.latex import in_latex
from workings.finding import LAB, Because, Claim, Verdict, spot
from workings.record import record
from workings.regex import regex
from workings.reporting.html.escaping import attribute, escaped
from workings.reporting.html.figures import weights_html
from workings.reporting.html.formulas import drawn
from workings.reporting.html.marks import Numbering
from workings.reporting.html.steps import steps_html
from workings.reporting.html.values import sentence_html, value_html
from workings.reporting.paint import one_line
from workings.reporting.selection import Selection, is_finding
from workings.reporting.wording import Relations, headline, notes, relate, summary
from workings.source import Page, Span

RELATION = regex(
    r"[\s$&|]*(?:=|≈|\\(?:approx|simeq|sim|cong|equiv|leq?|geq?|doteq)(?![a-zA-Z])|[<>≤≥])[\s$&|]*"
    r"(?:\\(?:left|[bB]igg?l?)\s*)?$"
)
LONGEST_QUOTED = 200  # characters of a formula that is drawn whole where a message has only its beginning
SIGNS = {
    "right": "✓",
    "rounding": "~",
    "carried": "↳",
    "wrong": "✗",
    "finding": "!",
    "undecided": "?",
    "unread": "…",
}
OPEN = frozenset({"wrong", "finding"})  # from the start; the others are opened by the reader
LONGEST_REASON = 240  # characters of a statement that a note repeats


def by_line(page: Page, statements: Sequence[Statement]) -> dict[int, list[Statement]]:
    """The statements of a document by the line they begin on."""
    found: dict[int, list[Statement]] = {}
    for statement in statements:
        found.setdefault(page.place(statement.span.start).line, []).append(statement)
    return found


@record(frozen=True)
class Margin:
    """Who writes the notes of one file."""

    selection: Selection
    numbering: Numbering
    in_formulas: set[str]
    statements: Mapping[int, Sequence[Statement]] = field(default_factory=dict)  # by the line they begin on
    relations: Relations = field(init=False)
    claims: dict[str, Claim] = field(init=False)

    def __post_init__(self) -> None:
        report = self.selection.report
        object.__setattr__(self, "relations", relate(report))
        object.__setattr__(self, "claims", {self.numbering.name(claim.id): claim for claim in report.claims})

    def annotate(self, names: Sequence[str]) -> str:
        """The notes of a block, what is wrong first, so that it stands level with its line."""
        known = [self.claims[name] for name in names if name in self.claims]
        loud = [claim for claim in known if self.kind(claim) in OPEN]
        quiet = [claim for claim in known if self.kind(claim) not in OPEN]
        written = "".join(map(self.note, loud))
        if quiet:
            written += f'<div class="quiet">{"".join(map(self.note, quiet))}</div>'
        return f'<aside class="notes">{written}</aside>' if written else ""

    def kind(self, claim: Claim) -> str:
        """The verdict, or `finding` where a rule objects to what holds."""
        return "finding" if claim.verdict is Verdict.RIGHT and is_finding(claim) else claim.verdict.value

    def note(self, claim: Claim) -> str:
        """One note, which opens to its steps."""
        kind, name = self.kind(claim), self.numbering.name(claim.id)
        opened = " open" if kind in OPEN else ""
        said = f'<summary>{self.sign(claim)}<span class="said">{self.short(claim)}</span></summary>'
        return (
            f'<details class="note {kind}"{attribute("id", name)} data-kind="{kind}"{opened}>{said}'
            f'<div class="whole">{self._whole(claim)}</div></details>'
        )

    def sign(self, claim: Claim) -> str:
        """The sign of a verdict, with the error's number; its word is for those who do not see it."""
        kind, number = self.kind(claim), self.numbering.errors.get(claim.id)
        shown = f'<b class="number">{number}</b>' if number else ""
        return (
            f'<span class="sign" aria-hidden="true">{SIGNS[kind]}</span>'
            f'<span class="word">{kind}{" " if number else ", "}</span>{shown}'
        )

    def short(self, claim: Claim) -> str:
        """What a closed note says."""
        if claim.verdict is Verdict.RIGHT and not is_finding(claim) and claim.kind != LAB:
            return f'<span class="word">line {self.relations.lines[claim.id]}, steps</span>'
        if claim.verdict is Verdict.CARRIED:
            number = self.numbering.errors.get(claim.cause or "")
            return "follows from an earlier error" if number is None else f"follows from error {number}"
        if claim.verdict is Verdict.ROUNDING and claim.computed:
            return f"rounding: {escaped(one_line(claim.computed, 40))}"
        return self._drawn(claim, headline(claim))

    def sentence(self, claim: Claim) -> str:
        """The message and the likeliest slip, with the formula they speak of drawn."""
        return self._drawn(claim, summary(claim))

    def _drawn(self, claim: Claim, said: str) -> str:
        if self.numbering.name(claim.id) not in self.in_formulas:
            return escaped(said)
        return sentence_html(said, quoted(claim))

    def _whole(self, claim: Claim) -> str:
        """What an opened note says; of an error the reasons and steps are behind a click of their own."""
        first = [f'<p class="slip">{self._drawn(claim, one_line(slip))}</p>' for slip in claim.slips[:1]]
        first += self._cause(claim)
        rest = [f"<p>{escaped(said)}</p>" for said in self._remarks(claim)]
        rest += [f"<p>line {reason.line}: {self._reason(reason)}</p>" for reason in claim.because]
        if claim.rule and claim.rule != "value/differs":
            rest.append(f'<p class="rule">{escaped(claim.rule)}</p>')
        steps = self._steps(claim)
        if claim.verdict is Verdict.RIGHT and not (first or rest or steps):
            return f"<p>{self._link(claim)}</p>"
        (rest if _tells_entry(claim) else first).extend(self._value(claim))
        more = "".join(rest) + steps
        if more and self.kind(claim) in OPEN:
            more = f'<details class="working"><summary>why</summary>{more}</details>'
        return "".join(first) + more

    def _remarks(self, claim: Claim) -> list[str]:
        """Remarks of the report, but for those that are told with links or drawn."""
        entries = () if _tells_entry(claim) else claim.entries
        return notes(replace(claim, because=(), cause=None, entries=entries), self.relations)

    def _steps(self, claim: Claim) -> str:
        """How the value comes about, with a picture where it is a table of weights."""
        explanation = self.selection.report.explanations.get(claim.span)
        if explanation is None or claim.verdict in (Verdict.UNREAD, Verdict.UNDECIDED):
            return ""
        steps = steps_html(explanation, brief=claim.verdict is not Verdict.RIGHT)
        caption = in_latex(explanation.step.name) if explanation.step.name is not None else claim.text
        return steps + weights_html(explanation.step.value, caption, self.selection.report.page)

    def _value(self, claim: Claim) -> list[str]:
        """The right value, unless it was said already or is what is stated."""
        silent = (Verdict.RIGHT, Verdict.UNREAD, Verdict.UNDECIDED)
        value = claim.computed
        if value is None or value == claim.stated or claim.verdict in silent or claim.kind == LAB:
            return []
        if f" is {value}, not " in headline(claim) or self.short(claim).endswith(f": {escaped(value)}"):
            return []
        shown = value_html(value, {entry.index for entry in claim.entries})
        return [f'<p class="value"><span class="label">the value is</span> {shown}</p>']

    def _cause(self, claim: Claim) -> list[str]:
        number = self.numbering.errors.get(claim.cause or "")
        if number is None or claim.cause is None:
            return []
        target = escaped(self.numbering.name(claim.cause))
        return [f'<p class="cause"><a href="#{target}">go to error {number}</a></p>']

    def _link(self, claim: Claim) -> str:
        """The author's text of a claim, drawn if it was a formula."""
        text = one_line(claim.text, 400)
        if self.numbering.name(claim.id) not in self.in_formulas:
            return escaped(text)
        return drawn(text)

    def _reason(self, reason: Because) -> str:
        """A statement that an expectation came from, drawn whole where it fits."""
        for statement in self.statements.get(reason.line, ()):
            text = " ".join(self._text(statement.span).split())
            if text.startswith(reason.text.removesuffix("…")) and len(text) <= LONGEST_REASON:
                return drawn(text) if statement.passage.maths else escaped(text)
        return escaped(one_line(reason.text))

    def _text(self, span: Span) -> str:
        return self.selection.report.page.written[span.start : span.end]


def _tells_entry(claim: Claim) -> bool:
    """Whether the message names the only entry that is wrong, so that the whole value can wait."""
    return len(claim.entries) == 1 and spot(claim.entries[0].index) in headline(claim)


def quoted(claim: Claim) -> dict[str, str]:
    """The formulas that a message about a claim may quote: its sides, as messages shorten them."""
    stated = claim.stated or ""
    before = RELATION.sub("", claim.text.removesuffix(stated))
    sides = [" ".join(side.split()) for side in (before, stated)]
    found = {side: side for side in sides if side}
    for side in sides:
        if LONGEST_PART < len(side) <= LONGEST_QUOTED:
            found[shortened(side)] = side
    return found
