"""Finding weights: a threshold unit, a small network, or the fewest changes to a design that fails."""
