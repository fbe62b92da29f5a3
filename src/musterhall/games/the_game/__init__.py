"""THE GAME, rulebook of 8 October 2011: a room for each part of its rulebook."""
