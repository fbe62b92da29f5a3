"""Forces: the file a player writes and the units, formations and abilities it stands for.

Whether a force is legal depends on the event, so `check` says that. Reading refuses only what has no
meaning: broken TOML, fields nobody knows, units that no catalogue has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from musterhall.games.alpha_strike.force.own_cards import card_to_field
from musterhall.games.alpha_strike.package_data import FileModel, shipped_names, shipped_text
from musterhall.games.alpha_strike.units.cards import Card, card_data, card_from_data
from musterhall.games.alpha_strike.units.library import Library, library_from, starter_library, title_of_card
from musterhall.games.alpha_strike.units.point_values import unit_points, unit_pv
from musterhall.half_read import half_read
from musterhall.problems import BadInput, Problem, named, parse_model, parse_toml
from musterhall.tally import Tally
from musterhall.toml_text import toml_text

LONGEST_FILE = 200_000
"""Characters; the longest honest force file has a few thousand."""

MOST_UNITS = 200
"""Far more than any event; a file with more is a mistake, and checking it would take its time."""
NEAREST_OFFERED = 10
"""Unknown units for which near names are looked up, which takes a while in a large library."""

REGULAR_SKILL = 4

Choice = str | int | bool | list[str]


@dataclass(frozen=True, slots=True)
class ForceUnit:
    """One unit of a force with its pilot."""

    name: str
    """What it is called in this force; two of a kind are told apart by #1 and #2."""
    card: Card
    skill: int = REGULAR_SKILL
    abilities: tuple[str, ...] = ()
    command_unit: bool = False
    legendary: str = ""
    """The name of its legendary pilot."""
    alternate_munitions: tuple[str, ...] = ()
    """Each as "keyword: munition", such as "AC: Precision"."""
    off_board: bool = False
    """It fires from off the table."""

    @property
    def pv(self) -> Tally:
        return unit_pv(self.card, self.skill, legendary=bool(self.legendary))

    @property
    def points(self) -> int:
        return unit_points(self.card, self.skill, legendary=bool(self.legendary))


@dataclass(frozen=True, slots=True)
class Group:
    """A formation of the force: its kind, the names of its units, and what was chosen for its bonus."""

    name: str
    kind: str
    units: tuple[str, ...]
    commander: str = ""
    choices: Mapping[str, Choice] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class CommandChoice:
    """A special command ability as it is written, perhaps with a choice in brackets, and what else was chosen."""

    name: str
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        chosen = ", ".join(f"{key.replace('_', ' ')} {_said(value)}" for key, value in self.details.items())
        return f"{self.name} ({chosen})" if chosen else self.name

    def as_data(self) -> str | dict[str, Any]:
        """As a force file has it, and as `read_command_ability` takes it."""
        return {"ability": self.name, **self.details} if self.details else self.name


@dataclass(frozen=True, slots=True)
class Force:
    """What one player brings."""

    name: str
    player: str
    faction: str
    era: str
    units: tuple[ForceUnit, ...]
    groups: tuple[Group, ...]
    command_abilities: tuple[CommandChoice, ...] = ()
    pack: str = ""

    def unit(self, name: str) -> ForceUnit | None:
        wanted = plain(name)
        return next((unit for unit in self.units if plain(unit.name) == wanted), None)

    @property
    def pv(self) -> int:
        return sum(unit.points for unit in self.units)


def read_force(text: str, name: str, library: Library) -> Force:
    """The force in a TOML file; what is not legal in it is left for the event's check to say."""
    if len(text) > LONGEST_FILE:
        raise BadInput(f"{name}: has {len(text):,} characters, and no force needs {LONGEST_FILE:,}; check the file.")
    try:
        data = parse_toml(text, name)
    except RecursionError:
        raise BadInput(f"{name}: is nested too deeply to be a force; make it flatter.") from None
    return force_from_data(data, name, library)


def is_force(text: str) -> bool:
    """Whether a text is a force file of this game, and not a list of another tool."""
    return re.search(r"""^[ \t]*game[ \t]*=[ \t]*["']alpha_strike["']""", text, re.MULTILINE) is not None


def force_from_data(data: Mapping[str, Any], name: str, library: Library) -> Force:
    """The force in a parsed file."""
    return _force(parse_model(_ForceFile, data, name), name, library)


def force_with_mistakes(data: Mapping[str, Any], name: str, library: Library) -> tuple[Force | None, list[Problem]]:
    """The force in a parsed file as far as it can be read, and what is wrong with the file's own form.

    A unit without a card has no points and no type, so that there is no force to be checked then.
    """
    file, problems = half_read(_ForceFile, data, name, {"game": "alpha_strike", "name": name})
    own, unreadable = _own_cards(_tables(data, "card"), name)
    problems += unreadable
    # A unit whose own card cannot be read is not unknown.
    unknown = [] if unreadable else _unknown_units(_tables(data, "unit"), name, own, library)
    problems += unknown
    complete = file is not None and not unknown and not unreadable
    return (_force(file, name, library) if file and complete else None), problems


def _tables(data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    rows = data.get(key)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _own_cards(rows: Sequence[dict[str, Any]], name: str) -> tuple[Library, list[Problem]]:
    cards: list[Card] = []
    problems: list[Problem] = []
    for number, row in enumerate(rows, 1):
        title = title_of_card(row, number)
        try:
            cards.append(card_from_data(row, title))
        except BadInput as complaint:
            problems.append(Problem(name, str(complaint)))
    return Library(cards), problems


def _unknown_units(rows: Sequence[dict[str, Any]], name: str, own: Library, library: Library) -> list[Problem]:
    problems: list[Problem] = []
    for at, row in enumerate(rows, 1):
        said = row.get("unit")
        if not isinstance(said, str) or not said or said in own or said in library:
            continue
        if which := library.which(said):
            what = f"unit {at}: {library.how_many(said)} cards are called {said[:120]!r}"
            problems.append(Problem(name, what, remedy=f"Write {which}."))
            continue
        near = library.nearest(said) if len(problems) < NEAREST_OFFERED else []
        remedy = f"Perhaps {' or '.join(near)} is meant." if near else ""
        way = "" if near else "units"
        problems.append(Problem(name, f"unit {at}: no card is called {said[:120]!r}", remedy=remedy, way=way))
    return problems


def _force(file: _ForceFile, name: str, library: Library) -> Force:
    units = _units(file.unit, name, library_from(file.card, name), library)
    return Force(
        name=file.name,
        player=file.player,
        faction=file.faction,
        era=file.era,
        units=units,
        groups=_groups(file.formation, units),
        command_abilities=tuple(_command_choice(row) for row in file.command_abilities),
        pack=file.pack,
    )


def shipped_forces() -> tuple[str, ...]:
    """The names of the forces that come with the game."""
    return shipped_names("forces")


def shipped_force_text(name: str) -> str:
    """The file of a shipped force."""
    return shipped_text("forces", name, "force")


def shipped_force(name: str) -> Force:
    """A force that comes with the game."""
    return read_force(shipped_force_text(name), f"{name}.toml", starter_library())


def force_toml(force: Force, library: Library | None = None) -> str:
    """The force as a file that `read_force` reads; cards that the library does not know are written into it."""
    named = {"player": force.player, "faction": force.faction, "era": force.era, "pack": force.pack}
    data: dict[str, Any] = {
        "game": "alpha_strike",
        "name": force.name,
        **{key: value for key, value in named.items() if value},
        "command_abilities": [one.as_data() for one in force.command_abilities],
        "unit": list(map(_unit_row, force.units)),
        "formation": list(map(_group_row, force.groups)),
        "card": list(map(card_data, _strangers(force, library))),
    }
    return toml_text({key: value for key, value in data.items() if value != []}, inline=("command_abilities",))


def force_summary(force: Force) -> dict[str, Any]:
    """A force as plain data, for JSON and for pages."""
    return {
        "game": "alpha_strike",
        "name": force.name,
        "player": force.player,
        "faction": force.faction,
        "era": force.era,
        "pack": force.pack,
        "pv": force.pv,
        "units": [
            {
                "name": unit.name,
                "unit": unit.card.name,
                "type": unit.card.type,
                "skill": unit.skill,
                "pv": unit.pv.total,
                "abilities": list(unit.abilities),
                "legendary": unit.legendary,
                "alternate_munitions": list(unit.alternate_munitions),
                "command_unit": unit.command_unit,
                "off_board": unit.off_board,
            }
            for unit in force.units
        ],
        "formations": [
            {
                "name": group.name,
                "kind": group.kind,
                "units": list(group.units),
                "commander": group.commander,
                "choices": dict(group.choices),
            }
            for group in force.groups
        ],
        "command_abilities": [str(one) for one in force.command_abilities],
    }


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """A name as it is compared: small letters and single spaces."""
    return " ".join(text.casefold().split())


def tell_apart(labels: Sequence[str]) -> list[str]:
    """Names of which no two are alike: those that occur more than once get #1, #2, ..."""
    alike = doubled(labels)
    if not alike:
        return list(labels)
    seen = dict.fromkeys(alike, 0)
    names = []
    for label in labels:
        name = plain(label)
        if name in alike:
            seen[name] += 1
            label = f"{label} #{seen[name]}"
        names.append(label)
    return names


def doubled(names: Iterable[str]) -> dict[str, int]:
    """The names that occur more than once, as they are compared, and how often."""
    compared = list(map(plain, names))
    if len(set(compared)) == len(compared):
        return {}  # as nearly always, and counting takes longer
    return {name: count for name, count in Counter(compared).items() if count > 1}


Name = Annotated[str, Field(max_length=200)]


class _UnitRow(FileModel):
    unit: Name = Field(min_length=1)
    name: Name = ""
    count: int = Field(default=1, ge=1, le=50)
    skill: int = REGULAR_SKILL
    abilities: list[Name] = Field(default_factory=list, max_length=20)
    command_unit: bool = False
    legendary: Name = ""
    alternate_munitions: dict[Name, Name | list[Name]] = Field(default_factory=dict, max_length=20)
    off_board: bool = False


class _FormationRow(FileModel):
    name: Name = ""
    kind: Name = Field(min_length=1)
    units: list[Name] = Field(max_length=50)
    commander: Name = ""
    choices: dict[str, Choice] = Field(default_factory=dict, max_length=50)


class _CommandRow(FileModel):
    """Its choices differ from ability to ability; the check knows them."""

    model_config = ConfigDict(extra="allow")

    ability: str = Field(min_length=1)


class _ForceFile(FileModel):
    game: Literal["alpha_strike"]
    name: Name = Field(min_length=1)
    player: Name = ""
    faction: Name = ""
    era: Name = ""
    pack: Name = ""
    command_abilities: list[Name | _CommandRow] = Field(default_factory=list, max_length=50)
    unit: list[_UnitRow] = Field(min_length=1, max_length=MOST_UNITS)
    formation: list[_FormationRow] = Field(default_factory=list, max_length=50)
    card: list[dict[str, Any]] = Field(default_factory=list, max_length=MOST_UNITS)


def _units(rows: Sequence[_UnitRow], name: str, own: Library, library: Library) -> tuple[ForceUnit, ...]:
    cards = _cards(rows, name, own, library)
    number = sum(row.count for row in rows)
    if number > MOST_UNITS:
        raise BadInput(f"{name}: has {number} units, and no force has more than {MOST_UNITS}; take some out.")
    each = [(row, card) for row, card in zip(rows, cards, strict=True) for _ in range(row.count)]
    labels = tell_apart([row.name.strip() or _called(row.unit, card) for row, card in each])
    return tuple(
        ForceUnit(
            name=label,
            card=card,
            skill=row.skill,
            abilities=tuple(row.abilities),
            command_unit=row.command_unit,
            legendary=row.legendary.strip(),
            alternate_munitions=_munitions(row.alternate_munitions),
            off_board=row.off_board,
        )
        for label, (row, card) in zip(labels, each, strict=True)
    )


def _called(written: str, card: Card) -> str:
    """The card's name, or the shorter one that the player used: Stormcrow Prime."""
    return card.name if written == card.name or plain(written) == plain(card.name) else " ".join(written.split())


def _cards(rows: Sequence[_UnitRow], name: str, own: Library, library: Library) -> list[Card]:
    """The card of each row, from the library or, where it has another or none, the file; unknown units are named."""
    cards: list[Card] = []
    complaints: list[str] = []
    for at, row in enumerate(rows, 1):
        brought = own.get(row.unit) if own.cards else None
        card = card_to_field(brought, library) if brought else library.get(row.unit)
        if card is not None:
            cards.append(card)
        elif len(complaints) < NEAREST_OFFERED:
            complaints.append(f"unit {at}: {_refusal(row.unit, library)}")
        else:
            complaints.append(f"unit {at}: no card is called {row.unit!r}.")
    if complaints:
        raise BadInput(f"{name}: {named(complaints)}")
    return cards


def _refusal(unit: str, library: Library) -> str:
    try:
        library.find(unit)
    except BadInput as complaint:
        return str(complaint)
    return ""


def _munitions(chosen: Mapping[str, str | list[str]]) -> tuple[str, ...]:
    if not chosen:
        return ()
    return tuple(
        f"{keyword}: {munition}"
        for keyword, munitions in chosen.items()
        for munition in ([munitions] if isinstance(munitions, str) else munitions)
    )


def _groups(rows: Sequence[_FormationRow], units: Sequence[ForceUnit]) -> tuple[Group, ...]:
    labels = tell_apart([row.name.strip() or row.kind for row in rows])
    everyone = _by_any_name(units)
    taken: set[str] = set()
    groups = []
    for label, row in zip(labels, rows, strict=True):
        members = tuple(_member(mention, everyone, taken) for mention in row.units)
        commander = ""
        if row.commander:
            inside = _by_any_name([unit for unit in units if unit.name in members])
            commander = _member(row.commander, inside, set())
        groups.append(Group(label, row.kind, members, commander, dict(row.choices)))
    return tuple(groups)


def _by_any_name(units: Sequence[ForceUnit]) -> dict[str, list[str]]:
    """The units that a name may mean: the one that has it, or else all of that kind."""
    own, kinds = {}, dict[str, list[str]]()
    for unit in units:
        own[plain(unit.name)] = [unit.name]
        kind, called = plain(unit.card.name), _without_number(unit.name)
        kinds.setdefault(kind, []).append(unit.name)
        if called != kind:
            kinds.setdefault(called, []).append(unit.name)
    return kinds | own


def _member(mention: str, units: Mapping[str, list[str]], taken: set[str]) -> str:
    """The unit that is meant, of several the next free one; unknown names stay as they are."""
    fitting = units.get(plain(mention))
    if not fitting:
        return mention
    name = fitting[0] if len(fitting) == 1 else next((name for name in fitting if name not in taken), fitting[-1])
    taken.add(name)
    return name


@lru_cache(maxsize=8192)
def _without_number(name: str) -> str:
    head, mark, tail = name.rpartition(" #")
    return plain(head if mark and tail.isdigit() else name)


def _command_choice(row: str | _CommandRow) -> CommandChoice:
    if isinstance(row, str):
        return CommandChoice(" ".join(row.split()))
    return CommandChoice(" ".join(row.ability.split()), dict(row.model_extra or {}))


# Writing


def _unit_row(unit: ForceUnit) -> dict[str, Any]:
    row: dict[str, Any] = {
        "unit": unit.card.name,
        "name": unit.name if unit.name != unit.card.name else "",
        "skill": unit.skill,
        "abilities": list(unit.abilities),
        "legendary": unit.legendary,
        "alternate_munitions": _munition_data(unit.alternate_munitions),
        "command_unit": unit.command_unit,
        "off_board": unit.off_board,
    }
    return {key: value for key, value in row.items() if value or key == "skill"}


def _munition_data(munitions: Iterable[str]) -> dict[str, list[str]]:
    data: dict[str, list[str]] = {}
    for keyword, _, munition in (one.partition(": ") for one in munitions):
        data.setdefault(keyword, []).append(munition)
    return data


def _group_row(group: Group) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": group.name if group.name != group.kind else "",
        "kind": group.kind,
        "units": list(group.units),
        "commander": group.commander,
        "choices": dict(group.choices),
    }
    return {key: value for key, value in row.items() if value or key in ("kind", "units")}


def _strangers(force: Force, library: Library | None) -> list[Card]:
    if library is None:
        return []
    return list({unit.card.name: unit.card for unit in force.units if library.same(unit.card) is None}.values())


def _said(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
