"""A program as an ordinary `torch.nn.Module`, made from source that can be printed and read."""

from __future__ import annotations

import ast
import linecache
import math
from collections.abc import Mapping
from textwrap import indent
from typing import TYPE_CHECKING, Any

from workings.learning.declaring import CannotRunError
from workings.learning.naming import identifier
from workings.learning.program import Program
from workings.learning.steadying import steady
from workings.learning.stepping import StepWriter
from workings.learning.terms import STEPS, Term, plain, py
from workings.learning.writing import Writer
from workings.record import record
from workings.value import Tensor, Value

if TYPE_CHECKING:
    import torch

_HEAD = '''"""{title}"""

import torch
import torch.nn.functional as F
from torch import nn


class Sheet(nn.Module):
    """Gives {result} for {inputs}."""

'''
_LAST_IMPORT = "from torch import nn\n"


@record(frozen=True, slots=True)
class Written:
    """The source of a module, and what its parameters and constants start with."""

    source: str
    program: Program
    constants: Mapping[str, Tensor]
    fan_in: Mapping[str, int]
    gains: frozenset[str]
    result: Term


def written(
    program: Program, title: str = "The equations of a document.", steps: str | None = None
) -> Written:
    """The Python source of a program; with `steps`, of a module that goes on where that input stopped."""
    shapes = {key: (STEPS,) if key == steps else program.shapes[key] for key in program.inputs}
    inputs = {
        key: Term(ast.Name(identifier(key), ast.Load()), shape, batched=True) for key, shape in shapes.items()
    }
    writer = Writer(program, inputs) if steps is None else StepWriter(program, inputs, steps)
    for key in program.counted:
        writer.lines.append(
            ast.Assign([ast.Name(identifier(key), ast.Store())], py("x - 1", x=inputs[key].node))
        )
    try:
        result = writer.result()
    except CannotRunError as problem:
        if problem.span is None:
            raise
        raise CannotRunError(f"{program.at(problem.span)}: {problem}", problem.span) from None
    attributes = [identifier(key) for key in program.learned]
    if len({*attributes, *writer.constants}) < len(attributes) + len(writer.constants):
        raise CannotRunError("two names of the document are the same in Python")
    body = live(steady([*writer.lines, ast.Return(result.node)], writer.fresh))
    text = _HEAD.format(
        title=title.replace('"', "'").replace("\\", "/"),
        result=program.result,
        inputs=", ".join(program.inputs) or "nothing",
    )
    called = {node.id for line in body for node in ast.walk(line) if isinstance(node, ast.Name)}
    layers = ", ".join(sorted(called & {"attend", "attention", "gru", "lstm", "rnn"}))
    if layers:
        text = text.replace(_LAST_IMPORT, f"{_LAST_IMPORT}\nfrom workings.learning.layers import {layers}\n")
    text += _constructor(program, writer)
    arguments = ["self", *(identifier(key) for key in program.inputs)]
    text += f"    def forward({', '.join(arguments if steps is None else [*arguments, 'past'])}):\n"
    text += "" if steps is None else f"        past.begin({identifier(steps)})\n"
    for line in body:
        text += indent(ast.unparse(ast.fix_missing_locations(line)), " " * 8) + "\n"
    return Written(
        text, program, dict(writer.constants), dict(writer.fan_in), frozenset(writer.gains), result
    )


def live(lines: list[ast.stmt]) -> list[ast.stmt]:
    """The lines whose names are used behind them: some are written only to learn what shape a name has."""
    kept: list[ast.stmt] = []
    used: set[str] = set()
    for line in reversed(lines):
        if isinstance(line, ast.Assign) and not any(
            isinstance(target, ast.Name) and target.id in used for target in line.targets
        ):
            continue
        kept.append(line)
        used |= {node.id for node in ast.walk(line) if isinstance(node, ast.Name)}
    return kept[::-1]


def _constructor(program: Program, writer: Writer) -> str:
    lines = ["super().__init__()"]
    for key in program.learned:
        shape = program.shapes[key]
        if any(not isinstance(size, int) for size in shape):
            raise CannotRunError(
                f"{key} is to be learned, but its size {'×'.join(map(str, shape))} is left open"
            )
        lines.append(
            f"self.{identifier(key)} = nn.Parameter(torch.empty({', '.join(map(str, shape)) or '()'}))"
        )
    for attribute, value in writer.constants.items():
        lines.append(f'self.register_buffer("{attribute}", torch.empty({", ".join(map(str, value.shape))}))')
    return "    def __init__(self):\n" + "".join(f"        {line}\n" for line in lines) + "\n"


def build(made: Written, seed: int = 0) -> torch.nn.Module:
    """The module, its parameters started from the document's values or in the usual way."""
    import torch

    filename = f"<workings {id(made)}>"
    linecache.cache[filename] = (len(made.source), None, made.source.splitlines(keepends=True), filename)
    space: dict[str, Any] = {"__name__": "workings_sheet"}
    exec(
        compile(made.source, filename, "exec"), space
    )  # of our making: names are identifiers, numbers literals
    module: torch.nn.Module = space["Sheet"]()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for key in made.program.learned:
            value, parameter = made.program.starts.get(key), getattr(module, identifier(key))
            if value is not None:
                parameter.copy_(as_torch(value).reshape(parameter.shape))
            elif key in made.gains:
                parameter.fill_(1.0)
            else:
                _start(parameter, made.fan_in.get(key), generator)
        for attribute, constant in made.constants.items():
            setattr(module, attribute, as_torch(constant))
    return module


def as_torch(value: Value) -> torch.Tensor:
    """A value as a tensor of floats."""
    import torch

    if isinstance(value, Tensor):
        return torch.tensor([float(plain(item)) for item in value.items]).reshape(value.shape)
    return torch.tensor(float(plain(value)))


def _start(parameter: torch.Tensor, fan_in: int | None, generator: torch.Generator) -> None:
    """Uniform by how many numbers are summed; what is only added starts at nought, a table as noise."""
    if fan_in is None:
        parameter.zero_()
    elif fan_in == 1 and parameter.dim() == 2:
        parameter.normal_(generator=generator)
    else:
        bound = 1 / math.sqrt(fan_in)
        parameter.uniform_(-bound, bound, generator=generator)
