"""Sections 16 and 18: what command abilities and formations let a player choose, and what comes of it in play."""

from __future__ import annotations

from musterhall.games.alpha_strike.command import blows, entering, targeting

__all__ = ["blows", "entering", "targeting"]
"""Modules that nobody calls: they only act at moments of other rooms."""
