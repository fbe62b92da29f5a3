"""The socket that the server listens on: how many come in, in all and from one address, and who has to make room.

It counts from the moment a connection is taken to the moment it is closed, so that nobody is left out of the count
while a cipher is agreed on or a head is awaited. Whoever comes when the places open to all are taken, or all that one
address may have, gets one of the few that are kept for the desk, and has to show at once that it is theirs (`Crowd` in
`crowd.py` looks). Where those run short, the one who has shown nothing for longest makes room.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from ipaddress import ip_address, ip_network
from multiprocessing import reduction
from typing import Any
from weakref import WeakValueDictionary

from musterhall.problems import BadInput
from musterhall.web.bounds import USUAL, Bounds

log = logging.getLogger("musterhall.web")

PROXIES = ("127.0.0.1", "::1")
"""Whose word about an asker's address is taken: a proxy on the same machine."""
OUT_OF_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
SECONDS_BETWEEN_COMPLAINTS = 1.0
AT_ONCE = 8
"""Turns of the event loop, and some to spare, from taking a connection to knowing who asks by it."""
OTHER_FILES = 200
"""Descriptors beside those of connections: databases, logs, messages to other services."""

Peer = tuple[Any, ...]


@dataclass(eq=False)
class Pass:
    """One connection, from being taken to being closed."""

    address: str
    bounds: Bounds
    connection: socket.socket
    spare: bool
    """It has a place that is kept for the desk."""
    by_proxy: bool
    proven: bool = False
    """Somebody of the desk has asked by it."""
    deadline: asyncio.TimerHandle | None = field(default=None, repr=False)

    def cut(self) -> None:
        """End it, however far it has come."""
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def begun(self) -> None:
        """It can be spoken on: what had to happen before, such as agreeing on a cipher, was done in time."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None


_PASSES: WeakValueDictionary[Peer, Pass] = WeakValueDictionary()


def pass_of(transport: asyncio.BaseTransport) -> Pass | None:
    """The pass of a connection; none where it came in by another kind of socket."""
    here, there = transport.get_extra_info("sockname"), transport.get_extra_info("peername")
    return _PASSES.get((here, there))


class Entrance(socket.socket):
    """A listening socket that counts."""

    def __init__(self, *given: Any, bounds: Bounds = USUAL, proxies: Iterable[str] = PROXIES, **more: Any) -> None:
        super().__init__(*given, **more)
        self.bounds = bounds
        self.proxies = tuple(proxies)
        self._trusted = trusted(self.proxies)
        self._open_to_all = 0
        self._by_address: Counter[str] = Counter()
        self._spare: dict[Pass, None] = {}
        """Those in the desk's places, the oldest first."""
        self._in_a_row = 0
        """Of the desk's places, given away since the event loop had its turn."""
        self._resting = 0.0
        self._complaints = Complaints()

    def accept(self) -> tuple[socket.socket, Any]:
        if self._in_a_row >= max(1, self.bounds.desk_connections // AT_ONCE):
            # Let what was taken be read first: whoever has shown the cookie already must not make room for the next.
            self._in_a_row = 0
            raise BlockingIOError
        while True:
            connection, peer = self._next()
            taken = self._taken(connection, peer)
            if taken is not None:
                return taken, peer
            connection.close()

    def _next(self) -> tuple[socket.socket, Any]:
        """The next who waits. Out of descriptors, the event loop is told so once, and it tries again in a second.

        Told each time it would log each time, and it tries as often as it was told that there may be waiting.
        """
        if time.monotonic() < self._resting:
            raise BlockingIOError
        try:
            return super().accept()
        except OSError as error:
            if error.errno in OUT_OF_RESOURCES:
                self._resting = time.monotonic() + SECONDS_BETWEEN_COMPLAINTS / 2
            raise

    def _taken(self, connection: socket.socket, peer: Any) -> socket.socket | None:
        address = str(peer[0])
        by_proxy = self._trusted(address)
        room = self._open_to_all < self.bounds.open_to_all
        room = room and (by_proxy or self._by_address[address] < self.bounds.address_connections)
        if not room and not self._make_room():
            self._complaints.say("all %d connections are taken, also those of the desk", self.bounds.connections)
            return None
        counted = Counted(connection, self._left)
        found = Pass(address, self.bounds, counted, spare=not room, by_proxy=by_proxy)
        counted.entry = found
        if room:
            self._open_to_all += 1
            self._by_address[address] += 1
        else:
            self._spare[found] = None
            self._in_a_row += 1
            self._complaints.say("the connections open to all are taken; only the desk gets in now")
        with suppress(RuntimeError):  # no event loop, where somebody tries the socket alone
            loop = asyncio.get_running_loop()
            found.deadline = loop.call_later(self.bounds.head_seconds, found.cut)
        _PASSES[counted.getsockname(), peer] = found
        return counted

    def _make_room(self) -> bool:
        """A place of the desk's; where all are taken, that of the one who has shown nothing for longest."""
        if len(self._spare) < self.bounds.desk_connections:
            return True
        oldest = next((one for one in self._spare if not one.proven), None)
        if oldest is None:
            return False
        self._left(oldest)
        oldest.cut()
        return True

    def _left(self, one: Pass) -> None:
        one.begun()
        if one.spare:
            self._spare.pop(one, None)
            return
        self._open_to_all -= 1
        self._by_address[one.address] -= 1
        if not self._by_address[one.address]:
            del self._by_address[one.address]


class Counted(socket.socket):
    """A connection that says when it is closed."""

    def __init__(self, connection: socket.socket, left: Callable[[Pass], None]) -> None:
        family, kind, protocol = connection.family, connection.type, connection.proto
        super().__init__(family, kind, protocol, fileno=connection.detach())
        self._tell = left
        self.entry: Pass | None = None

    def close(self) -> None:
        found, self.entry = self.entry, None
        super().close()
        if found is not None:
            self._tell(found)


class Complaints:
    """Words for the log, of which one a second is enough: whoever fills the hall must not fill the disk too."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._quiet_until = float("-inf")

    def say(self, words: str, *given: object) -> None:
        if self._clock() >= self._quiet_until:
            self._quiet_until = self._clock() + SECONDS_BETWEEN_COMPLAINTS
            log.warning(words, *given)


def trusted(proxies: Iterable[str]) -> Callable[[str], bool]:
    """Whether an address is one of these, each a number or a network; * is everybody."""
    known = [one.strip() for one in proxies if one.strip()]
    if "*" in known:
        return lambda address: True
    try:
        networks = [ip_network(one, strict=False) for one in known]
    except ValueError as error:
        raise BadInput(f"proxy: {error}; write the proxy's number, such as 192.168.1.5 or 10.0.0.0/8.") from None

    def among(address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in networks)

    return among


def with_descriptors(bounds: Bounds) -> Bounds:
    """Allow ourselves as many open files as the connections need; where that cannot be, fewer connections."""
    try:
        import resource
    except ImportError:  # elsewhere than on Unix there is no such limit
        return bounds
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = bounds.connections + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        possible = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
            soft = possible
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return bounds
    return _fewer(bounds, soft)


def _fewer(bounds: Bounds, files: int) -> Bounds:
    connections = max(files - OTHER_FILES, files // 2)
    log.warning(
        "a program may have %d files open here, so there are %d connections and not %d; raise it with ulimit -n",
        files,
        connections,
        bounds.connections,
    )
    return replace(
        bounds, connections=connections, desk_connections=min(bounds.desk_connections, max(1, connections // 10))
    )


# Other processes listen on the same socket, each counting for itself.


def _reduced(entrance: Entrance) -> tuple[Callable[..., Entrance], tuple[Any, ...]]:
    kind = (entrance.family, entrance.type, entrance.proto)
    return _rebuilt, (reduction.DupFd(entrance.fileno()), *kind, entrance.bounds, entrance.proxies)


def _rebuilt(handed: Any, family: int, kind: int, protocol: int, bounds: Bounds, proxies: tuple[str, ...]) -> Entrance:
    return Entrance(family, kind, protocol, fileno=handed.detach(), bounds=bounds, proxies=proxies)


if os.name == "posix":
    reduction.ForkingPickler.register(Entrance, _reduced)
