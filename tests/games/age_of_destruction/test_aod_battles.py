"""Battles of Age of Destruction from set-up to replay."""

from __future__ import annotations

from functools import cache

import pytest
from typer.testing import CliRunner

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.board import Replay
from musterhall.cli.main import app
from musterhall.game.battles import Film
from musterhall.games.age_of_destruction.battles import Setup
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.tables import shipped_tables
from musterhall.games.age_of_destruction.forces import read_force, shipped_force, shipped_force_text
from musterhall.games.age_of_destruction.game_object import GAME
from musterhall.games.age_of_destruction.parts.board import group_state, moment_of
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position_file.reading import position_from
from musterhall.games.age_of_destruction.units.sheets import read_sheet, sample_sheets, sheet_data
from musterhall.library import set_up
from musterhall.problems import BadInput
from musterhall.web.battles import offer_of


def setup(rounds: int = 3) -> Setup:
    red, blue = map(shipped_force, GAME.battles.forces)
    return GAME.battles.setup(red, blue, shipped_tables()["twin-hills"], Edition.of({"round_limit": rounds}))


@cache
def filmed() -> tuple[Battle[Position], Film]:
    film = GAME.battles.film(setup(), 5, ("random", "random"))
    battle = GAME.battles.new_battle(setup(), 5, watcher=film.watch)
    play(battle, [RandomAgent(5), RandomAgent(6)])
    return battle, film


def test_a_set_up_comes_back_from_a_journal_as_it_was() -> None:
    data = GAME.battles.setup_data(setup())
    again = GAME.battles.setup_from_data(data, "a.journal")
    assert GAME.battles.setup_data(again) == data


@pytest.mark.parametrize("sheet", list(sample_sheets()), ids=lambda sheet: sheet.name)
def test_a_sheet_comes_back_from_its_data_as_it_was(sheet: object) -> None:
    assert read_sheet(sheet_data(sheet), "data") == sheet  # type: ignore[arg-type]


def test_a_unit_without_a_dial_keeps_a_force_from_fighting() -> None:
    bridge = read_force(
        shipped_force_text("cat-patrol") + '[[unit]]\nname = "Thornless Rose"\nfaction = ""\n', "bridge.toml"
    )
    assert "Whisker Claw: has no dial that is known here" in str(GAME.battles.cannot_fight(bridge)[0])
    assert GAME.battles.cannot_fight(shipped_force("fox-arbiter")) == []


@pytest.mark.parametrize("name", ["cat-patrol", "hammer-line"])
def test_a_force_without_any_dial_is_for_events_only_and_offered_for_no_battle(name: str) -> None:
    sentence = "has no dials here; it is for events only"
    with pytest.raises(BadInput, match=sentence):
        set_up("age-of-destruction", seed=7, red=name)
    told = CliRunner().invoke(app, ["battle", "age-of-destruction", "--red", name, "--seed", "7"])
    assert (told.exit_code, sentence in told.stderr) == (2, True)
    typed = CliRunner().invoke(app, ["battle", "age-of-destruction", "--red", "nobody", "--seed", "7"])
    assert name not in typed.stderr
    assert "fox-arbiter" in typed.stderr
    assert all(name not in names for names in offer_of("age-of-destruction").forces)


def test_a_battle_tells_where_it_stands_and_how_it_ended() -> None:
    fresh = GAME.battles.new_battle(setup(), 1).position
    assert GAME.battles.place(fresh) == "the set-up"
    assert GAME.battles.outcome(fresh).sentence.startswith("Nobody has won yet")
    battle, _ = filmed()
    progress, outcome = GAME.battles.progress(battle.position), GAME.battles.outcome(battle.position)
    assert (progress.turns, progress.last_turn) == (3, 3)
    assert "after 3 rounds" in outcome.sentence
    assert outcome.scores is not None
    assert outcome.scores.heads == ("Inkstone court", "Straw talons")


def test_a_replay_shows_every_frame_and_ends_as_the_battle_did() -> None:
    battle, film = filmed()
    replay: Replay = film.replay(battle.position)
    data = replay.as_data()
    assert len(data["frames"]) == len([line for line in battle.log if line.kind != "thought"]) + 1
    assert data["words"]["turn"] == "Round"
    pieces: dict[int, list[object]] = {}
    for frame in data["frames"]:
        pieces |= {row[0]: row for row in frame["pieces"]}
    assert list(pieces.values()) == moment_of(battle.position).as_data()["pieces"]


def test_a_dial_on_the_board_can_be_read() -> None:
    data = {
        "unit": [
            {"name": "Rose", "side": "red", "unit": "Thornless Rose", "at": [9, 9], "click": 3, "heat": 2, "tokens": 1},
            {"name": "Levy", "side": "blue", "unit": "Copper Whistle Levy", "at": [9, 30], "captive_of": "Rose"},
        ]
    }
    position = position_from(data, "a table")
    rose = group_state(position, 0)
    assert (rose.badge, rose.left) == (1, 9)
    said = "click 3 of 11, speed 8, attack 9, defense 19, damage 4/2, heat 2 of 5, 1 token"
    assert rose.note == said
    assert "captive of Rose" in group_state(position, 1).note


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"click": 12}, "its dial has 11"),
        ({"heat": 6}, "its dial goes to 5"),
        ({"cruising": True}, "only a VTOL does that"),
        ({"at": [40, 2]}, "off the 36 by 36 inches"),
        ({"captive_of": "Rosie"}, "did you mean Rose?"),
        ({"unit": "Thornles Rose"}, "Thornless Rose"),
    ],
)
def test_what_cannot_be_is_told_with_its_place(wrong: dict[str, object], words: str) -> None:
    unit = {"name": "Rose", "side": "red", "unit": "Thornless Rose", "at": [9, 9]}
    with pytest.raises(BadInput) as refused:
        position_from({"unit": [unit | wrong]}, "a table")
    assert "unit 'Rose'" in str(refused.value)
    assert words in str(refused.value)
