"""`muster battle alpha-strike`: packs, scenarios, variants, and what is refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.test_cli import muster, muster_json, refused

from musterhall.battle.journal import read_journal

BATTLE = ("battle", "alpha-strike", "--agents", "random", "--seed", "4", "--quiet", "--variant", "turn_limit=2")

NO_MOVE = """\
game = "alpha_strike"
name = "Cannot move"
[[unit]]
unit = "Brick BRK-1"
[[card]]
chassis = "Brick"
variant = "BRK-1"
type = "BM"
size = 1
damage = "1/1/0"
armour = 2
structure = 2
pv = 10
"""


def test_a_battle_is_saved_watched_and_fought_again(tmp_path: Path) -> None:
    save, page = tmp_path / "a.journal", tmp_path / "a.html"
    result = muster(*BATTLE, "--save", save, "--replay", page)
    assert result.exit_code == 0, result.output
    assert "time is called after turn 2" in result.stdout
    assert "Lyran picket against Combine wall" in page.read_text(encoding="utf-8")
    assert muster_json("replay", save)["verified"]


def test_a_variant_is_played() -> None:
    told = muster_json("battle", "alpha-strike", "--agents", "random", "--seed", "4", "--variant", "turn_limit=1")
    assert told["result"]["turns"] == 1


def test_a_battle_is_fought_by_the_variants_of_its_pack(tmp_path: Path) -> None:
    save = tmp_path / "a.journal"
    assert muster(*BATTLE, "--pack", "herocon-2025", "--scenario", "domination", "--save", save).exit_code == 0
    setup = read_journal(save.read_text(encoding="utf-8"), "a").header.setup
    assert setup["edition"]["engine_explosions"] is True


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--scenario", "seige"), "set-up 'seige': there is none of this name;"),
        (("--pack", "herocon-2025", "--scenario", "seige"), "scenario 'seige': Herocon 2025 has none of this name;"),
        (("--pack", "meeting-engagement"), "is played with THE GAME, not Alpha Strike; name another pack."),
        (("--pack", "herocon-2024"), "no pack is called 'herocon-2024'"),
        (("--variant", "front_ark=90"), "did you mean front_arc?"),
        (("--variant", "attack_dice=many"), "is not on offer; write each_point or one_roll."),
        (("--agents", "randm"), "did you mean random?"),
        (("--table", "nowhere"), "there is no such file; name one that exists, or one of random, border-hills"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(options: tuple[str, ...], words: str) -> None:
    assert words in refused(*BATTLE, *options)


def test_a_unit_without_move_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "brick.toml"
    file.write_text(NO_MOVE, encoding="utf-8")
    said = refused(*BATTLE, "--red", file)
    assert "move is missing" in said


def test_a_duel_is_fought_with_both_forces() -> None:
    told = muster_json(
        "duel", "random", "random", "--game", "alpha-strike", "--seeds", "1", "--variant", "turn_limit=1"
    )
    assert told["battles"] == 2


BLOWN_UP = """\
game = "alpha_strike"
phase = "end"
ask = { play = { dice = [1, 2, 6, 6] } }
unit = [
  { name = "Hunter", side = "red", at = [20, 14] },
  { name = "Wolf", side = "blue", at = [20, 28], engine_hits = 1, marked = 1, armour_left = 0 },
  { name = "Fox", side = "blue", at = [22, 28] },
]
"""


def test_the_referee_judges_a_table_by_the_readings_of_an_event(tmp_path: Path) -> None:
    file = tmp_path / "engine.toml"
    file.write_text(BLOWN_UP, encoding="utf-8")
    assert muster_json("ask", file, "--pack", "herocon-2025")["result"]["units"]["Fox"]["armour"] == 3
    assert "dice" in refused("ask", file)
    file.write_text(f"{BLOWN_UP}variants = {{ engine_explosions = false }}\n", encoding="utf-8")
    assert "dice" in refused("ask", file, "--pack", "herocon-2025")


def test_the_referee_refuses_a_pack_of_another_game(tmp_path: Path) -> None:
    file = tmp_path / "engine.toml"
    file.write_text(BLOWN_UP, encoding="utf-8")
    assert "is played with THE GAME, not Alpha Strike" in refused("ask", file, "--pack", "meeting-engagement")
