"""What is drawn for somebody who moves, fires and gives commands says what the rules say."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeVar

from tests.games.the_game.test_contract import small_setup

from musterhall.battle.agents import RandomAgent
from musterhall.battle.decisions import Decision
from musterhall.game.gestures.arrows import Arrows
from musterhall.game.gestures.attacking import Attack
from musterhall.game.gestures.bodies import Body
from musterhall.game.gestures.placing import PutDown
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.game import new_battle
from musterhall.games.the_game.movement.moving import Move
from musterhall.games.the_game.movement.reach import reach_outlines
from musterhall.games.the_game.parts.gestures import GESTURES
from musterhall.games.the_game.phases.command_phase import GiveCommands
from musterhall.games.the_game.phases.commands import GIVEN
from musterhall.games.the_game.position_file import read_position
from musterhall.games.the_game.scenario.maps import PRIMARY, DrawMap, PutObjective, square_centre
from musterhall.geometry import Point, distance
from musterhall.problems import parse_toml

BARRED = """
[[terrain]]
kind = "buildings"
rectangle = [54, 40, 5, 20]

[[formation]]
name = "tanks"
side = "red"
units = [{ type = "armoured vehicle", com = 7, place = [50, 50] }]

[[formation]]
name = "enemy"
side = "blue"
units = [{ type = "armoured vehicle", com = 7, place = [50, 62] }]
"""
D = TypeVar("D", bound=Decision)
AS_IT_STANDS: Mapping[str, Any] = {"shape": "as it stands", "facing": 0, "by_hand": [], "extras": {}}


def asked(kind: type[D], seed: int = 1) -> D:
    """The first decision of a kind in a small battle at random."""
    battle = new_battle(small_setup(), seed, recording=False)
    agents = [RandomAgent(seed), RandomAgent(seed + 50)]
    while (decision := battle.decision) is not None:
        if type(decision) is kind and GESTURES.gesture(decision).as_data().get("aims", True):
            return decision
        battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)))
    raise AssertionError(f"nobody was asked for {kind.kind}")


def reach_towards(outline: list[Point], x: float, y: float) -> float:
    """How far the outline lies from (50, 50) in a direction."""
    wanted = math.atan2(y, x)
    gaps = {abs(math.remainder(math.atan2(b - 50, a - 50) - wanted, math.tau)): (a, b) for a, b in outline}
    return distance((50.0, 50.0), gaps[min(gaps)])


def test_a_reach_stops_at_walls_and_at_the_control_areas_of_enemies() -> None:
    position = read_position(parse_toml(BARRED, "position"), "position")
    move = Move(position, position.formations[0])
    (outline,) = reach_outlines(move, [0]).values()
    assert abs(reach_towards(outline, -1, 0) - float(move.allowance[0])) < 0.1
    assert reach_towards(outline, 1, 0) < 4.1
    assert reach_towards(outline, 0, 1) < 12 - 5 + 0.1


def test_the_corners_of_a_drawn_reach_are_legal_places() -> None:
    position = read_position(parse_toml(BARRED, "position"), "position")
    move = Move(position, position.formations[0])
    for x, y in reach_outlines(move, [0])[0]:
        # A hair back: what is drawn is rounded.
        move.check({"go": [[0, 50 + 0.97 * (x - 50), 50 + 0.97 * (y - 50)]]})


def test_a_body_that_is_put_down_where_it_stands_stays() -> None:
    position = read_position(parse_toml(BARRED, "position"), "position")
    body = GESTURES.gesture(Move(position, position.formations[0]))
    assert isinstance(body, Body)
    assert body.answer({**AS_IT_STANDS, "to": [50.001, 50.0]}) is None
    assert body.answer({**AS_IT_STANDS, "to": [49.0, 50.0]}) is not None


def test_odds_and_who_fires_are_told_of_all_that_was_chosen_together() -> None:
    decision = asked(Fire)
    gesture = GESTURES.gesture(decision)
    assert isinstance(gesture, Attack)
    order = gesture.answer({"aims": {aim.name: {"targets": [0]} for aim in gesture.aims if aim.name != "barrage"}})
    plan = decision.check(order)
    assert plan is not None
    assert gesture.told(order).startswith("about ")
    assert set(gesture.acting(order)) == {unit for volley in plan.volleys for unit in volley.shooters}
    assert set(gesture.acting(order)) <= set(decision.formation.units)


def test_every_command_that_can_be_given_says_what_it_means() -> None:
    about = GESTURES.gesture(asked(GiveCommands)).as_data()["about"]
    assert all(about[command] for command in GIVEN)


def test_what_is_put_on_an_edge_lies_on_it_wherever_the_finger_was() -> None:
    decision = asked(PutObjective)
    gesture = GESTURES.gesture(decision)
    assert isinstance(gesture, PutDown)
    assert decision.objective_kind == PRIMARY
    answer = gesture.answer({"thing": 0, "at": [60.0, 50.0], "extras": {}})
    ((x, y),) = gesture.way(answer)
    assert (x, y) == (60.0, decision.check(answer)[1])


def test_an_arrow_of_an_answer_is_drawn_through_the_squares_it_goes_through() -> None:
    decision = asked(DrawMap)
    gesture = GESTURES.gesture(decision)
    assert isinstance(gesture, Arrows)
    answer = next(iter(decision.options()))
    ends = [line[-1] for line in gesture.lines(answer)]
    rows = [row["path"] if isinstance(row, dict) else row for row in answer.values()]
    assert ends == [square_centre(decision.position, decision.player, tuple(row[-1])) for row in rows]
