"""How people come in: by passwords, links and codes, each tried only so often and without telling more than it must."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TypeVar

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from musterhall.problems import BadInput
from musterhall.store.journals import StreamInfo
from musterhall.web.accounts import Account, Accounts, password_fits
from musterhall.web.bounds import Bounds
from musterhall.web.house import House
from musterhall.web.limits import Limiter
from musterhall.web.sessions import Session, knows
from musterhall.web.slip_codes import Owner, SlipCodes, read_code

log = logging.getLogger("musterhall.web")

AT_ONCE = 2
"""Passwords that are worked on at the same time: each takes 64 MB and a core."""
LONGEST_LINK = 80

Found = TypeVar("Found")

SECONDS_BY_ADDRESS, SECONDS_BY_NAME, SECONDS_BY_LINK = 30, 20, 15
"""After the first tries, one in so many seconds; how many are free is among the limits."""
MOST_ADDRESSES = 1_000
FIRST_TRIES, SECONDS_BY_FIRST = 3, 3600
"""Of each address at each name, before the tries of all others at that name count: whoever guesses elsewhere locks
nobody out who knows the password and comes from an address of their own."""


@dataclass(frozen=True, slots=True)
class Asker:
    """From where somebody tries a password."""

    address: str
    here: bool
    """At the server's own machine."""
    session: Session


@dataclass(slots=True)
class Doors:
    """One for each server."""

    by_address: Limiter
    by_name: Limiter
    first: Limiter
    """The first tries of an address at a name."""
    familiar: Limiter
    """For the server's own machine and for devices that were signed in before: what strangers do counts nothing there,
    or whoever knows an organiser's name could lock them out."""
    links: Limiter
    codes: SlipCodes
    addresses: OrderedDict[tuple[str, str, int], None] = field(default_factory=OrderedDict)
    """From where an account was signed in to with its present password."""
    _hashers: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(AT_ONCE, thread_name_prefix="musterhall-doors")
    )
    _links: dict[str, tuple[object, dict[str, str]]] = field(default_factory=dict)

    @classmethod
    def within(cls, bounds: Bounds) -> Doors:
        return cls(
            by_address=Limiter(bounds.address_tries, SECONDS_BY_ADDRESS, name="passwords by address"),
            by_name=Limiter(bounds.name_tries, SECONDS_BY_NAME, name="passwords by name"),
            first=Limiter(FIRST_TRIES, SECONDS_BY_FIRST, name="first passwords"),
            familiar=Limiter(bounds.address_tries, SECONDS_BY_ADDRESS, name="familiar passwords"),
            links=Limiter(bounds.link_tries, SECONDS_BY_LINK, name="links"),
            codes=SlipCodes.within(bounds),
        )

    async def account(self, house: House, asker: Asker, name: str, password: str) -> Account | None:
        """The account with this name, if the password is its own."""
        found = house.accounts.account_named(name)
        if found is not None and found.disabled:
            # As a name that nobody has, and as slowly.
            found = None
        tries = self._tries(asker, name.casefold().strip()[:60], found)
        for limiter, who in tries:
            limiter.take(who)
        fits = await self.hashing(lambda: password_fits(found, password))
        if found is None or not fits:
            log.warning(json.dumps({"refused": "sign-in", "name": name[:60], "from": asker.address}))
            return None
        for limiter, who in tries:
            limiter.give_back(who)
        self.remember(asker, found)
        return found

    def remember(self, asker: Asker, account: Account) -> None:
        """Somebody has signed in from here."""
        self.addresses[(asker.address, account.id, account.generation)] = None
        while len(self.addresses) > MOST_ADDRESSES:
            self.addresses.popitem(last=False)

    def _tries(self, asker: Asker, name: str, account: Account | None) -> list[tuple[Limiter, str]]:
        """What a try is counted by."""
        if asker.here:
            return [(self.familiar, f"here {name}")]
        if account is not None and knows(asker.session, account):
            return [(self.familiar, f"device {account.id}")]
        by_address = (self.by_address, asker.address)
        if account is not None and (asker.address, account.id, account.generation) in self.addresses:
            return [by_address]
        first = f"{_network(asker.address)} {name}"
        return [by_address, (self.first, first) if self.first.has_left(first) else (self.by_name, name)]

    async def hashing(self, work: Callable[[], Found]) -> Found:
        """Let work with a password happen off the event loop, and only so much of it at once."""
        return await asyncio.get_running_loop().run_in_executor(self._hashers, work)

    async def link(self, house: House, address: str, token: str) -> Owner | None:
        """Whose link this is. Only wrong ones count as tries: a whole hall may come from one address.

        A right one is let in whatever was tried before it. Nobody guesses 160 bits, so nothing is lost by looking.
        """
        found = await run_in_threadpool(self._owner, house, token[:LONGEST_LINK].strip().lower())
        if found is None:
            self.links.take(address)
        return found

    async def code(self, house: House, address: str, typed: str) -> Owner | None:
        """Whose code of a slip this is."""
        code = read_code(typed)
        return await run_in_threadpool(self.codes.owner, house, _network(address), code)

    def _owner(self, house: House, token: str) -> Owner | None:
        # The newest first: it is most likely the one that is played today, and older ones need not be opened.
        for info in sorted(house.events(), key=lambda one: one.last_at, reverse=True):
            player = self._players(house, info).get(_disguised(token))
            if player is not None and house.accounts.link_is(info.stream, player, token):
                return info.stream, player
        return None

    def _players(self, house: House, info: StreamInfo) -> dict[str, str]:
        """The players of an event by their links, made anew when players or links have changed."""
        stream = info.stream
        try:
            players = house.glance(info).players
        except BadInput:
            return {}
        version = _version(house.accounts, stream, players)
        known = self._links.get(stream)
        if known is None or known[0] != version:
            tokens = {_disguised(house.accounts.link_token(stream, player)): player for player in players}
            known = self._links[stream] = (version, tokens)
        return known[1]


def doors_of(request: Request) -> Doors:
    state = request.app.state
    if not hasattr(state, "doors"):
        state.doors = Doors.within(state.house.settings.bounds)
    doors: Doors = state.doors
    return doors


def asker_of(request: Request) -> Asker:
    return Asker(address_of(request), is_here(request), request.state.session)


def address_of(request: Request) -> str:
    return request.client.host if request.client else "somewhere"


def is_here(request: Request) -> bool:
    """Whether somebody sits at the machine that the server runs on."""
    try:
        return ip_address(address_of(request)).is_loopback
    except ValueError:
        return False


def network_of(request: Request) -> str:
    """Where a request comes from, to count it by."""
    return _network(address_of(request))


def _network(address: str) -> str:
    """An address, or the network that one household has of the newer kind: in it anybody has addresses without end."""
    try:
        number = ip_address(address)
    except ValueError:
        return address
    if isinstance(number, IPv6Address) and number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(IPv6Network((number, 64), strict=False)) if isinstance(number, IPv6Address) else address


def _version(accounts: Accounts, stream: str, players: Sequence[str]) -> object:
    return (accounts.secret, tuple(players), tuple(accounts.generation(stream, player) for player in players))


def _disguised(token: str) -> str:
    """Looked up by this, so that how long it takes says nothing about the link itself."""
    return hashlib.sha256(token.encode()).hexdigest()
