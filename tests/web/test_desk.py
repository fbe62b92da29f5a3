"""The organiser's desk: what it says to do, what each role finds on it, and that nothing happens unseen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.events.day import NAMES, before_the_third_round, new_day
from tests.events.test_contradictions import agreed
from tests.web.scene import EVENT, Scene, begun, day, populate, scene
from tests.web.serving import running_here

from musterhall.events import matches, notes, players, rounds, sealing
from musterhall.events.cards import read_card
from musterhall.events.event import Match, Round
from musterhall.events.tasks import tasks
from musterhall.events.telling import Teller
from musterhall.store.desk import now
from musterhall.store.opening import open_store
from musterhall.store.transfer import import_event
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.actions import ACTIONS
from musterhall.web.app import create_app
from musterhall.web.desk_views.compared_cards import compared, outcome
from musterhall.web.desk_views.journal import EntryFilter, told_entries
from musterhall.web.desk_views.pairings import round_view
from musterhall.web.desk_views.steps import steps
from musterhall.web.sessions import COOKIE, PLAYER, PUBLIC
from musterhall.web.settings import Settings

DESK = f"/e/{EVENT}/desk"
PAGES = (
    "",
    "/players",
    "/players/p1",
    "/forces",
    "/forces/p1",
    "/pairings",
    "/pairings?round=1",
    "/cards",
    "/cards?round=1",
    "/cards/1/1",
    "/cards/2/1",
    "/awards",
    "/journal",
    "/paper",
)
DAY = day(players=16)
NOTHING: dict[str, Any] = {"sides": [{}, {}]}
HTML = {"accept": "text/html"}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "hall.db")), DAY) as made:
        yield made


def look(hall: Scene, page: str, role: str = ORGANISER) -> str:
    answer = hall.get(f"{DESK}{page}", role, headers=HTML)
    assert answer.status_code == 200, answer.text
    return answer.text


def words(html: str) -> str:
    """What a reader sees of a page, in one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def send(hall: Scene, action: str, role: str = ORGANISER, **fields: Any) -> Any:
    return hall.post(f"/e/{EVENT}/do/{action}", role, data=fields)


def preview(hall: Scene, action: str, role: str = ORGANISER, **fields: Any) -> Any:
    return hall.post(f"{DESK}/preview", role, data={"action": action, **fields}, headers=HTML)


def open_match(hall: Scene) -> tuple[Round, Match]:
    round_ = hall.event.current
    assert round_ is not None
    return round_, next(match for match in round_.matches if not match.settled and not match.sent)


def send_card(hall: Scene, player: str, card: dict[str, Any]) -> None:
    hall.house.do(EVENT, lambda event: matches.send_card(event, event.player(player), card), who=player)


def disagree(hall: Scene) -> tuple[Round, Match]:
    """Both players of a match send a card, and the second has a unit lost that the first has not."""
    round_, match = open_match(hall)
    roster = match.rosters[0]
    assert roster is not None
    other = {"sides": [{"units": {roster.units[0].name: "destroyed"}}, {}]}
    for id_, card in zip(match.players, (NOTHING, other), strict=True):
        send_card(hall, id_, card)
    return round_, hall.event.round(round_.number).match_at(match.table)


# Every page


@pytest.mark.parametrize("role", [OWNER, ORGANISER, SCOREKEEPER])
def test_no_page_of_the_desk_offers_what_its_reader_may_not_do(hall: Scene, role: str) -> None:
    disagree(hall)
    for page in (*PAGES, *(("/people",) if role == OWNER else ())):
        html = look(hall, page, role)
        offered = set(re.findall(r'action="/e/[^"]+/do/([^"]+)"', html))
        offered |= set(re.findall(r'name="action" value="([^"]+)"', html))
        refused = {name for name in offered if role not in ACTIONS[name].roles}
        assert not refused, f"{page} offers {refused} to a {role}"


def test_a_name_with_markup_is_text_on_every_page(hall: Scene) -> None:
    evil = "<img src=x onerror=alert(1)>"
    _, match = open_match(hall)
    renamed, table = match.players[0], match.table
    hall.house.do(EVENT, lambda event: players.change_player(event, event.player(renamed), name=evil), who="organiser")
    own = (f"/players/{renamed}", f"/forces/{renamed}", f"/cards/2/{table}", f"/journal?player={renamed}")
    html = {page: look(hall, page) for page in (*PAGES, *own)}
    assert not any("<img src=x" in text for text in html.values())
    named = {page for page, text in html.items() if "&lt;img src=x" in text}
    assert named >= {"", "/players", "/forces", "/pairings", "/cards", "/journal", *own}


def test_no_page_has_inline_script_or_style_and_each_has_one_heading(hall: Scene) -> None:
    for page in (*PAGES, "/people"):
        html = look(hall, page, OWNER)
        assert not re.search(r"<script(?![^>]*\bsrc=)", html), page
        assert not re.search(r"\s(?:style|on\w+)=", re.sub(r">[^<]*<", "><", html)), page
        assert html.count("<h1") == 1, page


def test_an_event_of_another_owner_stays_closed(hall: Scene) -> None:
    assert hall.get("/e/another/desk", OWNER).status_code == 403
    assert hall.get(DESK, PUBLIC).status_code == 401
    assert hall.get(f"{DESK}/players/p999", ORGANISER).status_code == 404


# What to do next


def test_a_disagreement_comes_before_the_cards_that_are_missing(hall: Scene) -> None:
    round_, match = disagree(hall)
    found = steps(hall.event, EVENT, tasks(hall.event, now()))
    first = next(one.table for one in hall.event.round(round_.number).matches if one.disputed)
    assert str(match.table) in found[0].sentence
    assert found[0].href == f"{DESK}/cards/{round_.number}/{first}"
    assert f"Decide table {first}" in look(hall, "")
    assert any("missing" in step.sentence for step in found[1:])


def test_an_event_without_players_asks_for_players_and_not_for_pairings(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "hall.db")), DAY[:1]) as hall:
        found = steps(hall.event, EVENT, tasks(hall.event, now()))
        assert found[0].link == "Add players"
        assert not any(step.action == "round.pair" for step in found)
        assert "Add players" in look(hall, "")
        assert send(hall, "player.add", names="Ada Quick\r\n\r\nBen Slow", next=DESK).status_code == 200
        assert [one.name for one in hall.event.players.values()] == ["Ada Quick", "Ben Slow"]


def test_every_task_has_something_to_press(hall: Scene) -> None:
    for step in steps(hall.event, EVENT, tasks(hall.event, now())):
        assert step.link or step.button, step.sentence


# Players and their links


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


# Cards


def test_a_hand_from_paper_is_taken_in_at_the_desk_also_when_hands_are_locked(tmp_path: Path) -> None:
    begun = tuple(new_day(("Anna", "Boris"), pack="age-of-destruction-constructed").ledger.entries)
    with scene(Settings(db=str(tmp_path / "hall.db")), begun) as made:
        assert "Tournament hand: none yet" in made.get(f"{DESK}/players/p1", OWNER).text
        assert send(made, "hand.submit", **typed_hand("Fog"), next=DESK).status_code == 200
        assert made.do("forces.lock", OWNER).status_code == 200
        page = made.get(f"{DESK}/players/p1", OWNER).text
        assert "Tournament hand: Fog" in page
        assert "Change it although hands are locked" in page
        assert "Tournament hand" not in made.get(f"{DESK}/players/p1", SCOREKEEPER).text
        assert "hands are locked" in send(made, "hand.submit", **typed_hand("Storm"), next=DESK).json()["error"]
        answer = send(made, "hand.submit", **typed_hand("Storm"), although_locked="true", next=DESK)
        assert answer.status_code == 200, answer.text
        assert made.event.player("p1").hand == ({"name": "Storm", "kind": "planetary_condition"},)


def typed_hand(card: str) -> dict[str, str]:
    return {"player": "p1", "cards.0.name": card, "cards.0.kind": "planetary_condition", "cards.1.kind": "mission"}


def test_a_hand_that_was_played_from_is_shown_and_not_changed(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "hall.db")), day("age-of-destruction-constructed")) as made:
        page = made.get(f"{DESK}/players/p1", OWNER).text
        assert "Tournament hand: " in page
        assert "hand.submit" not in page


def test_a_prize_for_painted_forces_is_offered_to_nobody_else(hall: Scene) -> None:
    someone = next(one for one in hall.event.players.values() if one.painted)
    assert hall.do("player.change", OWNER, player=someone.id, painted=False).status_code == 200
    page = hall.get(f"{DESK}/awards", OWNER).text
    offered = page.partition('value="best_painted"')[2].partition("</select>")[0]
    assert 'value="p' in offered
    assert f'value="{someone.id}"' not in offered


def test_two_cards_are_marked_just_where_they_differ(hall: Scene) -> None:
    round_, match = disagree(hall)
    groups = compared(hall.event, round_, match, list(match.sent.values()))
    marked = [line.label for group in groups for line in group.lines if line.differs]
    roster = match.rosters[0]
    assert roster is not None
    assert marked == [roster.units[0].name]
    told = words(look(hall, f"/cards/{round_.number}/{match.table}"))
    assert "Whose card counts?" in told
    names = [hall.event.player(id_).name for id_ in match.players]
    assert f"What {names[0]} says What {names[1]} says {marked[0]} differs" in told
    assert f"{names[0]}'s half of the card" in told.replace("&#39;", "'")


def test_the_desk_settles_a_disagreement_by_taking_one_of_the_cards(hall: Scene) -> None:
    round_, match = disagree(hall)
    taken = match.players[1]
    fields = {"round": round_.number, "table": match.table, "player": taken}
    assert send(hall, "card.take", SCOREKEEPER, **fields).status_code == 200
    settled = hall.event.round(round_.number).match_at(match.table)
    assert settled.card == match.sent[taken]
    assert settled.decided
    again = send(hall, "card.take", SCOREKEEPER, **(fields | {"player": match.players[0]}))
    assert again.status_code == 400, "another card in its place needs a reason"


def test_a_card_that_nobody_sent_cannot_be_taken(hall: Scene) -> None:
    round_, match = open_match(hall)
    answer = send(hall, "card.take", round=round_.number, table=match.table, player=match.players[0])
    assert answer.status_code == 400
    assert "has sent no card" in answer.json()["error"]


def test_a_correction_says_what_it_changes_and_is_not_made_before_it_is_confirmed(hall: Scene) -> None:
    match = next(one for one in hall.event.rounds[0].matches if one.card is not None)
    last = hall.house.desk(EVENT).ledger.last
    fields: dict[str, Any] = {"round": 1, "player": match.players[0]}
    answer = preview(hall, "match.concede", **fields, next=f"{DESK}/cards")
    assert answer.status_code == 200, answer.text
    told = words(answer.text)
    assert f"{hall.event.player(match.players[0]).name} concedes" in told
    assert re.search(r"Total Points [\d.]+ to [\d.]+", told)
    assert hall.house.desk(EVENT).ledger.last == last
    confirm = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', answer.text))
    assert {name: confirm[name] for name in fields} == {name: str(value) for name, value in fields.items()}
    assert send(hall, "match.concede", **fields, why="told late").status_code == 200
    assert hall.event.rounds[0].match_at(match.table).conceded == match.players[0]


@pytest.mark.parametrize("action", ["match.concede", "match.absent"])
def test_a_settled_match_is_conceded_or_missed_only_for_a_reason(hall: Scene, action: str) -> None:
    match = next(one for one in hall.event.rounds[0].matches if one.card is not None)
    fields: dict[str, Any] = {"round": 1, "player": match.players[0]}
    for why in ("", "  "):
        answer = send(hall, action, SCOREKEEPER, **fields, why=why)
        assert answer.status_code == 400
        assert answer.json()["error"] == "why: a word is needed for the journal; say the reason."
    assert hall.event.rounds[0].match_at(match.table) == match
    asked = preview(hall, action, SCOREKEEPER, **fields)
    assert re.search(r'<input[^>]* name="why"[^>]* required', asked.text), "the page asks for it"
    assert send(hall, action, SCOREKEEPER, **fields, why="told late").status_code == 200


@pytest.mark.parametrize("action", ["match.concede", "match.absent"])
def test_an_open_match_is_conceded_or_missed_without_a_reason(hall: Scene, action: str) -> None:
    _, match = open_match(hall)
    assert send(hall, action, SCOREKEEPER, player=match.players[0]).status_code == 200


@pytest.mark.parametrize("becomes", ["conceded", "absent"])
def test_who_leaves_takes_no_settled_match_along(hall: Scene, becomes: str) -> None:
    round_, match = open_match(hall)
    leaver = match.players[0]
    fields: dict[str, Any] = {"round": round_.number, "table": match.table, "card": json.dumps(NOTHING)}
    assert send(hall, "card.decide", **fields).status_code == 200
    settled = hall.event.round(round_.number).match_at(match.table)
    assert 'name="match"' not in look(hall, f"/players/{leaver}"), "the page does not offer it"
    answer = send(hall, "player.leave", player=leaver, match=becomes, why="had to go")
    assert answer.status_code == 400
    assert f"table {match.table} is settled and stays as it is" in answer.json()["error"]
    assert hall.event.round(round_.number).match_at(match.table) == settled
    assert send(hall, "player.leave", player=leaver).status_code == 200


def test_a_corrected_card_is_shown_before_and_after(hall: Scene) -> None:
    match = next(one for one in hall.event.rounds[0].matches if one.card is not None and one.card.sides[0].units)
    assert match.card is not None
    data = match.card.as_data()
    name = next(iter(data["sides"][0]["units"]))
    fate = data["sides"][0]["units"][name]
    data["sides"][0]["units"][name] = "destroyed" if fate != "destroyed" else "withdrawn"
    answer = preview(hall, "card.decide", round=1, table=match.table, card=json.dumps(data))
    assert answer.status_code == 200, answer.text
    assert '<th scope="col">After</th>' in answer.text
    assert name.replace("'", "&#39;") in answer.text


def test_nobody_looks_ahead_at_what_is_not_his_to_do(hall: Scene) -> None:
    assert preview(hall, "player.disqualify", SCOREKEEPER, player="p1").status_code == 403
    assert preview(hall, "no.such", ORGANISER).status_code == 403
    assert preview(hall, "entry.undo", PLAYER, seq=5).status_code == 403
    assert preview(hall, "entry.undo", ORGANISER, seq=99999).status_code == 400


def test_cards_of_a_draft_are_not_asked_for(hall: Scene) -> None:
    _finish_round(hall)
    hall.house.do(EVENT, lambda event: rounds.pair_round(event, 7, without_forces=True), who="organiser")
    number = len(hall.event.rounds)
    assert hall.get(f"{DESK}/cards?round={number}", ORGANISER).status_code == 400
    assert hall.get(f"{DESK}/cards/{number}/1", ORGANISER).status_code == 400


# Pairings


def test_a_draft_shows_its_cost_and_a_swap_says_what_it_costs_first(hall: Scene) -> None:
    _draft(hall)
    round_ = hall.event.rounds[-1]
    html = look(hall, "/pairings")
    assert "draft: only the desk sees it" in html
    assert re.search(r"\w+ rematch", html)
    one, other = round_.matches[0].players[0], round_.matches[1].players[0]
    answer = preview(hall, "round.swap", round=round_.number, one=one, other=other)
    assert "What it costs" in answer.text
    assert send(hall, "round.swap", round=round_.number, one=one, other=other).status_code == 200
    assert hall.event.rounds[-1].matches[1].players[0] == one


def test_who_comes_after_the_draft_is_named_beside_it(hall: Scene) -> None:
    _draft(hall)
    hall.house.do(EVENT, lambda event: players.add_player(event, "Late Lena"), who="organiser")
    id_ = next(one.id for one in hall.event.players.values() if one.name == "Late Lena")
    hall.house.do(EVENT, lambda event: players.check_in(event, event.player(id_)), who="organiser")
    assert "Late Lena came after this draft" in words(look(hall, "/pairings"))


def test_pairs_that_met_before_are_flagged(hall: Scene) -> None:
    _draft(hall)
    here = {one.id for one in hall.event.present()}
    first = next(match.players for match in hall.event.rounds[0].matches if here.issuperset(match.players))
    answer = send(hall, "round.pin", round=len(hall.event.rounds), one=first[0], other=first[1])
    assert answer.status_code == 200, answer.text
    view = round_view(hall.event, hall.event.rounds[-1])
    row = next(one for one in view.rows if {seat.player.id for seat in one.seats} == set(first))
    assert [text for text, _ in row.flags] == ["met before", "pinned"]
    assert "1 rematch" in view.cost


# The journal


def test_the_journal_is_told_in_sentences_and_can_be_filtered(hall: Scene) -> None:
    assert "is registered as" not in look(hall, "/journal?kind=card")
    assert "sends a card" in look(hall, "/journal?kind=card")
    name = hall.event.player("p3").name
    rows, _ = told_entries(hall.event, hall.house.desk(EVENT).ledger.entries, EntryFilter(player="p3"), 1000)
    assert rows
    assert len(rows) < hall.house.desk(EVENT).ledger.last
    assert any(name in row.sentence for row in rows)
    assert "Nothing in the journal is like that" in look(hall, "/journal?text=zzzz")


def test_older_entries_are_a_page_away(hall: Scene) -> None:
    html = look(hall, "/journal")
    (before,) = re.findall(r"before=(\d+)", html)
    older = look(hall, f"/journal?before={before}")
    assert f'aria-label="Undo entry {int(before) - 1}"' in older
    assert f'aria-label="Undo entry {before}"' not in older


def test_an_undo_is_looked_at_and_then_made_for_a_reason(hall: Scene) -> None:
    hall.house.do(EVENT, lambda event: players.change_player(event, event.player("p1"), painted=True), who="organiser")
    seq = hall.house.desk(EVENT).ledger.last
    answer = preview(hall, "entry.undo", seq=seq)
    assert f"Entry {seq} is undone" in words(answer.text)
    assert send(hall, "entry.undo", seq=seq, why="wrong player").status_code == 200
    html = look(hall, "/journal")
    assert "wrong player" in html
    assert "<s>" in html
    assert f'aria-label="Undo entry {seq}"' not in html


def test_a_refused_undo_tells_what_rests_on_the_entry_as_the_journal_does(hall: Scene) -> None:
    added = next(entry for entry in DAY if entry.kind == "player.added")
    for answer in (preview(hall, "entry.undo", seq=added.seq), send(hall, "entry.undo", seq=added.seq, why="x")):
        assert answer.status_code == 400
        found = re.search(r"because entry (\d+) rests on it: (.+?)\. Undo entry", answer.text)
        assert found
        resting = DAY[int(found[1]) - 1]
        assert resting.kind not in answer.text
        assert found[2] == Teller(DAY, hall.event).sentence(resting).rstrip(".")


def test_an_empty_card_is_asked_about_at_the_desk_and_not_where_it_corrects_another(hall: Scene) -> None:
    round_, match = open_match(hall)
    fields = {"sides.0.side": "1", "sides.1.side": "1", "round": round_.number, "table": match.table}
    page = hall.post(f"/e/{EVENT}/do/card.decide", SCOREKEEPER, data=fields, headers=HTML).text
    assert "Did nobody score anything" in page
    assert f'href="{DESK}/cards/{round_.number}/{match.table}"' in page
    assert send(hall, "card.decide", SCOREKEEPER, **fields).status_code == 400
    assert send(hall, "card.decide", SCOREKEEPER, **fields, empty="yes").status_code == 200
    assert hall.event.round(round_.number).match_at(match.table).settled
    assert send(hall, "card.decide", SCOREKEEPER, **fields, why="looked again").status_code == 200


@pytest.fixture
def early(tmp_path: Path) -> Iterator[Scene]:
    """While the round is set up."""
    with scene(Settings(db=str(tmp_path / "early.db")), begun()) as made:
        yield made


def test_sealed_units_are_nowhere_on_the_desk(early: Scene) -> None:
    round_, match = open_match(early)
    player = early.event.player(match.players[0])
    most = early.event.pack.force.command_units.most or 1
    must = sealing.must_command(early.event, player)
    others = [one.name for one in sealing.may_command(early.event, player) if one.name not in must]
    units = [*must, *others][:most]
    salt = "5a17" * 8
    early.house.do(
        EVENT,
        lambda event: sealing.seal_units(event, event.player(player.id), units, salt),
        who=player.id,
    )
    assert round_.number in [entry.data.get("round") for entry in early.house.desk(EVENT).ledger.entries[-1:]]
    pages = [look(early, page, OWNER) for page in (*PAGES, "/journal?kind=command_units")]
    assert not any(salt in html for html in pages)
    assert "seals the command units" in pages[-1]
    assert not any(unit in words(pages[-1]) for unit in units)
    entries = early.house.desk(EVENT).ledger.entries
    for unit in units:
        found, _ = told_entries(early.event, entries, EntryFilter(text=unit, kind="command_units"), 10)
        assert not found, "a search must not give away what is sealed"


# Paper


@pytest.mark.parametrize("what", ["pairings", "names", "cards", "blank-cards", "standings", "slips"])
def test_every_paper_is_a_pdf(hall: Scene, what: str) -> None:
    answer = hall.get(f"/e/{EVENT}/paper/{what}.pdf", ORGANISER)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


def test_a_draft_is_printed_only_where_it_is_asked_for_by_that_name(hall: Scene) -> None:
    _draft(hall)
    number = len(hall.event.rounds)
    assert hall.get(f"/e/{EVENT}/paper/pairings.pdf?round={number}", ORGANISER).status_code == 400
    assert hall.get(f"/e/{EVENT}/paper/pairings.pdf?round={number}&draft=true", ORGANISER).status_code == 200


def test_slips_carry_each_players_own_link(hall: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    from musterhall.printing import slips

    given: dict[str, str] = {}

    def caught(event: object, address: str, links: dict[str, str], *, paper: str) -> bytes:
        given.update(links)
        return b"%PDF"

    monkeypatch.setattr(slips, "slips_pdf", caught)
    assert hall.get(f"/e/{EVENT}/paper/slips.pdf", OWNER).status_code == 200
    assert len(set(given.values())) == len(hall.event.players)
    assert given["p1"].endswith(f"/p/{hall.house.accounts.link_token(EVENT, 'p1')}")


def test_unknown_papers_and_sheets_are_not_there(hall: Scene) -> None:
    for path in ("paper/pairings", "paper/secrets.pdf", "csv/links"):
        assert hall.get(f"/e/{EVENT}/{path}", OWNER).status_code == 404, path
    for sheet in ("players", "pairings", "cards", "standings"):
        assert hall.get(f"/e/{EVENT}/csv/{sheet}.csv", SCOREKEEPER).text.count("\n") > 2


def test_an_export_can_be_taken_in_elsewhere(hall: Scene, tmp_path: Path) -> None:
    answer = hall.get(f"/e/{EVENT}/export.json", ORGANISER)
    assert hall.get(f"/e/{EVENT}/export.json", SCOREKEEPER).status_code == 403
    store = open_store(tmp_path / "other.db")
    try:
        assert import_event(store, answer.json()) == EVENT
    finally:
        store.close()


# People


def test_the_owner_gives_and_takes_roles_and_one_owner_stays(hall: Scene) -> None:
    def give(account: str, role: str, who: str = OWNER) -> int:
        return hall.post(f"/e/{EVENT}/people", who, data={"account": account, "role": role}).status_code

    assert give(SCOREKEEPER, ORGANISER) == 303
    assert hall.house.accounts.role(EVENT, hall.account(SCOREKEEPER).id) == ORGANISER
    assert give(SCOREKEEPER, "") == 303
    assert hall.house.accounts.role(EVENT, hall.account(SCOREKEEPER).id) is None
    assert give(OWNER, "") == 400
    assert give("nobody at all", ORGANISER) == 400
    assert give(SCOREKEEPER, OWNER, who=ORGANISER) == 403


def test_news_go_only_to_an_address_of_the_public_net(hall: Scene) -> None:
    for url in ("file:///etc/passwd", "http://127.0.0.1:8000/x", "https://"):
        assert hall.post(f"/e/{EVENT}/hook", OWNER, data={"url": url, "kinds": "pairings"}).status_code == 400, url
    assert EVENT not in hall.house.accounts.hooks
    assert (
        hall.post(f"/e/{EVENT}/hook", OWNER, data={"url": "https://8.8.8.8/hook", "kinds": "final"}).status_code == 303
    )
    assert hall.house.accounts.hooks[EVENT].kinds == ("final",)
    assert hall.post(f"/e/{EVENT}/hook", OWNER, data={"url": ""}).status_code == 303
    assert EVENT not in hall.house.accounts.hooks


def test_an_event_goes_only_when_its_name_is_typed(hall: Scene) -> None:
    assert hall.post(f"/e/{EVENT}/delete", ORGANISER, data={"name": hall.event.name}).status_code == 403
    assert hall.post(f"/e/{EVENT}/delete", OWNER, data={"name": "herocon"}).status_code == 400
    name = hall.event.name
    assert hall.post(f"/e/{EVENT}/delete", OWNER, data={"name": name}).status_code == 303
    assert hall.get(f"/e/{EVENT}/desk", OWNER).status_code == 404


def test_a_form_that_does_not_show_our_token_changes_nothing(hall: Scene) -> None:
    answer = hall.post(
        f"/e/{EVENT}/links/revoke", OWNER, data={"player": "p1"}, headers={"x-muster-form-token": "wrong"}
    )
    assert answer.status_code == 403
    assert (EVENT, "p1") not in hall.house.accounts.links


# In a browser


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Scene, str]]:
    with _serving(tmp_path) as found:
        yield found


def test_the_desk_shows_a_card_that_comes_in_without_being_asked(served: tuple[Scene, str], browser: Browser) -> None:
    hall, address = served
    with _at_the_desk(browser, hall, address, width=360, height=740) as page:
        page.goto(f"{address}{DESK}")
        _, match = open_match(hall)
        name = hall.event.player(match.players[0]).name
        expect(page.locator("#touch")).to_have_text("Live")
        send_card(hall, match.players[0], NOTHING)
        expect(page.locator("[data-part=desk_round]")).to_contain_text(f"{name} sent a card")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_journal_tells_hours_as_the_readers_own_clock_does(served: tuple[Scene, str], browser: Browser) -> None:
    hall, address = served
    hall.house.do(EVENT, lambda event: notes.add_note(event, "The sun is up."), who="organiser")
    shown = {}
    for zone in ("Asia/Tokyo", "Pacific/Honolulu"):
        with _at_the_desk(browser, hall, address, zone=zone) as page:
            page.goto(f"{address}/e/{EVENT}/desk/journal")
            time = page.locator("time[datetime]").first
            hours = "(one) => new Date(one.dateTime).getHours().toString().padStart(2, '0')"
            expect(time).to_contain_text(re.compile(rf"\b{time.evaluate(hours)}:[0-5]\d"))
            shown[zone] = time.text_content()
    assert shown["Asia/Tokyo"] != shown["Pacific/Honolulu"]


def test_two_names_are_exchanged_with_the_keyboard_alone(served: tuple[Scene, str], browser: Browser) -> None:
    hall, address = served
    _draft(hall)
    round_ = hall.event.rounds[-1]
    one, other = round_.matches[0].players[0], round_.matches[1].players[1]
    with _at_the_desk(browser, hall, address) as page:
        page.goto(f"{address}{DESK}/pairings")
        for id_ in (one, other):
            page.locator(f"[data-seat={id_}]").focus()
            page.keyboard.press("Enter")
        page.get_by_role("heading", name="Before it is done").wait_for()
        page.get_by_role("button", name="Do it").press("Enter")
        page.wait_for_url("**/desk/pairings?told=*")
    assert one in hall.event.rounds[-1].matches[1].players
    assert other in hall.event.rounds[-1].matches[0].players


def test_a_name_is_dragged_onto_another(served: tuple[Scene, str], browser: Browser) -> None:
    hall, address = served
    _draft(hall)
    round_ = hall.event.rounds[-1]
    one, other = round_.matches[0].players[0], round_.matches[1].players[1]
    with _at_the_desk(browser, hall, address) as page:
        page.goto(f"{address}{DESK}/pairings")
        page.locator(f"[data-seat={one}]").drag_to(page.locator(f"[data-seat={other}]"))
        page.get_by_role("heading", name="Before it is done").wait_for()
        expect(page.locator("main")).to_contain_text("What it costs")


def test_a_settled_card_is_corrected_in_the_form_and_shown_before_it_is_made(
    served: tuple[Scene, str], browser: Browser
) -> None:
    hall, address = served
    match = next(one for one in hall.event.rounds[0].matches if one.card is not None and one.conceded is None)
    assert match.card is not None
    roster = match.rosters[0]
    assert roster is not None
    place, unit = next((at, one) for at, one in enumerate(roster.units) if one.name not in match.card.sides[0].units)
    with _at_the_desk(browser, hall, address) as page:
        page.goto(f"{address}{DESK}/cards/1/{match.table}")
        page.get_by_text("Correct the card").click()
        # Only the units that were lost are listed until one asks for the others.
        page.evaluate(
            """([name, value]) => {
                const field = document.querySelector(`[name="${name}"]`);
                field.value = value;
                field.dispatchEvent(new Event("change", { bubbles: true }));
            }""",
            [f"sides.0.units.{place}", "destroyed"],
        )
        page.get_by_role("button", name="See what it changes").click()
        page.get_by_role("heading", name="Before it is done").wait_for()
        expect(page.get_by_role("row").filter(has_text=unit.name)).to_contain_text("destroyed")
        assert hall.event.rounds[0].match_at(match.table).card == match.card
        page.get_by_label("Reason, for the journal").fill("the tank was lost, too")
        page.get_by_role("button", name="Do it").click()
        page.wait_for_url("**/desk/cards/**")
    corrected = hall.event.rounds[0].match_at(match.table).card
    assert corrected is not None
    assert corrected.sides[0].units[unit.name].state == "destroyed"


# Helpers


def _finish_round(hall: Scene) -> None:
    """Give every open match of the running round a card."""
    round_ = hall.event.current
    assert round_ is not None
    for table in [match.table for match in round_.matches if not match.settled]:
        _decide(hall, round_.number, table)


def _decide(hall: Scene, number: int, table: int) -> None:
    hall.house.do(EVENT, lambda event: matches.decide_card(event, number, table, NOTHING), who="organiser")


def _draft(hall: Scene) -> None:
    _finish_round(hall)
    hall.house.do(EVENT, lambda event: rounds.pair_round(event, 7, without_forces=True), who="organiser")


@contextmanager
def _serving(folder: Path) -> Iterator[tuple[Scene, str]]:
    """The same scene behind a real port, for browsers."""
    app = create_app(Settings(db=str(folder / "hall.db")))
    with running_here(app) as server:
        made = Scene(app, None)  # type: ignore[arg-type]
        populate(made, DAY)
        yield made, server.url


@contextmanager
def _at_the_desk(
    browser: Browser, hall: Scene, address: str, width: int = 1280, height: int = 800, zone: str = "UTC"
) -> Iterator[Page]:
    """An organiser's browser; whatever it complains about fails the test."""
    complaints: list[str] = []
    with browser.new_context(viewport={"width": width, "height": height}, timezone_id=zone) as context:
        context.add_cookies([{"name": COOKIE, "value": hall.people[ORGANISER].cookie, "url": address}])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        yield page
    assert not complaints


def test_whose_card_counts_is_asked_with_every_figure_that_decides_places(hall: Scene) -> None:
    round_, match = open_match(hall)
    told = outcome(hall.event, round_, match, read_card(NOTHING))
    titles = hall.event.rules.scoring.titles()
    standing = hall.event.rules.standings
    for name in (*standing.order, *standing.show):
        assert f"{titles[name]}: " in told


def test_pairing_leads_to_the_choice_where_somebody_has_no_force(tmp_path: Path) -> None:
    one = new_day(("Anna", "Boris"))
    one.do(lambda event: players.add_player(event, "Cleo", ""))
    one.do(lambda event: players.check_in(event, event.find("Cleo")))
    (step,) = [step for step in steps(one.event, "x", tasks(one.event, now())) if "Pair round 1" in step.sentence]
    assert (step.action, step.href) == ("", "/e/x/desk/pairings")
    two = new_day(("Anna", "Boris"))
    (step,) = [step for step in steps(two.event, "x", tasks(two.event, now())) if "Pair round 1" in step.sentence]
    assert step.action == "round.pair"


def test_the_desk_says_what_distance_means(hall: Scene) -> None:
    assert "how far apart the two of each table stand in the ranking" in words(look(hall, "/pairings"))


# What players conceal


@pytest.fixture
def contradictory(tmp_path: Path) -> Iterator[Scene]:
    """Anna and Boris have agreed on a card that cannot be: her commander is gone, and he has nothing for it."""
    with scene(Settings(db=str(tmp_path / "hall.db")), tuple(agreed().ledger.entries)) as made:
        yield made


def test_the_organiser_sees_a_contradiction_and_players_see_nothing_of_it(
    contradictory: Scene,
) -> None:
    desk = words(look(contradictory, "", ORGANISER))
    assert "Round 1, table 1: the card that counts cannot be, going by what players conceal." in desk
    page = look(contradictory, "/cards/1/1", ORGANISER)
    assert "after what became of Anna&#39;s Hammer" in page
    assert "Ask each player alone" in page
    assert "conceal" in contradictory.get(f"/api/events/{EVENT}/tasks", ORGANISER).text
    for path in ("/me", "/me/card", "", "/results"):
        page = contradictory.get(f"/e/{EVENT}{path}", PLAYER, headers=HTML).text
        assert "conceal" not in page


def test_a_scorekeeper_who_may_play_too_reads_nothing_of_a_contradiction(contradictory: Scene) -> None:
    card = json.dumps(against(contradictory))
    fields = {"round": "1", "table": "1", "card": card}
    found = [
        look(contradictory, "", SCOREKEEPER),
        look(contradictory, "/cards/1/1", SCOREKEEPER),
        contradictory.get(f"/api/events/{EVENT}/tasks", SCOREKEEPER).text,
        contradictory.post(f"/e/{EVENT}/me/card/sums", SCOREKEEPER, data=fields).text,
        preview(contradictory, "card.decide", SCOREKEEPER, **fields).text,
        send(contradictory, "card.decide", SCOREKEEPER, **fields, why="it is so").text,
    ]
    for page in found:
        assert "conceal" not in page
        assert "after what became" not in page
        assert "where at" not in page


def test_a_scorekeepers_card_is_taken_and_put_before_the_organiser(tmp_path: Path) -> None:
    entries = agreed().ledger.entries[:-2]
    with scene(Settings(db=str(tmp_path / "hall.db")), tuple(entries)) as made:
        card = json.dumps(against(made))
        entered = send(made, "card.decide", SCOREKEEPER, round="1", table="1", card=card)
        assert entered.status_code == 200, entered.text
        assert "the card that counts cannot be" in words(look(made, "", ORGANISER))
        assert send(made, "card.decide", round="1", table="1", card=card, why="a proxy").status_code == 200
        assert "conceal" not in look(made, "", ORGANISER)
        given_up = send(made, "match.concede", SCOREKEEPER, round="1", player="p1", card=card, why="gave up")
        assert given_up.status_code == 200, given_up.text
        assert "the card that counts cannot be" in words(look(made, "", ORGANISER))


def test_a_scorekeeper_sees_no_commander_on_a_force_sheet_or_in_the_journal(contradictory: Scene) -> None:
    secret = "Command Lance"
    journal = f"/api/events/{EVENT}/journal?most=1000"
    assert secret in look(contradictory, "/forces/p1", ORGANISER)
    assert secret in contradictory.get(journal, ORGANISER).text
    assert secret not in look(contradictory, "/forces/p1", SCOREKEEPER)
    lines = contradictory.get(journal, SCOREKEEPER).json()["entries"]
    assert not any(secret in json.dumps(line) for line in lines if line["kind"] != "event.created")


def against(made: Scene) -> dict[str, Any]:
    card = made.event.rounds[0].matches[0].card or next(iter(agreed().round.matches[0].sent.values()))
    return card.as_data()


def test_a_contradiction_ends_when_the_organiser_lets_the_card_stand(contradictory: Scene) -> None:
    page = look(contradictory, "/cards/1/1")
    form = page[page.index("Let the card stand") - 3000 : page.index("Let the card stand")]
    card = json.loads(unescape(re.findall(r'name="card" value="([^"]*)"', form)[-1]))
    fields = {"round": "1", "table": "1", "card": json.dumps(card)}
    assert send(contradictory, "card.decide", **fields).status_code == 400, "a reason is needed"
    assert send(contradictory, "card.decide", **fields, why="the unit was a proxy").status_code == 200
    assert "conceal" not in look(contradictory, "")
    assert "conceal" not in look(contradictory, "/cards/1/1")


def test_a_preview_tells_what_speaks_against_a_card(contradictory: Scene) -> None:
    card = contradictory.event.rounds[0].matches[0].card
    assert card is not None
    seen = preview(contradictory, "card.decide", round="1", table="1", card=json.dumps(card.as_data()))
    assert seen.status_code == 200
    assert "What speaks against this card" in seen.text
    assert "after what became of Anna&#39;s Hammer" in seen.text


def test_a_sent_card_that_contradicts_what_is_concealed_is_taken_with_a_reason(tmp_path: Path) -> None:
    entries = agreed().ledger.entries[:-1]
    with scene(Settings(db=str(tmp_path / "hall.db")), tuple(entries)) as made:
        assert "Why it counts all the same" in look(made, "/cards/1/1")
        fields = {"round": "1", "table": "1", "player": "p2"}
        refusal = send(made, "card.take", **fields)
        assert refusal.status_code == 400
        assert "If the card stands all the same, say why." in refusal.json()["error"]
        assert send(made, "card.take", **fields, why="looked at the table").status_code == 200


def test_a_draft_from_the_top_says_who_does_not_meet_the_next_in_rank(tmp_path: Path) -> None:
    third = new_day(NAMES[:6])
    before_the_third_round(third)
    third.pair(published=False)
    with scene(Settings(db=str(tmp_path / "third.db")), tuple(third.ledger.entries)) as made:
        page = words(unescape(look(made, "/pairings")))
        assert "Who does not meet the next in rank, and why Cleo meets Falk and not Dario or Edda" in page
        assert "Less is better" not in page
        assert "Less is better" in words(look(made, "/pairings?round=1"))
