"""Lists of numbers that are made of the lists above them: “exponentials: …”, “differences: …”, “sum …”."""
