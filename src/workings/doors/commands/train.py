"""`workings train`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import sys
from typing import Any

import click


@click.command("train", short_help="Train the model that the equations describe.")
@click.argument("sheet", metavar="SHEET")
@click.option("--minimise", metavar="NAME", required=True, help="The loss of one example.")
@click.option("--data", metavar="FILE", required=True, help="A .jsonl, .csv, .npz or .mat file, or a folder.")
@click.option("--inputs", metavar="NAMES", help="What comes from the data. [default: its names]")
@click.option("--learn", metavar="NAMES", help="What is learned. [default: what is declared without a value]")
@click.option("--optimiser", default="adam", show_default=True, help="Of torch.optim, as in SGD:momentum=0.9")
@click.option(
    "--rate", type=click.FloatRange(0, 1e6), default=0.01, show_default=True, help="The learning rate."
)
@click.option("--schedule", help="cosine, linear, step, exponential, or of torch, as in StepLR:step_size=5")
@click.option("--epochs", type=click.IntRange(1), default=100, show_default=True, help="Passes over all.")
@click.option("--batch", type=click.IntRange(1), default=32, show_default=True, help="Of a minibatch.")
@click.option(
    "--hold-out",
    "held_out",
    type=click.FloatRange(0, 0.9),
    default=0.0,
    show_default=True,
    help="The share of the examples that validates.",
)
@click.option("--patience", type=click.IntRange(1), help="Stop after so many epochs without a better loss.")
@click.option("--score", metavar="NAME=LABEL", help="Count how often the shares NAME favour the input LABEL.")
@click.option(
    "--seed",
    type=click.IntRange(-(2**40), 2**40),
    default=0,
    show_default=True,
    help="For starting values and order.",
)
@click.option("--device", help="cpu, cuda, … [default: a GPU if there is one]")
@click.option("--checkpoint", metavar="FILE", help="Written after every epoch, as safetensors.")
@click.option("--resume", is_flag=True, help="Go on from the checkpoint if there is one.")
@click.option("--curve", metavar="FILE", help="Draw the losses as SVG.")
@click.option("--quiet", is_flag=True, help="No line for every epoch.")
def command(sheet: str, **options: Any) -> None:
    """Train the model that the equations of SHEET describe.

    Exits with 0, or with 2 if something could not be done. To train with several processes:
    torchrun --nproc-per-node 2 -m workings train …
    """
    from workings.doors import train as door

    sys.exit(door.train(door.Request(sheet=sheet, **options)))
