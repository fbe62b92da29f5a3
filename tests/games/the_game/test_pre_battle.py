"""6.1.4 What one pre-battle turn leaves to the next, and what is on offer on contact."""

from __future__ import annotations

from musterhall.battle.agents import RandomAgent
from musterhall.games.the_game.position import Position
from musterhall.games.the_game.position_file import read_position
from musterhall.games.the_game.pre_battle import Dismount
from musterhall.games.the_game.referee import ask
from musterhall.problems import parse_toml

MARCH = """
phase = "pre-battle"
turn = 1
dice = [7, 2]
answers = ["red"]
ask = "next phase"
scenario = { plans = { red = { A = { path = [[1, 1]] } }, blue = { B = { path = [[6, 1]] } } } }

[[formation]]
name = "column"
side = "red"
battle_group = "A"
on_table = false
units = [{ type = "armoured vehicle", move = "15/25" }]

[[formation]]
name = "orcs"
side = "blue"
battle_group = "B"
on_table = false
units = [{ type = "armoured vehicle", move = "15/25" }]
"""


def test_who_lost_the_initiative_of_a_pre_battle_turn_has_a_tie_in_the_next() -> None:
    position = ask(MARCH, "march.toml").position
    assert position is not None
    assert position["turn"] == 2
    assert position["last_loser"] == "blue"


def riders(apart: float) -> Position:
    """Two carriers with a squad each, whose commanders keep 35 cm together."""
    carrier = 'unit = "HumanXX APC", place'
    text = f"""
[[formation]]
name = "column"
side = "red"
units = [
    {{ name = "left", {carrier} = [50, 50] }},
    {{ name = "right", {carrier} = [{50 + apart}, 50] }},
    {{ name = "first", unit = "HumanXX Infantry", aboard = "left" }},
    {{ name = "second", unit = "HumanXX Infantry", aboard = "right" }},
]
"""
    return read_position(parse_toml(text, "position"), "position")


def test_who_gets_out_on_contact_is_on_offer_only_where_it_is_legal() -> None:
    position = riders(apart=10)
    decision = Dismount(position, position.formations[0])
    everybody, nobody = decision.options()
    assert [row[0] for row in everybody["out"]] == [2, 3]
    assert nobody is None
    agent = RandomAgent(3)
    out = {len(decision.check(agent.answer(decision, position)).leaving) for _ in range(20)}
    assert out == {0, 1, 2}


def test_on_contact_nobody_gets_out_where_the_formation_would_lose_its_cohesion() -> None:
    position = riders(apart=34.9)
    decision = Dismount(position, position.formations[0])
    assert list(decision.options()) == [None]
