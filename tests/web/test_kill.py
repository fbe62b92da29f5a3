"""The server is killed while cards come in: what it acknowledged is there, and every phone comes back by itself."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from tests.apart import apart
from tests.web.hall import crowd, journal_problems, kill, prepare
from tests.web.phones import Crowd, Taken
from tests.web.serving import Running, end, start

PHONES = 20
CARDS = 10
BEFORE = 4
"""Cards that are acknowledged before the server is killed."""
AFTER = 2
"""Cards that are sent when it is back, however fast the others were."""
SECONDS = 1.5


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path, address: str) -> None:
    made = prepare(address, 2 * CARDS)
    server = start(tmp_path / "server", address)
    phones = crowd(server.port, made, PHONES, CARDS, impatience=0.05)
    try:
        server = apart(partial(asyncio.run, _evening(server, phones, tmp_path, address)))
    finally:
        end(server)
    assert len(phones.taken) == CARDS
    assert journal_problems(address, made, phones.taken) == []
    assert all(phone.connected >= 2 for phone in phones.phones), "every phone came back"


async def _evening(server: Running, phones: Crowd, folder: Path, address: str) -> Running:
    """Cards come in, the server dies in the middle of it, another one takes its place."""
    enough = asyncio.Event()

    def taken(_: Taken) -> None:
        if len(phones.taken) >= BEFORE:
            enough.set()

    await phones.open()
    senders = list(phones.senders)
    sending = asyncio.create_task(phones.send_cards(SECONDS, taken, senders[:-AFTER]))
    await asyncio.wait([sending, asyncio.create_task(enough.wait())], return_when=asyncio.FIRST_COMPLETED)
    await asyncio.to_thread(kill, server)
    server = await asyncio.to_thread(lambda: start(folder / "again", address, port=server.port))
    try:
        await sending
        await phones.send_cards(0, players=senders[-AFTER:])
        await phones.all_know(max(card.seq for card in phones.taken))
    except BaseException:
        end(server)
        raise
    finally:
        await phones.close()
    return server
