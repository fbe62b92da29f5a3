"""Turns of phrase for players and their units, the same in sentences, on pages and on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from musterhall.events.event import Event, Match


def possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def who_stayed_away(event: Event, match: Match) -> str:
    """The one who did not come to the table, or neither; nothing where both came."""
    if match.absent is None:
        return ""
    if not match.nobody_came:
        return f"{event.player(match.absent).name} did not come"
    return "neither {} nor {} came".format(*(event.player(id_).name for id_ in match.players))
