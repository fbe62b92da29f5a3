"""Who has a say in a figure: the plain rules, the pilots' abilities and the forces' command abilities, by situation.

`reckon` of `abilities/modifiers.py` works every figure out. A battle asks for the same figures in the same situations
thousands of times, so a `Say` keeps what it has worked out, by those facts that its sources look at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from musterhall.games.alpha_strike.abilities.abilities import TakenCommandAbility, TakenPilotAbility, read_pilot_ability
from musterhall.games.alpha_strike.abilities.modifiers import (
    Facts,
    Modifier,
    Reckoning,
    Source,
    basic_modifiers,
    fact_entries,
    plain,
    reckon,
)
from musterhall.games.alpha_strike.abilities.pilot_abilities import average_skill
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.position import Position


class Say:
    """All that have a say when one unit acts, perhaps on another."""

    __slots__ = ("_by_subject", "_kept", "numbers", "sources")

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources = tuple(sources)
        self._by_subject: dict[str, tuple[tuple[Source, ...], tuple[str, ...]]] = {}
        self._kept: dict[Any, int] = {}
        self.numbers: dict[Any, int] = {}
        """Target numbers that were worked out, by everything they depend on."""

    def total(self, subject: str, base: int, facts: Facts) -> int:
        """The figure alone."""
        sources, names = self._about(subject)
        if not sources:
            return base
        key = (subject, base, *[facts.get(name) for name in names])
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = reckon(subject, base, sources, facts).total
        return found

    def reckoning(self, subject: str, base: int, facts: Facts, of: str = "") -> Reckoning:
        """The figure with all its parts."""
        return reckon(subject, base, self._about(subject)[0], facts, of)

    def asks(self, subject: str) -> tuple[str, ...]:
        """The facts that somebody looks at for this subject."""
        return self._about(subject)[1]

    def rights(self, subject: str, facts: Facts) -> list[str]:
        """Rights and duties without a figure."""
        return self.reckoning(subject, 0, facts).rights

    def _about(self, subject: str) -> tuple[tuple[Source, ...], tuple[str, ...]]:
        """The sources that speak of a subject, with no more than what they say of it, and the facts they look at."""
        found = self._by_subject.get(subject)
        if found is None:
            sources = tuple(_only(source, subject) for source in self.sources)
            sources = tuple(source for source in sources if source.modifiers)
            names = sorted({name for source in sources for one in source.modifiers for name in _looked_at(one)})
            found = self._by_subject[subject] = (sources, tuple(names))
        return found


def _only(source: Source, subject: str) -> Source:
    wanted = plain(subject)
    about = tuple(one for one in source.modifiers if plain(one.on) == wanted and one.who == source.side)
    return Source(source.name, about, source.section, source.side, source.choices, source.ability, source.facts)


def _looked_at(modifier: Modifier) -> Iterator[str]:
    yield from modifier.when
    yield from (name for name in (modifier.per, modifier.most_of, modifier.limit) if name)


# Who has what


def abilities_of(position: Position, unit: int) -> Mapping[str, TakenPilotAbility]:
    """Every pilot ability that a unit has now, its own and given ones, by key; one from two sources counts once."""
    memo, key = position.field.memo, ("abilities", unit, position.conditions[unit].granted)
    if key not in memo:
        memo[key] = _abilities(position.field.units[unit].abilities, position.conditions[unit].granted)
    return memo[key]  # type: ignore[no-any-return]


def _abilities(own: tuple[TakenPilotAbility, ...], granted: tuple[str, ...]) -> Mapping[str, TakenPilotAbility]:
    given = [read_pilot_ability(said, "a formation's bonus") for said in granted]
    found: dict[str, TakenPilotAbility] = {}
    for one in (*own, *given):
        found.setdefault(one.ability.key, one)
    return found


def has_ability(position: Position, unit: int, key: str) -> bool:
    return key in abilities_of(position, unit)


def command_abilities_of(position: Position, side: int) -> Mapping[str, TakenCommandAbility]:
    """The command abilities of a side that are in force, by key: what it took, without what the enemy negates."""
    changed = position.sides[side].choices.get("command abilities")
    taken: Iterable[TakenCommandAbility] = (
        changed if changed is not None else position.field.players[side].command_abilities
    )
    return {one.ability.key: one for one in taken}


def has_command(position: Position, side: int, key: str) -> bool:
    return key in command_abilities_of(position, side)


def say_of(position: Position, unit: int, enemy: int = NOBODY) -> Say:
    """Who has a say when this unit acts: it and its force, and where there is one its enemy and that one's force."""
    conditions, memo = position.conditions, position.field.memo
    foe = conditions[enemy].granted if enemy != NOBODY else ()
    side = position.field.units[unit].side
    key = ("say", unit, enemy, conditions[unit].granted, foe, *_stamps(position))
    if key not in memo:
        memo[key] = Say(_sources(position, unit, enemy, side))
    return memo[key]  # type: ignore[no-any-return]


def say_of_side(position: Position, side: int) -> Say:
    """Who has a say in what a whole side does: initiative above all."""
    key = ("say of side", side, *_stamps(position))
    memo = position.field.memo
    if key not in memo:
        own = (Source("rules", basic_modifiers(), ability=False), *_command_sources(position, side, "own"))
        memo[key] = Say((*own, *_command_sources(position, 1 - side, "enemy")))
    return memo[key]  # type: ignore[no-any-return]


def _stamps(position: Position) -> tuple[Any, Any]:
    """What tells one state of both sides' command abilities from another."""
    return tuple(id(one.choices.get("command abilities")) for one in position.sides)  # type: ignore[return-value]


def _sources(position: Position, unit: int, enemy: int, side: int) -> Iterator[Source]:
    yield Source("rules", basic_modifiers(), "4", ability=False)
    yield from _command_sources(position, side, "own")
    for one in abilities_of(position, unit).values():
        yield one.source("own")
    yield from _command_sources(position, 1 - side, "enemy")
    if enemy != NOBODY:
        for one in abilities_of(position, enemy).values():
            yield one.source("enemy")


def _command_sources(position: Position, side: int, whose: Any) -> Iterator[Source]:
    facts = force_facts(position, side)
    for one in command_abilities_of(position, side).values():
        yield from one.sources(whose, facts)


# What holds


@lru_cache(maxsize=1)
def usual_facts() -> dict[str, Any]:
    """Every fact that has a usual value."""
    return {
        name: tuple(entry.default) if isinstance(entry.default, list) else entry.default
        for name, entry in fact_entries().items()
        if entry.default is not None
    }


def force_facts(position: Position, side: int) -> dict[str, Any]:
    """What holds for a whole force in the whole battle: its rating, whom it faces, how many began."""
    memo, key = position.field.memo, ("force facts", side)
    if key not in memo:
        memo[key] = _force_facts(position, side)
    return memo[key]  # type: ignore[no-any-return]


def _force_facts(position: Position, side: int) -> dict[str, Any]:
    field = position.field
    own, others = field.of_side[side], field.of_side[1 - side]
    enemy = field.players[1 - side].force
    skills = [field.units[unit].skill for unit in own]
    return {
        "rating": plain(average_skill(skills).rating) if skills else None,
        "enemy": tuple(plain(word) for word in (enemy.faction, enemy.name) if word),
        "units": len(own),
        "enemy_units": len(others),
    }
