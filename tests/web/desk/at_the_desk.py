"""What the tests of the desk do at it."""

from __future__ import annotations

import re
from typing import Any

from tests.web.scene import EVENT, Scene, day

from musterhall.events import matches, rounds
from musterhall.events.event import Match, Round
from musterhall.web.accounts import ORGANISER

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


def finish_round(hall: Scene) -> None:
    """Give every open match of the running round a card."""
    round_ = hall.event.current
    assert round_ is not None
    for table in [match.table for match in round_.matches if not match.settled]:
        decide(hall, round_.number, table)


def decide(hall: Scene, number: int, table: int) -> None:
    hall.house.do(EVENT, lambda event: matches.decide_card(event, number, table, NOTHING), who="organiser")


def draft_round(hall: Scene) -> None:
    finish_round(hall)
    hall.house.do(EVENT, lambda event: rounds.pair_round(event, 7, without_forces=True), who="organiser")
