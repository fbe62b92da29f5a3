"""Who sees whom, with how much cover."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from musterhall.games.alpha_strike.field.sight_lines import HEAVY, HIDDEN_BY, LIGHT, SEEN, THICKEST, WET, look_all
from musterhall.games.alpha_strike.field.terrain import WOODS
from musterhall.games.alpha_strike.field.unit import LARGE_BASES, Unit
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Floats

SECTION = "3"
NOTHING = -1


@dataclass(frozen=True, slots=True)
class Sight:
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


def sight(position: Position, unit: int, target: int) -> Sight:
    """3 What a unit sees of another."""
    return sights(position, unit, [target])[0]


def sights(position: Position, unit: int, targets: list[int]) -> list[Sight]:
    """3 The same for many targets at once."""
    if not targets:
        return []
    found = np.empty((len(targets), 6))
    others = np.array(targets, dtype=np.int64)
    field = position.field
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
        _blocking_models(position, unit, targets),
        found,
    )
    return [_sight(position, target, row) for target, row in zip(targets, found.tolist(), strict=True)]


def _blocking_models(position: Position, unit: int, targets: list[int]) -> Floats:
    """3 The models that nobody sees past: large ones, or by the other reading all."""
    if position.field.edition.blocking_models == "large":
        blocking = [other for other in large_units(position) if position.conditions[other].on_table]
    else:
        blocking = [other for other in position.everybody_on_table() if position.unit(other).kind != "aerospace"]
    models = np.empty((len(blocking), 4))
    for row, other in zip(models, blocking, strict=True):
        inside = other == unit or other in targets
        row[:] = (
            position.x[other],
            position.y[other],
            0.0 if inside else position.unit(other).radius,
            position.level[other] + position.unit(other).height,
        )
    return models


def large_units(position: Position) -> tuple[int, ...]:
    """10 Units with LG, VLG or SLG."""
    memo = position.field.memo
    if "large" not in memo:
        memo["large"] = tuple(one.index for one in position.field.units if any(map(one.has, LARGE_BASES)))
    return memo["large"]  # type: ignore[no-any-return]


def _sight(position: Position, target: int, row: list[float]) -> Sight:
    edition, unit = position.field.edition, position.unit(target)
    share, woods, hidden_by = row[SEEN], WOODS[int(row[THICKEST])], int(row[HIDDEN_BY])
    thick = row[LIGHT] / edition.woods_block + row[HEAVY] / edition.heavy_woods_block
    wet = row[WET] >= 1.0 and wades(unit)
    may_have_cover = unit.is_mech or edition.partial_cover_for == "everybody"
    covered = share <= edition.covered_to + 1e-9 and share < 1.0
    because = ""
    if share < edition.hidden_below - 1e-9:
        because = "less than a third of it can be seen"
    elif thick >= 1.0:
        because = f"{row[LIGHT] + row[HEAVY]:.1f} inches of woods are in between"
    elif wet and covered:
        because = "it stands in water and has partial cover besides"
    return Sight(not because, share, covered and may_have_cover, woods, wet, because, hidden_by)


def wades(unit: Unit) -> bool:
    """3 Whether water hides a unit that is in it: what floats or flies stays above."""
    return unit.is_mech or unit.kind == "protomech"
