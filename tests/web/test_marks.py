"""What the engine marks is seen: late forces, awards that are nobody's, hands and the set-up as the pack reads it."""

from __future__ import annotations

from pathlib import Path

from tests.events.day import new_day
from tests.events.test_forces import LATE, event_opened, hand_in
from tests.events.test_hands import NO_CARD_ALLOWED, day_with_hands
from tests.web.scene import EVENT, scene

from musterhall.events import prizes
from musterhall.web.accounts import OWNER
from musterhall.web.sessions import PLAYER
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
            fields = {"mark": made.people[PLAYER].mark, "card": ""}
            answer = made.post(f"/e/{EVENT}/do/hand.play", PLAYER, data=fields, headers=HTML)
            assert (answer.status_code < 400) == allowed


def test_the_scenario_page_tells_the_set_up_as_the_pack_reads_it(tmp_path: Path) -> None:
    day = day_with_hands(('terrain_pieces = "each"\ngrand', 'terrain_pieces = "together"\ngrand'))
    with scene(Settings(db=str(tmp_path / "terrain.db")), tuple(day.ledger.entries)) as made:
        for path in ("me/scenario", "rules"):
            page = made.get(f"/e/{EVENT}/{path}", PLAYER, headers=HTML).text
            assert "for both of you together" in page
            assert "from each player" not in page
