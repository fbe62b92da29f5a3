"""A hall in the last minutes of a round: one player of each table has sent the card, the other is about to confirm it.

Each card that comes in then counts at once, so that it changes the standings on every phone.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from starlette.testclient import TestClient
from tests.web.phones import Crowd, Phone, Taken
from tests.web.scene import EVENT, Scene, populate
from tests.web.serving import SECONDS_TO_STOP, Running

from musterhall.events.entries import Entry
from musterhall.events.fold import Ledger, fold
from musterhall.events.matches import send_card
from musterhall.events.simulation import simulate
from musterhall.events.standings import standings
from musterhall.packs.model import shipped_pack_text
from musterhall.store.opening import open_store
from musterhall.web.accounts import OWNER
from musterhall.web.app import create_app
from musterhall.web.settings import Settings

HOME = f"/e/{EVENT}"
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is in a database before the server starts."""

    links: dict[str, str]
    """The secret of each player's link."""
    waiting: list[str]
    """Who has a card to confirm, a player of each table."""
    last: int
    """The last entry of the event's journal."""
    owner: dict[str, str]
    """What the owner's browser sends along."""


def prepare(db: str, players: int) -> Prepared:
    app = create_app(Settings(db=db))
    made = Scene(app, TestClient(app))
    try:
        populate(made, last_minutes(players))
        round_ = made.event.rounds[-1]
        links = {player: made.house.accounts.link_token(EVENT, player) for player in made.event.players}
        last = made.house.desk(EVENT).ledger.last
        return Prepared(links, [match.players[1] for match in round_.matches], last, made.people[OWNER].headers)
    finally:
        made.house.close()


@cache
def last_minutes(players: int) -> tuple[Entry, ...]:
    """The journal of an event whose last round runs, with one card from each table."""
    whole = simulate(shipped_pack_text("herocon-2025"), players, 1, rounds=ROUNDS, trouble=False)
    begun = max(place for place, entry in enumerate(whole) if entry.kind == "clock.started")
    cards = {entry.data["table"]: entry.data["card"] for entry in whole[begun:] if "card" in entry.data}
    ledger = Ledger.of(whole[: begun + 1])
    for match in ledger.event.rounds[-1].matches:
        player = ledger.event.player(match.players[0])
        card = send_card(ledger.event, player, cards[match.table])
        ledger.attempt([replace(card, who=player.id)], ledger.entries[-1].at)
    return tuple(ledger.entries)


def crowd(port: int, made: Prepared, phones: int, cards: int, impatience: float = 1.0) -> Crowd:
    """Players who follow their match, then others at the public page and the standings, by turns."""
    players = {id_: Phone(port, f"{HOME}/me", link, impatience) for id_, link in made.links.items()}
    senders = {id_: players[id_] for id_ in made.waiting[:cards]}
    own = [*senders.values(), *(phone for id_, phone in players.items() if id_ not in senders)][: phones * 2 // 3]
    others = [Phone(port, (HOME, f"{HOME}/standings")[place % 2], "", impatience) for place in range(phones - len(own))]
    return Crowd([*own, *others], senders)


def journal_problems(db: str, made: Prepared, taken: Iterable[Taken]) -> list[str]:
    """Whether every acknowledged card is in the journal once, at the place that was acknowledged, and counts."""
    cards = {card.player: card.seq for card in taken}
    with open_store(db) as store:
        found = [f"the journal is not sound: {one}" for one in store.sound(EVENT)]
        entries = store.entries(EVENT)
    new = entries[made.last :]
    for player, seq in cards.items():
        mine = [entry.seq for entry in new if entry.data.get("player") == player]
        if mine != [seq]:
            found.append(f"{player}: acknowledged as entry {seq}, in the journal as {mine}")
    if len(new) != len(cards):
        found.append(f"{len(cards)} cards are acknowledged, and {len(new)} entries are new")
    event = fold(entries)
    played = {row.player: row.played for row in standings(event).rows}
    found += [f"{player}: the card does not count" for player in cards if played[player] != ROUNDS]
    return found


def kill(server: Running) -> None:
    """kill -9: the server, and the processes that it shares its work with."""
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    for one in (pid, *map(int, children)):
        os.kill(one, signal.SIGKILL)
    server.process.wait(SECONDS_TO_STOP)
