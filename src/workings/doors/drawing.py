"""What `workings draw` does: a name or an expression of a document becomes a picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import PurePath

from workings import pipeline
from workings.evaluating import evaluate
from workings.evaluating.describing import describe
from workings.evaluating.ranking import are_shares, rows_of
from workings.evaluating.rendering import show
from workings.finding import Claim, Report
from workings.ops import FUNCTIONS
from workings.parsing import Lexicon, parse_maths
from workings.parsing.sequences import words_in
from workings.record import record
from workings.regex import regex
from workings.reporting.pictures import svg
from workings.reporting.pictures.derivation import derivation, steps_of, why_no_derivation
from workings.reporting.pictures.graph import graph, why_no_graph
from workings.reporting.pictures.heat_map import Naming, heat_map, why_not_drawn
from workings.reporting.pictures.plain import plain
from workings.reporting.pictures.shapes import shortened
from workings.resolving.lineage import lineage
from workings.resolving.quantity import FIRST_BITS
from workings.resolving.scope import Scope, as_value
from workings.value import Undefined, Value, precision

LONGEST_CAPTION = 60
SINGLE = regex(r"[\w']+")  # a name and no expression
SAYS_MOST = 12  # rows of a matrix that the description goes through


class NoPictureError(ValueError):
    """There is no such picture, and why, in words."""


@record(frozen=True)
class Wish:
    """What to draw: a name or expression, or None for the whole document, and how."""

    name: str | None
    kind: str | None = None  # heat, graph, chain or steps; None: what suits it
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    steps: int | None = None  # of a recurrence
    given: tuple[str, ...] = ()  # values for it, as `x=1,0,1`


def draw(document: pipeline.Document, wish: Wish) -> str:
    """The picture as SVG text; `NoPictureError` says why there is none."""
    if wish.kind == "steps":
        return _steps(document, wish)
    if wish.name is None or wish.kind == "chain":
        return _chain(document, wish.name)
    value = value_of(document, wish.name)
    caption = shortened(plain(wish.name), LONGEST_CAPTION)
    trouble = why_no_graph(value, wish.name) if wish.kind == "graph" else why_not_drawn(value, wish.name)
    if trouble is not None:
        raise NoPictureError(trouble)
    rows = rows_of(value) or ()
    shares = all(are_shares(row) for row in rows)
    naming = _naming(document, wish, (len(rows), len(rows[0])), shares)
    title = f"{'Attention weights' if shares and len(rows) > 1 else 'Values'} of {caption}"
    said = describe(value, naming.rows, naming.columns)
    said = said[:SAYS_MOST] + (["and so on"] if len(said) > SAYS_MOST else [])
    picture = graph if wish.kind == "graph" else heat_map
    return svg(picture(value, caption, naming), title, said)


def value_of(document: pipeline.Document, name: str) -> Value:
    """What a name stands for at the end of the document, or what an expression comes to there."""
    scope = pipeline.judged(document).scope
    known = as_value(scope.given.get(name))
    if known is not None:
        return known
    lexicon = Lexicon(FUNCTIONS, frozenset(scope.bindings))
    with precision(FIRST_BITS):
        result = evaluate(parse_maths(name, lexicon), scope.given)
    value = as_value(result)
    if value is None:
        raise NoPictureError(_why_unknown(document, scope, name, result))
    return value


def _why_unknown(document: pipeline.Document, scope: Scope, name: str, result: object) -> str:
    """That a name has no value here, with the names that are near it."""
    filename = document.reading.page.filename
    undefined = result if isinstance(result, Undefined) else Undefined("it is no value")
    missing = undefined.missing
    reason = "" if missing or SINGLE.fullmatch(name) else f": {undefined.reason}"
    keys = [key for key in scope.given if as_value(scope.given[key]) is not None]
    near = [close for word in (name, *missing) for close in get_close_matches(word, keys, n=3, cutoff=0.4)]
    hint = f"; near it are {', '.join(dict.fromkeys(near))}" if near else ""
    without = f" (no value for {', '.join(missing[:3])})" if missing and missing != (name,) else ""
    return f"{shortened(name, LONGEST_CAPTION)} has no value in {filename}{reason}{without}{hint}"


def _naming(document: pipeline.Document, wish: Wish, size: tuple[int, int], shares: bool) -> Naming:
    """The names that were asked for, or those in the document where it is about attention."""
    for names, count, what in ((wish.rows, size[0], "rows"), (wish.columns, size[1], "columns")):
        if names and len(names) != count:
            raise NoPictureError(f"{wish.name} has {count} {what}, but {len(names)} names were given")
    if not shares or size[0] == 1:
        return Naming(wish.rows, wish.columns)
    rows, columns = words_in(document.reading.page.written, *size)
    return Naming(wish.rows or rows, wish.columns or columns)


def _chain(document: pipeline.Document, name: str | None) -> str:
    report = pipeline.check(document, names_slips=True)
    claims = report.claims if name is None else _leading_to(document, report, name)
    steps = steps_of(report, claims)
    trouble = why_no_derivation(steps)
    if trouble is not None:
        raise NoPictureError(trouble if name is None else f"{name}: {trouble}")
    file = PurePath(report.page.filename).name
    caption = shortened(f"{plain(name)} in {file}" if name else file, LONGEST_CAPTION)
    said = [f"line {step.line}: {step.words} is {step.verdict.value}" for step in steps if step.id]
    return svg(derivation(steps, caption), f"The steps of {caption}", said)


def _leading_to(document: pipeline.Document, report: Report, name: str) -> Sequence[Claim]:
    """The claims that a name's value came from, and the errors that they carry."""
    origin = lineage(document.statements, name)
    if not origin:
        value_of(document, name)  # says so if it is unknown
        raise NoPictureError(f"no statement gives {name} a value, so there are no steps to draw")
    spans = [statement.span for statement in origin]
    chosen = {
        claim.id
        for claim in report.claims
        if any(span.start <= claim.span.start and claim.span.end <= span.end for span in spans)
    }
    chosen |= {claim.cause for claim in report.claims if claim.id in chosen and claim.cause}
    return [claim for claim in report.claims if claim.id in chosen]


def _steps(document: pipeline.Document, wish: Wish) -> str:
    """The quantities of a recurrence over time; NAME may be several, with commas between."""
    from workings.doors.trace import given_values  # only this picture runs a recurrence
    from workings.reporting.pictures.run import run_picture, why_no_run
    from workings.reporting.traces import strips_of
    from workings.solving.traces import NoTraceError, trace

    names = [name.strip() for name in wish.name.split(",") if name.strip()] if wish.name else []
    try:
        found = trace(document, names, wish.steps, given_values(wish.given))
    except NoTraceError as problem:
        raise NoPictureError(str(problem)) from problem
    strips, steps = strips_of(found, names)
    trouble = why_no_run(strips)
    if trouble is not None:
        raise NoPictureError(trouble)
    letter = found.recurrence.equations[0].variable
    caption = shortened(f"{', '.join(strip.name for strip in strips)} over time", LONGEST_CAPTION)
    said = [
        f"{strip.name}: {', '.join(show(value) for value in strip.values if value is not None)}"
        for strip in strips
    ]
    return svg(run_picture(strips, steps, letter, caption), caption, said[:SAYS_MOST])
