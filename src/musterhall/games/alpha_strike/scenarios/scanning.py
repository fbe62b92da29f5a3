"""Active probes: how far they reach, which hostile ECM stops them, and what they see."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from musterhall.games.alpha_strike.attacks.sight import large_units
from musterhall.games.alpha_strike.field.sight_lines import FIGURES, HEAVY, LIGHT, SEEN, THICKEST, look
from musterhall.games.alpha_strike.field.terrain import WOODS
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import has_ability
from musterhall.geometry import SLACK, Point

PROBES = {"BH": 26.0, "PRB": 18.0, "NOVA": 18.0, "LPRB": 12.0, "WAT": 12.0}
"""9, 13.3 How far each probe reaches, in inches, the farthest first."""
FIELDS = {"AECM": 12.0, "ECM": 12.0, "WAT": 12.0, "NOVA": 12.0, "LECM": 2.0}
"""9 How far each kind of ECM reaches."""
STOPS_ALL = "AECM"
UNSTOPPED = "BH"
"""9 A Bloodhound, which only Angel ECM stops."""
EAGLES_EYES = 2.0


class Glimpse(NamedTuple):
    """What a unit sees of a thing on the table."""

    seen: bool
    woods: str


def probes_of(position: Position, unit: int) -> dict[str, float]:
    """9, 13.3 The active probes of a unit with their reach, the farthest first."""
    one = position.unit(unit)
    more = EAGLES_EYES if has_ability(position, unit, "eagles_eyes") else 0.0
    return {probe: reach + more for probe, reach in PROBES.items() if one.has(probe)}


def probe_reach(position: Position, unit: int) -> float:
    """9, 13.3 How far a unit's best probe reaches; nothing without one."""
    return max(probes_of(position, unit).values(), default=0.0)


def is_blocked(position: Position, unit: int, probe: str, end: Point) -> bool:
    """9, 13.6 Whether hostile ECM that can stop this probe lies across the line to a place.

    By the other reading it must cover one of the ends.
    """
    begin = position.at(unit)
    for other in position.on_table(1 - position.unit(unit).side):
        reach = _jams(position, other, probe)
        if reach <= 0.0:
            continue
        base = position.unit(other).radius
        if position.field.edition.scan_ecm == "on_the_line":
            away = _from_line(position.at(other), begin, end) - base
        else:
            away = min(math.dist(position.at(other), begin), math.dist(position.at(other), end)) - base
        if away <= reach + SLACK:
            return True
    return False


def open_probe(position: Position, unit: int, end: Point, inches: float) -> str:
    """The first probe of a unit that reaches so far and that no ECM stops; empty where there is none."""
    for probe, reach in probes_of(position, unit).items():
        if inches <= reach + SLACK and not is_blocked(position, unit, probe, end):
            return probe
    return ""


def _jams(position: Position, unit: int, probe: str) -> float:
    """How far a unit's ECM reaches against a probe."""
    if position.conditions[unit].shut_down:
        return 0.0
    one = position.unit(unit)
    if probe == UNSTOPPED:
        return FIELDS[STOPS_ALL] if one.has(STOPS_ALL) else 0.0
    return max((reach for field, reach in FIELDS.items() if one.has(field)), default=0.0)


def _from_line(place: Point, a: Point, b: Point) -> float:
    length = math.dist(a, b)
    if length <= 0.0:
        return math.dist(place, a)
    along = ((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1])) / length**2
    share = min(1.0, max(0.0, along))
    return math.dist(place, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))


def glimpse(position: Position, unit: int, at: Point, height: float, radius: float) -> Glimpse:
    """3 What a unit sees of a thing of this height at a place, such as a token or a station."""
    found = np.empty(FIGURES)
    ground, edition = position.field.ground, position.field.edition
    x, y = position.at(unit)
    eye = float(position.level[unit]) + position.unit(unit).height
    base = ground.level_at(position.lie, at)
    models = _models(position, unit)
    look(
        x,
        y,
        eye,
        at[0],
        at[1],
        base,
        height,
        radius,
        ground.outlines,
        position.lie,
        models,
        edition.attacker_in_woods_counts,
        found,
    )
    thick = found[LIGHT] / edition.woods_block + found[HEAVY] / edition.heavy_woods_block
    seen = found[SEEN] >= edition.hidden_below - 1e-9 and thick < 1.0
    return Glimpse(bool(seen), WOODS[int(found[THICKEST])])


def _models(position: Position, unit: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    blocking = [one for one in large_units(position) if one != unit and position.conditions[one].on_table]
    models = np.empty((len(blocking), 4))
    for row, one in zip(models, blocking, strict=True):
        other = position.unit(one)
        row[:] = (position.x[one], position.y[one], other.radius, position.level[one] + other.height)
    return models
