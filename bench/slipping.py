"""Numbers as people get them wrong: another digit, another sign, two digits swapped."""

from __future__ import annotations

import random


def slipped(written: str, rng: random.Random) -> str | None:
    """A number as people get it wrong, by more than rounding; None if none comes out."""
    digits = [at for at, sign in enumerate(written) if sign.isdigit()]
    for _ in range(50):
        kind, at = rng.choice(("digit", "sign", "swap")), rng.choice(digits[:3])
        if kind == "sign":
            other = written[1:] if written.startswith("-") else f"-{written}"
        elif kind == "digit":
            other = f"{written[:at]}{(int(written[at]) + rng.randint(1, 9)) % 10}{written[at + 1 :]}"
        else:
            other = f"{written[:at]}{written[at : at + 2][::-1]}{written[at + 2 :]}"
            if at + 1 not in digits:
                continue
        if abs(float(other) - float(written)) > max(0.03 * abs(float(written)), 0.02):
            return other
    return None
