"""Section 17: pilot abilities that do more than change a number."""

from __future__ import annotations

from musterhall.games.alpha_strike.pilots import gunnery, hits, luck, minds, shells

__all__ = ["gunnery", "hits", "luck", "minds", "shells"]
"""Modules that nobody calls: they only act at moments of other rooms."""
