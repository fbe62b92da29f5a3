"""1.8 What is on offer in an assault is legal, and charges that are worked out go as far as they may."""

from __future__ import annotations

import math
from typing import Any

import pytest

from musterhall.battle.agents import RandomAgent
from musterhall.battle.decisions import Decision, Illegal
from musterhall.games.the_game.assault.charging import ChargeMove
from musterhall.games.the_game.assault.melee import Attack, standing_units
from musterhall.games.the_game.assault.response import CounterCharge
from musterhall.games.the_game.movement.marching import charge_at
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.position_file import read_position
from musterhall.games.the_game.referee import ask
from musterhall.problems import BadInput, parse_toml

SCOPES = ("whole_move", "portion")


def charge_against(enemy: tuple[float, float], scope: str, forest: str) -> tuple[ChargeMove, Position]:
    """A truck with 10 cm and a d5 of 2, at 50, 50."""
    text = f"""
variants = {{ difficult_scope = "{scope}" }}
terrain = [{{ kind = "forest", rectangle = {forest} }}]

[[formation]]
name = "trucks"
side = "red"
units = [{{ type = "soft vehicle", move = "10/15", place = [50, 50] }}]

[[formation]]
name = "orcs"
side = "blue"
units = [{{ type = "infantry", place = [{enemy[0]}, {enemy[1]}] }}]
"""
    position = read_position(parse_toml(text, "position"), "position")
    return ChargeMove(position, position.formations[0], (1,), 2.0), position


@pytest.mark.parametrize("scope", SCOPES)
def test_a_charge_in_the_open_stops_no_hair_short(scope: str) -> None:
    decision, _ = charge_against((50, 75), scope, "[0, 0, 1, 1]")
    assert charge_at(decision, decision.targets) == {"go": [[0, 50.0, 62.0]]}


@pytest.mark.parametrize("scope", SCOPES)
def test_a_charge_through_difficult_ground_has_half_the_move_and_the_whole_d5(scope: str) -> None:
    decision, _ = charge_against((50, 75), scope, "[30, 30, 60, 60]")
    assert charge_at(decision, decision.targets) == {"go": [[0, 50.0, 57.0]]}


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("forest", ["[0, 0, 1, 1]", "[30, 30, 60, 60]", "[30, 54, 60, 8]", "[50.5, 30, 4, 40]"])
def test_a_charge_goes_out_in_every_direction(scope: str, forest: str) -> None:
    """Written places are rounded; that must not make a charge too long, nor stray short of what it may."""
    for step in range(72):
        angle = math.pi * step / 36
        for far in (9.0, 14.0, 20.0):
            enemy = (round(50 + far * math.cos(angle), 2), round(50 + far * math.sin(angle), 2))
            decision, _ = charge_against(enemy, scope, forest)
            answer = charge_at(decision, decision.targets)
            assert answer is not None, (forest, enemy)
            decision.check(answer)


MELEE = """
{variants}

[[formation]]
name = "squads"
side = "red"
units = [
    {{ name = "squad", type = "infantry", move = "10/15", cf = "6/1", nf = "4/2", place = [50, 65] }},
    {{ name = "rear", type = "infantry", move = "10/15", cf = "6/1", nf = "4/3", place = [50, 60] }},
    {{ name = "far", type = "infantry", move = "10/15", nf = "4/2", place = [50, 50] }},
]

[[formation]]
name = "orcs"
side = "blue"
units = [
    {{ name = "orc", type = "infantry", touching = "squad" }},
    {{ name = "tank", type = "armoured vehicle", place = [52, 68] }},
]
"""


def melee(variants: str = "") -> Position:
    return read_position(parse_toml(MELEE.format(variants=variants), "position"), "position")


def attack(position: Position) -> Attack:
    squads, orcs = position.formations
    return Attack(position, (squads,), standing_units(position, (orcs,)))


def every_answer(decision: Decision, position: Position) -> list[Any]:
    agent = RandomAgent(5)
    return [*decision.options(), *(agent.answer(decision, position) for _ in range(30))]


@pytest.mark.parametrize("reading", ["choose_one", "cf_if_touching", "both"])
def test_every_way_to_attack_that_is_on_offer_is_legal(reading: str) -> None:
    position = melee(f'variants = {{ cf_nf = "{reading}" }}')
    decision = attack(position)
    assert decision.anything_to_choose()
    assert all(decision.check(answer) for answer in every_answer(decision, position))


def test_by_both_readings_a_unit_chooses_ap_or_at_for_each_of_its_attacks() -> None:
    decision = attack(melee('variants = { cf_nf = "both" }'))
    volleys = decision.check({"profiles": [[0, "NF", "AT"]]})
    assert [(v.name, v.weapon_type, v.shooters) for v in volleys if 0 in v.shooters] == [
        ("CF", "AP", [0]),
        ("NF", "AT", [0]),
    ]


@pytest.mark.parametrize(
    "answer",
    [
        None,
        {"targets": {}},
        {"order": [0]},
        {"order": "01"},
        {"profiles": [[2, "NF", "AP"]]},
        {"profiles": [[3, "NF", "AP"]]},
        {"profiles": [[0, "NF", "AP"], [0, "CF", "AP"]]},
        {"profiles": [["squad", "NF", "AP"]]},
        {"profiles": [[0, "NF"]]},
        {"profiles": 7},
    ],
)
def test_attacks_that_cannot_be_are_refused(answer: Any) -> None:
    with pytest.raises(Illegal):
        attack(melee()).check(answer)


def test_where_there_is_nothing_to_choose_nobody_is_asked() -> None:
    position = melee()
    squads, orcs = position.formations
    orcs.units = [3]
    position.on[[1, 2, 4]] = False
    position.field.vulnerable["AT"][3] = False
    decision = Attack(position, (squads,), standing_units(position, (orcs,)), ("NF",))
    assert not decision.anything_to_choose()


def test_every_counter_charge_on_offer_is_legal_and_no_longer_than_half_a_move() -> None:
    position = melee()
    squads, orcs = position.formations
    decision = CounterCharge(position, squads, (orcs,), [0, 1, 2])
    for answer in every_answer(decision, position):
        assert all(way.length <= 5.01 for way in decision.check(answer).ways)


@pytest.mark.parametrize(
    "answer",
    [None, [9], [[0, 5.1]], [[2, 0]], [[2, -1.0]], [[2, float("nan")]], [[2, True]], [2, [2, 1.0]], [[2, "3"]]],
)
def test_counter_charges_that_cannot_be_are_refused(answer: Any) -> None:
    position = melee()
    squads, orcs = position.formations
    with pytest.raises(Illegal):
        CounterCharge(position, squads, (orcs,), [0, 1, 2]).check(answer)


def test_a_charge_is_no_answer_to_an_ordinary_move() -> None:
    text = """
answers = ["charge"]
ask = { move = "squads" }

[[formation]]
name = "squads"
side = "red"
units = [{ type = "infantry", place = [50, 50] }]
"""
    with pytest.raises(BadInput, match="'charge' is no move here"):
        ask(text, "charge.toml")
