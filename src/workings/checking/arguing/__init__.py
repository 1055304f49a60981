"""Arguments made of inequalities: what follows from what, and when it contradicts itself."""
