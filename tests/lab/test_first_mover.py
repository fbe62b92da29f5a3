"""Who acts first: what games say of it, and what it is worth in a study."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.games.toy.skirmish import GAME as SKIRMISH
from tests.lab.helpers import invented, plan_for, study_data

from musterhall.battle.battle import Battle, LogLine
from musterhall.games import battles_of, game_named
from musterhall.lab import plan as plans
from musterhall.lab import report
from musterhall.lab.fighting import FirstMover, Row, fight, fight_batch
from musterhall.lab.findings import Reckoning
from musterhall.lab.first_mover import when_first
from musterhall.lab.opening import begin
from musterhall.lab.plan import Batch, Plan
from musterhall.lab.questions import open_questions, question_study
from musterhall.lab.report import CSV, PARQUET, REPORT, write_report
from musterhall.lab.running import OneProcess, run
from musterhall.problems import BadInput
from musterhall.toml_text import toml_text


def first_tested(line: LogLine, battle: Battle[Any]) -> int | None:
    return battle.position.formations[line.data["formation"]].side if line.kind == "test" else None


def loses_initiative(line: LogLine, battle: Battle[Any]) -> int | None:
    return 1 - line.data["winner"] if line.kind == "initiative" and "winner" in line.data else None


def is_first_player(line: LogLine, battle: Battle[Any]) -> int | None:
    return line.data["side"] if line.kind == "first" else None


@pytest.mark.parametrize(
    ("game", "told"),
    [("the_game", first_tested), ("alpha_strike", loses_initiative), ("age_of_destruction", is_first_player)],
)
def test_each_game_says_who_acted_first_as_its_log_does(
    game: str, told: Callable[[LogLine, Battle[Any]], int | None]
) -> None:
    battles = battles_of(game_named(game))
    red, blue = battles.small_forces
    always = {"red": red, "blue": blue, "agents": ["random"]}
    cell = plan_for(game=game, always=always, factors={}).cells[0][0]
    found = set()
    for seed in range(1, 7):
        first = FirstMover(battles)
        battle = fight(cell, seed, swapped=False, watcher=lambda line, position: None, follow=first.follow)
        assert first.side == next(side for line in battle.log if (side := told(line, battle)) is not None)
        found.add(first.side)
    assert found == {0, 1}


def test_a_battle_is_recorded_with_who_acted_first_and_how_it_went_for_them() -> None:
    rows = fight_batch(plan_for(factors={}), Batch(0, 1, 6)).rows
    assert {row.acted_first for row in rows} == {"red", "blue"}
    assert all(row.first == (row.win if row.acted_first == "red" else 1 - row.win) for row in rows)


def moved(row: Row, who: str) -> Row:
    return replace(row, acted_first=who, first=row.win if who == "red" else 1 - row.win)


def test_a_study_judges_what_acting_first_is_worth() -> None:
    plan = plan_for(measured={"first": 0.05}, stop={"seeds": 60, "batch": 60})
    done = invented(plan, "0:1+60", {0: [[1.0, 0.0]] * 60, 1: [[1.0, 0.0]] * 60})
    # In the first arm red acts first in the battle it wins and in the one it loses; in the second whoever wins does.
    rows = [moved(row, "blue" if row.arm and not row.win else "red") for row in done.rows]
    reckoning = Reckoning(plan)
    reckoning.take([replace(done, rows=tuple(rows))])
    findings = reckoning.findings()
    assert [arm.average("first").value for arm in findings.arms] == [0.5, 1.0]
    assert (findings.comparisons[0].difference, findings.comparisons[0].verdict) == (0.5, "up")


def test_a_force_is_told_apart_from_its_luck_of_acting_first() -> None:
    plan = plan_for(factors={}, stop={"seeds": 10, "batch": 10})
    done = invented(plan, "0:1+10", {0: [[1.0, 1.0]] * 8 + [[1.0, 0.0]] * 2})
    rows = [moved(row, "red" if row.seed <= 8 else "blue") for row in done.rows]
    (one,) = when_first([replace(done, rows=tuple(rows))])
    assert (one.first, one.of) == (16, 20)
    assert (one.wins_first.value, one.wins_second.value) == (1.0, 0.5)
    assert one.wins_second.low < 0.5 < one.wins_second.high


def test_the_report_and_the_tables_show_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow.parquet

    monkeypatch.setattr(report, "can_draw", lambda: False)
    opened = begin(toml_text(study_data(stop={"seeds": 2, "batch": 2})), "s.toml", into=tmp_path / "study")
    write_report(opened, run(opened.plan, opened.folder, OneProcess()))
    page = (tmp_path / "study" / REPORT).read_text(encoding="utf-8")
    assert "Who acts first" in page
    assert "first mover wins" in page
    with (tmp_path / "study" / CSV).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["acted_first"] for row in rows} <= {"red", "blue"}
    assert {row["first"] for row in rows} <= {"0.0", "0.5", "1.0"}
    assert {"acted_first", "first"} < set(pyarrow.parquet.read_table(tmp_path / "study" / PARQUET).column_names)


def test_every_question_asks_what_it_does_to_the_first_mover() -> None:
    for name in ("the-game", "alpha-strike", "age-of-destruction"):
        game = game_named(name)
        study = question_study(game, open_questions(game, [])[0], ["random"], 2)
        assert study["measured"]["first"] == 0.05


def test_where_a_game_does_not_say_who_acts_first_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "game_named", lambda name: SKIRMISH)

    def skirmish(**changes: Any) -> Plan:
        always = {"red": "wolves", "blue": "ravens", "agents": ["random"]}
        return plan_for(game="skirmish", always=always, factors={}, **changes)

    assert "first" not in skirmish().measures
    assert {row.acted_first for row in fight_batch(skirmish(), Batch(0, 1, 2)).rows} == {""}
    with pytest.raises(BadInput, match=r"measured\.first: Skirmish does not say who acts first"):
        skirmish(measured={"first": 0.05})
