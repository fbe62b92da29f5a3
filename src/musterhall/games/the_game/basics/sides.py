"""The two sides, and the table between them: red in the south, blue in the north (6.1)."""

from __future__ import annotations

from musterhall.table import Edge, Table

SIDES = ("red", "blue")
USUAL_TABLE = Table("", 180, 120, unit="cm", edges=(Edge("south", 0), Edge("north", 1)))
