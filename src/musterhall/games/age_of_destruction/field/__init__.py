"""What stays the same in a battle: the table, its terrain, bases and the units as they were brought."""
