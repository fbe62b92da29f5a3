"""4 Navy: the waters and who sails them, landings, and what can hurt a vessel."""
