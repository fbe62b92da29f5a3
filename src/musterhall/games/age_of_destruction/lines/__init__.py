"""Rules 13 to 21: the line of fire, what blocks it, and what it adds to the defense."""
