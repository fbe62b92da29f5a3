"""Buildings and bunkers as targets of weapons."""

from __future__ import annotations

from musterhall.games.alpha_strike.attacks.arms import FRONT, TURRET, arms_of, indirect_value
from musterhall.games.alpha_strike.attacks.ranges import bracket, place_in_front_arc
from musterhall.games.alpha_strike.attacks.shots import Shot, why_mount_is_silent, with_weapons
from musterhall.games.alpha_strike.attacks.sight import Sight, sight_of_place
from musterhall.games.alpha_strike.attacks.spotting import UNSEEN, needs_spotter, why_idle
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.buildings import is_building
from musterhall.games.alpha_strike.harm.damage_values import NONE
from musterhall.games.alpha_strike.position.position import Position

SECTION = "12"


def structures(position: Position, unit: int) -> list[int]:
    """12, 14.2 The pieces of terrain that a unit may fire at."""
    buildings = (one for one in position.field.ground.buildings if is_building(position, one))
    return [*position.scenario.targets(position, unit), *buildings]


def aim_at_structure(view: Position, unit: int, piece: int, mount: str | None = None) -> tuple[Shot | None, str]:
    """12, 14.2 The shot of a unit at a building or a bunker, or the reason why there is none."""
    if piece not in structures(view, unit):
        return None, "There is no building or bunker of this number to fire at"
    name, range_ = view.field.ground.pieces[piece].name, _range(view, unit, piece)
    if range_ is None:
        return None, f"{name} is out of range"
    seen = _look(view, unit, piece)
    if not seen.seen:
        return None, f"{name} is not in sight: {seen.because}"
    return with_weapons(view, unit, Shot(NOBODY, range_, seen, piece=piece), name, mount)


def aim_indirectly_at_structure(
    view: Position, unit: int, piece: int, spotter: int, mount: str | None = None
) -> tuple[Shot | None, str]:
    """8, 12, 14.2 The same over a spotter, or without one for whoever can."""
    if piece not in structures(view, unit):
        return None, "There is no building or bunker of this number to fire at"
    name, range_ = view.field.ground.pieces[piece].name, _range(view, unit, piece)
    if range_ is None:
        return None, f"{name} is out of range"
    seen, why = _spotted(view, unit, piece, spotter)
    if why:
        return None, why
    held, ahead = arms_of(view, unit), place_in_front_arc(view, unit, view.field.ground.middle(piece)[0])
    fit = [
        one
        for one in ((mount,) if mount else (FRONT, TURRET))
        if one in held and indirect_value(view, unit, held[one]) != NONE
    ]
    silent = [why_mount_is_silent(view, unit, one) for one in fit]
    if fit and all(silent):
        return None, silent[0]
    for one in (one for one, why in zip(fit, silent, strict=True) if not why):
        if one == TURRET or ahead:
            return Shot(NOBODY, range_, seen, mount=one, indirect=True, spotter=spotter, piece=piece), ""
    return None, f"{name} is behind it" if fit else "it has nothing that fires indirectly"


def _spotted(view: Position, unit: int, piece: int, spotter: int) -> tuple[Sight, str]:
    """8 What a spotter sees of a structure, or why it does not spot."""
    if spotter == NOBODY:
        return UNSEEN, "Indirect fire needs a spotter" if needs_spotter(view, unit) else ""
    one, within = view.unit(spotter), view.field.edition.spotter_within
    name = view.field.ground.pieces[piece].name
    why = why_idle(view, unit, spotter)
    if not why and view.field.ground.distance(piece, view.at(spotter)) - one.radius > within:
        why = f"{one.name} is farther than {within} inches from {name}"
    seen = UNSEEN if why else _look(view, spotter, piece)
    if not seen.seen:
        why = f"{one.name} does not see {name}: {seen.because}"
    return seen, why


def _range(view: Position, unit: int, piece: int) -> str | None:
    return bracket(inches_to(view, unit, piece), view.field.edition)


def inches_to(view: Position, unit: int, piece: int) -> float:
    """12, 14.2 From a unit's base to the nearest point of a structure."""
    return max(0.0, view.field.ground.distance(piece, view.at(unit)) - view.unit(unit).radius)


def _look(view: Position, unit: int, piece: int) -> Sight:
    ground = view.field.ground
    middle, radius = ground.middle(piece)
    return sight_of_place(view, unit, middle, max(ground.height(view.lie, piece), 0.1), radius)
