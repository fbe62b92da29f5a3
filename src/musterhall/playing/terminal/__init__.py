"""A battle in letters: the board as text, answers that are typed, and what a terminal says."""
