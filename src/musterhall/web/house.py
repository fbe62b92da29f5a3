"""Everything the server shares between requests: the store, the events as they stand, the accounts, and who listens."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.problems import BadInput
from musterhall.store.desk import EVENT, Command, Desk
from musterhall.store.journals import Conflict, Store, StreamInfo
from musterhall.store.listening import changes
from musterhall.store.opening import open_store
from musterhall.web import accounts as rules
from musterhall.web.accounts import Accounts
from musterhall.web.settings import Settings

log = logging.getLogger("musterhall.web")

ATTEMPTS = 20

AccountCommand = Callable[[Accounts], NewEntry | Sequence[NewEntry]]


class House:
    """One server process. Every read and write of the store happens in a thread, never on the event loop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store: Store = open_store(settings.db)
        self.accounts = Accounts()
        self._seen = 0
        self._desks: dict[str, Desk] = {}
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self.hub = Hub()
        self.parts: OrderedDict[Hashable, str] = OrderedDict()
        """Parts of pages that look the same to everybody, as they were made for a state of an event."""
        self.threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="musterhall")
        self._open()

    # Accounts

    def refresh_accounts(self) -> None:
        with self._lock:
            for entry in self.store.entries(rules.STREAM, after=self._seen):
                self.accounts.apply(entry)
                self._seen = entry.seq

    def account_do(self, command: AccountCommand, *, who: str = "") -> list[Entry]:
        """Change the accounts, checked against their newest state and on disk before it is told."""
        with self._lock:
            for _ in range(ATTEMPTS):
                self.refresh_accounts()
                found = command(self.accounts)
                new = [found] if isinstance(found, NewEntry) else list(found)
                signed = [NewEntry(one.kind, one.data, one.who or who, one.why, one.key) for one in new]
                with suppress(Conflict):
                    written = self.store.append(rules.STREAM, signed, expected=self._seen)
                    self.refresh_accounts()
                    return written
        raise BadInput("accounts: too many others write at once; try again in a moment.")

    # Events

    def events(self) -> list[StreamInfo]:
        return self.store.streams(EVENT)

    def desk(self, event: str) -> Desk:
        """The desk of an event, opened once."""
        # Without the lock, so that nobody who only looks waits for a card that is on its way to the disk.
        if (known := self._desks.get(event)) is not None:
            return known
        with self._lock:
            desk = self._desks.get(event)
            if desk is None:
                if not any(info.stream == event for info in self.events()):
                    raise Unknown(f"event {event!r}: there is none of this name here; look at the list of events.")
                desk = self._desks[event] = Desk(self.store, event)
            return desk

    def event(self, event: str) -> Event:
        return self.desk(event).event

    def open_events(self) -> list[str]:
        """The events that somebody has asked for since the server started."""
        return list(self._desks)

    def do(self, event: str, command: Command, *, who: str, why: str = "", key: str = "") -> list[Entry]:
        """Let a command happen. What it changes is told to whoever listens."""
        with self._lock:
            desk = self.desk(event)
            written = desk.do(command, who=who, why=why, key=key)
            last = desk.ledger.last
        self.hub.tell(event, last)
        return written

    def undo(self, event: str, seq: int, *, who: str, why: str = "") -> list[Entry]:
        return self.do(event, lambda _: self.desk(event).ledger.undo(seq), who=who, why=why)

    def preview(self, event: str, command: Command) -> list[str]:
        with self._lock:
            return self.desk(event).preview(command)

    def begin(self, name: str, stream: str, entries: Sequence[NewEntry], owner: str) -> None:
        """Begin an event whose owner is this account."""
        with self._lock:
            self.store.create(stream, EVENT, name, entries)
            self._own(stream, owner)

    def adopt(self, stream: str, title: str, entries: Sequence[Entry], owner: str) -> None:
        """Take in a whole journal, such as the demo's."""
        with self._lock:
            self.store.adopt(stream, EVENT, title, entries)
            self._own(stream, owner)

    def remove(self, event: str) -> None:
        """Remove an event for good, and what its people were allowed."""
        with self._lock:
            self.store.remove(event)
            self._desks.pop(event, None)
            self.account_do(lambda accounts: rules.forget_event(accounts, event))
        self.hub.tell(event, 0)

    def free_name(self, wanted: str) -> str:
        """A stream's name made from a title, and one that nobody has."""
        plain = "".join(sign if sign.isalnum() and sign.isascii() else "-" for sign in wanted.casefold())
        base = "-".join(filter(None, plain.split("-")))[:40] or "event"
        taken = {info.stream for info in self.store.streams()}
        names = [base, *(f"{base}-{number}" for number in range(2, len(taken) + 3))]
        return next(name for name in names if name not in taken)

    def read(self, function: Callable[[], object]) -> object:
        """Look at events while nobody changes them."""
        with self._lock:
            return function()

    # Listening to other processes

    def listen(self, loop: asyncio.AbstractEventLoop) -> threading.Thread:
        self.hub.loop = loop
        thread = threading.Thread(target=self._listen, name="musterhall-listener", daemon=True)
        thread.start()
        return thread

    def close(self) -> None:
        self._stop.set()
        self.hub.close()
        self.threads.shutdown(wait=True)
        self.store.close()

    def _listen(self) -> None:
        """Hear what was appended through other processes and bring our picture up to date."""
        while not self._stop.is_set():
            try:
                for change in changes(self.store, self._stop):
                    self._heard(change.stream, change.seq)
            except Exception:
                # The database may be away for a moment; phones stay connected to us meanwhile.
                log.exception("listening to the store failed, trying again")
                self._stop.wait(1.0)

    def _heard(self, stream: str, seq: int) -> None:
        with self._lock:
            if stream == rules.STREAM:
                if seq > self._seen:
                    self.refresh_accounts()
                return
            desk = self._desks.get(stream)
            if desk is None or seq <= desk.ledger.last:
                return
            desk.refresh()
            last = desk.ledger.last
        self.hub.tell(stream, last)

    def _open(self) -> None:
        if not any(info.stream == rules.STREAM for info in self.store.streams(rules.KIND)):
            # Two servers may start at once: the one that comes second finds the house open.
            with suppress(BadInput):
                self.store.create(rules.STREAM, rules.KIND, "Accounts", [rules.open_house()])
        self.refresh_accounts()

    def _own(self, stream: str, owner: str) -> None:
        account = self.accounts.accounts[owner]
        self.account_do(lambda accounts: rules.give_role(accounts, stream, account, rules.OWNER), who=owner)


class Unknown(BadInput):
    """Something asked for that is not here."""


@dataclass(slots=True)
class Hub:
    """Tells open pages that an event has changed. Each listener only ever waits for the newest number."""

    loop: asyncio.AbstractEventLoop | None = None
    _bells: dict[str, set[asyncio.Event]] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    closed: bool = False

    def tell(self, event: str, seq: int) -> None:
        """From any thread."""
        self.last[event] = max(seq, self.last.get(event, 0))
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._ring, event)

    def bell(self, event: str) -> asyncio.Event:
        bell = asyncio.Event()
        self._bells.setdefault(event, set()).add(bell)
        return bell

    def leave(self, event: str, bell: asyncio.Event) -> None:
        self._bells.get(event, set()).discard(bell)

    def listeners(self) -> int:
        return sum(map(len, self._bells.values()))

    def close(self) -> None:
        """Let every open stream end."""
        self.closed = True
        if self.loop is not None and not self.loop.is_closed():
            for event in list(self._bells):
                self.loop.call_soon_threadsafe(self._ring, event)

    def _ring(self, event: str) -> None:
        for bell in self._bells.get(event, ()):
            bell.set()
