"""A constructed tournament of Age of Destruction from force check to standings: hands and missions on the phones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.scene import Scene, scene

from musterhall.games import game_named
from musterhall.web.sessions import MASTER
from musterhall.web.settings import Settings

PACK = "age-of-destruction-constructed"
FORCES = {"Ada": "liao-inkstone", "Ben": "falcon-straw", "Cleo": "fox-arbiter", "Dan": "mercenary-nowhere"}
HAND = (
    ("Soup Fog", "planetary_condition"),
    ("Behind Their Tents", "mission"),
    ("A Card Nobody Wrote", "planetary_condition"),
)


@dataclass(slots=True)
class Phone:
    """A player's phone, which came in by its link."""

    event: str
    client: TestClient
    token: str = field(default="", init=False)

    def page(self, path: str = "/me") -> str:
        text = self.client.get(f"/e/{self.event}{path}", headers={"accept": "text/html"}).text
        found = re.search(r'name="form_token" value="([^"]+)"', text)
        self.token = found[1] if found else self.token
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())

    def do(self, action: str, body: dict[str, Any], status: int = 200) -> Any:
        self.page()
        headers = {"x-muster-form-token": self.token, "accept": "application/json"}
        answer = self.client.post(f"/api/events/{self.event}/do/{action}", json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()


@dataclass(slots=True)
class Tournament:
    made: Scene
    name: str = ""
    phones: dict[str, Phone] = field(default_factory=dict)

    @property
    def event(self) -> Any:
        return self.made.house.event(self.name)

    def desk(self, action: str, body: dict[str, Any] | None = None) -> Any:
        headers = self.made.people[MASTER].headers
        path = f"/api/events/{self.name}/do/{action}" if self.name else f"/api/{action}"
        answer = self.made.client.post(path, json=body or {}, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    def of(self, player: str) -> str:
        return str(self.event.player(player).name)


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Tournament]:
    with scene(Settings(db=str(tmp_path / "hall.db"))) as made:
        found = Tournament(made)
        found.name = found.desk("events", {"name": "Dial night", "pack": PACK})["event"]
        found.desk("player.add", {"names": "\n".join(FORCES)})
        for player in found.event.players.values():
            phone = Phone(found.name, TestClient(made.app))
            phone.client.get(f"/p/{made.house.accounts.link_token(found.name, player.id)}")
            found.phones[player.name] = phone
        yield found


def hand(*cards: tuple[str, str]) -> dict[str, Any]:
    return {"cards": [{"name": name, "kind": kind} for name, kind in cards]}


def test_a_day_goes_from_force_check_to_standings(day: Tournament) -> None:
    forces = game_named("age_of_destruction").forces
    for name, phone in day.phones.items():
        phone.do("force.submit", {"text": forces.shipped_text(FORCES[name])})
        phone.do("hand.submit", hand(*HAND))
        assert "Nobody sees farther than a stone's throw." in phone.page()
        assert "for the program it does nothing" in phone.page()
    day.desk("force.accept_legal")
    day.desk("player.check_in_all")
    for number in (1, 2, 3):
        day.desk("round.pair")
        day.desk("round.publish", {"round": number})
        card = HAND[number - 1][0]
        for match in day.event.rounds[-1].matches:
            _play(day, match, card)
            _score(day, match, number, mission=card == "Behind Their Tents")
        assert all(match.settled for match in day.event.rounds[-1].matches)
    day.desk("event.finish")
    rows = TestClient(day.made.app).get(f"/api/events/{day.name}/standings").json()["rows"]
    assert len(rows) == 4
    assert sum(row["figures"]["wins"] for row in rows) == 6
    # Three conditions in each match, and the fourth where a mission was played.
    assert sum(row["figures"]["conditions"] for row in rows) == 2 * (3 + 4 + 3)
    winner = rows[0]["name"]
    for phone in day.phones.values():
        assert winner in phone.page("/standings")


def _play(day: Tournament, match: Any, card: str) -> None:
    """Both play a card face down; it leaves to the other only when both have played."""
    one, other = (day.phones[day.of(player)] for player in match.players)
    told = f"{day.of(match.players[0])} plays {card}"
    one.do("hand.play", {"card": card})
    assert told not in other.page()
    assert "played in round" in one.page()
    other.do("hand.play", {"card": card})
    assert told in other.page()
    elsewhere = next(phone for name, phone in day.phones.items() if name not in map(day.of, match.players))
    assert told not in elsewhere.page()
    again = one.do("hand.play", {"card": card}, status=400)["error"]
    assert day.of(match.players[0]) in again


def _score(day: Tournament, match: Any, number: int, *, mission: bool) -> None:
    """The four victory conditions: the first player eliminates two and stands in the zone, the second loses them."""
    first, second = match.players
    lost = [unit.name for unit in day.event.player(second).roster.units][:2]
    halves: list[dict[str, Any]] = [
        {"fields": {"in_zone": [0, 2]}},
        {"fields": {"in_zone": [0, 0]}, "units": dict.fromkeys(lost, "eliminated")},
    ]
    card: dict[str, Any] = {"sides": halves, "ended": "time"}
    if mission:
        card["shared"] = {"mission_card": 1}
        halves[0]["fields"]["mission"], halves[1]["fields"]["mission"] = 3, 1
    day.phones[day.of(first)].do("card.send", {"round": number, "card": card})
    day.phones[day.of(second)].do("card.send", {"round": number, "card": card})


def test_a_hand_with_a_double_is_one_sentence_and_not_taken(day: Tournament) -> None:
    phone = day.phones["Ada"]
    double = hand(("Soup Fog", "planetary_condition"), ("soup  fog", "planetary_condition"))
    refused = phone.do("hand.submit", double, status=400)["error"]
    assert "is in the hand 2 times. Keep one of them." in refused
    many = hand(*((f"Mission {number}", "mission") for number in range(3)))
    assert "in 3 rounds it may have 2" in phone.do("hand.submit", many, status=400)["error"]


def test_a_force_of_a_faction_nobody_knows_waits_for_the_organiser(day: Tournament) -> None:
    text = game_named("age_of_destruction").forces.shipped_text("liao-inkstone").replace("House Liao", "Hous Liao")
    day.phones["Ada"].do("force.submit", {"text": text})
    [problem] = day.event.find("Ada").force.problems
    assert "no faction is called 'Hous Liao'" in str(problem)
