"""Scans of a scenario: which of a unit's active probes reaches a place, and what the unit sees there."""

from __future__ import annotations

from musterhall.games.alpha_strike.attacks.sight import Sight, sight_of_place
from musterhall.games.alpha_strike.electronics.probes import is_blind, probes
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import SLACK, Point


def probes_of(position: Position, unit: int) -> dict[str, int]:
    """9, 13.3 The active probes of a unit with their reach, the farthest first."""
    return {one.name: one.reach for one in probes(position, unit)}


def probe_reach(position: Position, unit: int) -> int:
    """9, 13.3 How far a unit's best probe reaches; nothing without one."""
    return max(probes_of(position, unit).values(), default=0)


def is_blocked(position: Position, unit: int, probe: str, end: Point) -> bool:
    """9, 13.6 Whether hostile ECM stops this probe of a unit on its way to a place."""
    return any(is_blind(position, unit, end, one) for one in probes(position, unit) if one.name == probe)


def open_probe(position: Position, unit: int, end: Point, inches: float) -> str:
    """The first probe of a unit that reaches so far and that no ECM stops; empty where there is none."""
    for one in probes(position, unit):
        if inches <= one.reach + SLACK and not is_blind(position, unit, end, one):
            return one.name
    return ""


def glimpse(position: Position, unit: int, at: Point, height: float, radius: float) -> Sight:
    """3 What a unit sees of a thing of this height at a place, such as a token or a station."""
    return sight_of_place(position, unit, at, height, radius)
