"""Which units the abilities mean by elite."""

from __future__ import annotations

from musterhall.games.age_of_destruction.position.position import Position


def is_elite(position: Position, unit: int) -> bool:
    """Elite, and unique too where that is read so."""
    rank = position.unit(unit).sheet.rank
    return rank == "elite" or (rank == "unique" and position.field.edition.elite_rank == "elite_and_unique")
