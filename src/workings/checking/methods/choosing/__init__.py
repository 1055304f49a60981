"""What is counted, kept and chosen: matches, merges, beams, assignments."""
