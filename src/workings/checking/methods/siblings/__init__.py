"""Lines that are made alike though nothing counts them: where each of them has its numbers from."""
