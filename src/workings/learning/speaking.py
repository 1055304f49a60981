"""What comes next: a module over tokens as a source of log-probabilities, for many sequences in step."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workings import pipeline
from workings.expr import Alt, Call, Expr
from workings.learning.declaring import CannotRunError
from workings.learning.module import build, written
from workings.learning.program import Program, program_of
from workings.learning.terms import STEPS

if TYPE_CHECKING:
    import torch

    from workings.learning.layers import Past


class Speaker:
    """Says how likely each token is to come next.

    It goes on where it stopped if the equations allow it, with keys and values kept; otherwise it reads the
    whole of every sequence again.
    """

    def __init__(
        self,
        module: torch.nn.Module,
        words: int,
        *,
        goes_on: bool,
        longest: int | None = None,
        first: int = 0,
    ) -> None:
        self.module = module.eval()
        vars(module).update(
            {key: value.detach() for key, value in module.named_parameters()}
        )  # quick to reach
        self.words = words
        self.first = first  # the number of the first token, as the document counts
        self.goes_on = goes_on
        self.longest = longest  # tokens that the equations have positions for
        self._past: Past | None = None
        self._tokens: torch.Tensor | None = None
        self._given: tuple[torch.Tensor, ...] = ()

    def begin(self, prompts: torch.Tensor, given: Sequence[torch.Tensor] = (), room: int = 0) -> torch.Tensor:
        """Log-probabilities after some prompts of one length; `room` is for how many more tokens."""
        from workings.learning.layers import Past

        self._past = Past(prompts.shape[1] + room) if self.goes_on else None
        self._tokens, self._given = prompts, tuple(given)
        return self._said(prompts)

    def go_on(self, tokens: torch.Tensor, order: torch.Tensor | None = None) -> torch.Tensor:
        """Log-probabilities after one more token each, for the sequences in the given order."""
        import torch

        assert self._tokens is not None
        if order is not None:
            self._tokens = self._tokens[order]
            self._given = tuple(extra[order] for extra in self._given)
            if self._past is not None:
                self._past.select(order)
        self._tokens = torch.cat([self._tokens, tokens[:, None]], 1)
        return self._said(tokens[:, None] if self._past is not None else self._tokens)

    def _said(self, tokens: torch.Tensor) -> torch.Tensor:
        import torch

        with torch.inference_mode():
            past = () if self._past is None else (self._past,)
            try:
                scores: torch.Tensor = self.module(*self._given, tokens, *past)
            except RuntimeError:
                raise CannotRunError(f"the equations do not fit {tokens.shape[1]} tokens") from None
            rows = scores[:, -1] if scores.dim() == 3 else scores
            return torch.log_softmax(rows, -1)


def speaker_of(
    document: pipeline.Document,
    scores: str,
    tokens: str,
    weights: Mapping[str, torch.Tensor] | None = None,
    given: Sequence[str] = (),
) -> Speaker:
    """The speaker that a document describes: `scores` are those of the next token, or their softmax."""
    program = _before_softmax(program_of(document, scores, [*given, tokens]))
    tokens = program.inputs[-1]
    first = 1 if tokens in program.counted else 0
    domain = program.domains.get(tokens)
    rest = {key: other for key, other in program.domains.items() if key != tokens}
    program = replace(program, domains=rest)  # in a run they are counted from nought
    length = program.shapes[tokens]
    if len(length) != 1:
        raise CannotRunError(f"{tokens} is no sequence of tokens: declare it, as in {tokens} ∈ {{0, …, 9}}^T")
    try:
        made, goes_on = written(program, steps=tokens), True
        if made.result.rank != (2 if made.result.shape[:1] == (STEPS,) else 1):
            raise CannotRunError(f"{scores} has no row of scores for every token")
    except CannotRunError:
        made, goes_on = written(program), False
    module = build(made)
    if weights is not None:
        load(module, weights)
    words = made.result.shape[-1] if made.result.shape else None
    if not isinstance(words, int):
        raise CannotRunError(f"{scores} does not hold a score for every token")
    if domain is not None and domain.count not in (None, words):
        raise CannotRunError(
            f"{scores} has {words} scores, and {tokens} is of {domain.count} tokens: {domain.said}"
        )
    tables = re.findall(r"past\.rows\(self\.(\w+)\)", made.source)
    rows = [len(getattr(module, table)) for table in tables]
    return Speaker(module, words, goes_on=goes_on, longest=min(rows, default=None), first=first)


def load(module: torch.nn.Module, weights: Mapping[str, torch.Tensor]) -> None:
    """Put learned values into a module that is made of the same names."""
    missing = [key for key, _ in module.named_parameters() if key not in weights]
    if missing:
        raise CannotRunError(f"the weights have no {', '.join(missing[:3])}: they belong to other equations")
    try:
        module.load_state_dict({key: weights[key] for key in module.state_dict() if key in weights}, False)
    except RuntimeError:
        raise CannotRunError("the weights have other sizes than the equations") from None


def _before_softmax(program: Program) -> Program:
    """The program of the scores, where a document speaks of their softmax, as a whole or for every step."""
    formula = _scores(program.formulas.get(program.result))
    if formula is not None:
        return replace(program, formulas={**program.formulas, program.result: formula})
    pattern = program.patterns.get(program.result)
    formula = None if pattern is None else _scores(pattern.formula)
    if pattern is None or formula is None:
        return program
    result = f"{program.result} scores"
    return replace(
        program, result=result, patterns={**program.patterns, result: replace(pattern, formula=formula)}
    )


def _scores(formula: Expr | None) -> Expr | None:
    """What a softmax is taken of."""
    while isinstance(formula, Alt):
        formula = formula.options[0]
    match formula:
        case Call(op="softmax", args=(scores,), options=()):
            return scores
    return None
