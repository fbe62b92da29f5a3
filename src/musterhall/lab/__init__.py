"""The lab: questions about forces and rules, answered by many battles. It knows no game."""
