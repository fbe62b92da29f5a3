"""What an ability changes, as data: modifiers that hold when a situation is as they say.

Pilot abilities, command abilities and the plain rules all bring the same kind of modifier, so that one function,
`reckon`, works out any figure they have a say in and can show every step of it. The words a situation can be
described with are in catalogue/conditions.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Literal

from pydantic import Field as Model

from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.problems import BadInput, parse_model
from musterhall.spelling import names_like
from musterhall.tally import Tally

Operation = Literal["add", "replace", "halve", "sprint", "lift", "bar"]
Whose = Literal["own", "enemy"]
Facts = Mapping[str, Any]
LARGEST = 10_000
"""No figure of a table is larger."""


class Modifier(FileModel):
    """A say in one figure, as a catalogue writes it: what it changes, by how much, and when."""

    on: str
    """The figure: initiative, target number, range, move, count, set-up ..."""
    name: str = ""
    value: int = 0
    when: dict[str, Any] = Model(default={})
    who: Whose = "own"
    """Whose figure it changes: that of the ability's own force, or its enemy's."""
    op: Operation = "add"
    per: str = ""
    """A number of the situation that the value is taken so many times."""
    divide: int = 1
    rounding: Literal["up", "down"] = "down"
    most: int | None = None
    """The most that it comes to."""
    most_of: str = ""
    """A number of the situation that it does not go beyond, where that is said."""
    floor: int | None = None
    """It never takes the figure below this."""
    limit: str = ""
    """A number of the situation that it takes off no more than."""
    of: str = ""
    """What is counted, or the plain modifier that is lifted."""
    late: bool = False
    """It comes after halving and sprinting; whatever else is added comes before."""
    gives: str = ""
    """A right or duty without a figure, in words."""
    sure: bool = True

    def as_data(self) -> dict[str, Any]:
        """Only what is said, as the catalogue writes it."""
        return self.model_dump(exclude_defaults=True)


class FactEntry(FileModel):
    """One word that a situation can be described with."""

    kind: Literal["flag", "number", "word", "words"]
    help: str
    among: list[str] = Model(default_factory=list)
    default: bool | int | str | list[str] | None = None
    derived: bool = False
    least: int = -LARGEST
    most: int = LARGEST
    whole: bool = True


@cache
def fact_entries() -> dict[str, FactEntry]:
    name = "conditions.toml"
    return {key: parse_model(FactEntry, entry, f"{name}, {key}") for key, entry in catalogue_data(name).items()}


@cache
def basic_modifiers() -> tuple[Modifier, ...]:
    """The plain rules of attack and Move that abilities change."""
    name = "attack_modifiers.toml"
    entries = catalogue_data(name)["modifier"]
    return tuple(parse_model(Modifier, entry, f"{name}, modifier {number}") for number, entry in enumerate(entries, 1))


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """A word as it is compared: small letters, no joining signs."""
    return " ".join(word.lower().replace("-", " ").replace("_", " ").split())


# A situation


def read_facts(data: Mapping[str, Any], place: str) -> dict[str, Any]:
    """What was said of a situation, checked; what is not said but has a usual value has that."""
    entries = fact_entries()
    facts = {name: entry.default for name, entry in entries.items() if entry.default is not None}
    for name, value in data.items():
        if name not in entries:
            near = names_like(name, entries)
            remedy = f"did you mean {' or '.join(near)}?" if near else "the fields are in conditions.toml."
            raise BadInput(f"{place}: {name!r} says nothing about a situation; {remedy}")
        facts[name] = _fact(entries[name], value, f"{place}: {name}")
    return facts


def _fact(entry: FactEntry, value: Any, place: str) -> Any:
    if entry.kind == "flag":
        if not isinstance(value, bool):
            raise BadInput(f"{place}: {value!r:.60} is neither true nor false; it is {entry.help}.")
        return value
    if entry.kind == "number":
        return _figure(entry, value, place)
    words = value if isinstance(value, list) else [value]
    if (entry.kind == "word" and len(words) != 1) or not all(isinstance(word, str) for word in words):
        raise BadInput(f"{place}: {value!r:.60} is no word; it is {entry.help}.")
    said = [plain(word) for word in words]
    strange = [word for word in said if entry.among and word not in entry.among]
    if strange:
        raise BadInput(f"{place}: {strange[0]!r:.60} is not among {', '.join(entry.among)}; use one of them.")
    return said[0] if entry.kind == "word" else said


def _figure(entry: FactEntry, value: Any, place: str) -> int | float:
    """A number that can be: nobody has a skill of 99."""
    if isinstance(value, bool) or not isinstance(value, int | float) or (entry.whole and value != value // 1):
        kind = "whole number" if entry.whole else "plain number"
        raise BadInput(f"{place}: {value!r:.60} is no {kind}; it is {entry.help}.")
    if not entry.least <= value <= entry.most:
        bound = f"{entry.least} or more" if entry.most == LARGEST else f"{entry.least} to {entry.most}"
        raise BadInput(f"{place}: {value!r:.60} cannot be; it is {entry.help}: give {bound}.")
    return value


# Sources


@dataclass(frozen=True, slots=True)
class Source:
    """Something that brings modifiers into a situation: an ability that was taken, or the plain rules."""

    name: str
    modifiers: tuple[Modifier, ...]
    section: str = ""
    side: Whose = "own"
    """Who has it, seen from whoever rolls or moves."""
    choices: Mapping[str, Any] = field(default_factory=dict, hash=False)
    ability: bool = True
    facts: Facts = field(default_factory=dict, hash=False)
    """What holds for the force that has it, where that differs from the force whose figure is reckoned."""


def basic_source() -> Source:
    return Source("rules", basic_modifiers(), "AS:CE 44", ability=False)


@dataclass(slots=True)
class Reckoning:
    """A figure with its parts, the rights that go with it, and what would have to be said to be certain."""

    tally: Tally
    rights: list[str] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.tally.total

    def parts(self) -> dict[str, int]:
        """Every part by name; parts of one name as their sum."""
        found: dict[str, int] = {}
        for part in self.tally.parts:
            found[part.name] = found.get(part.name, 0) + part.value
        return found


@dataclass(frozen=True, slots=True)
class _Live:
    """A modifier that has its say, with the source that brings it."""

    source: Source
    modifier: Modifier
    value: int

    @property
    def name(self) -> str:
        return self.modifier.name or self.source.name


def reckon(subject: str, base: int, sources: Iterable[Source], facts: Facts, of: str = "") -> Reckoning:
    """The figure `subject` in this situation: plain parts, what replaces them, additions, halving."""
    reckoning = Reckoning(Tally(of or subject, base))
    live = _live(subject, sources, facts, of, reckoning)
    lifted = {one.modifier.of for one in live if one.modifier.op == "lift"}
    bars = [one.source.name for one in live if one.modifier.op == "bar"]
    adding = [one for one in live if one.modifier.op == "add" and one.name not in lifted]
    _add(reckoning, (one for one in adding if not one.source.ability), facts)
    _replace(reckoning, [one for one in live if one.modifier.op == "replace"])
    ours = [one for one in adding if one.source.ability]
    counting = [one for one in ours if not (bars and one.value > 0)]
    _add(reckoning, (one for one in counting if not one.modifier.late), facts)
    for one in live:
        if one.modifier.op in ("halve", "sprint") and one.name not in lifted:
            _scale(reckoning.tally, one)
    _add(reckoning, (one for one in counting if one.modifier.late), facts)
    for one in ours:
        if bars and one.value > 0:
            reckoning.notes.append(f"{one.name} {one.value:+d} does not count: {bars[0]}")
    return reckoning


def _live(subject: str, sources: Iterable[Source], facts: Facts, of: str, reckoning: Reckoning) -> list[_Live]:
    found = []
    wanted = plain(subject)
    for source in sources:
        known = {**facts, **source.facts} if source.facts else facts
        for modifier in source.modifiers:
            if plain(modifier.on) != wanted or modifier.who != source.side:
                continue
            if of and modifier.op != "lift" and plain(modifier.of) != plain(of):
                continue
            value = _value(source, modifier, known, reckoning)
            if value is None:
                continue
            if modifier.gives:
                reckoning.rights.append(f"{source.name}: {modifier.gives}")
            found.append(_Live(source, modifier, value))
    return found


def _value(source: Source, modifier: Modifier, facts: Facts, reckoning: Reckoning) -> int | None:
    """What the modifier comes to here, or nothing when it does not hold or too little is said."""
    unsaid = []
    for name, wanted in modifier.when.items():
        met = _holds(name, wanted, facts, source.choices)
        if met is False:
            return None
        if met is None:
            unsaid.append(name)
    number: Any = facts.get(modifier.per) if modifier.per else 1
    if number is None:
        unsaid.append(modifier.per)
    if unsaid:
        reckoning.unsaid += [name for name in unsaid if name not in reckoning.unsaid]
        reckoning.notes.append(f"{modifier.name or source.name} depends on {' and '.join(unsaid)}, which is not said")
        return None
    parts = -(-number // modifier.divide) if modifier.rounding == "up" else number // modifier.divide
    value = modifier.value * int(parts)
    caps = [int(cap) for cap in (modifier.most, facts.get(modifier.most_of)) if cap is not None]
    return min([value, *caps])


def _holds(name: str, wanted: Any, facts: Facts, choices: Mapping[str, Any]) -> bool | None:
    """Is this condition met? Nothing, when the situation does not say."""
    said = facts.get(name)
    if said is None:
        return None
    if isinstance(wanted, Mapping):
        if "not" in wanted:
            return not _among(said, wanted["not"], choices)
        return bool(wanted.get("least", -LARGEST) <= said <= wanted.get("most", LARGEST))
    return _among(said, wanted, choices)


def _among(said: Any, wanted: Any, choices: Mapping[str, Any]) -> bool:
    if isinstance(wanted, str) and wanted.startswith("$"):
        wanted = choices.get(wanted[1:], [])
    meant = wanted if isinstance(wanted, list | tuple) else (wanted,)
    if not isinstance(said, list | tuple):
        return said in meant
    return any(word in meant for word in said)


def _add(reckoning: Reckoning, live: Iterable[_Live], facts: Facts) -> None:
    for one in live:
        value = one.value
        if one.modifier.limit:
            value = -min(-value, max(0, int(facts.get(one.modifier.limit, 0))))
        if one.modifier.floor is not None and value < 0:
            value = -min(-value, max(0, reckoning.total - one.modifier.floor))
        reckoning.tally.add(one.name, value, one.source.section)


def _replace(reckoning: Reckoning, live: Sequence[_Live]) -> None:
    """One figure takes the place of the plain one; of several, the lowest."""
    if not live:
        return
    chosen = min(live, key=lambda one: one.value)
    if len(live) > 1:
        names = " and ".join(one.name for one in live)
        reckoning.notes.append(f"{names} each replace the {reckoning.tally.name} modifier; the lowest counts")
    reckoning.tally.add(chosen.name, chosen.value - reckoning.total, chosen.source.section)


def _scale(tally: Tally, one: _Live) -> None:
    if one.modifier.op == "sprint":
        scaled = -(-tally.total * 3 // 2)
    else:
        scaled = -(-tally.total // 2) if one.modifier.rounding == "up" else tally.total // 2
    tally.add(one.name, scaled - tally.total, one.source.section)
