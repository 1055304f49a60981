"""Phase 6: claims to verdicts."""
