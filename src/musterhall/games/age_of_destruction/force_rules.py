"""What an Age of Destruction event allows in a force, as its pack writes it down."""

from __future__ import annotations

from musterhall.game import terms


class ForceRules(terms.ForceRules):
    faction: terms.Faction | None = None


Terms = terms.Terms[ForceRules]
"""The terms of an Age of Destruction event."""
