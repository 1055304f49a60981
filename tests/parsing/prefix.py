"""Expressions in a compact prefix notation, so that a test can say what a spelling stands for.

`(op a b)` is a call, `[a b]` a list, `<a b>` a tuple, `{[a b] [c d]}` a matrix, `(f: a)` a name in front of
brackets, `(either a b)` two readings, `?` a hole; `_` stands for a bound that is not written.
"""

from __future__ import annotations

from workings.document import Statement
from workings.expr import Alt, Apply, Array, Call, Cases, Expr, Fold, Hole, Index, Name, Number, Relation

_BRACKETS = {"list": ("[", "]"), "tuple": ("<", ">"), "matrix": ("{", "}")}


def show(node: Expr | None) -> str:
    """An expression in prefix notation."""
    match node:
        case None:
            return "_"
        case Number():
            return str(node.value)
        case Name():
            return node.key.replace(" ", "·")
        case Call():
            return f"({joined(node.op, *node.args)}{''.join(f' {k}={show(v)}' for k, v in node.options)})"
        case Apply():
            return f"({joined(node.function.key + ':', *node.args)})"
        case Index():
            return f"({joined('at', node.base, *node.index)})"
        case Array():
            opening, closing = _BRACKETS[node.form]
            return opening + joined(*node.items) + closing
        case Fold():
            return f"({joined(node.kind, node.variable or '_', node.lower, node.upper, node.body)})"
        case Cases():
            return (
                "(cases "
                + "; ".join(joined(body, "if", condition) for body, condition in node.branches)
                + ")"
            )
        case Relation():
            signs = (*node.signs, "")
            return (
                "(" + " ".join(joined(m, s) for m, s in zip(node.members, signs, strict=True)).strip() + ")"
            )
        case Alt():
            return f"({joined('either', *node.options)})"
        case Hole():
            return "?"


def joined(*parts: Expr | str | None) -> str:
    return " ".join(part if isinstance(part, str) else show(part) for part in parts)


def show_statement(statement: Statement) -> str:
    """A chain with its relation signs between the members."""
    return " ".join(f"{m.sign} {show(m.expr)}" if m.sign else show(m.expr) for m in statement.members)
