"""The operations: recipes of primitives, one file each."""
