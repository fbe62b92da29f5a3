"""Tables of any game: pieces, checks, the file form and the picture."""

from __future__ import annotations

import copy
import pickle
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musterhall.drawing import table_art, table_svg
from musterhall.problems import BadInput
from musterhall.table import NORTH_AND_SOUTH, Edge, Table, TerrainPiece, read_table, table_toml

SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))
BOW_TIE = ((10.0, 10.0), (30.0, 30.0), (30.0, 10.0), (10.0, 30.0))
SVG = "{http://www.w3.org/2000/svg}"


def table_of(*pieces: TerrainPiece) -> Table:
    return Table("test", 180, 120, pieces)


def only_problem(table: Table, kinds: set[str] | None = None) -> str:
    (problem,) = table.problems(kinds)
    return str(problem)


def test_the_outline_of_an_area_is_its_points() -> None:
    assert TerrainPiece("wood", "forest", SQUARE).outline == SQUARE


def test_a_road_is_as_wide_as_it_says_and_ends_flat() -> None:
    road = TerrainPiece("road", "road", ((10, 50), (60, 50)), linear=True, width=4)
    assert set(road.outline) == {(10, 48), (10, 52), (60, 48), (60, 52)}


def test_a_bend_in_a_road_has_a_corner_and_no_arc() -> None:
    road = TerrainPiece("road", "road", ((10, 50), (60, 50), (60, 90)), linear=True, width=4)
    assert len(road.outline) == 6
    assert (62, 48) in road.outline


def test_a_hedge_stays_a_line() -> None:
    assert TerrainPiece("hedge", "hedge", ((1, 1), (9, 9)), linear=True).outline == ((1, 1), (9, 9))


def test_a_piece_survives_copying_and_pickling_with_its_outline() -> None:
    road = TerrainPiece("road", "road", ((10, 50), (60, 50)), linear=True, width=4, traits={"ford": True})
    for twin in (copy.deepcopy(road), pickle.loads(pickle.dumps(road))):
        assert twin == road
        assert twin.outline == road.outline
    assert len({road, copy.deepcopy(road)}) == 1


def test_a_sound_table_has_no_problems() -> None:
    road = TerrainPiece("road", "road", ((0, 50), (180, 50)), linear=True, width=4)
    assert table_of(TerrainPiece("wood", "forest", SQUARE), road).problems({"forest", "road"}) == []


def test_a_piece_off_the_table_is_named_with_the_place() -> None:
    piece = TerrainPiece("wood", "forest", ((170, 10), (190, 10), (170, 30)))
    assert only_problem(table_of(piece)) == (
        "terrain 'wood': it leaves the table at (190, 10). Keep x within 0 to 180 and y within 0 to 120."
    )


def test_a_self_crossing_outline_is_named_with_the_place() -> None:
    assert "crosses or touches itself at (20, 20)" in only_problem(table_of(TerrainPiece("x", "forest", BOW_TIE)))


def test_an_area_needs_three_different_points_and_a_line_two() -> None:
    assert "needs 3" in only_problem(table_of(TerrainPiece("a", "forest", ((1, 1), (2, 2), (1, 1)))))
    assert "needs 2" in only_problem(table_of(TerrainPiece("b", "road", ((1, 1), (1, 1)), linear=True)))


def test_a_line_may_neither_cross_itself_nor_close() -> None:
    loop = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (30.0, 0.0))
    ring = (*SQUARE, SQUARE[0])
    assert "crosses itself" in only_problem(table_of(TerrainPiece("loop", "road", loop, linear=True, width=2)))
    assert "closes on itself" in only_problem(table_of(TerrainPiece("ring", "road", ring, linear=True, width=2)))


def test_a_coordinate_that_is_no_number_is_a_problem_and_not_a_crash() -> None:
    piece = TerrainPiece("odd", "forest", ((float("nan"), 1), (5, 5), (1, 9)))
    assert any("not a number" in problem.what for problem in table_of(piece).problems())


def test_every_problem_is_reported_at_once() -> None:
    table = Table(
        "bad",
        0,
        120,
        (TerrainPiece("a", "lava", BOW_TIE), TerrainPiece("a", "forest", ((500, 1), (2, 2), (3, 9)))),
    )
    said = " ".join(str(problem) for problem in table.problems({"forest"}))
    for part in ("0 by 120", "stands on 2 pieces", "'lava' is unknown", "crosses", "leaves the table"):
        assert part in said


def test_convenience_shapes_become_points() -> None:
    table = read_table(
        """
        width = 180
        depth = 120
        [[terrain]]
        kind = "building"
        rectangle = [10, 20, 8, 6]
        [[terrain]]
        kind = "pond"
        circle = [60, 60, 10]
        [[terrain]]
        kind = "road"
        line = [[0, 90], [180, 90]]
        width = 4
        """,
        "shapes.toml",
    )
    house, pond, road = table.pieces
    assert house.points == ((10, 20), (18, 20), (18, 26), (10, 26))
    assert len(pond.points) == 32
    assert pond.points[0] == (70, 60)
    assert road.linear
    assert road.width == 4
    assert [piece.name for piece in table.pieces] == ["building 1", "pond 2", "road 3"]
    assert (table.name, table.width, table.depth) == ("shapes.toml", 180, 120)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("width = ", "t.toml: not readable as TOML"),
        ("widht = 3", "widht is not a field it knows"),
        ("width = -3", "width: should be more than 0"),
        ('[[terrain]]\nname = "a"', "terrain.0.kind is missing"),
        ('[[terrain]]\nkind = "forest"', "terrain.1 '' has no shape; give exactly one of points"),
        (
            '[[terrain]]\nkind = "forest"\ncircle = [50, 50, 5]\nrectangle = [1, 1, 2, 2]',
            "has rectangle and circle; give exactly one",
        ),
        ('[[terrain]]\nkind = "forest"\ncircle = [50, 50, 5]\nwidth = 3', "has a width but is not a line"),
        ('[[terrain]]\nkind = "forest"\ncircle = [50, 50]', "circle"),
        ('[[terrain]]\nkind = "forest"\ncircle = [50, 50, nan]', "should be a number"),
        ('[[terrain]]\nkind = "lava"\ncircle = [50, 50, 5]', "'lava' is unknown. Use one of forest"),
        ('[[terrain]]\nkind = "forest"\npoints = [[1, 1], [500, 1], [1, 9]]', "leaves the table at (500, 1)"),
    ],
)
def test_a_bad_file_gives_one_sentence_with_place_and_remedy(text: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_table(text, "t.toml", {"forest"}, Table("", 180, 120))
    sentence = str(caught.value)
    assert sentence.startswith("t.toml")
    assert said in sentence
    assert sentence.endswith(".")


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
widths = st.one_of(st.just(0.0), st.floats(0.1, 5))
traits = st.dictionaries(texts, st.one_of(texts, st.booleans(), st.integers(-9, 9), st.floats(-9, 9)), max_size=3)


@st.composite
def pieces(draw: st.DrawFn) -> TerrainPiece:
    x, y = draw(st.floats(0, 100)), draw(st.floats(0, 60))
    if draw(st.booleans()):
        line = ((x, y), (x + draw(st.floats(1, 50)), y + 1))
        return TerrainPiece(draw(texts), draw(texts), line, True, draw(widths), 0, draw(traits))
    triangle = ((x, y), (x + draw(st.floats(1, 50)), y), (x, y + draw(st.floats(1, 50))))
    return TerrainPiece(draw(texts), draw(texts), triangle, height=draw(st.floats(0, 9)), traits=draw(traits))


tables = st.builds(
    lambda name, made: Table(name, 180, 120, tuple(made)),
    texts,
    st.lists(pieces(), max_size=4, unique_by=lambda piece: piece.name),
)


@settings(max_examples=40, deadline=None)
@given(tables)
def test_a_table_written_and_read_is_the_same_table(table: Table) -> None:
    assert read_table(table_toml(table), "again.toml") == table


@settings(max_examples=20, deadline=None)
@given(tables)
def test_the_picture_of_any_table_is_well_formed(table: Table) -> None:
    ElementTree.fromstring(table_svg(table))


AREAS = ("rivers", "marsh", "swamp", "craters", "fields", "forest", "rubble", "ruins", "buildings")
STRONG = ("thick forest", "emplacement", "bunkers", "hill", "lava")
LINES = {"road": 3.0, "trench": 3.0, "hedge": 0.0, "fence": 0.0, "wall": 0.0}
ALL_KINDS = (*AREAS, *STRONG, *LINES)


def gallery() -> Table:
    made = []
    for number, kind in enumerate(ALL_KINDS):
        x, y = 5 + 28 * (number % 6), 5 + 28 * (number // 6)
        if kind in LINES:
            made.append(TerrainPiece(kind, kind, ((x, y), (x + 20, y + 9)), True, LINES[kind]))
        else:
            made.append(TerrainPiece(kind, kind, ((x, y), (x + 20, y), (x + 20, y + 16), (x, y + 14))))
    return table_of(*made)


def test_every_piece_of_the_picture_carries_its_kind_and_name() -> None:
    root = ElementTree.fromstring(table_svg(gallery()))
    drawn = {group.get("data-kind"): group for group in root.iter(f"{SVG}g") if group.get("data-kind")}
    assert set(drawn) == set(ALL_KINDS)
    for kind, group in drawn.items():
        title = group.find(f"{SVG}title")
        assert title is not None
        assert title.text == f"{kind} ({kind})"
        assert (group.get("class") or "").startswith("terrain ")
        assert len(group) > 1


def test_the_picture_is_the_same_every_time_and_needs_nothing_from_outside() -> None:
    art = table_svg(gallery())
    assert art == table_svg(gallery())
    for outside in ("<script", "<image", "@import", "<foreignObject"):
        assert outside not in art
    assert art.count("http") == art.count("http://www.w3.org/2000/svg")


def test_every_reference_in_the_picture_finds_its_definition() -> None:
    root = ElementTree.fromstring(table_svg(gallery()))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    used = {(element.get("href") or "").removeprefix("#") for element in root.iter(f"{SVG}use")}
    assert len(ids) == len(set(ids))
    assert used <= set(ids)


def test_names_are_text_and_never_markup() -> None:
    name = '<b onclick="x">&\x01'
    root = ElementTree.fromstring(table_svg(table_of(TerrainPiece(name, '"<i>', SQUARE))))
    assert not list(root.iter(f"{SVG}b"))
    (group,) = [group for group in root.iter(f"{SVG}g") if group.get("data-kind")]
    assert group.get("data-name") == '<b onclick="x">&'


def test_the_north_is_at_the_top_and_a_place_is_drawn_where_it_is_measured() -> None:
    corner = TerrainPiece("corner", "lava", ((0, 0), (10, 0), (10, 5)))
    assert "M0.00 0.00L10.00 0.00L10.00 5.00Z" in table_art(table_of(corner))


def test_trees_are_as_large_on_a_table_in_inches() -> None:
    wood = TerrainPiece("wood", "forest", ((0, 0), (8, 0), (8, 8), (0, 8)))
    large = TerrainPiece("wood", "forest", ((0, 0), (20, 0), (20, 20), (0, 20)))
    inches, centimetres = Table("one", 72, 48, (wood,), "inches"), Table("one", 180, 120, (large,), "cm")
    assert table_art(inches, length=0.4) == table_art(centimetres)
    assert table_svg(inches, length=0.4, grid=12) == table_svg(centimetres, grid=30)


def test_of_two_sides_that_face_each_other_the_first_has_the_north_where_y_is_nought() -> None:
    drawn = ElementTree.fromstring(table_svg(Table("sides", 40, 30, edges=NORTH_AND_SOUTH)))
    tops = {one.attrib["class"]: float(one.attrib["y"]) for one in drawn.iter(f"{SVG}rect") if "class" in one.attrib}
    assert tops["edge side0"] < 0
    assert tops["edge side1"] > 30


def test_art_for_another_picture_keeps_its_ids_apart_by_prefix() -> None:
    root = ElementTree.fromstring(table_art(gallery(), prefix="left").replace("<g ", f'<g xmlns="{SVG[1:-1]}" ', 1))
    assert root.tag == f"{SVG}g"
    assert all(str(element.get("id")).startswith("left-") for element in root.iter() if element.get("id"))


def test_grid_and_legend_can_be_left_out() -> None:
    bare = table_svg(gallery(), legend=False)
    assert 'class="grid"' not in bare
    assert 'class="legend"' not in bare
    full = table_svg(gallery(), scale=10, grid=30)
    assert 'class="grid"' in full
    assert 'class="legend"' in full
    assert 'width="1920"' in full


def test_a_road_with_water_on_both_sides_is_drawn_as_a_bridge() -> None:
    road = TerrainPiece("road", "road", ((40, 60), (140, 60)), True, 4)
    south = TerrainPiece("south", "rivers", ((88, 63), (93, 63), (93, 120), (88, 120)))
    north = TerrainPiece("north", "rivers", ((88, 0), (93, 0), (93, 57), (88, 57)))
    assert 'class="crossing"' in table_art(table_of(road, north, south))
    assert 'class="crossing"' not in table_art(table_of(road, north))


def test_a_side_has_its_colour_at_the_edge_that_the_table_gives_it() -> None:
    edges = (Edge("west", 0), Edge("north", 1))
    drawn = ElementTree.fromstring(table_svg(Table("sides", 40, 30, unit="inches", edges=edges)))
    found = {
        one.attrib["class"]: one.attrib for one in drawn.iter(f"{SVG}rect") if "edge" in one.attrib.get("class", "")
    }
    assert set(found) == {"edge side0", "edge side1"}
    assert (found["edge side0"]["x"], found["edge side0"]["height"]) == ("-1.2", "30")
    assert (found["edge side1"]["y"], found["edge side1"]["width"]) == ("-1.2", "40")


def test_a_file_without_a_size_takes_the_games_and_needs_one_where_no_game_has_any() -> None:
    usual = Table("", 48, 36, unit="inches", edges=(Edge("south", 0),))
    assert read_table("", "bare.toml", usual=usual) == Table("bare.toml", 48, 36, (), "inches", usual.edges)
    with pytest.raises(BadInput, match="width"):
        read_table("", "bare.toml")
    with pytest.raises(BadInput, match="measures in inches"):
        read_table('unit = "cm"', "metric.toml", usual=usual)
