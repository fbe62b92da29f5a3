"""Sections 16 and 18: what command abilities and formations let a player choose, and what comes of it in play."""
