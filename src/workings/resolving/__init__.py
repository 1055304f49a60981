"""Phase 3: names to meanings."""
