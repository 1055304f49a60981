"""Exam sheets: questions with answers to tick, and the points they carry."""

from __future__ import annotations


def with_plain_ends(text: str) -> str:
    """The text with the line ends of Unix, of the same length."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text
