"""Attachment B: the formations, what they ask, what they give, and how a group of units answers.

The entries are in `catalogue/formations.toml`; the grammar of their requirements is in `formation_rules.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from pydantic import Field, model_validator

from musterhall.games.alpha_strike.formations.formation_rules import (
    ATTACHMENT,
    FormationSettings,
    FormationUnit,
    Requirement,
    RequirementAnswer,
    Who,
    answer,
    asked,
    meets,
    share_of,
)
from musterhall.games.alpha_strike.formations.formation_words import listed, names
from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.games.alpha_strike.units.cards import is_aerospace, is_infantry
from musterhall.problems import BadInput, Problem, parse_model
from musterhall.spelling import names_like
from musterhall.tally import and_list

__all__ = [
    "Award",
    "FormationSettings",
    "FormationType",
    "FormationUnit",
    "Judgement",
    "RequirementAnswer",
    "commander_problems",
    "commanders_most",
    "find_formation",
    "formation_types",
    "group_problems",
    "is_formation",
    "judge",
    "numbers_allowed",
    "open_to",
    "possible",
    "support_problems",
]


@dataclass(frozen=True, slots=True)
class Award:
    """One part of a formation's bonus: what, to how many, and when that is settled."""

    to: str
    """all, half, percent, units (a fixed number), commander, or pool (shared points: the units and so many more)."""
    chosen: str
    """When the units that get it are named: registration, start (of play), turn."""
    worth: int
    abilities: tuple[str, ...] = ()
    """Pilot abilities on offer, by key; more than one is a choice."""
    command_abilities: tuple[str, ...] = ()
    effect: str = ""
    """A rule of its own, where the bonus is no ability."""
    ability_chosen: str = ""
    """When the ability is chosen, where that is not when the units are."""
    percent: int = 0
    units: int = 0
    rounding: str = "normal"
    per_turn: bool = False
    """It lasts for the turn; else for the game."""
    each_its_own: bool = False
    """Each unit may get another ability; else all get the same."""
    in_play: bool = False
    """Its share is one of the units still in play; else of all that the formation began with."""
    option: str = ""
    """Only one of the options of a bonus holds."""
    note: str = ""

    def reach(self, number: int, settings: FormationSettings) -> int:
        """How many units (of a pool: points) it reaches in a formation of that many."""
        if self.to == "percent":
            up = settings.bonus_share_rounding == "up"
            return share_of(self.percent, number, "up" if up else self.rounding)
        if self.to == "half":
            return share_of(50, number, self.rounding)
        fixed = {"all": number, "pool": number + self.units, "commander": 1}
        return fixed.get(self.to, min(self.units, number))


@dataclass(frozen=True, slots=True)
class FormationType:
    """A kind of formation: its requirements with those it takes over, and its bonus."""

    key: str
    name: str
    source: str
    requirements: tuple[Requirement, ...]
    own_requirements: tuple[Requirement, ...]
    """Those it does not take over from `requires_as`."""
    bonus: tuple[Award, ...]
    factions: tuple[str, ...] = ()
    """Only for these; empty means for everybody."""
    ideal_role: str = ""
    requires_as: str = ""
    bonus_as: str = ""
    numbers: str = ""
    """The setting that says how many units it takes, where it is not the usual number."""
    supports: bool = False
    commands_force: bool = field(init=False)
    """Whether its commander is one of the whole force's, of whom there are few."""
    needs_commander: bool = field(init=False)
    """Whether somebody in it must be named as its commander, to qualify or to have a part of its bonus."""

    def __post_init__(self) -> None:
        commands_force = any(need.who.commander for need in self.requirements)
        has_bonus = any(award.to == "commander" for award in self.bonus)
        object.__setattr__(self, "commands_force", commands_force)
        object.__setattr__(self, "needs_commander", commands_force or has_bonus)

    @property
    def section(self) -> str:
        return f"{ATTACHMENT}, {self.source}"

    def value(self, number: int, settings: FormationSettings) -> int:
        """The worth of its bonus for that many units; of several options the best."""
        always = sum(award.worth * award.reach(number, settings) for award in self.bonus if not award.option)
        options = [award.worth * award.reach(number, settings) for award in self.bonus if award.option]
        return always + max(options, default=0)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a group of units is a formation of one kind, requirement by requirement."""

    kind: str
    requirements: tuple[RequirementAnswer, ...]

    @property
    def met(self) -> bool:
        return all(one.met for one in self.requirements)

    @property
    def unmet(self) -> tuple[RequirementAnswer, ...]:
        return tuple(one for one in self.requirements if not one.met)


@cache
def formation_types() -> dict[str, FormationType]:
    """Every formation of Attachment B, by key."""
    data = catalogue_data("formations.toml")
    entries = {key: parse_model(_Formation, entry, f"formations.toml, {key}") for key, entry in data.items()}
    types: dict[str, FormationType] = {}
    for key, entry in entries.items():
        types[key] = entry.as_type(key, types)
    return types


def find_formation(name: str) -> FormationType:
    """The formation of that key or name ("command", "Command Lance"); else the nearest names are offered."""
    by_word = _by_word()
    found = by_word.get(_word(name))
    if found is None:
        near = names_like(_word(name), by_word)
        offer = and_list([by_word[word].name for word in near], "or") or "one of Attachment B"
        raise BadInput(f"There is no formation {name!r}. Did you mean {offer}?")
    return found


def judge(kind: str, units: Sequence[FormationUnit], settings: FormationSettings, faction: str = "") -> Judgement:
    """Attachment B Each requirement of one formation, asked of one group of units."""
    formation = find_formation(kind)
    answers = [_number_of_units(formation, units, settings), _ground_units(units)]
    if formation.factions:
        answers.append(_faction(formation, faction))
    if settings.ideal_role and _shares_ideal_role(formation, units):
        text = f"all units are {formation.ideal_role}s, its ideal role"
        answers.append(RequirementAnswer(text, True, names(units), section=formation.section))
    else:
        needs = [need for need in formation.requirements if asked(need, settings)]
        answers += [answer(need, units, settings, formation.section) for need in needs]
    return Judgement(formation.key, tuple(answers))


def is_formation(
    formation: FormationType, units: Sequence[FormationUnit], settings: FormationSettings, faction: str = ""
) -> bool:
    """Whether `judge` would find every requirement met; without its sentences, of which a check needs few."""
    fewest, most = numbers_allowed(formation, settings)
    if not fewest <= len(units) <= most or not open_to(formation, faction):
        return False
    if any(is_aerospace(unit.card) for unit in units):
        return False
    if settings.ideal_role and _shares_ideal_role(formation, units):
        return True
    return all(meets(need, units, settings) for need in formation.requirements if asked(need, settings))


def possible(units: Sequence[FormationUnit], settings: FormationSettings, faction: str = "") -> list[Judgement]:
    """Every formation these units can form together, the worthiest bonus first."""
    kinds = [kind for kind in formation_types().values() if is_formation(kind, units, settings, faction)]
    kinds.sort(key=lambda kind: -kind.value(len(units), settings))
    return [judge(kind.key, units, settings, faction) for kind in kinds]


def open_to(formation: FormationType, faction: str) -> bool:
    """Whether a force of this faction may have it."""
    return not formation.factions or faction.casefold() in {name.casefold() for name in formation.factions}


def numbers_allowed(formation: FormationType, settings: FormationSettings) -> tuple[int, int]:
    """The fewest and the most units a formation takes."""
    if formation.numbers:
        fewest, most = getattr(settings, formation.numbers)
        return fewest, most
    return settings.fewest, settings.most


def group_problems(
    name: str, kind: str, units: Sequence[FormationUnit], settings: FormationSettings, faction: str = ""
) -> list[Problem]:
    """What keeps a named group from being the formation it says it is, with a remedy and what it could be instead."""
    formation = find_formation(kind)
    if is_formation(formation, units, settings, faction):
        return []
    others = [formation_types()[one.kind] for one in possible(units, settings, faction)]
    instead = next((f"or use it as {_article(other.name)} {other.name}" for other in others if not other.supports), "")
    where = f'{formation.name} "{name}"'
    return [
        Problem(where, one.missing, one.section, ", ".join(part for part in (one.remedy, instead) if part))
        for one in judge(formation.key, units, settings, faction).unmet
    ]


def commanders_most(units: Sequence[FormationUnit]) -> int:
    """Attachment B, Command Lance: one commander, and a sub-commander for every six units that are not infantry."""
    return 1 + sum(not is_infantry(unit.card) for unit in units) // 6


def commander_problems(units: Sequence[FormationUnit], where: str) -> list[Problem]:
    """Whether a whole force names more commanders than it may."""
    named = [unit for unit in units if unit.commander]
    most = commanders_most(units)
    if len(named) <= most:
        return []
    what = (
        f"{listed(named)} are {len(named)} commanders; with one, and a sub-commander for every 6 units "
        f"that are not infantry, it may have {most}"
    )
    return [Problem(where, what, f"{ATTACHMENT}, Command Lance", "Name fewer of them")]


def support_problems(groups: Sequence[tuple[str, str]], where: str) -> list[Problem]:
    """Whether each Support Lance among a force's (name, kind) groups has another formation to support."""
    types = [(name, find_formation(kind)) for name, kind in groups]
    if any(not kind.supports for _, kind in types):
        return []
    return [
        Problem(
            f'{kind.name} "{name}"', "has no other formation to support", kind.section, f"Form another one in {where}"
        )
        for name, kind in types
    ]


def _number_of_units(
    formation: FormationType, units: Sequence[FormationUnit], settings: FormationSettings
) -> RequirementAnswer:
    fewest, most = numbers_allowed(formation, settings)
    text = f"{fewest} to {most} units"
    if fewest <= len(units) <= most:
        return RequirementAnswer(text, True, names(units), section=formation.section)
    few = len(units) < fewest
    remedy = f"Put {fewest - len(units)} more in" if few else f"Take {len(units) - most} out"
    missing = f"needs {text}; it has {len(units)}"
    return RequirementAnswer(text, False, names(units), missing, formation.section, remedy)


def _ground_units(units: Sequence[FormationUnit]) -> RequirementAnswer:
    flying = [unit for unit in units if is_aerospace(unit.card)]
    text = "no aerospace units"
    if not flying:
        return RequirementAnswer(text, True, names(units), section=ATTACHMENT)
    missing = f"takes {text}; {listed(flying)} {'is one' if len(flying) == 1 else 'are'}"
    grounded = names(unit for unit in units if unit not in flying)
    return RequirementAnswer(text, False, grounded, missing, ATTACHMENT, f"Take {listed(flying)} out")


def _faction(formation: FormationType, faction: str) -> RequirementAnswer:
    text = f"only for {and_list(formation.factions, 'or')}"
    if open_to(formation, faction):
        return RequirementAnswer(text, True, section=formation.section)
    held = f"this force is of {faction}" if faction else "this force has no faction"
    remedy = "Choose another formation" if faction else "Name the faction, or choose another formation"
    return RequirementAnswer(text, False, (), f"is {text}; {held}", formation.section, remedy)


def _shares_ideal_role(formation: FormationType, units: Sequence[FormationUnit]) -> bool:
    return bool(formation.ideal_role) and all(unit.card.role == formation.ideal_role for unit in units)


@cache
def _by_word() -> dict[str, FormationType]:
    types = formation_types()
    return {_word(kind.name): kind for kind in types.values()} | {_word(key): types[key] for key in types}


@cache
def _word(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold()).removesuffix("lance")


def _article(name: str) -> str:
    return "an" if name[0] in "AEIOU" else "a"


# The file

Span = Literal["short", "medium", "long", "extreme"]
Kind = Literal["'Mech", "vehicle", "infantry", "aerospace"]
Rounding = Literal["up", "down", "normal"]
Moment = Literal["registration", "start", "turn"]


class _Who(FileModel):
    size_least: int | None = None
    size_most: int | None = None
    roles: list[str] = Field(default=[])
    move_least: int | None = None
    move_most: int | None = None
    ground_move_least: int | None = None
    jump_least: int | None = None
    armour_least: int | None = None
    damage_least: dict[Span, int] = Field(default={})
    damage_above: dict[Span, int] = Field(default={})
    any_damage_most: int | None = None
    has: list[str] = Field(default=[])
    kinds: list[Kind] = Field(default=[])
    not_kinds: list[Kind] = Field(default=[])
    commander: bool = False
    any_of: list[_Who] = Field(default=[])

    def as_who(self) -> Who:
        given = {name: _frozen(getattr(self, name)) for name in self.model_fields_set - {"any_of"}}
        return Who(**given, any_of=tuple(part.as_who() for part in self.any_of))


class _Requirement(FileModel):
    all: Literal[True] | None = None
    none: Literal[True] | None = None
    count: int | None = None
    at_most: int | None = None
    share: int | None = Field(None, ge=1, le=100)
    pairs: int | None = None
    either: list[_Requirement] | None = None
    same_model: Literal[True] | None = None
    transports_infantry: Literal[True] | None = None
    who: _Who = _Who()
    rounding: Rounding | None = None
    besides: _Requirement | None = None
    alike: list[list[str]] = Field(default=[])
    setting: Literal["vehicle_command_all_vehicles"] | None = None

    @model_validator(mode="after")
    def _one_rule(self) -> _Requirement:
        if len(self._rules()) != 1:
            raise ValueError(f"needs exactly one of {and_list(_RULES, 'or')}")
        return self

    def _rules(self) -> list[str]:
        return [rule for rule in _RULES if getattr(self, rule) is not None]

    def as_requirement(self) -> Requirement:
        (rule,) = self._rules()
        given = getattr(self, rule)
        return Requirement(
            rule=rule,
            number=given if type(given) is int else 0,
            who=self.who.as_who(),
            rounding=self.rounding or "",
            besides=self.besides.as_requirement() if self.besides else None,
            either=tuple(part.as_requirement() for part in self.either or ()),
            alike=tuple(tuple(group) for group in self.alike),
            setting=self.setting or "",
        )


_RULES = ("all", "none", "count", "at_most", "share", "pairs", "either", "same_model", "transports_infantry")


class _Award(FileModel):
    to: Literal["all", "half", "percent", "units", "commander", "pool"]
    chosen: Moment
    worth: int = Field(ge=0)
    abilities: list[str] = Field(default=[])
    command_abilities: list[str] = Field(default=[])
    effect: str = ""
    ability_chosen: Moment | None = None
    percent: int = 0
    units: int = 0
    rounding: Rounding = "normal"
    per_turn: bool = False
    each_its_own: bool = False
    in_play: bool = False
    option: str = ""
    note: str = ""

    def as_award(self) -> Award:
        given = {name: _frozen(getattr(self, name)) for name in self.model_fields_set}
        return Award(**given)


class _Formation(FileModel):
    name: str
    source: str
    factions: list[str] = Field(default=[])
    ideal_role: str = ""
    requires_as: str = ""
    requires: list[_Requirement] = Field(default=[])
    bonus_as: str = ""
    bonus: list[_Award] = Field(default=[])
    numbers: Literal["", "horde_size"] = ""
    supports: bool = False

    def as_type(self, key: str, earlier: Mapping[str, FormationType]) -> FormationType:
        for named in (self.requires_as, self.bonus_as):
            if named and named not in earlier:
                raise BadInput(f"formations.toml, {key}: no formation {named!r} stands before it; check its spelling.")
        own = tuple(need.as_requirement() for need in self.requires)
        taken_over = earlier[self.requires_as].requirements if self.requires_as else ()
        bonus = earlier[self.bonus_as].bonus if self.bonus_as else ()
        return FormationType(
            key=key,
            name=self.name,
            source=self.source,
            requirements=taken_over + own,
            own_requirements=own,
            bonus=bonus + tuple(award.as_award() for award in self.bonus),
            factions=tuple(self.factions),
            ideal_role=self.ideal_role,
            requires_as=self.requires_as,
            bonus_as=self.bonus_as,
            numbers=self.numbers,
            supports=self.supports,
        )


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    return tuple(value) if isinstance(value, list) else value
