"""Prices at a terminal: found by a few battles, resumed, and put into forces."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from musterhall.cli.main import app
from musterhall.lab.prices import report

FEW = ["study", "prices", "the-game", "--pairs", "4", "--seeds", "1", "--points", "300", "--agents", "drill"]


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


def made(into: str) -> dict[str, bytes]:
    return {
        str(one.relative_to(into)): one.read_bytes()
        for one in sorted(Path(into).rglob("*"))
        if one.suffix in (".toml", ".csv", ".html", ".jsonl")
    }


def test_prices_are_found_used_and_the_same_after_a_killed_run() -> None:
    told = muster(*FEW, "--into", "whole")
    assert told.exit_code == 0, told.output
    assert "At these prices: In 8 battles of 2 pairs of forces, " in told.stdout
    # What nobody fielded has no interval, wherever its price is told.
    unfielded = next(line for line in told.stdout.splitlines() if re.search(r"not measured +\d+ +0$", line))
    costs = tomllib.loads(Path("whole/costs.toml").read_text(encoding="utf-8"))["price"]
    assert any(one["of"].endswith(unfielded.split("  ")[1]) for one in costs if "measured" in one)
    assert all(("low" in one) == one.get("measured", True) for one in costs)
    assert "<td>not measured</td>" in Path("whole/report.html").read_text(encoding="utf-8")
    shutil.copytree("whole", "killed")
    shutil.rmtree("killed/check")
    for made_of_it in ("costs.toml", "prices.csv", "report.html"):
        (Path("killed") / made_of_it).unlink()
    second = Path("killed/round-2/batches.jsonl")
    second.write_bytes(second.read_bytes()[:-20])  # a line that was being written
    assert muster(*FEW, "--into", "killed").exit_code == 0
    assert made("killed") == made("whole")

    checked = muster("force", "check", "humanxx-1000", "--costs", "whole/costs.toml")
    assert "of 1000 points" in checked.stdout
    priced = muster("force", "price", "humanxx-500", "--costs", "whole/costs.toml", "-o", "mine.toml")
    assert priced.exit_code == 0, priced.output
    shown = json.loads(muster("force", "show", "mine.toml", "--json").stdout)
    assert not any(one["stand_in_cost"] for one in shown["formations"])
    assert f"costs {shown['cost']} points" in priced.stdout
    # Nothing goes by the new costs until somebody asks for them.
    usual = json.loads(muster("force", "show", "humanxx-500", "--json").stdout)
    assert all(one["stand_in_cost"] for one in usual["formations"])

    Path("whole/about.json").write_text(
        Path("whole/about.json").read_text(encoding="utf-8").replace('"rules": "', '"rules": "0'), encoding="utf-8"
    )
    assert "begin anew" in refused(*FEW, "--into", "whole")


def test_a_study_of_prices_is_in_the_list_and_can_be_gone_on_with_and_told_by_its_name() -> None:
    assert muster(*FEW).exit_code == 0
    (folder,) = Path("home/prices").iterdir()
    whole = made(str(folder))
    (listed,) = json.loads(muster("study", "list", "--json").stdout)
    assert (listed["study"], listed["battles"], listed["most"]) == (folder.name, 24, 24)
    assert "What is everything in THE GAME worth?" in muster("study", "list").stdout

    shutil.rmtree(folder / "check")
    for made_of_it in ("costs.toml", "prices.csv", "report.html"):
        (folder / made_of_it).unlink()
    assert "16          24  What is everything" in muster("study", "list").stdout
    told = muster("study", "report", "prices-the-game")
    assert "16 of 24 battles are fought; the prices come with the last of them." in told.stdout
    assert f"muster study resume {folder.name}" in told.stdout
    assert "At these prices: In 8 battles of 2 pairs of forces" in muster("study", "resume", "prices-the-game").stdout
    assert made(str(folder)) == whole
    assert "At these prices: In 8 battles of 2 pairs of forces" in muster("study", "report", "prices-the-game").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("study", "prices", "alpha-strike"), "cannot be priced"),
        (("study", "prices", "chess"), "chess"),
        (("study", "prices", "the-game", "--agents", "general"), "general"),
        (("study", "prices", "the-game", "--scenario", "landing"), "leave it out"),
        (("study", "prices", "the-game", "--pairs", "1"), "pairs"),
        (("force", "check", "humanxx-500", "--costs", "nowhere.toml"), "no such file"),
        (("force", "check", "humanxx-500", "--costs", "other.toml"), "costs of chess"),
        (("force", "check", "combine-wall", "--costs", "other.toml"), "cannot be priced"),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    Path("other.toml").write_text(
        'game = "chess"\nstudy = "1"\nmade_by = "x"\nbattles = 1\nchecked = ""\n'
        '[[price]]\nof = "Pawn"\ncost = 1.0\nlow = 1.0\nhigh = 1.0\n',
        encoding="utf-8",
    )
    assert said in refused(*words)


def test_a_formation_that_the_costs_do_not_know_keeps_its_stand_in_and_is_named() -> None:
    Path("some.toml").write_text(
        'game = "the_game"\nstudy = "1"\nmade_by = "x"\nbattles = 1\nchecked = ""\n'
        '[[price]]\nof = "HumanXX: Mortar Battery"\ncost = 31.4\nlow = 30.0\nhigh = 33.0\n',
        encoding="utf-8",
    )
    told = muster("force", "check", "humanxx-500", "--costs", "some.toml")
    assert told.exit_code == 0, told.output
    assert "First Infantry: the costs say nothing of HumanXX: Infantry company" in told.stdout
    assert "Mortar Battery: the costs" not in told.stdout
