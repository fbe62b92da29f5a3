"""Random forces of Alpha Strike: legal ones for an event's pack, and ones with whatever the catalogues have.

They are made of the Master Unit List where it lies beside the project, and of the shipped cards elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from musterhall.games.alpha_strike.abilities.abilities import command_abilities, pilot_abilities
from musterhall.games.alpha_strike.abilities.munitions import munitions
from musterhall.games.alpha_strike.building.building import allowed_kinds, force_of
from musterhall.games.alpha_strike.building.force_builder import BuiltForce, BuiltUnit
from musterhall.games.alpha_strike.force.check import check_force
from musterhall.games.alpha_strike.force.check_formations import formation_settings
from musterhall.games.alpha_strike.force.forces import CommandChoice, Force, ForceUnit, Group, tell_apart
from musterhall.games.alpha_strike.force.formation_choices import kind_of
from musterhall.games.alpha_strike.formations.formations import FormationUnit, judge, possible
from musterhall.games.alpha_strike.formations.quick_split import quick_groups
from musterhall.games.alpha_strike.formations.solver import Split, SplitGroup
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.games.alpha_strike.units.factions import faction_names, factions_sharing, is_seen
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.games.alpha_strike.units.mul import read_mul
from musterhall.games.alpha_strike.units.point_values import unit_points
from musterhall.packs.model import Pack, load_pack

UNIT_LIST = Path(__file__).resolve().parents[3] / "shared" / "data" / "mul_quicklist_units.jsonl"
HEROCON, DRAFTED = "herocon-2025", "drafted-for-war"
ERA = "ilClan"
KINDS = ("CV", "CI", "BA", "PM", "IM", "AF", "CF", "SC", "VTOL", "WiGE", "artillery", "carrier")
"""What goes to war beside BattleMechs; cards are drawn from each of them alike."""
CARRIERS = ("IT", "CAR", "CT", "XMEC", "MEC", "MCS")
DRAWN_KINDS = 14
"""Of so many kinds of formation a force is made up."""
TRIES = 60

Change = Callable[[Force], Force]


@cache
def library() -> Library:
    """Every card there is."""
    if not UNIT_LIST.exists():
        return starter_library()
    return Library(read_mul(UNIT_LIST.read_text(encoding="utf-8"), UNIT_LIST.name).cards)


@cache
def cards_of(kind: str) -> tuple[Card, ...]:
    """The cards of a kind of unit that have a price, and so can be taken."""
    return tuple(card for card in library() if card.pv > 0 and kind in _kinds_of(card))


def _kinds_of(card: Card) -> Iterator[str]:
    names = card.special_names
    yield card.type
    if "v" in card.moves:
        yield "VTOL"
    if "g" in card.moves:
        yield "WiGE"
    if any(name.startswith("ART") for name in names):
        yield "artillery"
    if any(name in CARRIERS for name in names):
        yield "carrier"


def legal_force(luck: random.Random, name: str) -> Force:
    """A force of twelve to sixteen units that Herocon allows, with formations, abilities and munitions."""
    pack = load_pack(HEROCON)
    while True:
        force = _grouped(luck, name, pack, _drawn(luck, luck.randint(12, 16), 400))
        if not check_force(force, pack, library()).legal:
            continue
        for change in (*_abilities(luck), _munitions(luck, 0.7)):
            force = _if_legal(force, change, pack)
        for number in range(len(force.groups)):
            force = _if_legal(force, _bonus_choice(luck, number), pack)
        return force


def drafted_force(luck: random.Random, name: str) -> Force:
    """Three to five units that Drafted for War allows, perhaps with a legend among their pilots."""
    pack = load_pack(DRAFTED)
    while True:
        number = luck.randint(3, 5)
        units = _units(_drawn(luck, number, 75 + 25 * number, skills=(1, 7), others=luck.randint(0, 2)))
        force = Force(name, "", "", "", units, (), pack=DRAFTED)
        if check_force(force, pack, library()).legal:
            return _if_legal(force, _legend(luck), pack)


def wild_force(luck: random.Random, name: str) -> Force:
    """What no event allows: any abilities of pilots, as many of the force's as there are, guns off the table."""
    force = legal_force(luck, name)
    units = tuple(
        replace(
            unit,
            abilities=tuple(_some_abilities(luck, unit.card, luck.choice((0, 1, 2, 4)))),
            off_board=any(one.startswith("ART") for one in unit.card.special_names) and luck.random() < 0.5,
        )
        for unit in force.units
    )
    chosen = luck.sample(sorted(command_abilities()), luck.choice((2, 5, 12, len(command_abilities()))))
    taken = tuple(_command_choice(luck, key) for key in chosen)
    return _munitions(luck, 1.0)(replace(force, units=units, command_abilities=taken, pack=""))


def _if_legal(force: Force, change: Change, pack: Pack) -> Force:
    changed = change(force)
    return changed if check_force(changed, pack, library()).legal else force


# Units


def _drawn(
    luck: random.Random, number: int, points: int, skills: tuple[int, int] = (2, 6), others: int | None = None
) -> list[tuple[Card, int]]:
    """So many cards with skills; at least half of the points are 'Mechs, and some of everything else comes along."""
    most = luck.randint(3, number * 2 // 3) if others is None else others
    drawn: list[tuple[Card, int]] = []
    spent = 0
    for left in range(number, 0, -1):
        beside = number - left < most
        kind = luck.choice(KINDS) if beside else "BM"
        budget = (points // 2 if beside else points) - spent
        share = budget / max(1, left - (number - most if beside else 0)) * luck.uniform(0.8, 1.4)
        if (one := _affordable(luck, kind, min(budget, share), skills)) is not None:
            drawn.append(one)
            spent += unit_points(*one)
    return drawn


def _affordable(luck: random.Random, kind: str, points: float, skills: tuple[int, int]) -> tuple[Card, int] | None:
    cards = cards_of(kind)
    for _ in range(TRIES if cards else 0):
        card, skill = luck.choice(cards), luck.randint(*skills)
        if unit_points(card, skill) <= points:
            return card, skill
    return None


def _units(drawn: Sequence[tuple[Card, int]]) -> tuple[ForceUnit, ...]:
    names = tell_apart([card.name for card, _ in drawn])
    return tuple(ForceUnit(name, card, skill) for name, (card, skill) in zip(names, drawn, strict=True))


# Formations


def _grouped(luck: random.Random, name: str, pack: Pack, drawn: Sequence[tuple[Card, int]]) -> Force:
    """The units in random formations, made a force as the builder makes one."""
    faction = luck.choice([one for one in faction_names() if not factions_sharing(one) and is_seen(one, ERA)])
    units = [BuiltUnit(one.name, one.card, one.skill, one.points) for one in _units(drawn)]
    groups = tuple(_groups(luck, units, pack, faction))
    built = BuiltForce(tuple(units), sum(one.pv for one in units), Split(groups, (), 0, False, 0), False)
    return force_of(built, pack, faction, name)


def _groups(luck: random.Random, units: Sequence[BuiltUnit], pack: Pack, faction: str) -> Iterator[SplitGroup]:
    """Formations of a few kinds as far as they go, and of the rest whatever they happen to be."""
    settings, allowed = formation_settings(pack), sorted(allowed_kinds(pack))
    leader = luck.choice(units)
    listed = [FormationUnit(one.name, one.card, one.skill, one is leader) for one in luck.sample(units, len(units))]
    kinds = {kind: luck.uniform(0.1, 2) for kind in luck.sample(allowed, DRAWN_KINDS)}
    left = list(range(len(listed)))
    for kind, places, _ in quick_groups(listed, left, settings, faction, kinds, commands=1):
        members = [listed[place] for place in places]
        led = [one.name for one in members if one.commander or not kind.commands_force]
        commander = luck.choice(led) if kind.needs_commander else ""
        judged = judge(kind.key, members, settings, faction)
        yield SplitGroup(kind.key, tuple(one.name for one in members), judged, 0, commander)
        left = [place for place in left if place not in places]
    members = [listed[place] for place in left[:6]]
    fitting = [one for one in possible(members, settings, faction) if one.kind in allowed]
    if members and fitting:
        chosen = luck.choice(fitting)
        yield SplitGroup(chosen.kind, tuple(one.name for one in members), chosen, 0)


def _bonus_choice(luck: random.Random, number: int) -> Change:
    """One ability of a formation's bonus, chosen with the list."""

    def change(force: Force) -> Force:
        group = force.groups[number]
        kind = kind_of(group)
        offered = [key for award in kind.bonus for key in award.abilities] if kind else []
        if not offered:
            return force
        said = _written(luck, luck.choice(offered))
        chosen = {luck.choice(("ability", *group.units)): said}
        return replace(force, groups=_with(force.groups, number, replace(group, choices={**group.choices, **chosen})))

    return change


def _with(groups: Sequence[Group], number: int, changed: Group) -> tuple[Group, ...]:
    return (*groups[:number], changed, *groups[number + 1 :])


# Abilities and munitions


def _abilities(luck: random.Random) -> Iterable[Change]:
    def pilot(force: Force) -> Force:
        lucky = luck.choice(force.units)
        some = tuple(_some_abilities(luck, lucky.card, luck.randint(1, 2)))
        return _changed(force, lucky, replace(lucky, abilities=some))

    def command(force: Force) -> Force:
        one = _command_choice(luck, luck.choice(sorted(command_abilities())))
        return replace(force, command_abilities=(*force.command_abilities, one))

    def marked(force: Force) -> Force:
        leader = luck.choice(force.units)
        return _changed(force, leader, replace(leader, command_unit=True))

    return (pilot, pilot, pilot, *[command] * luck.randint(0, 6), marked, marked)


def _legend(luck: random.Random) -> Change:
    def change(force: Force) -> Force:
        one = luck.choice(force.units)
        some = tuple(_some_abilities(luck, one.card, luck.randint(1, 3)))
        return _changed(force, one, replace(one, legendary="The pilot on the card", abilities=some))

    return change


def _changed(force: Force, old: ForceUnit, new: ForceUnit) -> Force:
    return replace(force, units=tuple(new if unit is old else unit for unit in force.units))


def _some_abilities(luck: random.Random, card: Card, number: int) -> list[str]:
    suiting = [key for key, one in pilot_abilities().items() if one.suits(card) and one.choices != ("kind",)]
    return [_written(luck, key) for key in luck.sample(suiting, number)]


def _written(luck: random.Random, key: str) -> str:
    """A pilot's ability with its points or its choice, as a force file has it."""
    ability = pilot_abilities()[key]
    if ability.up_to:
        return f"{ability.name} ({luck.randint(ability.cost, ability.up_to)})"
    words = {"environment": ("woods", "urban", "desert"), "bracket": ("medium", "long", "extreme")}
    if ability.choices and ability.choices[0] in words:
        return f"{ability.name} ({luck.choice(words[ability.choices[0]])})"
    if ability.choices == ("kind",):
        return luck.choice([one.name for one in pilot_abilities().values() if one.name.startswith(f"{ability.name} (")])
    return ability.name


def _command_choice(luck: random.Random, key: str) -> CommandChoice:
    """A force's ability with all that has to be named on taking it."""
    ability = command_abilities()[key]
    benefits = luck.sample([one.name for one in ability.options.values()], min(2, len(ability.options)))
    named = {
        "pilot_ability": _written(luck, luck.choice(sorted(pilot_abilities()))),
        "level": luck.randint(1, ability.times),
        "region": luck.choice(("Periphery", "Core")),
        "environment": luck.choice(("woods", "urban", "clear", "desert")),
        "enemies": luck.sample(faction_names(), 1),
        "benefits": luck.sample(benefits, luck.randint(0, len(benefits))),
        "scenario": luck.choice(("breakthrough", "king of the hill")),
    }
    details = {choice: named[choice] for choice in ability.choices if choice in named}
    return CommandChoice(ability.name, details)


def _munitions(luck: random.Random, chance: float) -> Change:
    """A munition for each keyword that may fire another than the standard one."""

    def change(force: Force) -> Force:
        return replace(force, units=tuple(replace(unit, alternate_munitions=loaded(unit)) for unit in force.units))

    def loaded(unit: ForceUnit) -> tuple[str, ...]:
        held = {one.name for top in unit.card.specials for one in (top, *top.inside)}
        fitting = [one for one in munitions().values() if one.keyword in held and one.group not in ("thunder", "smoke")]
        luck.shuffle(fitting)
        each = {one.keyword: f"{one.keyword}: {one.name}" for one in fitting}
        return tuple(said for said in each.values() if luck.random() < chance)

    return change
