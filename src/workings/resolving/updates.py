"""Update rules, `x ← x − η f'(x)`: what they change, and the sequence they make from a start x_0 on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from workings.evaluating import Function
from workings.expr import Apply, Call, Expr, Name, mapped
from workings.regex import regex
from workings.resolving.patterns import Pattern, is_short
from workings.resolving.steps import index_of_text, stem, step_key, step_of, steps_in
from workings.resolving.traits import has_holes, names_in
from workings.value import Value

RATES = frozenset({"η", "lr", "α", "eta", "alpha", "ε", "γ", "μ", "rate", "learning rate"})
LETTER = "k"  # for the number of a step, which no rule names itself
STARTS = ("", "^()", "^[]")  # x_0, x^(0), x^[0]
_NEW = regex(
    r"(?:new |updated )?([^\W\d](?:[^\W_])*(?:_\d{1,2})?)(?:[_^]\(?(?:new|neu|updated|next)\)?|'|\^\+)?"
)
_SLOPE = regex(r"∇([^\W\d]\w*)|∂([^\W\d]\w*)/∂.+")
_OLD = regex(r"(.+?)[_^]\(?(?:old|alt|prev)\)?")


class Updates:
    """The rules of a document as far as it has been read."""

    def __init__(self) -> None:
        self.rules: dict[str, tuple[Expr, int]] = {}  # by the name they change, with their sections

    def note(
        self,
        head: Expr,
        formula: Expr | None,
        sign: str | None,
        section: int,
        said: Mapping[str, Value | Function],
    ) -> tuple[str, Pattern] | None:
        """Remember a rule, or take note of the start of one; with both it makes a sequence."""
        short = formula is not None and names_in(formula) and is_short(formula)
        found = update_of(head, formula, sign) if formula is not None and short else None
        if found is not None:
            self.rules[found[0]] = found[1], section
        if not self.rules or not isinstance(head, Name):
            return None
        step = step_of(head)
        key = renewed_name(head.key) if step is None else stem(step.sequence)
        is_told = found is not None if step is None else step.at == 0  # the rule, or its start
        return sequence_of(key, *self.rules[key], said) if is_told and key in self.rules else None


def renewed_name(key: str) -> str:
    """The name whose new value another one is: w of `w_new`, `w'` and `w` itself."""
    found = _NEW.fullmatch(key)
    return found[1] if found is not None else key


def update_of(head: Expr, formula: Expr, sign: str | None) -> tuple[str, Expr] | None:
    """The name that a rule gives a new value, and that value by the old one, which goes by the bare name."""
    if not isinstance(head, Name) or has_holes(formula):
        return None
    names = names_in(formula)
    if not names:
        return None
    key = renewed_name(head.key)
    if any(name.startswith((f"{key}_", f"{key}^")) for name in names):
        formula = _with_old(formula, key)
        names = names_in(formula)
    if key not in names:
        return None
    is_rule = sign == "←" or (sign == "=" and len(names) > 1 and _is_changed(formula, key))
    if head.key.endswith("'") and names.isdisjoint(RATES):
        return None  # y' = y − t is about a derivative
    return (key, formula) if is_rule else None


def _with_old(expr: Expr, key: str) -> Expr:
    """A formula with `w` for `w_old`."""
    if isinstance(expr, Name):
        found = _OLD.fullmatch(expr.key)
        return Name(expr.span, key, key) if found is not None and found[1] == key else expr
    return mapped(expr, lambda part: _with_old(part, key))


def _is_changed(expr: Expr, key: str) -> bool:
    """Whether something is added to a name, or taken from it: no equation has it on both sides otherwise."""
    while isinstance(expr, Call) and expr.op in ("add", "sub"):
        if expr.op == "add" and isinstance(expr.args[1], Name) and expr.args[1].key == key:
            return True
        expr = expr.args[0]
    return isinstance(expr, Name) and expr.key == key


def sequence_of(
    key: str, rule: Expr, section: int, names: Mapping[str, Value | Function]
) -> tuple[str, Pattern] | None:
    """The sequence that a rule makes of a name whose start is known, x_{k+1} = x_k − η f'(x_k)."""
    sequence = next((key + kind for kind in STARTS if step_key(key + kind, 0) in names), None)
    if sequence is None or names.get(key) is not None or steps_in_letter(rule):
        return None
    formula = _stepped(_primed(rule, key, names), key, sequence)
    return sequence, Pattern(LETTER, formula, section, ahead=1, updates=True)


def steps_in_letter(rule: Expr) -> bool:
    """Whether a rule has the letter of the steps, or steps of its own."""
    return LETTER in names_in(rule) or bool([one for one, _ in steps_in(rule) if isinstance(one, Name)])


def _primed(expr: Expr, key: str, names: Mapping[str, Value | Function]) -> Expr:
    """A rule with f'(x) for ∂f/∂x and ∇f(x), where f is a function of the document."""
    if isinstance(expr, Name | Apply):
        found = _SLOPE.fullmatch(expr.key)
        made = names.get(found[1] or found[2]) if found is not None else None
        if found is None or not isinstance(made, Function) or len(made.params) != 1:
            return expr if isinstance(expr, Name) else mapped(expr, lambda part: _primed(part, key, names))
        function = f"{found[1] or found[2]}'"
        return Apply(expr.span, Name(expr.span, function, function), (Name(expr.span, key, key),), function)
    return mapped(expr, lambda part: _primed(part, key, names))


def _stepped(expr: Expr, key: str, sequence: str) -> Expr:
    """A rule with the step that it goes on from for the name that it changes."""
    if isinstance(expr, Name):
        return _step(expr, sequence) if expr.key == key else expr
    changed = mapped(expr, lambda part: _stepped(part, key, sequence))
    if isinstance(changed, Apply) and changed is not expr:
        args = ", ".join(arg.key if isinstance(arg, Name) else "…" for arg in changed.args)
        return replace(changed, key=f"{changed.function.key}({args})")
    return changed


def _step(old: Name, sequence: str) -> Name:
    """`x_k`, `x^(k)`: the step that a rule goes on from."""
    if sequence[-2:] in ("()", "[]"):
        key = f"{sequence[:-1]}{LETTER}{sequence[-1]}"
        return Name(old.span, key, key)
    index = index_of_text(LETTER)
    return Name(old.span, f"{sequence}_{LETTER}", sequence, (index,) if index is not None else ())
