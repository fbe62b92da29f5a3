"""Names as packs and forces write them: Head Hunter is Headhunter, and Specialisation may have a z."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from musterhall.games.alpha_strike.card_names import joined
from musterhall.problems import MOST_LISTED, Problem
from musterhall.spelling import names_like


@dataclass(frozen=True, slots=True)
class Names:
    """All names of one sort of thing."""

    word: str
    table: Callable[[], Mapping[str, str]]
    """The catalogue's key for each name, by the name's plain form."""

    def find(self, name: str) -> str | None:
        """The catalogue's key for a name, or None where it has no such thing."""
        return self.table().get(plain_key(name))

    def has(self, name: str) -> bool:
        return self.find(name) is not None

    def near(self, name: str) -> str:
        """A remedy that names what was probably meant."""
        close = names_like(plain_key(name), self.table())
        keys = dict.fromkeys(self.table()[one] for one in close)
        return f"Perhaps {' or '.join(keys)} is meant." if keys else "Check its spelling."


@lru_cache(maxsize=8192)
def plain_key(name: str) -> str:
    """A name without spaces and signs, in American spelling."""
    return joined(name)


@cache
def _pilot_abilities() -> Mapping[str, str]:
    from musterhall.games.alpha_strike.abilities import pilot_abilities

    return {plain_key(word): key for key, one in pilot_abilities().items() for word in (key, one.name)}


@cache
def _command_abilities() -> Mapping[str, str]:
    from musterhall.games.alpha_strike.abilities import command_abilities

    return {plain_key(word): key for key, one in command_abilities().items() for word in (key, one.name)}


@cache
def _munitions() -> Mapping[str, str]:
    """A munition goes by its own name, and by keyword and name where several keywords have it."""
    from musterhall.games.alpha_strike.abilities import munitions

    return {
        plain_key(word): key
        for key, one in munitions().items()
        for word in (one.name, key, f"{one.keyword}: {one.name}")
    }


@cache
def _formations() -> Mapping[str, str]:
    """A formation goes by its key and its name, with or without the word lance."""
    from musterhall.games.alpha_strike.formations import formation_types

    words = {key: key for key in formation_types()} | {one.name: key for key, one in formation_types().items()}
    short = {name.removesuffix(" Lance"): key for name, key in words.items()}
    return {plain_key(word): key for word, key in (short | words).items()}


@cache
def _specials() -> Mapping[str, str]:
    from musterhall.games.alpha_strike.specials import special_entries

    return {"art": "ART", "c3": "C3"} | {plain_key(name): name for name in special_entries()}


@cache
def _types() -> Mapping[str, str]:
    from musterhall.games.alpha_strike.cards import TYPES

    return {plain_key(name): name for name in TYPES}


pilot_ability = Names("special pilot ability", _pilot_abilities)
command = Names("special command ability", _command_abilities)
munition = Names("alternate munition", _munitions)
formation = Names("formation", _formations)
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
