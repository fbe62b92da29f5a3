"""The games of the house: found by any spelling of their names, or refused with those there are."""

from __future__ import annotations

import pickle
import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from musterhall import games
from musterhall.game.game import Game
from musterhall.game.words import Words
from musterhall.games import all_games, battles_of, game_named, game_of
from musterhall.packs import force_files
from musterhall.problems import BadInput


@pytest.mark.parametrize("name", ["the_game", "the-game", "THE GAME", " The  Game "])
def test_a_game_is_found_however_its_name_is_written(name: str) -> None:
    assert game_named(name).name == "the_game"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_game_is_one_object_that_is_found_by_its_name_and_by_its_title(game: Game) -> None:
    assert game_named(game.name) is game
    assert game_named(game.words.title) is game
    assert pickle.loads(pickle.dumps(game)) is game


def test_a_name_that_nobody_has_is_refused_with_those_that_come_near() -> None:
    with pytest.raises(BadInput, match="did you mean alpha-strike"):
        game_named("alfa strike")
    with pytest.raises(BadInput, match="choose from the-game, alpha-strike, age-of-destruction"):
        game_named("chess")


def test_a_file_that_names_no_game_is_about_the_first() -> None:
    assert game_of({}, "a file").name == "the_game"
    with pytest.raises(BadInput, match=r"^a file: game '3': there is none"):
        game_of({"game": 3}, "a file")


def test_a_game_without_battles_says_so_and_names_those_with_them() -> None:
    class Unfought(Game):
        name = "unfought"
        words = Words("Unfought", group="formation", counted="unit", length="inches")

    able = "the-game, alpha-strike, age-of-destruction"
    with pytest.raises(BadInput, match=rf"^Unfought: .*; choose from {able}\.$"):
        battles_of(Unfought())


def test_to_know_all_games_takes_no_rules_and_no_catalogue() -> None:
    code = (
        "import sys\nfrom musterhall.games import all_games\nassert len(all_games()) >= 3\n"
        "assert not {'pydantic', 'numpy', 'numba', 'shapely'} & set(sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_package_with_a_broken_game_is_in_nobodys_way(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "nowhere_at_all:GAME", games.GROUP)
    monkeypatch.setattr(games, "_brought", lambda: {"broken": broken})
    games._loaded.cache_clear()
    assert [game.name for game in all_games()] == list(games.BUILT_IN)
    with pytest.raises(BadInput, match="broken: nowhere_at_all:GAME cannot be loaded"):
        game_named("broken")


def test_no_game_from_elsewhere_takes_the_name_of_a_shipped_force(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.games.toy.skirmish import GAME

    monkeypatch.setattr(type(GAME.forces), "shipped", lambda self: ("humanxx-500",))
    monkeypatch.setattr(force_files, "games_with_forces", lambda: (game_named("the_game"), GAME))
    assert force_files.shipped_forces()["humanxx-500"].name == "the_game"
