"""Steps of training: updates, moments, moving averages, directions."""
