"""A hall full of phones that behave as the pages do: they follow their parts, and send a card until it was taken.

They speak to the server by hand, since the time that a client library takes for itself would be measured with it.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode

HOST = "127.0.0.1"
LARGEST = 4_000_000
LOST = (OSError, EOFError, asyncio.IncompleteReadError)
"""How a link ends that was cut."""
AWAY = (502, 503, 504)
LUCK = random.Random(20)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Connection:
    """A connection that stays open, as browsers keep theirs."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, headers: Mapping[str, str], form: Mapping[str, str] | None = None) -> Answer:
        """Get a page, or post a form."""
        status, known, reader = await self.begin(path, headers, form)
        if "content-length" in known:
            body = await reader.readexactly(int(known["content-length"]))
        else:
            body = b"".join([chunk async for chunk in _chunks(reader)])
        return Answer(status, known, body)

    async def begin(
        self, path: str, headers: Mapping[str, str], form: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, str], asyncio.StreamReader]:
        """Ask, and read the answer up to its body."""
        if self._ends is None:
            self._ends = await asyncio.open_connection(HOST, self.port, limit=LARGEST)
        reader, writer = self._ends
        writer.write(_request(path, headers, form))
        await writer.drain()
        first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
        known = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        return int(first.split()[1]), known, reader

    def close(self) -> None:
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None


def _request(path: str, headers: Mapping[str, str], form: Mapping[str, str] | None) -> bytes:
    lines = [f"{'GET' if form is None else 'POST'} {path} HTTP/1.1", f"Host: {HOST}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    body = urlencode(form or {}).encode()
    if form is not None:
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readexactly(2)


@dataclass(slots=True)
class Phone:
    """One page that somebody looks at."""

    port: int
    page: str
    link: str = ""
    """The secret of a player's link; without one it is anybody's phone."""
    impatience: float = 1.0
    """How long it waits before it tries again, next to what pages do."""
    heard: list[tuple[float, int]] = field(default_factory=list)
    """When it was told, and up to which entry of the journal."""
    shown: dict[str, str] = field(default_factory=dict)
    """Its parts as they were sent last."""
    connected: int = 0
    """How often its stream was opened."""
    lost: int = 0
    """How often it was cut off."""
    _cookie: str = ""
    _parts: str = ""

    @property
    def last(self) -> int:
        """The last entry of the journal that it was told about."""
        return self.heard[-1][1] if self.heard else 0

    async def open(self) -> Answer:
        """Come in, load the page, and see which of its parts keep themselves up to date."""
        line = Connection(self.port)
        try:
            if self.link:
                answer = await line.ask(f"/p/{self.link}", {"Accept": "text/html"})
                assert answer.status == 303, answer
                self._cookie = answer.headers["set-cookie"].partition(";")[0]
            page = await line.ask(self.page, self.headers("text/html"))
        finally:
            line.close()
        assert page.status == 200, page
        self._parts = ",".join(dict.fromkeys(re.findall(r'data-part="(\w+)"', page.text)))
        assert self._parts, f"{self.page} has no part that renews itself"
        return page

    async def follow(self) -> None:
        """Keep the stream open until told to stop; cut off, come back after a while."""
        failed = 0
        while True:
            with suppress(*LOST):
                async for told in self._told():
                    failed = 0
                    self.heard.append((time.perf_counter(), told["seq"]))
                    self.shown |= told["parts"]
            self.lost += 1
            await asyncio.sleep(self.impatience * min(30, 2**failed) * LUCK.uniform(0.5, 1.5))
            failed += 1

    async def _told(self) -> AsyncIterator[dict[str, Any]]:
        line = Connection(self.port)
        event = self.page.split("/")[2]
        try:
            headers = self.headers("text/event-stream")
            status, _, reader = await line.begin(f"/e/{event}/stream?parts={quote(self._parts)}", headers)
            assert status == 200, f"{self.page}: the stream is refused with {status}"
            self.connected += 1
            text = b""
            async for chunk in _chunks(reader):
                *messages, text = (text + chunk).split(b"\r\n\r\n")
                for message in messages:
                    if b"event: parts" in message:
                        yield json.loads(message.partition(b"data: ")[2].partition(b"\r\n")[0])
        finally:
            line.close()

    async def confirm_form(self) -> dict[str, str]:
        """The form that confirms the opponent's card, as it stands on the page of the card."""
        line = Connection(self.port)
        try:
            page = await line.ask(f"{self.page}/card", self.headers("text/html"))
        finally:
            line.close()
        found = re.search(r'<form[^>]*do/card\.send".*?</form>', page.text, re.DOTALL)
        assert found, f"{self.page}: there is no card to confirm"
        fields = re.findall(r'<input type="hidden" name="([\w.]+)" value="([^"]*)">', found[0])
        form = {name: unescape(value) for name, value in fields}
        assert "card" in form, f"{self.page}: the opponent has sent no card"
        return form

    async def send(self, form: Mapping[str, str]) -> list[int]:
        """Send a card, again and again until there is an answer; which entries of the journal it has become."""
        form = {**form, "key": f"{random.getrandbits(64):x}"}
        address = f"{self.page.removesuffix('/me')}/do/card.send"
        while True:
            line = Connection(self.port)
            with suppress(*LOST):
                answer = await line.ask(address, self.headers("application/json"), form)
                if answer.status not in AWAY:
                    assert answer.status == 200, answer
                    entries: list[int] = json.loads(answer.body)["entries"]
                    return entries
            line.close()
            await asyncio.sleep(3 * self.impatience)

    def headers(self, accept: str) -> dict[str, str]:
        return {"Accept": accept} | ({"Cookie": self._cookie} if self._cookie else {})


@dataclass(slots=True)
class Taken:
    """A card that the server has acknowledged."""

    player: str
    seq: int
    at: float


@dataclass(slots=True)
class Crowd:
    """Phones that follow the event, and those of them whose players have a card to confirm."""

    phones: list[Phone]
    senders: dict[str, Phone]
    taken: list[Taken] = field(default_factory=list)
    _following: list[asyncio.Task[None]] = field(default_factory=list)

    async def open(self) -> None:
        """Let everybody load the page and hear how things stand."""
        await _some_at_once([phone.open for phone in self.phones])
        self._following = [asyncio.create_task(phone.follow()) for phone in self.phones]
        await self.all_know(1)

    async def all_know(self, seq: int, seconds: float = 60.0) -> None:
        """Wait until every phone was told of this entry."""
        until = time.perf_counter() + seconds
        while late := [phone for phone in self.phones if phone.last < seq]:
            for task in self._following:
                if task.done():
                    task.result()
            if time.perf_counter() > until:
                raise AssertionError(f"{len(late)} of {len(self.phones)} phones were not told of entry {seq}")
            await asyncio.sleep(0.02)

    async def send_cards(
        self, seconds: float, taken: Callable[[Taken], None] = lambda _: None, players: Sequence[str] = ()
    ) -> None:
        """Let these senders, or all, confirm their cards, each at some moment within so many seconds."""
        senders = players or tuple(self.senders)
        forms: dict[str, dict[str, str]] = {}

        async def look(player: str) -> None:
            forms[player] = await self.senders[player].confirm_form()

        async def send(player: str) -> None:
            await asyncio.sleep(LUCK.uniform(0, seconds))
            entries = await self.senders[player].send(forms[player])
            self.taken.append(Taken(player, entries[-1], time.perf_counter()))
            taken(self.taken[-1])

        await _some_at_once([partial(look, player) for player in senders])
        await asyncio.gather(*map(send, senders))

    def delays(self) -> list[float]:
        """Seconds from each acknowledgement until each phone was told: as many as there are cards times phones."""
        return [_delay(phone, card) for phone in self.phones for card in self.taken]

    async def close(self) -> None:
        for task in self._following:
            task.cancel()
        await asyncio.gather(*self._following, return_exceptions=True)


def _delay(phone: Phone, card: Taken) -> float:
    told = next(at for at, seq in phone.heard if seq >= card.seq)
    return max(0.0, told - card.at)


async def _some_at_once(work: Sequence[Callable[[], Awaitable[object]]], most: int = 8) -> None:
    """A hall does not scan its codes in the same second."""
    places = asyncio.Semaphore(most)

    async def one(call: Callable[[], Awaitable[object]]) -> None:
        async with places:
            await call()

    await asyncio.gather(*map(one, work))
