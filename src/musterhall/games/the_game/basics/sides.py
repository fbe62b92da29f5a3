"""The two sides, and the table between them: red in the north, blue in the south."""

from __future__ import annotations

from musterhall.table import NORTH_AND_SOUTH, Table

SIDES = ("red", "blue")
USUAL_TABLE = Table("", 180, 120, unit="cm", edges=NORTH_AND_SOUTH)
