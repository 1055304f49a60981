"""Where the values of a document come from, kept while it is judged if somebody wants to know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from workings.checking.chain import Link, why_no_value
from workings.checking.comparing.aligning import is_literal
from workings.evaluating import Function, How, evaluate
from workings.explaining.derivation import Asked, Derivation, Source, explanation
from workings.explaining.values import DIGITS
from workings.expr import Apply, Array, Call, Expr, Name, call, name
from workings.finding import Claim
from workings.resolving.scope import WIDTHS, Binding, Scope
from workings.resolving.traits import has_holes
from workings.source import Span
from workings.step import Explanation
from workings.value import Value

GIVEN = "it is given"
NOWHERE_ON_PAGE = Span(-1, -1)
_EQUALITIES = frozenset({"=", "≈", "~", "≡"})


def _is_turned(expr: Expr) -> bool:
    """Whether a list is written as a column: [1, 2]^T."""
    return isinstance(expr, Call) and expr.op == "transpose" and isinstance(expr.args[0], Array)


class Traces:
    """What was expected at every member of every chain, and what the names in it go back to."""

    def __init__(self) -> None:
        self.derivations: dict[Span, Derivation] = {}
        self.sources: dict[str, Source] = {}
        self.turned: frozenset[str] = frozenset()

    def explanations(
        self, claims: Iterable[Claim], detail: int, digits: int = DIGITS
    ) -> dict[Span, Explanation]:
        """The steps of what is expected at each claim, by the claim's place."""
        found: dict[Span, Explanation] = {}
        for claim in claims:
            derivation = self.derivations.get(claim.span)
            made = None if derivation is None else explanation(derivation, detail, digits)
            if made is not None:
                found[claim.span] = made
        return found

    def note(self, scope: Scope, links: Sequence[Link]) -> None:
        """Remember what is expected at the members of a chain, before the names it defines are bound."""
        first = links[0].expr
        title = first if isinstance(first, Name | Apply) else None
        if title is not None and any(_is_turned(link.expr) for link in links[1:]):
            self.turned |= {title.key}
        for at, link in enumerate(links[1:], 1):
            if link.member.sign not in _EQUALITIES:
                return
            self.derivations[link.member.span] = self._derivation(scope, title, links[:at], link)

    def _derivation(self, scope: Scope, title: Expr | None, before: Sequence[Link], link: Link) -> Derivation:
        """What the members before a link make of its value; where they make nothing, the link itself."""
        formulas = [one for one in before if one.is_known and not one.is_named and not is_literal(one.expr)]
        own = [link] if link.is_known and not link.is_named and not is_literal(link.expr) else []
        named = [one for one in before if one.is_known and one.is_named]
        rest = [one for one in before if one.is_known]
        for one in (*formulas, *own, *named, *rest):
            quantity = one.unrounded
            uses = self._uses(scope, quantity.expr, quantity.names, quantity.how)
            trusted = scope.is_trusted(quantity.expr)
            how, turned = quantity.how, self.turned
            return Derivation(link.member.span, title, quantity.expr, how, uses, "", trusted, turned)
        if link.is_known:
            return Derivation(link.member.span, title, None, link.printed.how, (), GIVEN)
        reason = "" if has_holes(before[-1].expr) else why_no_value(before[-1], before[-1])
        return Derivation(link.member.span, title, None, link.printed.how, (), reason)

    def bind(self, scope: Scope, key: str, binding: Binding, how: How) -> None:
        """Remember where a name has its value from; asked before the scope knows of the new binding."""
        meaning = binding.given if binding.given is not None else binding.said
        known = self.sources.get(key)
        if meaning is None:
            self.sources.pop(key, None)
        elif binding.formula is not None and binding.derived and not isinstance(meaning, Function):
            uses = self._uses(scope, binding.formula, scope.given, how)
            self.sources[key] = Source(key, meaning, binding.span, binding.formula, how, uses)
        elif known is not None and binding.derived and known.formula is not None:
            self.sources[key] = Source(key, meaning, known.span, known.formula, known.how, known.uses)
        else:
            self.sources[key] = Source(key, meaning, binding.span)

    def _uses(
        self, scope: Scope, expr: Expr, names: Mapping[str, Value | Function], how: How
    ) -> tuple[Source, ...]:
        """The sources of the names that an expression really depends on."""
        asked = Asked(names)
        evaluate(expr, asked, how)
        return tuple(self._source(scope, key, meaning) for key, meaning in asked.found.items())

    def _source(self, scope: Scope, key: str, meaning: Value | Function) -> Source:
        """Where a name has the value from that it has here."""
        known = self.sources.get(key)
        if known is not None:
            return known
        binding = scope.bindings.get(key)
        if binding is None:  # nobody bound it: the width of the keys, an identity matrix
            if key in WIDTHS and "K" in self.sources:
                keys = self.sources["K"]
                return Source(key, meaning, keys.span, call("width", name("K")), How(), (keys,))
            return Source(key, meaning, NOWHERE_ON_PAGE)
        source = Source(key, meaning, binding.span)
        if binding.formula is not None and binding.said is None:  # a formula that waited for its names
            self.sources[key] = source  # so that a formula which leads back to its name ends here
            uses = self._uses(scope, binding.formula, scope.given, How())
            source = Source(key, meaning, binding.span, binding.formula, How(), uses)
            self.sources[key] = source
        return source
