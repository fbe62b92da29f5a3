"""What commands, pages and events ask of the game."""
