"""A force's munitions and abilities, those of its pilots and its own: known, allowed here, and not too many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from musterhall.games.alpha_strike.abilities.abilities import (
    TakenCommandAbility,
    TakenPilotAbility,
    banned_inside,
    check_command_abilities,
    check_pilot_abilities,
    command_abilities,
    command_ability_names,
    find_named,
    is_banned,
    is_banned_command,
    pilot_abilities,
    pilot_ability_names,
    read_command_ability,
    read_pilot_ability,
)
from musterhall.games.alpha_strike.abilities.pilot_abilities import family
from musterhall.games.alpha_strike.edition.edition import FILE, Edition
from musterhall.games.alpha_strike.force import known_names as names
from musterhall.games.alpha_strike.force.force_rules import Terms
from musterhall.games.alpha_strike.force.forces import CommandChoice, Force, ForceUnit
from musterhall.games.alpha_strike.force.known_names import plain_key
from musterhall.games.alpha_strike.units.cards import AEROSPACE, Card
from musterhall.problems import TO_DECIDE, BadInput, Problem
from musterhall.tally import counted

WORST_SKILL = 8
MOST_COMMAND_ABILITIES = Edition.usual().command_abilities_of_a_force
SOURCE_OF_THAT = FILE.figures["command_abilities_of_a_force"].source

UNIT_WORDS = {
    "BM": "mech",
    "IM": "industrial mech",
    "PM": "protomech",
    "CI": "infantry",
    "BA": "battle armor",
    **dict.fromkeys(AEROSPACE, "aerospace"),
}


def ability_problems(force: Force, terms: Terms) -> list[Problem]:
    """Everything that is wrong with a force's abilities and munitions."""
    return [
        *_pilot_abilities(force, terms),
        *_pilots_with_abilities(force, terms),
        *_command_abilities(force, terms),
        *_munitions(force, terms),
        *_munition_types(force, terms),
    ]


def ability_warnings(force: Force, terms: Terms) -> list[Problem]:
    """Abilities and munitions that the catalogue does not know, and bans that may reach further than they say."""
    return [*_unknown(force, terms), *_kin_of_banned(force, terms), *_number_unknown(force, terms)]


@lru_cache(maxsize=1024)
def find_pilot_ability(name: str) -> str | None:
    """The key of an ability, which may be written with its points or choice: Lucky (3), Range Master (long)."""
    return find_named(name, pilot_ability_names())[0]


def find_command_ability(choice: CommandChoice) -> str | None:
    """The key of a command ability; some have a bracket in their name, others a choice in it."""
    return _command_ability_called(choice.name)


@lru_cache(maxsize=1024)
def _command_ability_called(name: str) -> str | None:
    return find_named(name, command_ability_names())[0]


def _unknown(force: Force, terms: Terms) -> Iterator[Problem]:
    rules = terms.force
    for unit in force.units:
        for name in unit.abilities:
            if find_pilot_ability(name) is None:
                yield _nothing_called(unit.name, names.pilot_ability, name, rules.pilot_abilities.banned)
        for chosen in unit.alternate_munitions:
            if names.munition.find(chosen) is None:
                yield _nothing_called(unit.name, names.munition, chosen, rules.alternate_munitions.banned)
    for choice in force.command_abilities:
        if find_command_ability(choice) is None:
            yield _nothing_called(force.name, names.command, choice.name, rules.command_abilities.banned)


def _nothing_called(where: str, known: names.Names, name: str, banned: Sequence[str]) -> Problem:
    meant = known.meant(name)
    barred = {known.find(one) for one in banned}
    told = [f"{known.called(key)}{', which is banned,' if key in barred else ''}" for key in meant]
    offer = f"Perhaps {' or '.join(told)} is meant." if meant else "Check its spelling."
    remedy = f"{offer} The organiser decides whether it may be used."
    return Problem(where, f"no {known.word} is called {name!r}", "", remedy, kind=TO_DECIDE)


# Pilots


def _pilot_abilities(force: Force, terms: Terms) -> Iterator[Problem]:
    rule = terms.force.pilot_abilities
    for unit in force.units:
        if not unit.abilities:
            continue
        if not rule.allowed:
            what = "has special pilot abilities, and this event has none"
            yield Problem(unit.name, what, rule.because, "Remove its abilities.")
        elif rule.legendary_only and not unit.legendary:
            what = "has special pilot abilities, which only legendary pilots have here"
            yield Problem(unit.name, what, rule.because, "Remove its abilities, or name its legendary pilot.")
        taken, problems = _taken(unit, rule.because)
        yield from problems
        for name in unit.abilities:
            key = find_pilot_ability(name)
            if key and is_banned(pilot_abilities()[key], rule.banned):
                yield Problem(unit.name, f"{name} is banned", rule.because, "Choose another ability.")
        for one in taken:
            if not one.ability.suits(unit.card):
                what = f"is {unit.card.type} and cannot have {one.ability.name}"
                yield Problem(unit.name, what, one.ability.source, "Choose another ability.")
        if rule.limits_by_skill and not unit.legendary and 0 <= unit.skill <= WORST_SKILL:
            yield from check_pilot_abilities(unit.skill, taken, (), unit.name)


def _taken(unit: ForceUnit, because: str) -> tuple[list[TakenPilotAbility], list[Problem]]:
    """A pilot's abilities as the catalogue has them, and what is wrong with how they are written."""
    taken, problems = [], []
    for name in unit.abilities:
        if find_pilot_ability(name) is None:
            continue  # the warnings name it
        try:
            taken.append(_read_pilot_ability(name))
        except BadInput as complaint:
            problems.append(_complaint(unit.name, complaint, because))
    return taken, problems


@lru_cache(maxsize=1024)
def _read_pilot_ability(name: str) -> TakenPilotAbility:
    return read_pilot_ability(name, "")


def _pilots_with_abilities(force: Force, terms: Terms) -> Iterator[Problem]:
    rule = terms.force.pilot_abilities
    having = [unit.name for unit in force.units if unit.abilities]
    if rule.allowed and rule.pilots is not None and len(having) > rule.pilots:
        may = "1 may" if rule.pilots == 1 else f"{rule.pilots} may"
        have = "1 pilot has" if len(having) == 1 else f"{len(having)} pilots have"
        what = f"{have} special abilities, and {may}: {', '.join(having)}"
        yield Problem(force.name, what, rule.because, f"Remove the abilities of {len(having) - rule.pilots} of them.")


# The force


def _command_abilities(force: Force, terms: Terms) -> Iterator[Problem]:
    rule, chosen = terms.force.command_abilities, force.command_abilities
    if not chosen:
        return
    if not rule.allowed:
        what = "has special command abilities, and this event has none"
        yield Problem(force.name, what, rule.because, "Remove the command abilities.")
        return
    taken: list[TakenCommandAbility] = []
    for choice in chosen:
        key = find_command_ability(choice)
        if key and is_banned_command(key, rule.banned):
            yield Problem(force.name, f"{choice} is banned", rule.because, "Choose another command ability.")
        elif key:
            try:
                taken.append(_read_command_ability(choice))
            except BadInput as complaint:
                yield _complaint(force.name, complaint, rule.because)
    yield from _brought_in(force, taken, terms)
    skills = [min(max(unit.skill, 0), WORST_SKILL) for unit in force.units]
    yield from check_command_abilities(taken, skills, _unit_words(force.units), (), force.name)
    most = rule.most if rule.most is not None else MOST_COMMAND_ABILITIES
    if most is not None and len(chosen) > most:
        abilities = counted(len(chosen), "special command ability", "special command abilities")
        what = f"has {abilities}, and {most} are allowed"
        yield Problem(force.name, what, rule.because, f"Choose {len(chosen) - most} fewer.")


def _number_unknown(force: Force, terms: Terms) -> Iterator[Problem]:
    """One is sure to be allowed where there are any."""
    rule, number = terms.force.command_abilities, len(force.command_abilities)
    known = rule.most is not None or MOST_COMMAND_ABILITIES is not None
    if rule.allowed and number > 1 and not known:
        what = f"has {number} special command abilities, and how many a force may take is not known"
        yield Problem(force.name, what, SOURCE_OF_THAT, "The organiser decides.", kind=TO_DECIDE)


def _brought_in(force: Force, taken: Sequence[TakenCommandAbility], terms: Terms) -> Iterator[Problem]:
    """What command abilities give pilots: nothing that is banned, or that no unit can have."""
    rules = terms.force
    banned = [*rules.pilot_abilities.banned, *rules.command_abilities.banned]
    for one in taken:
        for what, remedy in banned_inside(one, banned):
            yield Problem(force.name, what, rules.pilot_abilities.because, f"{remedy}.")
        pilot = pilot_abilities().get(one.choices.get("pilot_ability", ""))
        if pilot and not any(pilot.suits(unit.card) for unit in force.units):
            what = f"{one.ability.name}: no unit of this force can have {pilot.name}"
            yield Problem(force.name, what, pilot.source, "Choose another ability.")


def _read_command_ability(choice: CommandChoice) -> TakenCommandAbility:
    return read_command_ability(choice.as_data(), "") if choice.details else _read_named_ability(choice.name)


@lru_cache(maxsize=1024)
def _read_named_ability(name: str) -> TakenCommandAbility:
    return read_command_ability(name, "")


@lru_cache(maxsize=64)
def _banned_by_key(banned: tuple[str, ...]) -> dict[str | None, str]:
    return {names.command.find(name): name for name in banned}


def _kin_of_banned(force: Force, terms: Terms) -> Iterator[Problem]:
    """Tactical Specialisation is banned: the organiser may mean its Combined Arms as well."""
    rule = terms.force.command_abilities
    banned = _banned_by_key(tuple(rule.banned))
    for choice in force.command_abilities:
        key = find_command_ability(choice)
        kin = names.command.find(family(command_abilities()[key].name)) if key else None
        if kin in banned and key not in banned:
            what = f"{banned[kin]} is banned, which may be meant for {choice.name} as well"
            yield Problem(force.name, what, rule.because, "The organiser decides.", kind=TO_DECIDE)


def _unit_words(units: Sequence[ForceUnit]) -> list[str]:
    """What command abilities call the types of units that the force has."""
    return list(dict.fromkeys(_unit_word(unit.card) for unit in units))


def _unit_word(card: Card) -> str:
    flying = {"v": "vtol", "g": "wige", "a": "aerospace"}
    return UNIT_WORDS.get(card.type) or next((flying[code] for code in card.moves if code in flying), "vehicle")


# Munitions


def _munitions(force: Force, terms: Terms) -> Iterator[Problem]:
    rule = terms.force.alternate_munitions
    banned = [plain_key(name).removesuffix("missiles") for name in rule.banned]
    for unit in force.units:
        if unit.alternate_munitions and not rule.allowed:
            what = "has alternate munitions, and this event has none"
            yield Problem(unit.name, what, rule.because, "Choose the usual munition.")
            continue
        for chosen in unit.alternate_munitions:
            keyword, _, name = chosen.partition(": ")
            if any(ban in plain_key(name) for ban in banned):
                yield Problem(unit.name, f"{name} is banned", rule.because, f"Choose another munition for {keyword}.")
            if not _carries(unit.card, keyword):
                what = f"has {name} for {keyword}, and no {keyword} on its card"
                yield Problem(unit.name, what, rule.because, f"Choose the usual munition for {keyword}.")


def _munition_types(force: Force, terms: Terms) -> Iterator[Problem]:
    """A single type for each keyword: of a unit, or of the whole force."""
    rule = terms.force.alternate_munitions
    if not rule.allowed or rule.per_keyword is None:
        return
    shared = terms.reading("munition_scope") == "force"
    types: dict[tuple[str, str], dict[str, None]] = {}
    for unit in force.units:
        for chosen in unit.alternate_munitions:
            keyword, _, name = chosen.partition(": ")
            where = force.name if shared else unit.name
            types.setdefault((where, keyword.upper()), {})[name] = None
    for (where, keyword), chosen_names in types.items():
        if len(chosen_names) > rule.per_keyword:
            what = f"has {', '.join(chosen_names)} for {keyword}, and a keyword may have {rule.per_keyword}"
            yield Problem(where, what, rule.because, "Choose one of them.")


def _carries(card: Card, keyword: str) -> bool:
    wanted = plain_key(keyword)
    return any(plain_key(one.name) == wanted for top in card.specials for one in (top, *top.inside))


def _complaint(where: str, complaint: BadInput, because: str) -> Problem:
    what, _, remedy = str(complaint).removeprefix(where).removeprefix(": ").rstrip(".").partition("; ")
    return Problem(where, what, because, f"{remedy[:1].upper()}{remedy[1:]}")
