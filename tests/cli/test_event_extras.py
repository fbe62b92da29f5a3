"""Awards, sponsors, the day for forces, drafts from the table and the papers of scenarios, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.events.test_draft_records import FIGURES, evening, seat
from typer.testing import CliRunner

from musterhall.cli.main import app
from musterhall.events.drafts import drafted
from musterhall.events.entries import NewEntry
from musterhall.events.fold import fold
from musterhall.store.opening import open_store


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path))
    for name in ("MUSTER_DB", "MUSTER_EVENT", "MUSTER_WHO"):
        monkeypatch.delenv(name, raising=False)


def event(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["event", *words])
    assert result.exit_code == code, (words, result.output, result.exception)
    return result.output


def begin(pack: str = "herocon-2025") -> None:
    event("new", "Day", "--pack", pack)
    for name in ("Anna", "Boris"):
        event("player", "add", name)


def test_an_award_and_its_sponsor_are_added_while_the_event_runs() -> None:
    begin()
    event("award", "add", "Best Last Stand")
    event("award", "sponsor", "The Corner Shop")
    assert "Best Last Stand" in event("award", "list")
    assert "The Corner Shop" in event("log")
    assert "Best Last Stand" in event("award", "add", "Best Last Stand", code=2)


def test_the_day_for_forces_is_set_and_taken_back_and_no_other_word_is_a_day() -> None:
    begin()
    assert "2030-01-05" in event("force", "due", "2030-01-05")
    event("force", "due", "none")
    assert "tomorrow" in event("force", "due", "tomorrow", code=2)


def test_a_full_event_has_one_place_more_for_who_says_all_the_same() -> None:
    begin()
    event("registration", "--places", "2")
    event("player", "add", "Robin", "--wait")
    assert "muster event player move-up --all-the-same" in event("player", "move-up", "Robin", code=2)
    assert "one more than there were" in event("player", "move-up", "Robin", "--all-the-same")


def test_a_draft_that_was_held_at_the_table_is_recorded_from_a_file(tmp_path: Path) -> None:
    with open_store() as store:
        store.adopt("evening", "event", "Evening", evening().ledger.entries)
    file = tmp_path / "table.toml"
    file.write_text(
        'method = "conscription"\n' + seat("Anna", FIGURES[:4]) + seat("Boris", FIGURES[4:8]), encoding="utf-8"
    )
    event("draft", "record", str(file))
    with open_store() as store:
        made = fold(store.entries("evening"))
    assert [item.box.figure for item in drafted(made.drafts["d1"], made.find("Anna").id)] == FIGURES[:4]
    file.write_text('method = "poker"\n', encoding="utf-8")
    assert "poker" in event("draft", "record", str(file), code=2)
    assert "check the name" in event("draft", "record", "nothing.toml", code=2)


@pytest.mark.parametrize("what", ["briefs", "maps", "schedule"])
def test_the_papers_of_scenarios_and_the_day_are_written(what: str, tmp_path: Path) -> None:
    begin()
    event("print", what, "-o", "paper.pdf")
    assert (tmp_path / "paper.pdf").read_bytes().startswith(b"%PDF")


def test_an_empty_draft_sheet_is_printed_for_every_way_or_for_one(tmp_path: Path) -> None:
    begin("drafted-for-war")
    event("print", "drafts", "--blank", "-o", "all.pdf")
    event("print", "drafts", "--method", "conscription", "-o", "one.pdf")
    assert (tmp_path / "one.pdf").stat().st_size < (tmp_path / "all.pdf").stat().st_size
    assert "--blank and --method are for draft sheets" in event("print", "maps", "--blank", "-o", "x.pdf", code=2)


def test_a_backup_without_the_halls_key_says_that_hands_in_it_stay_shut(tmp_path: Path) -> None:
    hand = {"player": "p1", "cards": [{"name": "Kestrel Gambit", "kind": "mission"}]}
    with open_store() as store:
        store.create(
            "day", "event", "Day", [NewEntry("event.created", {"name": "Day"}), NewEntry("hand.submitted", hand)]
        )
        keys = store.keys.file
    whole = CliRunner().invoke(app, ["backup", "whole.db"])
    assert (whole.exit_code, "missing" in whole.output) == (0, False)
    keys.rename(tmp_path / "elsewhere.keys")
    shut = CliRunner().invoke(app, ["backup", "shut.db"])
    assert shut.exit_code == 0
    assert f"Hidden hands in it cannot be opened: {keys} is missing" in " ".join(shut.output.split())
