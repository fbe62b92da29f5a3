"""The load on the web server, as a process of its own: it reads a plan from its input and tells what it saw.

Every line that it writes is JSON: `{"taken": N}` whenever a card was acknowledged, and at last all figures.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import sys
import time
from dataclasses import asdict, dataclass
from statistics import quantiles
from typing import Any

from tests.web.hall import HOME, Prepared, crowd
from tests.web.phones import Answer, Connection, Crowd

PUBLIC = {"Accept": "text/html"}
EVERY = 0.1
"""Seconds between two visitors of the public page while cards come in."""
CLIENTS = 4
TURNS = 100
"""In each one as many clients ask for the public page, and then for the hello."""
BLOCKS = 3
"""So often all turns are taken; the block counts in which the hello was quickest, as the one least disturbed."""


@dataclass(frozen=True, slots=True)
class Plan:
    port: int
    hello: int
    """The port of the hello; 0 for a run that is about the cards alone."""
    made: Prepared
    phones: int
    cards: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Seen:
    """What the phones have seen."""

    taken: list[tuple[str, int]]
    """Players whose card was acknowledged, and as which entry."""
    delays: list[float]
    """Seconds from each acknowledgement to each phone; without them where the server was killed meanwhile."""
    shown: list[tuple[str, dict[str, str]]]
    """The player of each phone, if it is one's, and the fingerprints of its parts at the end."""
    lost: int
    """Phones that were cut off."""
    page: list[float]
    """Seconds that the public page took by turns with the hello."""
    hello: list[float]
    busy_page: list[float]
    """Seconds that the public page took while cards came in."""
    sizes: dict[str, int]
    styles: dict[str, int]
    """Style sheets of each page."""


async def load(plan: Plan) -> Seen:
    phones = crowd(plan.port, plan.made, plan.phones, plan.cards)
    await phones.open()
    visits = asyncio.create_task(_visits(plan.port))
    await phones.send_cards(plan.seconds, lambda _: _say({"taken": len(phones.taken)}))
    visits.cancel()
    await phones.all_know(max(card.seq for card in phones.taken))
    page, hello = await _quietest(plan) if plan.hello else ([], [])
    sizes, styles = await _pages(plan) if plan.hello else ({}, {})
    await phones.close()
    return Seen(
        [(card.player, card.seq) for card in phones.taken],
        phones.delays() if plan.hello else [],
        _shown(phones, plan.made),
        sum(phone.lost > 0 for phone in phones.phones),
        page,
        hello,
        await visits,
        sizes,
        styles,
    )


def p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


def fingerprint(html: str) -> str:
    return hashlib.sha256(html.encode()).hexdigest()[:16]


def _shown(phones: Crowd, made: Prepared) -> list[tuple[str, dict[str, str]]]:
    players = {link: player for player, link in made.links.items()}
    return [
        (players.get(phone.link, ""), {name: fingerprint(html) for name, html in phone.shown.items()})
        for phone in phones.phones
    ]


async def _visits(port: int) -> list[float]:
    """Look at the public page again and again until told to stop."""
    line, spent = Connection(port), list[float]()
    try:
        while True:
            spent.append(await _timed(line, HOME))
            await asyncio.sleep(EVERY)
    except (asyncio.CancelledError, OSError, EOFError):
        return spent
    finally:
        line.close()


async def _quietest(plan: Plan) -> tuple[list[float], list[float]]:
    return min([await _by_turns(plan) for _ in range(BLOCKS)], key=lambda block: p95(block[1]))


async def _by_turns(plan: Plan) -> tuple[list[float], list[float]]:
    """The public page and the hello, asked for equally often by equally many, so that a busy machine slows both."""
    ours, theirs = ([Connection(port) for _ in range(CLIENTS)] for port in (plan.port, plan.hello))
    page: list[float] = []
    hello: list[float] = []
    for _ in range(TURNS):
        page += await asyncio.gather(*(_timed(line, HOME) for line in ours))
        hello += await asyncio.gather(*(_timed(line, "/") for line in theirs))
    for line in (*ours, *theirs):
        line.close()
    return page, hello


async def _timed(line: Connection, path: str) -> float:
    start = time.perf_counter()
    answer = await line.ask(path, PUBLIC)
    spent = time.perf_counter() - start
    assert answer.status == 200, answer
    return spent


async def _pages(plan: Plan) -> tuple[dict[str, int], dict[str, int]]:
    """Bytes and style sheets of every page that somebody looks at during a round."""
    made = plan.made
    player = Connection(plan.port)
    came_in = await player.ask(f"/p/{made.links[made.waiting[-1]]}", PUBLIC)
    own = PUBLIC | {"Cookie": came_in.headers["set-cookie"].partition(";")[0]}
    desk = {"Cookie": made.owner["cookie"]} | PUBLIC
    visits = (
        (PUBLIC, ("", "/pairings", "/standings", "/results", "/rules", "/projector")),
        (own, ("/me", "/me/card", "/me/scenario", "/me/force")),
        (desk, ("/desk", "/desk/players", "/desk/forces", "/desk/pairings", "/desk/cards", "/desk/journal")),
    )
    found: dict[str, Answer] = {}
    for headers, paths in visits:
        for path in paths:
            found[path or "/"] = await player.ask(HOME + path, headers)
    player.close()
    assert all(page.status == 200 for page in found.values()), {path: page.status for path, page in found.items()}
    sizes = {path: len(page.body) for path, page in found.items()}
    return sizes, {path: len(re.findall(r'rel="stylesheet"', page.text)) for path, page in found.items()}


def _say(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


def main() -> None:
    data = json.load(sys.stdin)
    plan = Plan(**{**data, "made": Prepared(**data["made"])})
    _say(asdict(asyncio.run(load(plan))))


if __name__ == "__main__":
    main()
