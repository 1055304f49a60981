"""Pictures as SVG, drawn by us from values: nothing is loaded, nothing runs, everything is escaped.

Each picture is a pure function from data to a `Drawing`; `svg` makes a file of one.
"""

from workings.reporting.pictures.shapes import Drawing, side_by_side, svg

__all__ = ["Drawing", "side_by_side", "svg"]
