"""Networks in words: the size of the input, layers one after the other, and what is said of their sizes."""
