"""The rules by section, as pages and as data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.play.rooms import GAMES
from tests.play.test_gestures import decisions_of
from tests.web.table import Table, table

from musterhall.games import game_named, rulebook_of


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(str(Path(tmp_path_factory.mktemp("rules")) / "hall.db")) as found:
        yield found


@pytest.mark.parametrize("game", GAMES)
def test_every_section_that_a_question_rests_on_is_written_out_for_players(game: str) -> None:
    asked = {section for one in decisions_of(game) if isinstance(section := getattr(one, "section", None), str)}
    book = rulebook_of(game_named(game))
    known = {one.number for one in book.sections()}
    assert asked
    assert sorted(asked - set(book.words())) == []
    assert sorted(set(book.words()) - known) == []


def test_a_section_is_told_with_its_cases_and_its_neighbours(at: Table) -> None:
    told = at.client.get("/api/rules/the-game/1.7").json()
    assert told["title"] == "Shooting"
    assert len(told["text"]) == 2
    assert told["parent"] == "1"
    assert "1.7.2" in told["children"]
    assert told["cases"]


def test_a_section_without_words_is_told_by_what_its_functions_say(at: Table) -> None:
    told = at.client.get("/api/rules/the_game/1.7.5").json()
    assert told["text"]
    assert not told["text"][0].startswith("1.7.5")


def test_a_section_that_is_none_is_refused_in_a_sentence(at: Table) -> None:
    told = at.client.get("/api/rules/the_game/99")
    assert told.status_code == 404
    assert "list of its sections" in told.json()["error"]


@pytest.mark.parametrize("game", GAMES)
def test_every_section_has_a_page(at: Table, game: str) -> None:
    page = at.client.get(f"/rules/{game}").text
    for one in list(rulebook_of(game_named(game)).words())[:5]:
        assert f'href="/rules/{game}/{one}"' in page
        assert at.client.get(f"/rules/{game}/{one}").status_code == 200
