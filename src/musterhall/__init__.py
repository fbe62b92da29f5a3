"""Musterhall: forces, events, referee and battles for miniature wargames."""

__version__ = "0.1.0"
