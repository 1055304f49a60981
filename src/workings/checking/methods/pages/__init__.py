"""What a page has, for the methods to look at: its lists, lines, names, tables and formulas."""
