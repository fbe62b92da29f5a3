"""Every kind of decision has a gesture, and whole battles of every set-up can be played by gestures."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from tests.play.fingers import Finger

from musterhall.battle.decisions import Decision
from musterhall.game.duel import Matchup
from musterhall.games import BUILT_IN, game_named

LEAST_BY_GESTURES = 0.95


def decisions_of(name: str) -> list[type[Decision]]:
    """Every class of decision that a game puts to players: those with a kind of their own."""
    for module in ("decisions", "parts.battles"):
        importlib.import_module(f"musterhall.games.{name}.{module}")
    found = _below(Decision)
    return sorted(
        {one for one in found if one.__module__.startswith(f"musterhall.games.{name}.") and "kind" in vars(one)},
        key=lambda one: one.__name__,
    )


def _below(kind: type[Decision]) -> Iterator[type[Decision]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_kind_of_decision_has_a_gesture_of_its_own(name: str) -> None:
    battles = game_named(name).battles
    assert battles is not None
    kinds = decisions_of(name)
    assert kinds
    assert [one.__name__ for one in kinds if not battles.gestures.knows(one)] == []


def is_a_bare_list(gesture: Mapping[str, Any]) -> bool:
    """Options to be chosen from, none of which is anywhere on the table, in a question about no place there."""
    options = gesture.get("options", ())
    return gesture["gesture"] == "tap" and not gesture["spot"] and not any(option["spot"] for option in options)


def battles_to_play() -> list[tuple[str, str]]:
    found = []
    for name in BUILT_IN:
        battles = game_named(name).battles
        assert battles is not None
        found += [(name, setup) for setup in ("", *(info.name for info in battles.setups))]
    return found


@pytest.mark.parametrize(("name", "setup"), battles_to_play())
def test_a_battle_of_every_set_up_is_played_by_gestures(name: str, setup: str) -> None:
    game = game_named(name)
    battles = game.battles
    assert battles is not None
    info = next((one for one in battles.setups if one.name == setup), None)
    red, blue = map(game.forces.shipped_force, info.forces if info else battles.small_forces)
    variants = game.variants.chosen({}) if game.variants is not None else None
    battle = battles.new_battle(Matchup(game, red, blue, variants, setup).setup(3), 3, recording=False)
    finger, table = Finger(3), battle.position.field.table
    asked: Counter[str] = Counter()
    lucky: Counter[str] = Counter()
    while battle.decisions:
        decision = battle.decisions[0]
        gesture = battles.gesture(decision)
        assert not is_a_bare_list(gesture.as_data()), decision.kind
        answer, by_gesture = finger.answer(decision, gesture, (table.width, table.depth))
        asked[decision.kind] += 1
        lucky[decision.kind] += by_gesture
        battle.answer(answer, decision.player)
    shares = {kind: f"{lucky[kind]} of {times}" for kind, times in asked.items() if lucky[kind] < times}
    assert lucky.total() >= LEAST_BY_GESTURES * asked.total(), shares
