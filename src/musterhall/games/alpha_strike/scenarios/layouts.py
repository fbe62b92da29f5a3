"""Where the objectives of each scenario lie; the figures are in catalogue/scenario_layouts.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.terrain import CLEAR, OBJECTIVE
from musterhall.games.alpha_strike.package_data import catalogue_data
from musterhall.games.alpha_strike.position.scenario import Zone
from musterhall.geometry import Point
from musterhall.table import TerrainPiece

FILE = "scenario_layouts.toml"


@cache
def layout(name: str) -> Mapping[str, Any]:
    """What the file says of a scenario."""
    return dict(catalogue_data(FILE)[name])


def point(said: Any) -> Point:
    return (float(said[0]), float(said[1]))


def zone_about(middle: Point, width: float, depth: float) -> Zone:
    """A rectangle by its middle and its size."""
    x, y = middle
    return Zone(x - width / 2, y - depth / 2, x + width / 2, y + depth / 2)


def solid_piece(name: str, zone: Zone, height: float, edition: Edition) -> TerrainPiece:
    """13.6 A bunker, station or wreck: solid ground that nobody sees through, or by the other reading nothing."""
    kind = OBJECTIVE if edition.objective_terrain == "solid" else CLEAR
    corners = (
        (zone.left, zone.top),
        (zone.right, zone.top),
        (zone.right, zone.bottom),
        (zone.left, zone.bottom),
    )
    return TerrainPiece(name, kind, corners, height=height)
