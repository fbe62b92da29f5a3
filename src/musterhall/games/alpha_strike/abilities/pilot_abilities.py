"""Special pilot abilities, the ratings that skills are called by, and how much a pilot of a skill may have."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from pydantic import Field as Model

from musterhall.games.alpha_strike.abilities.modifiers import Modifier, Source, Whose, plain
from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.games.alpha_strike.units.card_names import joined
from musterhall.games.alpha_strike.units.cards import Card, can_fly
from musterhall.problems import BadInput, Problem, parse_model
from musterhall.spelling import names_like
from musterhall.tally import Tally, counted

LIMITS = "AS:CE 92"
RATINGS = "AS:CE 29"
MOST_SKILL = 8
MOST_UNITS = 1000
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class PilotAbility:
    """One special pilot ability."""

    key: str
    name: str
    cost: int
    """Points of the pilot's own allowance; for one that is bought in steps, the first."""
    effect: str
    trigger: str
    modifiers: tuple[Modifier, ...]
    source: str
    choices: tuple[str, ...] = ()
    up_to: int = 0
    """The most points, for an ability that is bought in steps of its cost."""
    sure: bool = True
    types: tuple[str, ...] = ()
    """The types of units that can have it; empty means all."""
    airborne: bool | None = None
    """Whether only units that fly can have it, or only those that do not."""

    def suits(self, card: Card) -> bool:
        """Whether a unit of this kind can have it at all."""
        fitting_type = not self.types or card.type in self.types
        return fitting_type and (self.airborne is None or self.airborne == can_fly(card))

    def as_data(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "name": self.name,
            "cost": self.cost,
            "up_to": self.up_to or self.cost,
            "effect": self.effect,
            "trigger": self.trigger,
            "modifiers": [one.as_data() for one in self.modifiers],
            "source": self.source,
            "sure": self.sure,
            "types": list(self.types),
            "airborne": self.airborne,
        }


@dataclass(frozen=True, slots=True)
class TakenPilotAbility:
    """An ability as one pilot has it, with its points and what was chosen for it."""

    ability: PilotAbility
    points: int
    choices: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def source(self, side: Whose = "own") -> Source:
        return Source(self.ability.name, self.ability.modifiers, self.ability.source, side, self.choices)


@dataclass(frozen=True, slots=True)
class AverageSkill:
    """AS:CE 29 The skills of a force as one: their sum, how many, the rounded average and its name."""

    sum: int
    units: int
    average: int
    rating: str

    def __str__(self) -> str:
        exact = f"{self.sum / self.units:.2f}".rstrip("0").rstrip(".")
        return f"{self.sum} / {self.units} = {exact}, rounded to {self.average}: {self.rating}"


class _AbilityEntry(FileModel):
    name: str
    cost: int
    source: str
    effect: str
    trigger: str
    up_to: int = 0
    choices: list[str] = Model(default_factory=list)
    modifiers: list[Modifier] = Model(default_factory=list)
    sure: bool = True
    types: list[str] = Model(default_factory=list)
    airborne: bool | None = None


class _SkillEntry(FileModel):
    rating: str
    number: int
    points: int


class _File(FileModel):
    skills: dict[str, _SkillEntry]
    abilities: dict[str, _AbilityEntry]


@cache
def _file() -> _File:
    name = "pilot_abilities.toml"
    return parse_model(_File, catalogue_data(name), name)


@cache
def pilot_abilities() -> dict[str, PilotAbility]:
    """AS:CE 92-101 Every special pilot ability by key."""
    return {
        key: PilotAbility(
            key=key,
            name=entry.name,
            cost=entry.cost,
            effect=entry.effect,
            trigger=entry.trigger,
            modifiers=tuple(entry.modifiers),
            source=entry.source,
            choices=tuple(entry.choices),
            up_to=entry.up_to,
            sure=entry.sure,
            types=tuple(entry.types),
            airborne=entry.airborne,
        )
        for key, entry in _file().abilities.items()
    }


def pilot_ability_limits(skill: int) -> tuple[int, int]:
    """AS:CE 92 How many abilities, and for how many points, a pilot of this skill may have."""
    entry = _skill(skill)
    return entry.number, entry.points


def rating(skill: int) -> str:
    """AS:CE 29 What a skill is called: 4 is Regular."""
    return _skill(skill).rating


def average_skill(skills: Sequence[int]) -> AverageSkill:
    """AS:CE 29 The average of a force's skills, rounded normally, and its rating; a half is rounded up."""
    if not skills:
        raise BadInput("skills: a force without units has no average; give at least one skill.")
    if len(skills) > MOST_UNITS:
        raise BadInput(f"skills: {len(skills)} is more units than a force has; give at most {MOST_UNITS}.")
    average = math.floor(sum(skills) / len(skills) + 0.5)
    return AverageSkill(sum(skills), len(skills), average, rating(average))


def _skill(skill: int) -> _SkillEntry:
    if not 0 <= skill <= MOST_SKILL:
        raise BadInput(f"skill: {skill} is no skill; give 0 to {MOST_SKILL}.")
    known = _file().skills
    return known.get(str(skill)) or known[max(known, key=int)]


# As a pilot has it


def read_pilot_ability(said: str, place: str) -> TakenPilotAbility:
    """An ability as it is written, with its points or its choice in brackets: Lucky (3), Range Master (long)."""
    key, chosen = find_named(said, pilot_ability_names())
    if key is None:
        names = [one.name for one in pilot_abilities().values()]
        raise BadInput(f"{place}: no special pilot ability is called {said!r:.60}; {nearest(said, names)}")
    ability = pilot_abilities()[key]
    if ability.up_to and chosen:
        if not (chosen.isdecimal() and len(chosen) < 4) or not ability.cost <= int(chosen) <= ability.up_to:
            raise BadInput(f"{place}: {said}: {ability.name} has {ability.cost} to {ability.up_to} points; give those.")
        return TakenPilotAbility(ability, int(chosen))
    if chosen and not ability.choices:
        raise BadInput(f"{place}: {said}: {ability.name} has nothing to choose; write its name alone.")
    if chosen and ability.choices == ("kind",):
        kinds = ", ".join(one.name for one in pilot_abilities().values() if family(one.name) == ability.name)
        raise BadInput(f"{place}: {said}: {ability.name} has no such kind; there is {kinds}.")
    choices = {ability.choices[0]: [plain(chosen)]} if chosen else {}
    return TakenPilotAbility(ability, ability.cost, choices)


def check_pilot_abilities(
    skill: int, taken: Sequence[TakenPilotAbility], banned: Sequence[str] = (), where: str = "pilot"
) -> list[Problem]:
    """AS:CE 92 Everything that speaks against one pilot of this skill having these abilities."""
    problems = []
    number, points = pilot_ability_limits(skill)
    if len(taken) > number:
        remedy = f"Take {len(taken) - number} out" if number else "Take them out, or use a pilot of skill 4 or better"
        abilities = counted(len(taken), "special pilot ability", "special pilot abilities")
        what = f"has {abilities} and skill {skill} ({rating(skill)}) allows {number}"
        problems.append(Problem(where, what, LIMITS, remedy))
    spent = pilot_points(taken)
    if number and spent.total > points:
        what = f"its special pilot abilities cost {spent.total} and skill {skill} ({rating(skill)}) allows {points}"
        problems.append(Problem(where, what, LIMITS, "Take cheaper ones"))
    keys = [one.ability.key for one in taken]
    for key in dict.fromkeys(keys):
        if keys.count(key) > 1:
            what = f"has {pilot_abilities()[key].name} {keys.count(key)} times"
            problems.append(Problem(where, what, LIMITS, "Take it once"))
    for one in taken:
        if is_banned(one.ability, banned):
            problems.append(Problem(where, f"{one.ability.name} is banned here", "event pack", "Take another"))
        for choice in one.ability.choices:
            if choice not in one.choices:
                remedy = f"Write it as {one.ability.name} ({choice})"
                problems.append(Problem(where, f"{one.ability.name} names no {choice}", one.ability.source, remedy))
    return problems


def is_banned(ability: PilotAbility, banned: Iterable[str]) -> bool:
    """A ban of Terrain Master reaches each of its kinds."""
    keys = _keys_of(tuple(banned))
    return ability.key in keys or find_spelled(family(ability.name), pilot_ability_names()) in keys


@lru_cache(maxsize=64)
def _keys_of(names: tuple[str, ...]) -> frozenset[str]:
    """The abilities that are meant by these names, of those there are."""
    return frozenset(key for name in names if (key := find_spelled(name, pilot_ability_names())))


def pilot_points(taken: Iterable[TakenPilotAbility]) -> Tally:
    """What a pilot's abilities cost of his allowance."""
    tally = Tally("ability points")
    for one in taken:
        tally.add(one.ability.name, one.points, one.ability.source)
    return tally


# Names


@cache
def pilot_ability_names() -> Mapping[str, str]:
    return spellings((word, key) for key, one in pilot_abilities().items() for word in (key, one.name))


def spellings(names: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The key of each name by the letters of every way to write it: Flanker is Flankers."""
    known = list(names)
    return {in_singular(name): key for name, key in known} | {joined(name): key for name, key in known}


def find_spelled(said: str, known: Mapping[str, str]) -> str | None:
    return known.get(joined(said)) or known.get(in_singular(said))


def find_named(said: str, known: Mapping[str, str]) -> tuple[str | None, str]:
    """The key of an ability, and what stands behind its name: in brackets, after a colon, or just so."""
    if len(said) > LONGEST_NAME:
        return None, ""
    if key := find_spelled(said, known):
        return key, ""
    for gap in reversed(list(re.finditer(r"[\s(:\u2013-]+", said))):
        if key := find_spelled(said[: gap.start()], known):
            behind = said[gap.end() :].strip()
            return key, behind.removesuffix(")").strip() if "(" in gap[0] else behind
    return None, ""


@lru_cache(maxsize=8192)
def in_singular(name: str) -> str:
    """The letters of a name whose words have lost their plural."""
    return joined(" ".join(word.removesuffix("s") for word in re.findall(r"[^\W_]+", name.casefold())))


def family(name: str) -> str:
    """Terrain Master (Frogman) is a Terrain Master."""
    return name.partition(" (")[0]


def nearest(said: str, names: Iterable[str]) -> str:
    near = names_like(said.casefold(), {name.casefold(): name for name in names})
    shown = {name.casefold(): name for name in names}
    return f"did you mean {' or '.join(shown[one] for one in near)}?" if near else "check its spelling."
