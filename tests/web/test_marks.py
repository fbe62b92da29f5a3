"""What the engine marks is seen: late forces, awards that are nobody's, hands and the set-up as the pack reads it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.events.day import new_day
from tests.events.test_forces import LATE, event_opened, hand_in
from tests.events.test_hands import NO_CARD_ALLOWED, day_with_hands
from tests.web.scene import EVENT, STRANGER, Scene, scene

from musterhall.events import forces, matches, prizes
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.sessions import MASTER, PLAYER
from musterhall.web.settings import Settings

HTML = {"accept": "text/html"}


def test_the_desk_shows_which_force_is_late_and_does_not_accept_it_with_the_others(tmp_path: Path) -> None:
    ledger = event_opened()
    hand_in(ledger, LATE)
    with scene(Settings(db=str(tmp_path / "late.db")), tuple(ledger.entries)) as made:
        forces = made.get(f"/e/{EVENT}/desk/forces", OWNER, headers=HTML).text
        assert ">late<" in forces
        assert "force.accept_legal" not in forces
        page = made.get(f"/e/{EVENT}/desk/forces/p1", OWNER, headers=HTML).text
        assert "It came after 2025-11-22 23:59 (UTC+11:00), when forces were due." in page


def test_an_award_that_is_nobodys_says_why_on_the_desk_and_in_public(tmp_path: Path) -> None:
    day = new_day(["Anna", "Boris"], rounds_=1)
    day.pair()
    day.decide_all()
    day.do(prizes.finish)
    with scene(Settings(db=str(tmp_path / "over.db")), tuple(day.ledger.entries)) as made:
        for path in ("/desk/awards", ""):
            page = made.get(f"/e/{EVENT}{path}", OWNER, headers=HTML).text
            assert "Anna and Boris share place 1, so nobody has place 2" in page


def test_a_player_sees_the_hand_and_may_play_none_only_where_the_pack_allows_it(tmp_path: Path) -> None:
    for name, changes, allowed in (("no", (), False), ("yes", (NO_CARD_ALLOWED,), True)):
        day = day_with_hands(*changes)
        with scene(Settings(db=str(tmp_path / f"{name}.db")), tuple(day.ledger.entries)) as made:
            page = made.get(f"/e/{EVENT}/me", PLAYER, headers=HTML).text
            assert "<option>Hold the pass</option>" in page
            assert ("no card in this match" in page) == allowed
            fields = {"form_token": made.people[PLAYER].form_token, "card": ""}
            answer = made.post(f"/e/{EVENT}/do/hand.play", PLAYER, data=fields, headers=HTML)
            assert (answer.status_code < 400) == allowed


# Hands in the journal


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Scene]:
    """Anna and Boris have the same two cards, and round 1 is on."""
    with scene(Settings(db=str(tmp_path / "hands.db")), tuple(day_with_hands().ledger.entries)) as made:
        yield made


def play(made: Scene, player: str, card: str) -> int:
    made.house.do(EVENT, lambda event: forces.play_card(event, event.player(player), 1, card), who=player)
    return made.house.desk(EVENT).ledger.last


def in_data(made: Scene, kind: str) -> list[dict[str, Any]]:
    page = made.get(f"/api/events/{EVENT}/journal", SCOREKEEPER, params={"most": 1000}).json()
    return [entry["data"] for entry in page["entries"] if entry["kind"] == kind]


def on_page(made: Scene, text: str = "") -> str:
    return made.get(f"/e/{EVENT}/desk/journal", SCOREKEEPER, params={"text": text}, headers=HTML).text


def finish(made: Scene) -> None:
    made.house.do(EVENT, lambda event: matches.concede(event, event.player("p2")), who="p2")
    assert made.do("event.plan", OWNER, rounds=1).status_code == 200
    assert made.do("event.finish", OWNER).status_code == 200


def test_a_hand_is_in_the_journal_only_once_the_event_is_over(hands: Scene) -> None:
    assert in_data(hands, "hand.submitted") == [{"player": "p1"}, {"player": "p2"}]
    play(hands, "p1", "Fog")
    play(hands, "p2", "Hold the pass")
    assert in_data(hands, "hand.submitted") == [{"player": "p1"}, {"player": "p2"}]
    finish(hands)
    assert [len(data["cards"]) for data in in_data(hands, "hand.submitted")] == [2, 2]


def test_a_card_of_a_hand_is_in_the_journal_only_once_both_have_played(hands: Scene) -> None:
    play(hands, "p1", "fog")
    assert in_data(hands, "hand.played") == [{"player": "p1", "round": 1}]
    assert "Anna chooses what to play of the hand in round 1." in on_page(hands)
    assert "Anna" not in on_page(hands, "plays &#39;fog&#39;").partition("<tbody")[2]
    play(hands, "p2", "Hold the pass")
    assert [data["card"] for data in in_data(hands, "hand.played")] == ["fog", "Hold the pass"]
    assert "Anna plays &#39;fog&#39; in round 1." in on_page(hands)


def test_a_card_of_a_hand_is_in_the_journal_once_the_match_is_settled(hands: Scene) -> None:
    play(hands, "p1", "Fog")
    hands.house.do(EVENT, lambda event: matches.concede(event, event.player("p2")), who="p2")
    assert [data["card"] for data in in_data(hands, "hand.played")] == ["Fog"]
    assert "Anna plays &#39;Fog&#39; in round 1." in on_page(hands)


def test_a_card_that_was_taken_back_is_still_a_secret_of_the_hand(hands: Scene) -> None:
    seq = play(hands, "p1", "Fog")
    looked = hands.post(
        f"/e/{EVENT}/desk/preview", ORGANISER, data={"action": "entry.undo", "seq": str(seq)}, headers=HTML
    )
    undone = hands.post(f"/e/{EVENT}/do/entry.undo", ORGANISER, data={"seq": str(seq), "why": "a slip"})
    assert "Anna chooses what to play" in looked.text
    assert "Anna chooses what to play" in undone.json()["said"]
    assert "Fog" not in looked.text + undone.text
    play(hands, "p1", "Hold the pass")
    play(hands, "p2", "Hold the pass")
    assert [data.get("card") for data in in_data(hands, "hand.played")] == [None, "Hold the pass", "Hold the pass"]
    assert "Fog" not in on_page(hands)
    finish(hands)
    assert "Fog" in on_page(hands)


def test_a_player_is_told_in_full_what_he_played_himself(tmp_path: Path) -> None:
    begun = tuple(day_with_hands(NO_CARD_ALLOWED).ledger.entries)
    with scene(Settings(db=str(tmp_path / "hands.db")), begun) as made:
        answer = made.post(f"/e/{EVENT}/do/hand.play", PLAYER, data={"card": ""})
        assert answer.json()["said"] == "You play no card in this match. Boris sees it when both of you have chosen."
        assert "Anna chooses what to play of the hand in round 1." in on_page(made)


def test_an_event_is_exported_in_mid_round_without_what_is_hidden_of_hands(hands: Scene) -> None:
    play(hands, "p1", "Fog")
    answer = hands.get(f"/e/{EVENT}/export.json", ORGANISER)
    assert answer.status_code == 200
    assert "Fog" not in answer.text
    hands.house.do(EVENT, lambda event: matches.concede(event, event.player("p2")), who="p2")
    assert "Fog" in hands.get(f"/e/{EVENT}/export.json", ORGANISER).text


def test_an_export_with_hidden_hands_is_taken_in_by_the_owner_of_the_hall_alone(hands: Scene) -> None:
    """At the desk of a copy every player's link can be opened, and behind it the hand."""
    exported, before = hands.get(f"/e/{EVENT}/export.json", ORGANISER).content, len(hands.house.events())
    for role in (STRANGER, ORGANISER, OWNER):
        answer = hands.post("/import", role, files={"file": ("event.json", exported)})
        assert answer.status_code == 400, role
        assert "ask the owner of this hall" in answer.json()["error"]
    assert len(hands.house.events()) == before
    assert hands.post("/import", MASTER, files={"file": ("event.json", exported)}).status_code == 200
    finish(hands)
    exported = hands.get(f"/e/{EVENT}/export.json", ORGANISER).content
    assert hands.post("/import", STRANGER, files={"file": ("event.json", exported)}).status_code == 200


def test_the_scenario_page_tells_the_set_up_as_the_pack_reads_it(tmp_path: Path) -> None:
    day = day_with_hands(('terrain_pieces = "each"\ngrand', 'terrain_pieces = "together"\ngrand'))
    with scene(Settings(db=str(tmp_path / "terrain.db")), tuple(day.ledger.entries)) as made:
        for path in ("me/scenario", "rules"):
            page = made.get(f"/e/{EVENT}/{path}", PLAYER, headers=HTML).text
            assert "for both of you together" in page
            assert "from each player" not in page
