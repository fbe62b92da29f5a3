"""The journal in sentences, without secrets."""

from __future__ import annotations

import re

from tests.web.desk.at_the_desk import DAY, DESK, HTML, PAGES, look, open_match, preview, send, words
from tests.web.scene import EVENT, Scene

from musterhall.events import players, sealing
from musterhall.events.telling import Teller
from musterhall.web.accounts import OWNER, SCOREKEEPER
from musterhall.web.desk_views.journal import EntryFilter, told_entries


def test_the_journal_is_told_in_sentences_and_can_be_filtered(hall: Scene) -> None:
    assert "is registered as" not in look(hall, "/journal?kind=card")
    assert "sends a card" in look(hall, "/journal?kind=card")
    name = hall.event.player("p3").name
    rows, _ = told_entries(hall.event, hall.house.desk(EVENT).ledger.entries, EntryFilter(player="p3"), 1000)
    assert rows
    assert len(rows) < hall.house.desk(EVENT).ledger.last
    assert any(name in row.sentence for row in rows)
    assert "No entry matches" in look(hall, "/journal?text=zzzz")


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
