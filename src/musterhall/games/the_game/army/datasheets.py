"""5 Armies: units, weapons and their stats as the engine uses them.

The catalogue's TOML files hold the print; `load_datasheets` reads them once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from pydantic import Field

from musterhall.games.the_game.package_data import FileModel, catalogue_data
from musterhall.games.the_game.readings.slips import plain, reading
from musterhall.problems import BadInput, parse_model
from musterhall.spelling import names_like

INFANTRY = "infantry"
SOFT_VEHICLE = "soft vehicle"
ARMOURED_VEHICLE = "armoured vehicle"
GROUND = (INFANTRY, SOFT_VEHICLE, ARMOURED_VEHICLE)
TRANSPORT = "transport"
FIXED_WING = ("fighter", "attack", "bomber", TRANSPORT)
ATTACK_HELICOPTER, TRANSPORT_HELICOPTER = HELICOPTERS = ("attack helicopter", "transport helicopter")
AIR = FIXED_WING + HELICOPTERS
CARRIERS = (TRANSPORT, TRANSPORT_HELICOPTER)
"""3.2, 3.4.3 Aircraft that carry troops of other formations."""
FLYERS = (*FIXED_WING, TRANSPORT_HELICOPTER)
"""3.1, 3.3 Those that have commands of their own and are off the table between their actions."""
PRINTED = ("humanxx.toml", "orc_hegemony.toml")
"""The files with the datasheets of chapter 5."""
BOAT, SHIP, HOVERCRAFT, GEV, SUBMARINE = "boat", "ship", "hovercraft", "ground effect vehicle", "submarine"
NAVAL = (BOAT, SHIP, HOVERCRAFT, GEV, SUBMARINE)
"""4.1 The five types of vessel."""

WEAPON_TYPES = ("AP", "AT", "AA", "AN", "VH")

WEAPON_RULES = (
    "atgm",
    "bombs",
    "depth charges",
    "disruption",
    "fire arc",
    "high alt",
    "ignore cover",
    "indirect fire",
    "mobile artillery",
    "no gunner",
    "primary",
    "targeting",
    "torpedoes",
)
UNIT_RULES = ("attack submarine", "commander", "damage", "fording", "leader", "scout")
FORMATION_RULES = ("green", "group mentality", "paratroopers", "shaky")
SPECIAL_RULES = WEAPON_RULES + UNIT_RULES + FORMATION_RULES


class SpecialRule(NamedTuple):
    """A special rule on a weapon, unit or formation, with what stands in its brackets.

    A tuple, because rules are looked up by the thousand in every battle.
    """

    name: str
    values: tuple[int | str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({'/'.join(map(str, self.values))})" if self.values else self.name


@dataclass(frozen=True, slots=True)
class Weapon:
    """1.1.5 One weapon line: `attacks` by weapon type, or an artillery score with its maximum."""

    name: str
    range: float
    attacks: tuple[tuple[str, int], ...] = ()
    score: int | None = None
    maximum: int | None = None
    shots: int = 1
    rules: tuple[SpecialRule, ...] = ()
    per_units: int = 1
    """One shot for each so many units of the formation, rounded up."""
    choice: str = ""
    """Weapons of one unit with the same choice are alternatives (printed OR); a force picks one."""

    @property
    def artillery(self) -> bool:
        return self.score is not None


@dataclass(frozen=True, slots=True)
class Transport:
    """1.6.3 How many units a transport carries, and which datasheets those may be."""

    capacity: int
    carries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Datasheet:
    """1.1.5 The stats of one kind of unit."""

    name: str
    army: str
    type: str
    combat: float
    tactical: float
    command: int
    armour: int
    visibility: int
    close: tuple[int, int] | None = None
    near: tuple[int, int] | None = None
    weapons: tuple[Weapon, ...] = ()
    rules: tuple[SpecialRule, ...] = ()
    transport: Transport | None = None

    def with_rule(self, rule: SpecialRule, *, on_weapons: bool = False) -> Datasheet:
        """The same unit with one more special rule, on itself or on each of its weapons."""
        if on_weapons:
            weapons = tuple(replace(weapon, rules=(*weapon.rules, rule)) for weapon in self.weapons)
            return replace(self, weapons=weapons)
        return replace(self, rules=(*self.rules, rule))


def attack_rules(sheet: Datasheet) -> tuple[SpecialRule, ...]:
    """2 Weapon rules that stand in a unit's own notes: they hold for all its attacks."""
    return tuple(rule for rule in sheet.rules if rule.name in WEAPON_RULES)


@cache
def weapons_of(sheet: Datasheet) -> tuple[Weapon, ...]:
    """2 A unit's weapons with the weapon rules of its own notes added to each."""
    more = attack_rules(sheet)
    if not more:
        return sheet.weapons
    return tuple(replace(weapon, rules=(*weapon.rules, *more)) for weapon in sheet.weapons)


class UnknownDatasheet(BadInput, KeyError):
    """A name that no datasheet has: one sentence, with the names that come near."""

    def __str__(self) -> str:
        return str(self.args[0])


def datasheet(name: str, army: str = "") -> Datasheet:
    """The datasheet of this name: a printed slip, a plural or, within an army, a short name will do."""
    sheets = _by_plain_name()
    for spelling in _spellings(name, army):
        if spelling in sheets:
            return sheets[spelling]
    near = names_like(plain(name), sheets)
    hint = " or ".join(sheets[match].name for match in near)
    remedy = f"did you mean {hint}?" if near else "the catalogue lists them all."
    raise UnknownDatasheet(f"no datasheet is called {name!r}; {remedy}")


@cache
def load_datasheets() -> dict[str, Datasheet]:
    """5 All datasheets of both armies by name, in the order of the book."""
    return {name: sheet for file in PRINTED for name, sheet in _army_sheets(file).items()}


@cache
def made_for_landings() -> dict[str, Datasheet]:
    """The vessels that the book has rules for and no datasheet: ours, for the set-up landing."""
    return {**_army_sheets("landing_humanxx.toml"), **_army_sheets("landing_orc_hegemony.toml")}


def people(sheet: Datasheet) -> str:
    """Who crews a unit: the first word of its name, such as HumanXX, Orc or Goblin."""
    return sheet.name.split()[0]


def parse_rule(text: str) -> SpecialRule | None:
    """2 A printed rule such as "Scout(10)" or "Fire Arc: Front"; None for a note that adds nothing."""
    text = reading("rule", text)
    if not text:
        return None
    match = re.fullmatch(r"([^(:]+)(?:\(([^)]*)\)|:(.*))?", " ".join(text.split()))
    name = plain(match[1]) if match else ""
    if match is None or name not in SPECIAL_RULES:
        raise BadInput(f"no special rule is called {text!r}; chapter 2 has {', '.join(SPECIAL_RULES)}.")
    inside = match[2] or match[3] or ""
    return SpecialRule(name, tuple(_rule_value(part) for part in inside.split("/") if part.strip()))


class Attack(NamedTuple):
    """1.1.5 A printed attack: attack values by weapon type, or an artillery score with its maximum."""

    shots: int
    attacks: tuple[tuple[str, int], ...] = ()
    score: int | None = None
    maximum: int | None = None


def parse_attack(text: str) -> Attack:
    """1.1.5 A printed attack such as "2 x AP6/AT8", or "AS 3/10" for artillery."""
    shots, attack = _multiplied(text)
    artillery = re.fullmatch(r"AS\s*([0-9]+)/([0-9]+)", attack)
    if artillery:
        return Attack(shots, (), int(artillery[1]), int(artillery[2]))
    return Attack(shots, tuple(_attack(part) for part in attack.split("/")))


def _rule_value(text: str) -> int | str:
    text = plain(text)
    return int(text) if re.fullmatch(r"[0-9]+", text) else text


def _spellings(name: str, army: str) -> Iterable[str]:
    """What a name may stand for, the likeliest first; short names get the word for the army's people."""
    bare = re.sub(r" units?$", "", " ".join(name.split()), flags=re.IGNORECASE)
    peoples = {sheet.name.split()[0] for sheet in load_datasheets().values() if sheet.army == army}
    for full in (bare, *(f"{word} {bare}" for word in sorted(peoples, reverse=True))):
        for form in (full, full.removesuffix("s")):
            yield plain(reading("unit", form, army))


@cache
def _by_plain_name() -> dict[str, Datasheet]:
    sheets = {**load_datasheets(), **_army_sheets("examples.toml"), **made_for_landings()}
    return {plain(name): sheet for name, sheet in sheets.items()}


def _army_sheets(file: str) -> dict[str, Datasheet]:
    name = f"catalogue/{file}"
    printed = parse_model(_SheetFile, catalogue_data(file), name)
    sheets = {}
    for row in printed.datasheet:
        try:
            sheet = row.sheet(printed.army)
        except BadInput as error:
            raise BadInput(f"{name}: {row.name}: {error}") from error
        sheets[sheet.name] = sheet
    for row in printed.datasheet:
        if row.transport:
            unit = reading("unit", row.name)
            known = {**load_datasheets(), **sheets} if file not in PRINTED else sheets
            sheets[unit] = replace(sheets[unit], transport=_transport(row.transport, known))
    return sheets


def _transport(text: str, sheets: Mapping[str, Datasheet]) -> Transport:
    """1.6.3 "2 Orc infantry units" carries every infantry sheet of the Orcs; otherwise one sheet is named."""
    count, _, load = reading("transport", text).partition(" ")
    kind = re.sub(r" units?$", "", plain(load))
    folk, _, unit_type = kind.partition(" ")
    names = [name for name, sheet in sheets.items() if plain(name) == kind]
    if unit_type == INFANTRY:
        infantry = [sheet for sheet in sheets.values() if sheet.type == INFANTRY]
        names = [sheet.name for sheet in infantry if plain(people(sheet)) == folk]
    if not names:
        raise BadInput(f"transport {text!r} names no datasheet of its army.")
    return Transport(int(count), tuple(names))


class _WeaponRow(FileModel):
    name: str
    range: int
    attack: str
    rules: list[str] = Field(default=[])
    one_shot_per_units: int = 1
    either_or: str = ""

    def weapon(self) -> Weapon:
        name_shots, name = _multiplied(self.name)
        attack = parse_attack(self.attack)
        return Weapon(
            name=reading("weapon", name),
            range=float(self.range),
            attacks=attack.attacks,
            score=attack.score,
            maximum=attack.maximum,
            shots=name_shots * attack.shots,
            rules=_rules(self.rules),
            per_units=self.one_shot_per_units,
            choice=self.either_or,
        )


class _SheetRow(FileModel):
    name: str
    type: str
    move: str
    com: int
    arm: int
    vis: int
    cf: str = ""
    nf: str = ""
    weapons: list[_WeaponRow] = Field(default=[])
    rules: list[str] = Field(default=[])
    transport: str = ""

    def sheet(self, army: str) -> Datasheet:
        unit_type = plain(reading("type", self.type))
        if unit_type not in GROUND + AIR + NAVAL:
            raise BadInput(f"no unit type is called {self.type!r}; see 1.1.2, 3.1 and 4.1.")
        combat, tactical = _move(self.move)
        return Datasheet(
            name=reading("unit", self.name),
            army=army,
            type=unit_type,
            combat=combat,
            tactical=tactical,
            command=self.com,
            armour=self.arm,
            visibility=self.vis,
            close=_fighting(self.cf),
            near=_fighting(self.nf),
            weapons=tuple(row.weapon() for row in self.weapons),
            rules=_rules(self.rules),
        )


class _SheetFile(FileModel):
    army: str
    datasheet: list[_SheetRow]


def _rules(texts: Iterable[str]) -> tuple[SpecialRule, ...]:
    parsed = (parse_rule(text) for text in texts)
    return tuple(rule for rule in parsed if rule is not None)


def _multiplied(text: str) -> tuple[int, str]:
    """A printed multiplier and what it multiplies: "2 x AP6" is (2, "AP6")."""
    match = re.fullmatch(r"([0-9]{1,9}) ?x ?(.+)", " ".join(text.split()))
    return (int(match[1]), match[2]) if match else (1, text)


def _attack(text: str) -> tuple[str, int]:
    match = re.fullmatch(r"([A-Z]{2})([0-9]+)", text)
    weapon_type = reading("weapon type", match[1]) if match else ""
    if match is None or weapon_type not in WEAPON_TYPES:
        raise BadInput(f"attack {text!r} is not a weapon type ({', '.join(WEAPON_TYPES)}) and a number.")
    return weapon_type, int(match[2])


def _move(text: str) -> tuple[float, float]:
    """1.6 Combat and tactical move; a single value serves for both, a dash (aircraft) is 0."""
    if text == "-":
        return 0.0, 0.0
    combat, _, tactical = text.partition("/")
    return float(combat), float(tactical or combat)


def _fighting(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    against_infantry, against_vehicles = text.split("/")
    return int(against_infantry), int(against_vehicles)
