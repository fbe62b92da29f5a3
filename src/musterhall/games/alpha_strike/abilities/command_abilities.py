"""Special command abilities: what a whole force can do, with options, conditions and modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from pydantic import Field as Model

from musterhall.games.alpha_strike.abilities.modifiers import Modifier, Source, Whose, plain
from musterhall.games.alpha_strike.abilities.pilot_abilities import (
    average_skill,
    find_named,
    find_spelled,
    is_banned,
    nearest,
    pilot_abilities,
    read_pilot_ability,
    spellings,
)
from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.games.alpha_strike.units.card_names import joined
from musterhall.problems import BadInput, Problem, parse_model

SECTION = "AS:CE 102-109"
MOST_CHOSEN = 20

Complaint = tuple[str, str]
"""What is wrong, and what would mend it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose from in an ability: a benefit or a level."""

    key: str
    name: str
    effect: str
    modifiers: tuple[Modifier, ...]
    rating: tuple[str, ...] = ()
    """The ratings of forces that may choose it; empty means all."""
    without: str = ""
    """The other option that it excludes."""
    most: int = 1
    environment: str = ""
    """The one environment it is for."""
    sizes: Mapping[str, int] = field(default_factory=dict, hash=False)
    """The largest size of each unit type that it reaches."""


@dataclass(frozen=True, slots=True)
class CommandAbility:
    """One special command ability."""

    key: str
    name: str
    effect: str
    conditions: tuple[str, ...]
    options: Mapping[str, Option] = field(hash=False)
    modifiers: tuple[Modifier, ...]
    needs: Mapping[str, Any] = field(default_factory=dict, hash=False)
    advice: str = ""
    times: int = 1
    choices: tuple[str, ...] = ()
    benefits: Mapping[str, int] = field(default_factory=dict, hash=False)
    """How many benefits a force of each rating has."""
    environments: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    readings: tuple[str, ...] = ()
    everybody_has: str = ""
    """The pilot ability that every unit of the force has by it."""
    section: str = SECTION

    def as_data(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "name": self.name,
            "effect": self.effect,
            "conditions": list(self.conditions),
            "advice": self.advice,
            "times": self.times,
            "options": {key: {"name": one.name, "effect": one.effect} for key, one in self.options.items()},
            "readings": list(self.readings),
            "modifiers": [one.as_data() for one in self.modifiers],
            "source": self.section,
        }


@dataclass(frozen=True, slots=True)
class TakenCommandAbility:
    """An ability as a force has it: how often, which options, and what was named for it."""

    ability: CommandAbility
    times: int = 1
    options: tuple[str, ...] = ()
    choices: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def sources(self, side: Whose = "own", facts: Mapping[str, Any] | None = None) -> Iterator[Source]:
        """What it brings into a situation; `facts` are those of the force that has it.

        A force known to be of a rating that it is not for has nothing from it.
        """
        rating, needed = (facts or {}).get("rating"), self.ability.needs.get("rating")
        if rating and needed and rating not in needed:
            return
        name, section = self.ability.name, self.ability.section
        repeats = 1 if self.ability.options else self.times
        for _ in range(repeats):
            yield Source(name, self.ability.modifiers, section, side, self.choices, facts=facts or {})
        for key in self.options:
            option = self.ability.options[key]
            yield Source(f"{name}: {option.name}", option.modifiers, section, side, self.choices, facts=facts or {})


class _OptionEntry(FileModel):
    name: str
    effect: str
    modifiers: list[Modifier]
    rating: list[str] = Model(default_factory=list)
    without: str = ""
    most: int = 1
    environment: str = ""
    sizes: dict[str, int] = Model(default_factory=dict)


class _Needs(FileModel):
    rating: list[str] = Model(default_factory=list)
    command_ability: str = ""
    any_of: list[str] = Model(default_factory=list)
    not_only: list[str] = Model(default_factory=list)


class _Entry(FileModel):
    name: str
    effect: str
    conditions: list[str] = Model(default_factory=list)
    advice: str = ""
    needs: _Needs = _Needs()
    times: int = 1
    choices: list[str] = Model(default_factory=list)
    benefits: dict[str, int] = Model(default_factory=dict)
    options: dict[str, _OptionEntry] = Model(default_factory=dict)
    environments: dict[str, list[str]] = Model(default_factory=dict)
    readings: list[str] = Model(default_factory=list)
    everybody_has: str = ""
    modifiers: list[Modifier] = Model(default_factory=list)

    def ability(self, key: str) -> CommandAbility:
        needs = {name: value for name, value in self.needs.model_dump().items() if value}
        return CommandAbility(
            key=key,
            name=self.name,
            effect=self.effect,
            conditions=tuple(self.conditions),
            options={name: _option(name, entry) for name, entry in self.options.items()},
            modifiers=tuple(self.modifiers),
            everybody_has=self.everybody_has,
            needs=needs,
            advice=self.advice,
            times=self.times,
            choices=tuple(self.choices),
            benefits=self.benefits,
            environments={name: tuple(words) for name, words in self.environments.items()},
            readings=tuple(self.readings),
        )


def _option(key: str, entry: _OptionEntry) -> Option:
    return Option(
        key=key,
        name=entry.name,
        effect=entry.effect,
        modifiers=tuple(entry.modifiers),
        rating=tuple(entry.rating),
        without=entry.without,
        most=entry.most,
        environment=entry.environment,
        sizes=entry.sizes,
    )


@cache
def command_abilities() -> dict[str, CommandAbility]:
    """AS:CE 102-109 Every special command ability by key."""
    name = "command_abilities.toml"
    return {
        key: parse_model(_Entry, entry, f"{name}, {key}").ability(key) for key, entry in catalogue_data(name).items()
    }


@cache
def command_ability_names() -> Mapping[str, str]:
    return spellings((word, key) for key, one in command_abilities().items() for word in (key, one.name))


# As a force has it


class _Taken(FileModel):
    """An ability in a file, with all that can be said of it."""

    ability: str
    times: int = Model(default=1, ge=1, le=MOST_CHOSEN)
    level: int = Model(default=0, ge=0, le=MOST_CHOSEN)
    options: list[str] = Model(default_factory=list, max_length=MOST_CHOSEN)
    benefits: list[str] = Model(default_factory=list, max_length=MOST_CHOSEN)
    environment: str = ""
    enemies: list[str] = Model(default_factory=list, max_length=MOST_CHOSEN)
    region: str = ""
    scenario: str = ""
    pilot_ability: str = ""
    negates: list[str] = Model(default_factory=list, max_length=MOST_CHOSEN)
    added: str = ""


FIRST_CHOICE = {
    "focus": "pilot_ability",
    "infiltrators": "level",
    "regional_specialization": "region",
    "environmental_specialization": "environment",
    "enemy_specialization": "enemies",
    "tactical_specialization": "benefits",
    "tactical_specialization_combined_arms": "benefits",
}
"""What stands in the brackets behind an ability's name."""


def find_command_ability(said: str, place: str) -> tuple[CommandAbility, str]:
    """The ability that is meant, and what stands in brackets behind its name."""
    key, chosen = find_named(said, command_ability_names())
    if key is None:
        names = [one.name for one in command_abilities().values()]
        raise BadInput(f"{place}: no special command ability is called {said!r:.60}; {nearest(said, names)}")
    return command_abilities()[key], chosen


def read_command_ability(said: str | Mapping[str, Any], place: str) -> TakenCommandAbility:
    """An ability as a file has it: its name, perhaps with a choice in brackets, or a table with its choices."""
    entry = parse_model(_Taken, {"ability": said} if isinstance(said, str) else said, place)
    ability, chosen = find_command_ability(entry.ability, place)
    if chosen:
        entry = _with_choice(entry, ability, chosen, place)
    times = max(entry.times, entry.level)
    options = [_option_key(ability, word, place) for word in (*entry.options, *entry.benefits)]
    if ability.key == "infiltrators":
        options = [key for number, key in enumerate(ability.options, 1) if number <= times]
    if ability.key == "tactical_specialization_combined_arms":
        times = max(times, 1 + len(options))
    if ability.environments:
        options = [_for_environment(ability, key, plain(entry.environment)) for key in options]
    return TakenCommandAbility(ability, times, tuple(options), _choices(ability, entry, place))


def _with_choice(entry: _Taken, ability: CommandAbility, chosen: str, place: str) -> _Taken:
    """What stands in brackets behind an ability's name, as the field that it is."""
    field_name = FIRST_CHOICE.get(ability.key)
    if field_name is None:
        raise BadInput(f"{place}: {entry.ability}: {ability.name} has nothing to choose; write its name alone.")
    words: Any = [word.strip() for word in chosen.split(",")]
    if field_name == "level":
        if not (chosen.isdecimal() and len(chosen) < 4) or not 1 <= int(chosen) <= ability.times:
            raise BadInput(f"{place}: {entry.ability}: {chosen!r} is no level; give 1 to {ability.times}.")
        words = int(chosen)
    elif field_name not in ("enemies", "benefits"):
        words = chosen
    return entry.model_copy(update={field_name: words})


def _option_key(ability: CommandAbility, word: str, place: str) -> str:
    wanted = joined(word)
    for key, option in ability.options.items():
        short = joined(option.name.split(" ")[0]) if ability.key == "tactical_specialization" else ""
        if wanted in (joined(key), joined(option.name), short):
            return key
    known = ", ".join(option.name for option in ability.options.values()) or "none"
    raise BadInput(f"{place}: {ability.name} has no option {word!r:.60}; it has {known}.")


def _for_environment(ability: CommandAbility, key: str, environment: str) -> str:
    """Clear terrain has benefits of its own."""
    special = f"{environment}_{key}"
    return special if special in ability.options else key


def _choices(ability: CommandAbility, entry: _Taken, place: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if entry.environment:
        environment = plain(entry.environment)
        included = list(ability.environments.get(environment, (environment,)))
        found |= {"environment": included, "environment_name": environment}
        found["urban"] = included if environment == "urban" else []
    if entry.enemies:
        found["enemies"] = [plain(one) for one in entry.enemies]
    if entry.region:
        found["region"] = [plain(entry.region)]
    if entry.scenario:
        found["scenario"] = [plain(entry.scenario)]
    if entry.pilot_ability:
        found["pilot_ability"] = read_pilot_ability(entry.pilot_ability, f"{place}: {ability.name}").ability.key
    if entry.negates:
        found["negates"] = [find_command_ability(one, place)[0].key for one in entry.negates]
    if entry.added:
        found["added"] = read_command_ability(entry.added, f"{place}: added")
    return found


# Taking it


def check_command_abilities(
    taken: Sequence[TakenCommandAbility],
    skills: Sequence[int] = (),
    types: Sequence[str] = (),
    banned: Sequence[str] = (),
    where: str = "force",
) -> list[Problem]:
    """AS:CE 102-109 Everything that speaks against a force of these skills and unit types having these abilities."""
    rating = plain(average_skill(skills).rating) if skills else ""
    problems: list[Problem] = []
    for one in taken:
        ability = one.ability
        if is_banned_command(ability.key, banned):
            problems.append(Problem(where, f"{ability.name} is banned here", "event pack", "Take another"))
        problems += (Problem(where, what, "event pack", remedy) for what, remedy in banned_inside(one, banned))
        problems += (Problem(where, what, ability.section, remedy) for what, remedy in _complaints(one, taken, rating))
        problems += (Problem(where, what, ability.section, remedy) for what, remedy in _unit_complaints(one, types))
    for key, times in _times(taken).items():
        ability = command_abilities()[key]
        if times > ability.times:
            often = "once" if ability.times == 1 else f"{ability.times} times"
            what = f"has {ability.name} {times} times and it is taken {often} at most"
            problems.append(Problem(where, what, ability.section, "Take it less often"))
    return problems


def is_banned_command(key: str, banned: Iterable[str]) -> bool:
    """A bracket may be part of a name: a ban of Tactical Specialization does not reach its Combined Arms."""
    return key in _keys_of(tuple(banned))


@lru_cache(maxsize=64)
def _keys_of(names: tuple[str, ...]) -> frozenset[str]:
    """The abilities that are meant by these names, of those there are."""
    return frozenset(key for name in names if (key := find_spelled(name, command_ability_names())))


def banned_inside(one: TakenCommandAbility, banned: Sequence[str]) -> Iterator[Complaint]:
    """Banned abilities, of pilots or of forces, that a command ability would bring in."""
    pilot = pilot_abilities().get(one.choices.get("pilot_ability", ""))
    if pilot and is_banned(pilot, banned):
        yield f"{one.ability.name} gives {pilot.name}, which is banned", "Choose another ability"
    added = one.choices.get("added")
    if added is None:
        return
    if is_banned_command(added.ability.key, banned):
        yield f"{one.ability.name} adds {added.ability.name}, which is banned", "Add another ability"
    yield from banned_inside(added, banned)


def _times(taken: Iterable[TakenCommandAbility]) -> dict[str, int]:
    """How often each ability is taken; Focus counts for each pilot ability by itself."""
    found: dict[tuple[str, Any], int] = {}
    for one in taken:
        kind = (one.ability.key, one.choices.get("pilot_ability"))
        found[kind] = found.get(kind, 0) + one.times
    most: dict[str, int] = {}
    for (key, _), times in found.items():
        most[key] = max(most.get(key, 0), times)
    return most


def _complaints(one: TakenCommandAbility, taken: Sequence[TakenCommandAbility], rating: str) -> Iterator[Complaint]:
    ability, needs = one.ability, one.ability.needs
    if rating and "rating" in needs and rating not in needs["rating"]:
        yield f"{ability.name} is for forces rated Veteran or better and this one is {rating}", "Use better pilots"
    other = needs.get("command_ability")
    if other and other not in {others.ability.key for others in taken}:
        name = command_abilities()[other].name
        yield f"{ability.name} needs {name}", f"Take {name} too"
    yield from _missing_choices(one)
    yield from _option_complaints(one, rating)


def _unit_complaints(one: TakenCommandAbility, types: Sequence[str]) -> Iterator[Complaint]:
    needs, name = one.ability.needs, one.ability.name
    kinds = {plain(word) for word in types}
    if kinds and "any_of" in needs and not kinds & set(needs["any_of"]):
        yield f"{name} is of use to {', '.join(needs['any_of'])} only and the force has none", "Field one of them"
    if kinds and "not_only" in needs and kinds <= set(needs["not_only"]):
        yield f"{name} cannot be used by {', '.join(needs['not_only'])} and the force has nothing else", "Take another"


def _missing_choices(one: TakenCommandAbility) -> Iterator[Complaint]:
    key, name = one.ability.key, one.ability.name
    wanted = FIRST_CHOICE.get(key)
    if wanted in ("pilot_ability", "region", "environment", "enemies") and wanted not in one.choices:
        yield f"{name} names no {wanted.replace('_', ' ')}", f"Write it as {name} (...)"
    if "scenario_specialization" in one.options and "scenario" not in one.choices:
        yield f"{name} names no scenario type", "Choose the type of scenario it is for"
    if key == "enemy_specialization":
        most = 2 if "second_enemy" in one.options else 1
        if len(one.choices.get("enemies", [])) > most:
            yield f"{name} names more enemies than {most}", "Take Second Enemy, or name one"
        negated = 2 if "negate_two" in one.options else 1 if "negate_one" in one.options else 0
        if len(one.choices.get("negates", [])) > negated:
            yield f"{name} negates more abilities than {negated}", "Negate fewer"
        if "added" in one.choices and "added_ability" not in one.options:
            yield f"{name} adds an ability without the option for it", "Take Added Ability"


def _option_complaints(one: TakenCommandAbility, rating: str) -> Iterator[Complaint]:
    ability = one.ability
    environment = one.choices.get("environment_name", "")
    for key in dict.fromkeys(one.options):
        option, count = ability.options[key], one.options.count(key)
        if rating and option.rating and rating not in option.rating:
            yield f"{ability.name}: {option.name} is not for a force rated {rating}", "Take another option"
        if option.without in one.options and key < option.without:
            other = ability.options[option.without].name
            yield f"{ability.name}: {option.name} and {other} exclude each other", "Take one of them"
        if count > option.most:
            yield f"{ability.name}: {option.name} is taken {count} times", "Take it less often"
        if option.environment and environment != option.environment:
            yield f"{ability.name}: {option.name} is for {option.environment} terrain only", "Take another benefit"
        if environment == "clear" and key == "improved_initiative":
            yield f"{ability.name}: Improved Initiative is not for clear terrain", "Take another benefit"
    if ability.benefits and rating:
        yield from _benefit_complaints(one, rating)


def _benefit_complaints(one: TakenCommandAbility, rating: str) -> Iterator[Complaint]:
    """Benefits by rating; a force of none may still name the one whose penalty it bears."""
    name, allowed, count = one.ability.name, one.ability.benefits.get(rating, 0), len(one.options)
    focus_only = allowed == 0 and count == 1
    if count > allowed and not focus_only:
        yield f"{name} has {count} benefits and a force rated {rating} has {allowed}", "Take fewer"
    elif allowed < 3 and len(set(one.options)) < count:
        yield f"{name} has a benefit twice, which only Heroic and Legendary forces may", "Take different ones"
