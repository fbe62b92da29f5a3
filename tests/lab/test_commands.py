"""The lab at a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.lab.helpers import study_data
from typer.testing import CliRunner, Result

from musterhall.cli.main import app
from musterhall.lab import cluster, report
from musterhall.toml_text import toml_text

SMALL = ["--red", "humanxx-500", "--blue", "orc-hegemony-500"]


@pytest.fixture(autouse=True)
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(report, "can_draw", lambda: False)


def muster(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def refused(*words: str) -> str:
    result = muster(*words)
    assert result.exit_code == 2, result.output
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    return result.stderr


def test_a_variant_is_compared_without_a_file_and_the_study_is_kept() -> None:
    told = muster("study", "--variant", "die_allocation=*", *SMALL, "--seeds", "1")
    assert told.exit_code == 0, told.output
    assert "not yet clear" in told.stdout
    assert "report.html" in told.stdout
    listed = json.loads(muster("study", "list", "--json").stdout)
    assert [one["battles"] for one in listed] == [6]
    again = json.loads(muster("study", "report", "die-allocation", "--json").stdout)
    assert again["battles"] == 6
    assert muster("study", "resume", "die-alloc").exit_code == 0


def test_a_file_is_run_and_says_what_pairing_brought(tmp_path: Path) -> None:
    Path("mine.toml").write_text(toml_text(study_data(stop={"seeds": 4, "batch": 4})), encoding="utf-8")
    told = muster("study", "run", "mine.toml", "--into", str(tmp_path / "out"))
    assert told.exit_code == 0, told.output
    assert "What pairing brought: correlation" in told.stdout
    assert (tmp_path / "out" / "battles.csv").exists()


def test_two_forces_are_weighed_and_every_part_of_them() -> None:
    told = json.loads(muster("balance", "humanxx-500", "orc-hegemony-500", "--seeds", "2", "--json").stdout)
    assert {one["name"] for one in told["ledger"]} >= {"First Infantry", "Mortar Battery"}
    assert told["comparisons"][0]["measure"] == "win"


def test_where_several_bots_fight_every_part_is_told_with_its_bot() -> None:
    told = muster("balance", "humanxx-500", "orc-hegemony-500", "--seeds", "1", "--agents", "drill random").stdout
    mortars = [line.split() for line in told.splitlines() if line.startswith("Mortar Battery")]
    assert [line[2:4] for line in mortars] == [["red", "drill"], ["red", "random"]]


def test_sections_that_never_came_up_are_named() -> None:
    found = json.loads(muster("rules", "age-of-destruction", "--fired", "--battles", "1", "--json").stdout)
    by_number = {one["section"]: one for one in found}
    assert by_number["40.6"]["times"] > 0
    assert by_number["31"]["never"]


def test_sections_that_were_looked_at_and_did_nothing_are_named_apart_from_those_that_acted() -> None:
    told = muster("rules", "age-of-destruction", "--fired", "--battles", "1").stdout
    acted, _, rest = told.partition("Never acted (")
    quiet, _, never = rest.partition("Never looked at (")
    assert "(looked at in 1 battle)" in quiet
    assert not [line for line in acted.splitlines() if line.split()[-3:-1] == ["0", "0"]]
    assert "\n  31 " in never


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("study", "run", "nowhere.toml"), "no such file"),
        (("study", "--variant", "luck=*", *SMALL), "luck"),
        (("study", "--variant", "die_allocation=none", *SMALL), "none"),
        (("study", "--red", "humanx-500"), "Perhaps humanxx-500"),
        (("study", "resume", "nothing"), "there is none of this name"),
        (("balance", "humanxx-500", "combine-wall"), "combine-wall"),
        (("study", *SMALL, "--agents", "general"), "general"),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    assert said in refused(*words)


def test_a_scheduler_that_does_not_answer_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWERS_WITHIN", 0.3)
    assert "does not answer" in refused("study", *SMALL, "--scheduler", "tcp://127.0.0.1:9")


def test_results_of_another_version_are_one_sentence() -> None:
    muster("study", *SMALL, "--seeds", "1")
    about = next((Path("home") / "studies").glob("*/about.json"))
    about.write_text(about.read_text(encoding="utf-8").replace('"rules": "', '"rules": "0'), encoding="utf-8")
    assert "run the study anew" in refused("study", *SMALL, "--seeds", "1")
    assert muster("study", *SMALL, "--seeds", "1", "--anew").exit_code == 0
