"""Right arithmetic by a wrong method: what the numbers of a line are, and where they should come from."""
