"""Battles in the browser: who sits where, what is sent to each, and what they send."""
