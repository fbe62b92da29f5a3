"""What stays the same in a battle: the table, its ground, and the units as they were brought."""
