"""Equations made from the equation above them: does each step of a derivation follow."""
