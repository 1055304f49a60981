"""Formulas to Python: every name of the document becomes a line of `forward`, in the order of need."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from typing import TypeVar

from flint import arb, fmpq

from workings.evaluating import evaluate
from workings.expr import (
    Alt,
    Apply,
    Array,
    Call,
    Cases,
    Expr,
    Fold,
    Index,
    Name,
    Number,
    Relation,
    name,
    walk,
)
from workings.learning import attending, branching, entries, indexing, lowering, operations, sums
from workings.learning.declaring import CannotRunError
from workings.learning.gaps import undefined
from workings.learning.letters import FOR_ALL, Range, counted_from_nought
from workings.learning.naming import identifier
from workings.learning.products import LAYERS
from workings.learning.program import Program
from workings.learning.rules import natural
from workings.learning.scanning import Scans
from workings.learning.shaping import entry, product, reduced, shown
from workings.learning.summing import is_of_steps, of_steps, over_steps
from workings.learning.terms import Term, literal, plain, py, with_dims
from workings.resolving.scope import as_value
from workings.value import Tensor, Value

DEEPEST = 12  # recipes and functions inside one another
_WRITTEN = ("lines", "constants", "fan_in", "gains", "terms", "taken", "counts")
_T = TypeVar("_T")


class Writer:
    """Writes the body of `forward`, and remembers how learned names are used, to start them well."""

    keeps_past = False  # whether keys and values of earlier calls are at hand
    growing: str | None = None  # the length that grows from call to call then

    def __init__(self, program: Program, inputs: Mapping[str, Term]) -> None:
        self.program = program
        self.lines: list[ast.stmt] = []
        self.constants: dict[str, Tensor] = {}  # by attribute of the module
        self.fan_in: dict[str, int] = {}  # of learned names, how many numbers are summed
        self.gains: set[str] = set()  # learned names that stretch what was normalised
        self.terms: dict[str, Term] = dict(inputs)
        self.counts: dict[tuple[str, Range], Term] = {}  # letters as numbers, by how far they go
        self.scopes: list[Mapping[str, Term]] = []
        self.taken = {"self", *(ast.unparse(term.node) for term in inputs.values())}
        self.lowering = lowering.Lowering(program)
        self.scans = Scans(program)
        self.strict: bool = False  # whether numbers and vectors are not to be added
        self.in_time: bool = False  # whether a formula is written for all steps at once
        self.from_nought = counted_from_nought(
            program.formulas.values(), {*program.formulas, *program.declared, *program.values}
        )

    # -- names --------------------------------------------------------------------------------------

    def result(self) -> Term:
        """Write everything that the result needs."""
        return self.by_name(self.program.result)

    def by_name(self, key: str) -> Term:
        """The term of a name: an argument of `forward`, a parameter, a line above, or a constant."""
        if self.scopes and key in self.scopes[-1]:
            return self.scopes[-1][key]
        return self.beside_steps(self.outside(lambda: self._whole(key)))

    def _whole(self, key: str) -> Term:
        """The term of a name of the document, which is the same at every step."""
        if key in self.terms:
            return self.terms[key]
        if key in self.program.learned:
            node = ast.Attribute(ast.Name("self", ast.Load()), identifier(key), ast.Load())
            term = Term(node, self.program.shapes[key], learned=key)
        elif key in self.program.grids:
            term = indexing.filled(self, key, self.program.grids[key])
        elif key in self.program.formulas:
            term = self.assigned(key, self.formula(self.program.formulas[key]))
        elif self.scans.is_sequence(key):
            term = self.scans.whole(self, key)
        else:
            return self.constant(key, self.value_of(name(key)))
        self.terms[key] = term
        return term

    def formula(self, expr: Expr) -> Term:
        """A formula of the document; what is wrong with it is said with its place."""
        try:
            return self.write(expr)
        except CannotRunError as problem:
            problem.span = problem.span or expr.span
            raise

    def outside(self, write: Callable[[], _T]) -> _T:
        """What is written out of every recipe and every step."""
        kept = self.scopes, self.in_time
        self.scopes, self.in_time = [], False
        made = write()
        self.scopes, self.in_time = kept
        return made

    def beside_steps(self, term: Term) -> Term:
        """What is the same at every step of an example, beside what has an axis for them."""
        if not self.in_time or not term.batched:
            return term
        return replace(term, node=with_dims(term.node, term.rank, 1), learned=None)

    def rows_of(self, key: str) -> Term:
        """An input or a formula whose rows are steps."""
        return self.outside(lambda: self._whole(key))

    @contextmanager
    def trying(self, *, strict: bool) -> Iterator[None]:
        """Whatever is written here is thrown away; strictly, no number of an example is added to a vector."""
        kept = {key: copy(getattr(self, key)) for key in _WRITTEN}
        scopes, in_time = list(self.scopes), self.in_time
        done, held = dict(self.scans.done), dict(self.lowering.kept)
        self.strict = strict
        yield
        self.strict = False
        for key, value in kept.items():
            setattr(self, key, value)
        self.scopes, self.in_time = scopes, in_time
        self.scans.done, self.lowering.kept = done, held

    def assigned(self, key: str, term: Term) -> Term:
        """The term under a name of its own, in a line of the program."""
        variable = self.fresh(key)
        self.lines.append(ast.Assign([ast.Name(variable, ast.Store())], term.node))
        return replace(term, node=ast.Name(variable, ast.Load()), learned=None)

    def fresh(self, key: str) -> str:
        wanted = identifier(key)
        variable, count = wanted, 1
        while variable in self.taken:
            count += 1
            variable = f"{wanted}_{count}"
        self.taken.add(variable)
        return variable

    def value_of(self, expr: Expr) -> Value | None:
        """What an expression comes to that depends on no input: worked out exactly, before any run."""
        return as_value(evaluate(expr, self.program.values))

    def constant(self, key: str, value: Value | None) -> Term:
        """A value as a number in the line, or as a tensor that the module keeps."""
        match value:
            case None:
                raise CannotRunError(undefined(key, self.program.text, self.program.declared))
            case Tensor():
                attribute = identifier(key)
                self.constants[attribute] = value
                return Term(ast.Attribute(ast.Name("self", ast.Load()), attribute, ast.Load()), value.shape)
            case _:
                return Term(literal(plain(value)), ())

    # -- expressions --------------------------------------------------------------------------------

    def write(self, expr: Expr) -> Term:
        """An expression as Python; what varies with nothing is a number or a constant of the module."""
        while isinstance(expr, Alt):
            expr = expr.options[0]
        if not isinstance(expr, Name | Number) and not self.varies(expr):
            value = self.value_of(expr)
            if isinstance(value, fmpq | arb):
                return Term(literal(plain(value)), ())
            if isinstance(value, Tensor):
                return self.constant(f"constant {len(self.constants) + 1}", value)
        match expr:
            case Number():
                return Term(literal(plain(expr.value)), ())
            case Name():
                return self.name(expr)
            case Call():
                return self.call(expr)
            case Apply():
                return self.apply(expr)
            case Index() if any(self.varies(part) for part in expr.index):
                return entries.indexed(self, self.write(expr.base), expr.index)
            case Index():
                return entry(self.write(expr.base), tuple(self.whole(part) for part in expr.index))
            case Array():
                return branching.listed(self, expr)
            case Fold():
                return self.fold(expr)
            case Cases():
                return branching.cases(self, expr)
            case Relation():
                return branching.relation(self, expr)
            case _:
                raise CannotRunError("a part of the formula was not read")

    def varies(self, expr: Expr) -> bool:
        """Whether an expression depends on an input, a learned name, or an argument of a recipe."""
        for node in walk(expr):
            if isinstance(node, Apply) and self.is_known(node.function.key):
                return True
            if isinstance(node, Name) and self.is_known(node.key):
                return True
            if isinstance(node, Name) and node.index and self.is_known(node.base):
                return True
        return False

    def starts(self, key: str) -> bool:
        program = self.program
        return (
            key in program.learned
            or key in program.inputs
            or key in program.formulas
            or key in program.functions
            or key in program.grids
            or self.scans.is_sequence(key)
        )

    def name(self, node: Name) -> Term:
        """A name, the last step of a sequence, or an entry of the vector it belongs to."""
        if node.index and not self.is_known(node.key):
            one = self.outside(lambda: self.scans.at(self, node))
            if one is not None:
                return self.beside_steps(one)
        if node.index and not self.is_known(node.key) and self.is_known(node.base):
            return entries.indexed(self, self.by_name(node.base), node.index, node.base)
        rows = entries.range_of(node)
        if rows is not None and self.is_known(rows[0]):
            return entries.first_rows(self, self.by_name(rows[0]), rows[1])
        size = self.open_size(node.key)
        return self.by_name(node.key) if size is None else size

    def is_known(self, key: str) -> bool:
        """Whether a name stands for something that varies: an argument of a recipe, or a line above."""
        return (bool(self.scopes) and key in self.scopes[-1]) or self.starts(key)

    def open_size(self, key: str) -> Term | None:
        """A length that the document leaves open, taken from the input that has it."""
        if key in self.program.values or self.is_known(key):
            return None
        for source, shape in self.program.shapes.items():
            if key in shape:
                at = shape.index(key) - len(shape)
                return Term(py(f"x.shape[{at}]", x=self.by_name(source).node), ())
        return None

    def whole_of(self, node: Name) -> Term | None:
        """What a name is an entry of."""
        key = self.whole_key(node)
        return None if key is None else self.by_name(key)

    def whole_key(self, node: Name) -> str | None:
        """The name of the whole: x for x_i, or the X whose rows are written x_i."""
        names = (node.base, node.base.upper())
        return next((key for key in names if self.is_known(key) or key in self.program.values), None)

    def first_index(self, base: str, axis: int = 0) -> int:
        """The number of the first entry of a name along an axis, as the document counts."""
        return 0 if (base, axis) in self.from_nought else 1

    def is_length(self, key: str) -> bool:
        """Whether a letter is a length that the document leaves open."""
        return key not in self.program.values and any(key in shape for shape in self.program.shapes.values())

    def apply(self, node: Apply) -> Term:
        """A function of the document with its arguments put in, or a product with brackets."""
        function = self.program.functions.get(node.function.key)
        if function is None and node.function.base.lower() in LAYERS:
            return operations.layer(self, node)
        if function is None:
            if len(node.args) != 1:
                raise CannotRunError(
                    f"the document does not say what {node.function.key}(…) is: write it out"
                )
            factor = self.name(node.function)
            return product(factor, self.write(node.args[0]))
        if len(function.params) != len(node.args):
            raise CannotRunError(f"{node.function.key} takes {len(function.params)} arguments")
        arguments = [self.write(arg) for arg in node.args]
        return self.inside(dict(zip(function.params, arguments, strict=True)), function.body)

    def inside(self, scope: Mapping[str, Term], body: Expr) -> Term:
        """An expression in which the given names stand for terms."""
        if len(self.scopes) >= DEEPEST:
            raise CannotRunError("functions that call one another too deeply")
        self.scopes.append(scope)
        term = self.write(body)
        self.scopes.pop()
        return term

    def fold(self, node: Fold) -> Term:
        """A sum over all entries: the formula of one entry, taken of the whole vectors."""
        if node.kind == FOR_ALL:
            return attending.by_rows(self, self.lowering, node) or indexing.collected(self, node)
        variable = node.variable
        if variable is None:
            raise CannotRunError("a sum whose index is not plain")
        if is_of_steps(self, node.body, variable):
            made = self.outside(lambda: over_steps(self, node))
            return self.beside_steps(made)
        if not sums.is_of_vectors(self, node):
            return indexing.folded(self, node)
        whole = self.write(sums.without_index(node.body, variable))
        if whole.rank != 1:
            raise CannotRunError(f"a sum over {variable} of {shown(whole.shape)}")
        return reduced("sum" if node.kind == "sum" else "prod", whole, None)

    def of_steps(self, formula: Expr, variable: str, sequence: str) -> Term:
        """The formula of every step of a sequence, for all steps at once."""
        return of_steps(self, formula, variable, sequence)

    def at_every_step(self, scope: Mapping[str, Term], body: Expr) -> Term:
        """A formula in which the given names have an axis for the steps."""
        kept, self.in_time = self.in_time, True
        term = self.inside(scope, body)
        self.in_time = kept
        return term

    def call(self, node: Call) -> Term:
        """An operation: by a kernel for the whole formula, or by itself."""
        if node.op == "log" and node.options:
            return self.write(natural(node))
        fused = entries.looked_up(self, node) or self.lowering.fused(self, node)
        return operations.call(self, node) if fused is None else fused

    def option(self, node: Call, key: str) -> int | None:
        """An option of a call that is a whole number, None where it is not given."""
        for written, expr in node.options:
            if written == key:
                return self.whole(expr)
        return None

    def whole(self, expr: Expr) -> int:
        value = self.value_of(expr)
        if not isinstance(value, fmpq) or value.q != 1:
            written = self.program.text[expr.span.start : expr.span.end].strip() or "an index"
            raise CannotRunError(f"{written} has to be a whole number: make it an input, or give it a value")
        return int(value.p)

    def product(self, a: Term, b: Term) -> Term:
        """A product; a learned factor starts by how many numbers it sums."""
        for term, size in ((a, a.shape[-1:]), (b, b.shape[:1])):
            if term.learned is not None and (not size or isinstance(size[0], int)):
                self.fan_in.setdefault(term.learned, int(size[0]) if size else 1)
        return product(a, b)
