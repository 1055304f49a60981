"""Records: dataclasses that the type checker keeps frozen, and that Python builds without checking again.

A document of one page becomes thousands of them. `dataclass(frozen=True)` sets every field through a
call, which takes four times as long as setting it; mypy refuses the same assignments beforehand. It also
compiles four to six functions for every class, which for all of ours would take longer than checking a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:
    from dataclasses import MISSING, dataclass, fields
    from operator import attrgetter

    def record(*, frozen: bool = False, slots: bool = False, eq: bool = True):
        """A class decorator in the place of `dataclass`; what is frozen compares and hashes by its fields."""

        def built(cls):
            made = dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
            own = vars(made)
            if "__init__" not in own:
                made.__init__ = _waiting(made)
            if "__repr__" not in own:
                made.__repr__ = _shown
            if eq and "__eq__" not in own:
                _compare_by_fields(made, frozen)
            return made

        return built

    def _waiting(made):
        """Compiles the constructor when the first record is made: of most classes a page has none."""

        def first(self, *given, **named):
            made.__init__ = _constructor(made)
            made.__init__(self, *given, **named)

        return first

    def _constructor(made):
        """`__init__` with a parameter for every field, compiled as one function."""
        known = {"MISSING": MISSING}
        parameters, body = ["self"], []
        for field in fields(made):
            name, default = field.name, ""
            known[f"_{name}"] = field.default if field.default is not MISSING else field.default_factory
            if field.default_factory is not MISSING:
                default, given = "=MISSING", f"_{name}() if {name} is MISSING else {name}"
            else:
                default, given = "" if field.default is MISSING else f"=_{name}", name
            if field.init:
                parameters.append(name + default)
                body.append(f"self.{name} = {given}")
            elif default:
                body.append(f"self.{name} = _{name}" + "()" * (field.default_factory is not MISSING))
        if hasattr(made, "__post_init__"):
            body.append("self.__post_init__()")
        text = f"def __init__({', '.join(parameters)}):\n  " + "\n  ".join(body or ["pass"])
        exec(text, known)
        return known["__init__"]

    def _shown(self):
        shown = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def _compare_by_fields(made, frozen):
        names = [field.name for field in fields(made) if field.compare]
        key = attrgetter(*names) if names else type  # two without fields are equal if their class is

        def equal(self, other):
            return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

        made.__eq__ = equal
        made.__hash__ = (lambda self: hash(key(self))) if frozen else None


__all__ = ["record"]
