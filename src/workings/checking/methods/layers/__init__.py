"""Layers forward and back: activations, biases, channels, windows, sizes, normalisation."""
