"""Units that people of the hall make on its pages, also without a script, and where they go from there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.scene import Scene, scene
from typer.testing import CliRunner

from musterhall.cli.main import app
from musterhall.web.accounts import ORGANISER
from musterhall.web.sessions import MASTER, PLAYER, PUBLIC
from musterhall.web.settings import Settings

SHELF = "/own-units/age-of-destruction"
CLICK = {"speed": "5", "attack": "8", "defense": "16", "damage": "2"}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path))
    monkeypatch.delenv("MUSTER_DB", raising=False)
    with scene(Settings(db=str(tmp_path / "musterhall.db"))) as found:
        yield found


def sent(*clicks: dict[str, str], **more: str) -> dict[str, str]:
    """What a browser sends: every row of the table, empty or not."""
    base = {"name": "Kettle", "type": "infantry", "rank": "green", "points": "15", "speed_mode": "foot"}
    base |= {"range.0": "0", "range.1": "6", "weapon": "ballistic", "faction": "", "next": SHELF}
    rows = [*clicks, *[{}] * (30 - len(clicks))]
    figures = {f"dial.{at}.{row}": click.get(row, "") for at, click in enumerate(rows) for row in (*CLICK, "secondary")}
    numbers = {f"dial.{at}.click": str(at + 1) for at in range(30)}
    steps = {f"steps.{at}.{row}": "" for at in range(12) for row in ("speed", "damage", "secondary", "ammunition")}
    return {**base, **numbers, **figures, **steps, **more}


def post(made: Scene, path: str, data: dict[str, Any], who: str = ORGANISER, accept: str = "text/html") -> Any:
    headers = made.people[who].headers | {"accept": accept}
    return made.client.post(path, data=data, headers=headers, follow_redirects=False)


def get(made: Scene, path: str, who: str = ORGANISER) -> Any:
    headers = made.people[who].headers | {"accept": "text/html"}
    return made.client.get(path, headers=headers, follow_redirects=False)


def test_a_form_without_a_script_keeps_a_unit_that_pages_and_commands_know(made: Scene) -> None:
    assert post(made, SHELF, sent(CLICK, {**CLICK, "attack": "7"})).status_code == 303
    assert "green infantry, on foot, mercenary, 15 points, 2 clicks" in get(made, SHELF).text
    exported = get(made, f"{SHELF}/export.toml").text
    assert "attack = [8, 7]" in exported
    told = CliRunner().invoke(app, ["units", "age-of-destruction", "Kettle"])
    assert told.exit_code == 0, told.output
    force = 'game = "age_of_destruction"\nname = "K"\n\n[[unit]]\nname = "Kettle"\n'
    checked = post(made, "/builder", {"pack": "age-of-destruction-constructed", "text": force}, PUBLIC)
    assert "15</strong> points" in checked.text
    assert post(made, f"{SHELF}/remove", {"name": "kettle"}).status_code == 303
    assert "None were made here yet" in get(made, SHELF).text
    assert post(made, f"{SHELF}/file", {"text": exported}).status_code == 303
    assert "2 clicks" in get(made, SHELF).text


def test_a_unit_that_a_command_adds_is_known_to_a_server_that_runs(made: Scene, tmp_path: Path) -> None:
    assert post(made, SHELF, sent(CLICK)).status_code == 303
    file = tmp_path / "own.toml"
    file.write_text(get(made, f"{SHELF}/export.toml").text.replace("Kettle", "Pan Lid"), encoding="utf-8")
    added = CliRunner().invoke(app, ["units", "add", "age-of-destruction", str(file)])
    assert added.exit_code == 0, added.output
    made.house._heard("own-units", 2)
    assert "Pan Lid" in get(made, SHELF).text


def test_the_referee_of_the_hall_knows_its_own_units(made: Scene) -> None:
    asked = "game = 'age_of_destruction'\nask = { speed = { unit = 'One' } }\n"
    asked += "[[unit]]\nname = 'One'\nside = 'red'\nunit = 'Kettle'\nat = [18, 6]\n"
    assert "Kettle" in post(made, "/referee", {"text": asked}, PUBLIC).text
    assert post(made, "/referee", {"text": asked}, PUBLIC).status_code == 400
    assert post(made, SHELF, sent(CLICK)).status_code == 303
    assert post(made, "/referee", {"text": asked}, PUBLIC).status_code == 200


def test_a_hole_between_two_clicks_is_said_and_what_was_typed_is_still_there(made: Scene) -> None:
    again = post(made, SHELF, sent(CLICK, {}, CLICK))
    assert again.status_code == 400
    assert "The dial has a hole: click 2 has no speed, attack, defense or damage" in again.text
    assert 'name="dial.2.attack" value="8"' in again.text
    refused = post(made, SHELF, sent(CLICK, {}, CLICK), accept="application/json")
    assert refused.status_code == 400
    assert "click 2 has no speed" in refused.json()["error"]
    assert "None were made here yet" in get(made, SHELF).text


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"dial.0.attack": "9x"}, "dial.0.attack", "Click 1 has attack '9x'; write a whole number"),
        ({"faction": "Hous Liao"}, "faction", "No faction is called 'Hous Liao'. Perhaps House Liao"),
        ({"name": ""}, "name", "Name is missing; write it down."),
        ({"range.0": "9"}, "range.0", "the least first"),
        ({"type": "mech"}, "dial.0.secondary", "click 1 has no secondary"),
        ({"equipment[]": "Puls"}, "equipment[]", "No special equipment is called 'Puls'"),
        ({"points": "9" * 400}, "points", "Points should be a whole number"),
    ],
)
def test_a_form_is_checked_as_one_types_with_the_field_that_is_wrong(
    made: Scene, change: dict[str, str], field: str, sentence: str
) -> None:
    flaws = post(made, f"{SHELF}/check", sent(CLICK, **change), accept="application/json").json()["flaws"]
    assert any(flaw["field"] == field and sentence in flaw["what"] for flaw in flaws), flaws


def test_a_copy_of_a_unit_that_comes_with_the_game_is_proposed_another_name(made: Scene) -> None:
    copied = get(made, f"{SHELF}/new?like=Thornless Rose").text
    assert 'value="Our Thornless Rose"' in copied
    refused = post(made, SHELF, sent(CLICK, name="thornless  rose"), accept="application/json")
    assert refused.status_code == 400
    assert "Thornless Rose comes with the game; choose another name" in refused.json()["error"]


def test_a_unit_that_was_made_here_is_changed_under_its_own_name(made: Scene) -> None:
    post(made, SHELF, sent(CLICK))
    assert 'value="Kettle"' in get(made, f"{SHELF}/new?like=Kettle").text


def test_a_whole_unit_has_no_flaw(made: Scene) -> None:
    assert post(made, f"{SHELF}/check", sent(CLICK), accept="application/json").json() == {"flaws": []}


def test_only_who_has_an_account_makes_units(made: Scene) -> None:
    for who in (PUBLIC, PLAYER):
        assert post(made, SHELF, sent(CLICK), who).status_code in (401, 403)
        assert get(made, SHELF, who).status_code in (303, 401, 403)
    assert post(made, SHELF, sent(CLICK), MASTER).status_code == 303


def test_a_game_whose_units_nobody_makes_has_no_such_page(made: Scene) -> None:
    assert get(made, "/own-units/the-game").status_code == 404
    assert get(made, "/own-units/chess").status_code == 404
    assert get(made, f"{SHELF}/new?like=Nobody").status_code == 400
    assert get(made, f"{SHELF}/export.toml").status_code == 400


def test_a_file_that_is_no_file_of_units_is_one_sentence(made: Scene) -> None:
    answer = post(made, f"{SHELF}/file", {"text": "game = 3"}, accept="application/json")
    assert answer.status_code == 400
    assert "begin it with game" in answer.json()["error"]


def test_what_is_made_is_in_a_backup_and_comes_back(made: Scene, tmp_path: Path) -> None:
    post(made, SHELF, sent(CLICK))
    backup, other = tmp_path / "backup.db", tmp_path / "other.db"
    for words in (["backup", str(backup)], ["restore", str(backup), "--db", str(other)]):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
    told = CliRunner().invoke(app, ["units", "export", "age-of-destruction", "--db", str(other)])
    assert 'name = "Kettle"' in told.output
