"""A situation on a table, written down: read for the referee and for worked cases."""
