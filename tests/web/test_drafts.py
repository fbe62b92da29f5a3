"""The draft room: hands on phones, the table for everybody, the desk, late picks, and the force afterwards."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from playwright.sync_api import Browser, Page, Route, expect
from tests.web.scene import EVENT, Scene, populate, scene
from tests.web.serving import running_here, until

from musterhall.events import players
from musterhall.events.drafting import open_draft, pick
from musterhall.events.drafts import Draft
from musterhall.events.drafts.timer import written
from musterhall.events.entries import Entry, numbered
from musterhall.events.event import Event
from musterhall.events.fold import Ledger, create
from musterhall.games.alpha_strike.drafts.boxes import read_pool, shipped_pool
from musterhall.games.alpha_strike.force.forces import shipped_force_text, shipped_forces
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.packs.model import shipped_pack_text
from musterhall.web.accounts import CLOCK, ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.app import create_app
from musterhall.web.drafts import expire_all
from musterhall.web.house import House
from musterhall.web.live import PARTS, asked_of, part_html
from musterhall.web.sessions import PLAYER, PUBLIC, Visitor
from musterhall.web.settings import Settings

NAMES = ("Anna", "Boris", "Cleo", "Dario")
METHODS = ("conscription", "salvage_boxes", "force_packs", "packs_then_boxes", "volunteers")
MINE = f"/e/{EVENT}/me/draft"
FORCE = f"{MINE}/force"
DESK = f"/e/{EVENT}/desk/drafts"
HTML = {"accept": "text/html"}
EVIL = "<img src=x onerror=alert(1)>"


def drafting_day(names: tuple[str, ...] = NAMES) -> tuple[Entry, ...]:
    """Everybody is there, and no draft is open yet."""
    at = "2025-11-29T08:00:00.000Z"
    ledger = Ledger()
    ledger.extend([numbered(create("Drafted", shipped_pack_text("drafted-for-war"), 7), 1, at)])
    for number, name in enumerate(names, 1):
        ledger.attempt([players.add_player(ledger.event, name)], at)
        ledger.attempt([players.check_in(ledger.event, ledger.event.player(f"p{number}"))], at)
    return tuple(ledger.entries)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "hall.db")), drafting_day()) as made:
        let_everybody_in(made)
        yield made


def let_everybody_in(made: Scene) -> None:
    for id_ in made.event.players:
        made.people[id_] = made.person(PLAYER, players={EVENT: id_})


def open_(hall: Scene, method: str, **more: Any) -> Draft:
    answer = send(hall, "draft.open", ORGANISER, method=method, pool="salvage-yard", **({"seconds": "0"} | more))
    assert answer.status_code == 200, answer.text
    return hall.event.drafts["d1"]


def send(hall: Scene, action: str, who: str, **fields: Any) -> Response:
    return hall.post(f"/e/{EVENT}/do/{action}", who, data=fields)


def look(hall: Scene, path: str, who: str) -> str:
    answer = hall.get(path, who, headers=HTML)
    assert answer.status_code == 200, answer.text
    return answer.text


def part_for(hall: Scene, name: str, who: str) -> str:
    person = hall.people[who]
    account = hall.house.accounts.accounts.get(person.session.account)
    seen_by = Visitor(person.session, account, person.session.players.get(EVENT, ("", 0))[0], person.role)
    return part_html(name, asked_of(hall.house, EVENT, seen_by))


def offered(page: str) -> list[str]:
    """What a page lets one pick."""
    return re.findall(r'name="item" value="([^"]+)"', page)


def pick_all(hall: Scene) -> None:
    """Everybody whose pick is due takes the first thing that the page offers, until the draft is over."""
    while not (draft := hall.event.drafts["d1"]).finished:
        for player in draft.waiting_for():
            item = offered(look(hall, MINE, player))[0]
            answer = send(hall, "draft.pick", player, draft="d1", item=item, key=f"{player}-{len(draft.log)}-{item}")
            assert answer.status_code == 200, answer.text


# All ways to draft


@pytest.mark.parametrize("method", METHODS)
def test_every_way_to_draft_goes_from_the_desk_to_a_force_by_what_the_pages_offer(hall: Scene, method: str) -> None:
    assert f'value="{method}"' in look(hall, f"/e/{EVENT}/desk/drafts", ORGANISER)
    open_(hall, method)
    pick_all(hall)
    mine = look(hall, MINE, "p1")
    if method == "volunteers":
        assert f"/builder?event={EVENT}" in mine
        return
    assert FORCE in mine
    hand_in_all(hall, "p1")
    force = hall.event.player("p1").force
    assert force is not None
    assert len(force.roster.units) == 4
    assert force.force == "Anna's draft"


def test_the_points_follow_what_is_chosen_and_a_conscript_may_leave_nothing_at_home(hall: Scene) -> None:
    draft = open_(hall, "conscription")
    number = draft.seat_of("p1")
    assert number is not None
    items = draft.seats[number].kept
    fields: dict[str, str] = {"name": "Home <guard>"}
    for at, item in enumerate(items):
        fields |= {f"choices.{at}.version": item.box.versions[0], f"choices.{at}.pilot": "7"}
        if at:
            fields[f"choices.{at}.item"] = item.id
    page = hall.post(FORCE, "p1", data=fields, headers=HTML).text
    assert "3 units" in page
    assert f"leaves {items[0].box.figure} at home" in page
    assert "Home &lt;guard&gt;" in page
    assert "<guard>" not in page
    better = hall.post(FORCE, "p1", data=fields | {f"choices.{at}.pilot": "2" for at in range(4)}, headers=HTML).text
    assert points(better) > points(page)


def points(page: str) -> int:
    found = re.search(r"<strong>(\d+)</strong>", page)
    assert found
    return int(found[1])


def test_a_legend_can_be_chosen_by_name_and_one_that_was_not_drafted_cannot(hall: Scene) -> None:
    draft = open_(hall, "conscription", displays="3", units="5")
    player, item = next((seat.player, item) for seat in draft.seats for item in seat.kept if item.box.pilot)
    assert item.box.pilot is not None
    choice = {"choices.0.item": item.id, "choices.0.version": item.box.versions[0]}
    answer = send(hall, "draft.force", player, name="One", **choice, **{"choices.0.pilot": item.box.pilot.name})
    assert answer.status_code == 200, answer.text
    force = hall.event.player(player).force
    assert force is not None
    assert item.box.pilot.name in force.text
    answer = send(hall, "draft.force", player, name="One", **choice, **{"choices.0.pilot": "Nobody Inparticular"})
    assert answer.status_code == 400


def test_a_pasted_force_shows_before_it_is_handed_in_what_the_hand_in_will_find(hall: Scene) -> None:
    open_(hall, "conscription")
    text = shipped_force_text(shipped_forces()[0])
    look_first = hall.post(f"/e/{EVENT}/me/force", "p1", data={"text": text}, headers=HTML).text
    built = hall.post("/builder", "p1", data={"event": EVENT, "op": "load", "paste": text}, headers=HTML).text
    assert send(hall, "force.submit", "p1", text=text).status_code == 200
    handed_in = hall.event.player("p1").force
    assert handed_in is not None
    assert any("draft" in problem["what"] for problem in handed_in.problems)
    for page in (look_first, built):
        assert f"{len(handed_in.problems)} problems" in page
        assert all(html.escape(problem["what"].rstrip("."), quote=False) in page for problem in handed_in.problems)


def test_no_force_is_built_while_the_draft_goes_on(hall: Scene) -> None:
    open_(hall, "salvage_boxes")
    assert hall.get(FORCE, "p1", headers=HTML).headers["location"] == MINE
    answer = send(hall, "draft.force", "p1", name="Early", **{"choices.0.item": "b1.1"})
    assert answer.status_code == 400
    assert "the draft goes on" in answer.json()["error"]


# Picking


def test_a_pick_sent_twice_with_its_key_is_made_once(hall: Scene) -> None:
    open_(hall, "salvage_boxes")
    item = offered(look(hall, MINE, "p1"))[0]
    first = send(hall, "draft.pick", "p1", draft="d1", item=item, key="tap")
    again = send(hall, "draft.pick", "p1", draft="d1", item=item, key="tap")
    assert (first.status_code, again.status_code) == (200, 200)
    # the link under which the words are told carries its hour, so two of them may differ
    assert [first.json()[part] for part in ("entries", "said")] == [again.json()[part] for part in ("entries", "said")]
    assert [entry.kind for entry in hall.house.desk(EVENT).ledger.entries].count("draft.picked") == 1


def test_a_tap_on_another_box_of_the_same_page_is_refused(hall: Scene) -> None:
    open_(hall, "salvage_boxes")
    item, other = offered(look(hall, MINE, "p1"))[:2]
    assert send(hall, "draft.pick", "p1", draft="d1", item=item, key="tap").status_code == 200
    refusal = send(hall, "draft.pick", "p1", draft="d1", item=other, key="tap")
    assert refusal.status_code == 409
    assert "something else was sent with it before; load the page again" in refusal.json()["error"]


def test_each_choice_on_the_page_goes_to_the_action_and_carries_a_key(hall: Scene) -> None:
    open_(hall, "salvage_boxes")
    forms = re.findall(r'<form[^>]*action="([^"]+)"[^>]*>(.*?)</form>', look(hall, MINE, "p1"), re.DOTALL)
    picks = [inner for action, inner in forms if action == f"/e/{EVENT}/do/draft.pick"]
    assert len(picks) == 4
    keys = {re.findall(r'name="key" value="([^"]*)"', inner)[-1] for inner in picks}
    assert len(keys) == 1, "two taps are one choice"
    assert len(keys.pop()) >= 16


def test_nobody_picks_for_another_player(hall: Scene) -> None:
    draft = open_(hall, "salvage_boxes")
    number = draft.seat_of("p2")
    assert number is not None
    item = draft.seats[number].hand[0].id
    assert send(hall, "draft.pick", "p1", draft="d1", item=item, player="p2").status_code == 400
    assert not [entry for entry in hall.house.desk(EVENT).ledger.entries if entry.kind == "draft.picked"]


def test_a_page_that_is_loaded_again_shows_the_same_hand_and_the_pick_that_was_made(hall: Scene) -> None:
    draft = open_(hall, "salvage_boxes")
    before = offered(look(hall, MINE, "p1"))
    assert offered(look(hall, MINE, "p1")) == before
    send(hall, "draft.pick", "p1", draft="d1", item=before[2])
    page = look(hall, MINE, "p1")
    number = draft.seat_of("p1")
    assert number is not None
    figure = draft.seats[number].hand[2].box.figure
    assert f"You picked {figure}" in page
    assert "Waiting for 3 others" in page
    assert not offered(page)


def test_who_is_not_due_sees_the_force_pack_without_buttons(hall: Scene) -> None:
    draft = open_(hall, "force_packs")
    due = draft.waiting_for()[0]
    last = draft.seats[draft.order[-1]].player
    assert len(offered(look(hall, MINE, due))) == len(draft.table)
    page = look(hall, MINE, last)
    assert not offered(page)
    assert "3 pick before you" in page
    assert draft.table[0].box.figure in page


def test_a_paused_draft_offers_nothing_to_pick_and_goes_on(hall: Scene, clock: Clock) -> None:
    open_(hall, "salvage_boxes", seconds="60")
    assert re.search(r'role="timer" data-left="60\.000" data-at="', look(hall, MINE, "p1"))
    assert send(hall, "draft.pause", ORGANISER, draft="d1").status_code == 200
    page = look(hall, MINE, "p1")
    assert "paused" in page
    assert not offered(page)
    assert 'role="timer"' in page
    assert "data-left" not in page
    assert send(hall, "draft.resume", ORGANISER, draft="d1").status_code == 200
    assert offered(look(hall, MINE, "p1"))


def test_the_desk_picks_for_a_dead_phone_and_everybody_can_read_that_it_did(hall: Scene) -> None:
    draft = open_(hall, "salvage_boxes", units="3")
    desk = look(hall, DESK, ORGANISER)
    assert desk.count("Let the lot pick</button>") == 4
    assert f'href="{DESK}/d1/pick/p2"' in desk
    page = look(hall, f"{DESK}/d1/pick/p2", ORGANISER)
    number = draft.seat_of("p2")
    assert number is not None
    assert offered(page) == [item.id for item in draft.seats[number].hand]
    send(hall, "draft.pause", ORGANISER, draft="d1")
    answer = send(hall, "draft.pick", ORGANISER, draft="d1", player="p2", item=offered(page)[0])
    assert answer.status_code == 200, answer.text
    assert "has nothing to pick" in look(hall, f"{DESK}/d1/pick/p2", ORGANISER)
    assert send(hall, "draft.lot", ORGANISER, draft="d1", player="p3").status_code == 200
    send(hall, "draft.resume", ORGANISER, draft="d1")
    for player in ("p1", "p4"):
        send(hall, "draft.pick", player, draft="d1", item=offered(look(hall, MINE, player))[0])
    table = look(hall, f"/e/{EVENT}/drafts/d1", PUBLIC)
    assert re.search(r"The organiser picks .+ for Boris\.", table)
    assert re.search(r"The organiser lets the lot pick, and it picks .+ for Cleo\.", table)
    journal = look(hall, f"/e/{EVENT}/desk/journal", ORGANISER)
    assert "the organiser picks for Boris" in journal
    assert "the organiser lets the lot pick for Cleo" in journal


def test_only_the_desk_picks_for_others_or_closes(hall: Scene) -> None:
    open_(hall, "salvage_boxes")
    for who in ("p1", SCOREKEEPER):
        assert hall.get(f"{DESK}/d1/pick/p2", who, headers=HTML).status_code == 403
        assert send(hall, "draft.lot", who, draft="d1", player="p2").status_code == 403
        assert send(hall, "draft.close", who, draft="d1", why="fun").status_code == 403
    assert "Pick for" not in look(hall, DESK, SCOREKEEPER)
    assert hall.get(f"{DESK}/d1/pick/p9", ORGANISER, headers=HTML).status_code == 400


def test_a_closed_draft_is_gone_from_every_page_and_can_be_held_anew(hall: Scene) -> None:
    open_(hall, "salvage_boxes")
    send(hall, "draft.pick", "p1", draft="d1", item=offered(look(hall, MINE, "p1"))[0])
    assert send(hall, "draft.close", ORGANISER, draft="d1", why="").status_code == 400
    answer = send(hall, "draft.close", ORGANISER, draft="d1", why="A box was missing")
    assert answer.status_code == 200, answer.text
    assert "Your draft was closed" in look(hall, MINE, "p1")
    assert "has closed this draft" in look(hall, f"/e/{EVENT}/drafts/d1", PUBLIC)
    assert "has closed this draft" in part_for(hall, "draft_table", PUBLIC)
    assert "4 players are present without a seat" in look(hall, DESK, ORGANISER)
    assert "A box was missing" in look(hall, f"/e/{EVENT}/desk/journal", ORGANISER)
    assert send(hall, "draft.open", ORGANISER, method="salvage_boxes", seconds="0").status_code == 200
    assert list(hall.event.drafts) == ["d2"]
    assert offered(look(hall, MINE, "p1"))
    assert "Group 1" in look(hall, DESK, ORGANISER)


def test_a_force_from_a_closed_draft_stays_and_its_player_is_named(hall: Scene) -> None:
    open_(hall, "conscription")
    hand_in_all(hall, "p1")
    assert "Anna handed in a force since; it stays" in look(hall, DESK, ORGANISER)
    send(hall, "draft.close", ORGANISER, draft="d1", why="Again")
    assert hall.event.player("p1").force is not None


def test_a_force_that_is_sent_back_is_called_so(hall: Scene) -> None:
    open_(hall, "conscription")
    hand_in_all(hall, "p1")
    assert send(hall, "force.return", ORGANISER, player="p1", note="Too many points").status_code == 200
    for path in (MINE, FORCE):
        page = look(hall, path, "p1")
        assert ">sent back</span>" in page
        assert ">returned<" not in page


def hand_in_all(hall: Scene, player: str) -> None:
    """What the page would hand in if nothing is changed on it."""
    page = look(hall, FORCE, player)
    sent = dict(re.findall(r'name="((?:choices\.\d+\.\w+|name))" value="([^"]*)"', page.partition('id="choices"')[0]))
    answer = send(hall, "draft.force", player, **{name: html.unescape(value) for name, value in sent.items()})
    assert answer.status_code == 200, answer.text


def test_a_seat_can_be_left_or_taken_over(hall: Scene) -> None:
    open_(hall, "salvage_boxes")
    hand = offered(look(hall, MINE, "p1"))
    send(hall, "player.add", ORGANISER, names="Edda")
    send(hall, "player.check_in", ORGANISER, player="p5")
    assert send(hall, "draft.seat", ORGANISER, draft="d1", player="p1", to="p5").status_code == 200
    hall.people["p5"] = hall.person(PLAYER, players={EVENT: "p5"})
    assert offered(look(hall, MINE, "p5")) == hand
    assert "No draft is open for you" in look(hall, MINE, "p1")
    assert send(hall, "draft.seat", ORGANISER, draft="d1", player="p2").status_code == 200
    assert "You have left" in look(hall, MINE, "p2")
    assert "Boris leaves." in look(hall, f"/e/{EVENT}/drafts/d1", PUBLIC)


# Secrets


def hidden_of(draft: Draft, player: str) -> set[str]:
    """The names by which a player's hand and hidden pick would be known on a page."""
    number = draft.seat_of(player)
    assert number is not None
    return {item.id for item in draft.seats[number].hand}


def test_nothing_of_a_hand_or_a_hidden_pick_is_on_anybody_elses_page_or_part(hall: Scene) -> None:
    """Each box has a figure of its own here, so that a page that names one tells whose hand it lies in."""
    open_secret(hall)
    send(hall, "draft.pick", "p1", draft="d1", item="b1.1")
    own = {player: {f"Secret {at} {number}" for number in range(1, 5)} for at, player in enumerate(NAMES_BY_SEAT, 1)}
    everyone = (*NAMES_BY_SEAT, PUBLIC, SCOREKEEPER, ORGANISER, OWNER)
    for who in everyone:
        seen = "\n".join(seen_by(hall, who))
        for player, secrets in own.items():
            found = {secret for secret in secrets if secret in seen}
            if player != who:
                assert not found, f"{who} sees {found} of {player}"
        if who in own and who != "p1":
            assert own[who] <= {secret for secret in own[who] if secret in seen}
    assert "Secret 1 1" in "\n".join(seen_by(hall, "p1"))


NAMES_BY_SEAT = ("p1", "p2", "p3", "p4")


def open_secret(hall: Scene, seconds: int | None = None, grace: int = 0) -> None:
    """A draft of boxes whose figures occur nowhere else."""
    boxes = {
        player: [{"figure": f"Secret {at} {number}", "versions": ["Locust LCT-1V"]} for number in range(1, 5)]
        for at, player in enumerate(NAMES_BY_SEAT, 1)
    }
    data = {
        "method": "salvage_boxes",
        "seats": list(NAMES_BY_SEAT),
        "units": 4,
        "seconds": seconds,
        "grace": grace,
        "seed": 3,
        "boxes": boxes,
    }

    def command(event: Event) -> Any:
        return open_draft(event, data)

    hall.house.do(EVENT, command, who="organiser")


def seen_by(hall: Scene, who: str) -> Iterator[str]:
    """Every page about the draft, and every part that the stream would send to this person."""
    role = hall.people[who].role
    pages = [f"/e/{EVENT}", f"/e/{EVENT}/drafts/d1"]
    if role == PLAYER:
        pages += [MINE, FORCE, f"/e/{EVENT}/me"]
    if role in (SCOREKEEPER, ORGANISER, OWNER):
        pages += [f"/e/{EVENT}/desk", f"/e/{EVENT}/desk/drafts", f"/e/{EVENT}/desk/journal"]
    for path in pages:
        yield hall.get(path, who, headers=HTML).text
    for name in ("draft_mine", "draft_table", "draft_desk"):
        if role in PARTS[name].roles:
            yield part_for(hall, name, who)


def test_picks_are_on_the_table_as_soon_as_all_have_picked(hall: Scene) -> None:
    open_secret(hall)
    for at, player in enumerate(NAMES_BY_SEAT, 1):
        assert "Secret" not in look(hall, f"/e/{EVENT}/drafts/d1", PUBLIC)
        send(hall, "draft.pick", player, draft="d1", item=f"b{at}.2")
    table = look(hall, f"/e/{EVENT}/drafts/d1", PUBLIC)
    assert all(f"Secret {at} 2" in table for at in (1, 2, 3, 4))
    assert "Secret 1 1" not in table
    assert "Anna keeps Secret 1 2." in table


def test_a_part_that_a_role_may_not_follow_is_refused(hall: Scene) -> None:
    for who, name in ((PUBLIC, "draft_mine"), (PUBLIC, "draft_desk"), ("p1", "draft_desk"), (OWNER, "draft_mine")):
        assert hall.get(f"/e/{EVENT}/stream?parts={name}", who).status_code == 400


def test_a_scorekeeper_sees_the_tables_and_is_offered_nothing_to_change(hall: Scene) -> None:
    open_(hall, "salvage_boxes")
    page = look(hall, f"/e/{EVENT}/desk/drafts", SCOREKEEPER)
    assert "Waiting for" in page
    assert "/do/draft." not in page
    assert "/do/draft.pause" in look(hall, f"/e/{EVENT}/desk/drafts", ORGANISER)


def test_markup_in_a_name_comes_out_as_text(hall: Scene) -> None:
    open_(hall, "salvage_boxes")

    def command(event: Event) -> Any:
        return players.change_player(event, event.player("p1"), name=EVIL)

    hall.house.do(EVENT, command, who="organiser")
    for path, who in ((MINE, "p2"), (f"/e/{EVENT}/drafts/d1", PUBLIC), (f"/e/{EVENT}/desk/drafts", OWNER)):
        page = look(hall, path, who)
        assert "<img src=x" not in page
        assert "&lt;img src=x" in page


# The stamp


def test_a_change_elsewhere_does_not_renew_a_players_part_and_another_pick_does(hall: Scene) -> None:
    open_(hall, "salvage_boxes")
    stamp = PARTS["draft_mine"].stamp
    assert stamp is not None

    def now() -> Any:
        person = hall.people["p1"]
        return stamp(asked_of(hall.house, EVENT, Visitor(person.session, None, "p1", PLAYER)))

    before = now()
    send(hall, "event.note", ORGANISER, text="Lunch is late.")
    assert now() == before
    send(hall, "draft.pick", "p2", draft="d1", item=offered(look(hall, MINE, "p2"))[0])
    assert now() != before


# Late picks


@dataclass(slots=True)
class Clock:
    """Goes only when the test says so, however long a step takes."""

    time: datetime = datetime(2100, 1, 1, tzinfo=UTC)
    step: timedelta = timedelta(0)
    """How much later it is at each look."""

    def now(self) -> str:
        self.time += self.step
        return written(self.time)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    for place in ("store.desk", "web.drafts", "web.pages.drafts"):
        monkeypatch.setattr(f"musterhall.{place}.now", found.now)
    return found


def test_the_clock_lets_the_lot_pick_for_whoever_is_late(hall: Scene, clock: Clock) -> None:
    open_secret(hall, seconds=60)
    send(hall, "draft.pick", "p1", draft="d1", item="b1.1")
    expire_all(hall.house)
    assert not expired(hall)
    clock.step = timedelta(minutes=2)
    until(lambda: hall.event.drafts["d1"].round > 1)
    late = expired(hall)
    assert [entry.data["player"] for entry in late[:3]] == ["p2", "p3", "p4"]
    assert {entry.who for entry in late} == {CLOCK}
    assert "Time was over: the lot picks" in look(hall, f"/e/{EVENT}/drafts/d1", PUBLIC)
    # A draft that nobody looks after any more still comes to its end.
    until(lambda: hall.event.drafts["d1"].finished)


def test_a_pause_keeps_the_clock_from_picking(hall: Scene, clock: Clock) -> None:
    open_secret(hall, seconds=60)
    send(hall, "draft.pause", ORGANISER, draft="d1")
    clock.step = timedelta(minutes=2)
    expire_all(hall.house)
    assert hall.event.drafts["d1"].round == 1
    assert not expired(hall)
    send(hall, "draft.resume", ORGANISER, draft="d1")
    until(lambda: bool(expired(hall)))


def expired(hall: Scene) -> list[Entry]:
    return [entry for entry in hall.house.desk(EVENT).ledger.entries if entry.kind == "draft.expired"]


# Opening


def test_what_cannot_be_opened_is_refused_in_a_sentence(hall: Scene) -> None:
    for fields in (
        {"method": "salvage_boxes", "pool": "nowhere"},
        {"method": "salvage_boxes", "seconds": "2"},
        {"method": "salvage_boxes", "units": "2"},
        {"method": "salvage_boxes", "units": "6"},
        {"method": "guessing"},
        {"method": "salvage_boxes", "pool": "game = "},
    ):
        answer = send(hall, "draft.open", ORGANISER, **fields)
        assert answer.status_code == 400, fields
        assert answer.json()["error"]
    assert not hall.event.drafts


def test_a_pool_that_is_pasted_counts_in_place_of_the_shipped_one(hall: Scene) -> None:
    rows = "\n".join('[[box]]\nfigure = "Locust"\nversions = ["Locust LCT-1V"]\n' for _ in range(16))
    text = f'game = "alpha_strike"\nname = "Mine"\n{rows}'
    answer = send(hall, "draft.open", ORGANISER, method="conscription", pool=["salvage-yard", text])
    assert answer.status_code == 200, answer.text
    kept = {item.box.figure for seat in hall.event.drafts["d1"].seats for item in seat.kept}
    assert kept == {"Locust"}


def test_the_example_of_a_pool_file_can_be_used_as_it_is(hall: Scene) -> None:
    page = look(hall, DESK, ORGANISER)
    found = re.search(r"<pre[^>]*>(.+?)</pre>", page, re.DOTALL)
    assert found
    pool = read_pool(html.unescape(found[1]), "the example", starter_library())
    assert len(pool.boxes) == 4
    assert len(pool.force_packs) == 1


def test_five_players_sit_at_two_tables_which_anybody_can_watch(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "five.db")), drafting_day((*NAMES, "Edda"))) as made:
        send(made, "draft.open", ORGANISER, method="salvage_boxes", displays="2")
        assert sorted(len(draft.seats) for draft in made.event.drafts.values()) == [2, 3]
        assert made.get(f"/e/{EVENT}/drafts/d3", PUBLIC).status_code == 404
        page = look(made, f"/e/{EVENT}/drafts/d2", PUBLIC)
        assert f'href="/e/{EVENT}/drafts/d1"' in page
        assert page.count("data-table=") == 1


def test_who_comes_late_gets_a_table_and_nobody_drafts_twice(hall: Scene) -> None:
    open_(hall, "conscription")
    assert "Everybody who is present has a seat" in look(hall, f"/e/{EVENT}/desk/drafts", ORGANISER)
    answer = send(hall, "draft.open", ORGANISER, method="conscription")
    assert answer.status_code == 400
    assert "has drafted" in answer.json()["error"]
    send(hall, "player.add", ORGANISER, names="Edda")
    send(hall, "player.check_in", ORGANISER, player="p5")
    assert "1 player is present without a seat" in look(hall, f"/e/{EVENT}/desk/drafts", ORGANISER)
    assert send(hall, "draft.open", ORGANISER, method="conscription").status_code == 200
    assert [seat.player for seat in hall.event.drafts["d2"].seats] == ["p5"]
    refused = send(hall, "draft.seat", ORGANISER, draft="d1", player="p1", to="p5")
    assert refused.status_code == 400


def test_no_page_has_inline_script_or_style_and_each_has_one_heading(hall: Scene) -> None:
    open_(hall, "conscription")
    everybodys = f"/e/{EVENT}/drafts/d1"
    paths = ((MINE, "p1"), (FORCE, "p1"), (everybodys, PUBLIC), (DESK, OWNER), (f"{DESK}/d1/pick/p1", OWNER))
    for path, who in paths:
        page = look(hall, path, who)
        assert not re.search(r"<script(?![^>]*\bsrc=)", page), path
        assert not re.search(r"\s(?:style|on\w+)=", re.sub(r">[^<]*<", "><", page)), path
        assert page.count("<h1") == 1, path


# In a browser


@contextmanager
def served(folder: Path, browser: Browser, names: tuple[str, ...] = NAMES) -> Iterator[tuple[str, House]]:
    """A server for phones in a browser, which are put away before it stops."""
    app = create_app(Settings(db=str(folder / "served.db")))
    with running_here(app) as server:
        made = Scene(app, None)  # type: ignore[arg-type]
        populate(made, drafting_day(names))
        try:
            yield server.url, made.house
        finally:
            for context in browser.contexts:
                context.close()


def phone(browser: Browser, url: str, house: House, player: str, errors: list[str]) -> Page:
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.goto(f"{url}/p/{house.accounts.link_token(EVENT, player)}")
    page.goto(f"{url}{MINE}")
    return page


def keep_first(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Keep ")).first.click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Keep ")).click()


def test_four_phones_draft_and_one_that_reloads_in_mid_pick_goes_on(browser: Browser, tmp_path: Path) -> None:
    errors: list[str] = []
    with served(tmp_path, browser) as (url, house):
        phones = [phone(browser, url, house, f"p{number}", errors) for number in range(1, 5)]
        watcher = browser.new_page()
        expect(phones[0].get_by_text("No draft is open for you yet")).to_be_visible()
        open_by_hand(house)
        watcher.goto(f"{url}/e/{EVENT}/drafts/d1")
        for round_ in range(1, 4):
            for page in phones:
                expect(page.get_by_role("heading", name=f"Pick one of {5 - round_}")).to_be_visible()
            hand = phones[1].locator(".figure h3").all_inner_texts()
            phones[1].get_by_role("button", name=re.compile("^Keep ")).first.click()
            phones[1].reload()
            assert phones[1].locator(".figure h3").all_inner_texts() == hand
            for page in phones[1:]:
                keep_first(page)
                expect(page.get_by_role("heading", name=re.compile("^You picked"))).to_be_visible()
            expect(watcher.get_by_text("Waiting for Anna.")).to_be_visible()
            keep_first(phones[0])
        for page in phones:
            expect(page.get_by_role("heading", name="The draft is over")).to_be_visible()
        page = phones[2]
        page.get_by_role("link", name="Build your force").click()
        before = page.locator("#sum strong").first.inner_text()
        page.get_by_label("Pilot").first.select_option("2")
        expect(page.locator("#sum strong").first).not_to_have_text(before)
        page.get_by_label("In my force").nth(1).uncheck()
        expect(page.locator("#sum")).to_contain_text("3 units")
        page.get_by_role("button", name="Hand in").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.or_(page.locator("[data-part=my_force]")).first).to_be_visible()
        if dialog.is_visible():
            dialog.get_by_role("button", name="Hand in").click()
        page.wait_for_url("**/me/force*")
        force = house.event(EVENT).player("p3").force
        assert force is not None
        assert len(force.roster.units) == 3
        widths = [one.evaluate("document.documentElement.scrollWidth") for one in phones]
        assert max(widths) <= 360
    assert not errors


def test_nothing_is_handed_in_while_the_last_choice_is_being_worked_out(browser: Browser, tmp_path: Path) -> None:
    errors: list[str] = []
    with served(tmp_path, browser) as (url, house):
        open_by_hand(house, method="conscription")
        page = phone(browser, url, house, "p1", errors)
        page.goto(f"{url}/e/{EVENT}/me/draft/force")
        held: list[Route] = []
        page.route("**/me/draft/force", lambda route: held.append(route))
        before = page.locator("#sum strong").first.inner_text()
        page.get_by_label("Pilot").first.select_option("2")
        expect(page.get_by_role("button", name="Hand in")).to_be_disabled()
        while not held:
            page.wait_for_timeout(20)  # the request is on its way
        held[0].continue_()
        expect(page.locator("#sum strong").first).not_to_have_text(before)
        expect(page.get_by_role("button", name="Hand in")).to_be_enabled()
    assert not errors


def test_who_watches_one_table_is_shown_no_other_when_it_changes(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, browser, (*NAMES, "Edda")) as (url, house):
        open_by_hand(house, displays=2)
        page = browser.new_page()
        page.goto(f"{url}/e/{EVENT}/drafts/d2")
        expect(page.locator("#touch")).to_have_text("Live")
        draft = house.event(EVENT).drafts["d2"]

        def command(event: Event) -> Any:
            return pick(event, "d2", event.player(draft.seats[0].player), draft.seats[0].hand[0].id)

        house.do(EVENT, command, who="somebody")
        expect(page.locator("#table-d2")).to_contain_text("has picked")
        expect(page.locator("#table-d1")).to_be_hidden()


def open_by_hand(house: House, displays: int = 1, method: str = "salvage_boxes") -> None:
    from musterhall.web.drafts import draft_openings

    def command(event: Event) -> Any:
        return draft_openings(event, method, "salvage-yard", 4, 0, displays, 11)

    house.do(EVENT, command, who="organiser")


def test_a_draft_that_was_held_at_the_table_is_recorded_at_the_desk(hall: Scene) -> None:
    figures = list(dict.fromkeys(box.figure for box in shipped_pool("salvage-yard").boxes))
    seats = [f'[[seat]]\nplayer = "{name}"\nopened = {figures[at : at + 3]}\n' for at, name in enumerate(NAMES)]
    record = 'method = "conscription"\n' + "".join(seats)
    assert "Record a draft that was held at the table" in hall.get(DESK, ORGANISER, headers=HTML).text
    assert send(hall, "draft.record", SCOREKEEPER, record=record, pool="salvage-yard").status_code == 403
    answer = send(hall, "draft.record", ORGANISER, record=record, pool="salvage-yard")
    assert answer.status_code == 200, answer.text
    draft = hall.event.drafts["d1"]
    assert draft.finished
    assert [item.box.figure for item in draft.seats[1].kept] == figures[1:4]
    wrong = send(hall, "draft.record", ORGANISER, record="method = 7", pool="salvage-yard")
    assert wrong.status_code == 400
