"""`workings generate`: its options. Everything but click is imported when it runs."""

from __future__ import annotations

import sys
from typing import Any

import click


@click.command("generate", short_help="Go on with prompts by a trained model.")
@click.argument("sheet", metavar="SHEET")
@click.option(
    "--scores", metavar="NAME", required=True, help="The scores of the next token, or their softmax."
)
@click.option("--tokens", metavar="NAME", required=True, help="The sequence that the scores depend on.")
@click.option("--checkpoint", metavar="FILE", required=True, help="What `workings train` has learned.")
@click.option("--prompt", "prompts", metavar="TOKENS", multiple=True, required=True, help="How it begins.")
@click.option("--words", metavar="FILE", help="A word for every token, in their order. [default: numbers]")
@click.option("--end", metavar="TOKEN", help="The token that ends a sequence.")
@click.option("--most", type=click.IntRange(1, 100_000), default=50, show_default=True, help="New tokens.")
@click.option("--beams", type=click.IntRange(1, 1000), default=1, show_default=True, help="1 is greedy.")
@click.option(
    "--norm",
    type=click.FloatRange(0, 10),
    default=0.0,
    show_default=True,
    help="Divide log-probabilities by the length to this power.",
)
@click.option("--temperature", type=click.FloatRange(1e-6, 1e6), help="Draw, at this temperature.")
@click.option(
    "--seed", type=click.IntRange(-(2**40), 2**40), default=0, show_default=True, help="For drawing."
)
@click.option("--all", "every", is_flag=True, help="Show all beams, not the best alone.")
def command(sheet: str, **options: Any) -> None:
    """Go on with prompts by the model that the equations of SHEET describe.

    Exits with 0, or with 2 if something could not be done.
    """
    from workings.doors import generate as door

    sys.exit(door.generate(door.Request(sheet=sheet, **options)))
