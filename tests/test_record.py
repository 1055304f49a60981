"""Records are dataclasses that are built in another way: nobody who uses one can tell the difference."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

import pytest

from workings.record import record


def _pair(kind):
    @kind(frozen=True, slots=True)
    class Piece:
        """A class with every sort of field that ours have."""

        name: str
        size: int = 3
        parts: list[int] = field(default_factory=list, compare=False)
        hidden: str = field(default="secret", repr=False)

    return Piece


RECORD, DATACLASS = _pair(record), _pair(dataclass)


@pytest.mark.parametrize(
    ("args", "options"),
    [(("a",), {}), (("a", 4, [1]), {}), ((), {"name": "b", "hidden": "x"}), (("a",), {"parts": [2]})],
)
def test_a_record_shows_compares_and_hashes_like_a_dataclass(args, options):
    ours, theirs = RECORD(*args, **options), DATACLASS(*args, **options)
    assert repr(ours) == repr(theirs)
    assert [getattr(ours, f.name) for f in fields(ours)] == [getattr(theirs, f.name) for f in fields(theirs)]
    assert hash(ours) == hash(theirs)
    assert (ours == RECORD("a")) == (theirs == DATACLASS("a"))
    assert ours != theirs
    assert repr(replace(ours, size=9)) == repr(replace(theirs, size=9))
    assert RECORD.__match_args__ == DATACLASS.__match_args__
    assert RECORD.__slots__ == DATACLASS.__slots__


def test_a_missing_field_and_one_too_many_are_refused():
    with pytest.raises(TypeError, match="name"):
        RECORD()
    with pytest.raises(TypeError, match="takes"):
        RECORD("a", 1, [], "x", "too many")


def test_every_record_gets_a_list_of_its_own():
    assert RECORD("a").parts is not RECORD("a").parts


def test_what_may_change_has_no_hash_and_fields_made_later_are_no_parameters():
    @record()
    class Growing:
        name: str
        seen: dict[str, int] = field(default_factory=dict)
        length: int = field(init=False)

        def __post_init__(self) -> None:
            self.length = len(self.name)

    assert Growing("abc").length == 3
    assert Growing("abc") == Growing("abc")
    with pytest.raises(TypeError, match="unhashable"):
        hash(Growing("abc"))


def test_what_is_compared_by_identity_keeps_its_hash():
    @record(frozen=True, eq=False)
    class Place:
        name: str

    assert Place("a") != Place("a")
    assert len({Place("a"), Place("a")}) == 2
