"""4.3 Water on a table: its depths, the land between, the shore, and how they are drawn and checked."""

from __future__ import annotations

import pytest
from shapely import Point, Polygon, box

from musterhall.drawing import table_svg
from musterhall.games.the_game.field.tables import cover_share, game_table, table_map, table_problems
from musterhall.games.the_game.field.terrain import kind_of
from musterhall.games.the_game.sea.waters import dry_land, shore_line
from musterhall.problems import BadInput
from musterhall.table import Table, TerrainPiece, Trait

SEA = TerrainPiece("Sea", "deep water", ((0, 0), (180, 0), (180, 30), (0, 30)))
SHALLOWS = TerrainPiece("Shallows", "shallow water", ((0, 30), (180, 30.05), (180, 60), (0, 60)))
LAKE = TerrainPiece("Lake", "deep water", ((50, 80), (70, 80), (70, 100), (50, 100)))
FAR = TerrainPiece("Far", "deep sea", ((100, 90), (120, 90), (120, 110), (100, 110)))


FRAME = box(0, 0, 180, 120)


def table(*pieces: TerrainPiece) -> Table:
    return Table("Bay", 180, 120, pieces, "cm")


def river(**traits: Trait) -> TerrainPiece:
    return TerrainPiece("Mill Water", "rivers", ((0, 20), (180, 20)), True, 5, traits=traits)


def test_land_is_all_that_no_water_covers_and_has_no_hole() -> None:
    pieces = (SEA, SHALLOWS, LAKE, FAR)
    land = [Polygon(outline) for outline in dry_land(table(*pieces), pieces)]
    assert sum(part.intersection(FRAME).area for part in land) == pytest.approx(180 * 60 - 400 - 400)
    assert all(part.is_valid for part in land)


def test_land_at_the_edge_of_the_table_is_land_on_the_very_edge_too_and_water_is_water() -> None:
    land = [Polygon(outline) for outline in dry_land(table(SEA, SHALLOWS), (SEA, SHALLOWS))]
    dry = [(27, 120), (0, 90), (180, 61), (0, 120)]
    assert [any(part.contains(Point(at)) for part in land) for at in dry] == [True] * 4
    wet = [(27, 0), (0, 20), (180, 50), (0, 0)]
    assert [any(part.intersects(Point(at)) for part in land) for at in wet] == [False] * 4


def test_nobody_runs_aground_on_the_seam_between_two_waters() -> None:
    land = [Polygon(outline) for outline in dry_land(table(SEA, SHALLOWS), (SEA, SHALLOWS))]
    assert all(part.intersection(FRAME).bounds[1] >= 59.9 for part in land)


def test_the_shore_is_where_water_meets_land_and_not_the_edge_of_the_table() -> None:
    assert [round(y, 2) for stretch in shore_line(table(SEA), (SEA,)) for _, y in stretch] == [30.0, 30.0]


def test_a_table_without_water_is_all_land_and_has_no_shore() -> None:
    assert [Polygon(outline).intersection(FRAME).area for outline in dry_land(table(), ())] == [180 * 120]
    assert shore_line(table(), ()) == []


@pytest.mark.parametrize(("depth", "ship"), [("shallow", "impassable"), ("deep", "none"), ("deep sea", "none")])
def test_a_river_is_as_deep_as_it_is_marked(depth: str, ship: str) -> None:
    assert kind_of(river(depth=depth)).effects["ship"] == ship


def test_a_depth_that_table_4_1_does_not_have_is_named_with_those_it_has() -> None:
    assert [str(problem) for problem in table_problems(table(river(depth="bottomless")))] == [
        'terrain \'Mill Water\': its depth is \'bottomless\'. Make it "shallow" or "deep" or "deep sea". (table 4.1)'
    ]
    with pytest.raises(BadInput, match="its depth is 'bottomless'"):
        kind_of(river(depth="bottomless"))


def test_what_is_no_river_has_no_depth_of_its_own() -> None:
    wood = TerrainPiece("Crow Wood", "forest", ((0, 0), (9, 0), (9, 9)), traits={"depth": "deep"})
    assert "a forest has no depth" in str(table_problems(table(wood))[0])


def test_the_sea_is_no_part_of_the_land_that_terrain_covers() -> None:
    wood = TerrainPiece("Crow Wood", "forest", ((0, 60), (90, 60), (90, 90), (0, 90)))
    assert cover_share(table(SEA, SHALLOWS, wood)) == pytest.approx(0.25, abs=0.001)


def test_the_depths_have_letters_of_their_own_on_a_text_map() -> None:
    lines = table_map(table(SEA, SHALLOWS, FAR))
    assert "s shallow water, d deep water, D deep sea" in lines[-1]
    assert {"s", "d", "D"} <= set("".join(lines[1:-1]))


def test_the_depths_look_different_and_the_key_says_which_is_which() -> None:
    picture = table_svg(table(SEA, SHALLOWS, FAR, river(depth="deep")))
    for style in ("shallow-water", "deep-water", "deep-sea", "river"):
        assert f'class="terrain {style}"' in picture
    for words in ("shallow water", "deep water", "deep sea", "deep rivers"):
        assert f">{words}</text>" in picture
    assert len({picture.count(colour) > 0 for colour in ("#8fb9b8", "#5f93a6", "#2f5f7d", "#3f6b86")}) == 1


def test_a_table_file_may_draw_every_depth() -> None:
    text = "\n".join(
        f'[[terrain]]\nname = "{kind}"\nkind = "{kind}"\nrectangle = [0, {20 * n}, 180, 20]'
        for n, kind in enumerate(("deep sea", "deep water", "shallow water"))
    )
    assert [piece.kind for piece in game_table(text, "bay.toml").pieces] == ["deep sea", "deep water", "shallow water"]
