"""Experiments that measure what textbooks claim. Being in the ordered list is the registration.

`lab.py` is what a lab is, `running.py` runs one, `citing.py` finds the sentences of a document that point to
one; every other file is a lab. PyTorch is imported inside functions only, so that listing needs none.
"""
