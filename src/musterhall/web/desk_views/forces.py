"""Players' forces, by what is to be done with them."""

from __future__ import annotations

from dataclasses import dataclass

from musterhall.events.event import PRESENT, SUBMITTED, Event, Player
from musterhall.tally import counted
from musterhall.web.desk_views.tones import BAD, GOOD, PLAIN, WAIT


@dataclass(frozen=True, slots=True)
class ForceGroup:
    title: str
    players: tuple[Player, ...]


def force_groups(event: Event) -> list[ForceGroup]:
    """Everybody's force by what is to be done with it; what is settled comes last."""
    playing = [one for one in event.players.values() if one.status in ("registered", PRESENT)]
    groups = [
        ("To look at", [one for one in playing if one.force and one.force.state == SUBMITTED]),
        ("Sent back", [one for one in playing if one.force and one.force.state == "returned"]),
        ("No force yet", [one for one in playing if one.force is None]),
        ("Accepted", [one for one in playing if one.force and one.force.state == "accepted"]),
    ]
    return [ForceGroup(f"{title} ({len(found)})", tuple(found)) for title, found in groups if found]


def force_word(player: Player) -> tuple[str, str]:
    """How far a player's force is, in a word or two."""
    force = player.force
    if force is None:
        return "no force", PLAIN
    if force.state == SUBMITTED:
        problems = len(force.problems)
        waiting = "to decide" if force.to_decide else "to look at"
        return (counted(problems, "problem"), BAD) if problems else (waiting, WAIT)
    return ("accepted", GOOD) if force.state == "accepted" else ("sent back", WAIT)
