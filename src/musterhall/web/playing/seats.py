"""Who sits at which side of a battle: whoever shows the seat's own token.

A token is the secret part of a seat's link, worked out from the house's secret; it is written down nowhere, and another
one after each revocation. A page sends it as a header, so nothing that a browser sends by itself lets anybody act. The
cookie remembers the seats of a device, so that somebody who comes back finds their place; whoever was signed in to an
account when they sat down finds it on each of their devices.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request

from musterhall.playing.record import SIDES, Record
from musterhall.playing.room import PREFIX
from musterhall.playing.sitting import ONLOOKER
from musterhall.web.accounts import Account, Accounts
from musterhall.web.gate import SEAT_HEADER, Asking, Refused, TheHouse
from musterhall.web.sessions import Session, Visitor, let_in

BOTH = "01"
"""The seat of somebody who plays both sides at one screen."""
MOST_REMEMBERED = 20
"""Battles whose seats a device remembers."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who asks about a battle: the sides that are theirs, none for an onlooker."""

    battle: str
    sides: tuple[int, ...]
    seen_as: int | None = None
    """The side that somebody who plays both looks at the table from just now."""

    @property
    def viewer(self) -> int:
        if self.seen_as is not None:
            return self.seen_as
        return self.sides[0] if len(self.sides) == 1 else ONLOOKER

    @property
    def looking(self) -> tuple[int, ...]:
        """The sides whose questions are shown."""
        return self.sides if self.seen_as is None else (self.seen_as,)

    def plays(self, side: int) -> bool:
        return side in self.sides


def seat_name(*sides: int) -> str:
    return "".join(map(str, sides))


def swapped_seat(sitter: Sitter) -> str:
    """The seat of the same person in a rematch."""
    return seat_name(*sorted(1 - side for side in sitter.sides))


def seat_token(accounts: Accounts, battle: str, seat: str) -> str:
    return accounts.link_token(battle, f"seat {seat}")


def sitter_with(accounts: Accounts, battle: str, token: str) -> Sitter:
    """Who shows this token; somebody whose token opens no seat here is refused rather than taken for an onlooker."""
    for seat in (*map(seat_name, SIDES), BOTH):
        if accounts.link_is(battle, f"seat {seat}", token):
            return Sitter(battle, tuple(map(int, seat)))
    raise Refused(403, "This link no longer opens a seat here; ask whoever sent it for a new one.")


def remembered(accounts: Accounts, session: Session, battle: str) -> str:
    """The token of the seat that this device has in a battle, or nothing."""
    name, generation = session.players.get(battle, ("", 0))
    good = name and accounts.generation(battle, name) == generation
    return accounts.link_token(battle, name) if good else ""


def seat_of_account(record: Record, account: Account | None) -> str:
    """The seat that belongs to an account, on whatever device it is signed in; nothing where none does."""
    if account is None:
        return ""
    return seat_name(*(side for side in record.people if record.seats[side].account == account.id))


def account_id(visitor: Visitor) -> str:
    """Of whoever is signed in; nothing of others."""
    return visitor.account.id if visitor.account is not None else ""


def own_token(accounts: Accounts, visitor: Visitor, battle: str, record: Record) -> str:
    """The token of the seat that somebody has in a battle, by this device or by their account; or nothing."""
    seat = seat_of_account(record, visitor.account)
    return remembered(accounts, visitor.session, battle) or (seat and seat_token(accounts, battle, seat))


def remember(accounts: Accounts, session: Session, battle: str, seat: str) -> None:
    """A cookie holds only so much: the seats of long ago are let go."""
    kept = [name for name in session.players if name.startswith(PREFIX) and name != battle]
    for name in kept[: len(kept) - MOST_REMEMBERED + 1]:
        del session.players[name]
    let_in(session, accounts, battle, f"seat {seat}")


def seat_link(accounts: Accounts, battle: str, side: int) -> str:
    return f"/play/{battle}/{seat_token(accounts, battle, seat_name(side))}"


def open_links(accounts: Accounts, sitter: Sitter, record: Record) -> dict[str, str]:
    """The links of seats that nobody has taken yet, for whoever began the battle."""
    if record.over or not sitter.plays(record.begun.host):
        return {}
    waiting = (side for side in record.people if not record.seats[side].taken and not sitter.plays(side))
    return {str(side): seat_link(accounts, sitter.battle, side) for side in waiting}


async def sitting_there(request: Request, battle: str, visitor: Asking, house: TheHouse) -> Sitter:
    """Whoever asks for an address of a battle."""
    await asyncio.get_running_loop().run_in_executor(house.table_threads, house.room.require, battle)
    token = request.headers.get(SEAT_HEADER, "")
    return sitter_with(house.accounts, battle, token) if token else Sitter(battle, ())


AskedAs = Annotated[int | None, Query(alias="as", ge=0, le=1)]


async def looking_on(
    request: Request, battle: str, visitor: Asking, house: TheHouse, seen_as: AskedAs = None
) -> Sitter:
    """Whoever looks at a battle; who plays both sides says from which one."""
    sitter = await sitting_there(request, battle, visitor, house)
    if seen_as is None:
        return sitter
    return Sitter(battle, sitter.sides, require_side(sitter, seen_as))


Looking = Annotated[Sitter, Depends(looking_on)]
Sitting = Annotated[Sitter, Depends(sitting_there)]


def require_side(sitter: Sitter, side: int | None) -> int:
    """The side that somebody acts for; named where both are theirs."""
    if side is None and len(sitter.sides) == 1:
        return sitter.sides[0]
    if side is not None and sitter.plays(side):
        return side
    if not sitter.sides:
        raise Refused(403, "You are looking on; take a seat by its link to play.")
    raise Refused(403, "That side is not yours; say which of yours you play.")
