"""Section 17: pilot abilities that do more than change a number."""

from __future__ import annotations

from musterhall.games.alpha_strike.pilots import (
    ground_hugger,
    gunnery,
    hits,
    luck,
    minds,
    shells,
    slugger,
    street_fighter,
)

__all__ = ["ground_hugger", "gunnery", "hits", "luck", "minds", "shells", "slugger", "street_fighter"]
"""Modules that nobody calls: they only act at moments of other rooms."""
