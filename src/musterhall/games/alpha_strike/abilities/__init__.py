"""Abilities of pilots and forces, and munitions: who may have them, and what they change."""
