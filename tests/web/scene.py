"""An event in the middle of its second round, with one person of every role, for tests of who may see and do what."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from fastapi import FastAPI
from httpx import Response
from starlette.responses import Response as Answer
from starlette.testclient import TestClient

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.events.fold import fold
from musterhall.events.simulation import simulate
from musterhall.packs.model import shipped_pack_text
from musterhall.web import accounts as rules
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER, Account, Accounts
from musterhall.web.app import create_app
from musterhall.web.house import AccountCommand, House
from musterhall.web.sessions import COOKIE, MASTER, PLAYER, PUBLIC, Session, form_token, let_in, sign_in, write_session
from musterhall.web.settings import Settings

EVENT = "herocon"
OTHER = "another"
STRANGER = "stranger"
"""The owner of another event."""
ROLES = (PUBLIC, PLAYER, SCOREKEEPER, ORGANISER, OWNER, STRANGER, MASTER)
PASSWORD = "correct horse"
HASH = (
    "$argon2id$v=19$m=65536,t=3,p=4$"
    "c29tZXNhbHRzb21lc2FsdA$bm90IGEgaGFzaCB0aGF0IGFueWJvZHkga25vd3M"
)  # fmt: skip
"""Nobody's: who is signed in by a cookie needs no password here, and hashing takes its time."""


@cache
def day(pack: str = "herocon-2025", players: int = 8, through: int = 1) -> tuple[Entry, ...]:
    """The journal of a simulated event that stands in the middle of a round, in which p1 still plays."""
    days = (tuple(simulate(shipped_pack_text(pack), players, seed, through=through)) for seed in range(100))
    return next(entries for entries in days if _plays(fold(entries)))


@cache
def begun() -> tuple[Entry, ...]:
    """The same event while its second round is set up: nobody has sent a card of it."""
    entries = day()
    out = max(place for place, entry in enumerate(entries) if entry.kind == "round.published")
    cards = (place for place, entry in enumerate(entries) if place > out and entry.kind.startswith("card."))
    return entries[: next(cards, len(entries))]


def _plays(event: Event) -> bool:
    round_ = event.rounds[-1]
    match = round_.match_of("p1")
    return match is not None and not match.settled and event.player("p1").roster is not None


@dataclass(slots=True)
class Person:
    """Somebody with a phone or a browser: what is sent with every request."""

    role: str
    session: Session
    cookie: str
    form_token: str
    token: str = ""

    @property
    def headers(self) -> dict[str, str]:
        return {
            "cookie": f"{COOKIE}={self.cookie}",
            "x-muster-form-token": self.form_token,
            "accept": "application/json",
        }

    @property
    def bearer(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}


@dataclass(slots=True)
class Scene:
    app: FastAPI
    client: TestClient
    people: dict[str, Person] = field(default_factory=dict)

    @property
    def house(self) -> House:
        house: House = self.app.state.house
        return house

    @property
    def event(self) -> Event:
        return self.house.event(EVENT)

    def get(self, path: str, role: str = PUBLIC, **more: Any) -> Response:
        return self._ask("GET", path, role, **more)

    def post(self, path: str, role: str = PUBLIC, **more: Any) -> Response:
        return self._ask("POST", path, role, **more)

    def do(self, action: str, role: str, **body: Any) -> Response:
        return self.post(f"/api/events/{EVENT}/do/{action}", role, json=body)

    def account(self, name: str) -> Account:
        found = self.house.accounts.account_named(name)
        assert found is not None
        return found

    def person(self, role: str, account: Account | None = None, players: dict[str, str] | None = None) -> Person:
        """Somebody who signed in or came by a link just now."""
        session = Session()
        if account is not None:
            sign_in(session, account)
        for event, player in (players or {}).items():
            let_in(session, self.house.accounts, event, player)
        token = ""
        if account is not None:
            token = rules.new_token()
            name = f"of {account.name}"
            self.house.account_do(lambda accounts: rules.make_token(accounts, account, name, token))
        answer = Answer()
        write_session(answer.headers, session, self.house.accounts, secure=False)
        cookie = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        return Person(role, session, cookie, form_token(session, self.house.accounts), token)

    def _ask(self, method: str, path: str, role: str, **more: Any) -> Response:
        headers = self.people[role].headers | more.pop("headers", {})
        self.client.cookies.clear()
        answer: Response = self.client.request(method, path, headers=headers, follow_redirects=False, **more)
        return answer


@contextmanager
def scene(settings: Settings, entries: tuple[Entry, ...] | None = None) -> Iterator[Scene]:
    """A server with the event and everybody in it."""
    app = create_app(settings)
    with TestClient(app, raise_server_exceptions=False) as client:
        made = Scene(app, client)
        populate(made, entries or day())
        yield made


def populate(made: Scene, entries: tuple[Entry, ...]) -> None:
    house = made.house
    for name in (MASTER, OWNER, ORGANISER, SCOREKEEPER, STRANGER):
        house.account_do(_account(name))
    house.adopt(EVENT, "Herocon", entries, made.account(OWNER).id)
    house.adopt(OTHER, "Another", day(), made.account(STRANGER).id)
    for name in (ORGANISER, SCOREKEEPER):
        house.account_do(_role(made.account(name), name))
    made.people[PUBLIC] = made.person(PUBLIC)
    made.people[PLAYER] = made.person(PLAYER, players={EVENT: "p1"})
    for name in (SCOREKEEPER, ORGANISER, OWNER, STRANGER, MASTER):
        made.people[name] = made.person(name, made.account(name))


def _account(name: str) -> AccountCommand:
    def make(accounts: Accounts) -> NewEntry:
        number = len(accounts.accounts) + 1
        master = {} if accounts.accounts else {"master": True}
        return NewEntry("account.made", {"account": f"a{number}", "name": name, "password": HASH, **master})

    return make


def _role(account: Account, role: str) -> AccountCommand:
    return lambda accounts: rules.give_role(accounts, EVENT, account, role)
