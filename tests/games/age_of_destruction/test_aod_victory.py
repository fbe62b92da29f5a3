"""The four conditions, who wins, and the card that an event scores."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.games.age_of_destruction.aod_tables import Placed, battle_on, table

from musterhall.events.cards import read_card, roster_from
from musterhall.events.scoring import score
from musterhall.games.age_of_destruction.cards.cards import sample_cards
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.turn.ending import end
from musterhall.games.age_of_destruction.victory.score_card import fate, score_card
from musterhall.games.age_of_destruction.victory.winning import conditions_won, leader, standing
from musterhall.games.age_of_destruction.victory.zones import units_in_zone
from musterhall.packs.model import load_pack

RIFLES: Placed = ("Payday Rifles", 10.0, 10.0, 90.0)  # 10 points
MOLE: Placed = ("Crate Mole", 20.0, 20.0, 0.0)  # 39 points
LADDER: Placed = ("Borrowed Ladder", 20.0, 10.0, 0.0)  # 58 points


def out(position: Position, unit: int, by: int = -1) -> None:
    position.states[unit].place, position.states[unit].click = "eliminated", len(position.unit(unit).sheet.dial)
    position.eliminated = (*position.eliminated, (unit, by))


@pytest.mark.parametrize(("reading", "points"), [("any_cause", 49), ("opponent", 39)])
def test_condition_1_counts_eliminated_units_by_any_cause_or_by_the_opponent(reading: str, points: int) -> None:
    position = table([RIFLES], [MOLE, RIFLES], eliminated_by=reading)
    out(position, 1, by=0)
    out(position, 2)
    assert standing(position, 0).vc1 == points


def test_condition_2_counts_own_able_units_and_not_salvage_captives_or_passengers() -> None:
    position = table([RIFLES, RIFLES, RIFLES, MOLE], [("Payday Rifles", 30.0, 30.0, 0.0)])
    position.states[1].captor = 4
    position.states[2].place = "aboard"
    position.states[3].click = 8
    assert standing(position, 0).vc2 == 10


@pytest.mark.parametrize(("y", "points"), [(1.5, 10 + 2 * 39), (10.0, 10)])
def test_a_captive_vehicle_counts_double_in_the_captors_zone_alone(y: float, points: int) -> None:
    position = table([RIFLES], [MOLE])
    position.put(1, (10.0, y), 0.0)
    position.states[1].captor = 0
    assert standing(position, 0).vc2 == points


def test_a_captive_mech_counts_double_anywhere_and_as_salvage_not_once_more() -> None:
    position = table([RIFLES], [LADDER])
    position.states[1].captor, position.states[1].click = 0, 8
    assert standing(position, 0).vc2 == 10 + 2 * 58


@pytest.mark.parametrize(("y", "points"), [(20.0, 10 + 39), (34.5, 10)])
def test_opposing_salvage_counts_outside_its_controllers_zone(y: float, points: int) -> None:
    position = table([RIFLES], [MOLE])
    position.put(1, (20.0, y), 0.0)
    position.states[1].click = 8
    assert standing(position, 0).vc2 == points


@pytest.mark.parametrize(
    ("reading", "y", "count"),
    [("centre", 33.2, 1), ("centre", 32.8, 0), ("any_part", 32.8, 1), ("whole_base", 33.2, 0)],
)
def test_condition_3_counts_units_in_the_opponents_zone(reading: str, y: float, count: int) -> None:
    position = table([("Payday Rifles", 10.0, y, 90.0)], [MOLE], in_zone=reading)
    assert units_in_zone(position, 0) == count


def test_condition_4_counts_only_with_a_mission_in_play() -> None:
    position = table([("Payday Rifles", 18.0, 18.0, 90.0)], [MOLE])
    assert standing(position, 0).vc4 is None
    position.set_side(0, replace(position.sides[0], card=sample_cards().get("Hold the Crossroads"), card_shown=True))
    position.set_side(1, replace(position.sides[1], card_shown=True))
    battle = battle_on(position)
    battle.answer({"order": "done"})
    assert (standing(position, 0).vc4, standing(position, 1).vc4) == (1, 0)


def test_most_conditions_win_then_the_second_then_the_first_then_a_die() -> None:
    position = table([RIFLES], [RIFLES])
    assert (conditions_won(position), leader(position)) == ([0, 0], -1)
    battle = battle_on(position, 3, 3, 2, 5)
    end(battle, "both players agreed to end it")
    assert (position.winner, position.tie_rolls) == (1, ((3, 3), (2, 5)))
    ahead = table([MOLE], [("Payday Rifles", 10.0, 1.0, 0.0)])
    ahead.set_side(1, replace(ahead.sides[1], zone_counts=(2,)))
    assert (conditions_won(ahead), leader(ahead)) == ([1, 1], 0)


def test_one_condition_is_enough_unless_two_are_asked_for() -> None:
    for reading, winner in (("more", 1), ("two", -1)):
        position = table([MOLE], [("Rusty Parasol", 10.0, 1.0, 0.0)], majority=reading)
        position.set_side(1, replace(position.sides[1], zone_counts=(2,)))
        position.field = replace(position.field, units=(replace(position.unit(0), points=42), position.unit(1)))
        assert leader(position) == winner


def test_the_first_command_stage_counts_the_zone_only_where_that_is_read_so() -> None:
    for reading, counts in ((True, (1,)), (False, (0,))):
        position = table([MOLE], [("Payday Rifles", 10.0, 1.0, 0.0)], zone_first_turn=reading)
        battle = battle_on(position)
        battle.answer({"order": "done"})
        assert position.sides[1].zone_counts == counts


def test_the_card_says_what_an_event_scores() -> None:
    position = table(
        [RIFLES, RIFLES, MOLE], [LADDER, ("Tideline Porters", 10.0, 34.0, 0.0), ("Barter Swimmers", 12.0, 34.0, 0.0)]
    )
    out(position, 1, by=3)
    position.states[3].captor = 0
    position.states[5].place, position.states[5].transport = "aboard", 4
    position.set_side(0, replace(position.sides[0], zone_counts=(0, 2)))
    position.set_side(1, replace(position.sides[1], zone_counts=(1,)))
    end(battle_on(position), "time was called")
    pack = load_pack("age-of-destruction-constructed")
    event: Any = pack.event
    rosters = tuple(
        roster_from([{"name": unit.name, "type": unit.type, "points": unit.points} for unit in player.force.units])
        for player in position.field.players
    )
    result = score(pack, event.scenario[0], read_card(score_card(position)), rosters)  # type: ignore[arg-type]
    for side in (0, 1):
        figures = standing(position, side)
        assert [int(result.total(side, name)) for name in ("vc1", "vc2", "vc3")] == [
            figures.vc1,
            figures.vc2,
            figures.vc3,
        ]
    assert result.winner == position.winner
    assert fate(position, 5) == "passenger"


def test_the_game_ends_at_the_end_of_the_turn_where_that_is_read_so() -> None:
    for reading, stage in (("each_order", "over"), ("end_of_turn", "order")):
        position = table(
            [("Thornless Rose", 10.0, 10.0, 90.0), RIFLES], [("Payday Rifles", 10.0, 15.0, 0.0)], end_check=reading
        )
        position.put(1, (30.0, 10.0))
        position.states[2].click = 3
        battle = battle_on(position, 6, 5)
        battle.answer({"order": "ranged", "unit": 0, "target": 2})
        assert position.stage == stage
