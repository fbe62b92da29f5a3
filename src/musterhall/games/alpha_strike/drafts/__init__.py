"""Boxes that are dealt and drafted, and the forces made of them."""
