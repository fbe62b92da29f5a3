"""Battles of every scenario run to their end, their cards are taken and scored by events, and secrets stay secret."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.games.alpha_strike.scenario_battles import (
    EVENTS,
    Seeker,
    problems_of,
    result_of,
    small_setup,
)

from musterhall.battle.agents import RandomAgent, ask, play
from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.battles import new_battle
from musterhall.games.alpha_strike.edition.edition import FILE
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.reading import position_from
from musterhall.games.alpha_strike.scenarios.drafted_terrain import TakeEdge
from musterhall.games.alpha_strike.scenarios.points import markers, standing
from musterhall.games.alpha_strike.turn.round import CommandUnits
from musterhall.problems import parse_toml

CASES = sorted((Path(__file__).parents[2] / "cases" / "alpha_strike").glob("1[345]*.toml"))
FILE_KEYS = ("rule", "title", "game", "ask", "expect", "expect_refused")


def _agents(seed: int) -> list[RandomAgent]:
    return [Seeker(seed), Seeker(seed + 50)]


@pytest.mark.parametrize("name", EVENTS)
def test_a_battle_of_each_scenario_ends_with_a_card_that_the_event_takes_and_scores_the_same(name: str) -> None:
    battle = new_battle(small_setup(name), 7)
    play(battle, _agents(7))
    assert battle.position.ended_by
    _check_card(battle.position)


def _check_card(position: Position) -> None:
    assert problems_of(position) == []
    result = result_of(position)
    for scored, points in zip(result.figures, standing(position).values(), strict=True):
        assert {name: float(scored[name].total) for name in points} == pytest.approx(points)
    if position.winner is not None:
        assert position.winner == (-1 if result.winner is None else result.winner)


def _scored_cases() -> list[Path]:
    """Those by the usual readings, which the packs have too."""
    return [path for path in CASES if "score" in _data(path)["ask"] and "variants" not in _data(path)]


def _data(path: Path) -> dict[str, Any]:
    return parse_toml(path.read_text(encoding="utf-8"), path.name)


@pytest.mark.parametrize("path", _scored_cases(), ids=lambda path: path.stem)
def test_the_card_of_each_worked_score_is_taken_and_scored_the_same(path: Path) -> None:
    told = {key: value for key, value in _data(path).items() if key not in FILE_KEYS}
    _check_card(position_from(told, path.name))


def _readings() -> list[tuple[str, Any]]:
    """Every other value of a reading of sections 13 to 15; of a number, that it has one."""
    sections = ("section 13.1", "section 13.5", "section 13.6", "section 14", "section 15")
    asked = [(key, one) for key, one in FILE.figures.items() if one.source.startswith(sections)]
    # Riders belong to transport, and damage by the die to attacks.
    elsewhere = ("dismount_counts", "variable_damage")
    numbers = [(key, None) for key, one in asked if not one.values]
    words = [(key, value) for key, one in asked for value in one.values[1:] if key not in elsewhere]
    return [*numbers, *words]


@pytest.mark.parametrize(("key", "value"), _readings())
def test_every_other_reading_of_the_scenarios_has_a_case(key: str, value: Any) -> None:
    chosen = [_data(path).get("variants", {}) for path in CASES]
    assert any(key in one and value in (None, one[key]) for one in chosen)


@pytest.mark.parametrize("name", EVENTS)
def test_what_lies_on_the_table_is_plain_data_with_shape_owner_and_text(name: str) -> None:
    for one in markers(new_battle(small_setup(name), 1).position):
        assert {"kind", "shape", "owner", "text"} <= set(json.loads(json.dumps(one)))


def test_time_may_be_called_in_any_turn_and_phase() -> None:
    battle = new_battle(replace(small_setup("domination"), time_due=(2, "movement")), 3)
    play(battle, _agents(3))
    assert battle.position.turn == 2
    assert battle.position.ended_by == "time is called"


def test_who_takes_the_edge_that_is_not_shown_as_theirs_turns_the_table() -> None:
    for turns in (True, False):
        battle = new_battle(small_setup("drafted-for-war"), 2)
        agents = _agents(2)
        while not isinstance(battle.decision, TakeEdge):
            asked = battle.asked()
            battle.answer(ask(agents[asked.player], battle, asked), asked.player)
        before, side = _outlines(battle.position), battle.asked().player
        battle.answer(("north", "south")[side if not turns else 1 - side])
        turned = [[(36 - x, 22 - y) for x, y in outline] for outline in before]
        assert _outlines(battle.position) == (turned if turns else before)
        assert battle.position.lie.shape == (len(before), battle.position.lie.shape[1])


def _outlines(position: Position) -> list[list[tuple[float, float]]]:
    return [list(piece.outline) for piece in position.field.ground.pieces]


# Secrets


def _until_written(seed: int, red: list[int], blue: list[int]) -> Battle[Position]:
    """An Assassination whose players have just written down these units."""
    battle = new_battle(small_setup("assassination"), seed)
    agents = _agents(seed)
    while not isinstance(battle.decision, CommandUnits):
        asked = battle.asked()
        battle.answer(ask(agents[asked.player], battle, asked), asked.player)
    battle.answer(red, 0)
    battle.answer(blue, 1)
    return battle


def test_battles_that_differ_in_papers_alone_look_the_same_to_the_opponent() -> None:
    units = new_battle(small_setup("assassination"), 5).position.field.of_side[0]
    fit = [unit for unit in units if unit in _fit(0)]
    one, other = (_until_written(5, [fit[0], chosen], _fit(1)[:2]) for chosen in (fit[1], fit[2]))
    agents, compared = (_agents(9), _agents(9)), 0
    while one.decisions and not {fit[1], fit[2]} & _known(one):
        asked, twin = one.asked(), other.asked()
        if asked.player == 1:
            assert asked.as_data() == twin.as_data()
            assert list(asked.options()) == list(twin.options())
        assert one.view(1).fingerprint() == other.view(1).fingerprint()
        assert [line.as_data() for line in one.log] == [line.as_data() for line in other.log]
        one.answer(ask(agents[0][asked.player], one, asked), asked.player)
        other.answer(ask(agents[1][twin.player], other, twin), twin.player)
        compared += 1
    assert compared > 20


def _fit(side: int) -> list[int]:
    position = new_battle(small_setup("assassination"), 5).position
    return CommandUnits(position.seen_by(side), side).fit


def _known(battle: Battle[Position]) -> set[int]:
    state = battle.position.sides[0]
    return set(state.shown | state.cleared)


def test_a_trial_draws_the_papers_anew_and_looks_the_same_to_its_player() -> None:
    battle = _until_written(5, _fit(0)[:2], _fit(1)[:2])
    agents, drawn = _agents(4), set()
    for number in range(60):
        if not battle.decisions:
            break
        asked = battle.asked()
        if number % 6 == 0:
            twin = battle.trial(asked.player, number)
            assert twin.view(asked.player).fingerprint() == battle.view(asked.player).fingerprint()
            drawn.add((asked.player, twin.position.sides[1 - asked.player].command_units))
        battle.answer(ask(agents[asked.player], battle, asked), asked.player)
    assert len(drawn) > 3


def test_a_trial_while_papers_are_written_asks_the_other_again() -> None:
    battle = new_battle(small_setup("assassination"), 5)
    agents = _agents(5)
    while not isinstance(battle.decision, CommandUnits):
        asked = battle.asked()
        battle.answer(ask(agents[asked.player], battle, asked), asked.player)
    battle.answer(_fit(0)[:2], 0)
    twin = battle.trial(1, 3)
    assert sorted(one.player for one in twin.decisions) == [0, 1]
