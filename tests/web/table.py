"""A server with a table at which battles are played over HTTP; its bots think in this process and at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from httpx import Response
from starlette.testclient import TestClient
from tests.play.rooms import AtOnce

from musterhall.playing.room import Room
from musterhall.playing.sitting import Sitting
from musterhall.playing.thinking import NoAnswer, Question, Thinkers, Thought
from musterhall.web.app import create_app
from musterhall.web.house import House
from musterhall.web.settings import Settings

PERSON: dict[str, str] = {"by": "person"}


class InTurn(AtOnce):
    """Bots that answer while they are asked."""

    def ask(self, question: Question, then: Callable[[Thought | NoAnswer], None]) -> None:
        then(self.mind.answer(question))


class Table:
    """One battle, and what each seat sends and is sent."""

    def __init__(self, client: TestClient, house: House) -> None:
        self.client = client
        self.house = house
        self.battle = ""
        self.seats: dict[str, str] = {}
        self.sent: list[tuple[str, str]] = []
        """The seat and the text of everything that was sent to it."""

    def begin(self, game: str = "the_game", **form: Any) -> Response:
        answer: Response = self.client.post("/api/battles", json={"game": game, **form}, headers={"muster-seat": ""})
        if answer.status_code == 201:
            self.battle, self.seats = answer.json()["battle"], answer.json()["seats"]
        return answer

    def get(self, path: str = "", seat: str = "", /, **asked: Any) -> Response:
        return self._noted(seat, self.client.get(self._address(path), params=asked, headers=self._head(seat)))

    def post(self, path: str, seat: str = "", **form: Any) -> Response:
        return self._noted(seat, self.client.post(self._address(path), json=form, headers=self._head(seat)))

    def state(self, seat: str = "", /, **asked: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.get("news", seat, **asked).json()
        return found

    def answer(self, seat: str, side: int) -> dict[str, Any]:
        """Give the answer that drill would give."""
        given = self.hinted(side)
        told = self.post("answer", seat, side=side, answer=given)
        assert told.status_code == 200, told.text
        found: dict[str, Any] = told.json()
        return found

    def hinted(self, side: int, agent: str = "drill") -> Any:
        record = self.sitting.record
        question = Question(self.battle, record.begun, tuple(record.answers), record.new_dice, side, agent)
        return self.thinkers.mind.answer(question).answer

    @property
    def thinkers(self) -> InTurn:
        thinkers = self.house.thinkers
        assert isinstance(thinkers, InTurn)
        return thinkers

    @property
    def sitting(self) -> Sitting:
        return self.house.room.look(self.battle)

    def _address(self, path: str) -> str:
        return f"/api/battles/{self.battle}" + (f"/{path}" if path else "")

    def _head(self, seat: str) -> dict[str, str]:
        return {"muster-seat": self.seats[seat] if seat else ""}

    def _noted(self, seat: str, answer: Response) -> Response:
        self.sent.append((seat, answer.text))
        return answer


@contextmanager
def table(db: str, thinkers: Callable[[], Thinkers] = InTurn) -> Iterator[Table]:
    app = create_app(Settings(db=db))
    house: House = app.state.house
    house.thinkers.close()
    house.thinkers = thinkers()
    house.room = Room(house.store, house.thinkers, house.hub.tell)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield Table(client, house)
