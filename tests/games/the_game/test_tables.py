"""6.1.1 Random tables, the check for tables made by hand, and the text map."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon, box, union_all

from musterhall.games.the_game.field.random_tables import random_table
from musterhall.games.the_game.field.tables import cover_share, game_table, shipped_tables, table_map, table_problems
from musterhall.games.the_game.field.terrain import terrain_kind
from musterhall.problems import BadInput
from musterhall.table import Table, TerrainPiece, table_toml

SEEDS = st.integers(0, 10_000)


def dice(seed: int) -> Callable[[int], int]:
    return random.Random(seed).randrange


def overlaps(table: Table) -> list[tuple[str, str]]:
    """Pairs of pieces that share ground, other than roads that cross."""
    areas = [piece for piece in table.pieces if len(piece.outline) > 2 and (piece.width or not piece.linear)]
    return [
        (one.name, other.name)
        for one, other in combinations(areas, 2)
        if not one.kind == other.kind == "road"
        and Polygon(one.outline).intersection(Polygon(other.outline)).area > 0.01
    ]


def full_grid(*left_out: tuple[int, int]) -> Table:
    """A wood of 17 by 17 cm in the middle of every square but those left out."""
    woods = []
    for column in range(6):
        for row in range(4):
            x, y = column * 30 + 6.0, row * 30 + 6.0
            corners = ((x, y), (x + 17, y), (x + 17, y + 17), (x, y + 17))
            if (column, row) not in left_out:
                woods.append(TerrainPiece(f"wood {column} {row}", "forest", corners))
    return Table("grid", 180, 120, pieces=tuple(woods))


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_a_random_table_is_legal(seed: int) -> None:
    table = random_table(dice(seed))
    assert table_problems(table) == []
    assert 0.28 <= cover_share(table) <= 0.38
    assert len(table.pieces) < 48
    assert all(len(piece.outline) < 20 for piece in table.pieces)
    assert len({piece.name for piece in table.pieces}) == len(table.pieces)


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_nothing_but_roads_overlaps_on_a_random_table(seed: int) -> None:
    assert overlaps(random_table(dice(seed))) == []


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_every_ground_unit_can_reach_both_edges_of_a_random_table(seed: int) -> None:
    table = random_table(dice(seed))
    for unit_type in ("infantry", "soft vehicle", "armoured vehicle"):
        shut = [
            Polygon(piece.outline)
            for piece in table.pieces
            if terrain_kind(piece.kind).effects[unit_type] == "impassable"
        ]
        free = box(0, 0, 180, 120).difference(union_all(shut).buffer(0.5))
        largest = max(getattr(free, "geoms", [free]), key=lambda part: float(part.area))
        assert largest.area > 0.95 * free.area
        assert largest.bounds[1] == 0
        assert largest.bounds[3] == 120


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_a_road_joins_two_opposite_edges(seed: int) -> None:
    roads = [piece for piece in random_table(dice(seed)).pieces if piece.kind == "road"]
    (x0, y0), (x1, y1) = roads[0].points[0], roads[0].points[-1]
    assert (x0, x1) == (0, 180) or (y0, y1) == (0, 120)


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_the_same_dice_give_the_same_table_and_its_file_too(seed: int) -> None:
    table = random_table(dice(seed))
    assert table == random_table(dice(seed))
    assert game_table(table_toml(table), "random.toml") == table


def test_many_tables_show_every_kind_of_terrain() -> None:
    seen = {piece.kind for seed in range(25) for piece in random_table(dice(seed)).pieces}
    assert seen >= {
        "forest",
        "thick forest",
        "fields",
        "craters",
        "ruins",
        "buildings",
        "rivers",
        "marsh",
        "road",
    }
    assert seen >= {"bunkers", "trench", "emplacement"}


def test_even_dice_that_never_change_give_a_legal_table() -> None:
    assert table_problems(random_table(lambda below: 0)) == []


@pytest.mark.parametrize("name", sorted(shipped_tables()))
def test_a_shipped_table_is_legal_and_about_a_third_covered(name: str) -> None:
    table = shipped_tables()[name]
    assert table_problems(table) == []
    assert overlaps(table) == []
    assert 0.28 <= cover_share(table) <= 0.38
    assert len(table.pieces) < 48


def test_crossroads_is_shipped() -> None:
    assert shipped_tables()["crossroads"].name == "Crossroads"


def test_a_wood_in_every_square_is_legal() -> None:
    assert table_problems(full_grid()) == []


def test_each_empty_square_is_named() -> None:
    said = [str(problem) for problem in table_problems(full_grid((0, 0), (5, 3)))]
    assert len(said) == 2
    assert said[0] == (
        "square A1: it has no major terrain feature, only 0 square cm. "
        "Put terrain of at least 45 square cm into it. (6.1.1)"
    )
    assert said[1].startswith("square F4:")


def test_a_road_is_no_major_feature() -> None:
    table = full_grid((0, 0))
    road = TerrainPiece("road", "road", ((5, 0), (5, 30)), True, 8)
    problems = table_problems(Table("roads", 180, 120, pieces=(*table.pieces, road)))
    assert [problem.where for problem in problems] == ["square A1"]


def test_a_table_of_another_size_is_told_the_right_one() -> None:
    small = Table("small", 120, 120, full_grid().pieces[:16])
    assert "it is 120 by 120 cm. Make it 180 wide and 120 deep. (6.1.1)" in str(table_problems(small)[0])


@pytest.mark.parametrize(("size", "remedy"), [(7, "Add terrain"), (29, "Take terrain away")])
def test_far_too_little_or_too_much_terrain_draws_advice(size: int, remedy: str) -> None:
    corners = [(column * 30.0, row * 30.0) for column in range(6) for row in range(4)]
    woods = tuple(
        TerrainPiece(f"{x} {y}", "forest", ((x, y), (x + size, y), (x + size, y + size), (x, y + size)))
        for x, y in corners
    )
    (problem,) = table_problems(Table("share", 180, 120, pieces=woods))
    assert "where about a third is advised" in str(problem)
    assert problem.remedy == remedy


def test_a_road_that_ends_in_the_water_needs_a_bridge() -> None:
    river = TerrainPiece("Heron Water", "river", ((0, 28), (180, 28)), True, 3)
    road = TerrainPiece("Mill Road", "road", ((28, 0), (28, 120)), True, 3)
    (problem,) = table_problems(Table("wet", 180, 120, pieces=(*full_grid().pieces, river, road)))
    assert "it runs into 'Heron Water'" in str(problem)


def test_a_hedge_without_figures_is_a_problem_of_its_table() -> None:
    hedge = TerrainPiece("hedge", "hedge", ((1, 1), (20, 1)), True)
    problems = table_problems(Table("hedge", 180, 120, pieces=(*full_grid().pieces, hedge)))
    assert len(problems) == 4


def test_an_unknown_kind_in_a_file_is_said_to_be_unknown() -> None:
    with pytest.raises(BadInput, match="'lava' is unknown"):
        game_table('[[terrain]]\nkind = "lava"\ncircle = [50, 50, 9]', "hot.toml")


def test_the_map_shows_pieces_where_they_lie_with_red_on_top() -> None:
    wood = TerrainPiece("wood", "forest", ((0, 0), (30, 0), (30, 30), (0, 30)))
    lines = table_map(Table("map", 180, 120, pieces=(wood,)))
    assert lines[0].split() == list("ABCDEF")
    assert len({len(line) for line in lines[1:-1]}) == 1
    assert lines[2] == "  |ffffffffff" + "|.........." * 5 + "|"
    assert lines[-3] == "  |" + "|".join([".........."] * 6) + "|"
    assert lines[5].startswith("1 |")
    assert lines[-1] == "red's edge on top, blue's below; f forest"


def test_the_map_of_an_empty_table_says_so() -> None:
    assert table_map(Table("bare", 180, 120))[-1].endswith("no terrain")
