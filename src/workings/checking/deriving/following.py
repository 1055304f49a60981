"""Does an equation follow from another: it is tried at points where the other holds."""

from __future__ import annotations

from enum import Enum

from workings.checking.deriving.equations import Equation
from workings.checking.deriving.points import ENOUGH, Point, holds, points
from workings.checking.slips.change import Change
from workings.record import record


class Answer(Enum):
    """What the points say; it stays open where a side has no value, or they do not agree with each other."""

    FOLLOWS = "follows"
    FAILS = "fails"
    OPEN = "open"


@record(frozen=True, slots=True)
class Found:
    """The answer; for a failure, a point at which only the first equation holds, or its slip."""

    answer: Answer
    point: Point | None = None
    slip: Change | None = None


OPEN, FOLLOWS = Found(Answer.OPEN), Found(Answer.FOLLOWS)
MOST_BY_CHANCE = 3  # so many times the points that fail, where some hold by chance


def follows(before: Equation, after: Equation, known: Point) -> Found:
    """Whether the second equation holds wherever the first does, or nowhere; one of two roots is enough."""
    unknown = after.names - known.keys()
    if not unknown or not unknown <= before.names:
        return OPEN
    draws = points(before, known)
    held, failed = 0, list[Point]()
    for draw in draws:
        answers = [holds(after, point) for point in draw]
        if True in answers:
            held += 1
        elif answers and None not in answers:
            failed.append(draw[0])
    enough = ENOUGH if len(before.names - known.keys()) > 1 else 1
    if held >= enough and not failed:
        return FOLLOWS
    if len(failed) >= enough and len(failed) > MOST_BY_CHANCE * held:
        return Found(Answer.FAILS, failed[0])
    return OPEN
