"""What does not fit, in words."""

from __future__ import annotations

from workings.networks.network import Trouble
from workings.networks.sizes import show_size

_JOINED = {"+": "added", "@": "multiplied", "cat": "joined"}


def objection(trouble: Trouble) -> str:
    """What arrives, what is declared, and the layer that would fit."""
    misfit, name = trouble.misfit, trouble.name
    needed, stated = show_size(misfit.needed), show_size(misfit.stated)
    if misfit.why:
        return f"{name} does not fit: {misfit.why}"
    if name in _JOINED:
        return f"sizes {needed} and {stated} cannot be {_JOINED[name]}"
    if name == "view":
        return f"there are {needed} numbers for each example, not {stated}"
    what = "channels" if "channel" in (misfit.option or "") else "numbers"
    fitting = f": {trouble.mended} fits" if trouble.mended else ""
    return f"{needed} {what} reach this {name}, which takes {stated}{fitting}"
