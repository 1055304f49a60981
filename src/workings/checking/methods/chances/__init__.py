"""Chances, counts and scores that are read off tables."""
