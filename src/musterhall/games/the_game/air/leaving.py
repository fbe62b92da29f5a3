"""3.4.4 How a flight ends: off the table under fire from the ground, and aside until the next turn."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.the_game.air.flak import ground_fire
from musterhall.games.the_game.air.flying import end_flight, fly_off, set_aside
from musterhall.games.the_game.position.position import Formation, Position


def leave(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """3.4.4 Who is left flies off the table, and is set aside for the next turn."""
    edge = yield from way_out(battle, formation)
    put_aside(battle, formation, edge)


def way_out(battle: Battle[Position], formation: Formation, heading: float | None = None) -> Rule[str]:
    """3.4.4, 3.5.1 Fly to an edge, under the fire of who has not fired yet. Gives the edge, if anybody is left.

    `heading` is the way that helicopters face which take off.
    """
    if not formation.alive:
        return ""
    edge = yield from fly_off(battle, formation, heading)
    yield from ground_fire(battle, formation, last=True)
    return edge


def put_aside(battle: Battle[Position], formation: Formation, edge: str) -> None:
    """3.4.4 Off the table, over this edge; or shot down to the last."""
    if formation.alive:
        set_aside(battle, formation, edge)
    else:
        end_flight(battle.position, formation)
