"""Exact odds: what an attack does in every way its dice can fall."""
