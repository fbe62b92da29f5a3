"""Event packs: the rules of an event as data, and the checks they ask for."""
