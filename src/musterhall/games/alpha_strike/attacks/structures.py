"""Buildings and bunkers as targets of weapons."""

from __future__ import annotations

from musterhall.games.alpha_strike.attacks.ranges import bracket
from musterhall.games.alpha_strike.attacks.shots import Shot, with_weapons
from musterhall.games.alpha_strike.attacks.sight import sight_of_place
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.buildings import is_building
from musterhall.games.alpha_strike.position.position import Position

SECTION = "12"


def structures(position: Position, unit: int) -> list[int]:
    """12, 14.2 The pieces of terrain that a unit may fire at."""
    pieces = range(len(position.field.ground.pieces))
    return [*position.scenario.targets(position, unit), *(one for one in pieces if is_building(position, one))]


def aim_at_structure(view: Position, unit: int, piece: int, mount: str | None = None) -> tuple[Shot | None, str]:
    """12, 14.2 The shot of a unit at a building or a bunker, or the reason why there is none."""
    if piece not in structures(view, unit):
        return None, "There is no building or bunker of this number to fire at"
    ground = view.field.ground
    name = ground.pieces[piece].name
    range_ = bracket(max(0.0, ground.distance(piece, view.at(unit)) - view.unit(unit).radius), view.field.edition)
    if range_ is None:
        return None, f"{name} is out of range"
    middle, radius = ground.middle(piece)
    seen = sight_of_place(view, unit, middle, max(ground.height(view.lie, piece), 0.1), radius)
    if not seen.seen:
        return None, f"{name} is not in sight: {seen.because}"
    return with_weapons(view, unit, Shot(NOBODY, range_, seen, piece=piece), name, mount)
