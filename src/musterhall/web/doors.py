"""How people come in: passwords and players' links, each tried only so often and without telling more than it must."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TypeVar

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from musterhall.problems import BadInput
from musterhall.store.journals import StreamInfo
from musterhall.web.accounts import Account, Accounts, password_fits
from musterhall.web.house import House
from musterhall.web.limits import Limiter

AT_ONCE = 2
"""Passwords that are worked on at the same time: each takes 64 MB and a core."""
LONGEST_LINK = 80

Found = TypeVar("Found")
Owner = tuple[str, str]
"""An event, and a player's number there."""


@dataclass(slots=True)
class Doors:
    """One for each server."""

    by_address: Limiter = field(default_factory=lambda: Limiter(tries=10, seconds=30))
    # Wide, since whoever knows an organiser's name could lock him out by wrong guesses.
    by_name: Limiter = field(default_factory=lambda: Limiter(tries=50, seconds=20))
    links: Limiter = field(default_factory=lambda: Limiter(tries=20, seconds=15))
    _hashers: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(AT_ONCE, thread_name_prefix="musterhall-doors")
    )
    _links: dict[str, tuple[object, dict[str, str]]] = field(default_factory=dict)

    async def account(self, house: House, address: str, name: str, password: str) -> Account | None:
        """The account with this name, if the password is its own."""
        wanted = f"name {name.casefold().strip()[:60]}"
        self.by_address.take(address)
        self.by_name.take(wanted)
        found = house.accounts.account_named(name)
        if not await self.hashing(lambda: password_fits(found, password)):
            return None
        self.by_address.give_back(address)
        self.by_name.give_back(wanted)
        return found

    async def hashing(self, work: Callable[[], Found]) -> Found:
        """Let work with a password happen off the event loop, and only so much of it at once."""
        return await asyncio.get_running_loop().run_in_executor(self._hashers, work)

    async def link(self, house: House, address: str, token: str) -> Owner | None:
        """Whose link this is. Only wrong ones count as tries: a whole hall may come from one address."""
        self.links.take(address)
        found = await run_in_threadpool(self._owner, house, token[:LONGEST_LINK].strip().lower())
        if found is not None:
            self.links.give_back(address)
        return found

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
        state.doors = Doors()
    doors: Doors = state.doors
    return doors


def address_of(request: Request) -> str:
    return request.client.host if request.client else "somewhere"


def is_here(request: Request) -> bool:
    """Whether somebody sits at the machine that the server runs on."""
    try:
        return ip_address(address_of(request)).is_loopback
    except ValueError:
        return False


def _version(accounts: Accounts, stream: str, players: Sequence[str]) -> object:
    return (accounts.secret, tuple(players), tuple(accounts.generation(stream, player) for player in players))


def _disguised(token: str) -> str:
    """Looked up by this, so that how long it takes says nothing about the link itself."""
    return hashlib.sha256(token.encode()).hexdigest()
