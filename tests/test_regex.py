"""Patterns that are remembered do what `re` does, and a damaged or missing file changes nothing."""

from __future__ import annotations

import marshal
import re
import sys

import pytest

from workings.memory import Memory
from workings.regex import pattern, regex

SOURCES = [
    (r"(?P<word>[a-z]+)-(?P=word)", re.IGNORECASE),
    (r"(\d+)(?:,(\d{3}))*+(?!\d)", 0),
    (r"(?x) ^ \s* (?# a comment) (?P<n>é|ß|\w) $", re.MULTILINE),
    (r"(?s:a.b)|(?<=x)y|[^\W\d_]{2,3}?", 0),
]
TEXT = "ab-AB 1,000,000 \n é\na\nb xy ßß"


@pytest.fixture
def memory(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return Memory(tmp_path / "made.bin")


@pytest.mark.parametrize(("source", "flags"), SOURCES)
def test_a_remembered_pattern_is_the_one_that_re_makes(memory, source, flags):
    pattern(source, flags, memory)
    memory.write()
    again = Memory(memory.path)
    found, made = pattern(source, flags, again), re.compile(source, flags)
    assert not again.grown
    assert found == made
    assert (found.groupindex, found.groups, found.flags) == (made.groupindex, made.groups, made.flags)
    assert [match.regs for match in found.finditer(TEXT)] == [match.regs for match in made.finditer(TEXT)]


@pytest.mark.parametrize("damage", [b"", b"\0", b"no such thing", marshal.dumps(("another Python", {}))])
def test_a_damaged_file_is_as_good_as_none(memory, damage):
    memory.path.write_bytes(damage)
    assert pattern("a+", 0, memory).fullmatch("aa")
    memory.write()
    assert len(marshal.loads(memory.path.read_bytes())[1]) == 1


def test_what_others_have_written_meanwhile_is_kept(memory):
    other = Memory(memory.path)
    pattern("a", 0, memory), pattern("b", 0, other)
    memory.write(), other.write()
    assert {source for source, _ in marshal.loads(memory.path.read_bytes())[1]} == {"a", "b"}


def test_where_nothing_may_be_written_nothing_is(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    memory = Memory(tmp_path / "nowhere" / "made.bin")
    assert pattern("a", 0, memory).match("a")
    memory.write()
    assert list(tmp_path.iterdir()) == []


def test_a_pattern_that_is_none_says_so_as_re_does(memory):
    with pytest.raises(re.error):
        pattern("(", 0, memory)


def test_a_pattern_waits_until_something_is_looked_for():
    waiting = regex("(")
    with pytest.raises(re.error):
        waiting.search("")
    assert regex("b", re.IGNORECASE).sub("c", "aBa") == "aca"
