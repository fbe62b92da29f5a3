"""Odds of lists at a terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from musterhall.cli.main import app
from musterhall.lab import report
from musterhall.lab.fields import EVEN, Chance, Table
from musterhall.lab.pictures import chances_picture

QUICK = ["--scenario", "bunkers", "--agents", "drill", "--seeds", "1"]


@pytest.fixture(autouse=True)
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(report, "can_draw", lambda: False)


def muster(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_a_list_of_ones_own_meets_the_field_of_its_event() -> None:
    text = muster("force", "show", "lyran-picket")
    assert text.exit_code == 0
    from musterhall.games import game_named

    Path("mine.toml").write_text(game_named("alpha-strike").forces.shipped_text("lyran-picket"), encoding="utf-8")
    told = muster("odds", "list", "mine.toml", *QUICK)
    assert told.exit_code == 0, told.output
    assert "Its worst opponent is" in told.stdout
    found = json.loads(muster("odds", "list", "mine.toml", *QUICK, "--json").stdout)
    [table] = found["tables"]
    assert table["columns"] == ["combine-wall", "lyran-picket", "sea-fox-nova"]
    assert found["battles"] == 6


def test_a_field_is_a_matrix_in_which_what_one_wins_the_other_loses() -> None:
    found = json.loads(muster("odds", "field", "alpha-strike", *QUICK, "--json").stdout)
    [table] = found["tables"]
    values = [[one["value"] for one in row] for row in table["chances"]]
    for row in range(3):
        assert [values[row][column] + values[column][row] for column in range(3)] == pytest.approx([1] * 3)
    assert table["mix"]["value"] == pytest.approx(0.5, abs=1e-3)
    assert sum(table["mix"]["rows"].values()) == pytest.approx(1)


def report_of(*words: str) -> tuple[str, dict[str, Any]]:
    said = muster("odds", *words)
    assert said.exit_code == 0, said.output
    page = Path(said.stdout.rpartition("Report: ")[2].strip())
    data: dict[str, Any] = json.loads(page.with_name("findings.json").read_text(encoding="utf-8"))
    return page.read_text(encoding="utf-8"), data


def test_the_page_of_a_field_shows_the_matrix_and_the_mix_and_no_arms_beside_arms() -> None:
    page, data = report_of("field", "alpha-strike", *QUICK)
    for name in ("combine-wall", "lyran-picket", "sea-fox-nova"):
        assert f"<tr><td>{name}</td>" in page
        assert f"<th>{name}</th>" in page
    assert "Nobody wins more than" in page
    assert "The mix is worth 50.0 wins in 100" in page
    assert "the gap" in page
    assert "beside combine-wall against" not in page
    assert "not yet clear" not in page
    [table] = data["tables"]
    assert table["mix"]["gap"] <= 1e-3
    assert data["comparisons"] == []


def test_the_page_of_a_list_names_its_worst_opponent_and_of_several_their_mix() -> None:
    page, data = report_of("list", "lyran-picket", *QUICK)
    assert "Its worst opponent is" in page
    assert "The mix is worth" not in page
    assert data["tables"][0]["rows"] == ["lyran-picket"]
    page, data = report_of("list", "lyran-picket", "combine-wall", *QUICK)
    assert "they win at least" in page
    assert "The mix is worth" in page
    assert data["tables"][0]["rows"] == ["lyran-picket", "combine-wall"]


def test_the_matrix_is_drawn_with_real_text() -> None:
    chances = ((EVEN, Chance(0.7, 0.4, 0.9)), (Chance(0.3, 0.1, 0.6), EVEN))
    drawn = chances_picture(Table("drill", ("wall", "picket"), ("wall", "picket"), chances))
    assert re.search(r"<text[^>]*>70</text>", drawn)
    assert re.search(r"<text[^>]*>40 to 90</text>", drawn)
    assert "var(--up)" in drawn
    assert "var(--down)" in drawn


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", "list", "nowhere.toml"), "nowhere.toml"),
        (("odds", "list", "lyran-picket", "humanxx-500"), "another game"),
        (("odds", "list", "lyran-picket", "lyran-picket"), "named twice"),
        (("odds", "list", "lyran-picket", "--pack", "chess-club"), "chess-club"),
        (("odds", "list", "lyran-picket", "--scenario", "chess"), "chess"),
        (("odds", "list", "lyran-picket", "--agents", "general"), "general"),
        (("odds", "field", "chess"), "chess"),
        (("odds", "nowhere.toml"), "no such file"),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    result = muster(*words)
    assert result.exit_code == 2, result.output
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    assert said in result.stderr
