"""1.2 to 1.5, 1.9 The turn with its commands and actions, the end phase, breaking."""
