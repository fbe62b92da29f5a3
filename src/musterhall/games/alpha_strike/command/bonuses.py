"""What formations give their units: which abilities, to whom, and what of that a player chooses when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from musterhall.games.alpha_strike.abilities.abilities import command_abilities, pilot_abilities
from musterhall.games.alpha_strike.abilities.pilot_abilities import PilotAbility, family
from musterhall.games.alpha_strike.command.picks import Given, OneOf, Pair, Pick
from musterhall.games.alpha_strike.field.unit import NOBODY, Formation
from musterhall.games.alpha_strike.force.formation_choices import OPTION, SUPPORTS, Chosen
from musterhall.games.alpha_strike.formations.formations import Award, FormationSettings
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import keeps_bonus

SECTION = "18"
SETTINGS = FormationSettings()
ENVIRONMENTS = ("woods", "urban", "water", "rough")
"""What an Environmental Specialist of a Security Lance may be at home in."""


@dataclass(frozen=True)
class Bonus:
    """18 One part of what a formation gives, with what its force file says of it."""

    formation: Formation
    award: Award
    named: tuple[Pair, ...]
    """Units that the file names, with the ability of each."""
    abilities: tuple[str, ...]
    """What may be given, as it is written; one that the file names is the only one."""

    @property
    def key(self) -> str:
        """What the choice of its units, or of its ability, is called."""
        award = self.award
        if award.to == "commander":
            what = "commander"
        elif len((*award.abilities, *award.command_abilities)) == 1:
            what = self.abilities[0]
        else:
            what = "abilities" if award.each_its_own else "units" if award.ability_chosen else "ability"
        return f"{self.formation.name}: {what}"

    @property
    def ability_key(self) -> str:
        """What the choice of an ability is called whose users change."""
        return f"{self.formation.name}: ability"

    @property
    def by_turn(self) -> bool:
        return self.award.chosen == "turn"

    def users(self) -> tuple[int, ...]:
        commander = self.formation.commander
        if self.award.to == "commander":
            return (commander,) if commander != NOBODY else ()
        return self.formation.units

    def reach(self, number: int) -> int:
        return self.award.reach(number, SETTINGS)

    def settles_itself(self) -> bool:
        """Whether there is nothing to choose: everybody who can have it gets the one thing there is."""
        return len(self.abilities) == 1 and self.reach(len(self.formation.units)) >= len(self.users())


def formations_of(position: Position, side: int) -> list[Formation]:
    return [one for one in position.field.formations if one.side == side and one.kind is not None]


def bonuses_of(position: Position, formation: Formation) -> tuple[Bonus, ...]:
    """18 Every part of a formation's bonus that gives abilities."""
    memo, key = position.field.memo, ("bonuses", formation.index)
    if key not in memo:
        memo[key] = tuple(_bonuses(position, formation))
    return memo[key]  # type: ignore[no-any-return]


def _bonuses(position: Position, formation: Formation) -> Iterator[Bonus]:
    groups = position.field.players[formation.side].force.groups
    group = next(one for one in groups if one.name == formation.name)
    assert formation.kind is not None
    chosen = Chosen(group, formation.kind, SETTINGS)
    numbers = _numbers(position, formation.side)
    for award in _awards(position, formation, chosen):
        if not (award.abilities or award.command_abilities) or award.to == "pool":
            continue
        said = chosen.of(award)
        named = tuple((numbers[one.unit], one.said) for one in said if one.unit in numbers)
        loose = tuple(dict.fromkeys(one.said for one in said if not one.unit))
        yield Bonus(formation, award, named, loose or tuple(_offered(award)))


def _awards(position: Position, formation: Formation, chosen: Chosen) -> Iterator[Award]:
    """18 The parts that hold: of a Security Lance's two that for its part in the scenario, and nobody defends here."""
    for award in chosen.awards:
        if award.option != "defender" or formation.choices.get(OPTION) == "defender":
            yield award


def _numbers(position: Position, side: int) -> dict[str, int]:
    """Units by the names that their force gives them."""
    force = position.field.players[side].force
    return {one.name: unit for one, unit in zip(force.units, position.field.of_side[side], strict=True)}


def _offered(award: Award) -> Iterator[str]:
    for key in award.abilities:
        ability = pilot_abilities()[key]
        if ability.choices == ("kind",):
            yield from (one.name for one in pilot_abilities().values() if family(one.name) == ability.name != one.name)
        elif ability.choices:
            yield from (f"{ability.name} ({one})" for one in ENVIRONMENTS)
        else:
            yield ability.name
    for key in award.command_abilities:
        yield command_abilities()[key].name


# What there is to choose


def bonus_picks(position: Position, side: int) -> Iterator[Pick]:
    """18 What formations let a player choose before play."""
    for formation in formations_of(position, side):
        assert formation.kind is not None
        if formation.kind.supports:
            yield from _support_picks(position, formation)
        for bonus in bonuses_of(position, formation):
            pick = _pick_before_play(position, bonus)
            if pick is not None:
                yield pick


def _pick_before_play(position: Position, bonus: Bonus) -> Pick | None:
    if bonus.by_turn:
        waits = bonus.award.ability_chosen == "start" and len(bonus.abilities) > 1
        return OneOf(bonus.ability_key, SECTION, bonus.abilities) if waits else None
    if bonus.named or bonus.settles_itself() or not bonus.users():
        return None
    if bonus.award.to in ("all", "commander") and not bonus.award.each_its_own:
        return OneOf(bonus.key, SECTION, bonus.abilities)
    return _who_gets(position, bonus, bonus.users(), bonus.abilities)


def turn_bonus_picks(position: Position, side: int) -> Iterator[Pick]:
    """18 What formations let a player choose at the start of a turn."""
    for formation in formations_of(position, side):
        if not keeps_bonus(position, formation):
            continue
        for bonus in bonuses_of(position, formation):
            if bonus.by_turn:
                in_play = [unit for unit in bonus.users() if position.conditions[unit].alive]
                pick = _who_gets(position, bonus, in_play, _abilities_now(position, bonus))
                if pick.offers:
                    yield pick


def _abilities_now(position: Position, bonus: Bonus) -> tuple[str, ...]:
    chosen = position.sides[bonus.formation.side].choices.get(bonus.ability_key)
    if bonus.award.ability_chosen != "start":
        return bonus.abilities
    return (chosen,) if chosen else bonus.abilities[:1]


def _who_gets(position: Position, bonus: Bonus, units: Sequence[int], abilities: Sequence[str]) -> Given:
    number = len(units) if bonus.award.in_play else len(bonus.formation.units)
    offers = {unit: _suitable(position, unit, abilities) for unit in units}
    offers = {unit: things for unit, things in offers.items() if things}
    return Given(bonus.key, SECTION, offers, bonus.reach(number), same=not bonus.award.each_its_own)


def _suitable(position: Position, unit: int, abilities: Sequence[str]) -> tuple[str, ...]:
    """Those of these abilities that a unit of its type can have."""
    card, known = position.unit(unit).card, _pilot_abilities_by_name()
    return tuple(one for one in abilities if one not in known or known[one].suits(card))


@cache
def _pilot_abilities_by_name() -> Mapping[str, PilotAbility]:
    return {one.name: one for one in pilot_abilities().values()}


# What is given


def given_now(position: Position, bonus: Bonus) -> Sequence[Pair]:
    """18 Who has what from a part of a formation's bonus at this moment."""
    choices = position.sides[bonus.formation.side].choices
    if bonus.by_turn:
        return choices.get("turn", {}).get(bonus.key, ())  # type: ignore[no-any-return]
    if bonus.named:
        return bonus.named
    if bonus.settles_itself():
        return [(unit, bonus.abilities[0]) for unit in bonus.users()]
    chosen: Any = choices.get(bonus.key)
    if chosen is None:
        return ()
    return [(unit, chosen) for unit in bonus.users()] if isinstance(chosen, str) else chosen


def formation_grants(position: Position, side: int) -> Iterator[Pair]:
    """18 Every unit of a side with every ability that its formation gives it now."""
    for formation in formations_of(position, side):
        if not keeps_bonus(position, formation):
            continue
        yield from ((unit, said) for unit, said in _support_given(position, formation))
        for bonus in bonuses_of(position, formation):
            yield from ((unit, said) for unit, said in given_now(position, bonus))


# Support


def _support_picks(position: Position, formation: Formation) -> Iterator[Pick]:
    """18 Which formation it supports; and when that has its abilities, who gets which of them."""
    choices = position.sides[formation.side].choices
    supported = supported_by(position, formation)
    if supported is None:
        names = tuple(one.name for one in formations_of(position, formation.side) if not _supports(one))
        if names:
            yield OneOf(f"{formation.name}: supports", SECTION, names)
        return
    if any(key not in choices for key in _keys_before_play(position, supported)):
        return
    counts = handed_on(position, supported)
    offers = {unit: _suitable(position, unit, tuple(counts)) for unit in formation.units}
    offers = {unit: things for unit, things in offers.items() if things}
    if offers:
        most = len(formation.units) // 2
        yield Given(f"{formation.name}: abilities", SECTION, offers, most, several=True, counts=counts)


def _supports(formation: Formation) -> bool:
    return formation.kind is not None and formation.kind.supports


def supported_by(position: Position, formation: Formation) -> Formation | None:
    """18 The formation that a Support Lance supports, once that is settled."""
    choices = position.sides[formation.side].choices
    name = formation.choices.get(SUPPORTS) or choices.get(f"{formation.name}: supports")
    return next((one for one in formations_of(position, formation.side) if one.name == name), None)


def _keys_before_play(position: Position, formation: Formation) -> Iterator[str]:
    for bonus in bonuses_of(position, formation):
        pick = _pick_before_play(position, bonus)
        if pick is not None:
            yield pick.key


def handed_on(position: Position, supported: Formation) -> Counter[str]:
    """18 How many of each ability a supported formation hands on: not its commander's, and of a turn's all it may."""
    counts: Counter[str] = Counter()
    for bonus in bonuses_of(position, supported):
        if bonus.award.to == "commander":
            continue
        if bonus.by_turn:
            reach = bonus.reach(len(supported.units))
            counts.update(dict.fromkeys(_abilities_now(position, bonus), reach))
        else:
            counts.update(said for unit, said in given_now(position, bonus) if unit != supported.commander)
    return counts


def _support_given(position: Position, formation: Formation) -> Sequence[Pair]:
    if not _supports(formation):
        return ()
    choices = position.sides[formation.side].choices
    return choices.get(f"{formation.name}: abilities", ())  # type: ignore[no-any-return]
