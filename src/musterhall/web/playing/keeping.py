"""What the house does about battles by itself: clocks that run out, and how many battles there may be."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from weakref import WeakKeyDictionary

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from musterhall.problems import BadInput
from musterhall.store.steady import CLOCK
from musterhall.web.doors import network_of
from musterhall.web.house import House
from musterhall.web.limits import HOUR, Limiter

log = logging.getLogger("musterhall.web")

SECONDS = 1.0
DAYS_OF_A_MONTH = 30

_BEGUN: WeakKeyDictionary[House, Limiter] = WeakKeyDictionary()


async def watch_clocks(house: House) -> None:
    """Let bots answer for players whose time is over, in every battle that is open here."""
    while True:
        await asyncio.sleep(SECONDS)
        try:
            await run_in_threadpool(house.room.times_up)
        except Exception:
            log.exception("looking after the clocks of battles failed")


def count_battle(house: House, request: Request) -> None:
    """Before a battle is begun: so many from one address in an hour, and so many in the hall at all."""
    most = house.settings.bounds.address_battles
    limiter = _BEGUN.setdefault(house, Limiter(most, HOUR / most, name="battles"))
    limiter.take(network_of(request))
    if len(house.room.known()) >= house.settings.bounds.battles:
        limiter.give_back(network_of(request))
        raise BadInput("There is no room for another battle here; ask the owner of this hall to remove old ones.")


def remove_old(house: House, months: int) -> list[str]:
    """Remove the battles that nobody has touched for so many months."""
    since = datetime.fromtimestamp(CLOCK.seconds(), UTC) - timedelta(days=DAYS_OF_A_MONTH * months)
    return house.room.remove_untouched(since.isoformat())
