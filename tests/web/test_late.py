"""Late players, finished events and refused forms: nobody is left without a way on."""

from __future__ import annotations

from pathlib import Path

from tests.events.day import Day, enter, new_day
from tests.web.scene import EVENT, scene

from musterhall.events import prizes
from musterhall.web.accounts import OWNER
from musterhall.web.sessions import PLAYER
from musterhall.web.settings import Settings

HTML = {"accept": "text/html"}


def test_a_late_player_is_seated_from_the_desk(tmp_path: Path) -> None:
    day = new_day(["Anna", "Boris", "Cleo"])
    day.pair()
    (alone,) = day.round.byes
    late = enter(day, "Zoe")
    with scene(Settings(db=str(tmp_path / "late.db")), tuple(day.ledger.entries)) as made:
        assert "Seat them" in made.get(f"/e/{EVENT}/desk", OWNER, headers=HTML).text
        page = made.get(f"/e/{EVENT}/desk/pairings", OWNER, headers=HTML).text
        assert "/do/round.seat" in page
        fields = {"form_token": made.people[OWNER].form_token, "round": "1", "one": late, "other": alone}
        assert made.post(f"/e/{EVENT}/do/round.seat", OWNER, data=fields).status_code == 200
        assert made.event.round(1).match_of(late) is not None


def test_a_phone_says_that_the_event_is_over_and_offers_no_vote(tmp_path: Path) -> None:
    day = _finished()
    with scene(Settings(db=str(tmp_path / "over.db")), tuple(day.ledger.entries)) as made:
        page = made.get(f"/e/{EVENT}/me", PLAYER, headers=HTML).text
        assert "is over" in page
        assert "/do/award.vote" not in page


def test_a_refused_form_leads_back_to_where_one_belongs(tmp_path: Path) -> None:
    day = _finished()
    with scene(Settings(db=str(tmp_path / "back.db")), tuple(day.ledger.entries)) as made:
        for role, way in ((PLAYER, "me"), (OWNER, "desk")):
            fields = {
                "form_token": made.people[role].form_token,
                "award": "sportsmanship",
                "choice": "p2",
                "player": "p1",
            }
            refused = made.post(f"/e/{EVENT}/do/award.vote", role, data=fields, headers=HTML)
            assert refused.status_code == 400
            assert f'href="/e/{EVENT}/{way}"' in refused.text


def _finished() -> Day:
    day = new_day(["Anna", "Boris"], rounds_=1)
    day.pair()
    day.decide_all()
    day.do(prizes.finish)
    return day
