"""Who sees whom, with how much cover."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from musterhall.games.alpha_strike.field.ground import depth
from musterhall.games.alpha_strike.field.sight_lines import (
    BEHIND,
    FIGURES,
    HEAVY,
    HIDDEN_BY,
    LIGHT,
    SEEN,
    THICKEST,
    WET,
    look,
    look_all,
)
from musterhall.games.alpha_strike.field.terrain import WOODS
from musterhall.games.alpha_strike.field.unit import LARGE_BASES, NOBODY, Unit
from musterhall.games.alpha_strike.harm.protection import is_submerged
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Floats, Point

SECTION = "3"
NOTHING = -1
NO_MODELS: Floats = np.empty((0, 5))


class Sight(NamedTuple):
    """3 What one unit sees of another."""

    seen: bool
    share: float
    """How much of the model is seen."""
    partial_cover: bool
    woods: str
    """The woods that count against an attack: none, light, heavy, ultra."""
    in_water: bool
    """The target stands in water up to its hips, which is a partial cover of its own."""
    because: str = ""
    """Why it is not seen."""
    hidden_by: int = NOTHING
    """The piece of terrain that hides most of it."""
    behind: int = NOBODY
    """The other unit that hides most of it."""


def sight(position: Position, unit: int, target: int) -> Sight:
    """3 What a unit sees of another."""
    return sights(position, unit, [target])[0]


def sights(position: Position, unit: int, targets: list[int]) -> list[Sight]:
    """3 The same for many targets at once."""
    if not targets:
        return []
    found = np.empty((len(targets), FIGURES))
    others = np.array(targets, dtype=np.int64)
    field = position.field
    blocking = _blocking_units(position)
    look_all(
        unit,
        others,
        position.x,
        position.y,
        position.level,
        field.heights,
        field.radius,
        field.ground.outlines,
        position.lie,
        _models(position, blocking, unit),
        field.edition.attacker_in_woods_counts,
        found,
    )
    wading = _wading(position, unit)
    return [
        _sight(position, wading, target, row, blocking) for target, row in zip(targets, found.tolist(), strict=True)
    ]


def sight_of_place(position: Position, unit: int, place: Point, height: float, radius: float) -> Sight:
    """3 What a unit sees of something of this height and width that is no unit: a building, a bunker."""
    found = np.empty(FIGURES)
    field = position.field
    blocking = _blocking_units(position)
    eye = float(position.level[unit]) + position.unit(unit).height
    level = field.ground.level_at(position.lie, place)
    look(
        *position.at(unit),
        eye,
        *place,
        level,
        height,
        radius,
        field.ground.outlines,
        position.lie,
        _models(position, blocking, unit),
        field.edition.attacker_in_woods_counts,
        found,
    )
    found[WET] = 0.0
    return _sight(position, _wading(position, unit), NOBODY, found.tolist(), blocking)


def sight_from_place(position: Position, place: Point, height: float, target: int) -> Sight:
    """3 What is seen of a unit from a place, so high above its ground: by a sensor that lies there."""
    found = np.empty(FIGURES)
    field, one = position.field, position.unit(target)
    blocking = _blocking_units(position)
    look(
        *place,
        field.ground.level_at(position.lie, place) + height,
        *position.at(target),
        float(position.level[target]),
        one.height,
        one.radius,
        field.ground.outlines,
        position.lie,
        _models(position, blocking, target),
        field.edition.attacker_in_woods_counts,
        found,
    )
    found[WET] = depth(field.ground.outlines, position.lie, *position.at(target))
    return _sight(position, Wading(in_water=False, under=False), target, found.tolist(), blocking)


def _blocking_units(position: Position) -> list[int]:
    """3 The units whose models nobody sees past: large ones, or by the other reading all."""
    if position.field.edition.blocking_models == "large":
        return [other for other in large_units(position) if position.conditions[other].on_table]
    return [other for other in position.everybody_on_table() if position.unit(other).kind != "aerospace"]


def _models(position: Position, blocking: list[int], but: int) -> Floats:
    """Their places, widths and tops, and whose they are; one of them does not stand in the way."""
    if not blocking:
        return NO_MODELS
    models = np.empty((len(blocking), 5))
    for row, other in zip(models, blocking, strict=True):
        row[:] = (
            position.x[other],
            position.y[other],
            0.0 if other == but else position.unit(other).radius,
            position.level[other] + position.unit(other).height,
            other,
        )
    return models


def large_units(position: Position) -> tuple[int, ...]:
    """10 Units with LG, VLG or SLG."""
    memo = position.field.memo
    if "large" not in memo:
        memo["large"] = tuple(one.index for one in position.field.units if any(map(one.has, LARGE_BASES)))
    return memo["large"]  # type: ignore[no-any-return]


def _sight(position: Position, viewer: Wading, target: int, row: list[float], blocking: list[int]) -> Sight:
    edition = position.field.edition
    share, woods, hidden_by = row[SEEN], WOODS[int(row[THICKEST])], int(row[HIDDEN_BY])
    behind = blocking[int(row[BEHIND])] if row[BEHIND] >= 0 else NOBODY
    thick = row[LIGHT] / edition.woods_block + row[HEAVY] / edition.heavy_woods_block
    wet = row[WET] >= 1.0 and target != NOBODY and wades(position.unit(target))
    may_have_cover = edition.partial_cover_for == "everybody" or (target != NOBODY and position.unit(target).is_mech)
    covered = share < 1.0 and share <= edition.covered_to + 1e-9
    because = ""
    if share < edition.hidden_below - 1e-9:
        because = "less than a third of it can be seen"
    elif thick >= 1.0:
        because = f"{row[LIGHT] + row[HEAVY]:.1f} inches of woods are in between"
    elif wet and covered:
        because = "it stands in water and has partial cover besides"
    elif edition.water_hides and _water_between(position, viewer, target, in_water=row[WET] >= 1.0):
        because = "only one of the two is under water"
    return Sight(not because, share, covered and may_have_cover, woods, wet, because, hidden_by, behind)


class Wading(NamedTuple):
    """3 Whether a unit is in water, and wholly under it."""

    in_water: bool
    under: bool


def _wading(position: Position, unit: int) -> Wading:
    in_water = bool(depth(position.field.ground.outlines, position.lie, *position.at(unit)) >= 1.0)
    return Wading(in_water, in_water and is_submerged(position, unit))


def _water_between(position: Position, viewer: Wading, target: int, *, in_water: bool) -> bool:
    """3 Whether one of the two is wholly under water and the other not in it at all."""
    if viewer.under and not in_water:
        return True
    return in_water and not viewer.in_water and target != NOBODY and is_submerged(position, target)


def wades(unit: Unit) -> bool:
    """3 Whether water hides a unit that is in it: what floats or flies stays above."""
    return unit.is_mech or unit.kind == "protomech"
