"""Sections 2 and 12: troops aboard other units, how they get off or drop, and what hits on a transport mean."""
