"""What a case may have, and a thought about it may need; most have little, so that few thoughts are asked."""

from __future__ import annotations

START = 1 << 0  # the second member of its chain
FIRST = 1 << 1  # and the first is a number
LED = 1 << 2  # something stands closely before the formula
FOLLOWED = 1 << 3  # something stands closely behind the value
NAMED = 1 << 4  # a name on either side
LETTERS = 1 << 5  # a formula that is not made of numbers alone
SOURCED = 1 << 6  # a name in what its value comes from
SCALED = 1 << 7  # a number in it with a word behind it
NUMBER = 1 << 8  # what is stated is a number
FORMULA = 1 << 9  # or is not
LISTS = 1 << 10  # what is stated is a list or a matrix
UNITS = 1 << 11  # a unit on either side
ROUGH = 1 << 12  # it is said to be about that
LINES = 1 << 13  # it stands on several lines
