"""A table of Alpha Strike at one moment, and how figures are worked out from it."""
