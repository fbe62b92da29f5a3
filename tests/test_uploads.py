"""Whatever somebody hands in costs a bounded amount of work: counted in what is looked up, never by the clock."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from musterhall.cli import shell
from musterhall.cli.main import app
from musterhall.games.alpha_strike.force import known_names as names
from musterhall.games.alpha_strike.lists.importing import import_list
from musterhall.games.alpha_strike.lists.reading import MOST_LINES, MOST_UNITS
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.games.the_game.army.datasheets import datasheet, parse_attack, parse_rule
from musterhall.packs.model import load_pack, pack_problems
from musterhall.packs.submissions import is_list, submission
from musterhall.problems import MOST_LISTED, BadInput
from musterhall.store import backup
from musterhall.store.opening import open_store
from musterhall.store.transfer import import_event

LONGEST_SENTENCE = 5_000


class Counting(Library):
    """A library that counts how often it is asked."""

    asked = 0

    def get(self, name: str) -> object:  # type: ignore[override]
        Counting.asked += 1
        return super().get(name)


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"Nobody {number}\n" for number in range(50_000)),
        json.dumps([{"Name": f"Nobody {number}"} for number in range(50_000)]),
        json.dumps({"groups": [{"units": [1]}] * 50_000}),
        "{" + "{1,4}," * 50_000 + "}",
    ],
    ids=["lines", "rows", "groups", "code"],
)
def test_a_list_without_end_is_not_looked_up_to_its_end(text: str) -> None:
    Counting.asked = 0
    with pytest.raises(BadInput, match=r"no list|no force"):
        import_list(text, "the list", Counting(starter_library().cards))
    # A line is tried word by word.
    assert Counting.asked <= 10 * MOST_LINES


def test_a_list_of_as_many_lines_as_are_allowed_is_read() -> None:
    text = "Locust LCT-1V\n" * MOST_UNITS + "\n" * 10_000 + "Nobody\n" * (MOST_LINES - MOST_UNITS)
    assert len(import_list(text, "the list", starter_library()).force.units) == MOST_UNITS


@pytest.mark.parametrize(
    "line",
    ["Locust LCT-1V" + " 1" * 20_000, "1" + " " * 60_000 + "x", "total" + " " * 60_000 + "x", "x" * 100_000],
)
def test_a_line_without_end_is_named_and_not_taken_apart(line: str) -> None:
    found = import_list(f"Locust LCT-1V\n{line}\n", "the list", starter_library())
    assert len(found.force.units) == 1
    assert "line 2" in str(found.problems[0])


def test_blank_lines_without_end_are_gone_over_once() -> None:
    """Where each of them was a new beginning, this would take an hour."""
    assert is_list("\n" * 1_000_000 + "Atlas AS7-D 4")
    assert not is_list("\n" * 1_000_000 + ' game = "alpha_strike"')


@pytest.mark.parametrize("read", [parse_rule, parse_attack, partial(datasheet, army="Humanxx")])
def test_a_name_full_of_blanks_is_gone_over_once(read: Callable[[str], object]) -> None:
    with pytest.raises(BadInput):
        read("a" + " " * 1_000_000 + "b")


@pytest.mark.parametrize("pack", ["herocon-2025", "meeting-engagement", "age-of-destruction-constructed"])
@pytest.mark.parametrize("rows", ["1,", '"x",', "{},"])
def test_a_force_of_very_many_wrong_rows_gets_one_sentence_of_a_readable_length(pack: str, rows: str) -> None:
    found = load_pack(pack)
    for field in ("unit", "formation"):
        text = f'game = "{found.game}"\nname = "x"\n{field} = [{rows * 40_000}]\n'
        with pytest.raises(BadInput) as refused:
            submission(found, text, "the force")
        assert len(str(refused.value)) < LONGEST_SENTENCE


def test_a_pack_of_very_many_mistakes_lists_the_first_and_counts_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def near(self: object, name: str) -> str:
        asked.append(name)
        return ""

    monkeypatch.setattr(type(names.special), "near", near)
    banned = ", ".join(f'"nothing {number}"' for number in range(5_000))
    text = f'game = "alpha_strike"\nname = "x"\n[force.carriers]\nspecial = [{banned}]\n'
    problems = pack_problems(text, "your pack")
    assert len(problems) <= MOST_LISTED + 1
    assert "more problems like these" in str(problems[-1])
    assert len(asked) <= MOST_LISTED


def test_an_exported_event_of_very_many_wrong_entries_is_refused_at_the_first(tmp_path: Path) -> None:
    data = {"form": 1, "event": "x", "entries": [1] * 100_000, "check": ""}
    with open_store(tmp_path / "house.db") as store, pytest.raises(BadInput) as refused:
        import_event(store, data)
    assert str(refused.value).count("entries.") == 1


def test_a_backup_of_a_size_that_none_has_is_not_even_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    huge = tmp_path / "huge.db"
    huge.write_bytes(b"x" * 2_000)
    monkeypatch.setattr(backup, "LARGEST_BACKUP", 1_000)
    with pytest.raises(BadInput, match="GB"):
        backup.restore(huge, tmp_path / "house.db")


def test_a_file_that_is_far_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    huge = tmp_path / "film.toml"
    huge.write_bytes(b"#" * 2_000)
    monkeypatch.setattr(shell, "MOST_BYTES", 1_000)
    found = CliRunner().invoke(app, ["pack", "check", str(huge)])
    assert found.exit_code == 2
    assert found.stderr.count("\n") == 1
