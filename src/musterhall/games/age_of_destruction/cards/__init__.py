"""Planetary conditions, missions and dummies: what a card does, in a small vocabulary."""
