"""Lists and faction statistics: nobody's business until they are published, and secrets never."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.scene import EVENT, Scene, begun, scene

from musterhall.web.accounts import ORGANISER, SCOREKEEPER
from musterhall.web.sessions import PUBLIC
from musterhall.web.settings import Settings

PAGE = f"/e/{EVENT}/players/p1"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder: Path = tmp_path_factory.mktemp("lists")
    with scene(Settings(db=str(folder / "house.db")), begun()) as found:
        yield found


def test_a_force_and_its_faction_are_on_no_public_page_before_lists_are_published(made: Scene) -> None:
    force = made.event.player("p1").force
    assert force is not None
    unit, faction = force.roster.units[0].name, force.faction
    assert faction
    for path in (PAGE, f"/e/{EVENT}/standings", f"/e/{EVENT}"):
        page = made.get(path).text
        assert unit not in page
        assert faction not in page
    assert made.get(f"/e/{EVENT}/statistics").status_code == 404
    assert made.get(f"/e/{EVENT}/statistics.svg").status_code == 404
    assert made.get(f"/e/{EVENT}/statistics", SCOREKEEPER).status_code == 200


def test_published_lists_show_what_an_opponent_sees_and_can_be_hidden_again(made: Scene) -> None:
    assert made.do("lists.publish", ORGANISER).status_code == 200
    player = made.event.player("p1")
    assert player.force is not None
    page = made.get(PAGE, PUBLIC).text
    assert player.force.roster.units[0].name in page
    sealed = {name for round_ in made.event.rounds for one in round_.sealed.values() for name in one.units}
    assert "command unit" not in page.casefold() or not sealed
    assert made.get(f"/e/{EVENT}/statistics").status_code == 200
    picture = made.get(f"/e/{EVENT}/statistics.svg?dark=true")
    assert picture.headers["content-type"].startswith("image/svg+xml"), picture.text[:200]
    assert f"/e/{EVENT}/statistics" in made.get(f"/e/{EVENT}/standings").text
    assert made.do("lists.hide", ORGANISER).status_code == 200
    assert player.force.roster.units[0].name not in made.get(PAGE, PUBLIC).text
