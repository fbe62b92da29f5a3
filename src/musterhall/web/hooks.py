"""News of an event for the outside: pairings published, a round over, final standings, in Discord's message form.

News are what is so now and was not yet so when the address was given, without what was told already; so nothing is
kept beside the journals, and a restart loses nothing. A message is marked as told once the other side has taken it:
it arrives at least once. Only a crash in the moment between the two, or an answer that is lost, sends one again, with
the id it had. Of several servers on one database a single one delivers, and another takes over when that one is gone.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import logging
import random
import re
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import SplitResult, urlsplit

import httpx
from sqlalchemy import text

from musterhall.events.ceremony import as_told
from musterhall.events.event import Event, Round
from musterhall.events.fold import fold
from musterhall.events.standings import standings
from musterhall.problems import BadInput
from musterhall.tally import shown
from musterhall.web import accounts as rules
from musterhall.web.house import House, Unknown

log = logging.getLogger("musterhall.hooks")

PAIRINGS = "pairings"
ROUND_OVER = "round_over"
FINAL = "final"
KINDS = (PAIRINGS, ROUND_OVER, FINAL)
"""What can be told; a hook names those that it wants."""

ID = "Webhook-Id"
"""The header with a message's id, as Standard Webhooks name it; Discord would pass over a field of its own."""
LONGEST = 1900
"""Signs of a message; Discord takes 2000."""
LONGEST_URL = 500
TOP = 10
LOOK = 1.0
"""Seconds between two looks at the journals."""
TIMEOUT = 10.0
FIRST_WAIT = 5.0
LONGEST_WAIT = 900.0
PATIENCE = 6 * 3600.0
"""Seconds after which a message is given up that nobody takes."""
DELIVERING = 0x6E657773
"""The lock that the delivering server holds on PostgreSQL: "news"."""


@dataclass(frozen=True, slots=True)
class News:
    """One thing worth a message."""

    kind: str
    round: int = 0
    seq: int = 0
    """The entry that made it so; after an undo it is another, and news again."""

    @property
    def id(self) -> str:
        """Such as "pairings 2 by 40": the same for the same news, for good."""
        return f"{self.old_id} by {self.seq}"

    @property
    def old_id(self) -> str:
        """As news were once marked; what was told under it stays told, whatever was undone since."""
        return f"{self.kind} {self.round}" if self.round else self.kind


async def deliver_news(house: House) -> None:
    """Deliver news for as long as the server runs."""
    await Courier(house).work()


def check_hook(url: str, *, private: bool = False) -> None:
    """Refuse an address to which news must not go. It is resolved, so not on the event loop."""
    resolved(url, private=private)


def news_of(event: Event) -> list[News]:
    """Everything there is to tell of an event as it stands, oldest first."""
    found: list[News] = []
    told = as_told(event)
    for round_ in event.rounds:
        if round_.published:
            found.append(News(PAIRINGS, round_.number, round_.published_by))
        if round_.complete and round_ in told.rounds:
            found.append(News(ROUND_OVER, round_.number, round_.ended_by))
    return [*found, *([News(FINAL, seq=event.finished_by)] if told.finished else ())]


def message(event: Event, news: News, link: str = "") -> dict[str, Any]:
    """As Discord takes it. Nobody is called by it, whatever the players' names are."""
    if news.kind == PAIRINGS:
        content = _pairings(event, event.round(news.round), link)
    elif news.kind == ROUND_OVER:
        content = _round_over(event, news.round, link)
    else:
        content = _final(event, link)
    return {"content": content, "allowed_mentions": {"parse": []}}


def message_id(event: str, began: str, news: News) -> str:
    """The same whenever this message is sent, and no other's: of another event of this name neither."""
    return hashlib.sha256(f"{event} {began} {news.id}".encode()).hexdigest()[:32]


def old_news(house: House, event_id: str) -> frozenset[str]:
    """What was so already when the hook's address was given."""
    since = _given_at(house, event_id)
    before = [entry for entry in house.desk(event_id).ledger.entries if entry.at <= since]
    return frozenset(one.id for one in news_of(fold(before))) if before else frozenset()


# Where it may go


@dataclass(frozen=True, slots=True)
class Target:
    """An address with the number that stands behind its name, so that nobody can change it after it was checked."""

    url: str
    host: str
    """As the header has it, with its port."""
    server: str
    """The name that the server's certificate must be for."""


def resolved(url: str, *, private: bool = False) -> Target:
    """Where a hook's address leads, if news may go there."""
    parts = _split(url)
    assert parts.hostname is not None, "_split refuses addresses without a host"
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, ValueError, UnicodeError):
        raise BadInput("address: its host cannot be found; check it and try again.") from None
    numbers = list(dict.fromkeys(str(row[4][0]).partition("%")[0] for row in found))
    if not private and not all(map(is_public, numbers)):
        raise BadInput("address: leads into a private network, where news do not go; give a public one.")
    number = f"[{numbers[0]}]" if ":" in numbers[0] else numbers[0]
    query = f"?{parts.query}" if parts.query else ""
    host = parts.netloc.rpartition("@")[2]
    return Target(f"{parts.scheme}://{number}:{port}{parts.path or '/'}{query}", host, parts.hostname)


def is_public(number: str) -> bool:
    """Whether an address is one of the public internet, also behind the forms in which one hides in another."""
    address: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(number)
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif address.sixtofour or address.teredo or any(address in network for network in HIDING):
            return False
    return address.is_global and not address.is_multicast


HIDING = tuple(map(ipaddress.IPv6Network, ("::/96", "64:ff9b::/96", "64:ff9b:1::/48", "fec0::/10")))
"""Networks behind whose numbers others stand, an older form or a private one, though they are not marked so."""


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        known = False
    if not known or len(url) > LONGEST_URL or not re.fullmatch(r"[\x21-\x7e]+", url):
        raise BadInput("address: is none that news can go to; write it as https://discord.com/api/webhooks/...")
    return parts


# Delivering


@dataclass(slots=True)
class Waiting:
    """A message that was not taken yet."""

    news: str
    first: float
    next: float
    tries: int = 0


@dataclass(slots=True)
class Courier:
    """Delivers one message after the other for each event; events do not wait for each other."""

    house: House
    clock: Callable[[], float] = time.monotonic
    look: float = LOOK
    first_wait: float = FIRST_WAIT
    patience: float = PATIENCE
    _waiting: dict[str, Waiting] = field(default_factory=dict)
    _under_way: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _old: dict[str, tuple[rules.Hook, frozenset[str]]] = field(default_factory=dict)
    """News from before each event's hook."""

    async def work(self) -> None:
        try:
            with _only_one(self.house) as is_mine:
                while True:
                    # Where somebody else delivers, we try again to be the one.
                    if await self._in_thread(is_mine):
                        self._look_around()
                    await asyncio.sleep(self.look)
        finally:
            for task in self._under_way.values():
                task.cancel()
            await asyncio.gather(*self._under_way.values(), return_exceptions=True)

    def _look_around(self) -> None:
        for event in list(self.house.accounts.hooks):
            task = self._under_way.get(event)
            if task is None or task.done():
                self._under_way[event] = asyncio.create_task(self._look_at(event))

    async def _look_at(self, event: str) -> None:
        try:
            await self._deliver_next(event)
        except Unknown:
            self._waiting.pop(event, None)
        except Exception:
            # Not this event's address, nor the message: neither belongs into a log.
            log.exception("news of %s could not be delivered, trying again", event)
            await asyncio.sleep(self.first_wait)

    async def _deliver_next(self, event: str) -> None:
        waiting = self._waiting.get(event)
        if waiting is not None and self.clock() < waiting.next:
            return
        while (news := await self._in_thread(self.first_pending, event)) is not None:
            waiting = self._waiting.get(event)
            if waiting is None or waiting.news != news.id:
                waiting = self._waiting[event] = Waiting(news.id, self.clock(), self.clock())
            outcome = await self._send(event, news, waiting)
            if outcome is None:
                return
            self._waiting.pop(event, None)
            await self._in_thread(self._mark, event, news, outcome)
            log.info("news %s of %s: %s", news.id, event, outcome)

    def first_pending(self, event: str) -> News | None:
        """The oldest news that is still to be told."""
        accounts, hook = self.house.accounts, self._hook(event)
        if hook is None:
            return None
        if event not in self._old or self._old[event][0] is not hook:
            self._old[event] = (hook, old_news(self.house, event))
        for news in news_of(self.house.event(event)):
            ids = {(event, news.id), (event, news.old_id)}
            told = news.id in self._old[event][1] or not ids.isdisjoint(accounts.told)
            if news.kind in hook.kinds and not told:
                return news
        return None

    def _hook(self, event: str) -> rules.Hook | None:
        """Where news of an event go; of a private one nowhere, unless its owner has said so for this address."""
        hook = self.house.accounts.hooks.get(event)
        return None if hook is None or (event in self.house.accounts.private and not hook.private) else hook

    def _mark(self, event: str, news: News, outcome: str) -> None:
        self.house.account_do(lambda _: rules.mark_told(event, news.id, outcome))

    async def _send(self, event: str, news: News, waiting: Waiting) -> str | None:
        """What became of a message: taken, refused, given up; nothing yet if it is to be tried again."""
        hook = self._hook(event)
        if hook is None:
            return None
        waiting.tries += 1
        try:
            target = await self._in_thread(lambda: resolved(hook.url, private=self.house.settings.private_hooks))
        except BadInput as complaint:
            if "cannot be found" not in str(complaint):
                return "refused: the address leads where news must not go"
            return self._later(waiting, None)
        status, wait = await _post(target, *await self._in_thread(self._message, event, news))
        if 200 <= status < 300:
            return "taken"
        if status and status != 429 and status < 500:
            return f"refused: {status}"
        return self._later(waiting, wait)

    def _message(self, event: str, news: News) -> tuple[dict[str, Any], str]:
        """What is sent, and its id."""
        address, ledger = self.house.settings.address, self.house.desk(event).ledger
        content = message(ledger.event, news, f"{address}/e/{event}" if address else "")
        return content, message_id(event, ledger.entries[0].at, news)

    def _later(self, waiting: Waiting, asked: float | None) -> str | None:
        now = self.clock()
        if now - waiting.first > self.patience:
            return f"given up after {waiting.tries} tries"
        usual = min(self.first_wait * 2 ** (waiting.tries - 1), LONGEST_WAIT) * random.uniform(0.8, 1.2)
        waiting.next = now + (min(asked, 3600.0) if asked is not None else usual)
        return None

    async def _in_thread(self, function: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.house.threads, function, *given)


async def _post(target: Target, content: dict[str, Any], id_: str) -> tuple[int, float | None]:
    """The status that the other side answers with, 0 if it does not; and how long it asks us to wait."""
    try:
        async with (
            # No proxy of the environment, no redirect: the message goes to the address that was checked.
            httpx.AsyncClient(timeout=TIMEOUT, follow_redirects=False, trust_env=False) as client,
            client.stream(
                "POST",
                target.url,
                json=content,
                headers={"Host": target.host, "User-Agent": "Musterhall", ID: id_},
                extensions={"sni_hostname": target.server},
            ) as answer,
        ):
            return answer.status_code, _seconds(answer.headers.get("retry-after", ""))
    except (httpx.HTTPError, httpx.InvalidURL, OSError):
        return 0, None


def _seconds(given: str) -> float | None:
    return float(given) if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", given) else None


def _given_at(house: House, event_id: str) -> str:
    """When the hook's address was given."""
    hours = [
        entry.at
        for entry in house.store.entries(rules.STREAM)
        if entry.kind == "hook.set" and entry.data["event"] == event_id
    ]
    return hours[-1] if hours else ""


@contextmanager
def _only_one(house: House) -> Iterator[Callable[[], bool]]:
    """A question that one server at a time is answered with yes, until it stops or dies."""
    with _locked_file(house) if house.store.path else _locked_database(house) as is_mine:
        yield is_mine


@contextmanager
def _locked_database(house: House) -> Iterator[Callable[[], bool]]:
    held: list[Any] = []

    def is_mine() -> bool:
        try:
            if held:
                # As long as the connection lives the lock is ours.
                held[0].execute(text("SELECT 1"))
                return True
            connection = house.store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            if connection.execute(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": DELIVERING}).scalar():
                connection.detach()
                held.append(connection)
                return True
            connection.close()
        except Exception as error:
            log.warning("the database does not answer (%s), trying again", type(error).__name__)
            held.clear()
        return False

    try:
        yield is_mine
    finally:
        for connection in held:
            connection.close()


@contextmanager
def _locked_file(house: House) -> Iterator[Callable[[], bool]]:
    assert house.store.path is not None
    try:
        import fcntl
    except ImportError:
        yield lambda: True
        return
    path = house.store.path.parent / f".{house.store.path.name}.news.lock"
    with path.open("w") as lock:

        def is_mine() -> bool:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return False
            return True

        yield is_mine


# What it says


def _pairings(event: Event, round_: Round, link: str) -> str:
    head = f"**{plain(event.name)}**: round {round_.number} is paired, {plain(event.scenario_of(round_).title)}."
    lines = [
        f"Table {match.table}: {plain(event.player(match.players[0]).name)} against "
        f"{plain(event.player(match.players[1]).name)}"
        for match in sorted(round_.matches, key=lambda match: match.table)
    ]
    byes = [f"{plain(event.player(id_).name)} has the bye" for id_ in round_.byes]
    return fitted(head, [*lines, *byes], link)


def _round_over(event: Event, number: int, link: str) -> str:
    head = f"**{plain(event.name)}**: round {number} of {event.planned} is over."
    return fitted(head, _places(event, number), link)


def _final(event: Event, link: str) -> str:
    return fitted(f"**{plain(event.name)}** is finished. The final standings:", _places(event, None), link)


def _places(event: Event, through: int | None) -> list[str]:
    found = standings(event, through)
    lead = found.order[0]
    title = event.rules.titles()[lead]
    return [f"{row.place}\\. {plain(row.name)}: {shown(row.figures[lead])} {plain(title)}" for row in found.rows[:TOP]]


def plain(name: str) -> str:
    """A name as text: without what Discord would read as markup, a link or a call."""
    return re.sub(r"([\\*_~`|<>\[\]()#@:/])", r"\\\1", " ".join(name.split()))


def fitted(head: str, lines: Iterable[str], link: str) -> str:
    """Head, as many lines as fit, and the link to the rest."""
    rest = list(lines)
    end = f"\n{link}" if link else ""
    kept = [head[:500]]
    room = LONGEST - len(kept[0]) - len(end) - 30
    while rest and (room := room - len(rest[0]) - 1) >= 0:
        kept.append(rest.pop(0))
    more = [f"and {len(rest)} more"] if rest else []
    return "\n".join([*kept, *more]) + end
