"""What commands, pages and events ask of a game's forces holds for every game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from musterhall.cli.main import app
from musterhall.game.game import Game
from musterhall.games import all_games, game_named
from musterhall.packs.force_files import game_of, shipped_forces
from musterhall.packs.model import load_pack, shipped_pack_text, shipped_packs
from musterhall.packs.submissions import submission
from musterhall.printing.force_sheet import force_pdf
from musterhall.problems import parse_toml

GAMES = all_games()
FORCES = [(game, name) for game in GAMES for name in game.forces.shipped()]
PACKS = [load_pack(name) for name in shipped_packs()]


def named(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


def read(game: Game, name: str) -> Any:
    return game.forces.read(game.forces.shipped_text(name), f"{name}.toml")


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["force", *words])
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize(("game", "name"), FORCES, ids=named)
def test_every_shipped_force_is_shown_listed_and_printed_by_the_same_commands(
    game: Game, name: str, tmp_path: Path
) -> None:
    line = game.forces.in_short(read(game, name))
    assert f"{name} ({game.name}): {line.name}" in run("list")
    assert line.name in run("show", name)
    assert line.name in run("show", name, "--json")
    paper = tmp_path / "force.pdf"
    run("print", name, "--output", str(paper))
    assert paper.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("game", "name"), FORCES, ids=named)
def test_a_force_that_an_event_takes_is_legal_at_the_terminal_too(game: Game, name: str) -> None:
    takes = [
        pack.name
        for pack in PACKS
        if pack.game == game.name and submission(pack, game.forces.shipped_text(name), name).legal
    ]
    for shipped, pack in zip(shipped_packs(), PACKS, strict=True):
        if pack.name in takes:
            assert f"is legal for {pack.name}" in run("check", name, "--pack", shipped)
    assert takes or game.name == "the_game"


@pytest.mark.parametrize(("game", "name"), FORCES, ids=named)
def test_a_force_that_names_no_game_is_known_by_its_fields(game: Game, name: str) -> None:
    data = parse_toml(game.forces.shipped_text(name), name)
    del data["game"]
    assert game_of(data, name) is game


@pytest.mark.parametrize("game", [one for one in GAMES if one.forces.example], ids=named)
def test_the_example_file_is_a_legal_force(game: Game) -> None:
    data = parse_toml(game.forces.example, "example")
    assert game.forces.check(data, "example", variants={}).legal


@pytest.mark.parametrize(
    ("typed", "meant"), [("humanx-500", "humanxx-500"), ("combine-wal", "combine-wall"), ("cat-patrl", "cat-patrol")]
)
@pytest.mark.parametrize("command", ["check", "show"])
def test_an_unknown_force_offers_near_names_of_all_games(command: str, typed: str, meant: str) -> None:
    said = run(command, typed, code=2)
    assert f"Perhaps {meant}" in said


def test_no_two_games_ship_a_force_of_the_same_name() -> None:
    assert len(shipped_forces()) == len(FORCES)


def test_a_pack_of_another_game_is_refused_in_one_sentence() -> None:
    said = run("check", "cat-patrol", "--pack", "herocon-2025", code=2)
    assert "is a force of age_of_destruction, and Herocon 2025 is played with alpha_strike" in said


def test_an_opponents_copy_of_the_game_tells_neither_leaders_nor_battle_groups() -> None:
    game = game_named("the_game")
    force = read(game, "humanxx-500")
    own, theirs = (str(game.forces.sheet(force, for_opponent=openly).data) for openly in (False, True))
    for secret in ("commander", "Commander", "Main body", "Flank", "LAW"):
        assert secret in own
        assert secret not in theirs
    assert force_pdf(game.forces.sheet(force, for_opponent=True)).startswith(b"%PDF")


def test_a_sheet_says_what_is_wrong_and_an_opponents_copy_only_how_much() -> None:
    game, pack = game_named("age_of_destruction"), load_pack("age-of-destruction-constructed")
    dear = game.forces.shipped_text("cat-patrol").replace("points = ", "points = 1")
    force = game.forces.read(dear, "dear")
    own = game.forces.sheet(force, pack)
    theirs = game.forces.sheet(force, pack, for_opponent=True)
    assert not own.legal
    assert "may cost 450" in str(own.data)
    assert "may cost 450" not in str(theirs.data)
    assert "Not legal: 1 problem" in str(theirs.data)


@pytest.mark.parametrize(
    ("force", "shipped", "points", "word"),
    [
        ("humanxx-500", "meeting-engagement", 'points = { most = 1000, because = "6.1.2" }', "formations"),
        ("cat-patrol", "age-of-destruction-constructed", "points = { most = 450", "units"),
        ("combine-wall", "herocon-2025", "points = { most = 400", "units"),
    ],
)
def test_a_number_without_a_row_of_points_is_no_way_around_the_limit(
    force: str, shipped: str, points: str, word: str
) -> None:
    text = shipped_pack_text(shipped)
    (line,) = [line for line in text.splitlines() if line.startswith(points)]
    pack = load_pack(text.replace(line, "points = { by_units = { 1 = 5000, 2 = 5000 } }"))
    given = game_named(pack.game).forces.shipped_text(force)
    found = submission(pack, given, force)
    told = [str(one) for one in found.problems]
    assert any(f" {word}, and there are points for 1, 2 only. Bring one of these numbers." in one for one in told), told
    assert not [one for one in told if "may cost" in one or "are allowed" in one], told


def loaded_by(code: str) -> list[str]:
    told = f"import sys; {code}; print(*sys.modules)"
    return subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout.split()


def test_games_are_light_until_a_part_is_asked_for() -> None:
    modules = loaded_by("from musterhall.games import all_games; [game.words.title for game in all_games()]")
    own = {one for one in modules if one.startswith("musterhall.games.") and one.count(".") > 2}
    assert own == {f"musterhall.games.{game.name}.game_object" for game in GAMES}


def test_a_fold_loads_no_game_but_the_events_own_and_no_compiled_code() -> None:
    code = (
        "from musterhall.events.fold import create, fold; from musterhall.events.entries import numbered; "
        "from musterhall.packs.model import shipped_pack_text; "
        "fold([numbered(create('x', shipped_pack_text('herocon-2025'), 1), 1, '2025-11-29T08:30:00.000Z')])"
    )
    modules = loaded_by(code)
    assert "numba" not in modules
    assert not [one for one in modules if one.startswith(("musterhall.games.the_game", "musterhall.games.age_of"))]
    heavy = ("check", "solver", "workbench", "boxes", "sheet")
    assert not [one for one in modules if one in {f"musterhall.games.alpha_strike.{name}" for name in heavy}]
