"""Victory conditions and who wins (rules 1 to 8)."""
