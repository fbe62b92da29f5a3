"""1.6.2 Every row of table 1.1, and hedges."""

from __future__ import annotations

import pytest

from musterhall.games.the_game.field.terrain import (
    LEVELS,
    cover_for,
    hedge_problems,
    kind_of,
    known_kinds,
    read_terrain,
    terrain_kind,
    terrain_kinds,
)
from musterhall.problems import BadInput
from musterhall.table import TerrainPiece, Trait

TYPES = ("infantry", "soft vehicle", "armoured vehicle")
ROWS = {
    "rivers": ("none", 0, 0, "impassable", "impassable", "impassable", False),
    "marsh": ("light", 0, 1, "difficult", "impassable", "impassable", True),
    "swamp": ("light", 0, 1, "difficult", "impassable", "impassable", True),
    "craters": ("light", 0, 1, "none", "none", "none", True),
    "fields": ("light", 0, 1, "none", "none", "none", True),
    "forest": ("light", 0, 1, "none", "difficult", "none", True),
    "rubble": ("light", 0, 1, "none", "difficult", "none", True),
    "ruins": ("medium", 1, 1, "none", "difficult", "difficult", True),
    "buildings": ("medium", 1, 1, "none", "impassable", "impassable", True),
    "thick forest": ("medium", 1, 1, "difficult", "impassable", "difficult", True),
    "trench": ("heavy", 1, 2, "none", "impassable", "difficult", True),
    "emplacement": ("heavy", 1, 2, "none", "none", "none", True),
    "bunkers": ("bunker", 2, 2, "none", "impassable", "impassable", True),
    "road": ("none", 0, 0, "none", "none", "none", False),
}
HEDGE: dict[str, Trait] = {
    "cover": "medium",
    "infantry": "difficult",
    "soft": "impassable",
    "armoured": "none",
}


def hedge(**traits: Trait) -> TerrainPiece:
    return TerrainPiece("Long Hedge", "hedge", ((10, 10), (40, 10)), linear=True, traits=traits)


@pytest.mark.parametrize("name", ROWS)
def test_each_row_has_the_printed_figures(name: str) -> None:
    kind = terrain_kinds()[name]
    effects = tuple(kind.effects[unit_type] for unit_type in TYPES)
    assert (kind.level, kind.armour, kind.visibility, *effects, kind.area) == ROWS[name]


def test_there_is_no_row_beyond_the_printed_ones() -> None:
    assert set(terrain_kinds()) == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_cover_level_means_the_same_in_every_row(name: str) -> None:
    kind = terrain_kinds()[name]
    assert LEVELS[kind.level] == (kind.armour, kind.visibility)


@pytest.mark.parametrize("name", [name for name in ROWS if name != "trench"])
def test_infantry_gains_armour_and_visibility_and_vehicles_only_visibility(name: str) -> None:
    kind = terrain_kinds()[name]
    assert cover_for(kind, "infantry") == (kind.armour, kind.visibility)
    assert cover_for(kind, "soft vehicle") == (0, kind.visibility)
    assert cover_for(kind, "armoured vehicle") == (0, kind.visibility)


def test_a_trench_covers_infantry_and_no_vehicle() -> None:
    trench = terrain_kind("trench")
    assert cover_for(trench, "infantry") == (1, 2)
    assert cover_for(trench, "soft vehicle") == (0, 0)
    assert cover_for(trench, "armoured vehicle") == (0, 0)


def test_no_aircraft_gains_cover() -> None:
    assert cover_for(terrain_kind("bunkers"), "fighter") == (0, 0)


@pytest.mark.parametrize(
    ("word", "row"),
    [
        ("woods", "forest"),
        ("building", "buildings"),
        ("river", "rivers"),
        ("Thick Woods", "thick forest"),
        ("trenches", "trench"),
        ("gun emplacement", "emplacement"),
        ("roads", "road"),
        (" bunker ", "bunkers"),
    ],
)
def test_other_words_lead_to_the_same_row(word: str, row: str) -> None:
    assert terrain_kind(word).name == row


def test_no_word_leads_to_two_rows() -> None:
    assert {terrain_kind(word).name for word in known_kinds() if word in ROWS} == set(ROWS)
    assert all(terrain_kind(name).name == name for name in ROWS)


def test_an_unknown_kind_is_said_to_be_unknown() -> None:
    with pytest.raises(BadInput, match=r"'lava' is no row of table 1\.1 or 4\.1; use one of rivers, marsh"):
        terrain_kind("lava")


def test_a_piece_of_a_printed_kind_is_that_row() -> None:
    assert kind_of(TerrainPiece("Crow Wood", "woods", ((0, 0), (9, 0), (9, 9)))) == terrain_kinds()["forest"]


def test_a_hedge_is_what_its_traits_say() -> None:
    kind = kind_of(hedge(**HEDGE))
    assert (kind.level, kind.armour, kind.visibility, kind.area) == ("medium", 1, 1, False)
    assert {unit_type: kind.effects[unit_type] for unit_type in TYPES} == {
        "infantry": "difficult",
        "soft vehicle": "impassable",
        "armoured vehicle": "none",
    }
    assert kind.effects["hovercraft"] == "impassable"


def test_a_hedge_that_names_nothing_lacks_four_things_at_once() -> None:
    problems = hedge_problems(hedge())
    assert len(problems) == 4
    assert str(problems[0]) == (
        "terrain 'Long Hedge': a hedge has no row in table 1.1 and names no cover. "
        'Give it the trait cover = "light" or "medium" or "heavy". (1.6.2)'
    )
    with pytest.raises(BadInput, match="names no armoured"):
        kind_of(hedge())


def test_a_hedge_with_a_wrong_word_is_told_the_right_ones() -> None:
    (problem,) = hedge_problems(hedge(**{**HEDGE, "cover": "bunker"}))
    assert "its cover is 'bunker'" in str(problem)


def test_the_other_reading_makes_a_hedge_like_craters_and_fields() -> None:
    kind, fields = kind_of(hedge(), "craters_and_fields"), terrain_kinds()["fields"]
    assert (kind.level, kind.armour, kind.visibility) == (fields.level, fields.armour, fields.visibility)
    assert dict(kind.effects) == dict(fields.effects)
    assert not kind.area


def test_an_unknown_reading_of_hedges_is_refused() -> None:
    with pytest.raises(BadInput, match="hedge_row has no 'whatever'"):
        kind_of(hedge(), "whatever")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "x is no terrain row"),
        ('[lava]\ncover = "light"', "lava: armour is missing"),
        ("[lava", "not readable as TOML"),
        (
            '[lava]\ncover = "cosy"\narmour = 0\nvisibility = 0\ninfantry = "none"\nsoft = "none"\n'
            'armoured = "none"\narea = true',
            "cover: should be 'none', 'light'",
        ),
    ],
)
def test_a_bad_terrain_file_gives_one_sentence(text: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_terrain(text, "terrain.toml")
    assert str(caught.value).startswith("terrain.toml: ")
    assert said in str(caught.value)
