"""What the log says, as somebody hears it who does not see the table."""

from __future__ import annotations

from dataclasses import replace

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.battles import Setup, new_battle
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.factions.liao import name_the_awed
from musterhall.games.age_of_destruction.field.tables import shipped_tables
from musterhall.games.age_of_destruction.forces import shipped_force
from musterhall.games.age_of_destruction.parts.outcome import sentence
from musterhall.games.age_of_destruction.position.position import CLEAN_UP, OVER, Position
from musterhall.games.age_of_destruction.units.sheets import sample_sheets

from .aod_tables import FAR, Placed, battle_on, give, next_turn, rect, table

LEVY: Placed = ("Copper Whistle Levy", 10.0, 10.0, 0.0)


def lines(battle: Battle[Position], kind: str) -> list[str]:
    return [line.text for line in battle.log if line.kind == kind]


def of_forces(red: str, blue: str, player: str = "") -> Battle[Position]:
    forces = (replace(shipped_force(red), player=player), shipped_force(blue))
    return new_battle(Setup(*forces, shipped_tables()["customs-yard"], sample_sheets(), Edition.usual()), 3)


def test_the_defense_is_told_with_its_parts() -> None:
    position = table([LEVY], [("Copper Whistle Levy", 14.0, 10.0, 180.0), FAR], [rect("woods", 13, 8, 3, 4)])
    battle = battle_on(position, 1, 3)
    give(battle, "ranged", 0, target=1)
    value = position.click(1).defense
    assert lines(battle, "attack")[0].endswith(
        f", against defense {value} + target in hindering terrain 1 = {value + 1}"
    )


def test_a_defense_without_parts_is_one_number() -> None:
    position = table([LEVY], [("Copper Whistle Levy", 14.0, 10.0, 180.0), FAR])
    battle = battle_on(position, 1, 3)
    give(battle, "ranged", 0, target=1)
    assert lines(battle, "attack")[0].endswith(f", against defense {position.click(1).defense}")


def test_it_is_told_when_a_vtol_rises_and_comes_down() -> None:
    position = table([("Salt Kite", 10.0, 10.0, 0.0)])
    up = battle_on(position)
    give(up, "move", 0, path=[[12, 10]], cruise=True)
    assert lines(up, "move") == ["Salt Kite moves, up to cruising height, now in the north of the table"]
    down = battle_on(next_turn(position))
    give(down, "move", 0, path=[[14, 10]], cruise=False)
    assert lines(down, "move") == ["Salt Kite moves, down to NOE, now in the north of the table"]


def test_a_further_attack_says_what_gives_it() -> None:
    position = table([("Thornless Rose", 10.0, 10.0, 0.0)], [("Crate Mole", 15.0, 10.0, 180.0), FAR])
    battle = battle_on(position, 5, 5, 1, 2)
    give(battle, "ranged", 0, target=1)
    battle.answer("Pulse: 1")
    assert lines(battle, "further") == ["Thornless Rose attacks once more, by Pulse"]


def test_a_mech_that_cools_by_itself_and_starts_up_again_is_not_said_to_vent_or_run() -> None:
    position = table([("Thornless Rose", 10.0, 10.0, 0.0)])
    state = position.states[0]
    state.shut_down, state.heat = True, position.unit(0).sheet.shuts_down_at
    position.side, position.stage = 1, CLEAN_UP
    battle = battle_on(position)
    assert lines(battle, "cool") == [f"Thornless Rose has cooled down to heat {state.heat}"]
    assert lines(battle, "restart") == ["Thornless Rose starts up again"]


def test_a_unit_is_placed_somewhere() -> None:
    battle = of_forces("fox-arbiter", "falcon-straw")
    while not lines(battle, "deploy"):
        decision = battle.decisions[0]
        battle.answer(next(iter(decision.options())), decision.player)
    assert " is placed " in lines(battle, "deploy")[0]


def test_the_name_of_a_force_has_the_verb_that_goes_with_it() -> None:
    battle = of_forces("liao-inkstone", "falcon-straw")
    name_the_awed(battle, 0)
    assert lines(battle, "awe") == ["Straw talons are awed"]
    battle.position.stage, battle.position.winner = OVER, 1
    assert sentence(battle.position).startswith("Straw talons win after")


def test_a_player_is_one_whatever_the_name_ends_in() -> None:
    battle = of_forces("liao-inkstone", "falcon-straw", player="Agnes Boots")
    battle.position.stage, battle.position.winner = OVER, 0
    assert sentence(battle.position).startswith("Agnes Boots wins after")
