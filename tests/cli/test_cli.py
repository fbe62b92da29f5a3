"""The command line: every command once, every kind of bad input with one sentence and exit code 2."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import musterhall
from musterhall.battle.journal import read_journal
from musterhall.cli.main import app
from musterhall.cli.rules import short_names
from musterhall.cli.shell import folded
from musterhall.games import all_games
from musterhall.games.the_game.army.datasheets import load_datasheets
from musterhall.games.the_game.army.forces import shipped_force_text, shipped_forces
from musterhall.games.the_game.field.tables import shipped_tables

TABLE = next(iter(shipped_tables()))
QUICK = ("--seed", "7", "--agents", "drill,drill")


def muster(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def muster_json(*words: str | Path) -> Any:
    result = muster(*words, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def refused(*words: str | Path) -> str:
    """The one sentence that bad input gets."""
    result = muster(*words)
    assert result.exit_code == 2, (result.exit_code, result.output, result.exception)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    sentence = result.stderr.strip()
    assert sentence
    assert "\n" not in sentence
    return sentence


SMALL_ARMIES = ("--red", "humanxx-500", "--blue", "orc-hegemony-500")


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a whole battle."""
    file = tmp_path_factory.mktemp("saved") / "battle.journal"
    assert muster("battle", "the-game", *QUICK, "--quiet", "--save", file).exit_code == 0
    return file


# Each command


def test_a_battle_says_who_won_and_why_and_where_its_files_are(tmp_path: Path) -> None:
    save, page = tmp_path / "b.journal", tmp_path / "b.html"
    result = muster("battle", "the-game", *QUICK, "--save", save, "--replay", page)
    assert result.exit_code == 0, result.output
    assert re.search(r"^(Red wins|Blue wins|A draw) after \d turns?", result.stdout)
    assert "conditions met" in result.stdout
    assert "victory points" in result.stdout
    assert str(save) in result.stdout
    assert str(page) in result.stdout
    assert "--seed 7" in result.stdout
    turns = [line.partition(":")[0] for line in result.stderr.splitlines()]
    assert turns == ["Before the battle", *(f"Turn {turn}" for turn in range(1, len(turns)))]
    left = re.findall(r"units left +(\d+) of \d+ +(\d+) of \d+", result.stdout)[0]
    assert result.stderr.splitlines()[-1].endswith(f"Red {left[0]}, Blue {left[1]} units left")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert read_journal(save.read_text(encoding="utf-8"), "b").whole


def test_a_quiet_battle_says_one_line() -> None:
    result = muster("battle", "the_game", *QUICK, "--quiet", "--table", TABLE)
    assert result.stdout.count("\n") == 1
    assert result.stderr == ""


def test_the_same_seed_gives_the_same_battle(tmp_path: Path) -> None:
    for name in ("one", "two"):
        muster("battle", "the-game", "--seed", "5", "--agents", "random,drill", "-q", "--save", tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_battle_as_json_holds_the_result_and_nothing_else_is_printed() -> None:
    result = muster("battle", "the-game", *QUICK, "--json")
    data = json.loads(result.stdout)
    assert result.stderr == ""
    assert data["seed"] == 7
    assert data["agents"] == ["drill", "drill"]
    assert data["result"]["winner"] in ("Red", "Blue", "nobody")
    assert [side["name"] for side in data["result"]["sides"]] == ["Red", "Blue"]


def test_a_battle_without_a_seed_draws_one_and_tells_it() -> None:
    data = muster_json("battle", "the-game", "--agents", "drill")
    assert muster_json("battle", "the-game", "--agents", "drill", "--seed", str(data["seed"])) == data


def test_a_variant_changes_the_header_of_the_journal(tmp_path: Path) -> None:
    file = tmp_path / "b.journal"
    result = muster("battle", "the-game", *QUICK, "-q", "--save", file, "--variant", "half_units=exact")
    assert result.exit_code == 0, result.output
    assert read_journal(file.read_text(encoding="utf-8"), "b").header.setup["variants"]["half_units"] == "exact"
    assert muster("replay", file).exit_code == 0


def test_a_landing_tells_its_house_rules_and_is_fought_again_from_its_journal(tmp_path: Path) -> None:
    save = tmp_path / "landing.journal"
    landing = ("battle", "the-game", "--setup", "landing", "--agents", "drill", "--seed", "7")
    result = muster(*landing, "--save", save)
    assert result.exit_code == 0, result.output
    assert "How the set-up landing is set up and won stands in no rulebook:" in result.stdout
    assert "Each boat has room for two units of its formation." in " ".join(result.stdout.split())
    assert muster("replay", save).exit_code == 0
    assert "house rules" in " ".join(muster("battle", "--help").stdout.split())


def test_a_table_for_a_landing_has_a_coast() -> None:
    lines = muster_json("map", "the-game", "--setup", "landing", "--seed", "3")["lines"]
    assert "s shallow water, d deep water, D deep sea" in lines[-1]


def test_a_set_up_that_the_game_does_not_have_is_refused() -> None:
    for command in ("battle", "table", "map"):
        result = muster(command, "the-game", "--setup", "siege")
        assert result.exit_code == 2
        assert "set-up 'siege': there is none of this name; choose from landing, or name none." in result.stderr


def test_a_replay_verifies_and_writes_the_same_page_as_the_battle_did(tmp_path: Path) -> None:
    save, first, second = tmp_path / "b.journal", tmp_path / "first.html", tmp_path / "second.html"
    muster("battle", "the-game", *QUICK, "-q", "--save", save, "--replay", first)
    result = muster("replay", save, "--html", second)
    assert result.exit_code == 0, result.output
    assert "Verified: " in result.stdout
    assert second.read_bytes() == first.read_bytes()


def test_a_replay_as_json_counts_what_it_compared(journal: Path) -> None:
    data = muster_json("replay", journal)
    assert data["verified"] is True
    assert data["whole"] is True
    assert data["answers"] > 100
    assert data["activations"] > 50


def test_a_journal_that_breaks_off_is_replayed_as_far_as_it_goes_with_partial(journal: Path, tmp_path: Path) -> None:
    short = tmp_path / "short.journal"
    short.write_text("\n".join(journal.read_text(encoding="utf-8").split("\n")[:200]) + "\n", encoding="utf-8")
    sentence = refused("replay", short)
    assert re.search(r"breaks off in turn \d, \w+ phase, after \d+ answers, \d+ activations; .*--partial", sentence)
    result = muster("replay", short, "--partial")
    assert result.exit_code == 0, result.output
    assert "as far as the journal goes" in result.stdout


def test_a_duel_mirrors_its_seeds_and_gives_an_interval() -> None:
    data = muster_json("duel", "drill", "random", "--seeds", "2", *SMALL_ARMIES)
    assert data["battles"] == 4
    assert data["wins"] + data["draws"] + data["losses"] == 4
    low, high = data["interval"]
    assert 0 <= low <= data["rate"] <= high <= 1
    assert "95% interval" in muster("duel", "random", "drill", "--seeds", "1", *SMALL_ARMIES).stdout


def test_two_processes_fight_the_same_duel_as_one() -> None:
    alone = muster_json("duel", "random", "drill", "--seeds", "2", *SMALL_ARMIES)
    assert muster_json("duel", "random", "drill", "--seeds", "2", *SMALL_ARMIES, "--jobs", "2") == alone


def test_a_duel_is_fought_with_the_armies_and_variants_asked_for(tmp_path: Path) -> None:
    told = muster("duel", "random", "random", "--seeds", "1", *SMALL_ARMIES, "--variant", "half_units=exact").stdout
    assert told.startswith("Border Guard against ")
    assert "Border Guard wins" in told
    same = muster_json("duel", "random", "random", "--seeds", "2", "--red", "humanxx-500", "--blue", "humanxx-500")
    assert (same["battles"], same["score_of"]) == (2, "Red")
    assert "choose from" in refused("duel", "drill", "random", "--variant", "half_units=some")
    result = muster("duel", "drill", "random", "--red", illegal_force(tmp_path))
    assert result.exit_code == 2
    assert "red's force: " in result.stderr


def test_a_duel_takes_a_set_up_and_says_how_often_each_side_won() -> None:
    told = muster("duel", "random", "random", "--seeds", "2", "--setup", "landing").stdout
    assert told.startswith("Black Tide as Red against Shore Watch as Blue, both led by random, 2 seeds: ")
    assert re.search(r"Red's side won \d, Blue's \d\.", told)
    data = muster_json("duel", "random", "random", "--seeds", "2", "--setup", "landing")
    assert (data["battles"], data["setup"], data["score_of"]) == (2, "landing", "Black Tide")
    assert sum(data["by_side"].values()) + data["draws"] == 2
    assert "choose from landing" in refused("duel", "drill", "random", "--setup", "siege")


@pytest.mark.parametrize("name", shipped_forces())
def test_every_shipped_force_is_legal(name: str) -> None:
    assert "is legal" in muster("force", "check", name).stdout
    assert muster_json("force", "check", name)["legal"] is True


def test_a_force_is_shown_with_units_and_cost() -> None:
    result = muster("force", "show", "humanxx-500")
    assert "Border Guard" in result.stdout
    assert "Mortar Battery" in result.stdout
    assert muster_json("force", "show", "humanxx-500")["army"] == "HumanXX"
    assert set(muster_json("force", "list")) == {name for game in all_games() for name in game.forces.shipped()}


def illegal_force(folder: Path) -> Path:
    """Too dear, and with two formations in no battle group."""
    text = shipped_force_text("humanxx-500").replace("points = 500", "points = 100")
    file = folder / "illegal.toml"
    file.write_text(text.replace('battle_group = "Flank"\n', ""), encoding="utf-8")
    return file


def test_an_illegal_force_has_every_problem_named(tmp_path: Path) -> None:
    file = illegal_force(tmp_path)
    result = muster("force", "check", file)
    assert result.exit_code == 2
    for name in ("Light Tanks", "Recon", "100 are allowed"):
        assert name in result.stdout
    data = json.loads(muster("force", "check", file, "--json").stdout)
    assert data["legal"] is False
    assert len(data["problems"]) == 3


def test_an_illegal_force_fights_only_unchecked(tmp_path: Path) -> None:
    file = tmp_path / "dear.toml"
    file.write_text(shipped_force_text("humanxx-500").replace("points = 500", "points = 100"), encoding="utf-8")
    result = muster("battle", "the-game", *QUICK, "--red", file)
    assert result.exit_code == 2
    assert "red's force: " in result.stderr
    assert "--unchecked" in result.stderr
    assert muster("battle", "the-game", *QUICK, "--red", file, "-q", "--unchecked").exit_code == 0


def test_all_datasheets_are_listed() -> None:
    assert len(muster_json("units", "the-game")) == len(load_datasheets()) == 45
    assert "Goblin MBT" in muster("units", "the-game").stdout


def test_a_datasheet_is_printed_with_what_its_special_rules_do() -> None:
    printed = muster("units", "the-game", "HumanXX MBT II").stdout
    assert "20/30" in printed
    assert "AP6/AT7" in printed
    assert "targeting(1)" in printed
    assert re.search(r"2\.\d+\.\d+ fording: ", printed)
    assert muster_json("units", "the-game", "HumanXX MBT II")["armour"] == 5


@pytest.mark.parametrize("width", [80, 120])
def test_each_section_is_one_line_with_its_cases_and_functions(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = muster("rules", "the-game").stdout.splitlines()
    assert max(map(len, lines)) <= width
    assert any(re.match(r"1\.9\.1 +Regrouping +\d+ +regroup\b", line) for line in lines)
    assert any(re.match(r"3\.2 +Helicopters +\d+ ", line) for line in lines)
    rows = muster_json("rules", "the-game")
    assert [line.split()[0] for line in lines[1:-2]] == [row["section"] for row in rows]


def test_names_that_find_no_room_are_counted() -> None:
    names = ("agents.plans.weigh", "moving._hidden", "moving.move", "moving.Move.check")
    assert short_names(names, 40) == "move, check, _hidden, weigh"
    assert short_names(names, 16) == "move, check +2"
    assert short_names(names, 3) == "4 functions"
    assert short_names((), 40) == ""


def test_the_brief_list_has_titles_and_open_points() -> None:
    printed = muster("rules", "the-game", "--brief").stdout
    assert re.search(r"^1\.4 +Command phase +in force", printed, re.MULTILINE)
    assert sum(row["open_points"] for row in muster_json("rules", "the-game", "--brief")) > 50


@pytest.mark.parametrize("name", shipped_forces())
def test_a_force_fits_eighty_columns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = muster("force", "show", name).stdout.splitlines()
    assert max(len(line) for line in lines if not line.startswith("*")) <= 80
    assert not any(re.search(r"\d$", line) for line in lines[2:] if line.startswith("    "))


def test_a_long_line_breaks_between_words_and_is_set_in() -> None:
    assert folded("  case One of two dice", 14) == "  case One of\n      two dice"
    assert folded("short\n\n  as it was", 14) == "short\n\n  as it was"


def test_one_section_is_told_with_its_functions_and_open_points() -> None:
    data = muster_json("rules", "the-game", "--section", "1.7.2")
    assert data["functions"]
    assert data["variants"]
    assert "function " in muster("rules", "the-game", "--section", "1.7.2").stdout


def test_all_variants_are_listed_with_what_is_in_force() -> None:
    data = muster_json("rules", "the-game", "--variants")
    assert {"half_units", "withdraw_removal"} <= {entry["name"] for entry in data}
    assert "* " in muster("rules", "the-game", "--variants").stdout


def test_the_coverage_names_functions() -> None:
    rows = muster_json("rules", "the-game")
    assert any("phases.command_phase.command_phase" in row["functions"] for row in rows)


QUESTION = """
ask = { defence = "tank" }

[[formation]]
name = "Heavy Tanks"
side = "red"
units = [{ unit = "HumanXX MBT I", name = "tank", inside = "forest" }]
"""


def test_the_referee_answers_with_the_arithmetic_and_the_section(tmp_path: Path) -> None:
    file = tmp_path / "question.toml"
    file.write_text(QUESTION, encoding="utf-8")
    assert "Sections: " in muster("ask", file).stdout
    assert muster_json("ask", file)["sections"]
    file.write_text(QUESTION.replace("MBT I", "MBT X"), encoding="utf-8")
    assert "question.toml" in refused("ask", file)


def test_odds_are_printed_and_drawn(tmp_path: Path) -> None:
    file, picture = tmp_path / "odds.toml", tmp_path / "odds.svg"
    file.write_text(
        'game = "alpha_strike"\nask = { odds = { attackers = ["Hunter"], target = "Wolf" } }\n'
        'unit = [{ name = "Hunter", side = "red", at = [20, 14] }, { name = "Wolf", side = "blue", at = [20, 28] }]\n'
    )
    assert "Hunter fires at Wolf: " in muster("odds", file, "--svg", picture).stdout
    assert picture.read_text().startswith("<svg")
    assert set(muster_json("odds", file)["damage"]) == {"0", "1", "2", "3"}
    file.write_text('game = "the_game"')
    assert "choose from alpha-strike" in refused("odds", file)


def test_every_question_is_listed_with_its_words() -> None:
    printed = muster("ask", "--questions").stdout
    assert re.search(r"^rally \(1\.9\.2.*, with dice\): .+\n    formation: ", printed, re.MULTILINE)
    assert {"fire", "defence"} <= {question["name"] for question in muster_json("ask", "--questions", "the-game")}
    assert "--questions" in refused("ask")


def test_the_questions_of_any_game_are_listed_and_those_of_all_under_their_titles() -> None:
    assert "\ninitiative (AS:CE 102-109): " in muster("ask", "--questions", "Alpha Strike").stdout
    headings = [line for line in muster("ask", "--questions").stdout.splitlines() if line.startswith("# ")]
    assert headings == ["# THE GAME", "# Alpha Strike", "# Age of Destruction"]
    assert list(muster_json("ask", "--questions")) == ["the_game", "alpha_strike", "age_of_destruction"]
    assert "did you mean alpha-strike?" in refused("ask", "--questions", "alfa-strike")


def test_a_game_that_lacks_something_says_so_and_names_those_that_have_it(tmp_path: Path) -> None:
    file = tmp_path / "question.toml"
    file.write_text(
        'game = "age_of_destruction"\nask = { odds = { attackers = ["A"], target = "B" } }', encoding="utf-8"
    )
    said = "Age of Destruction: nobody works out its odds here yet; choose from alpha-strike."
    assert said in refused("odds", file)


def test_a_table_is_drawn_and_written_and_can_be_fought_on(tmp_path: Path) -> None:
    svg, toml = tmp_path / "table.svg", tmp_path / "table.toml"
    assert muster("table", "the-game", "--seed", "4", "--svg", svg, "--toml", toml).exit_code == 0
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert muster("battle", "the-game", *QUICK, "-q", "--table", toml).exit_code == 0
    assert muster_json("table", "the-game", "--table", toml)["table"] == toml.read_text(encoding="utf-8")


def test_a_map_is_the_table_as_text() -> None:
    lines = muster("map", "the-game", "--table", TABLE).stdout.split("\n")
    assert len(lines) > 24
    assert muster_json("map", "the-game", "--table", TABLE)["lines"][0].split()[0] == "A"


def test_the_version_is_printed() -> None:
    assert re.fullmatch(r"musterhall \d+\.\d+\.\d+\n", muster("--version").stdout)


# Bad input

BROKEN: dict[str, str | bytes] = {
    "broken.toml": "name = ",
    "empty.toml": "",
    "other.toml": 'colour = "red"\n',
    "binary.toml": b"\xff\xfe\x00",
    "deep.toml": "a = " + "[" * 5000,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in BROKEN.items():
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "unknown-unit.toml").write_text(
        shipped_force_text("humanxx-500").replace("Infantry company", "Infantry compny"), encoding="utf-8"
    )
    return tmp_path


@pytest.mark.parametrize("name", [*BROKEN, "missing.toml"])
@pytest.mark.parametrize(
    "command",
    [
        ("force", "check"),
        ("force", "show"),
        ("replay",),
        ("ask",),
        ("battle", "the-game", *QUICK, "--red"),
    ],
    ids=" ".join,
)
def test_a_broken_file_gets_one_sentence_that_names_it(folder: Path, command: tuple[str, ...], name: str) -> None:
    assert name in refused(*command, folder / name) or name == "deep.toml"


@pytest.mark.parametrize("name", [name for name in [*BROKEN, "missing.toml"] if name != "empty.toml"])
@pytest.mark.parametrize("command", [("battle", "the-game", *QUICK), ("map", "the-game")], ids=" ".join)
def test_a_broken_table_gets_one_sentence_that_names_it(folder: Path, command: tuple[str, ...], name: str) -> None:
    assert name in refused(*command, "--table", folder / name) or name == "deep.toml"


def test_a_bare_table_has_every_problem_named_before_a_battle(folder: Path) -> None:
    result = muster("battle", "the-game", *QUICK, "--table", folder / "empty.toml")
    assert result.exit_code == 2
    assert result.stderr.count("table: ") > 5
    assert "--unchecked" in result.stderr


@pytest.mark.parametrize(
    ("written", "misspelt", "near"),
    [("HumanXX", "HumanYX", "Perhaps HumanXX"), ("Recon Group", "Recon Grup", "Perhaps Recon Group")],
)
def test_unchecked_does_not_fight_with_what_no_list_knows(
    tmp_path: Path, written: str, misspelt: str, near: str
) -> None:
    file = tmp_path / "misspelt.toml"
    file.write_text(shipped_force_text("humanxx-500").replace(f'"{written}"', f'"{misspelt}"'), encoding="utf-8")
    result = muster("battle", "the-game", *QUICK, "--unchecked", "--blue", file)
    assert result.exit_code == 2
    assert f"{misspelt!r}. {near}" in result.stderr


def test_an_unknown_entry_is_named_with_what_comes_near(folder: Path) -> None:
    result = muster("force", "check", folder / "unknown-unit.toml")
    assert result.exit_code == 2
    assert "Infantry compny" in result.stdout
    assert "Infantry company" in result.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("battle", "chess"), "game 'chess': there is none"),
        (("battle", "the-game", "--agents", "captan,drill"), "did you mean captain?"),
        (("battle", "the-game", "--agents", "a,b,c"), "a battle has two"),
        (("battle", "the-game", "--agents", ","), "a battle has two"),
        (("battle", "the-game", "--variant", "half_units"), "write it as name=value"),
        (("battle", "the-game", "--variant", "half_unit=exact"), "did you mean half_units"),
        (("battle", "the-game", "--variant", "half_units=some"), "choose from"),
        (("battle", "the-game", "--red", "no-such-force"), "humanxx-1000"),
        (("battle", "the-game", "--table", "no-such-table"), "random"),
        (("battle", "the-game", "--save", "/dev/null/no/b.journal"), "/dev/null is a file, not a folder"),
        (("battle", "the-game", "--replay", "."), "is a folder"),
        (("duel", "drill", "nobody"), "choose from captain, drill, random"),
        (("units", "the-game", "HumanXX MTB I"), "did you mean"),
        (("rules", "the-game", "--section", "9.9"), "the rulebook has none"),
        (("table", "the-game", "--svg", "."), "is a folder"),
        (("replay", "."), "check the name"),
        (("battle", "the-game", "--seed", "abc"), "--seed"),
        (("battle", "the-game", "--sed", "1"), "--sed"),
        (("battle",), "GAME"),
        (("batle",), "'batle'"),
        (("--loud",), "--loud"),
        (("duel", "drill", "drill", "--jobs", "0"), "--jobs"),
        (("battle", "the-game", "--save", "x", "--replay", "./x"), "a file of its own"),
        (("table", "the-game", "--svg", "x", "--toml", "x"), "a file of its own"),
        (("units", "the-game", ""), "muster units the-game"),
    ],
)
def test_bad_options_get_one_sentence_with_a_remedy(words: tuple[str, ...], complaint: str) -> None:
    assert complaint in refused(*words)


def test_nothing_is_written_over_what_was_read(journal: Path, tmp_path: Path) -> None:
    force, table = tmp_path / "force.toml", tmp_path / "table.toml"
    force.write_text(shipped_force_text("humanxx-500"), encoding="utf-8")
    muster("table", "the-game", "--toml", table)
    read = {file: file.read_bytes() for file in (journal, force, table)}
    assert "a file of its own" in refused("replay", journal, "--html", journal)
    assert "a file of its own" in refused("battle", "the-game", *QUICK, "--red", force, "--save", force)
    assert "a file of its own" in refused("battle", "the-game", *QUICK, "--table", table, "--replay", table)
    assert "a file of its own" in refused("table", "the-game", "--table", table, "--toml", table)
    assert read == {file: file.read_bytes() for file in read}


def test_a_full_disk_is_told_with_the_file() -> None:
    assert refused("battle", "the-game", *QUICK, "--quiet", "--save", "/dev/full").startswith(
        "/dev/full: the disk is full"
    )
    assert muster("battle", "the-game", *QUICK, "--quiet", "--save", "/dev/null").exit_code == 0


def test_a_disk_that_fills_up_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    page = tmp_path / "table.svg"
    page.write_text("the old picture", encoding="utf-8")
    code = (
        "import resource, signal, sys\nfrom musterhall.cli.main import app\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
        "app(sys.argv[1:])\n"
    )
    words = ["table", "the-game", "--svg", str(page)]
    done = subprocess.run([sys.executable, "-B", "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{page}: ")
    assert page.read_text(encoding="utf-8") == "the old picture"
    assert list(tmp_path.iterdir()) == [page]


def test_a_group_without_a_command_shows_its_help() -> None:
    result = muster("force")
    assert result.exit_code == 2
    assert "check" in result.output
    assert "tells what it takes" not in result.output


def test_an_edited_journal_is_refused(journal: Path, tmp_path: Path) -> None:
    edited = tmp_path / "edited.journal"
    text = journal.read_text(encoding="utf-8")
    edited.write_text(text.replace('"seed":7', '"seed":8'), encoding="utf-8")
    assert "lines 1 to 2: changed since they were written" in refused("replay", edited)
    edited.write_text(text.replace('"put', '"got').replace('"answer":0', '"answer":1', 1), encoding="utf-8")
    assert "changed since they were written" in refused("replay", edited)


def resealed(text: str, change: dict[str, Any]) -> str:
    """A journal whose header was changed by somebody who knows how checks are made."""
    from hashlib import blake2b

    digest = blake2b(digest_size=8)
    lines = text.rstrip("\n").split("\n")
    lines[0] = json.dumps(json.loads(lines[0]) | change, separators=(",", ":"))
    for number, line in enumerate(lines):
        body, check, _ = line.rpartition(',"check":"')
        whole = f"{body}}}" if check else line
        digest.update(whole.encode())
        lines[number] = f'{body}{check}{digest.hexdigest()}"}}' if check else line
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seed": 8}, "differs at activation"),
        ({"rules": "0"}, "was fought by version 0 of the rules"),
        ({"game": "chess"}, "there is none of this name"),
        ({"setup": {}}, "set-up: red is missing"),
        ({"agents": ["drill"]}, "agents"),
    ],
)
def test_a_header_that_fits_no_battle_is_refused(
    journal: Path, tmp_path: Path, change: dict[str, Any], complaint: str
) -> None:
    file = tmp_path / "other.journal"
    file.write_text(resealed(journal.read_text(encoding="utf-8"), change), encoding="utf-8")
    assert complaint in refused("replay", file, "--html", tmp_path / "page.html")


def test_a_journal_whose_last_line_tells_of_another_winner_is_not_verified(journal: Path, tmp_path: Path) -> None:
    lines = journal.read_text(encoding="utf-8").rstrip("\n").split("\n")
    last = json.loads(lines[-1])
    winner = next(key for key in last["end"] if "winner" in key)
    last["end"][winner] = "somebody else"
    lines[-1] = json.dumps(last, separators=(",", ":"))
    file = tmp_path / "other.journal"
    file.write_text(resealed("\n".join(lines), {}), encoding="utf-8")
    assert "its last line tells of another end" in refused("replay", file)


FUZZ = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)


@FUZZ
@given(data=st.data())
def test_no_broken_force_file_shows_a_traceback(tmp_path: Path, data: st.DataObject) -> None:
    file = tmp_path / "fuzz.toml"
    file.write_text(_spoiled(shipped_force_text("orc-hegemony-500"), data), encoding="utf-8")
    _no_traceback(muster("force", "check", file))


@FUZZ
@given(data=st.data())
def test_no_broken_table_file_shows_a_traceback(tmp_path: Path, data: st.DataObject) -> None:
    file = tmp_path / "fuzz.toml"
    text = (
        'name = "t"\nwidth = 180\ndepth = 120\n\n[[terrain]]\nname = "wood"\nkind = "forest"\n'
        "points = [[10, 10], [40, 10], [40, 40]]\n"
    )
    file.write_text(_spoiled(text, data), encoding="utf-8")
    _no_traceback(muster("map", "the-game", "--table", file))


@FUZZ
@given(data=st.data())
def test_no_broken_question_shows_a_traceback(tmp_path: Path, data: st.DataObject) -> None:
    file = tmp_path / "fuzz.toml"
    file.write_text(_spoiled(QUESTION, data), encoding="utf-8")
    _no_traceback(muster("ask", file))


@FUZZ
@given(data=st.data())
def test_no_broken_journal_shows_a_traceback(tmp_path: Path, journal: Path, data: st.DataObject) -> None:
    file = tmp_path / "fuzz.journal"
    file.write_text(_spoiled(journal.read_text(encoding="utf-8"), data), encoding="utf-8")
    _no_traceback(muster("replay", file))


def _spoiled(text: str, data: st.DataObject) -> str:
    """Cut something out of a good file and put something else in."""
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 12))
    put = data.draw(
        st.text(st.characters(codec="utf-8"), max_size=6) | st.sampled_from(["-1", "1e999", '""', "[]", "{"])
    )
    return text[:start] + put + text[start + length :]


def _no_traceback(result: Result) -> None:
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 2)
    assert "Traceback" not in result.output
    if result.exit_code == 2:
        assert result.output.strip()


# Processes

SLOW_BATTLE = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a test run in the background has Ctrl-C switched off
from musterhall.battle.agents import RandomAgent
from musterhall.cli.main import app
answer = RandomAgent.answer
def slowly(self, decision, view):
    time.sleep(0.01)
    return answer(self, decision, view)
RandomAgent.answer = slowly
app(["battle", "the-game", "--seed", "3", "--agents", "random,random", "--save", sys.argv[1], *sys.argv[2:]])
"""


def slow_battle(file: Path) -> subprocess.Popen[str]:
    """A battle in a process of its own that has written at least fifty lines and goes on."""
    running = subprocess.Popen(
        [sys.executable, "-c", SLOW_BATTLE, str(file), "--quiet"], text=True, stdout=-1, stderr=-1
    )
    patience = time.monotonic() + 60
    while not file.exists() or file.read_text(encoding="utf-8").count("\n") < 50:
        assert time.monotonic() < patience
        assert running.poll() is None
        time.sleep(0.01)
    return running


def test_a_killed_battle_leaves_a_journal_that_can_be_read_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "killed.journal"
    running = slow_battle(file)
    acknowledged = file.read_text(encoding="utf-8").rpartition("\n")[0].split("\n")
    running.kill()
    running.communicate()
    left = file.read_text(encoding="utf-8").split("\n")
    assert left[: len(acknowledged)] == acknowledged
    sentence = refused("replay", file)
    answers = sum(line.startswith('{"answer"') for line in left[:-1])
    assert f"after {answers} answers" in sentence
    assert "seed 3" in sentence
    assert muster_json("replay", file, "--partial")["answers"] == answers


def test_control_c_ends_a_battle_quietly(tmp_path: Path) -> None:
    import signal

    running = slow_battle(tmp_path / "stopped.journal")
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert (out, err) == ("", "")


def test_help_and_units_do_without_the_compiled_geometry() -> None:
    code = (
        "import sys\nfrom typer.testing import CliRunner\nfrom musterhall.cli.main import app\n"
        "for words in sys.argv[1].split(';'):\n"
        "    assert CliRunner().invoke(app, words.split()).exit_code == 0, words\n"
        "assert 'numba' not in sys.modules\n"
    )
    words = "--help;units the-game;rules the-game --brief;rules the-game --variants;force check humanxx-500"
    done = subprocess.run([sys.executable, "-c", code, words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_help_imports_no_data_models() -> None:
    code = "import sys, musterhall.cli.main\nassert not {'pydantic', 'numpy', 'shapely'} & set(sys.modules)\n"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_alpha_strike_lists_the_figures_nobody_has_seen_in_print_and_how_sure_they_are() -> None:
    for file in (Path(musterhall.__file__).parent / "games").glob("*/catalogue/edition.toml"):
        game = file.parents[1].name.replace("_", "-")
        rows = muster_json("rules", game, "--edition")
        known = tomllib.loads(file.read_text(encoding="utf-8"))
        assert [row["name"] for row in rows] == list(known)
        for row, figure in zip(rows, known.values(), strict=True):
            assert {name: row[name] for name in figure} == figure
    printed = muster("rules", "alpha-strike", "--edition").stdout
    assert "command_abilities_of_a_force: not known (unknown; AS:CE 102-109)" in printed
    assert "every figure here is the rulebook's own" in muster("rules", "the-game", "--edition").stdout
