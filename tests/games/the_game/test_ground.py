"""How far ground lets a unit go, and where a barrage covers the most."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from musterhall import geometry
from musterhall.games.the_game.fire.fire_lines import best_disc
from musterhall.games.the_game.movement.ground import DIFFICULT, IMPASSABLE, straight_reach
from musterhall.geometry import Point, Shapes

COORDINATES = st.floats(0, 100).map(lambda value: round(value, 2))
POINTS = st.tuples(COORDINATES, COORDINATES)
SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))


@given(POINTS, POINTS, st.floats(1, 40))
def test_nobody_reaches_farther_than_his_allowance_or_into_what_is_impassable(
    start: Point, goal: Point, allowance: float
) -> None:
    shapes = Shapes.of([SQUARE])
    assume(not shapes.contains(0, start))
    effects = np.array([IMPASSABLE])
    reach = straight_reach(start, goal, allowance, effects, shapes.outlines)
    assert reach <= allowance + 1e-9
    assert reach <= geometry.distance(start, goal) + 1e-9
    assert shapes.length_inside(0, start, geometry.towards(start, goal, reach)) < 0.03


def test_difficult_ground_halves_the_whole_move_unless_stopping_short_is_farther() -> None:
    shapes, effects = Shapes.of([SQUARE]), np.array([DIFFICULT])
    assert straight_reach((5.0, 20.0), (40.0, 20.0), 20.0, effects, shapes.outlines) == pytest.approx(10.0)
    assert straight_reach((0.0, 20.0), (40.0, 20.0), 16.0, effects, shapes.outlines) == pytest.approx(9.98)


@given(st.lists(POINTS, min_size=1, max_size=10), st.floats(1, 20))
def test_the_best_disc_covers_what_it_says(points: list[Point], radius: float) -> None:
    x, y = np.array([p[0] for p in points]), np.array([p[1] for p in points])
    units = np.arange(len(points))
    cx, cy, count = best_disc(x, y, units, radius, np.zeros(0, dtype=np.int64), np.zeros(0))
    assert count == sum(geometry.distance((cx, cy), point) <= radius + 1e-6 for point in points)
    assert count >= max(sum(geometry.distance(a, b) <= radius for b in points) for a in points)
