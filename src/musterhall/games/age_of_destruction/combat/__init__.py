"""Attacks: their steps, what they do to dials, and heat."""
