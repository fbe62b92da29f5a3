"""Open questions as studies: what is asked, what it changes, and at a terminal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.lab.helpers import invented, plan_for
from typer.testing import CliRunner, Result

from musterhall.cli.main import app
from musterhall.games import game_named
from musterhall.lab import report
from musterhall.lab.fighting import Done
from musterhall.lab.opening import plan_of
from musterhall.lab.questions import MARGINS, asked, changes, open_questions, question_study
from musterhall.toml_text import toml_text


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(report, "can_draw", lambda: False)


def muster(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def with_books(done: Done, seed: int, more: float) -> Done:
    """Two formations in each battle; the second arm's first one destroys so much more."""
    chance = np.random.default_rng(seed)
    rows = []
    for row in done.rows:
        destroyed = 100.0 + chance.normal(0, 10) + (more if row.arm else 0.0)
        books = ((0, "Guns", 100.0, destroyed, 10.0), (1, "Scouts", 50.0, 20.0 + chance.normal(0, 5), 30.0))
        rows.append(replace(row, accounts=books))
    return replace(done, rows=tuple(rows))


def test_a_formation_that_a_reading_changes_is_found_and_others_are_not() -> None:
    plan = plan_for(stop={"seeds": 60, "batch": 60})
    wins = {arm: [[1.0, 0.0]] * 60 for arm in (0, 1)}
    guns, scouts = changes(plan, [with_books(invented(plan, "0:1+60", wins), 1, more=20.0)])
    assert (guns.name, guns.force, guns.arm) == ("Guns", "red", 1)
    assert guns.low < 0.2 < guns.high
    assert guns.surely
    assert not scouts.surely


def test_nothing_is_sure_about_formations_in_95_of_100_studies_without_effect() -> None:
    plan = plan_for(stop={"seeds": 30, "batch": 30})
    done = invented(plan, "0:1+30", {arm: [[1.0, 0.0]] * 30 for arm in (0, 1)})
    wrong = sum(any(one.surely for one in changes(plan, [with_books(done, seed, 0.0)])) for seed in range(100))
    assert wrong <= 8


def test_few_seeds_are_sure_of_nothing() -> None:
    plan = plan_for(stop={"seeds": 4, "batch": 4})
    done = invented(plan, "0:1+4", {arm: [[1.0, 0.0]] * 4 for arm in (0, 1)})
    assert not any(one.surely for one in changes(plan, [with_books(done, 1, more=50.0)]))


def test_every_open_question_can_be_made_a_study_where_it_comes_up() -> None:
    game = game_named("the-game")
    assert game.variants is not None
    entries = open_questions(game, [])
    assert len(entries) > 80
    for entry in [entries[0], *(one for one in entries if one.sections[0][0] in "34")][::6]:
        plan = plan_of(toml_text(question_study(game, entry, ["drill"], 2)), f"{entry.name}.toml")
        assert [one.number for one in asked(plan)] == [entry.number]
        assert len(plan.arms) == len(entry.values)


@pytest.mark.usefixtures("hall")
def test_questions_are_answered_a_page_each_with_one_that_leads_to_them() -> None:
    told = muster("study", "questions", "the-game", "kill_st", "A6", "--seeds", "1", "--agents", "drill")
    assert told.exit_code == 0, told.output
    assert "kill_st = two, drill: wins" in told.stdout
    index = Path("home/studies/questions.html").read_text(encoding="utf-8")
    pages = sorted(one.name for one in Path("home/studies").iterdir() if one.is_dir())
    assert all(f'href="{page}/report.html"' in index for page in pages)
    assert len(pages) == 2
    page = (Path("home/studies") / pages[1] / "report.html").read_text(encoding="utf-8")
    assert "Question B12 of the rulebook" in page
    assert "What changes for each part of a force" in page
    data = json.loads(
        muster("study", "questions", "the-game", "kill_st", "--seeds", "1", "--agents", "drill", "--json").stdout
    )
    assert {one["measure"] for one in data[0]["comparisons"]} == set(MARGINS)


@pytest.mark.usefixtures("hall")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("study", "questions", "chess"), "chess"),
        (("study", "questions", "the-game", "kil_st"), "Perhaps kill_st"),
        (("study", "questions", "the-game", "A13"), "no switch"),
        (("study", "questions", "the-game", "kill_st", "--agents", "general"), "general"),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    result = muster(*words)
    assert result.exit_code == 2, result.output
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    assert said in result.stderr
