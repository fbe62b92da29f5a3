"""Everything the server shares between requests: the store, the events as they stand, the accounts, and who listens."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from typing import Any

from starlette.concurrency import run_in_threadpool

from musterhall.companion.folder import Folder, remove_sheets
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.events.public import last_public
from musterhall.playing.room import Room
from musterhall.playing.thinking import Thinkers
from musterhall.problems import BadInput
from musterhall.store.desk import EVENT, Command, Desk, marked
from musterhall.store.journals import NameTaken, Store, StreamInfo
from musterhall.store.listening import changes
from musterhall.store.one_clock import keep
from musterhall.store.opening import open_store
from musterhall.store.own_units import STREAM as OWN_UNITS
from musterhall.store.own_units import OwnUnits, drop_own_unit, keep_own_units, read_own_units
from musterhall.store.ready_entries import MarkTaken
from musterhall.store.steady import CLOCK
from musterhall.store.writable import is_writable
from musterhall.store.writing import Conflict
from musterhall.web import accounts as rules
from musterhall.web.accounts import Account, Accounts
from musterhall.web.hub import Hub
from musterhall.web.library import library_of
from musterhall.web.sessions import Visitor, has_come_in
from musterhall.web.settings import Settings
from musterhall.web.workshop import Workshop

log = logging.getLogger("musterhall.web")

ATTEMPTS = 20
SECONDS_BETWEEN_TRIES = 5.0

AccountCommand = Callable[[Accounts], NewEntry | Sequence[NewEntry]]


LETTERS, BY_LOT = "abcdefghjkmnpqrstuvwxyz23456789", 5
"""At the end of a new event's short name; none that looks like another, for somebody types it in."""
MOST_OPEN = 60
"""Events that are kept ready; one that nobody has asked for in a while is read again when somebody does."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What is said of an event in a list."""

    name: str
    date: str
    finished: bool
    round: int
    """The one that is on, 0 before the first."""
    planned: int
    players: tuple[str, ...]
    changed: str
    """When anything happened that everybody may know of."""


def _glance(desk: Desk) -> Glance:
    event, changed = desk.event, last_public(desk.ledger.entries).at
    current = event.current.number if event.current else 0
    return Glance(event.name, event.date, event.finished, current, event.planned, tuple(event.players), changed)


class House:
    """One server process. Every read and write of the store happens in a thread, never on the event loop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store: Store = open_store(settings.db)
        # Its place on the machine is nobody's business who reads a page.
        self.store.url = "the database"
        self._kept = ExitStack()
        self._kept.enter_context(keep(self.store.path, CLOCK))
        self.accounts = Accounts()
        self._seen = 0
        self._account_lock = threading.RLock()
        self._begin_lock = threading.Lock()
        self._desks: OrderedDict[str, Desk] = OrderedDict()
        self._desk_lock = threading.Lock()
        self._told: dict[str, list[Entry]] = {}
        """The last entry of each event that open pages were told of; a desk may have been read further in passing."""
        self.own_units = OwnUnits()
        """What was made here, as it stood at one moment: a change makes a new one."""
        self._glances: dict[str, tuple[object, Glance]] = {}
        self._tried = (0.0, True)
        """When it was last tried whether the store can be written to, and what came of it."""
        self._stop = threading.Event()
        self.hub = Hub()
        self.parts: OrderedDict[Hashable, str] = OrderedDict()
        """Parts of pages that look the same to everybody, as they were made for a state of an event."""
        self.part_lock = threading.Lock()
        self.threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="musterhall")
        self.table_threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="musterhall-tables")
        """For battles that people play: what somebody asks of one never keeps an event's live pages waiting."""
        bounds = settings.bounds
        self.works = Workshop("the builder", bounds.works, bounds.works_waiting, bounds.work_seconds)
        """For everybody: building, checking and printing forces."""
        self.intake = Workshop("the server", bounds.works, bounds.works_waiting, bounds.work_seconds)
        """For those who were let in: players' forces, packs and whole events."""
        self.printer = Workshop("the printer", bounds.works, bounds.works_waiting, 2 * bounds.print_seconds)
        """For the desk's papers; whoever waits has those before them to wait for."""
        self.thinkers = Thinkers(settings.bots, bounds.bot_seconds)
        self.room = Room(self.store, self.thinkers, self.hub.tell)
        """The battles that people play here."""
        self.sheets = Folder(self.store, self.hub.tell)
        """The sheets of matches that are played on real tables."""
        self._open()

    def takes_entries(self) -> bool:
        """Whether the store's disk takes more; tried once in a while, however often it is asked."""
        now = CLOCK.seconds()
        if now - self._tried[0] > SECONDS_BETWEEN_TRIES:
            self._tried = (now, is_writable(self.store))
        return self._tried[1]

    # Accounts

    def refresh_accounts(self) -> None:
        with self._account_lock:
            for entry in self.store.entries(rules.STREAM, after=self._seen):
                self.accounts.apply(entry)
                self._seen = entry.seq
                if entry.kind == rules.EVENT_REMOVED:
                    self._close(entry.data["event"])
                elif entry.kind in rules.PUTTING_OUT:
                    self.hub.tell_all()

    def account_do(self, command: AccountCommand, *, who: str = "") -> list[Entry]:
        """Change the accounts, checked against their newest state and on disk before it is told."""
        with self._account_lock:
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

    # Units that were made here

    def library(self, game: str) -> Any:
        """The units that a game is played with in this hall."""
        return library_of(game, self.own_units)

    def keep_units(self, game: str, rows: Sequence[Mapping[str, Any]], *, who: str) -> None:
        """Keep units, each in place of one of the same name."""
        keep_own_units(self.store, game, rows, who=who)
        self._refresh_own_units()

    def drop_unit(self, game: str, name: str, *, who: str) -> str:
        dropped = drop_own_unit(self.store, game, name, who=who)
        self._refresh_own_units()
        return dropped

    def _refresh_own_units(self) -> None:
        self.own_units = read_own_units(self.store)

    # Events

    def events(self) -> list[StreamInfo]:
        return self.store.streams(EVENT)

    def events_for(self, visitor: Visitor) -> list[StreamInfo]:
        """Those that somebody may know of: private ones only where they belong to them."""
        account = visitor.account
        return [
            info
            for info in self.events()
            if info.stream not in self.accounts.private
            or has_come_in(self.accounts, visitor.session, info.stream)
            or (account is not None and self.accounts.role(info.stream, account.id))
        ]

    def is_open(self, event: str) -> bool:
        """Whether the event is at hand, so that asking for it does not touch the store."""
        return event in self._desks

    def desk(self, event: str) -> Desk:
        """The desk of an event, opened when somebody asks for it first."""
        at_hand = self._desks.get(event)
        opened = self._read(event) if at_hand is None else at_hand
        with self._desk_lock:
            desk = self._desks.setdefault(event, opened)
            self._desks.move_to_end(event)
            if len(self._desks) > MOST_OPEN:
                self._close_old()
        if at_hand is None and desk is opened and desk.refresh():
            # Nobody was at hand to hear of what was written between the reading and now.
            self._tell(event, desk)
        return desk

    def _read(self, event: str) -> Desk:
        self._look_up(event)
        return Desk(self.store, event)

    def _look_up(self, event: str, *, hidden: bool = False) -> None:
        """Refuse an event that is not there; a hidden one in the same way and after the same work, so that not even
        the time tells them apart."""
        if event not in {info.stream for info in self.events()} or hidden:
            raise unknown_event(event)

    def _close_old(self) -> None:
        """Let go of what nobody has asked for in a while, but for drafts: their clock runs on unwatched."""
        idle = [name for name, desk in self._desks.items() if all(one.finished for one in desk.event.drafts.values())]
        for name in idle[: max(len(self._desks) - MOST_OPEN, 0)]:
            del self._desks[name]
            self._told.pop(name, None)

    def event(self, event: str) -> Event:
        return self.desk(event).event

    async def opened(self, event: str, visitor: Visitor) -> Event:
        """The event, read in a thread where it is not at hand, and as far as this session has written.

        A private one is as if it were not there for somebody who has no part in it.
        """
        if event in self.accounts.private and visitor.is_stranger:
            await run_in_threadpool(self._look_up, event, hidden=True)
        if not self.is_open(event):
            await run_in_threadpool(self.desk, event)
        seen = visitor.session.seen
        if seen[0] == event and seen[1] > self.desk(event).ledger.last:
            # The last request went to another process, and its call has not come yet.
            await run_in_threadpool(self.desk(event).refresh)
        return self.event(event)

    def glance(self, info: StreamInfo) -> Glance:
        """What a list says of an event. For that none is kept open: there may be hundreds, of many years."""
        desk = self._desks.get(info.stream)
        if desk is not None:
            return _glance(desk)
        version = (info.entries, info.last_at)
        known = self._glances.get(info.stream)
        if known is None or known[0] != version:
            known = self._glances[info.stream] = (version, _glance(Desk(self.store, info.stream)))
        return known[1]

    def changed(self, info: StreamInfo) -> str:
        """When an event was last changed, as far as anybody may know."""
        try:
            return self.glance(info).changed
        except BadInput:
            return info.first_at  # a journal that cannot be read hides none of the others

    def open_events(self) -> dict[str, Event]:
        """The events that somebody has asked for lately."""
        return {name: desk.event for name, desk in list(self._desks.items())}

    def do(
        self, event: str, command: Command, *, who: str, why: str = "", key: str = "", content: str = ""
    ) -> list[Entry]:
        """Let a command happen. What it changes is told to whoever listens."""
        desk = self.desk(event)
        written = desk.do(command, who=who, why=why, key=key, content=content)
        self._tell(event, desk)
        return written

    def preview(self, event: str, command: Command, *, why: str = "") -> list[str]:
        return self.desk(event).preview(command, why=why)

    def once(self, owner: Account, mark: str, content: str, begin: Callable[[str], str]) -> str:
        """Begin an event with a sender's mark: the same sent again begins no other. `begin` is given the key for it."""
        if not mark:
            return begin("")
        key = marked(f"{owner.id} {mark}", content)
        with self._begin_lock:
            self.refresh_accounts()
            if known := self.accounts.begun_with(key):
                return known
            try:
                return begin(key)
            except MarkTaken:
                # The same came in through another process just now.
                self.refresh_accounts()
                return self.accounts.begun_with(key)

    def begin(self, first: NewEntry, owner: Account, *, stream: str = "", key: str = "") -> str:
        """Begin an event with its first entry; it is this account's, and has the name that is told."""
        title = str(first.data["name"])
        name = stream or self.free_name(title)
        entries = [replace(first, who=owner.name)]
        try:
            self.store.create(name, EVENT, title, entries)
        except NameTaken:
            if stream:
                raise
            # Somebody begins one of the same name at this moment.
            name = self.free_name(title)
            self.store.create(name, EVENT, title, entries)
        self.own(name, owner.id, key)
        return name

    def adopt(self, stream: str, title: str, entries: Sequence[Entry], owner: str, *, key: str = "") -> None:
        """Take in a whole journal, such as the demo's."""
        self.store.adopt(stream, EVENT, title, entries)
        self.own(stream, owner, key)

    def own(self, stream: str, owner: str, key: str = "") -> None:
        """Make an event that has just begun this account's."""

        def command(accounts: Accounts) -> NewEntry:
            return replace(rules.give_role(accounts, stream, accounts.accounts[owner], rules.OWNER), key=key)

        try:
            self.account_do(command, who=owner)
        except MarkTaken:
            self.store.remove(stream)
            raise

    def remove(self, event: str) -> None:
        """Remove an event for good, and what its people were allowed."""
        remove_event(self.store, event)
        self.refresh_accounts()

    def free_name(self, wanted: str) -> str:
        """A stream's name made from a title, which people type at a venue; with letters by lot where that is taken.

        Letters and no number, which would tell how many there are.
        """
        plain = "".join(sign if sign.isalnum() and sign.isascii() else "-" for sign in wanted.casefold())
        base = name = "-".join(filter(None, plain.split("-")))[:40] or "event"
        taken = {info.stream for info in self.store.streams()}
        while name in taken:
            name = f"{base}-{''.join(secrets.choice(LETTERS) for _ in range(BY_LOT))}"
        return name

    # Listening to other processes

    def listen(self, loop: asyncio.AbstractEventLoop) -> threading.Thread:
        self.hub.loop = loop
        thread = threading.Thread(target=self._listen, name="musterhall-listener", daemon=True)
        thread.start()
        return thread

    def close(self) -> None:
        self._stop.set()
        self.hub.close()
        self.room.close()
        self.works.close()
        self.intake.close()
        self.printer.close()
        self.threads.shutdown(wait=True)
        self.table_threads.shutdown(wait=True)
        self._kept.close()
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
        try:
            self._catch_up(stream, seq)
        except BadInput:
            # One journal that cannot be read must not keep us from hearing of the others.
            log.exception("reading what was written to %r failed", stream)
            self._close(stream)

    def _catch_up(self, stream: str, seq: int) -> None:
        if stream == rules.STREAM:
            if seq > self._seen:
                self.refresh_accounts()
            return
        if stream == OWN_UNITS:
            self._refresh_own_units()
            return
        if self.room.has_open(stream):
            (self.room.heard if seq else self.room.was_removed)(stream)
            return
        if self.sheets.has_open(stream):
            self.sheets.heard(stream)
            return
        desk = self._desks.get(stream)
        if desk is None:
            # Somebody may still look at an event that was let go.
            self.hub.tell(stream)
        elif seq == 0:
            self._close(stream)
        else:
            self._keep_up(stream, desk, seq)

    def _keep_up(self, event: str, desk: Desk, seq: int) -> None:
        if seq != desk.ledger.last:
            desk.refresh()
        if self._told.get(event) != desk.ledger.entries[-1:]:
            self._tell(event, desk)

    def _tell(self, event: str, desk: Desk) -> None:
        # Noted first: what comes in between is told once more, and never left out.
        self._told[event] = desk.ledger.entries[-1:]
        self.hub.tell(event)

    def _close(self, event: str) -> None:
        """The event is gone, or has to be read anew: whoever looks at it is sent away to come again."""
        with self._desk_lock:
            self._desks.pop(event, None)
        self._told.pop(event, None)
        self.hub.tell(event)

    def _open(self) -> None:
        if not any(info.stream == rules.STREAM for info in self.store.streams(rules.KIND)):
            # Two servers may start at once: the one that comes second finds the house open.
            with suppress(BadInput):
                self.store.create(rules.STREAM, rules.KIND, "Accounts", [rules.open_house()])
        self.refresh_accounts()
        self._refresh_own_units()


def remove_event(store: Store, event: str) -> None:
    """Remove an event for good, and what its people were allowed: the next of that name is somebody else's."""
    remove_sheets(store, event)
    if any(info.stream == rules.STREAM for info in store.streams(rules.KIND)):
        store.remove(event, told_in=rules.STREAM, entry=rules.forget_event(event))
    else:
        store.remove(event)


def replace_event(store: Store, old: str, new: str, entries: Sequence[Entry]) -> None:
    """Let an event go in favour of another one, at which everybody has the same role; nothing stays in the file."""
    remove_sheets(store, old)
    if any(info.stream == rules.STREAM for info in store.streams(rules.KIND)):
        accounts = Accounts()
        for entry in store.entries(rules.STREAM):
            accounts.apply(entry)
        given = [
            NewEntry("role.given", {"event": new, "account": who, "role": role})
            for (where, who), role in accounts.roles.items()
            if where == old
        ]
        private = [rules.make_private(new, private=True)] if old in accounts.private else []
        told = [*given, *private, rules.forget_event(old)]
        store.replace(old, new, entries, told_in=rules.STREAM, told=told)
    else:
        store.replace(old, new, entries)
    store.tidy()


class Unknown(BadInput):
    """Something asked for that is not here."""


def unknown_event(event: str) -> Unknown:
    return Unknown(f"event {event!r}: there is none of this name here; look at the list of events.")
