"""What a force says of its formations' bonuses: who gets which ability, how many, all the same or each its own.

Little of it has to be said with the list; whatever is said has to be what the formation gives.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from musterhall.games.alpha_strike.abilities.abilities import (
    command_ability_names,
    find_named,
    pilot_abilities,
    pilot_ability_names,
)
from musterhall.games.alpha_strike.abilities.pilot_abilities import family
from musterhall.games.alpha_strike.force import known_names as names
from musterhall.games.alpha_strike.force.forces import Choice, Group, plain
from musterhall.games.alpha_strike.formations.formations import Award, FormationSettings, FormationType, formation_types
from musterhall.problems import Problem, near_names
from musterhall.tally import and_list

ABILITY, OPTION, SUPPORTS = "ability", "option", "supports"
"""What a formation's choices may say: the ability or option of its bonus, or which formation it supports."""


def choice_problems(group: Group, groups: Sequence[Group], settings: FormationSettings) -> list[Problem]:
    """Attachment B Everything that a formation's bonus does not offer, and what is due with the list and missing."""
    kind = kind_of(group)
    return list(_problems(Chosen(group, kind, settings), groups)) if kind else []


def chosen_abilities(group: Group) -> list[tuple[str, str]]:
    """Every ability that was chosen, by its key, with the unit that gets it or nothing where none is named."""
    return [(one.unit, one.key) for one in _given(group)]


def commander_is_open(group: Group) -> bool:
    """Whether everybody can tell who commands a formation: Tactical Genius is the commander's, and it is not secret."""
    kind = kind_of(group)
    for award in kind.bonus if kind else ():
        if award.to == "commander" and "tactical_genius" in award.abilities:
            chosen = {key for _, key in chosen_abilities(group)}
            return len(award.abilities) == 1 or "tactical_genius" in chosen
    return False


def kind_of(group: Group) -> FormationType | None:
    return _kind_called(group.kind)


@lru_cache(maxsize=1024)
def _kind_called(name: str) -> FormationType | None:
    key = names.formation.find(name)
    return formation_types()[key] if key else None


@dataclass(frozen=True, slots=True)
class GivenAbility:
    """An ability that was chosen, as it was written, for one unit or, without one, for the formation."""

    said: str
    unit: str = ""

    @property
    def key(self) -> str:
        """The catalogue's key; that of a kind of Terrain Master is its own."""
        return _ability_key(self.said)

    def is_one_of(self, award: Award) -> bool:
        return any(_same_ability(self.key, offered) for offered in (*award.abilities, *award.command_abilities))

    @property
    def variation(self) -> str:
        """What tells it from others: Terrain Master (Frogman) is not Terrain Master (Mountaineer)."""
        return f"{self.key} {plain(_in_brackets(self.said))}"


@dataclass(frozen=True)
class Chosen:
    """One formation with what was chosen for it."""

    group: Group
    kind: FormationType
    settings: FormationSettings
    awards: tuple[Award, ...] = field(init=False)
    """The parts of its bonus that hold under the option that was chosen."""

    def __post_init__(self) -> None:
        option = self.group.choices.get(OPTION)
        known = option in [award.option for award in self.kind.bonus if award.option]
        awards = (one for one in self.kind.bonus if not known or one.option in ("", option))
        object.__setattr__(self, "awards", tuple(awards))

    @property
    def where(self) -> str:
        named = plain(self.group.name) not in (plain(self.kind.name), plain(self.kind.key))
        return f'{self.kind.name} "{self.group.name}"' if named else self.group.name

    @cached_property
    def given(self) -> tuple[GivenAbility, ...]:
        """Every ability in the choices, for whom it is."""
        return _given(self.group)

    def of(self, award: Award) -> list[GivenAbility]:
        return [one for one in self.given if one.is_one_of(award)]

    def reach(self, award: Award) -> int:
        return award.reach(len(self.group.units), self.settings)

    def problem(self, what: str, remedy: str) -> Problem:
        return Problem(self.where, what, self.kind.section, remedy)


def _given(group: Group) -> tuple[GivenAbility, ...]:
    if not group.choices:
        return ()
    members = {plain(name): name for name in group.units}
    found: list[GivenAbility] = []
    for key, value in group.choices.items():
        unit = members.get(plain(key), "")
        if unit or key == ABILITY:
            found += (GivenAbility(said, unit) for said in _texts(value))
    return tuple(found)


def _problems(chosen: Chosen, groups: Sequence[Group]) -> Iterator[Problem]:
    yield from _unknown_words(chosen)
    yield from _options(chosen)
    if chosen.given:
        yield from _twice(chosen)
    if chosen.kind.supports:
        yield from _support(chosen, groups)
        return
    if chosen.given:
        yield from _not_given(chosen, chosen.awards)
        yield from _without_variation(chosen)
    yield from _no_commander(chosen)
    for award in chosen.awards:
        if award.abilities or award.command_abilities:
            yield from _award(chosen, award)


# Any formation


def _unknown_words(chosen: Chosen) -> Iterator[Problem]:
    for key in chosen.group.choices:
        if key == SUPPORTS and not chosen.kind.supports:
            yield chosen.problem("is no formation that supports another", f"Take {SUPPORTS} out.")
        elif key not in (ABILITY, OPTION, SUPPORTS) and plain(key) not in map(plain, chosen.group.units):
            remedy = f"Use {ABILITY}, {OPTION}, {SUPPORTS} or the name of a unit in it."
            yield chosen.problem(f"{key!r} is nothing to choose", remedy)


def _options(chosen: Chosen) -> Iterator[Problem]:
    """An option that it has, one that is due with the list, and abilities of one option only."""
    options = {award.option: award for award in chosen.kind.bonus if award.option}
    option = chosen.group.choices.get(OPTION)
    if option is not None and option not in options:
        remedy = f"Choose from {', '.join(options)}." if options else "Take it out."
        yield chosen.problem(f"has no option {option!r}", remedy)
    if option is None and any(award.chosen == "registration" for award in options.values()):
        remedy = f"Choose {and_list([repr(one) for one in options], 'or')}."
        yield chosen.problem("does not say which of its options it uses", remedy)
    used = [name for name, award in options.items() if chosen.of(award)]
    if option not in options and len(used) > 1:
        what = f"has abilities for {and_list(used, 'and')}, and only one of its options holds"
        yield chosen.problem(what, "Leave those of one option.")


def _not_given(chosen: Chosen, awards: Iterable[Award]) -> Iterator[Problem]:
    awards = list(awards)
    for one in chosen.given:
        if not any(one.is_one_of(award) for award in awards):
            offered = [_called(key) for award in awards for key in (*award.abilities, *award.command_abilities)]
            remedy = f"It gives {and_list(offered, 'or')}." if offered else "Take the choice out."
            yield chosen.problem(f"does not give {one.said!r}", remedy)


def _twice(chosen: Chosen) -> Iterator[Problem]:
    counts = Counter((one.unit, one.variation) for one in chosen.given)
    for one in chosen.given:
        times = counts.pop((one.unit, one.variation), 0)
        if times > 1:
            whom = f"{one.unit} " if one.unit else ""
            yield chosen.problem(f"gives {whom}{one.said} {times} times", "Give it once.")


def _without_variation(chosen: Chosen) -> Iterator[Problem]:
    """Terrain Master and Environmental Specialist are nothing until it is said of what."""
    for said in dict.fromkeys(one.said for one in chosen.given if _lacks_variation(one)):
        yield chosen.problem(f"does not say which {said}", f"Write it as {said} (...).")


def _lacks_variation(one: GivenAbility) -> bool:
    ability = pilot_abilities().get(one.key)
    return bool(ability and ability.choices and not _in_brackets(one.said))


def _no_commander(chosen: Chosen) -> Iterator[Problem]:
    """Where the requirements ask for one, they say so themselves."""
    if chosen.kind.needs_commander and not chosen.kind.commands_force and not chosen.group.commander:
        yield chosen.problem("names no commander", "Name the unit that commands it.")


# One part of a bonus


def _award(chosen: Chosen, award: Award) -> Iterator[Problem]:
    given = chosen.of(award)
    if award.to == "pool":
        yield from _shared(chosen, award, given)
        return
    if given:
        yield from _handed_out(chosen, award, given)
    if "registration" in (award.chosen, award.ability_chosen):
        yield from _due(chosen, award, given)


def _handed_out(chosen: Chosen, award: Award, given: Sequence[GivenAbility]) -> Iterator[Problem]:
    """To the right units, to no more of them than it reaches, and the same to all or to each its own."""
    users = list(dict.fromkeys(one.unit for one in given if one.unit))
    if award.to == "commander":
        yield from _for_commander(chosen, given)
    elif len(users) > chosen.reach(award):
        what = f"gives {_some(given)} to {len(users)} units, and {chosen.reach(award)} may have it"
        yield chosen.problem(what, f"Leave it with {chosen.reach(award)}.")
    if award.each_its_own or award.to == "commander":
        yield from _one_each(chosen, users, given)
    elif len({one.variation for one in given}) > 1:
        what = f"gives {_some(given)}, and all units that get it have the same one"
        yield chosen.problem(what, "Choose one of them.")
    yield from _too_many_named(chosen, award, given)


def _shared(chosen: Chosen, award: Award, given: Sequence[GivenAbility]) -> Iterator[Problem]:
    """A pool is nobody's own, and its points follow from the number of units."""
    for one in given:
        name, points = _called(award.abilities[0]), chosen.reach(award)
        if one.unit:
            what = f"shares {name} among all of its units, and gives {one.unit} none of its own"
            yield chosen.problem(what, "Take that choice out.")
        elif (said := _in_brackets(one.said)) and said != str(points):
            what = f"{one.said}: it is worth {points} points in a formation of {len(chosen.group.units)}"
            yield chosen.problem(what, f"Write {name} ({points}).")


def _for_commander(chosen: Chosen, given: Sequence[GivenAbility]) -> Iterator[Problem]:
    for one in given:
        if one.unit and one.unit != chosen.group.commander:
            what = f"gives {one.said} to {one.unit}, and it is the commander's"
            yield chosen.problem(what, f"Give it to {chosen.group.commander or 'the commander'}.")


def _one_each(chosen: Chosen, users: Iterable[str], given: Sequence[GivenAbility]) -> Iterator[Problem]:
    for unit in users:
        mine = [one for one in given if one.unit == unit]
        if len({one.variation for one in mine}) > 1:
            yield chosen.problem(f"{unit} gets {_some(mine)}, and it is one of them", "Choose one.")


def _too_many_named(chosen: Chosen, award: Award, given: Sequence[GivenAbility]) -> Iterator[Problem]:
    """More abilities without a unit than there are units to have them."""
    loose = {one.variation for one in given if not one.unit}
    reach = chosen.reach(award)
    if (award.each_its_own or award.to == "commander") and len(loose) > reach:
        units = "1 unit" if reach == 1 else f"{reach} units"
        what = f"names {len(loose)} abilities, and {units} may have one of them"
        yield chosen.problem(what, f"Leave {reach}.")


def _due(chosen: Chosen, award: Award, given: Sequence[GivenAbility]) -> Iterator[Problem]:
    """What is locked in with the list: one ability, or one for each unit."""
    if not given:
        known = and_list([_called(key) for key in award.abilities], "or")
        yield chosen.problem("does not say which ability it has for the event", f"Choose {known}.")
    elif award.each_its_own and len({one.variation for one in given if not one.unit}) != 1:
        named = {one.unit for one in given}
        left = [unit for unit in chosen.group.units if unit not in named]
        if left:
            has = "has" if len(left) == 1 else "have"
            what = f"does not say which ability {and_list(left, 'and')} {has} for the event"
            yield chosen.problem(what, "Choose one for each unit.")


# Support


def _support(chosen: Chosen, groups: Sequence[Group]) -> Iterator[Problem]:
    """Attachment B, Support Lance: half of it has what another formation has, no more of each, nor its commander's."""
    named = chosen.group.choices.get(SUPPORTS)
    if named is None:
        if chosen.given:
            what = "does not say which formation it supports"
            yield chosen.problem(what, f"Name it with {SUPPORTS}, or leave the abilities out.")
        return
    others = [one for one in groups if one.name != chosen.group.name]
    found = next((one for one in others if plain(one.name) == plain(str(named))), None)
    kind = kind_of(found) if found else None
    if found is None:
        what = f"supports {named!r}, which is no other formation here"
        yield chosen.problem(what, near_names(str(named), [one.name for one in others]))
    elif kind and kind.supports:
        what = f"supports {named!r}, which supports others itself"
        yield chosen.problem(what, "Support a formation of another kind.")
    elif kind:
        yield from _as_supported(chosen, Chosen(found, kind, chosen.settings))


def _as_supported(chosen: Chosen, supported: Chosen) -> Iterator[Problem]:
    allowed = _handed_on(supported)
    counts: Counter[str] = Counter()
    for one in {(one.unit, one.variation): one for one in chosen.given}.values():
        match = next((key for key in allowed if _same_ability(one.key, key)), None)
        if match is None:
            remedy = (
                f"It gives {and_list([_called(key) for key in allowed], 'or')}." if allowed else "Take the choice out."
            )
            yield chosen.problem(f"does not give {one.said!r}", remedy)
        else:
            counts[match] += 1
    for key, count in counts.items():
        if count > allowed[key]:
            what = f"gives {_called(key)} to {count} units, and {supported.group.name} has it for {allowed[key]}"
            yield chosen.problem(what, f"Leave it with {allowed[key]}.")
    users = {one.unit for one in chosen.given if one.unit}
    reach = max((chosen.reach(award) for award in chosen.kind.bonus), default=0)
    if len(users) > reach:
        what = f"gives {_some(chosen.given)} to {len(users)} units, and {reach} may have it"
        yield chosen.problem(what, f"Leave it with {reach}.")


def _handed_on(supported: Chosen) -> dict[str, int]:
    """How many units of a formation have each of its abilities; the commander's own are not handed on."""
    found: dict[str, int] = {}
    for award in supported.awards:
        if award.to == "commander":
            continue
        given, reach = supported.of(award), supported.reach(award)
        named = Counter(one.key for one in given if one.unit and one.unit != supported.group.commander)
        if award.each_its_own and any(one.unit for one in given):
            found |= named
        else:
            chosen_ones = list(dict.fromkeys(one.key for one in given)) or award.abilities
            found |= dict.fromkeys(chosen_ones, reach)
    return found


# Names


@lru_cache(maxsize=4096)
def _ability_key(said: str) -> str:
    """The key of a pilot's or a force's ability, which may be written with its points or choice."""
    if (letters := names.plain_key(said)) in command_ability_names():
        return command_ability_names()[letters]  # Sharp Shooters are no Sharpshooter
    known = (find_named(said, named)[0] for named in (pilot_ability_names(), command_ability_names()))
    return next((key for key in known if key), letters)


def _same_ability(key: str, offered: str) -> bool:
    """Each kind of Terrain Master is an ability of its own, and any of them is one."""
    abilities = pilot_abilities()
    kind, whole = abilities.get(key), abilities.get(offered)
    return key == offered or bool(kind and whole and family(kind.name) == whole.name)


def _in_brackets(said: str) -> str:
    found = re.search(r"\(([^()]*)\)\s*$", said)
    return found[1].strip() if found else ""


def _called(key: str) -> str:
    ability = pilot_abilities().get(key)
    return ability.name if ability else key.replace("_", " ").title()


def _some(given: Iterable[GivenAbility]) -> str:
    return and_list(list(dict.fromkeys(one.said for one in given)), "and")


def _texts(value: Choice) -> list[str]:
    return value if isinstance(value, list) else [str(value)]
