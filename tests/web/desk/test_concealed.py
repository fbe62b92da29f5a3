"""What players conceal is told to the organiser alone."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

from tests.events.test_contradictions import agreed
from tests.web.desk.at_the_desk import DESK, HTML, look, preview, send, words
from tests.web.scene import EVENT, Scene, scene

from musterhall.events import forces
from musterhall.events.entries import NewEntry
from musterhall.events.event import Event
from musterhall.game.forces import Submission
from musterhall.problems import Problem
from musterhall.web.accounts import ORGANISER, SCOREKEEPER
from musterhall.web.sessions import PLAYER
from musterhall.web.settings import Settings

API = f"/api/events/{EVENT}"


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
    assert "keeps secret" in page
    form = page[page.index("Let the card count") - 3000 : page.index("Let the card count")]
    card = json.loads(unescape(re.findall(r'name="card" value="([^"]*)"', form)[-1]))
    fields = {"round": "1", "table": "1", "card": json.dumps(card)}
    assert send(contradictory, "card.decide", **fields).status_code == 400, "a reason is needed"
    assert send(contradictory, "card.decide", **fields, why="the unit was a proxy").status_code == 200
    assert "conceal" not in look(contradictory, "")
    assert "keeps secret" not in look(contradictory, "/cards/1/1")


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
        assert "Why it counts anyway" in look(made, "/cards/1/1")
        fields = {"round": "1", "table": "1", "player": "p2"}
        refusal = send(made, "card.take", **fields)
        assert refusal.status_code == 400
        assert "If the card stands all the same, say why." in refusal.json()["error"]
        assert send(made, "card.take", **fields, why="looked at the table").status_code == 200


def test_a_scorekeeper_is_not_told_what_the_check_of_a_force_found(hall: Scene) -> None:
    """It may name who commands a formation, and a scorekeeper may play."""
    found = Problem("Atlas", "has Tactical Genius as commander of Alpha", remedy="Give it to Cyclops.")
    handed_in = Submission("Alpha", "", [], 0, (found,), (found,))

    def hand_in(event: Event) -> NewEntry:
        return forces.hand_in(event, event.player("p1"), handed_in, although_locked=True)

    hall.house.do(EVENT, hand_in, who="p1")
    last = hall.house.desk(EVENT).ledger.last
    for path in (f"{DESK}/forces", f"{DESK}/forces/p1", f"{API}/players", f"{API}/journal?after={last - 1}"):
        kept, told = (hall.get(path, role, headers=HTML).text for role in (SCOREKEEPER, ORGANISER))
        assert not any(word in kept for word in ("Tactical Genius", "Cyclops")), path
        assert path == f"{DESK}/forces" or "Tactical Genius" in told, path
    line = next(one for one in hall.get(f"{API}/players", SCOREKEEPER).json() if one["player"] == "p1")
    assert len(line["force"]["problems"]) == 1
