"""Troops from the air: where who jumped comes down, and what troops may do while they are aboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.the_game.air_forces import air_setup

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Illegal
from musterhall.dice import Dice
from musterhall.games.the_game.air.drops import Land
from musterhall.games.the_game.game import new_battle
from musterhall.games.the_game.movement.transports import lose_transport
from musterhall.games.the_game.position.air_state import Drop
from musterhall.games.the_game.position.invariants import Watch
from musterhall.games.the_game.position.position import ACTION, NOBODY, Formation, Position
from musterhall.games.the_game.readings.variants import Variants

# Who jumped, with survivors elsewhere

MARKER = (175.0, 5.0)


def named(position: Position, name: str) -> Formation:
    formation = position.formation_named(name)
    assert formation is not None
    return formation


def survivors_far_away(position: Position) -> Formation:
    """Two paratroopers stand beside the wreck of their carrier; the others have jumped far from there."""
    troops = named(position, "Paratroopers")
    position.aboard[troops.units] = NOBODY
    for unit, place in zip(troops.units[:2], [(5.0, 2.0), (7.0, 2.0)], strict=True):
        position.place(unit, place)
    troops.on_table = True
    position.air = position.air.with_drop(Drop(troops.index, *MARKER))
    return troops


def test_paratroopers_land_though_survivors_of_a_lost_carrier_are_far_away() -> None:
    position = air_setup().position()
    decision = Land(position, survivors_far_away(position), MARKER)
    offered = list(decision.options())
    assert offered
    for answer in offered:
        assert len(decision.check(answer)) == 6


def test_those_who_land_keep_cohesion_among_themselves_all_the_same() -> None:
    position = replace(air_setup(), variants=Variants.of({"paratrooper_radius": 30})).position()
    decision = Land(position, survivors_far_away(position), (90.0, 60.0))
    spread = [[unit, 62.0 if number else 118.0, 60.0] for number, unit in enumerate(decision.units)]
    with pytest.raises(Illegal, match="land in cohesion"):
        decision.check(spread)


@pytest.mark.parametrize("seed", range(3))
def test_a_random_battle_goes_on_past_a_landing_far_from_the_survivors(seed: int) -> None:
    battle = new_battle(air_setup(), seed)
    watch = Watch(battle.position)
    battle.watcher = watch

    def jump_in_the_first_turn(battle: Battle[Position]) -> None:
        if battle.position.phase == ACTION and not landed_far_away:
            landed_far_away.append(survivors_far_away(battle.position))

    landed_far_away: list[Formation] = []
    play(battle, [RandomAgent(seed), RandomAgent(seed + 10)], jump_in_the_first_turn)
    assert landed_far_away
    assert not battle.position.air.drops
    assert watch.violations == []


# Who is still aboard


def with_one_carrier_lost(faces: list[int]) -> tuple[Battle[Position], Formation]:
    """Paratroopers aboard four carriers, of which the first is lost, and the dice of the two who rode in it."""
    battle = new_battle(air_setup(), 0)
    troops = named(battle.position, "Paratroopers")
    lift = battle.position.formation_of(int(battle.position.aboard[troops.units[0]]))
    battle.position.place(lift.units[0], (90.0, 40.0))
    battle.dice = Dice.scripted(faces)
    lose_transport(battle, lift.units[0])
    return battle, troops


def test_troops_do_not_act_while_they_are_aboard_though_others_of_them_fell_with_a_carrier() -> None:
    _, troops = with_one_carrier_lost([1, 1])
    assert troops.size == 6
    assert not troops.can_act


def test_survivors_of_a_carrier_act_while_the_others_are_aboard_until_the_last_of_them_falls() -> None:
    battle, troops = with_one_carrier_lost([1, 10])
    assert troops.can_act
    (survivor,) = battle.position.standing(troops).tolist()
    battle.position.remove(survivor)
    assert not troops.can_act


def test_who_is_on_the_way_down_does_not_act_when_the_last_survivor_falls() -> None:
    position = air_setup().position()
    troops = survivors_far_away(position)
    for unit in position.standing(troops).tolist():
        assert troops.can_act
        position.remove(unit)
    assert not troops.can_act
