"""Losses and means: labels, bases, counts, padding, shares."""
