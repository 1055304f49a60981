"""Which sequence a decoder returns: greedy, beam and exhaustive search over next-token probabilities.

Nothing here reads documents. `model.py` is a tree or table of probabilities, `scoring.py` compares totals
exactly, `searching.py` runs the rules over anything that gives next tokens, `stopping.py` asks when a beam
may stop early, and `answers.py` runs a model by every rule.
"""
