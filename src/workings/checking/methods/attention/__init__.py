"""Attention: scores, masks, heads, positions, caches."""
