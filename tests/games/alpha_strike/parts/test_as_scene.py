"""The referee's picture of a table: who is asked about, how far they reach, and what blocks their sight."""

from __future__ import annotations

import json
from typing import Any

import pytest

from musterhall.games import game_named, referee_of
from musterhall.problems import BadInput

REFEREE = referee_of(game_named("alpha_strike"))


def table(**more: Any) -> dict[str, Any]:
    card = {"type": "BM", "size": 2, "move": '8"', "damage": "2/2/1", "armour": 4, "structure": 3}
    units = [
        {"name": "Hunter", "side": "red", "at": [10.0, 10.0], **card},
        {"name": "Wolf", "side": "blue", "at": [10.0, 30.0], **card},
    ]
    return {"game": "alpha_strike", "unit": units, **more}


HILL = {"name": "Ridge", "kind": "hill", "rectangle": [4.0, 18.0, 12.0, 4.0], "height": 4.0}
ASKED = {"unit": "Hunter", "target": "Wolf"}


def test_a_free_line_of_sight_is_one_line() -> None:
    scene = REFEREE.scene(table(), None, ASKED, "a.toml")
    assert scene is not None
    data = json.loads(json.dumps(scene.picture.as_data()))
    assert data["paths"] == [[10.0, 10.0, 10.0, 30.0, "plain", None]]
    assert [ring[2] for ring in data["rings"]] == [6.625, 24.625, 42.625]
    assert data["asked"]["pieces"] == [0, 1]
    assert scene.words[0] == "Hunter sees Wolf."


def test_a_hill_ends_the_line_where_it_begins_and_is_named() -> None:
    scene = REFEREE.scene(table(terrain=[HILL]), None, ASKED, "a.toml")
    assert scene is not None
    paths = scene.picture.as_data()["paths"]
    assert [path[4] for path in paths] == ["plain", "miss"]
    assert paths[0][2:4] == [10.0, 18.0]
    assert scene.words[0].startswith("Hunter does not see Wolf: ")
    assert scene.words[0].endswith("behind Ridge.")


def test_a_question_without_a_table_has_no_picture() -> None:
    assert REFEREE.scene({"game": "alpha_strike"}, None, {}, "a.toml") is None
    assert REFEREE.names(table()) == ["Hunter", "Wolf"]


def test_a_tank_in_a_lake_is_refused_in_a_sentence() -> None:
    lake = {"name": "Mere", "kind": "lake", "circle": [10.0, 30.0, 4.0]}
    wet = table(terrain=[lake])
    wet["unit"][1] |= {"type": "CV", "move": '8"t'}
    with pytest.raises(BadInput, match=r"^a.toml: unit 'Wolf': stands in water at \(10, 30\), where it cannot go"):
        REFEREE.scene(wet, None, {}, "a.toml")


def test_a_building_that_has_fallen_is_drawn_as_rubble() -> None:
    mill = {"name": "Mill", "kind": "building", "rectangle": [20.0, 18.0, 4.0, 4.0]}
    for left, kind in ((3, "building"), (0, "rubble")):
        scene = REFEREE.scene(table(terrain=[mill], buildings={"Mill": left}), None, ASKED, "a.toml")
        assert scene is not None
        data = scene.picture.as_data()
        assert f'data-terrain="0" data-kind="{kind}"' in data["table"]["art"]
        assert data["before"]["ground"] == [0]
