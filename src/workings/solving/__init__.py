"""What a document leaves open, worked out: blanks, and formulas whose value nobody states."""
