"""Sections 3, 4, 7 and 8: who sees whom, what an attack needs to hit, and what it does."""
