"""Phase 5: an expression and the values of its names to the steps of its value, and steps to text."""
