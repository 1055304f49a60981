"""Attention worked out by hand, followed from what is given to the outputs."""
