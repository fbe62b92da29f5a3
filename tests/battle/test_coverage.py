"""Coverage, on a made-up game with one package and a handful of sections."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from musterhall.battle.coverage import (
    Reading,
    SectionCoverage,
    VariantRow,
    coverage,
    coverage_markdown,
    documented,
    missing,
    read_readings,
    read_sections,
    section_numbers,
    unknown,
)
from musterhall.problems import BadInput

GAME = "made_up_game_for_coverage"

SECTIONS = read_sections(
    """
"1" = { title = "Trains", status = "text", because = "a heading" }
"1.1" = { title = "Whistles", status = "rule" }
"1.2" = { title = "Brakes", status = "rule" }
"1.3" = { title = "Tickets", status = "rule" }
"1.10" = { title = "Signals", status = "rule" }
"2" = { title = "Ferries", later = "ferries" }
""",
    "sections.toml",
)

CASES = {
    "stop.toml": 'rule = ["1.2", "1.10"]\ntitle = "A train stops | at red"',
    "blow.toml": 'rule = "1.1"\ntitle = "A whistle is heard"',
}

MODULES = {
    "__init__.py": "",
    "trains.py": '''
from dataclasses import dataclass
from functools import cache

from made_up_game_for_coverage.stations.halts import stop


def whistle():
    """1.1 Blow."""


@cache
def pull():
    """1.1, 1.2 Pull the cord."""


def plain():
    """No number."""


def amount():
    """10 cm are few."""


@dataclass(frozen=True)
class Train:
    """1.2 Has brakes."""

    length: int = 3

    @property
    def brakes(self):
        """1.2 Good ones."""

    @staticmethod
    def build():
        """1.10 From parts."""


class Tram(Train):
    pass


TRAIN = Train()
again = whistle
''',
    "stations/__init__.py": "",
    "stations/halts.py": '''
def stop():
    """1.10 and 9.9: Stop."""
''',
}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name, text in MODULES.items():
        file = tmp_path / GAME / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield GAME
    for module in [name for name in sys.modules if name.split(".")[0] == GAME]:
        del sys.modules[module]


def by_number(covered: list[SectionCoverage]) -> dict[str, SectionCoverage]:
    return {one.section: one for one in covered}


@pytest.mark.parametrize(
    ("docstring", "numbers"),
    [
        ("1.9.2 Shake off.", ("1.9.2",)),
        ("1.9.1, 1.9.2 Shake off.", ("1.9.1", "1.9.2")),
        ("1.8.1, 1.8.2, and 2.1.13: All.", ("1.8.1", "1.8.2", "2.1.13")),
        ("\n    6.1\n", ("6.1",)),
        ("Shake off, 1.9.2.", ()),
        ("2d10 are rolled.", ()),
        ("", ()),
    ],
)
def test_section_numbers_are_read_from_the_start_of_a_docstring(docstring: str, numbers: tuple[str, ...]) -> None:
    assert section_numbers(docstring) == numbers


def test_functions_classes_and_methods_are_found_once_and_where_they_are_defined(game: str) -> None:
    assert [name for name, _ in documented(game)] == [
        "stations.halts.stop",
        "trains.Train",
        "trains.Train.brakes",
        "trains.Train.build",
        "trains.amount",
        "trains.pull",
        "trains.whistle",
    ]


def test_a_section_has_its_functions_and_its_cases(game: str) -> None:
    covered = by_number(coverage(game, SECTIONS, CASES))
    assert list(covered) == ["1", "1.1", "1.2", "1.3", "1.10", "2"]
    assert covered["1.1"].functions == ("trains.pull", "trains.whistle")
    assert [str(case) for case in covered["1.1"].cases] == ["A whistle is heard (blow.toml)"]
    assert covered["1.10"].functions == ("stations.halts.stop", "trains.Train.build")
    assert [case.file for case in covered["1.10"].cases] == ["stop.toml"]


def test_only_sections_in_force_can_lack_anything(game: str) -> None:
    assert missing(coverage(game, SECTIONS, CASES)) == [
        "1.3 Tickets: needs a function whose docstring starts with its number and a worked case that names it."
    ]


def test_a_section_with_a_function_still_lacks_its_case(game: str) -> None:
    assert "1.1 Whistles: needs a worked case that names it." in missing(coverage(game, SECTIONS, {}))


def test_a_docstring_with_an_unknown_section_is_told_but_an_amount_is_not(game: str) -> None:
    assert unknown(game, SECTIONS, CASES) == [
        "stations.halts.stop: its docstring names section 9.9, which the rulebook does not have."
    ]


def test_a_case_with_an_unknown_section_or_none_is_told(game: str) -> None:
    told = unknown(game, SECTIONS, {"odd.toml": 'rule = "7"', "none.toml": 'title = "Nothing"'})
    assert told[1:] == [
        'none.toml: names no section; add rule = "1.2.3".',
        "odd.toml: its rule names section 7, which the rulebook does not have.",
    ]


def test_the_page_shows_sections_variants_and_readings(game: str) -> None:
    rows = [VariantRow("A1", ("1.1", "1.2"), "loud", "How loud?", "`very`: Very.", ("`little`: A little.",))]
    covered = coverage(game, SECTIONS, CASES)
    lines = coverage_markdown("TRAINS", covered, rows, [Reading("1.1", "A bell is a whistle.")]).splitlines()
    assert "3 of 4 sections in force have a function and a worked case." in lines
    assert "| 1 | Trains | text: a heading |  |  |" in lines
    assert (
        "| 1.1 | Whistles | in force | `trains.pull`<br>`trains.whistle` | A whistle is heard (`blow.toml`) |" in lines
    )
    assert "| 2 | Ferries | later, with the ferries |  |  |" in lines
    assert "| A1 | 1.1, 1.2 | `loud` | How loud? | `very`: Very. | `little`: A little. |" in lines
    assert lines[-1] == "- 1.1: A bell is a whistle."
    assert any(r"A train stops \| at red" in line for line in lines)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('"1.1" = { title = "A", status = "text" }', "1.1: because says why"),
        ('"1.1" = { title = "A" }', "1.1: give it a status"),
        ('"1.1" = { title = "A", status = "rule", later = "navy" }', "1.1: give it a status"),
        ('"1.1" = { title = "A", status = "law" }', "1.1: status"),
        ('one = { title = "A", status = "rule" }', "one: not a section number"),
    ],
)
def test_a_spoilt_section_is_named_with_its_file(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=f"sections.toml, {complaint}"):
        read_sections(text, "sections.toml")


def test_readings_are_read_in_order_and_spoilt_ones_named() -> None:
    text = '[[reading]]\nsection = "1.1"\ntext = "So."\n'
    assert read_readings(text, "readings.toml") == (Reading("1.1", "So."),)
    with pytest.raises(BadInput, match=r"readings.toml: reading.0.text is missing"):
        read_readings('[[reading]]\nsection = "1.1"\n', "readings.toml")
