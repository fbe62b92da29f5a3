"""Geometry: checked against shapely, which is slower but was written by other people."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from musterhall import geometry, measuring
from musterhall.geometry import Point, Shapes

COORDINATES = st.floats(0, 100).map(lambda value: round(value, 2))
POINTS = st.tuples(COORDINATES, COORDINATES)
SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))


@st.composite
def blobs(draw: st.DrawFn) -> tuple[Point, ...]:
    """Outlines like those of a wood: corners round a middle, at differing distances."""
    x, y = draw(st.tuples(st.floats(30, 70), st.floats(30, 70)))
    reaches = draw(st.lists(st.floats(5, 25), min_size=3, max_size=12))
    turns = [2 * math.pi * number / len(reaches) for number in range(len(reaches))]
    corners = [(x + r * math.cos(t), y + r * math.sin(t)) for r, t in zip(reaches, turns, strict=True)]
    return tuple((round(a, 2), round(b, 2)) for a, b in corners)


@given(blobs(), POINTS, POINTS)
def test_length_inside_an_outline_is_what_shapely_says(outline: tuple[Point, ...], a: Point, b: Point) -> None:
    polygon = shapely.Polygon(outline)
    assume(polygon.is_valid)
    expected = polygon.intersection(shapely.LineString([a, b])).length
    assert Shapes.of([outline]).length_inside(0, a, b) == pytest.approx(expected, abs=1e-6)


@given(blobs(), POINTS)
def test_containing_is_what_shapely_says_away_from_the_edge(outline: tuple[Point, ...], point: Point) -> None:
    polygon = shapely.Polygon(outline)
    assume(polygon.is_valid and polygon.exterior.distance(shapely.Point(point)) > 1e-6)
    assert Shapes.of([outline]).contains(0, point) == polygon.contains(shapely.Point(point))


@given(st.lists(blobs(), min_size=1, max_size=4), POINTS, POINTS)
def test_length_inside_any_of_several_is_the_length_inside_their_union(
    outlines: list[tuple[Point, ...]], a: Point, b: Point
) -> None:
    polygons = [shapely.Polygon(outline) for outline in outlines]
    assume(all(polygon.is_valid for polygon in polygons))
    expected = shapely.unary_union(polygons).intersection(shapely.LineString([a, b])).length
    found = Shapes.of(outlines).length_inside_any(range(len(outlines)), a, b)
    assert found == pytest.approx(expected, abs=1e-6)


@given(blobs(), POINTS, st.floats(0.5, 10))
def test_the_share_of_a_base_inside_is_nearly_what_shapely_says(
    outline: tuple[Point, ...], point: Point, radius: float
) -> None:
    polygon, disc = shapely.Polygon(outline), shapely.Point(point).buffer(radius, 64)
    assume(polygon.is_valid)
    expected = polygon.intersection(disc).area / disc.area
    assert Shapes.of([outline]).share_inside(0, point, radius) == pytest.approx(expected, abs=0.06)


def test_distance_runs_from_base_to_base() -> None:
    assert geometry.distance((0, 0), (10, 0)) == 10
    assert geometry.distance((0, 0), (10, 0), 2, 3) == 5
    assert geometry.distance((0, 0), (3, 0), 2, 3) == 0


@given(POINTS, st.floats(0, 359), st.sampled_from((90.0, 180.0)), POINTS)
def test_an_arc_and_the_one_behind_it_leave_nothing_out(
    origin: Point, facing: float, width: float, target: Point
) -> None:
    ahead = geometry.in_arc(origin, facing, 180.0, target)
    behind = geometry.in_arc(origin, (facing + 180.0) % 360.0, 180.0, target)
    assert ahead or behind
    assert not geometry.in_arc(origin, facing, width, target) or ahead


def seen(a: Point, b: Point, depth: float = 10.0) -> bool:
    x, y = np.array([a[0], b[0]]), np.array([a[1], b[1]])
    first, second = np.array([0]), np.array([1])
    return bool(measuring.sight(x, y, first, second, 1000.0, Shapes.of([SQUARE]), depth)[0, 0])


@given(POINTS, POINTS)
def test_sight_goes_both_ways(a: Point, b: Point) -> None:
    assert seen(a, b) == seen(b, a)


def test_an_area_hides_what_is_behind_it_and_what_is_deep_inside() -> None:
    assert not seen((0, 20), (40, 20))
    assert seen((0, 20), (20, 20))
    assert not seen((0, 20), (20.1, 20))
    assert seen((0, 5), (40, 5))
    assert seen((12, 20), (22, 20))
    assert not seen((12, 20), (22.1, 20))
