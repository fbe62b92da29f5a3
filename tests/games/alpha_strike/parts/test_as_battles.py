"""Battles of Alpha Strike as everybody above asks for them: set up, saved, fought again, told and watched."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from io import StringIO
from typing import Any

import pytest

from musterhall.battle.agents import play
from musterhall.battle.battle import Battle, LogLine
from musterhall.battle.journal import JournalWriter, read_journal
from musterhall.board import Replay
from musterhall.game.saving import SavedBattle, header_of
from musterhall.games import battles_of, game_named
from musterhall.games.alpha_strike.battles import Setup
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.tables import shipped_tables
from musterhall.games.alpha_strike.field.terrain import CLEAR, RUBBLE
from musterhall.games.alpha_strike.force.forces import shipped_force
from musterhall.games.alpha_strike.parts.offered import offered
from musterhall.games.alpha_strike.scenarios.scenarios import SCENARIOS
from musterhall.problems import BadInput

GAME = game_named("alpha_strike")
BATTLES = battles_of(GAME)


def setup(name: str = "", **variants: object) -> Setup:
    assert GAME.tables is not None
    red, blue = map(shipped_force, BATTLES.forces)
    made = BATTLES.setup_named(name, red, blue, GAME.tables.of_setup(name, 3), Edition.of(variants))
    assert isinstance(made, Setup)
    return made


@cache
def watched() -> tuple[Battle[Any], Replay, str]:
    """A short battle with its film and its journal."""
    made, written = setup(turn_limit=4), StringIO()
    film = BATTLES.film(made, 5, ("random", "random"))
    battle = BATTLES.new_battle(made, 5, watcher=film.watch)
    writer = JournalWriter(written, header_of(GAME, BATTLES, made, 5, ("random", "random")), BATTLES.place)
    writer.follow(battle)
    play(battle, [BATTLES.agent("random", 1), BATTLES.agent("random", 2)], writer.follow)
    writer.finish(battle, BATTLES.outcome(battle.position).figures)
    return battle, film.replay(battle.position), written.getvalue()


def test_every_scenario_is_offered_and_nothing_else() -> None:
    assert {one.name for one in BATTLES.setups} == set(SCENARIOS) - {"battle"}
    assert set(SCENARIOS) - {"battle"} <= set(offered())


def test_the_forces_of_a_set_up_come_with_the_game() -> None:
    infos = [one.info(name) for name, one in offered().items()]
    assert {name for info in infos for names in info.choices for name in names} <= set(GAME.forces.shipped())


def test_a_set_up_comes_back_from_its_data() -> None:
    made = setup(turn_limit=7, front_arc=120)
    data = json.loads(json.dumps(BATTLES.setup_data(made)))
    again = BATTLES.setup_from_data(data, "a.journal")
    assert (again.red, again.blue, again.table, again.edition) == (made.red, made.blue, made.table, made.edition)
    assert again.scenario.name == made.scenario.name


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: data["edition"].pop("front_arc"), "the figure front_arc is missing"),
        (lambda data: data.update(scenario="siege"), "scenario 'siege': there is none of this name"),
        (lambda data: data.update(red='game = "alpha_strike"\nname = "x"'), "red's force: unit is missing"),
        (lambda data: data.update(table='[[terrain]]\nkind = "lava"\ncircle = [9, 9, 2]'), "lava"),
    ],
)
def test_a_spoiled_set_up_is_refused_in_a_sentence(spoil: Any, words: str) -> None:
    data = BATTLES.setup_data(setup())
    spoil(data)
    with pytest.raises(BadInput, match=words):
        BATTLES.setup_from_data(data, "a.journal")


def test_a_journal_fights_its_battle_again() -> None:
    battle, _, written = watched()
    again = SavedBattle(GAME, BATTLES, read_journal(written, "a.journal")).fight_again()
    assert again.activations == battle.activations
    assert again.log == battle.log


def test_an_end_says_who_won_and_what_became_of_whom() -> None:
    battle, _, _ = watched()
    outcome = BATTLES.outcome(battle.position)
    assert outcome.turns == 4
    assert outcome.sentence.endswith("time is called after turn 4.")
    assert outcome.scores is not None
    assert [words for words, _ in outcome.scores.rows][-3:] == ["units crippled", "units withdrawn", "units destroyed"]
    assert json.loads(json.dumps(outcome.figures)) == outcome.figures
    before = BATTLES.new_battle(setup(), 1).position
    assert BATTLES.outcome(before).winner is None
    assert BATTLES.outcome(before).sentence.startswith("Nobody has won yet")
    assert BATTLES.progress(before).left == (("Lyran picket", 12), ("Combine wall", 16))


def test_a_replay_has_a_piece_and_a_bar_for_each_unit_and_a_frame_for_each_line() -> None:
    battle, replay, _ = watched()
    data = json.loads(json.dumps(replay.as_data()))
    units = battle.position.field.units
    assert [piece["name"] for piece in data["pieces"]] == [unit.name for unit in units]
    assert [group["size"] for group in data["groups"]] == [unit.card.armour + unit.card.structure for unit in units]
    assert len(data["frames"]) == 1 + len([line for line in battle.log if line.kind != "thought"])
    fired = next(frame for frame in data["frames"] if frame["kind"] == "fire")
    assert len(fired["paths"]) == len(fired["arcs"]) == len(fired["rings"]) == 1
    assert fired["detail"][0].startswith("Target number ")
    moved = next(frame for frame in data["frames"] if frame["kind"] == "move" and frame["paths"])
    assert moved["pieces"][0][0] == moved["group"]


def test_the_last_frame_leaves_everybody_as_the_battle_did() -> None:
    battle, replay, _ = watched()
    shown: dict[int, Any] = {}
    for frame in replay.frames:
        shown |= frame.groups
    for unit, condition in enumerate(battle.position.conditions):
        assert shown[unit].left == condition.armour + condition.structure
        assert shown[unit].badge == condition.heat
        assert shown[unit].gone == (not condition.alive)


def test_a_replay_shows_terrain_as_it_lies_at_each_moment() -> None:
    made = replace(setup("bunkers"), table=shipped_tables()["garrison-town"])
    film = BATTLES.film(made, 5, ("random", "random"))
    position = BATTLES.new_battle(made, 5).position
    ground = position.field.ground
    house = ground.buildings[0]
    bunker, whole = len(ground.pieces) - 1, list(range(len(ground.pieces)))
    film.watch(LogLine("other", "All stands.", "12", {}), position)
    position.lie = ground.changed(position.lie, house, RUBBLE)
    film.watch(LogLine("building", "The house collapses.", "12", {}), position)
    position.lie = ground.changed(position.lie, bunker, CLEAR)
    film.watch(LogLine("bunker", "The bunker is destroyed.", "14.2", {}), position)
    data = film.replay(position).as_data()
    ruin = len(ground.pieces)
    fallen = [*whole[:house], ruin, *whole[house + 1 :]]
    assert [frame.get("ground") for frame in data["frames"]] == [whole, None, fallen, fallen[:-1]]
    assert f'data-terrain="{ruin}" data-kind="rubble"' in data["table"]["art"]
    assert f'data-terrain="{bunker}"' in data["table"]["art"]
