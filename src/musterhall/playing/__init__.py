"""Battles that people play: seats, clocks, undo, hints and what each may see, over a journal in the store."""
