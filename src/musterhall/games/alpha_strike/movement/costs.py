"""What an inch of ground costs a unit, and what climbing does; figures are in the catalogue."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from musterhall.games.alpha_strike.field.terrain import TerrainKind, kinds_by_number
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.movement.allowance import GROUND, move_facts
from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import say_of
from musterhall.games.alpha_strike.units.cards import JUMP, WALK
from musterhall.geometry import Floats
from musterhall.problems import parse_model

BARRED = math.inf
ON_THE_SURFACE = ("g", "h", "n", "s")
"""2 The movement codes that go over water."""
CYCLES = ("w(b)", "w(m)")
"""2 Bicycles and monocycles, which woods do not stop."""
UNLESS_SEALED = 2
"""2 The depth at which an IndustrialMech needs SEAL."""
PROTOMECH_IN_BUILDING = 1
"""12 What a building costs a ProtoMech, whatever its class."""


class _Climb(FileModel):
    cost: float
    step: float


@dataclass(frozen=True, slots=True)
class Going:
    """2 How the ground is to a unit, for the functions that measure ways."""

    costs: Floats
    """For each kind of terrain what an inch costs beyond itself; infinite where it may not go."""
    climb: Floats
    """What an inch of height costs, the highest step, and how high above the ground it begins: on it."""
    key: tuple[bytes, bytes]
    """The same for all units to which the ground is the same."""


def going_of(position: Position, unit: int) -> Going:
    """2 How the ground is to a unit, with its specials and abilities; to a VTOL it is nothing."""
    memo, key = position.field.memo, ("going", unit, say_of(position, unit))
    if key not in memo:
        flies = position.field.units[unit].kind == "vtol"
        costs = np.array([0.0 if flies else _cost(position, unit, kind) for kind in kinds_by_number()])
        climb = np.array([0.0, math.inf, 0.0]) if flies else _climb(position, unit)
        memo[key] = Going(costs, climb, (costs.tobytes(), climb.tobytes()))
    return memo[key]  # type: ignore[no-any-return]


def without_walls(costs: Floats) -> Floats:
    """12 The same for who goes over the roof of a building, not through it."""
    free = costs.copy()
    free[[kind.building is not None for kind in kinds_by_number()]] = 0.0
    return free


def code_of(unit: Unit) -> str:
    """The movement code by which a unit goes on the ground."""
    return next((code for code in unit.card.moves if code != JUMP), WALK)


def _cost(position: Position, unit: int, kind: TerrainKind) -> float:
    mover, edition = position.field.units[unit], position.field.edition
    plain = _printed_cost(position, mover, kind)
    if math.isinf(plain):
        return plain
    if mover.card.type == "SV" and code_of(mover) == "w" and not mover.has("ORO") and not kind.paved:
        plain += edition.off_road_cost
    if not plain:
        return 0.0
    facts = move_facts(position, unit, GROUND) | {"move_terrain": kind.fact}
    # Abilities speak of the whole inch, and never bring it below one.
    return max(0, say_of(position, unit).total("terrain cost", int(plain) + 1, facts) - 1)


def _printed_cost(position: Position, mover: Unit, kind: TerrainKind) -> float:
    """2, 12 What the tables say, specials included."""
    if kind.solid:
        return BARRED
    if kind.depth:
        return _water_cost(position, mover, kind)
    if _bars(position, mover, kind):
        return BARRED
    if kind.building:
        return _building_cost(mover, kind)
    return max(0, kind.cost - 1) if kind.woods and mover.is_infantry else kind.cost


def _bars(position: Position, mover: Unit, kind: TerrainKind) -> bool:
    code = code_of(mover)
    if code in CYCLES and kind.woods:
        return False
    switch = kind.barred_by.get(code[:1])
    return code[:1] in kind.barred or (switch is not None and bool(getattr(position.field.edition, switch)))


def _building_cost(mover: Unit, kind: TerrainKind) -> float:
    """12 Infantry walks in; a ProtoMech squeezes in; a 'Mech breaks its way, by the building's class."""
    if mover.is_infantry:
        return 0
    return PROTOMECH_IN_BUILDING if mover.kind == "protomech" else kind.cost


def _water_cost(position: Position, mover: Unit, kind: TerrainKind) -> float:
    """2, 10 Over the water, through it, or not at all."""
    if code_of(mover)[:1] in ON_THE_SURFACE or mover.has("UMU"):
        return 0
    if mover.has("AMP") and not mover.is_mech:
        return position.field.edition.amphibious_cost
    if mover.kind == "industrial mech":
        return kind.cost if kind.depth < UNLESS_SEALED or mover.has("SEAL") else BARRED
    if mover.is_vehicle and mover.has("SEAL") and not mover.flies_low:
        return kind.cost
    return BARRED if code_of(mover)[:1] in kind.barred else kind.cost


# Climbing


def _climb(position: Position, unit: int) -> Floats:
    """2 What an inch of height costs a unit, and the highest step that it takes."""
    mover = position.field.units[unit]
    climb = _climbs().get("MTN" if mover.has("MTN") else mover.kind, _climbs()["vehicle"])
    facts = move_facts(position, unit, GROUND) | {"move_terrain": ("level change",)}
    cost = say_of(position, unit).total("terrain cost", int(climb.cost), facts)
    return np.array([float(cost), climb.step, 0.0])


@cache
def _climbs() -> dict[str, _Climb]:
    entries = catalogue_data("climbing.toml")
    return {name: parse_model(_Climb, entry, f"climbing.toml, {name}") for name, entry in entries.items()}
