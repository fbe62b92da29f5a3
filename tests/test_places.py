"""Places on a table as people say them."""

from __future__ import annotations

import pytest

from musterhall.places import compass_of, place_in_words, way_in_words
from musterhall.table import Table, TerrainPiece

WOOD = TerrainPiece("Grey Wood", "woods", ((10, 10), (16, 10), (16, 16), (10, 16)))
HILL = TerrainPiece("Long Hill", "hill", ((26, 24), (34, 24), (34, 32), (26, 32)))
ROAD = TerrainPiece("Mill Road", "road", ((0, 4), (36, 4)), linear=True, width=2)
RIVER = TerrainPiece("Heron Water", "river", ((22, 0), (22, 8)), linear=True, width=3)
HOUSE = TerrainPiece("Mill", "buildings", ((29, 27), (31, 27), (31, 29), (29, 29)))
TABLE = Table("Meadow", 36, 36, (WOOD, HILL, HOUSE), "inches")


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ((12, 12), "in Grey Wood"),
        ((27, 25), "on Long Hill"),
        ((30, 28), "in Mill"),
        ((13, 8), "just north of Grey Wood"),
        ((18, 20), "in the middle of the table"),
        ((2, 34), "in the south-west of the table"),
        ((18, 33), "in the south of the table"),
        ((18, 35.5), "at the south edge"),
        ((13, 9.9), "just north of Grey Wood"),
    ],
)
def test_a_place_is_said_by_the_terrain_it_is_at_or_the_part_of_the_table(at: tuple[float, float], said: str) -> None:
    assert place_in_words(TABLE, at) == said


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ((22, 4), "on the bridge of Mill Road over Heron Water"),
        ((10, 4), "on Mill Road"),
        ((22, 7), "in Heron Water"),
        ((10, 0.5), "at the north edge, just north-west of Mill Road"),
    ],
)
def test_where_a_road_crosses_water_there_is_a_bridge(at: tuple[float, float], said: str) -> None:
    assert place_in_words(Table("Meadow", 36, 36, (ROAD, RIVER), "inches"), at) == said


def test_a_ford_is_called_a_ford() -> None:
    ford = TerrainPiece("Sand Ford", "road", ROAD.points, linear=True, width=2)
    assert place_in_words(Table("Meadow", 36, 36, (ford, RIVER), "inches"), (22, 4)) == "on Sand Ford"


def test_a_way_is_said_by_its_length_and_direction_and_where_it_ends() -> None:
    assert way_in_words(TABLE, (13, 2), (13, 12.5)) == "10.5″ south, in Grey Wood"
    assert (
        way_in_words(Table("Plain", 120, 120, (), "cm"), (100, 60), (76, 60))
        == "24 cm west, in the middle of the table"
    )


def test_a_facing_is_said_by_the_compass_as_tables_are_measured() -> None:
    assert [compass_of(facing) for facing in (0, 90, 225, 350)] == ["east", "south", "north-west", "east"]
