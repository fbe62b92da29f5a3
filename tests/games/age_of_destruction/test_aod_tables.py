"""Tables of Age of Destruction: the same for both sides, and free where units are deployed."""

from __future__ import annotations

import pytest
from shapely import Polygon, union_all
from shapely.affinity import rotate

from musterhall.games.age_of_destruction.field.making_tables import table_of_seed
from musterhall.games.age_of_destruction.field.tables import game_table, shipped_tables, table_problems, text_map
from musterhall.table import Table, table_toml

TABLES = [*shipped_tables().values(), *map(table_of_seed, range(1, 13))]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_table_is_the_same_from_both_sides_and_has_no_problem(table: Table) -> None:
    assert table_problems(table) == []
    assert len(table.pieces) >= 4
    ground = union_all([Polygon(piece.outline) for piece in table.pieces])
    turned = rotate(ground, 180, origin=(18, 18))
    assert ground.symmetric_difference(turned).area < 1.0
    assert min(piece_y for piece in table.pieces for _, piece_y in piece.outline) >= 3


def test_a_table_comes_back_from_its_file_as_it_was() -> None:
    table = table_of_seed(4)
    assert game_table(table_toml(table), "table.toml") == table


def test_a_zone_full_of_water_is_a_problem() -> None:
    text = 'name = "Wet"\n[[terrain]]\nname = "Sea"\nkind = "lake"\nrectangle = [0, 0, 36, 4]\n'
    assert "north edge" in str(table_problems(game_table(text, "wet.toml"))[0])


def test_the_map_has_a_legend() -> None:
    assert "^ elevated terrain" in text_map(shipped_tables()["twin-hills"])[-1]
