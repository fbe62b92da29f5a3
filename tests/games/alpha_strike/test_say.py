"""Who has a say: units share what they have in common, and no side speaks with the other's voice."""

from __future__ import annotations

from typing import Any

from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import say_of, say_of_side
from musterhall.games.alpha_strike.position_file.reading import position_from


def table(**sides: Any) -> Position:
    units = [
        {"name": "Hunter", "side": "red", "at": [20, 14], "skill": 3},
        {"name": "Tracker", "side": "red", "at": [24, 14], "skill": 3},
        {"name": "Wolf", "side": "blue", "at": [20, 28], "skill": 5},
    ]
    return position_from({"unit": units, **sides}, "test")


def test_units_without_abilities_share_one_say() -> None:
    position = table()
    assert say_of(position, 0, 2) is say_of(position, 1, 2) is say_of(position, 2, 0)


def test_units_of_a_side_share_what_its_command_abilities_say() -> None:
    position = table(red={"command_abilities": ["Brawlers"]})
    assert say_of(position, 0, 2) is say_of(position, 1, 2)
    assert say_of(position, 0, 2) is not say_of(position, 2, 0)


def test_the_same_ability_on_both_sides_speaks_for_each_by_itself() -> None:
    both = {"command_abilities": ["Hit and Run"]}
    position = table(red=both, blue=both)
    rated = [
        {one.facts["rating"] for one in say_of_side(position, side).sources if one.facts and one.side == "own"}
        for side in (0, 1)
    ]
    assert rated == [{"veteran"}, {"green"}]
