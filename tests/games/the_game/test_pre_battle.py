"""6.1.4 What one pre-battle turn leaves to the next, and what is on offer on contact."""

from __future__ import annotations

import pytest

from musterhall.battle.agents import RandomAgent
from musterhall.battle.decisions import Illegal
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.position_file import position_data, read_position
from musterhall.games.the_game.referee import ask
from musterhall.games.the_game.scenario.deployment import Deploy, Dismount
from musterhall.problems import BadInput, parse_toml

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


RIVER = """
phase = "pre-battle"
ask = { pre_battle_move = "%s", side = "%s" }
terrain = [{ name = "the stream", kind = "rivers", rectangle = [0, 25, 180, 7] }]

[scenario]
marched = { "red:A" = 20, "blue:B" = 60 }

[scenario.plans]
red = { A = { path = [[2, 1], [2, 2], [2, 3], [2, 4]] } }
blue = { B = { path = [[5, 1], [5, 2], [5, 3], [5, 4]] } }

[[formation]]
name = "column"
side = "red"
battle_group = "A"
units = [{ name = "tank", type = "armoured vehicle", move = "15/25", place = [45, 20] }]

[[formation]]
name = "orcs"
side = "blue"
battle_group = "B"
units = [{ name = "orc tank", type = "armoured vehicle", move = "15/25", place = [45, 60] }]
"""


def test_who_stepped_aside_from_a_river_on_contact_is_met_once() -> None:
    first = ask(RIVER % ("A", "red"), "march.toml")
    assert first.result["contact"] is True
    assert first.position is not None
    assert first.position["scenario"]["met"] == [["column", "orcs"]]
    second = ask({**first.position, "ask": {"pre_battle_move": "B", "side": "blue"}}, "march.toml")
    assert second.result["contact"] is False
    assert second.result["formations"]["orcs"]["tokens"] == 1
    assert second.position is not None
    assert second.position["scenario"] == first.position["scenario"]


def test_both_players_see_who_has_met_whom() -> None:
    first = ask(RIVER % ("A", "red"), "march.toml")
    assert first.position is not None
    position = read_position(first.position, "march.toml")
    assert [position.seen_by(player).scenario.met for player in (0, 1)] == [((0, 1),), ((0, 1),)]


@pytest.mark.parametrize(
    ("pair", "why"),
    [(["column", "goblins"], "no formation is called 'goblins'"), (["column", "column"], "are of one side")],
)
def test_formations_that_have_met_are_one_of_each_side(pair: list[str], why: str) -> None:
    data = parse_toml(RIVER % ("A", "red"), "march.toml")
    data["scenario"]["met"] = [pair]
    with pytest.raises(BadInput, match=f"scenario.met: .*{why}"):
        ask(data, "march.toml")


def test_bases_meet_at_30_cm_from_rim_to_rim() -> None:
    data = parse_toml(RIVER % ("A", "red"), "march.toml")
    data["terrain"] = []
    data["formation"][0]["units"][0]["radius"] = 2.0
    found = ask(data, "march.toml").result
    assert found["contact"] is True
    assert found["places"]["tank"] == pytest.approx([45, 28], abs=0.02)


def test_nobody_is_offered_to_get_out_within_30_cm_of_the_enemy_on_arrival() -> None:
    position = riders(apart=10)
    orcs = {"name": "orcs", "side": "blue", "units": [{"type": "infantry", "place": [55, 81]}]}
    data = position_data(position)
    position = read_position({**data, "formation": [*data["formation"], orcs]}, "position")
    decision = Deploy(position, position.formations[0], (45.0, 45.0))
    assert not any("out" in (option or {}) for option in decision.options())
    with pytest.raises(Illegal, match="within 30 cm of the enemy"):
        decision.check({"out": [[2, 50.0, 54.0]]})
    assert decision.check({"out": [[2, 50.0, 46.0]]}).leaving == [(2, (50.0, 46.0))]


def test_the_reroll_of_a_pre_battle_turn_is_there_again_in_the_next() -> None:
    position = ask(f'rerolled = ["red"]\n{MARCH}', "march.toml").position
    assert position is not None
    assert position["turn"] == 2
    assert "rerolled" not in position
