"""Cards on the command line: units by a part of their name, whose they are, and corrections of a card as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.events.day import Day, new_day
from typer.testing import CliRunner, Result

from musterhall.cli.events.card_words import CardWords, written_card
from musterhall.cli.main import app
from musterhall.events import forces, scenarios
from musterhall.game.forces import Submission
from musterhall.problems import BadInput
from musterhall.store.opening import open_store

STAR = (
    {"name": "Nova Prime", "type": "BM", "points": 51},
    {"name": "Mad Dog A", "type": "BM", "points": 45},
    {"name": "Mad Dog B", "type": "BM", "points": 46},
    {"name": "Hauler", "type": "CV", "points": 20},
)


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Day:
    """Anna and Boris with the same units, in the middle of a round of Domination."""
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path))
    for name in ("MUSTER_DB", "MUSTER_EVENT", "MUSTER_WHO"):
        monkeypatch.delenv(name, raising=False)
    made = new_day(("Anna", "Boris"))
    for name in ("Anna", "Boris"):
        star = Submission("Star", "", roster=list(STAR), points=162)
        made.do(forces.hand_in(made.event, made.event.find(name), star))
        made.do(forces.accept_force(made.event, made.event.find(name)))
    made.do(lambda event: scenarios.choose_scenarios(event, ["domination"] * 3))
    made.pair()
    with open_store() as store:
        store.adopt("day", "event", "A day", made.ledger.entries)
    return made


def muster(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, ["event", *words])
    assert result.exit_code == code, (words, result.output, result.exception)
    return result


def units(day: Day, *texts: str) -> list[dict[str, Any]]:
    card = written_card(day.event, day.round.matches[0], CardWords(unit=texts))
    return [half.get("units", {}) for half in card["sides"]]


def test_a_unit_is_named_by_any_part_that_no_other_has(day: Day) -> None:
    side = day.round.matches[0].side(day.player("Anna"))
    assert units(day, "Anna nova = destroyed; DOG B = crippled")[side] == {
        "Nova Prime": "destroyed",
        "Mad Dog B": "crippled",
    }
    assert units(day, "Anna nova = passenger in haul")[side] == {
        "Nova Prime": {"state": "passenger", "inside": "Hauler"}
    }


def test_a_part_that_two_units_have_is_refused_with_both(day: Day) -> None:
    with pytest.raises(BadInput, match=r"'dog' may be Anna's Mad Dog A or Mad Dog B; write more of the name\."):
        units(day, "Anna dog = destroyed")


def test_a_whole_name_is_meant_though_another_begins_with_it(day: Day) -> None:
    assert "Nova Prime" in units(day, "Boris NOVA  PRIME = destroyed")[day.round.matches[0].side(day.player("Boris"))]


def test_command_units_are_sealed_by_a_part_of_their_names(day: Day) -> None:
    assert "seals the command units" in muster("force", "seal", "Anna", "nova", "dog a").stdout
    assert "Mad Dog A, Nova Prime" in muster("force", "reveal", "Anna").stdout
    assert "write more of the name" in muster("force", "seal", "Boris", "nova", "dog", code=2).stderr


def test_in_a_mirror_match_every_unit_is_shown_with_whose_it_is(day: Day) -> None:
    said = muster("card", "enter", "1", "-u", "Anna nova = destroyed", "-u", "Boris nova = crippled").stdout
    assert "Anna's Nova Prime" in said
    assert "Boris' Nova Prime" in said


def test_a_card_is_entered_by_its_four_numbers(day: Day) -> None:
    four = ("--totals", "Anna objective=200 destruction=51", "--totals", "Boris objective=100 destruction=22.5")
    said = muster("card", "enter", "1", *four).stdout
    assert "Anna wins: 200 to 100 Objective Points." in said
    assert "22.5" in said
    corrected = muster("card", "enter", "1", "--totals", "Boris objective=300", "--why", "a slip", "--yes").stdout
    assert "Boris wins: 300 to 200 Objective Points." in corrected
    listed = muster("card", "enter", "1", "-u", "Anna nova = destroyed", "--why", "the list was found", "--yes").stdout
    assert "as the card has it" not in listed
    assert "Nova Prime destroyed" in listed
    assert "objective" in muster("card", "fields").stdout
    assert (
        "says nothing of Destruction Points"
        in muster("card", "check", "1", "--totals", "Anna objective=1", "--totals", "Boris objective=0", code=2).stdout
    )


def test_neither_came(day: Day) -> None:
    said = muster("absent", "Anna", "--both").stdout
    names = " nor ".join(day.event.player(id_).name for id_ in day.round.matches[0].players)
    assert f"neither {names} came" in said
    assert "Nobody scores." in said
    assert "neither" in muster("pairings").stdout


def test_a_correction_starts_from_the_card_as_it_stands(day: Day) -> None:
    muster("card", "enter", "1", "-u", "Anna nova = destroyed", "-s", "Boris points_of_interest=3")
    corrected = muster("card", "enter", "1", "-s", "Boris points_of_interest=2", "--why", "a slip", "--yes").stdout
    assert "Anna's Nova Prime" in corrected
    assert "2 x Points of Interest" in corrected
    back = muster("card", "enter", "1", "-u", "Anna nova = standing", "--why", "it stood", "--yes").stdout
    assert "Nova" not in back
    assert "2 x Points of Interest" in back


def test_a_correction_by_a_file_or_an_empty_card_is_the_whole_card(day: Day, tmp_path: Path) -> None:
    muster("card", "enter", "1", "-u", "Anna nova = destroyed", "-s", "Boris points_of_interest=3")
    assert "Nova" not in muster("card", "enter", "1", "--empty", "--why", "another table's", "--yes").stdout
    muster("card", "enter", "1", "-u", "Anna nova = destroyed", "--why", "a slip", "--yes")
    file = tmp_path / "card.toml"
    file.write_text('[[sides]]\nplayer = "Anna"\n[[sides]]\nplayer = "Boris"\nfields = { points_of_interest = 1 }\n')
    assert "Nova" not in muster("card", "enter", "1", "-f", str(file), "--why", "the paper", "--yes").stdout
