"""Keeping strangers from trying too often, and anybody from sending too much."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from musterhall.problems import BadInput
from musterhall.web.bounds import Bounds
from musterhall.web.counts import Counts, counts_for
from musterhall.web.sessions import PLAYER

if TYPE_CHECKING:
    from musterhall.web.house import House
    from musterhall.web.sessions import Visitor

WRITES = (120, 0.25)
"""So many changes at once from one account or player, and then one in so many seconds: a script that runs wild."""


HOUR = 3600.0


class TooOften(Exception):
    """Somebody has to wait for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"too many tries; wait {seconds:.0f} seconds and try again.")
        self.seconds = seconds


@dataclass(slots=True)
class Limiter:
    """So many tries at once, and then one in every so many seconds."""

    tries: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    name: str = ""
    """Under which all processes of a server count; without one each counts for itself."""
    kept: Counts = field(init=False)
    """Who has how many tries left, and since when."""

    def __post_init__(self) -> None:
        self.kept = counts_for(self.name)

    def take(self, who: str, many: int = 1) -> None:
        """Use up a try, or many; what is more than all tries together has to wait for all of them."""
        needed, missing, now = min(many, self.tries), 0.0, self.clock()

        def used(kept: list[float] | None) -> list[float]:
            nonlocal missing
            left = self._left(kept, now)
            missing = max(0.0, needed - left)
            return [left if missing else left - needed, now]

        self.kept.change(who, used)
        if missing:
            raise TooOften(missing * self.seconds)

    def has_left(self, who: str) -> bool:
        return self._left(self.kept.get(who), self.clock()) >= 1

    def give_back(self, who: str, many: int = 1) -> None:
        """A try that was honest does not count."""

        def returned(kept: list[float] | None) -> list[float] | None:
            return kept and [min(float(self.tries), kept[0] + min(many, self.tries)), kept[1]]

        self.kept.change(who, returned)

    def _left(self, kept: list[float] | None, now: float) -> float:
        left, then = kept or (float(self.tries), now)
        return min(float(self.tries), left + (now - then) / self.seconds)


@dataclass(slots=True)
class Window:
    """So many tries within any so many seconds, and never more: for what can be guessed."""

    tries: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    name: str = ""
    kept: Counts = field(init=False)
    """The moments at which somebody tried."""

    def __post_init__(self) -> None:
        self.kept = counts_for(self.name)

    def take(self, who: str) -> None:
        now, wait = self.clock(), 0.0

        def tried(kept: list[float] | None) -> list[float]:
            nonlocal wait
            times = [then for then in kept or () if now - then < self.seconds]
            if len(times) < self.tries:
                return [*times, now]
            wait = self.seconds - (now - times[0])
            return times

        self.kept.change(who, tried)
        if wait:
            raise TooOften(wait)

    def give_back(self, who: str) -> None:
        """A try that was honest does not count."""
        self.kept.change(who, lambda kept: kept and kept[:-1])


@dataclass(slots=True)
class Writing:
    """What counts the changes at one server: by account or player, never by address, behind which a hall may stand."""

    often: Limiter
    by_player: Limiter
    bytes_by_player: Limiter
    entering: Limiter
    """Strangers who enter an event, by address: nothing else is known of them."""

    @classmethod
    def within(cls, bounds: Bounds) -> Writing:
        hourly = {
            "writes of players": bounds.player_writes,
            "bytes of players": bounds.player_bytes,
            "registrations": bounds.address_registrations,
        }
        often = Limiter(*WRITES, name="writes")
        return cls(often, *(Limiter(number, HOUR / number, name=name) for name, number in hourly.items()))


_WRITING: WeakKeyDictionary[House, Writing] = WeakKeyDictionary()


def count_write(house: House, visitor: Visitor, event: str) -> None:
    _writing(house).often.take(_writer(visitor, event))


def count_entering(house: House, address: str) -> None:
    _writing(house).entering.take(address)


@contextmanager
def counted(house: House, visitor: Visitor, event: str, size: int) -> Iterator[None]:
    """A change of so many bytes while it is made; of a player's every try counts, and the bytes if it is taken."""
    count_write(house, visitor, event)
    if visitor.role != PLAYER:
        yield
        return
    writing, who = _writing(house), f"{event} {visitor.player}"
    writing.by_player.take(who)
    writing.bytes_by_player.take(who, size)
    try:
        yield
    except BadInput:
        writing.bytes_by_player.give_back(who, size)
        raise


def require_room(house: House, visitor: Visitor, event: str, size: int) -> None:
    """What a player writes stays in the journal for good, and whoever exports it has to take it in again."""
    if visitor.role != PLAYER:
        return
    mine = (entry for entry in house.desk(event).ledger.entries if entry.who == visitor.name)
    written = sum(len(json.dumps(entry.as_data(), ensure_ascii=False).encode()) for entry in mine)
    if written + size > house.settings.bounds.player_total_bytes:
        raise BadInput("journal: you have sent as much as one player may at this event; ask the organiser to enter it.")


def _writing(house: House) -> Writing:
    return _WRITING.setdefault(house, Writing.within(house.settings.bounds))


def _writer(visitor: Visitor, event: str) -> str:
    if visitor.account:
        return visitor.account.id
    if event:
        return f"{event} {visitor.invitation.id if visitor.invitation else visitor.player}"
    # A phone in the house, where it plays at no event: each of its links can be used as often as one likes.
    return " ".join(f"{event} {player}" for event, (player, _) in sorted(visitor.session.players.items()))


class BodyLimit:
    """Refuses a request whose body is too large, whether or not it says how large it is."""

    def __init__(self, app: ASGIApp, most: int, larger: Mapping[str, int]) -> None:
        self.app = app
        self.most = most
        self.larger = larger
        """Addresses that take more."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.larger.get(scope["path"], self.most)
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 18 or int(length) > most:
            await self._refuse(most, scope, receive, send)
            return
        await self._pass_on(most, scope, receive, send)

    async def _pass_on(self, most: int, scope: Scope, receive: Receive, send: Send) -> None:
        """Count what is read; if it is too much, whoever reads sees a connection given up, and the sender a 413."""
        seen = 0
        answered = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            return {"type": "http.disconnect"} if seen > most else message

        async def watched(message: Message) -> None:
            nonlocal answered
            if answered or seen <= most:
                answered = True
                await send(message)

        try:
            await self.app(scope, counted, watched)
        except ClientDisconnect:
            if seen <= most:
                raise
        if seen > most and not answered:
            await self._refuse(most, scope, receive, send)

    async def _refuse(self, most: int, scope: Scope, receive: Receive, send: Send) -> None:
        answer = JSONResponse({"error": f"That is more than {most} bytes; send less."}, status_code=413)
        await answer(scope, receive, send)
