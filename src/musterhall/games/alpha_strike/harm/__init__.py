"""Sections 5 and 6: damage, critical hits, motive hits, heat, and who is crippled or lost."""
