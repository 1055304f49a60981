"""Checks the maths in notes, homework and exams."""

__version__ = "0.1.0"
