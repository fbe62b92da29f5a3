"""Who has a say in a figure: the plain rules, the pilots' abilities and the forces' command abilities, by situation.

`reckon` of `abilities/modifiers.py` works every figure out. A battle asks for the same figures in the same situations
thousands of times, so a `Say` keeps what it has worked out, by those facts that its sources look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from musterhall.games.alpha_strike.abilities.abilities import (
    TakenCommandAbility,
    TakenPilotAbility,
    command_abilities,
    read_command_ability,
    read_pilot_ability,
)
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
from musterhall.games.alpha_strike.field.unit import NOBODY, Formation
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.units.factions import names_for


class Say:
    """All that have a say when one unit acts, perhaps on another."""

    __slots__ = ("_by_subject", "_by_subjects", "_kept", "_minds", "sources")

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources = tuple(sources)
        self._by_subject: dict[str, tuple[tuple[Source, ...], tuple[str, ...]]] = {}
        self._by_subjects: dict[tuple[str, ...], list[str]] = {}
        self._kept: dict[Any, int] = {}
        looked_at = (name for source in self.sources for one in source.modifiers for name in _looked_at(one))
        self._minds = frozenset(looked_at)

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

    def remembered(self, subjects: tuple[str, ...], facts: Facts, work_out: Callable[[], int]) -> int:
        """What several subjects come to together, worked out once for the facts that anybody looks at for them."""
        names = self._by_subjects.get(subjects)
        if names is None:
            names = self._by_subjects[subjects] = sorted({name for one in subjects for name in self.asks(one)})
        key = (subjects, *[facts.get(name) for name in names])
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = work_out()
        return found

    def reckoning(self, subject: str, base: int, facts: Facts, of: str = "") -> Reckoning:
        """The figure with all its parts."""
        return reckon(subject, base, self._about(subject)[0], facts, of)

    def minds(self, fact: str) -> bool:
        """Whether anybody looks at this fact, for whatever subject."""
        return fact in self._minds

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
    given = [read_pilot_ability(said, "a formation's bonus") for said in granted if not _is_command(said)]
    found: dict[str, TakenPilotAbility] = {}
    for one in (*own, *given):
        found.setdefault(one.ability.key, one)
    return found


@lru_cache(maxsize=256)
def _is_command(said: str) -> bool:
    """Whether what a unit was given is a command ability; Sharp Shooters are no Sharpshooter."""
    return said in {one.name for one in command_abilities().values()}


def has_ability(position: Position, unit: int, key: str) -> bool:
    return key in abilities_of(position, unit)


def keeps_bonus(position: Position, formation: Formation) -> bool:
    """18 Whether enough of a formation is in play for its bonus; a Support Lance needs three units in any case."""
    strict = position.field.edition.formation_bonus_lost == "under_three"
    needs = 3 if strict or (formation.kind is not None and formation.kind.supports) else 1
    return sum(position.conditions[unit].alive for unit in formation.units) >= needs


def formation_effect(position: Position, unit: int, effect: str) -> bool:
    """18 Whether a unit's formation has this rule of its own now: swarm, nova, mechanized ..."""
    return effect in formation_effects(position, unit)


def formation_effects(position: Position, unit: int) -> frozenset[str]:
    """18 The rules of its own that a unit's formation has now."""
    number = position.field.units[unit].formation
    if number == NOBODY:
        return frozenset()
    memo, key = position.field.memo, ("effects", number)
    if key not in memo:
        memo[key] = _effects(position.field.formations[number])
    found: frozenset[str] = memo[key]
    return found if found and keeps_bonus(position, position.field.formations[number]) else frozenset()


def _effects(formation: Formation) -> frozenset[str]:
    option = formation.choices.get("option", "")
    awards = formation.kind.bonus if formation.kind is not None else ()
    return frozenset(one.effect for one in awards if one.effect and one.option in ("", option))


def command_abilities_of(position: Position, side: int) -> Mapping[str, TakenCommandAbility]:
    """The command abilities of a side that are in force, by key.

    They are what it took, without what the enemy negates, and with what In the Moment and a specialization add.
    """
    exchanged = position.sides[side].choices.get("in_the_moment", "")
    memo, key = position.field.memo, ("command abilities", side, exchanged)
    if key not in memo:
        memo[key] = _command_abilities(position, side, exchanged)
    return memo[key]  # type: ignore[no-any-return]


def _command_abilities(position: Position, side: int, exchanged: str) -> Mapping[str, TakenCommandAbility]:
    negated = negated_by(position, 1 - side)
    found: dict[str, TakenCommandAbility] = {}
    for one in position.field.players[side].command_abilities:
        if one.ability.key not in negated:
            before = found.get(one.ability.key)
            found[one.ability.key] = one if before is None else _twice(before, one)
            if "added_ability" in one.options and _meets_its_enemy(position, side, one) and "added" in one.choices:
                found.setdefault(one.choices["added"].ability.key, one.choices["added"])
    if exchanged and "in_the_moment" in found:
        other = read_command_ability(exchanged, "In the Moment")
        found.setdefault(other.ability.key, other)
    return found


def negated_by(position: Position, side: int) -> tuple[str, ...]:
    """16 The enemy's command abilities that a side's Enemy Specialization strikes out: those it named, or his first."""
    found: list[str] = []
    theirs = [one.ability.key for one in position.field.players[1 - side].command_abilities]
    for one in position.field.players[side].command_abilities:
        number = max((NEGATES[option] for option in one.options if option in NEGATES), default=0)
        if number and _meets_its_enemy(position, side, one):
            found += one.choices.get("negates", theirs)[:number]
    return tuple(found)


NEGATES = {"negate_one": 1, "negate_two": 2}


def _twice(first: TakenCommandAbility, second: TakenCommandAbility) -> TakenCommandAbility:
    """An ability that was taken again in a line of its own."""
    options = (*first.options, *second.options)
    return TakenCommandAbility(first.ability, first.times + second.times, options, {**second.choices, **first.choices})


def _meets_its_enemy(position: Position, side: int, one: TakenCommandAbility) -> bool:
    """Whether the enemy is one that an ability was named for, and the force good enough for its options."""
    facts = force_facts(position, side)
    allowed = {word for option in one.options for word in one.ability.options[option].rating}
    return bool(set(one.choices.get("enemies", ())) & set(facts["enemy"])) and facts["rating"] in allowed


def has_command(position: Position, side: int, key: str) -> bool:
    return key in command_abilities_of(position, side)


def everybody_has(position: Position, side: int, pilot_ability: str) -> bool:
    """16 Whether a command ability gives every unit of a side this pilot ability."""
    return any(one.ability.everybody_has == pilot_ability for one in command_abilities_of(position, side).values())


def say_of(position: Position, unit: int, enemy: int = NOBODY) -> Say:
    """Who has a say when this unit acts: it and its force, and where there is one its enemy and that one's force."""
    conditions, memo = position.conditions, position.field.memo
    foe = conditions[enemy].granted if enemy != NOBODY else ()
    side = position.field.units[unit].side
    key = ("say", unit, enemy, conditions[unit].granted, foe, _exchanged(position))
    if key not in memo:
        memo[key] = _shared(position, side, tuple(_sources(position, unit, enemy, side)))
    return memo[key]  # type: ignore[no-any-return]


def _shared(position: Position, side: int, sources: tuple[Source, ...]) -> Say:
    """One `Say` for all of a side in whose actions the same sources speak: most units have no ability of their own."""
    if len(sources) == 1:
        return _rules_alone()
    memo = position.field.memo
    key = ("sources", side, *((one.name, one.side, str(one.choices)) for one in sources))
    if key not in memo:
        memo[key] = Say(sources)
    return memo[key]  # type: ignore[no-any-return]


@cache
def _rules_alone() -> Say:
    """Where no ability speaks: the same in every battle."""
    return Say((_plain_rules(),))


def _plain_rules() -> Source:
    return Source("rules", basic_modifiers(), "4", ability=False)


def say_of_side(position: Position, side: int, more: Iterable[Source] = ()) -> Say:
    """Who has a say in what a whole side does, which is initiative above all; `more` comes from its pilots."""
    added = tuple(more)
    memo, key = position.field.memo, ("side's say", side, _exchanged(position), *(one.name for one in added))
    if key not in memo:
        own, enemy = (_command_sources(position, one, whose) for one, whose in ((side, "own"), (1 - side, "enemy")))
        memo[key] = _shared(position, side, (_plain_rules(), *own, *added, *enemy))
    return memo[key]  # type: ignore[no-any-return]


def _exchanged(position: Position) -> tuple[str, str]:
    """16 What each side has taken in exchange, In the Moment."""
    red, blue = position.sides
    return red.choices.get("in_the_moment", ""), blue.choices.get("in_the_moment", "")


A_PART = ("anti_aircraft_specialists", "brawlers", "ground_attack_specialists", "sharp_shooters")
"""16 Command abilities that may be for a named part of a force only."""


def _sources(position: Position, unit: int, enemy: int, side: int) -> Iterator[Source]:
    yield _plain_rules()
    yield from _command_sources(position, side, "own")
    yield from _granted_commands(position, unit, side)
    for one in abilities_of(position, unit).values():
        # From two sources an ability counts once.
        if not everybody_has(position, side, one.ability.key):
            yield one.source("own")
    yield from _command_sources(position, 1 - side, "enemy")
    if enemy != NOBODY:
        for one in abilities_of(position, enemy).values():
            yield one.source("enemy")


def _command_sources(position: Position, side: int, whose: Any) -> Iterator[Source]:
    facts = force_facts(position, side)
    for one in command_abilities_of(position, side).values():
        if not is_a_parts(position, one.ability.key):
            yield from one.sources(whose, facts)


def is_a_parts(position: Position, key: str) -> bool:
    """16 Whether a command ability is only for those units that it was given to."""
    return key in A_PART and position.field.edition.part_of_force == "named_part"


def _granted_commands(position: Position, unit: int, side: int) -> Iterator[Source]:
    """18 Command abilities that a unit was given for itself; one that its whole force has counts once."""
    for said in position.conditions[unit].granted:
        if _is_command(said):
            one = read_command_ability(said, "a formation's bonus")
            key = one.ability.key
            if is_a_parts(position, key) or not has_command(position, side, key):
                yield from one.sources("own", force_facts(position, side))


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
    """What holds for a whole force: its rating, whom it faces, how many units count and of which kinds."""
    own, others = (tuple(counted_units(position, one)) for one in (side, 1 - side))
    memo, key = position.field.memo, ("force facts", side, own, others)
    if key not in memo:
        memo[key] = _force_facts(position, side, own, others)
    return memo[key]  # type: ignore[no-any-return]


def counted_units(position: Position, side: int) -> Sequence[int]:
    """16 The units of a force that abilities count: all that it began with, or by the other reading those in play."""
    at_start = position.field.edition.force_counted == "at_start"
    return position.field.of_side[side] if at_start else position.in_play(side)


def _force_facts(position: Position, side: int, own: Sequence[int], others: Sequence[int]) -> dict[str, Any]:
    field = position.field
    enemy = field.players[1 - side].force
    kinds = [field.units[unit] for unit in own]
    skills = [field.units[unit].skill for unit in field.of_side[side]]
    factions = names_for(enemy.faction) if enemy.faction else ()
    all_types = any(one.is_mech for one in kinds) and any(one.is_vehicle for one in kinds)
    return {
        "rating": plain(average_skill(skills).rating) if skills else "regular",
        "enemy": tuple(plain(word) for word in (*factions, enemy.name) if word),
        "units": len(own),
        "enemy_units": len(others),
        "all_ground_types": all_types and any(one.is_infantry for one in kinds),
    }
