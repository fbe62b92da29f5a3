"""A game as everybody above it sees it: one object, found by name, and nothing beside it."""
