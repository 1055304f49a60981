"""Logarithms of exponentials in Python that was written, so that a finite loss stays finite.

log σ(x), log(1 + exp x) and log of a sum or a quotient of exponentials are taken by the functions of PyTorch
that never form the number in between, which may be too large or too small for a float.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy

from workings.learning.terms import py

_SHARES = frozenset({"torch.sigmoid", "torch.softmax", "torch.exp"})
_MOVES = frozenset("gather squeeze unsqueeze diagonal flatten unflatten movedim".split())


def steady(lines: Sequence[ast.stmt], fresh: Callable[[str], str]) -> list[ast.stmt]:
    """The lines with such logarithms taken well; `fresh` gives a name that is not taken."""
    copied = [deepcopy(line) for line in lines]
    return _Steadying(copied, fresh).lines(copied)


class _Steadying(ast.NodeTransformer):
    """The rewriting of a program: what it knows of its lines, and the lines that it adds."""

    def __init__(self, lines: Iterable[ast.stmt], fresh: Callable[[str], str]) -> None:
        names = [node for line in lines for node in ast.walk(line) if isinstance(node, ast.Name)]
        self.stores = Counter(node.id for node in names if isinstance(node.ctx, ast.Store))
        self.fresh = fresh
        self.made: dict[str, ast.Assign] = {}  # by the name that they alone give a value
        self.before: dict[str, ast.Assign] = {}  # a line to put before that of a name
        self.after: dict[str, ast.Assign] = {}  # the logarithm of a name, behind its line

    def lines(self, lines: Sequence[ast.stmt]) -> list[ast.stmt]:
        done = [self._line(line) for line in lines]
        return [each for line in done for each in self._with_new(line)]

    def _line(self, line: ast.stmt) -> ast.stmt:
        if isinstance(line, ast.For):
            line.body = self.lines(line.body)
            return line
        self.visit(line)
        match line:
            case ast.Assign(targets=[ast.Name(id=name)]) if self.stores[name] == 1:
                self.made[name] = line
        return line

    def _with_new(self, line: ast.stmt) -> Iterable[ast.stmt]:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)]):
                around = (self.before.get(name), line, self.after.get(name))
                return [each for each in around if each is not None]
        return [line]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        x = _argument(node, "torch.log")
        return node if x is None else self.log(x) or node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """1 / (1 + exp x) is σ(−x)."""
        self.generic_visit(node)
        if isinstance(node.op, ast.Div) and _is_one(node.left):
            x = self._one_and_exp(self._seen(node.right))
            return node if x is None else py("torch.sigmoid(x)", x=_minus(x))
        return node

    def log(self, node: ast.expr) -> ast.expr | None:
        """The logarithm of an expression, None where there is no better way to it."""
        node = self._seen(node)
        plus_one = self._one_and_exp(node)
        if plus_one is not None:
            return py("F.softplus(x)", x=plus_one)
        match node:
            case ast.Name(id=name):
                return self._log_of_name(name)
            case ast.Call(func=ast.Attribute(value=whole, attr="sum"), args=[_, *_]):
                x = _argument(self._seen(whole), "torch.exp")
                return None if x is None else ast.Call(py("torch.logsumexp"), [x, *node.args], node.keywords)
            case ast.Call(func=ast.Attribute(value=whole, attr=move)) if move in _MOVES:
                log = self.log(whole)
                return None if log is None else _moved(node, log)
            case ast.Call(args=[x]):
                return _log_of_call(node, x)
            case ast.Subscript(value=whole):
                log = self.log(whole)
                return None if log is None else ast.Subscript(log, node.slice, ast.Load())
            case ast.BinOp():
                return self._log_of_two(node)
        return None

    def _log_of_two(self, node: ast.BinOp) -> ast.expr | None:
        left, right = node.left, node.right
        match node.op:
            case ast.Sub() if _is_one(left):
                x = _argument(self._seen(right), "torch.sigmoid")
                return None if x is None else py("F.logsigmoid(x)", x=_minus(x))
            case ast.Add():
                a, b = (_argument(self._seen(side), "torch.exp") for side in (left, right))
                return None if a is None or b is None else py("torch.logaddexp(a, b)", a=a, b=b)
            case ast.Div() | ast.Mult():
                a, b = self.log(left), self.log(right)
                if isinstance(node.op, ast.Div) and _is_one(left) and b is not None:
                    return _minus(b)
                if a is None or b is None:
                    return None
                return py("a - b" if isinstance(node.op, ast.Div) else "a + b", a=a, b=b)
        return None

    def _one_and_exp(self, node: ast.expr) -> ast.expr | None:
        """The x of 1 + exp x."""
        match node:
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                for one, other in ((left, right), (right, left)):
                    if _is_one(one):
                        return _argument(self._seen(other), "torch.exp")
        return None

    def _seen(self, node: ast.expr) -> ast.expr:
        """A name of shares as the call that makes them, whose argument has a name of its own from now on."""
        if not isinstance(node, ast.Name) or node.id not in self.made:
            return node
        line = self.made[node.id]
        call = line.value
        if not isinstance(call, ast.Call) or ast.unparse(call.func) not in _SHARES:
            return node
        (x,) = call.args
        if not isinstance(x, ast.Name) or self.stores[x.id] > 1:
            kept = self.fresh("logits")
            self.before[node.id] = ast.Assign([ast.Name(kept, ast.Store())], x)
            self.stores[kept] = 1
            call.args = [ast.Name(kept, ast.Load())]
        return deepcopy(call)

    def _log_of_name(self, name: str) -> ast.expr | None:
        """The logarithm of what a line makes, in a line behind it."""
        if name not in self.made or "dropout" in ast.unparse(self.made[name].value):
            return None
        if name not in self.after:
            log = self.log(deepcopy(self.made[name].value))
            if log is None:
                return None
            self.after[name] = ast.Assign([ast.Name(self.fresh(f"log {name}"), ast.Store())], log)
        (target,) = self.after[name].targets
        return ast.Name(ast.unparse(target), ast.Load())


def _log_of_call(node: ast.Call, x: ast.expr) -> ast.expr | None:
    match ast.unparse(node.func):
        case "torch.exp":
            return x
        case "torch.sigmoid":
            return py("F.logsigmoid(x)", x=x)
        case "torch.softmax":
            return ast.Call(py("F.log_softmax"), [x], node.keywords)
    return None


def _argument(node: ast.expr, function: str) -> ast.expr | None:
    """What a function of one argument is taken of, where it is that function."""
    match node:
        case ast.Call(args=[x], keywords=[]) if ast.unparse(node.func) == function:
            return x
    return None


def _moved(node: ast.Call, whole: ast.expr) -> ast.expr:
    """Entries taken or turned in the same way, of another whole."""
    assert isinstance(node.func, ast.Attribute)
    return ast.Call(ast.Attribute(whole, node.func.attr, ast.Load()), node.args, node.keywords)


def _is_one(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1


def _minus(node: ast.expr) -> ast.expr:
    """The negative, without two signs in a row."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return inner
        case ast.BinOp(left=left, op=ast.MatMult() as op, right=ast.UnaryOp(op=ast.USub(), operand=inner)):
            return ast.BinOp(left, op, inner)
    return py("-x", x=node)
