"""Where an answer to an open question changed a number, the command line says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.events.day import Day, new_day
from typer.testing import CliRunner

from musterhall.cli.main import app
from musterhall.events import matches
from musterhall.store.opening import open_store

MODIFIED_WIN = "Does a Modified Win include 100 Victory Points: the average and 100"
TWO_WITHOUT = "Two players without opponent in one round: is the other in the divisor: no (byes_in_average = false)."


def said(day: Day, *words: object) -> str:
    with open_store() as store:
        store.adopt("day", "event", "A day", day.ledger.entries)
    result = CliRunner().invoke(app, ["event", *map(str, words)])
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Day:
    """Of three players one has the bye; at the table one gave up, or did not come."""
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path))
    for name in ("MUSTER_DB", "MUSTER_EVENT", "MUSTER_WHO"):
        monkeypatch.delenv(name, raising=False)
    made = new_day(("Anna", "Boris", "Cleo"))
    made.pair()
    return made


def bye_of(day: Day) -> str:
    return day.event.player(day.round.byes[0]).name


def test_a_bye_says_how_it_was_read(day: Day) -> None:
    day.decide_all()
    told = said(day, "card", "show", bye_of(day))
    assert f"Note: {MODIFIED_WIN}" in told
    assert TWO_WITHOUT not in told


def test_a_match_without_one_player_says_how_it_was_read(day: Day) -> None:
    player = day.event.player(day.round.matches[0].players[0])
    day.do(lambda event: matches.mark_absent(event, event.player(player.id), 1))
    told = said(day, "card", "show", 1)
    assert f"Note: {MODIFIED_WIN}" in told
    assert f"Note: {TWO_WITHOUT}" in told


def test_a_concession_says_how_it_was_read(day: Day) -> None:
    player = day.event.player(day.round.matches[0].players[0])
    day.do(lambda event: matches.concede(event, event.player(player.id), None, 1, correcting=True))
    told = said(day, "card", "show", 1)
    assert "Does a conceded game count in the average: yes" in told


def test_standings_say_how_their_figures_were_read(day: Day) -> None:
    day.decide_all()
    assert MODIFIED_WIN in said(day, "standings")
