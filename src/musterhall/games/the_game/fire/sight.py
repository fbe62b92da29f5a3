"""1.6.2, 1.7 Who sees whom, what covers whom, and what a shot must beat."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from musterhall.games.the_game.air.popping_up import nearer_to, popped_up
from musterhall.games.the_game.army.datasheets import ARMOURED_VEHICLE, SpecialRule
from musterhall.games.the_game.basics.special_rules import Defence, run
from musterhall.games.the_game.field.field import SIGHT_DEPTH
from musterhall.games.the_game.movement.ground import shelter
from musterhall.games.the_game.movement.hiding import TOUCHING, hiding_places
from musterhall.games.the_game.position.position import NOBODY, Position
from musterhall.geometry import Flags, Ints, Point
from musterhall.measuring import clear_line, sight


def lines_of_sight(position: Position, a: Ints, b: Ints, reach: float = 1e9) -> Flags:
    """1.6.2, 1.7 Which of a see which of b: area terrain hides what is behind it or deeper in it than 10 cm.

    3.2 A helicopter that has popped up looks over what is near it, and is seen over it.
    """
    seen = sight(position.x, position.y, a, b, reach, position.field.screens, SIGHT_DEPTH)
    if position.field.helicopters:
        _look_over_what_is_near(position, a, b, reach, seen)
    if position.field.variants.av_blocks_los:
        _hide_behind_vehicles(position, a, b, seen)
    if position.field.variants.submarine_los == "not_needed":
        seen |= position.field.submarine[b]
    return seen


def _look_over_what_is_near(position: Position, a: Ints, b: Ints, reach: float, seen: Flags) -> None:
    """3.2 Between a helicopter that has popped up and somebody else no terrain counts that is nearer to the
    helicopter, for either of them.
    """
    lifted = popped_up(position, a)[:, None] | popped_up(position, b)
    near = np.hypot(position.x[a][:, None] - position.x[b], position.y[a][:, None] - position.y[b]) <= reach
    for i, j in np.argwhere(~seen & near & lifted).tolist():
        seen[i, j] = not walls_between(position, int(a[i]), int(b[j]))


def walls_between(position: Position, u: int, v: int) -> list[int]:
    """1.6.2, 3.2 The screens of the field that hide two units from each other."""
    walls = [wall for wall in range(len(position.field.screens)) if not _clear_of(position, wall, u, v)]
    for helicopter, other in ((u, v), (v, u)):
        if walls and popped_up(position, np.array([helicopter]))[0]:
            walls = [wall for wall in walls if not nearer_to(position, wall, helicopter, other)]
    return walls


def _clear_of(position: Position, screen: int, u: int, v: int) -> bool:
    outlines = position.field.screens.outlines
    only = outlines[screen : screen + 1]
    return bool(clear_line(*position.at(u), *position.at(v), only, SIGHT_DEPTH, np.empty(outlines.shape[1])))


def sees_place(position: Position, unit: int, place: Point) -> bool:
    """1.6.2, 3.5.1 Does nothing hide a place from a unit?"""
    outlines = position.field.screens.outlines
    return bool(clear_line(*position.at(unit), *place, outlines, SIGHT_DEPTH, np.empty(outlines.shape[1])))


def _hide_behind_vehicles(position: Position, a: Ints, b: Ints, seen: Flags) -> None:
    """As a variant: a line that crosses an armoured vehicle's base is blocked."""
    units = position.field.units
    walls = [int(u) for u in np.flatnonzero(position.on) if units[u].sheet.type == ARMOURED_VEHICLE]
    for i, j in np.argwhere(seen):
        u, v = int(a[i]), int(b[j])
        others = (wall for wall in walls if wall not in (u, v))
        seen[i, j] = not any(_passes(position, u, v, wall) for wall in others)


def _passes(position: Position, u: int, v: int, wall: int) -> bool:
    (ax, ay), (bx, by), (cx, cy) = position.at(u), position.at(v), position.at(wall)
    square = (bx - ax) ** 2 + (by - ay) ** 2
    if square == 0.0:
        return False
    t = ((cx - ax) * (bx - ax) + (cy - ay) * (by - ay)) / square
    if not 0.0 < t < 1.0:
        return False
    off = math.hypot(ax + t * (bx - ax) - cx, ay + t * (by - ay) - cy)
    return off <= max(position.unit(wall).radius, TOUCHING / 2)


@dataclass(slots=True)
class Cover:
    """1.6.2 What terrain and vehicles add to the defence of some units, unit by unit."""

    armour: Ints
    visibility: Ints

    def covered(self) -> Flags:
        return (self.armour + self.visibility) > 0


def cover_of(position: Position, units: Ints, seen_from: Ints | None = None, *, from_anywhere: bool = False) -> Cover:
    """1.6.2, 1.1.6, 4.6 Cover from the area a unit stands in, from every hedge on the line to it, and from a vehicle it
    hides behind, added up; as a variant the water is light cover to a submarine.

    `seen_from` holds, for each unit, the shooter whose line is looked along. Seen from anywhere, a hedge that a unit is
    said to be behind covers it as an area does: it is all round it.
    """
    field = position.field
    shooters = np.full(len(units), NOBODY, dtype=np.int64) if seen_from is None else seen_from
    area = field.area | field.all_round if from_anywhere else field.area
    adds_up = field.variants.terrain_cover_stack == "cumulative"
    gains = (field.cover_armour, field.cover_visibility)
    armour, visibility = shelter(position.x, position.y, units, shooters, field.ground, area, gains, adds_up)
    if not field.pointlike:
        _at_least_half_inside(position, units, seen_from, area, armour, visibility, max if not adds_up else sum)
    if any(field.infantry[units].tolist()):
        for side in set(field.side[units].tolist()):
            _add_vehicles(position, side, units, visibility)
    if field.variants.submarine_cover == "light_cover":
        visibility += field.submarine[units]
    return Cover(armour, visibility)


def _at_least_half_inside(
    position: Position,
    units: Ints,
    seen_from: Ints | None,
    area: Flags,
    armour: Ints,
    visibility: Ints,
    together: Callable[[Iterable[int]], int],
) -> None:
    """1.6.2 For units with a base the area they stand in counts if it holds at least half of the base."""
    field, ground = position.field, position.field.ground
    for i, unit in enumerate(units.tolist()):
        if not field.radius[unit]:
            continue
        shares = [ground.share_inside(piece, position.at(unit), field.radius[unit]) for piece in range(len(ground))]
        covers = [(0, 0)]
        for piece, share in enumerate(shares):
            over = seen_from is not None and not area[piece] and _over(position, int(seen_from[i]), unit, piece)
            if over or (area[piece] and share >= 0.5):
                covers.append((int(field.cover_armour[unit, piece]), int(field.cover_visibility[unit, piece])))
        armour[i], visibility[i] = together(c[0] for c in covers), together(c[1] for c in covers)


def _over(position: Position, shooter: int, unit: int, piece: int) -> bool:
    return position.field.ground.length_inside(piece, position.at(shooter), position.at(unit)) > 1e-6


def _add_vehicles(position: Position, side: int, units: Ints, visibility: Ints) -> None:
    """1.6.2 Light cover for the infantry units that hide behind an armoured vehicle of their side."""
    hidden = {unit for place in hiding_places(position, side) for unit in place.hidden}
    if not hidden:
        return
    best_only = position.field.variants.av_cover_stack == "best_only"
    for i, unit in enumerate(units.tolist()):
        if unit in hidden:
            visibility[i] = max(visibility[i], 1) if best_only else visibility[i] + 1


def defence_of(
    position: Position,
    unit: int,
    cover_armour: int,
    cover_visibility: int,
    rules: tuple[SpecialRule, ...] = (),
) -> Defence:
    """1.7 Armour and visibility of one unit, with cover, against a weapon with these special rules."""
    sheet = position.field.units[unit].sheet
    floor = 0 if position.field.variants.targeting_floor == "zero" else None
    defence = Defence(sheet.armour, sheet.visibility, cover_armour, cover_visibility, floor)
    if rules:
        run("defence", rules, defence)
    return defence
