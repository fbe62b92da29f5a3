"""How far the event is before its first round."""

from __future__ import annotations

from dataclasses import dataclass

from musterhall.events.event import ACCEPTED, PRESENT, REGISTERED, WAITING, Event


@dataclass(frozen=True, slots=True)
class Readiness:
    """Something that all players need, and how many have it."""

    what: str
    page: str
    """Of the desk, where it is done."""
    done: int
    all: int


def before_the_first(event: Event) -> list[Readiness]:
    players = [one for one in event.players.values() if one.status in (REGISTERED, PRESENT)]
    found = []
    if event.capacity:
        waiting = sum(one.status == WAITING for one in event.players.values())
        taken = "Places taken" + (f", {waiting} on the waiting list" if waiting else "")
        found.append(Readiness(taken, "players", len(players), event.capacity))
    found += [Readiness("Checked in", "players", sum(one.here for one in players), len(players))]
    if event.rules.registration.force_needed:
        accepted = sum(one.force is not None and one.force.state == ACCEPTED for one in players)
        found.append(Readiness("Forces accepted", "forces", accepted, len(players)))
    if event.rules.hand is not None:
        found.append(Readiness("Hands handed in", "players", sum(bool(one.hand) for one in players), len(players)))
    return found if players else []
