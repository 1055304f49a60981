"""How a line is tried against a formula, right or wrong."""
