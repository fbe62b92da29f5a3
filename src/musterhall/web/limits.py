"""Keeping strangers from trying too often, and anybody from sending too much."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

if TYPE_CHECKING:
    from musterhall.web.house import House
    from musterhall.web.sessions import Visitor

MOST_KEPT = 10_000
WRITES = (120, 0.25)
"""So many changes at once from one account or player, and then one in so many seconds: a script that runs wild."""


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
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, who: str) -> None:
        now = self.clock()
        left, then = self._left.pop(who, (float(self.tries), now))
        left = min(float(self.tries), left + (now - then) / self.seconds)
        if left < 1:
            self._left[who] = (left, now)
            raise TooOften((1 - left) * self.seconds)
        self._left[who] = (left - 1, now)
        while len(self._left) > MOST_KEPT:
            self._left.popitem(last=False)

    def give_back(self, who: str) -> None:
        """A try that was honest does not count."""
        if who in self._left:
            left, then = self._left[who]
            self._left[who] = (min(float(self.tries), left + 1), then)


_WRITES: WeakKeyDictionary[House, Limiter] = WeakKeyDictionary()


def count_write(house: House, visitor: Visitor, event: str) -> None:
    """By account or player, never by address: a whole hall of phones may stand behind one."""
    limiter = _WRITES.setdefault(house, Limiter(*WRITES))
    limiter.take(visitor.account.id if visitor.account else f"{event} {visitor.player}")


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
