"""THE GAME, rulebook of 8 October 2011: one module per part of its rulebook."""
