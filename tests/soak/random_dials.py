"""Battles of Age of Destruction between random forces of sample units, on random tables, and by any readings."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from tests.soak.battles import look_at_forks
from tests.soak.trials import trial

from musterhall.battle.agents import Agent, RandomAgent
from musterhall.battle.battle import Battle
from musterhall.events.cards import read_card, roster_from
from musterhall.events.scoring import score
from musterhall.games.age_of_destruction.agents import agent_named
from musterhall.games.age_of_destruction.battles import Setup, new_battle
from musterhall.games.age_of_destruction.cards.cards import Card, sample_cards
from musterhall.games.age_of_destruction.edition import FILE, Edition
from musterhall.games.age_of_destruction.field.making_tables import table_of_seed
from musterhall.games.age_of_destruction.field.tables import shipped_tables
from musterhall.games.age_of_destruction.force_check import force_problems
from musterhall.games.age_of_destruction.forces import Force, ForceUnit
from musterhall.games.age_of_destruction.names import tell_apart
from musterhall.games.age_of_destruction.position.invariants import broken_invariants
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.sheets import sample_sheets
from musterhall.games.age_of_destruction.victory.score_card import score_card
from musterhall.games.age_of_destruction.victory.winning import standing
from musterhall.packs.model import Pack, load_pack
from musterhall.table import Table, TerrainPiece

TOTAL = 450
APART = ("captive_worth", "eliminated_by", "majority", "salvage_controller", "shutdown_able")
"""Readings that a pack has too, or that its card cannot know of."""
ANOTHER_READING = 0.3
SMALL = Table("small", 26, 20, (), "inches")
"""So small that the forces meet at once."""
ASIDE = {
    "woods": (3, 4),
    "hill": (5, 3),
    "wooded hill": (3, 3),
    "deep water": (3, 2),
    "ford": (4, 2),
    "building": (2, 2),
}
"""Terrain that the players place, with its inches."""
STOPS = 4
"""How often a battle is stopped to look at forks of it."""
ANSWERS = 300
OFFERED = 40
"""How many of the answers that a decision offers are tried."""


@trial("random forces of sample units fight", sample=3)
def dial_battle(seed: int) -> None:
    """A battle of random sample units on any table keeps every invariant, and the event takes and scores its card."""
    luck = random.Random(seed)
    battle = new_battle(random_setup(luck, random_readings(luck)), seed)
    agents = [_agent(luck, seed), _agent(luck, seed + 1000)]
    while not battle.over:
        decision = battle.asked()
        battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)
        assert broken_invariants(battle.position) == []
    scored(battle.position)


@trial("forks and trials of random sample units", sample=1)
def forked_dial_battle(seed: int) -> None:
    """A fork goes the way of its parent, a trial shows its player the same battle, and all that is offered is legal."""
    luck = random.Random(seed)
    battle: Battle[Position] = new_battle(random_setup(luck, random_readings(luck)), seed)
    agents = [RandomAgent(seed), RandomAgent(seed + 1)]
    stops = luck.sample(range(ANSWERS), STOPS)
    for number in range(ANSWERS):
        if battle.over:
            break
        if number in stops:
            before, answers = battle.position.fingerprint(), len(battle.answers)
            look_at_forks(battle, seed + number)
            assert (battle.position.fingerprint(), len(battle.answers)) == (before, answers)
        decision = battle.asked()
        for answer in islice(decision.options(), OFFERED):
            decision.check(answer)
            assert decision.in_words(answer)
        battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)


def _agent(luck: random.Random, seed: int) -> Agent:
    return agent_named(luck.choice(("random", "random", "drill")), seed)


def scored(position: Position) -> None:
    """The pack takes the card, and comes to the figures and the winner of the battle."""
    assert position.winner in (0, 1), position.ended_by
    pack = _pack()
    event: Any = pack.event
    rows = [
        [{"name": unit.name, "type": unit.type, "points": unit.points} for unit in player.force.units]
        for player in position.field.players
    ]
    rosters = (roster_from(rows[0]), roster_from(rows[1]))
    result = score(pack, event.scenario[0], read_card(score_card(position)), rosters)
    for side in (0, 1):
        figures = standing(position, side)
        names = [name for name in ("vc1", "vc2", "vc3", "vc4") if getattr(figures, name) is not None]
        found = {name: int(result.total(side, name)) for name in names}
        assert found == {name: figures.of(name) for name in names}, (side, found, figures)
    assert result.winner == position.winner


@cache
def _pack() -> Pack:
    return load_pack("age-of-destruction-constructed")


# What a battle is fought with


def random_setup(luck: random.Random, readings: dict[str, Any]) -> Setup:
    """Any table and any forces; on a small table terrain is placed first, and cards are played as often as not."""
    edition = Edition.of({**readings, "round_limit": luck.choice((6, 10, 15))})
    tables = [*shipped_tables().values(), table_of_seed(luck.randrange(1000))]
    small = luck.random() < 0.6
    table, aside = (SMALL, _aside(luck)) if small else (luck.choice(tables), ())
    hands = (_hand(luck), _hand(luck)) if luck.random() < 0.5 else ((), ())
    red, blue = (
        replace(random_force(luck, name), cards=hand) for name, hand in zip(("Red", "Blue"), hands, strict=True)
    )
    return Setup(red, blue, table, sample_sheets(), edition, aside, readings={"no_card": luck.random() < 0.2})


def random_force(luck: random.Random, name: str) -> Force:
    """Sample units for 450 points: of one faction with mercenaries, or of any, as no event would forbid."""
    sheets = list(sample_sheets())
    faction = luck.choice(sorted({sheet.faction for sheet in sheets}))
    allowed = [sheet for sheet in sheets if sheet.faction in ("", faction)] if luck.random() < 0.6 else sheets
    taken: list[UnitSheet] = []
    while fitting := [sheet for sheet in allowed if _fits(sheet, taken)]:
        taken.append(luck.choice(fitting))
    names = tell_apart([sheet.name for sheet in taken])
    force = Force(name, name, faction, tuple(map(_force_unit, names, taken)))
    assert force_problems(force, points=TOTAL) == []
    return force


def _fits(sheet: UnitSheet, taken: list[UnitSheet]) -> bool:
    again = sheet.rank == "unique" and sheet in taken
    return not again and sum(one.points for one in taken) + sheet.points <= TOTAL


def _force_unit(name: str, sheet: UnitSheet) -> ForceUnit:
    type_ = "vehicle" if sheet.type == "vtol" else sheet.type
    return ForceUnit(
        name,
        type_,
        sheet.points,
        sheet.rank,
        sheet.faction,
        vtol=sheet.type == "vtol",
        transport=sheet.places,
        speed_mode=sheet.speed_mode,
        infiltrator=sheet.infiltrator,
    )


def _aside(luck: random.Random) -> tuple[TerrainPiece, ...]:
    kinds = luck.choices(list(ASIDE), k=6)
    return tuple(_piece(f"{kind} {number}", kind) for number, kind in enumerate(kinds, 1))


def _piece(name: str, kind: str) -> TerrainPiece:
    width, depth = ASIDE[kind]
    return TerrainPiece(name, kind, ((0, 0), (width, 0), (width, depth), (0, depth)))


def _hand(luck: random.Random) -> tuple[Card, ...]:
    return tuple(luck.sample(list(sample_cards()), luck.randint(1, 4)))


def random_readings(luck: random.Random) -> dict[str, Any]:
    if luck.random() < 0.5:
        return {}
    return {
        key: luck.choice(one.values)
        for key, one in FILE.figures.items()
        if one.values and key not in APART and luck.random() < ANOTHER_READING
    }
