"""Designs against what they are to compute: truth tables, threshold units and networks on every input."""
