"""Networks: the sizes and parameters of layers, whether they stand in a program or in prose.

A layer is read from code (`code/`, never run) or from words (`prose/`); what it makes of a size stands once,
in `passing.py`. What is not known stays unknown, and nothing that is unknown is held against anybody.
"""
