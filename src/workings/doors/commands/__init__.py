"""One file for each command: its options and how it is asked for; the work is done elsewhere."""
