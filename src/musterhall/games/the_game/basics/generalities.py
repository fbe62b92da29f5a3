"""1.1 What every other chapter leans on: cohesion, halves, the combat strength of a formation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from musterhall.games.the_game.basics.spacing import widest_gap
from musterhall.games.the_game.basics.special_rules import cohesion_extra
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Floats, Ints

COHESION_PER_COMMAND = 5.0
PAIRINGS = {"larger": 0, "sum": 1, "both_scouts": 2}


@dataclass(frozen=True, slots=True)
class Gap:
    """Two units of one formation that are too far apart."""

    first: int
    second: int
    too_far: float


def command_value(position: Position, formation: Formation) -> int:
    """1.1.3, 1.5 The best Command that one of its units has."""
    return max(map(position.field.commands.__getitem__, formation.units), default=0)


def cohesion_range(position: Position, formation: Formation) -> float:
    """1.1.3 Five centimetres for each point of the highest Command."""
    return COHESION_PER_COMMAND * command_value(position, formation)


def naval_cohesion_range(position: Position, formation: Formation) -> float:
    """4.3.1 A centimetre for each point of the highest Command."""
    return float(command_value(position, formation))


def cohesion_gap(
    position: Position, formation: Formation, x: Floats | None = None, y: Floats | None = None
) -> Gap | None:
    """1.1.3, 3.4.1, 4.3.1, 3.2 The pair that breaks cohesion the worst, if any; `x` and `y` ask about other places."""
    x = position.x if x is None else x
    y = position.y if y is None else y
    units = position.standing(formation)
    if formation.flies:
        return _close_together(position, formation, units, x, y)
    if formation.index in position.field.naval:
        vessels = units[position.field.vessel[units]]
        apart = _close_together(position, formation, vessels, x, y)
        # who is no vessel keeps to the rest of the formation as on land
        if apart is not None or len(vessels) == len(units):
            return apart
    if formation.index in position.field.helicopters and position.field.variants.heli_cohesion == "command":
        helicopters = units[position.field.helicopter[units]]
        apart = _close_together(position, formation, helicopters, x, y)
        if apart is not None or len(helicopters) == len(units):
            return apart
    extra = cohesion_extra(position.field)
    limit = cohesion_range(position, formation)
    pairing = PAIRINGS[position.field.variants.scout_pair]
    if position.field.variants.cohesion_mode == "chain":
        return _broken_chain(position, units, x, y, extra, limit, pairing)
    first, second, too_far = widest_gap(x, y, position.field.radius, units, extra, limit, pairing)
    return None if first < 0 else Gap(int(first), int(second), float(too_far))


def _close_together(position: Position, formation: Formation, units: Ints, x: Floats, y: Floats) -> Gap | None:
    """3.4.1, 4.3.1, 3.2 Flyers, vessels and as a variant attack helicopters keep within so many centimetres of another
    of their kind in the formation as its Command says.
    """
    limit, none = naval_cohesion_range(position, formation), np.zeros(len(x))
    if position.field.variants.naval_cohesion_mode == "chain":
        return _broken_chain(position, units, x, y, none, limit, PAIRINGS["larger"])
    first, second, too_far = widest_gap(x, y, position.field.radius, units, none, limit, PAIRINGS["larger"])
    return None if first < 0 else Gap(int(first), int(second), float(too_far))


def pair_extra(position: Position, first: int, second: int) -> float:
    """2.2.5 What Scout adds to the cohesion range of two units."""
    extra = sorted(float(cohesion_extra(position.field)[unit]) for unit in (first, second))
    return {"larger": extra[1], "sum": sum(extra), "both_scouts": extra[0]}[position.field.variants.scout_pair]


def widest_pair(position: Position, formation: Formation) -> tuple[int, int] | None:
    """1.1.3 The two units that come nearest to breaking cohesion, or do so the worst."""
    units = position.standing(formation).tolist()
    pairs = [(a, b) for i, b in enumerate(units) for a in units[:i]]
    gaps = position.distances(np.array(units, np.int64), np.array(units, np.int64)) if units else np.zeros((0, 0))
    row = {unit: number for number, unit in enumerate(units)}
    return max(pairs, key=lambda pair: gaps[row[pair[0]], row[pair[1]]] - pair_extra(position, *pair), default=None)


def _broken_chain(
    position: Position, units: Ints, x: Floats, y: Floats, extra: Floats, limit: float, pairing: int
) -> Gap | None:
    """Cohesion as a chain: the nearest pair across the widest break."""
    left = [int(unit) for unit in units]
    chain = [left.pop(0)] if left else []
    while left:
        links = []
        for a in chain:
            for b in left:
                pair = np.array([a, b], dtype=np.int64)
                too_far = widest_gap(x, y, position.field.radius, pair, extra, limit, pairing)[2]
                links.append((float(too_far), a, b))
        too_far, a, b = min(links)
        if too_far > 1e-6:
            return Gap(a, b, too_far)
        left.remove(b)
        chain.append(b)
    return None


def at_least_half(position: Position, part: int, whole: int) -> bool:
    """1.1.6 Is `part` half of `whole`? Halves are rounded down, unless the variant counts exactly."""
    if position.field.variants.half_units == "exact":
        return 2 * part >= whole
    return part >= whole // 2
