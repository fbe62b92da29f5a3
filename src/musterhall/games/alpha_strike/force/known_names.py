"""Names as packs and forces write them: Head Hunter is Headhunter, and Specialisation may have a z."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from musterhall.games.alpha_strike.abilities.pilot_abilities import find_spelled, spellings
from musterhall.games.alpha_strike.units.card_names import joined
from musterhall.problems import MOST_LISTED, Problem
from musterhall.spelling import names_like

FEWEST_LETTERS = 4
"""Of part of a name for which the whole is offered."""
MOST_OFFERED = 3


@dataclass(frozen=True, slots=True)
class Names:
    """All names of one sort of thing."""

    word: str
    table: Callable[[], Mapping[str, str]]
    """The catalogue's key for each name, by the name's plain form."""
    called: Callable[[str], str] = str
    """What the thing of a key is called."""

    def find(self, name: str) -> str | None:
        """The catalogue's key for a name, or None where it has no such thing."""
        return find_spelled(name, self.table())

    def has(self, name: str) -> bool:
        return self.find(name) is not None

    def meant(self, name: str) -> list[str]:
        """The keys of what was probably meant: names that have this one in them, or else those that come near it."""
        letters = plain_key(name)
        holding = [known for known in self.table() if len(letters) >= FEWEST_LETTERS and letters in known]
        close = holding or names_like(letters, self.table())
        return list(dict.fromkeys(self.table()[one] for one in close))[:MOST_OFFERED]

    def near(self, name: str) -> str:
        """A remedy that names what was probably meant."""
        keys = self.meant(name)
        return f"Perhaps {' or '.join(map(self.called, keys))} is meant." if keys else "Check its spelling."


def plain_key(name: str) -> str:
    """A name without spaces and signs, in American spelling."""
    return joined(name)


@cache
def _pilot_abilities() -> Mapping[str, str]:
    from musterhall.games.alpha_strike.abilities.abilities import pilot_ability_names

    return pilot_ability_names()


def _pilot_ability_called(key: str) -> str:
    from musterhall.games.alpha_strike.abilities.abilities import pilot_abilities

    return pilot_abilities()[key].name


@cache
def _command_abilities() -> Mapping[str, str]:
    from musterhall.games.alpha_strike.abilities.abilities import command_ability_names

    return command_ability_names()


def _command_ability_called(key: str) -> str:
    from musterhall.games.alpha_strike.abilities.abilities import command_abilities

    return command_abilities()[key].name


@cache
def _munitions() -> Mapping[str, str]:
    """A munition goes by its own name, and by keyword and name where several keywords have it."""
    from musterhall.games.alpha_strike.abilities.abilities import munitions

    return spellings(
        (word, key) for key, one in munitions().items() for word in (one.name, key, f"{one.keyword}: {one.name}")
    )


def _munition_called(key: str) -> str:
    from musterhall.games.alpha_strike.abilities.abilities import munitions

    return f"{munitions()[key].keyword}: {munitions()[key].name}"


@cache
def _formations() -> Mapping[str, str]:
    """A formation goes by its key and its name, with or without the word lance."""
    from musterhall.games.alpha_strike.formations.formations import formation_types

    words = {key: key for key in formation_types()} | {one.name: key for key, one in formation_types().items()}
    short = {name.removesuffix(" Lance"): key for name, key in words.items()}
    return spellings((short | words).items())


def _formation_called(key: str) -> str:
    from musterhall.games.alpha_strike.formations.formations import formation_types

    return formation_types()[key].name


@cache
def _specials() -> Mapping[str, str]:
    from musterhall.games.alpha_strike.units.specials import special_entries

    return {"art": "ART", "c3": "C3"} | {plain_key(name): name for name in special_entries()}


@cache
def _types() -> Mapping[str, str]:
    from musterhall.games.alpha_strike.units.cards import TYPES

    return {plain_key(name): name for name in TYPES}


pilot_ability = Names("special pilot ability", _pilot_abilities, _pilot_ability_called)
command = Names("special command ability", _command_abilities, _command_ability_called)
munition = Names("alternate munition", _munitions, _munition_called)
formation = Names("formation", _formations, _formation_called)
special = Names("special ability", _specials)
unit_type = Names("type of unit", _types)


RULES = (
    ("pilot_abilities.banned", pilot_ability),
    ("command_abilities.banned", command),
    ("alternate_munitions.banned", munition),
    ("formations.banned", formation),
    ("command_units.commanders_of", formation),
    ("unusable.specials", special),
    ("carriers", special),
    ("barred", unit_type),
    ("mech_share.types", unit_type),
    ("command_units.never", unit_type),
)
"""The force rules of a pack that name things, and what sort of things."""
INSIDE = {"carriers": "special", "barred": "types"}
"""The field that has the name, where a rule is a list of tables."""


def unknown_names(written: Mapping[str, Any], place: str) -> list[Problem]:
    """Bans and limits that name nothing there is."""
    problems: list[Problem] = []
    for rule, known in RULES:
        path = (*rule.split("."), *([INSIDE[rule]] if rule in INSIDE else []))
        for one in _strings(written, *path):
            if not known.has(one):
                near = known.near(one) if len(problems) < MOST_LISTED else ""
                problems.append(Problem(f"{place}.{rule}", f"no {known.word} is called {one[:60]!r}", "", near))
    return problems


def _strings(value: object, *path: str) -> list[str]:
    """All strings at a place of the raw file, whatever shape it has; lists on the way are gone through."""
    if isinstance(value, list):
        return [found for item in value for found in _strings(item, *path)]
    if not path:
        return [value] if isinstance(value, str) else []
    return _strings(value.get(path[0]), *path[1:]) if isinstance(value, Mapping) else []
