"""Forces that are saved in an account, and forces that the desk builds for a player."""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from tests.web.scene import EVENT, Scene, begun, scene

from musterhall.events import forces
from musterhall.games.alpha_strike.force.forces import shipped_force_text
from musterhall.problems import BadInput
from musterhall.store import saved_forces
from musterhall.store.opening import open_store
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.sessions import PLAYER, PUBLIC
from musterhall.web.settings import Settings

HTML = {"accept": "text/html"}
WALL = shipped_force_text("combine-wall")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path_factory.mktemp("saved") / "house.db")), begun()) as found:
        yield found


def post(hall: Scene, who: str, **fields: Any) -> Response:
    return hall.post("/builder", who, data=fields, headers=HTML)


def force_in(answer: Response) -> str:
    found = re.search(r'name="force" value="([^"]*)"', answer.text)
    assert found, answer.text[:500]
    return html.unescape(found[1])


def test_a_force_is_saved_in_the_account_opened_and_removed(hall: Scene) -> None:
    saved = post(hall, OWNER, force=WALL, op="keep")
    assert "Combine wall is saved." in saved.text
    page = hall.get("/builder", OWNER, headers=HTML)
    assert 'value="open:Combine wall"' in page.text
    opened = post(hall, OWNER, force=force_in(page), op="open:Combine wall")
    assert tomllib.loads(force_in(opened))["name"] == "Combine wall"
    again = post(hall, OWNER, force=WALL, op="keep")
    assert "in place of the one before" in again.text
    removed = post(hall, OWNER, force=WALL, op="forget:Combine wall")
    assert 'value="open:Combine wall"' not in removed.text


def test_nobody_sees_or_opens_anothers_saved_forces(hall: Scene) -> None:
    post(hall, OWNER, force=WALL, op="keep")
    assert "open:Combine wall" not in hall.get("/builder", ORGANISER, headers=HTML).text
    refused = post(hall, ORGANISER, op="open:Combine wall")
    assert refused.status_code == 400
    assert "There is none of this name" in refused.text


def test_who_has_no_account_is_told_where_forces_are_kept(hall: Scene) -> None:
    for who in (PUBLIC, PLAYER):
        answer = post(hall, who, force=WALL, op="keep")
        assert answer.status_code == 400
        assert "Sign in to an account" in answer.text
    assert not [info for info in hall.house.store.streams(saved_forces.KIND) if info.stream.endswith("-")]


def test_an_empty_force_is_not_saved(hall: Scene) -> None:
    assert (
        "Add some first" in post(hall, OWNER, op="keep").text or "add some first" in post(hall, OWNER, op="keep").text
    )


def test_an_account_saves_so_many_forces_and_characters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        for number in range(3):
            force: dict[str, str | int] = {"name": f"Force {number}", "game": "g", "text": "x" * 10, "points": 1}
            assert not saved_forces.save_force(store, "a1", force)
        monkeypatch.setattr(saved_forces, "MOST_FORCES", 3)
        with pytest.raises(BadInput, match="you have 3 already"):
            saved_forces.save_force(store, "a1", {"name": "One more", "game": "g", "text": "x", "points": 1})
        assert saved_forces.save_force(store, "a1", {"name": "force 1", "game": "g", "text": "y", "points": 2})
        assert list(saved_forces.saved_forces(store, "a1")) == ["force 1", "force 2", "force 0"]
        monkeypatch.setattr(saved_forces, "MOST_CHARACTERS", 35)
        with pytest.raises(BadInput, match="as much as one account may"):
            saved_forces.save_force(store, "a1", {"name": "Force 1", "game": "g", "text": "z" * 9, "points": 2})


# The desk builds for a player


def test_the_desk_builds_for_a_player_and_hands_in(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "desk.db")), begun()) as made:
        for who in (OWNER, ORGANISER):
            page = made.get(f"/builder?event={EVENT}&player=p2", who, headers=HTML)
            assert page.status_code == 200
            assert f"Build for {made.event.player('p2').name}" in page.text
            assert 'name="player" value="p2"' in page.text
        assert "although_locked" in page.text, "forces are locked, and the desk may change them all the same"
        link = f"/builder?event={EVENT}&amp;player=p2"
        assert link in made.get(f"/e/{EVENT}/desk/players/p2", OWNER, headers=HTML).text


@pytest.mark.parametrize("who", [PUBLIC, PLAYER, SCOREKEEPER, "stranger"])
def test_nobody_else_builds_for_a_player_or_sees_their_force(hall: Scene, who: str) -> None:
    assert hall.get(f"/builder?event={EVENT}&player=p2", who, headers=HTML).status_code == 403
    assert post(hall, who, event=EVENT, player="p2", op="update").status_code == 403


def test_a_player_who_is_none_is_refused(hall: Scene) -> None:
    assert hall.get(f"/builder?event={EVENT}&player=p99", OWNER, headers=HTML).status_code == 403


def test_a_force_that_was_sent_back_opens_in_the_builder_with_the_organisers_words(tmp_path: Path) -> None:
    from tests.web.browser.venue import before
    from tests.web.browser.venue import day as whole_day

    early = before(whole_day(seed=1, trouble=False, through=None), "round.paired", 1)
    with scene(Settings(db=str(tmp_path / "back.db")), early) as made:
        made.house.do(
            EVENT, lambda event: forces.return_force(event, event.player("p1"), "Too many tanks."), who="owner"
        )
        me = made.get(f"/e/{EVENT}/me", PLAYER, headers=HTML).text
        assert "Your force was sent back: Too many tanks. Change it" in me
        assert f'href="/builder?event={EVENT}">Change my force</a>' in me
        builder = made.get(f"/builder?event={EVENT}", PLAYER, headers=HTML).text
        assert "Too many tanks." in builder
        assert 'form="hand-in"' in builder


def test_a_pasted_list_is_checked_and_opens_in_the_builder(tmp_path: Path) -> None:
    from tests.web.browser.venue import before
    from tests.web.browser.venue import day as whole_day

    early = before(whole_day(seed=1, trouble=False, through=None), "round.paired", 1)
    with scene(Settings(db=str(tmp_path / "list.db")), early) as made:
        checked = made.post(f"/e/{EVENT}/me/force", PLAYER, data={"text": "Atlas AS7-D 4 52"}, headers=HTML)
        assert "Open it in the builder" in checked.text
        found = re.search(r'name="paste" value="([^"]*)"', checked.text)
        assert found
        opened = post(made, PLAYER, event=EVENT, op="load", paste=html.unescape(found[1]))
        assert tomllib.loads(force_in(opened))["unit"][0]["unit"] == "Atlas AS7-D"
