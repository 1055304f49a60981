"""Procedures that students work out step by step, each declared once and written down in several hands."""
