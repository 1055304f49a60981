"""Which slip is behind each wrong value of a document, looked for within a bound."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from workings.checking.outcome import Outcome
from workings.document import Statement
from workings.expr import Fold, Number, walk
from workings.resolving.scope import Scope
from workings.source import Page

if TYPE_CHECKING:
    from workings.checking.slips.change import Scene

MOST_SEARCHED = 200  # wrong values of one document that a slip is looked for
LATEST_NUMBERS = 40  # that may have been taken for another


class Search:
    """Goes along with the judge, and remembers the numbers that an author may have mixed up."""

    def __init__(self, page: Page, scope: Scope) -> None:
        self.page = page
        self.scope = scope
        self.searched = 0
        self.numbers: dict[str, Number] = {}  # the latest numbers of the document, as written

    def note(self, statement: Statement) -> None:
        """Remember the numbers of a statement as the latest."""
        for member in statement.members:
            for node in walk(member.expr):
                if isinstance(node, Number):
                    self.numbers.pop(node.text, None)
                    self.numbers[node.text] = node

    def name_slips(self, best: Outcome) -> None:
        """Say in the claims which slip gives just the number that is written, where one does."""
        if not best.differing:
            return
        from workings.checking.slips import diagnose  # only a page with errors waits for it

        scene = self.scene()
        for at, before, link in best.differing:
            if any(isinstance(node, Fold) and node.kind == "lim" for node in walk(before.expr)):
                continue  # every change would have to be taken to the limit
            self.searched += 1
            if self.searched > MOST_SEARCHED:
                return
            names, words = diagnose(before, link, scene, self.scope.unfold)
            if not names and before.derived and (result := best.chain.result_of(link)) is not None:
                names, words = diagnose(before, result, scene, self.scope.unfold)
            if names:
                claim = best.claims[at]
                rule = claim.rule if names[0].startswith("slip/") else names[0]
                best.claims[at] = replace(claim, fits=names, slips=words, rule=rule)

    def scene(self) -> Scene:
        """What a slip may take its material from."""
        from workings.checking.slips.change import Scene

        latest = tuple(self.numbers.values())[-LATEST_NUMBERS:]
        sequences = self.scope.formulas.inputs | self.scope.formulas.patterns.keys()
        return Scene(self.page.text, latest, self.scope.said, self.scope.past.earlier, sequences)
