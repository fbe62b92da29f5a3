"""Playing a battle: decisions, dice, journals, views and agents, whatever the game."""
