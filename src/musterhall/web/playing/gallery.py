"""The battles of a hall as pictures: those of this device, and those that anybody may watch.

A picture shows what an onlooker may see, and nothing else. Whoever has not chosen otherwise plays in private: their
battle is in nobody's list, and only its link leads there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import PlainTextResponse, Response

from musterhall.board import Replay
from musterhall.game.battles import SetupInfo, require_setup
from musterhall.game.game import Game
from musterhall.game.tables import Tables
from musterhall.games import battles_of, game_named
from musterhall.playing import record as records
from musterhall.playing.record import Record
from musterhall.playing.room import Room
from musterhall.problems import BadInput
from musterhall.still import still, table_still
from musterhall.store.journals import Store, StreamInfo
from musterhall.table import Table
from musterhall.web import battles
from musterhall.web.bounds import USUAL
from musterhall.web.doors import network_of
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House, Unknown
from musterhall.web.limits import Limiter
from musterhall.web.playing.api import in_thread
from musterhall.web.playing.choices import LARGEST_NUMBER, has_usual_tables
from musterhall.web.playing.seats import own_token, remembered, sitter_with
from musterhall.web.sessions import Visitor
from musterhall.web.showing import page

MOST_OWN = 12
MOST_WATCHED = 24
MOST_KNOWN = 2 * USUAL.battles
"""Battles of which it is remembered whether anybody may watch."""
LOOKED_THROUGH = 300
"""The newest battles of the hall, for those in which somebody has a seat by their account."""
LOOKED_AT = 12
"""Of a device's own battles: those that go on are fought again where nobody has looked at them since the start."""
EXAMPLE = 3
"""The seed of the first battle that is shown as an example; each further one has the next."""
_examples_asked = Limiter(tries=120, seconds=1.0, name="examples")
"""A page asks for two things about each example, and most were fought before."""
SVG = "image/svg+xml"
FOR_GOOD = "private, max-age=604800"
"""A table never changes, and a battle's picture has its version in the address."""

Short = Annotated[str, Query(max_length=60)]
ExampleSeed = Annotated[int, Query(ge=0, le=battles.LARGEST_SEED)]
router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Card:
    """A battle in a list."""

    battle: str
    title: str
    game: str
    players: str
    """Who plays, in words."""
    state: str
    """How it stands or ended, in a sentence."""
    tag: str
    going_on: bool
    yours: bool = False
    """Whether this device is to answer."""
    picture: str = ""
    last_at: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A battle of two bots that is always the same, to watch."""

    title: str
    words: str
    picture: str
    """How the table looked at the end."""
    result: str
    """The address that tells how it ended."""
    address: str


# Pages


@router.get("/battles")
async def battles_page(request: Request, visitor: Asking, house: TheHouse) -> Response:
    own = await in_thread(house, lambda: own_cards(house, visitor, MOST_OWN))
    mine = {card.battle for card in own}
    others = await in_thread(house, lambda: [one for one in watched_cards(house) if one.battle not in mine])
    context = {"own": own, "watched": others, "examples": await in_thread(house, lambda: list(_examples()))}
    return page(request, "play/battles.html", context)


@router.get("/pictures/battles/{battle}")
async def battle_picture(request: Request, visitor: Asking, house: TheHouse, battle: str, version: int = 0) -> Response:
    """How a battle stands, as an onlooker sees it."""
    last = (await in_thread(house, lambda: house.room.look(battle))).record.last
    svg = await in_thread(house, lambda: _battle_still(house.room, battle, last))
    return _picture(svg, FOR_GOOD if version == last else "no-store")


@router.get("/pictures/tables/{game}")
async def table_picture_page(
    request: Request, visitor: Asking, house: TheHouse, game: str, setup: Short = "", table: Short = "1"
) -> Response:
    return _picture(await in_thread(house, lambda: _table_still(game, setup, table)))


@router.get("/pictures/examples")
async def example_picture(
    request: Request, visitor: Asking, house: TheHouse, game: Short, seed: ExampleSeed, setup: Short = ""
) -> Response:
    """The table at the end of a battle that is shown as an example; it is fought when it is first asked for."""
    return _picture((await _ended(request, house, game, setup, seed)).picture)


@router.get("/battles/result")
async def example_result(
    request: Request, visitor: Asking, house: TheHouse, game: Short, seed: ExampleSeed, setup: Short = ""
) -> Response:
    """How it ended, in a sentence: the page shows it when it comes."""
    return PlainTextResponse((await _ended(request, house, game, setup, seed)).sentence)


async def _ended(request: Request, house: House, game: str, setup: str, seed: int) -> battles.Ended:
    _examples_asked.take(network_of(request))
    return await in_thread(house, lambda: battles.usual_end(game, setup, seed))


def _picture(svg: str, keep: str = FOR_GOOD) -> Response:
    return Response(svg, media_type=SVG, headers={"Cache-Control": keep})


# Lists


def own_cards(house: House, visitor: Visitor, most: int, *, going_on: bool = False) -> list[Card]:
    """The battles in which this device or account has a seat: those that wait for it first, then the newest."""
    seats = ((info, _own_seat(house, visitor, info)) for info in _perhaps_own(house, visitor))
    newest = islice(((info, token) for info, token in seats if token), LOOKED_AT)
    cards = (_own_card(house, info, token) for info, token in newest)
    found = [card for card in cards if card is not None and (card.going_on or not going_on)]
    return sorted(found, key=lambda card: (not card.yours, not card.going_on))[:most]


def _perhaps_own(house: House, visitor: Visitor) -> list[StreamInfo]:
    """Those that the device remembers; of an account's, the newest of the hall are looked through."""
    newest, players = _newest(house), visitor.session.players
    most = LOOKED_THROUGH if visitor.account is not None else 0
    return [info for at, info in enumerate(newest) if at < most or info.stream in players]


def _own_seat(house: House, visitor: Visitor, info: StreamInfo) -> str:
    token = remembered(house.accounts, visitor.session, info.stream)
    if token or visitor.account is None:
        return token
    try:
        return own_token(house.accounts, visitor, info.stream, _record(house.store, info.stream, info.entries))
    except BadInput:
        return ""


def watched_cards(house: House) -> list[Card]:
    """The newest battles whose players let anybody watch, those that are being played first."""
    found = (_watched_card(house, info) for info in _newest(house))
    newest = list(islice((card for card in found if card is not None), MOST_WATCHED))
    return sorted(newest, key=lambda card: not card.going_on)


def _watched_card(house: House, info: StreamInfo) -> Card | None:
    try:
        if not _is_watched(house.store, info.stream):
            return None
        return _card(info.stream, _record(house.store, info.stream, info.entries))
    except BadInput:
        return None  # whoever opens it is told what is wrong with its journal


def _newest(house: House) -> list[StreamInfo]:
    return sorted(house.room.known(), key=lambda info: info.last_at, reverse=True)


@lru_cache(maxsize=MOST_KNOWN)
def _is_watched(store: Store, battle: str) -> bool:
    """Whether anybody may watch; that is said when a battle begins, and most are nobody else's business."""
    return records.opened(store.first(battle)).begun.watched


@lru_cache(maxsize=512)
def _record(store: Store, battle: str, entries: int) -> Record:
    """What a journal of so many entries comes to, without fighting the battle again."""
    first, *rest = store.entries(battle)
    record = records.opened(first)
    for entry in rest:
        record.apply(entry)
    return record


def _own_card(house: House, info: StreamInfo, token: str) -> Card | None:
    try:
        record = _record(house.store, info.stream, info.entries)
        asked = () if record.over else house.room.look(info.stream).decisions
    except BadInput:
        return None
    sitter = sitter_with(house.accounts, info.stream, token)
    return _card(info.stream, record, yours=any(sitter.plays(one.player) for one in asked))


def _card(battle: str, record: Record, *, yours: bool = False) -> Card:
    begun = record.begun
    return Card(
        battle=battle,
        title=begun.title,
        game=game_named(begun.game).words.title,
        players=" against ".join(_players(record)),
        state=_state(record, yours=yours),
        tag="" if record.over else "being played",
        going_on=not record.over,
        yours=yours,
        picture=f"/pictures/battles/{battle}?version={record.last}" if _can_be_drawn(record) else "",
        last_at=record.last_at,
    )


def _can_be_drawn(record: Record) -> bool:
    """A battle of older rules is told as it was, and cannot be fought again to be looked at."""
    return record.rules == battles_of(game_named(record.begun.game)).version


def _players(record: Record) -> list[str]:
    names = [f"the bot {seat.name}" if seat.by == records.BOT else seat.name or "an open seat" for seat in record.seats]
    return [names[0][:1].upper() + names[0][1:], names[1]]


def _state(record: Record, *, yours: bool) -> str:
    ended = record.ended
    if ended is None:
        if yours:
            return "Your turn."
        return "Waiting for somebody to sit down." if not all(seat.taken for seat in record.seats) else "Being played."
    if ended.by == "agreed":
        return "Both agreed on a draw."
    if ended.by == "resigned" and ended.player is not None:
        return f"{_players(record)[ended.player]} resigned."
    return ended.sentence


def _examples() -> Iterator[Example]:
    for seed, offer in enumerate(battles.offers(), start=EXAMPLE):
        setup = offer.setup.name if offer.setup is not None else ""
        red, blue = (offer.game.forces.shipped_force(names[0]).name for names in offer.forces)
        bot = offer.agents[0].name
        asked = {"game": offer.game.name, "setup": setup, "seed": str(seed)}
        query = urlencode({key: value for key, value in asked.items() if value})
        title = offer.game.words.title + (f": {setup.replace('-', ' ')}" if setup else "")
        yield Example(
            title,
            f"{red} against {blue}, both played by {bot}.",
            *(f"{address}?{query}" for address in ("/pictures/examples", "/battles/result", "/replays")),
        )


# Pictures


@lru_cache(maxsize=128)
def _battle_still(room: Room, battle: str, version: int) -> str:
    """Drawn once for each version."""
    with room.with_lock(battle):
        return still(room.look(battle).glance())


@lru_cache(maxsize=128)
def _table_still(name: str, setup: str, table: str) -> str:
    """A table, with what the set-up has on it before anybody decides anything."""
    game = game_named(name)
    info = require_setup(setup, battles_of(game).setups)
    if game.tables is None:
        raise Unknown(f"{game.words.title} has no tables to show.")
    found = _table_named(game.tables, setup, table)
    return table_still(found, game.tables.length) if info is None else still(_before(game, info, found))


def _before(game: Game, setup: SetupInfo, table: Table) -> Replay:
    """A battle of the usual forces before its first decision."""
    fought = battles_of(game)
    variants = game.variants.chosen({}) if game.variants is not None else None
    red, blue = map(game.forces.shipped_force, setup.forces)
    ready = fought.setup_named(setup.name, red, blue, table, variants)
    begun = fought.new_battle(ready, 0, recording=False)
    return fought.film(ready, 0, ("", "")).replay(begun.position.seen_by(0).seen_by(1))


def _table_named(tables: Tables, setup: str, table: str) -> Table:
    if table in tables.names() and has_usual_tables(tables, setup):
        return tables.shipped(table)
    if table.isascii() and table.isdigit() and int(table[:9]) <= LARGEST_NUMBER:
        return tables.of_setup(setup, int(table))
    raise Unknown(f"table {table!r:.60}: there is none of this name; take one of {', '.join(tables.names())}.")
