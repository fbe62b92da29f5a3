"""Tables of Alpha Strike: by seed, shipped, in files, and as text."""

from __future__ import annotations

import pytest
import shapely
from shapely import Point, box
from shapely.affinity import rotate

from musterhall.games.alpha_strike.battles import Setup, new_position
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.making_tables import layout, table_of_seed
from musterhall.games.alpha_strike.field.tables import game_table, outline_of, shipped_tables, table_problems
from musterhall.games.alpha_strike.field.terrain import terrain_kind
from musterhall.games.alpha_strike.force.forces import shipped_force
from musterhall.games.alpha_strike.parts.board import middle
from musterhall.games.alpha_strike.parts.tables import AlphaStrikeTables
from musterhall.games.alpha_strike.scenarios.scenarios import scenario_named
from musterhall.problems import BadInput
from musterhall.table import Table, TerrainPiece, read_table, table_toml

TABLES = AlphaStrikeTables()
TWO_TOPS = (509, 553)
"""Here a hill is so narrow in the middle that its top is in two parts."""
NO_TOP = (318, 373)
"""Here one is so narrow that it has no top."""
SEEDS = (*range(1, 41), *TWO_TOPS, *NO_TOP)


def setup(scenario: str) -> Setup:
    force = shipped_force("lyran-picket")
    return Setup(force, force, table_of_seed(1), scenario_named(scenario), Edition.usual())


def grown(table: Table) -> list[TerrainPiece]:
    """All but roads."""
    return [piece for piece in table.pieces if not terrain_kind(piece.kind).paved]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_by_seed_can_be_fought_on_and_is_the_same_from_both_sides(seed: int) -> None:
    table = table_of_seed(seed)
    assert (table.width, table.depth) == (72, 48)
    assert table_problems(table) == []
    assert 8 <= len(table.pieces) <= 18
    outlines = [outline_of(piece) for piece in table.pieces]
    for piece, outline in zip(table.pieces, outlines, strict=True):
        twin = rotate(outline, 180, origin=(36, 24))
        alike = [one for other, one in zip(table.pieces, outlines, strict=True) if other.kind == piece.kind]
        assert min(twin.symmetric_difference(one).area for one in alike) < 2, piece.name


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_lies_where_a_scenario_has_its_objectives_or_where_units_walk_on(seed: int) -> None:
    table = table_of_seed(seed)
    clear = [Point(x, y).buffer(radius - 0.3) for x, y, radius in layout().keep_clear]
    clear += [rotate(one, 180, origin=(36, 24)) for one in clear]
    clear += [box(0, 0, 72, 6), box(0, 42, 72, 48)]
    for piece in grown(table):
        assert all(outline_of(piece).intersection(one).area < 0.05 for one in clear), piece.name


def test_the_same_seed_lays_the_same_table_and_another_seed_another() -> None:
    assert table_of_seed(7) == table_of_seed(7)
    assert len({table_toml(table_of_seed(seed)) for seed in SEEDS}) == len(SEEDS)


def test_a_small_table_is_bare_because_the_players_place_its_terrain() -> None:
    table = TABLES.of_setup("drafted-for-war", 3)
    assert (table.width, table.depth, table.pieces) == (36, 22, ())
    assert TABLES.of_setup("bunkers", 3) == table_of_seed(3)


def test_what_is_kept_clear_holds_every_objective() -> None:
    clear = shapely.union_all([Point(x, y).buffer(radius) for x, y, radius in layout().keep_clear])
    clear = clear.union(rotate(clear, 180, origin=(36, 24)))
    for name in ("bunkers", "domination", "king-of-the-hill", "data-extraction", "salvage"):
        field = new_position(setup(name))
        for marker in field.scenario.markers(field):
            x, y = middle(marker)
            assert clear.contains(Point(x, y)), (name, marker["text"])


def test_there_are_three_shipped_tables_with_every_kind_of_ground() -> None:
    assert len(TABLES.names()) == 3
    for name, table in shipped_tables().items():
        assert table_problems(table) == [], name
        kinds = {terrain_kind(piece.kind).name for piece in table.pieces}
        assert {"woods", "hill", "water", "light_building", "road", "rough"} <= kinds, name
        assert 0.12 < TABLES.figures(table)["cover"] < 0.35, name


def test_a_table_comes_back_from_its_file_and_as_text() -> None:
    table = table_of_seed(5)
    assert game_table(table_toml(table), "again.toml") == table
    lines = TABLES.text_map(table)
    assert len(lines) == 27
    assert {len(line) for line in lines[:-1]} == {74}
    assert "red's edge on top" in lines[-1]
    assert "<svg" in TABLES.picture(table)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('unit = "cm"', "measures in inches"),
        ('[[terrain]]\nkind = "lava"\ncircle = [10, 10, 3]', "lava"),
        ('[[terrain]]\nkind = "woods"\ncircle = [70, 10, 3]', "it leaves the table"),
    ],
)
def test_what_a_file_gets_wrong_is_told(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        TABLES.read(text, "table.toml")


def test_an_edge_that_nobody_can_walk_on_from_is_told() -> None:
    text = 'width = 72\ndepth = 48\nunit = "inches"\n[[terrain]]\nkind = "lake"\nrectangle = [0, 0, 60, 5]'
    problems = table_problems(read_table(text, "shut.toml"))
    assert [str(one) for one in problems] == [
        "table 'shut.toml', north edge: terrain that vehicles cannot enter covers more than half of it. "
        "Move some of it away. (13.6)"
    ]
