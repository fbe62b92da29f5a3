"""Active probes: how far a unit's reaches, and what blinds it."""

from __future__ import annotations

from typing import NamedTuple

from musterhall.games.alpha_strike.electronics.equipment import equipment, stoppers
from musterhall.games.alpha_strike.electronics.jamming import is_jammed_at, is_line_jammed, jams_itself
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import say_of, usual_facts
from musterhall.geometry import Point


class Probe(NamedTuple):
    """9 A unit's active probe."""

    name: str
    reach: int
    stopped_by: frozenset[str]


def probes(position: Position, unit: int) -> list[Probe]:
    """9 A unit's probes, the one that reaches farthest first, with what abilities add to their reach."""
    found = [
        Probe(name, say_of(position, unit).total("probe range", kind.reach, usual_facts()), stoppers(kind.stopped_by))
        for name, kind in equipment().probes.items()
        if position.field.units[unit].has(name)
    ]
    return sorted(found, key=lambda one: -one.reach)


def why_not_probed(position: Position, unit: int, place: Point, inches: float) -> str:
    """9, 13.3 Why a unit's probes do not reach a place at this distance; empty where one does."""
    held = probes(position, unit)
    if not held:
        return "it has no active probe"
    near = [one for one in held if inches <= one.reach + 1e-9]
    if not near:
        return f"its probe reaches {held[0].reach} inches, and this is {inches:.1f} away"
    if all(is_blind(position, unit, place, one) for one in near):
        return "hostile ECM blocks its probe"
    return ""


def is_blind(position: Position, unit: int, place: Point, probe: Probe) -> bool:
    """9, 13.6 ECM blinds a probe over either end of its line, or anywhere on it; so do stealth and pods on the unit."""
    side, here = position.unit(unit).side, position.at(unit)
    if jams_itself(position, unit, probe.stopped_by):
        return True
    if position.field.edition.scan_ecm == "over_the_ends":
        return any(is_jammed_at(position, side, end, 0.0, probe.stopped_by) for end in (here, place))
    return is_line_jammed(position, side, here, place, probe.stopped_by)


def why_not_scanned(position: Position, unit: int, target: int) -> str:
    """13.3 Why a unit's probes do not reach another unit; empty where one does."""
    return why_not_probed(position, unit, position.at(target), position.gap(unit, target))
