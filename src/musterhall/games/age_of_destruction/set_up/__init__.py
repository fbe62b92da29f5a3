"""Before the first turn: the roll, terrain, cards, deployment (rules 10 to 12)."""
