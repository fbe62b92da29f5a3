"""A table of Age of Destruction at one moment."""
