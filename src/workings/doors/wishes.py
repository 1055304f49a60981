"""Options that cannot be met, said before anything is read or run."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from workings.doors.running import UnreadableError

if TYPE_CHECKING:
    from workings.learning.groups import Group
    from workings.pipeline import Document


def check_training(
    rate: float, held_out: float, checkpoint: str | None, resume: bool, curve: str | None, device: str | None
) -> None:
    """What is wrong with the options of a training by themselves."""
    from workings.learning.checkpoints import check_place
    from workings.learning.choosing import TrainingError, device_of

    if not math.isfinite(rate) or rate <= 0:
        raise TrainingError(f"--rate {rate:g} learns nothing: it has to be more than 0")
    if not math.isfinite(held_out):
        raise TrainingError("--hold-out takes a share, such as 0.2")
    if resume and checkpoint is None:
        raise TrainingError("--resume goes on from a checkpoint: name it with --checkpoint FILE")
    if checkpoint is not None:
        check_place(Path(checkpoint))
    if curve is not None:
        _check_curve(Path(curve))
    device_of(device)


def _check_curve(path: Path) -> None:
    from workings.learning.choosing import TrainingError

    if path.suffix.lower() != ".svg":
        raise TrainingError(f"--curve draws SVG: {path.with_suffix('.svg')}, not {path}")
    if not path.parent.is_dir():
        raise TrainingError(f"{path.parent}: there is no such folder")
    if not os.access(path.parent, os.W_OK):
        raise TrainingError(f"{path.parent}: nothing can be written into this folder")


def inputs_of(document: Document, names: set[str], groups: Sequence[Group], path: str) -> list[str]:
    """The names of the data as inputs, if the sheet has them all and works none of them out."""
    from workings.learning.groups import BadDataError
    from workings.learning.naming import near, one_of
    from workings.pipeline import judged

    bindings = judged(document).scope.bindings
    found = {key: one_of(key, names) for key in groups[0].examples}
    worked_out = {
        key for key, name in found.items() if name in bindings and bindings[name].formula is not None
    }
    wanted = [key for key, name in found.items() if name is not None and key not in worked_out]
    hint = f"say which names come from the data, as in --inputs {','.join(wanted) or 'x,y'}"
    for key, name in found.items():
        if name is None:
            raise BadDataError(f"{path}: {key} does not occur in the sheet{near(key, names)}: {hint}")
        if key in worked_out:
            raise BadDataError(f"{path}: it has {key}, which the sheet works out: {hint}")
    return list(found)


def check_learned(learned: Sequence[str], groups: Sequence[Group], path: str) -> None:
    """What the data has is not learned, unless somebody asks for it."""
    from workings.learning.groups import BadDataError
    from workings.learning.naming import one_of

    for key in groups[0].examples:
        name = one_of(key, learned)
        if name is not None:
            raise BadDataError(
                f"{path}: it has {key}, which is not among --inputs and would be learned:"
                f" add it to them, or say with --learn what is learned"
            )


def words_of(path: str) -> tuple[str, ...]:
    """The words of a vocabulary, each of them once."""
    from workings.learning.declaring import CannotRunError

    try:
        words = tuple(Path(path).read_text(encoding="utf-8-sig").split())
    except UnicodeDecodeError as problem:
        raise UnreadableError(f"{path}: not text in UTF-8 (byte {problem.start})") from None
    places: dict[str, int] = {}
    for at, word in enumerate(words):
        if places.setdefault(word, at) != at:
            raise CannotRunError(f"{path}: {word} is there twice, for the tokens {places[word]} and {at}")
    if not words:
        raise CannotRunError(f"{path}: there are no words in it")
    return words
