"""Records: dataclasses that the type checker keeps frozen, and that Python builds without checking again.

A document of one page becomes thousands of them. `dataclass(frozen=True)` sets every field through a
call, which takes four times as long as setting it; mypy refuses the same assignments beforehand. It also
compiles four to six functions for every class, which for all of ours would take longer than checking a page;
here a constructor is compiled when the first record is made, and remembered on disk (`memory.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:
    from dataclasses import _FIELD, MISSING, Field, field, fields
    from operator import attrgetter

    from workings.memory import MEMORY

    def record(*, frozen: bool = False, slots: bool = False, eq: bool = True):
        """A class decorator in the place of `dataclass`; what is frozen compares and hashes by its fields."""

        def built(cls):
            made = _with_fields(cls, slots)
            own = vars(made)
            if "__init__" not in own:
                made.__init__ = _waiting(made)
            if "__repr__" not in own:
                made.__repr__ = _shown
            if eq and "__eq__" not in own:
                _compare_by_fields(made, frozen)
            return made

        return built

    def _with_fields(cls, slots):
        """The class with the fields that are written in it, as `dataclasses` finds them."""
        own = {
            name: _field(cls, name, kind)
            for name, kind in vars(cls).get("__annotations__", {}).items()
            if not kind.startswith("ClassVar")
        }
        known = {}
        for base in reversed(cls.__mro__[1:]):
            known |= vars(base).get("__dataclass_fields__", {})
        made = _with_slots(cls, own) if slots else cls
        for name, one in own.items() if not slots else ():
            if one.default is not MISSING:
                setattr(cls, name, one.default)
            elif name in vars(cls):
                delattr(cls, name)
        made.__dataclass_fields__ = known | own
        made.__match_args__ = tuple(name for name, one in (known | own).items() if one.init)
        return made

    def _field(cls, name, kind):
        default = vars(cls).get(name, MISSING)
        found = default if isinstance(default, Field) else field(default=default)
        found.name, found.type, found._field_type = name, kind, _FIELD
        return found

    def _with_slots(cls, own):
        """The class made anew with a slot for each of its own fields."""
        body = {name: value for name, value in vars(cls).items() if name not in own}
        for name in ("__dict__", "__weakref__"):
            body.pop(name, None)
        made = type(cls)(cls.__name__, cls.__bases__, body | {"__slots__": tuple(own)})
        made.__qualname__ = cls.__qualname__
        return made

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
        for one in fields(made):
            name, default = one.name, ""
            known[f"_{name}"] = one.default if one.default is not MISSING else one.default_factory
            if one.default_factory is not MISSING:
                default, given = "=MISSING", f"_{name}() if {name} is MISSING else {name}"
            else:
                default, given = "" if one.default is MISSING else f"=_{name}", name
            if one.init:
                parameters.append(name + default)
                body.append(f"self.{name} = {given}")
            elif default:
                body.append(f"self.{name} = _{name}" + "()" * (one.default_factory is not MISSING))
        if hasattr(made, "__post_init__"):
            body.append("self.__post_init__()")
        text = f"def __init__({', '.join(parameters)}):\n  " + "\n  ".join(body or ["pass"])
        exec(MEMORY.recall(text, lambda: compile(text, "<record>", "exec")), known)
        return known["__init__"]

    def _shown(self):
        shown = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def _compare_by_fields(made, frozen):
        names = [one.name for one in fields(made) if one.compare]
        key = attrgetter(*names) if names else type  # two without fields are equal if their class is

        def equal(self, other):
            return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

        made.__eq__ = equal
        made.__hash__ = (lambda self: hash(key(self))) if frozen else None


__all__ = ["record"]
