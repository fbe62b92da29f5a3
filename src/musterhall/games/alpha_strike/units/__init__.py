"""The units: their cards, what stands on them, where they come from, and how one is found."""
