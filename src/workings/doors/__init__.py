"""Ways in: thin, no maths."""
