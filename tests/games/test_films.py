"""What the films of all games have in common: the board that draws them knows no game."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from musterhall.battle.agents import play
from musterhall.battle.battle import Battle
from musterhall.game.duel import Matchup
from musterhall.games import battles_of, game_named

GAMES = ("the_game", "alpha_strike", "age_of_destruction")
SEED = 3


@dataclass(frozen=True)
class Filmed:
    battle: Battle[Any]
    data: dict[str, Any]

    @property
    def frames(self) -> list[dict[str, Any]]:
        frames: list[dict[str, Any]] = self.data["frames"]
        return frames


@cache
def filmed(name: str) -> Filmed:
    """A small battle that drills fight."""
    game = game_named(name)
    battles = battles_of(game)
    red, blue = map(game.forces.shipped_force, battles.small_forces)
    setup = Matchup(game, red, blue).setup(SEED)
    film = battles.film(setup, SEED, ("drill", "drill"))
    battle = battles.new_battle(setup, SEED, watcher=film.watch)
    play(battle, [battles.agent("drill", SEED + side) for side in (0, 1)])
    return Filmed(battle, film.replay(battle.position).as_data())


@pytest.mark.parametrize("name", GAMES)
def test_every_die_that_fell_is_shown_with_a_line(name: str) -> None:
    watched = filmed(name)
    fell = Counter((roll.sides, face) for roll in watched.battle.dice.record for face in roll.faces)
    dice = [throw for frame in watched.frames for throw in frame.get("dice", ())]
    shown = Counter((throw["sides"], face) for throw in dice for face in throw["rolled"])
    assert fell <= shown
    assert sum(fell.values()) > 50


@pytest.mark.parametrize("name", GAMES)
def test_dice_say_what_they_were_for_what_they_came_to_and_whether_that_was_enough(name: str) -> None:
    dice = [throw for frame in filmed(name).frames for throw in frame.get("dice", ())]
    assert all(throw["what"] for throw in dice)
    assert {throw["passed"] for throw in dice if throw["sum"]} >= {True, False}
    judged = [throw for throw in dice if throw["passed"] is not None]
    assert all("=" in throw["sum"] for throw in judged)


@pytest.mark.parametrize("name", GAMES)
def test_a_line_without_dice_says_nothing_of_them(name: str) -> None:
    assert any("dice" not in frame for frame in filmed(name).frames)
    assert all(frame["dice"] for frame in filmed(name).frames if "dice" in frame)


@pytest.mark.parametrize("name", GAMES)
def test_the_score_goes_on_from_frame_to_frame_and_ends_as_the_battle_did(name: str) -> None:
    watched = filmed(name)
    told = [frame["score"] for frame in watched.frames if "score" in frame]
    assert told[0] == watched.frames[0]["score"]
    assert len(told) > 2
    assert all(one != other for one, other in pairwise(told))
    assert all({side for side, _, _ in score} == {0, 1} for score in told)


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_says_how_far_it_goes_and_how_far_it_fires(name: str) -> None:
    data = filmed(name).data
    reaches = {id_: data["profiles"][piece["profile"]]["reaches"] for id_, piece in enumerate(data["pieces"])}
    reaches |= dict(watched for watched in filmed(name).frames[0].get("reaches", ()))
    assert {kind for rows in reaches.values() for kind, *_ in rows} == {"move", "range"}
    assert all(radius > 0 and words for rows in reaches.values() for _, radius, words, _ in rows)


@pytest.mark.parametrize("name", GAMES)
def test_lines_say_where_something_happens_in_words(name: str) -> None:
    written = re.compile(r"\(\d+(\.\d+)?, \d+(\.\d+)?\)| at \d+, \d+$")
    lines = [line for frame in filmed(name).frames for line in (frame["text"], *frame["detail"])]
    assert [line for line in lines if written.search(line)] == []
