"""What a finger on the table means in Alpha Strike."""

from __future__ import annotations

from typing import Any

from musterhall.game.gestures.attacking import Attack
from musterhall.game.gestures.gesture import Gesture
from musterhall.game.gestures.going import Go
from musterhall.game.gestures.tapping import TapSeveral
from musterhall.game.gestures.writing import Paper
from musterhall.games.alpha_strike.attacks.attacking import Act
from musterhall.games.alpha_strike.command.laying_out import Rearrange
from musterhall.games.alpha_strike.command.picks import Given, OneOf
from musterhall.games.alpha_strike.electronics.modes import Electronics
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.parts.board import Terrain, moment_of
from musterhall.games.alpha_strike.parts.gestures import GESTURES
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.reading import position_from
from musterhall.games.alpha_strike.turn.choices import PreGameChoices

HUNTER = {"name": "Hunter", "side": "red", "at": [20, 20], "move": '8"', "damage": "3/3/2", "facing": 90}
WOLF = {"name": "Wolf", "side": "blue", "at": [20, 30], "armour_left": 1, "structure_left": 1}


def position(*units: dict[str, Any], **more: Any) -> Position:
    return position_from({"unit": list(units), **more}, "table").seen_by(0)


def moving(*units: dict[str, Any], **more: Any) -> tuple[Move, Gesture]:
    decision = Move(position(*units, phase="movement", **more), 0)
    return decision, GESTURES.gesture(decision)


def test_a_tap_behind_an_obstacle_is_a_way_round_it() -> None:
    wall = {"name": "lake", "kind": "deep_water", "rectangle": [18, 22, 4, 1]}
    decision, gesture = moving({**HUNTER, "type": "CV", "move": '12"t'}, WOLF, terrain=[wall])
    answer = gesture.answer({"way": "ground", "path": [[20.0, 25.0]]})
    decision.check(answer)
    assert len(answer["path"]) > 1
    assert gesture.way(answer)[0] == (20.0, 20.0)
    assert gesture.way(answer)[-1] == (20.0, 25.0)


def test_a_tap_a_finger_too_far_means_the_nearest_place_it_reaches() -> None:
    decision, gesture = moving(HUNTER, WOLF)
    answer = gesture.answer({"way": "ground", "path": [[12.0 - 0.7, 20.0]]})
    decision.check(answer)
    assert answer["path"][-1] == [12.0, 20.0]


def test_a_tap_far_out_of_reach_is_refused_with_the_rules_own_reason() -> None:
    decision, gesture = moving(HUNTER, WOLF)
    answer = gesture.answer({"way": "ground", "path": [[50.0, 20.0]]})
    assert not decision.legal(answer)
    assert answer["path"] == [[50.0, 20.0]]


def test_a_tap_on_a_transport_mounts_it() -> None:
    squad = {"name": "Squad", "side": "red", "type": "CI", "move": '4"f', "size": 1, "specials": "CAR3", "at": [20, 20]}
    carrier = {"name": "Carrier", "side": "red", "type": "CV", "move": '10"t', "size": 2, "specials": "IT6"}
    decision, gesture = moving(squad, {**carrier, "at": [22, 20]}, WOLF)
    answer = gesture.answer({"way": "ground", "path": [[22.0, 20.0]]})
    decision.check(answer)
    assert answer["mount"] == 1


def test_a_tap_on_an_enemy_charges_it() -> None:
    decision, gesture = moving(HUNTER, {**WOLF, "at": [20, 26]})
    answer = gesture.answer({"way": "charge", "path": [[20.0, 26.0]]})
    moved = decision.check(answer)
    assert moved.mode == "charge"


def test_the_way_a_unit_is_turned_is_the_way_the_board_draws_it() -> None:
    decision, gesture = moving(HUNTER, WOLF)
    east = decision.check(gesture.answer({"way": "standstill", "path": [], "facing": 0}))
    view = decision.view
    view.put(0, east.end, east.facing)
    drawn = moment_of(view, Terrain()).pieces[0]
    assert drawn.facing == 0.0
    went_south = decision.check(gesture.answer({"way": "ground", "path": [[20.0, 24.0]]}))
    assert went_south.facing == 90.0


def test_the_reach_that_is_drawn_can_be_reached() -> None:
    decision, gesture = moving(HUNTER, WOLF)
    assert isinstance(gesture, Go)
    walk = next(way for way in gesture.ways if way.name == "ground")
    places = walk.places() if callable(walk.places) else walk.places
    assert len(places) > 50
    for place in places[::15]:
        decision.check(gesture.answer({"way": "ground", "path": [list(place)]}))


def test_a_target_says_what_it_needs_and_why_and_what_comes_of_it() -> None:
    gesture = GESTURES.gesture(Act(position(HUNTER, WOLF, phase="combat"), 0))
    assert isinstance(gesture, Attack)
    told = gesture.aims[0].targets[0].help
    assert "skill 4" in told
    assert "medium" in told
    assert "3 dice" in told
    assert "damage on average" in told
    assert "destroyed" in told


def test_some_dice_go_at_a_second_target_that_is_chosen_beside() -> None:
    decision = Act(position(HUNTER, WOLF, {**WOLF, "name": "Fox", "at": [24, 30]}, phase="combat"), 0)
    gesture = GESTURES.gesture(decision)
    answer = gesture.answer({"aims": {"weapons": {"targets": [0], "extras": {"also": 2, "dice": 2}}}})
    decision.check(answer)
    assert answer["split"] == {"target": 2, "dice": 2}


def test_a_shell_falls_where_it_was_tapped_over_whoever_can_spot_there() -> None:
    gun = {**HUNTER, "name": "Gun", "type": "CV", "move": '4"t', "specials": "ARTLT-1", "at": [20, 5]}
    decision = Act(position(gun, {**HUNTER, "name": "Eyes"}, WOLF, phase="combat"), 0)
    gesture = GESTURES.gesture(decision)
    assert isinstance(gesture, Attack)
    shells = next(aim for aim in gesture.aims if aim.place)
    place = len(shells.targets) - 1
    answer = gesture.answer({"aims": {shells.name: {"targets": [place], "extras": {}, "at": [22.0, 30.0]}}})
    decision.check(answer)
    assert answer["point"] == [22.0, 30.0]


def test_suites_are_switched_from_how_they_run_now() -> None:
    jammer = {**HUNTER, "specials": "ECM, STL"}
    decision = Electronics(position(jammer, {**WOLF, "specials": "ECM"}), 0)
    gesture = GESTURES.gesture(decision)
    assert isinstance(gesture, TapSeveral)
    everything = list(range(len(gesture.options)))
    assert decision.check(gesture.answer({"options": everything})) == {"eccm": [0], "stealth off": [0]}
    assert decision.check(gesture.answer({"options": []})) == {"eccm": [], "stealth off": []}


def test_choices_that_nobody_touches_are_the_usual_ones() -> None:
    view = position(HUNTER, {**HUNTER, "name": "Scout", "at": [10, 20]}, WOLF)
    picks = [
        OneOf("ability", "18", ("Iron Will", "Sniper")),
        Given("gifts", "18", {0: ("Lucky", "Hot"), 1: ("Hot",)}, 2),
    ]
    decision = PreGameChoices(view, 0, picks)
    gesture = GESTURES.gesture(decision)
    assert isinstance(gesture, Paper)
    assert decision.check(gesture.answer({})) == {pick.key: pick.usual() for pick in picks}
    changed = decision.check(gesture.answer({"ability": [1], "gifts 0": [1], "gifts 1": []}))
    assert changed == {"ability": "Sniper", "gifts": [(0, "Hot")]}


def test_terrain_is_shifted_by_as_much_as_it_was_dragged() -> None:
    grove = {"name": "grove", "kind": "woods", "rectangle": [10, 10, 8, 8]}
    decision = Rearrange(position(HUNTER, WOLF, terrain=[grove]), 0)
    gesture = GESTURES.gesture(decision)
    assert decision.check(gesture.answer({"placed": [[0, [17.0, 14.0]]]})) == (False, {0: (3.0, 0.0)})
    assert decision.check(gesture.answer({"placed": [], "extras": {"swap": True}})) == (True, {})
