"""What a finger means on a table of Age of Destruction."""

from __future__ import annotations

from typing import Any

import pytest

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Illegal
from musterhall.game.gestures.commanding import Command
from musterhall.game.gestures.gesture import Gesture
from musterhall.game.gestures.sharing import Shares
from musterhall.games.age_of_destruction.combat.striking import SplitDamage
from musterhall.games.age_of_destruction.parts.gestures import GESTURES
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.turn.orders import GiveOrder

from .aod_tables import FAR, Placed, battle_on, rect, table

ROSE: Placed = ("Thornless Rose", 10.0, 10.0, 0.0)
LEVY: Placed = ("Copper Whistle Levy", 10.0, 10.0, 0.0)


def asked(battle: Battle[Position]) -> tuple[GiveOrder, Command]:
    decision = battle.decisions[0]
    assert isinstance(decision, GiveOrder)
    gesture = GESTURES.gesture(decision)
    assert isinstance(gesture, Command)
    return decision, gesture


def deeds(gesture: Gesture, actor: int = 0) -> dict[str, dict[str, Any]]:
    return {deed["name"]: deed for deed in gesture.opened({"actor": actor}).as_data()["deeds"]}


def test_a_tap_on_the_ground_is_a_straight_move_there() -> None:
    decision, gesture = asked(battle_on(table([ROSE], [FAR])))
    answer = gesture.answer({"actor": 0, "deed": "move", "by": {"way": "move", "path": [[15, 10]]}})
    assert answer == {"order": "move", "unit": 0, "path": [[15.0, 10.0]]}
    assert decision.legal(answer)


def test_a_tap_a_little_too_far_means_as_far_as_it_can_go() -> None:
    position = table([ROSE], [FAR])
    decision, gesture = asked(battle_on(position))
    speed = position.click(0).speed
    answer = gesture.answer({"actor": 0, "deed": "move", "by": {"way": "move", "path": [[10.5 + speed, 10]]}})
    assert decision.legal(answer)
    assert answer["path"][0][0] == pytest.approx(10 + speed, abs=0.05)
    far = gesture.answer({"actor": 0, "deed": "move", "by": {"way": "move", "path": [[13 + speed, 10]]}})
    assert not decision.legal(far)


def test_a_tap_on_an_enemy_means_to_touch_it_and_to_face_it() -> None:
    position = table([ROSE], [("Copper Whistle Levy", 15.0, 10.0, 180.0), FAR])
    decision, gesture = asked(battle_on(position))
    answer = gesture.answer({"actor": 0, "deed": "move", "by": {"way": "move", "path": [[15, 10]]}})
    order = decision.judged(answer)[2]
    moved = position.copy()
    moved.put(0, order.way.end, order.way.facing)
    assert moved.touches(0, 1)
    assert order.way.facing == pytest.approx(0.0)


def test_a_way_is_found_round_what_cannot_be_entered() -> None:
    decision, gesture = asked(battle_on(table([ROSE], [FAR], [rect("blocking", 12, 9, 1, 2)])))
    answer = gesture.answer({"actor": 0, "deed": "move", "by": {"way": "run", "path": [[16, 10]]}})
    assert decision.legal(answer)
    assert len(answer["path"]) > 1


def test_what_cannot_be_done_says_why_and_is_refused_with_that() -> None:
    _, gesture = asked(battle_on(table([ROSE], [FAR])))
    fire = deeds(gesture)["ranged"]
    assert not fire["can"]
    assert "range" in fire["help"]
    with pytest.raises(Illegal, match="range"):
        gesture.answer({"actor": 0, "deed": "ranged", "by": {}})


def test_a_unit_that_had_its_order_says_so() -> None:
    position = table([ROSE, LEVY], [FAR])
    position.states[0].ordered = position.field.edition.orders_per_unit
    _, gesture = asked(battle_on(position))
    assert gesture.as_data()["actors"][0]["why_not"] == "Thornless Rose had its order this turn"
    with pytest.raises(Illegal, match="had its order"):
        gesture.opened({"actor": 0})


def test_a_target_is_offered_with_its_arithmetic_and_another_with_what_bars_it() -> None:
    position = table([LEVY], [("Copper Whistle Levy", 14.0, 10.0, 180.0), ("Copper Whistle Levy", 10.0, 15.0, 0.0)])
    decision, gesture = asked(battle_on(position))
    aim = gesture.opened({"actor": 0, "deed": "ranged"}).as_data()["aims"][0]
    assert [target["spot"] for target in aim["targets"]] == [{"piece": 1}]
    assert f"attack {position.click(0).attack}" in aim["targets"][0]["help"]
    assert "front arc" in aim["barred"][0]["help"]
    answer = gesture.answer({"actor": 0, "deed": "ranged", "by": {"aims": {aim["name"]: {"targets": [0]}}}})
    assert answer == {"order": "ranged", "unit": 0, "target": 1}
    assert decision.legal(answer)


def test_an_assault_tells_whom_it_could_attack_from_there() -> None:
    _, gesture = asked(battle_on(table([ROSE], [("Copper Whistle Levy", 20.0, 10.0, 180.0), FAR])))
    sketch = {"actor": 0, "deed": "assault", "by": {"way": "move", "path": [[13, 10]]}}
    inner, by = gesture.behind(sketch)
    assert "From there Copper Whistle Levy" in inner.told(inner.answer(by))
    back, by = gesture.behind({**sketch, "by": {"way": "move", "path": [[13, 10]], "facing": 180}})
    assert "could attack nobody" in back.told(back.answer(by))


def test_damage_is_dealt_out_by_taps() -> None:
    position = table([ROSE], [LEVY, FAR])
    gesture = GESTURES.gesture(SplitDamage(position.seen_by(0), 0, (1, 2), 4))
    assert isinstance(gesture, Shares)
    assert gesture.answer({"shares": [3, 1]}) == {"damage": [3, 1]}
    with pytest.raises(Illegal):
        gesture.answer({"shares": [4]})
