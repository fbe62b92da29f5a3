"""Units: their dials, where they come from, how one is found."""
