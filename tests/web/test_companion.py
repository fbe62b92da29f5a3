"""The sheets of a match on players' phones: pages, marks, the card that comes of them, and what the desk sees."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient
from tests.apart import apart
from tests.events.day import Day, enter
from tests.web.scene import EVENT as SCENE
from tests.web.scene import Scene, populate
from tests.web.test_match_fought import with_forces
from tests.web.test_player import EVENT, Hall, Phone, confirmation, hall, playing
from tests.web.test_security import Following

from musterhall.companion.record import Mark, Record
from musterhall.events import matches, rounds
from musterhall.web import accounts as rules
from musterhall.web.app import create_app
from musterhall.web.companion.at_desk import progress
from musterhall.web.companion.matches import begin as begin_sheets
from musterhall.web.companion.matches import kept_of
from musterhall.web.companion.shown import look, state_data
from musterhall.web.live import Asked, changes_for
from musterhall.web.sessions import PLAYER, Session, Visitor
from musterhall.web.settings import Settings

SHEETS = "/me/sheets"


def begin(phone: Phone) -> None:
    answer = phone.post(SHEETS, {})
    assert answer.headers["location"] == f"/e/{EVENT}{SHEETS}", answer.headers


def record_of(here: Hall, name: str = "Anna") -> Record:
    event = here.house.event(EVENT)
    kept = kept_of(here.house, EVENT, event, event.find(name).id)
    assert kept is not None
    return here.house.sheets.look(kept.name)


def side_of(here: Hall, name: str) -> int:
    event = here.house.event(EVENT)
    return event.rounds[0].matches[0].side(event.find(name).id)


def send(phone: Phone, *marks: dict[str, Any], of: str = "") -> httpx.Response:
    """As the script of the page does."""
    token = re.search(r'name="form_token" value="([\w-]+)"', phone.page())
    assert token is not None
    headers = {"x-muster-form-token": token[1], "accept": "application/json"}
    return phone._ask("POST", f"/e/{EVENT}{SHEETS}/marks", json={"marks": list(marks), "of": of}, headers=headers)


def mark(key: str, box: str, value: int, seen: int = 0, **more: Any) -> dict[str, Any]:
    return {"key": f"{key:-<8}", "box": box, "value": value, "seen": seen, **more}


def news_for(here: Hall, name: str, sent: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the stream would send to a phone."""
    event = here.house.event(EVENT)
    kept = kept_of(here.house, EVENT, event, event.find(name).id)
    assert kept is not None
    return state_data(look(EVENT, event, kept, here.house.sheets.look(kept.name)), {} if sent is None else sent)


# Beginning


def test_a_match_with_both_forces_on_file_leads_to_its_sheets_and_one_tap_begins_them(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        assert f"/e/{EVENT}{SHEETS}" in anna.page()
        assert "Begin the sheets" in anna.page(SHEETS)
        begin(anna)
        begin(boris)
        for phone in (anna, boris):
            assert "Warhammer WHM-9D" in phone.page(SHEETS)
        assert len(here.house.store.streams("sheets")) == 1


def test_a_force_that_cannot_be_read_has_no_sheets_and_only_its_player_is_told_why(tmp_path: Path) -> None:
    with hall(tmp_path, playing()) as here:
        told = {}
        for name in ("Anna", "Boris"):
            phone = here.phone(name)
            told[name] = phone.get(phone.post(SHEETS, {}).headers["location"]).text
        first = here.house.event(EVENT).player(here.house.event(EVENT).rounds[0].matches[0].players[0]).name
        other = "Boris" if first == "Anna" else "Anna"
        assert "Your force cannot be put on sheets:" in told[first]
        assert "force cannot be put on sheets. Keep them on paper." in told[other]
        assert not here.house.store.streams("sheets")


def test_a_game_without_sheets_offers_none(tmp_path: Path) -> None:
    with hall(tmp_path, with_forces("meeting-engagement")) as here:
        anna = here.phone("Anna")
        assert SHEETS not in anna.page()
        assert "no match with sheets" in anna.page(SHEETS)


def test_who_has_no_match_marks_nothing(tmp_path: Path) -> None:
    day = with_forces("herocon-2025")
    cleo = enter(day, "Cleo")
    with hall(tmp_path, day) as here:
        begin(here.phone("Anna"))
        phone = Phone(here.app, here.client, cleo)
        assert "no match with sheets" in phone.page(SHEETS)
        assert send(phone, mark("one", "0.0.armour", 1)).status_code == 400
        assert phone.get(f"/e/{EVENT}{SHEETS}/stream").status_code == 400


def test_before_they_are_begun_nothing_can_be_marked(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        answer = send(here.phone("Anna"), mark("one", "0.0.armour", 1))
        assert answer.status_code == 400
        assert "No sheets are kept of this match yet" in answer.json()["error"]


# Marking


@pytest.fixture(scope="module")
def day() -> Day:
    return with_forces("herocon-2025")


def test_both_phones_are_told_the_same_marks(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        begin(anna)
        answer = send(anna, mark("one", "0.0.armour", 3), mark("two", "1.0.heat", 2)).json()
        assert answer["refused"] == {}
        assert [len(key) for key in answer["taken"]] == [8, 8]
        for name in ("Anna", "Boris"):
            assert news_for(here, name)["values"] == {"0.0.armour": 3, "1.0.heat": 2}
        assert 'aria-pressed="true"' in boris.page(SHEETS)


def test_the_stream_sends_only_what_has_changed(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna = here.phone("Anna")
        begin(anna)
        sent: dict[str, Any] = {}
        assert set(news_for(here, "Boris", sent)["parts"]) == {"clock", "head", "disputes", "turn", "score", "history"}
        send(anna, mark("one", "0.0.armour", 3))
        news = news_for(here, "Boris", sent)
        assert (news["values"], set(news["parts"])) == ({"0.0.armour": 3}, {"history"})
        key = f"{side_of(here, 'Anna')}-one-----"
        send(anna, {"do": "take back", "key": "back----", "other": key})
        assert news_for(here, "Boris", sent)["gone"] == ["0.0.armour"]


def test_a_phone_without_script_marks_settles_and_takes_back_by_buttons(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        begin(anna)
        known = record_of(here).last
        assert anna.post(f"{SHEETS}/marks", {"mark": "mark:0.0.armour=2", "seen": str(known)}).status_code == 303
        boris.post(f"{SHEETS}/marks", {"mark": "mark:0.0.armour=4", "seen": str(known)})
        assert "was marked on both phones" in anna.page(SHEETS)
        anna.post(f"{SHEETS}/marks", {"mark": "settle:0.0.armour=5", "seen": str(record_of(here).last)})
        assert record_of(here).value("0.0.armour") == 5
        [last] = [one for one in record_of(here).done if one.kind == "settled"]
        anna.post(f"{SHEETS}/marks", {"mark": f"back:{last.key}"})
        assert len(record_of(here).disputes()) == 1
        answer = anna.post(f"{SHEETS}/marks", {"mark": "mark:0.0.armour=99"})
        assert "told=" in answer.headers["location"]


def test_both_are_told_who_marked_what_and_what_both_hits_would_come_to(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        begin(anna)
        known = record_of(here).last
        send(anna, mark("one", "0.0.armour", 2, known))
        send(boris, mark("two", "0.0.armour", 3, known))
        told = news_for(here, "Anna")["parts"]["disputes"]
        assert "You 2 of 5, Boris 3 of 5. What holds?" in told
        assert "Both: 5 of 5" in told
        assert "You 3 of 5, Anna 2 of 5." in news_for(here, "Boris")["parts"]["disputes"]


NEVER_SENT: tuple[dict[str, Any], ...] = (
    {"key": "short", "box": "0.0.armour"},
    {"key": "12345678", "box": "0.0.armour", "value": -1},
    {"key": "12345678", "box": "0.0.armour", "side": 1},
    {"key": "12345678\n0-other", "box": "0.0.armour"},
    {"key": "12345678", "do": "win"},
    {"key": "12345678", "box": "0.0.armour", "value": "1"},
)


def test_what_no_page_sends_is_refused_in_a_sentence(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna = here.phone("Anna")
        begin(anna)
        for sent in NEVER_SENT:
            answer = send(anna, sent)
            assert answer.status_code == 400
            assert "error" in answer.json()
        assert record_of(here).last == 1


def test_nobody_marks_for_the_other_nor_from_another_site(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna = here.phone("Anna")
        begin(anna)
        headers = {"accept": "application/json"}
        body = {"marks": [mark("one", "0.0.armour", 1)]}
        assert anna._ask("POST", f"/e/{EVENT}{SHEETS}/marks", json=body, headers=headers).status_code == 403
        send(anna, mark("one", "0.0.armour", 1))
        assert record_of(here).done[0].side == side_of(here, "Anna")


def test_marks_that_waited_for_the_link_are_never_put_on_the_sheets_of_the_next_match(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna = here.phone("Anna")
        begin(anna)
        form = re.search(r'name="of" value="(\w+)"', anna.page(SHEETS))
        assert form is not None
        waiting = mark("one", "0.0.armour", 3)
        here.house.do(EVENT, lambda event: matches.concede(event, event.find("Boris")), who="desk")
        here.house.do(EVENT, lambda event: rounds.pair_round(event, 2), who="desk")
        here.house.do(EVENT, lambda event: rounds.publish(event, 2, as_it_is=True), who="desk")
        begin(anna)
        answer = send(anna, waiting, of=form[1])
        assert answer.status_code == 400
        assert "a match that is no longer yours" in answer.json()["error"]
        by_button = anna.post(f"{SHEETS}/marks", {"mark": "mark:0.0.armour=2", "of": form[1]})
        assert "told=" in by_button.headers["location"]
        assert record_of(here).last == 1
        assert send(anna, waiting, of=code_of(here, "Anna")).json()["refused"] == {}


def code_of(here: Hall, name: str) -> str:
    event = here.house.event(EVENT)
    kept = kept_of(here.house, EVENT, event, event.find(name).id)
    assert kept is not None
    return kept.code


# The card


def test_the_card_is_filled_in_from_the_sheets_and_needs_both_yeses(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        begin(anna)
        side = side_of(here, "Anna")
        send(
            anna,
            mark("one", "point.0", side + 1),
            mark("two", "point.1", side + 1),
            mark("three", f"{1 - side}.0.fate", 1),
            mark("four", "over", 1),
        )
        page = anna.page("/me/card")
        assert "Filled in from your sheets: look it over, then send it." in page
        field = re.search(rf'name="sides\.{side}\.fields\.points_of_interest" value="(\d+)"', page)
        assert field is not None
        assert field[1] == "2"
        match = here.house.event(EVENT).rounds[0].matches[0]
        assert not match.sent
        assert not match.settled
        card = record_of(here).tabletop.stands(record_of(here)).card
        anna.do("card.send", {"round": "1", "card": json.dumps(card)})
        boris.do("card.confirm", confirmation(boris.page("/me/card")))
        match = here.house.event(EVENT).rounds[0].matches[0]
        assert match.settled
        assert match.result is not None
        assert match.result.winner == side
        assert match.card is not None
        assert len(match.card.sides[1 - side].units) == 1


def test_a_card_with_a_box_that_is_marked_twice_says_so(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna, boris = here.phone("Anna"), here.phone("Boris")
        begin(anna)
        known = record_of(here).last
        send(anna, mark("one", "0.0.armour", 2, known))
        send(boris, mark("two", "0.0.armour", 3, known))
        assert "marked twice: settle that first" in anna.page("/me/card")


def test_sheets_on_which_nothing_was_marked_leave_the_card_alone(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna = here.phone("Anna")
        begin(anna)
        assert "Filled in from your sheets" not in anna.page("/me/card")


@pytest.mark.parametrize(
    "scenario",
    ["assassination", "bunkers", "domination", "king_of_the_hill", "data_extraction", "salvage"],
)
def test_every_scenario_has_sheets_whose_card_the_event_takes(tmp_path: Path, scenario: str) -> None:
    with hall(tmp_path, with_forces("herocon-2025", scenario)) as here:
        anna = here.phone("Anna")
        begin(anna)
        boxes = [box for group in record_of(here).tabletop.objectives for box in group.boxes]
        names = [f"{box.id}@1" if box.each_round else box.id for box in boxes]
        goals = [mark(f"m{at}", name, 1) for at, name in enumerate(names[:2])]
        lost = [mark(f"u{side}{unit}", f"{side}.{unit}.fate", 1) for side in (0, 1) for unit in (0, 1)]
        send(anna, *goals, *lost, mark("over", "over", 1))
        card = record_of(here).tabletop.stands(record_of(here)).card
        answer = anna.script("card.send", card=card)
        assert answer.status_code == 200, answer.text


# The desk


def test_the_desk_sees_how_far_each_table_is_and_no_more(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna = here.phone("Anna")
        begin(anna)
        owner = Visitor(Session(), account=here.house.accounts.accounts["a1"], role="owner")
        asked = Asked(here.house, EVENT, here.house.desk(EVENT).ledger, owner)
        sent: dict[str, Any] = {}
        first = changes_for(asked, ["desk_sheets"], sent)
        assert first is not None
        assert "Table 1: Turn 1, Initiative" in first["parts"]["desk_sheets"]
        send(anna, mark("one", "0.0.armour", 3), mark("two", "1.0.fate", 1))
        assert changes_for(asked, ["desk_sheets"], sent) is None
        send(anna, mark("three", "round", 2))
        told = changes_for(asked, ["desk_sheets"], sent)
        assert told is not None
        assert "Table 1: Turn 2, Initiative" in told["parts"]["desk_sheets"]
        assert [(one.table, one.over) for one in progress(here.house, EVENT, here.house.event(EVENT))] == [(1, False)]


def test_an_event_that_is_removed_takes_its_sheets_along(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        begin(here.phone("Anna"))
        here.house.remove(EVENT)
        assert not here.house.store.streams("sheets")


# The stream


def test_the_stream_tells_of_a_mark_at_once_and_ends_when_its_player_is_put_out(tmp_path: Path, day: Day) -> None:
    async def tried() -> list[str]:
        app = create_app(Settings(db=str(tmp_path / "house.db")))
        async with app.router.lifespan_context(app):
            made = Scene(app, TestClient(app))
            populate(made, tuple(day.ledger.entries))
            event, house = made.event, made.house
            await asyncio.to_thread(begin_sheets, house, SCENE, event, event.player("p1"))
            kept = kept_of(house, SCENE, event, "p1")
            assert kept is not None
            path, headers = f"/e/{SCENE}{SHEETS}/stream", made.people[PLAYER].headers
            stream = Following(made, path, f"of={kept.code}", headers)
            await _heard(stream, '"seq": 1')
            one = Mark(key="one-----", box="0.0.armour", value=2)
            await asyncio.to_thread(house.sheets.mark, kept.name, 1 - kept.side, [one])
            await _heard(stream, '"0.0.armour": 2')
            await asyncio.to_thread(house.account_do, lambda _: rules.revoke_link(SCENE, "p1"))
            assert await stream.ended(30)
            before = len(stream.texts)
            two = Mark(key="two-----", box="0.0.armour", value=3)
            await asyncio.to_thread(house.sheets.mark, kept.name, 1 - kept.side, [two])
            await stream.end()
            return stream.texts[before:]

    assert apart(lambda: asyncio.run(tried())) == []


async def _heard(stream: Following, text: str) -> None:
    async with asyncio.timeout(60):
        while not any(text in one for one in stream.texts):
            await asyncio.sleep(0.02)


def test_a_page_of_another_match_is_told_that_it_is_gone(tmp_path: Path, day: Day) -> None:
    with hall(tmp_path, day) as here:
        anna = here.phone("Anna")
        begin(anna)
        assert "event: gone" in anna.get(f"/e/{EVENT}{SHEETS}/stream?of=another").text
