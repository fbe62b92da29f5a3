"""What does not change in a battle: the table, its terrain, the units' stats."""
