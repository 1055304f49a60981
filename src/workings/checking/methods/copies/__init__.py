"""Numbers and vectors on their way from one line to another."""
