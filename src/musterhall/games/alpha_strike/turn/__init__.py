"""Sections 1 and 13: the round before play, the phases of a turn, and how a match ends."""
