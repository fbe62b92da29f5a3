"""A flight that is only thought of: the table as it would be, what the ground would do to it, what it would cost."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.games.the_game.agents.odds import Hurt, of_volleys
from musterhall.games.the_game.air.flak import flak_at, flak_volleys
from musterhall.games.the_game.air.flying import take_off, usual_shape
from musterhall.games.the_game.position.air_state import Flight
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Point, bearing

A_FACE = 0.1
"""3.3 Every token on aircraft spoils one face of the die of their next test."""


def flown(
    view: Position, formation: Formation, path: Sequence[Point], high: bool, fired: tuple[int, ...] = ()
) -> Position:
    """The table with a formation at the end of a path; `fired` have fired at it already."""
    trial = view.copy()
    mine = trial.formations[formation.index]
    known = view.air.flights.get(formation.index)
    shape = known.offsets if known is not None else usual_shape(mine)
    take_off(trial, mine, Flight(tuple(path), high, shape, fired), bearing(path[-2], path[-1]))
    return trial


def flak_on(
    view: Position, formation: Formation, path: Sequence[Point], high: bool, fired: tuple[int, ...] = ()
) -> Hurt:
    """3.5.1 What the ground is expected to do to a formation along a path."""
    trial = flown(view, formation, path, high, fired)
    aimed = flak_at(trial, trial.formations[formation.index])
    return of_volleys(trial, flak_volleys(aimed)).get(formation.index, Hurt()) if aimed else Hurt()


def worth_of(formation: Formation) -> float:
    """What is left of a formation, in points."""
    return formation.cost * formation.size / max(1, formation.original)


def points_lost(formation: Formation, hurt: Hurt, mission: float = 0.0) -> float:
    """What aircraft lose, in points: those shot down, and for each token a tenth of the next mission, like this one."""
    each = formation.cost / max(1, formation.original)
    return each * min(hurt.kills, formation.size) + A_FACE * hurt.tokens * mission
