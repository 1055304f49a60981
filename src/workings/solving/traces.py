"""The recurrences of a document, run: with what it gives, and with what is given besides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flint import arb, fmpq

from workings import pipeline
from workings.evaluating import Function, evaluate
from workings.ops import FUNCTIONS
from workings.parsing import Lexicon, parse_maths
from workings.resolving.quantity import FIRST_BITS
from workings.resolving.recurrences import Recurrence, recurrences_of
from workings.resolving.running import Trace, first_step, run
from workings.resolving.scope import Scope
from workings.resolving.steps import given_step, split_key, stem, step_key
from workings.value import Tensor, Value, precision

USUAL_STEPS = 10  # of a recurrence without inputs, where nobody says how many


class NoTraceError(ValueError):
    """There is nothing to run, or it cannot be run, and why, in words."""


def trace(
    document: pipeline.Document,
    wanted: Sequence[str] = (),
    steps: int | None = None,
    given: Mapping[str, str] | None = None,
) -> Trace:
    """The run of the recurrence that has the wanted names, or of the last one of the document.

    `given` adds values as text, `{"x": "1, 0, 1"}`, in the place of those of the document.
    """
    scope = pipeline.judged(document).scope
    recurrence = _chosen(document, scope, wanted)
    with precision(FIRST_BITS):
        names = _names(scope, recurrence, given or {})
        count = steps
        if steps is None and not recurrence.inputs:
            count = USUAL_STEPS
        found = run(recurrence, names, count)
    if found.stopped is not None:
        raise NoTraceError(_why_stopped(found, names))
    if not found.rows:
        raise NoTraceError("there is no step to run")
    return found


def _chosen(document: pipeline.Document, scope: Scope, wanted: Sequence[str]) -> Recurrence:
    """The recurrence that is meant."""
    found = recurrences_of(scope.formulas.patterns)
    filename = document.reading.page.filename
    if not found:
        raise NoTraceError(f"no recurrence in {filename}: nothing like h_t = … h_{{t-1}} …")
    if not wanted:
        return found[-1]
    for recurrence in reversed(found):
        known = {*recurrence.sequences, *recurrence.inputs}
        if all(sequence_named(name, known) is not None for name in wanted):
            return recurrence
    all_known = sorted({stem(s) for r in found for s in (*r.sequences, *r.inputs)})
    missing = [
        n for n in wanted if sequence_named(n, {s for r in found for s in (*r.sequences, *r.inputs)}) is None
    ]
    what = f"{missing[0]} is no sequence" if missing else f"{', '.join(wanted)} belong to no one recurrence"
    raise NoTraceError(f"{what} of a recurrence in {filename}; there are {', '.join(all_known)}")


def sequence_named(name: str, known: set[str]) -> str | None:
    """The sequence that somebody means: h, h_t, c̃ as tilde(c)."""
    plain = name.strip().strip("$")
    base = plain.partition("_")[0] if plain not in known else plain
    for candidate in (plain, base, f"{base}()", f"{base}^()", f"{base}^[]"):
        if candidate in known:
            return candidate
    lexicon = Lexicon(FUNCTIONS)
    parsed = parse_maths(plain, lexicon)
    key = getattr(parsed, "base", None)
    return key if key in known else None


def _names(scope: Scope, recurrence: Recurrence, given: Mapping[str, str]) -> dict[str, Value | Function]:
    """What the document gives, without the steps that it worked out, and what is given besides."""
    names = {key: value for key, value in scope.given.items() if not _is_worked_out(scope, recurrence, key)}
    for key, text in given.items():
        value = parsed_value(text)
        if value is None:
            raise NoTraceError(f"{text} is no value for {key}")
        if key in (stem(s) for s in recurrence.inputs):
            for other in [k for k in names if (split_key(k) or ("", 0))[0] == key]:
                del names[other]
            value = value if isinstance(value, Tensor) else Tensor((1,), (value,), loose=True)
        names[key] = value
    return names


def _is_worked_out(scope: Scope, recurrence: Recurrence, key: str) -> bool:
    step, binding = split_key(key), scope.bindings.get(key)
    if step is None or step[0] not in recurrence.sequences:
        return False
    return step[1] > 0 and (binding is None or binding.derived)


def parsed_value(text: str) -> Value | None:
    """`1, 0, 1`, `[1, 0], [0, 1]`, `0.5`, `3/4` as a value."""
    lexicon = Lexicon(FUNCTIONS)
    for written in (text, f"[{text}]"):
        value = evaluate(parse_maths(written, lexicon), {})
        if isinstance(value, fmpq | arb | Tensor):
            return value
    return None


def _why_stopped(found: Trace, names: Mapping[str, Value | Function]) -> str:
    """What is missing, and how to give it."""
    at = found.first + len(found.rows)
    reason = found.stopped or ""
    for sequence in found.recurrence.inputs:
        if given_step(names, sequence, at) is None:
            letter = stem(sequence)
            count = f"; only {len(found.rows)} are given" if found.rows else ""
            return f"{step_key(sequence, at)} has no value{count}; give it with --given '{letter}=1,0,1'"
    first = first_step(found.recurrence, names)
    for sequence in found.recurrence.states:
        if given_step(names, sequence, first - 1) is None:
            key = step_key(sequence, first - 1)
            return f"{key} has no value; give it with --given '{key}=0'"
    missing = [key for key in found.recurrence.parameters if key not in names]
    if missing and "has no value" in reason:
        return f"{missing[0]} has no value; give it with --given '{missing[0]}=1'"
    return reason
