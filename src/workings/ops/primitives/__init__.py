"""The primitives: the only operations that compute. Being in the list is the registration."""

from __future__ import annotations

from collections.abc import Mapping

from workings.ops.primitives.angles import ANGLES
from workings.ops.primitives.arithmetic import ARITHMETIC
from workings.ops.primitives.arranging import ARRANGING
from workings.ops.primitives.counting import COUNTING
from workings.ops.primitives.ordering import ORDERING
from workings.ops.primitives.powers import POWERS
from workings.ops.primitives.primitive import NoValue, Primitive
from workings.ops.primitives.products import PRODUCTS
from workings.ops.primitives.reductions import REDUCTIONS
from workings.ops.primitives.returning import RETURNING
from workings.ops.primitives.windowing import WINDOWING

PRIMITIVES: Mapping[str, Primitive] = {
    primitive.name: primitive
    for group in (
        *(ARITHMETIC, PRODUCTS, POWERS, REDUCTIONS, ORDERING, COUNTING, ANGLES, ARRANGING, RETURNING),
        WINDOWING,
    )
    for primitive in group
}

__all__ = ["PRIMITIVES", "NoValue", "Primitive"]
