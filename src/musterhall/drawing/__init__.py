"""The picture of a table: plain SVG with patterns, no script and nothing from outside.

It is deterministic: the same table always gives the same trees.
"""

from musterhall.drawing.frame import kind_samples
from musterhall.drawing.picture import table_art, table_svg

__all__ = ["kind_samples", "table_art", "table_svg"]
