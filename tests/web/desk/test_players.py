"""Players and their links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.web.desk.at_the_desk import DESK, HTML, PAGES, look, send
from tests.web.scene import EVENT, Scene, begun, scene

from musterhall.events.entries import Entry
from musterhall.events.sealing import may_command, must_command
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.sessions import PLAYER
from musterhall.web.settings import Settings


def test_a_players_link_is_shown_to_organisers_and_to_no_scorekeeper(hall: Scene) -> None:
    token = hall.house.accounts.link_token(EVENT, "p1")
    assert token in look(hall, "/players/p1", ORGANISER)
    assert all(token not in look(hall, page, SCOREKEEPER) for page in PAGES)
    assert hall.get(f"/e/{EVENT}/paper/slips.pdf", SCOREKEEPER).status_code == 403


def test_a_revoked_link_is_another_one_and_nobody_but_the_desk_revokes(hall: Scene) -> None:
    before = hall.house.accounts.link_token(EVENT, "p1")
    assert hall.post(f"/e/{EVENT}/links/revoke", SCOREKEEPER, data={"player": "p1"}).status_code == 403
    assert hall.post(f"/e/{EVENT}/links/revoke", ORGANISER, data={"player": "p1"}).status_code == 303
    html = look(hall, "/players/p1")
    assert before not in html
    assert hall.house.accounts.link_token(EVENT, "p1") in html


def test_the_address_in_links_is_the_one_that_the_server_was_told(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "hall.db"), address="http://192.168.1.20:8000/")) as hall:
        token = hall.house.accounts.link_token(EVENT, "p1")
        html = look(hall, "/players/p1")
        assert f"http://192.168.1.20:8000/p/{token}" in html
        assert "works on this computer alone" not in html


# Command units of a player without a phone


@pytest.fixture
def hunted(tmp_path: Path) -> Iterator[Scene]:
    """While a round is set up in which command units count."""
    with scene(Settings(db=str(tmp_path / "hunted.db")), tuple(map(_swapped, begun()))) as made:
        yield made


def _swapped(entry: Entry) -> Entry:
    if entry.kind != "event.scenarios":
        return entry
    first, second, third = entry.data["rounds"]
    return replace(entry, data={**entry.data, "rounds": [first, third, second]})


def test_the_desk_seals_command_units_for_a_player_without_a_phone(hunted: Scene) -> None:
    player, units = choice(hunted)
    page = look(hunted, f"/players/{player}")
    assert "Command units: none sealed yet" in page
    typed: dict[str, Any] = {"player": player, "units[]": units}
    answer = send(hunted, "units.seal", **typed, next=DESK)
    assert answer.status_code == 200, answer.text
    assert not any(unit in answer.text for unit in units)
    round_ = hunted.event.current
    assert round_ is not None
    sealed = round_.sealed[player]
    assert set(sealed.units) == set(units)
    after = look(hunted, f"/players/{player}")
    assert f"Command units: sealed, {sealed.seal[:8]}" in after
    assert not any(unit in after for unit in units), "what was chosen shows nowhere"
    opponent = hunted.event.round(round_.number).match_of(player).other(player)  # type: ignore[union-attr]
    hunted.people[PLAYER] = hunted.person(PLAYER, players={EVENT: opponent})
    assert sealed.seal[:8] in hunted.get(f"/e/{EVENT}/me", PLAYER, headers=HTML).text


def test_the_desk_opens_the_seal_of_a_player_without_a_phone(hunted: Scene) -> None:
    player, units = choice(hunted)
    assert hunted.do("units.seal", OWNER, player=player, units=units).status_code == 200
    assert send(hunted, "units.reveal", player=player, next=DESK).status_code == 200
    assert hunted.event.current is not None
    assert hunted.event.current.sealed[player].revealed
    assert f"Command units: {' and '.join(sorted(units))}" in look(hunted, f"/players/{player}")


def test_a_scorekeeper_who_may_play_seals_and_sees_nothing(hunted: Scene) -> None:
    player, units = choice(hunted)
    assert "Command units" not in look(hunted, f"/players/{player}", SCOREKEEPER)
    assert hunted.do("units.seal", SCOREKEEPER, player=player, units=units).status_code == 403
    assert hunted.do("units.reveal", SCOREKEEPER, player=player).status_code == 403


def test_at_the_desk_a_seal_is_for_somebody_who_is_named(hunted: Scene) -> None:
    assert "nobody is named" in hunted.do("units.seal", OWNER, units=["Atlas"]).json()["error"]


def choice(hunted: Scene) -> tuple[str, list[str]]:
    """A player of a match that is being set up, and units that can be the command units."""
    assert hunted.event.current is not None
    player = hunted.event.player(hunted.event.current.matches[0].players[0])
    must = must_command(hunted.event, player)
    may = [unit.name for unit in may_command(hunted.event, player)]
    return player.id, [*must, *(name for name in may if name not in must)][:2]
