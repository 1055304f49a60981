"""Sentences about results, held against the weights that the document worked out."""
