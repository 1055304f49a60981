"""Lines that are held to the formulas, tables and rules of their own page."""
