"""4.3.2 Landing: boats beside the coast, the troops they put ashore, and the room they have for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from musterhall.battle.battle import Battle
from musterhall.dice import d10
from musterhall.games.the_game.army.datasheets import BOAT, GROUND, Datasheet, Transport
from musterhall.games.the_game.movement.ways import standing_room
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.sea.sailing import next_to_the_coast, on_land
from musterhall.geometry import Point, distance
from musterhall.tally import counted

PLACES = 2
"""C23 The room of a boat where somebody gives it any: as much as a carrier on land has."""
MIXED_UP = 1
"""A23 The face of a landing craft's die that costs a token, as when paratroopers land (2.3.3)."""


# Who rides


def room_for_troops(sheet: Datasheet, mates: Iterable[Datasheet], places: int = PLACES) -> Datasheet:
    """1.6.3, 4.3.2 A boat with room for so many ground units of its own formation; others stay as they are."""
    if sheet.type != BOAT:
        return sheet
    carries = tuple(dict.fromkeys(mate.name for mate in mates if mate.type in GROUND))
    return replace(sheet, transport=Transport(places, carries))


# In and out


def coast_refusal(position: Position, transport: int, place: Point) -> str:
    """4.3.2 Why nobody gets in or out of a vessel there: it must be on land or just next to the coast."""
    if (
        not position.field.vessel[transport]
        or on_land(position, place)
        or next_to_the_coast(position, transport, place)
    ):
        return ""
    return f"{position.unit(transport).name} is not next to the coast"


def ashore(position: Position, unit: int, wreck: Point, reach: float) -> Point | None:
    """1.6.3 The nearest ground beside a sunk vessel where a passenger can stand, if there is any within reach."""
    steps = [0.5 * step for step in range(-int(2 * reach), int(2 * reach) + 1)]
    spots = [(round(wreck[0] + dx, 2), round(wreck[1] + dy, 2)) for dx in steps for dy in steps]
    near = sorted((spot for spot in spots if distance(spot, wreck) <= reach), key=lambda spot: distance(spot, wreck))
    return next((spot for spot in near if standing_room(position, unit, spot)), None)


# Mixed up


def landing_craft(position: Position, leaving: Iterable[tuple[int, Point]]) -> list[int]:
    """4.3.2 The boats that put somebody ashore in a move."""
    carriers = dict.fromkeys(int(position.aboard[unit]) for unit, _ in leaving)
    return [carrier for carrier in carriers if position.unit(carrier).sheet.type == BOAT]


def landing_quality(battle: Battle[Position], formation: Formation, craft: list[int]) -> None:
    """4.3.2 As a variant: a die for each landing craft, and a token for each that got mixed up with others."""
    if not craft or battle.position.field.variants.landing_st != "per_craft_roll":
        return
    tokens = battle.roll(len(craft), d10, "landing craft").count(MIXED_UP)
    formation.suppression += tokens
    text = f"{formation.name}: {counted(tokens, 'token')} for boats that got mixed up"
    battle.tell("landing", text, "4.3.2", formation=formation.index, tokens=tokens)
