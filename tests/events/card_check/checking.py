"""Packs, forces and cards for the tests of what cannot be on a card."""

from __future__ import annotations

from musterhall.events.card_check import card_problems
from musterhall.events.cards import Card, CardHalf, Fate, FieldValue, Roster, RosterUnit
from musterhall.events.scoring import Rosters, rules
from musterhall.packs.model import Pack, load_pack
from musterhall.problems import Problem

HEROCON = load_pack("herocon-2025")
DRAFTED = load_pack("drafted-for-war")
AGE = load_pack("age-of-destruction-constructed")
MEETING = load_pack("meeting-engagement")
NAMES = ("Anna", "Boris")
LANCE = Roster((RosterUnit("Atlas AS7-D", "BM", 52), RosterUnit("Locust LCT-1V", "BM", 19)))
CREW = Roster(
    (
        RosterUnit("Scouts", "infantry", 10),
        RosterUnit("Carrier", "vehicle", 30),
        RosterUnit("Giant", "mech", 90),
        RosterUnit("Hauler", "vehicle", 40),
    )
)
NO_FORCES = (None, None)
LEVEL = Card((CardHalf(), CardHalf()))


def problems(pack: Pack, card: Card, rosters: Rosters = NO_FORCES, scenario: str = "") -> list[Problem]:
    played = rules(pack).scenario_named(scenario) if scenario else rules(pack).scenario[0]
    assert played is not None
    return card_problems(pack, played, card, NAMES, rosters)


def the_problem(pack: Pack, card: Card, rosters: Rosters = NO_FORCES, scenario: str = "") -> Problem:
    found = problems(pack, card, rosters, scenario)
    assert len(found) == 1, [str(one) for one in found]
    return found[0]


def with_fields(first: dict[str, FieldValue], second: dict[str, FieldValue] | None = None, **shared: int) -> Card:
    return Card((CardHalf(first), CardHalf(second or {})), shared=shared)


def aboard(**inside: str) -> Card:
    names = {name.replace("_", " #"): Fate("passenger", carrier) for name, carrier in inside.items()}
    return Card((CardHalf(units=names), CardHalf()))
