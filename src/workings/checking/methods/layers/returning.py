"""Gradients sent back through a matrix as it went forward: of Y = X W, ∂L/∂X is G Wᵀ and not G W."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workings.checking.comparing.agreeing import values_agree
from workings.checking.methods.sheet import Sheet
from workings.checking.methods.trials.worth import literal
from workings.document import Member, Statement
from workings.evaluating import evaluate
from workings.expr import NOWHERE, PRODUCTS, Call, Expr, Name, call, walk
from workings.finding import Claim
from workings.record import record
from workings.regex import regex
from workings.resolving.scope import as_value
from workings.resolving.traits import names_in
from workings.source import Span
from workings.value import Tensor, Value

RULE = "slip/transposed"
_GRADIENT = regex(r"(?:∂[^\W\d_]+/∂|∇_\{?|δ_\{?|delta_\{?|d(?=[A-Z]))(?P<by>[^{}]+)\}?(?: ?[A-Zℓ])?")
_ERRORS = ("δ", "delta", "\\delta")
SAID = (regex(r"∂|\\partial|dL|δ|delta|∇|\\nabla|dY|dZ"),)
Values = Mapping[str, Value]


@record(frozen=True, slots=True)
class Product:
    """`Y = A B`, or with a bias added: what comes out, and the two factors."""

    out: str
    left: Name
    right: Name
    span: Span


def claims_of_returning(sheet: Sheet) -> Iterator[Claim]:
    """The products with a gradient in them whose matrix is taken as it went forward."""
    products = [found for one in sheet.statements for found in _products(one)]
    if not products:
        return
    names: dict[str, Value] = {}
    errors: dict[str, str] = {}  # names of gradients, with what they are gradients by
    for statement in sheet.statements:
        head = statement.members[0].expr
        if not statement.hypothesis and isinstance(head, Name) and _is_error(head):
            claim = _judged(sheet, statement, products, names, errors)
            yield from (claim,) if claim is not None else ()
        _note_errors(statement, products, errors)
        _note_value(statement, names)


def _products(statement: Statement) -> Iterator[Product]:
    head = statement.members[0].expr
    if not isinstance(head, Name) or _is_error(head):
        return
    for member in statement.members[1:]:
        formula = member.expr
        if isinstance(formula, Call) and formula.op == "add" and isinstance(formula.args[1], Name):
            formula = formula.args[0]
        if isinstance(formula, Call) and formula.op in PRODUCTS:
            match formula.args:
                case (Name() as left, Name() as right) if left.key != right.key:
                    yield Product(head.key, left, right, member.span)


def _is_error(name: Name) -> bool:
    return name.base in _ERRORS or _GRADIENT.fullmatch(name.key) is not None


def _by(key: str) -> str:
    """What a gradient is taken by: h of `∂L/∂h`, `δ_h` and `∇_h`."""
    found = _GRADIENT.fullmatch(key)
    return found["by"] if found is not None else ""


def _note_errors(statement: Statement, products: list[Product], errors: dict[str, str]) -> None:
    """Remember the gradients by what comes out of a product: ∂L/∂Y, what that is called, and `δ = ŷ − t`."""
    keys = [member.expr.key for member in statement.members if isinstance(member.expr, Name)]
    for out in {product.out for product in products}:
        known = any(_by(key) == out for key in keys)
        for member in statement.members[1:]:
            match member.expr:
                case Call(op="sub", args=(Name(key=key), Name())) if key == out:
                    known = known or _is_error_of(statement)
        errors.update(dict.fromkeys(keys if known else (), out))


def _is_error_of(statement: Statement) -> bool:
    head = statement.members[0].expr
    return isinstance(head, Name) and _is_error(head)


def _note_value(statement: Statement, names: dict[str, Value]) -> None:
    """Remember the matrix or vector that names are said to be, unless they were said to be another."""
    stated = [value for member in statement.members if (value := literal(member.expr)) is not None]
    for member in statement.members if stated and not statement.hypothesis else ():
        if isinstance(member.expr, Name):
            names[member.expr.key] = stated[-1]


def _judged(
    sheet: Sheet, statement: Statement, products: list[Product], names: Values, errors: Mapping[str, str]
) -> Claim | None:
    """What is said of a gradient that is `W δ` where `y = W x`."""
    by = _by(statement.members[0].expr.key) if isinstance(statement.members[0].expr, Name) else ""
    for product in products:
        for key, out in errors.items():
            if out != product.out or key not in names or product.span.start > statement.span.start:
                continue
            for kept, replaced in ((product.left, product.right), (product.right, product.left)):
                if kept.key not in names or not _may_be(by, replaced.key, product, products):
                    continue
                found = _untransposed(statement, kept is product.left, names[kept.key], names[key], names)
                if found is not None and _goes_forward(product, names):
                    member, right = found
                    message = f"the gradient goes back through the transpose of {kept.key}"
                    return sheet.claim(member.span, RULE, message, right, product.span)
    return None


def _may_be(by: str, replaced: str, product: Product, products: list[Product]) -> bool:
    """Whether a gradient is by a factor, or by something without a product of its own."""
    others = {key for one in products for key in (one.out, one.left.key, one.right.key)}
    return by == replaced or (by not in others and by[:1] not in "WwUVX")


def _untransposed(
    statement: Statement, first: bool, kept: Value, error: Value, names: Values
) -> tuple[Member, Value | None] | None:
    """The member with a matrix and an error in the order of the way forward, and what is right there."""
    if not isinstance(kept, Tensor) or len(kept.shape) != 2:
        return None
    K, G = Name(NOWHERE, "K", "K"), Name(NOWHERE, "G", "G")
    turned = call("transpose", K)
    known = {"K": kept, "G": error}
    wrong, right = (
        as_value(evaluate(call("mul", *((factor, G) if first else (G, factor))), known))
        for factor in (K, turned)
    )
    if wrong is None or right is None or values_agree(wrong, right):
        return None
    for member in statement.members[1:]:
        for node in walk(member.expr):
            if isinstance(node, Call) and node.op in PRODUCTS and len(node.args) == 2:
                pair = [_value(arg, names) for arg in node.args]
                meant = [kept, error] if first else [error, kept]
                if all(values_agree(one, other) for one, other in zip(pair, meant, strict=True)):
                    return member, right if node is member.expr else None
        stated = literal(member.expr)
        if stated is not None and values_agree(stated, wrong):
            return member, right
    return None


def _value(expr: Expr, names: Values) -> Value | None:
    """What a factor is: the value of a name, or a list as it is written."""
    if isinstance(expr, Name):
        return names.get(expr.key)
    return literal(expr) if not names_in(expr) else None


def _goes_forward(product: Product, names: Values) -> bool:
    """Whether nothing says that a product is meant in another order than it is written."""
    left, right, out = (names.get(key) for key in (product.left.key, product.right.key, product.out))
    if left is None or right is None or out is None:
        return True
    made = as_value(evaluate(call("mul", product.left, product.right), dict(names)))
    return made is not None and values_agree(made, out)
