"""Alpha Strike: cards, formations, pilots, command abilities and forces."""
