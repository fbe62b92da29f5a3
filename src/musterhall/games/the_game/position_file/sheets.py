"""The datasheets of a position file: printed ones, those it writes out, and units with stats of their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from musterhall.games.the_game.army.building import first_choice
from musterhall.games.the_game.army.datasheets import (
    AIR,
    FORMATION_RULES,
    GROUND,
    INFANTRY,
    NAVAL,
    Datasheet,
    SpecialRule,
    Transport,
    UnknownDatasheet,
    Weapon,
    datasheet,
    parse_attack,
    parse_rule,
)
from musterhall.games.the_game.basics.special_rules import ARCS, check_special_rule
from musterhall.games.the_game.position_file.model import MOST, SheetRow, Stats, UnitRow, WeaponRow, wrong
from musterhall.games.the_game.readings.slips import plain, reading
from musterhall.problems import BadInput

ANYBODY = ("*",)
"""Whom a transport carries that does not say: every kind of unit in the file."""
BLANK = Datasheet("unit", "", INFANTRY, 10.0, 20.0, 7, 0, 0)


def written_sheets(entries: Iterable[SheetRow], name: str) -> dict[str, Datasheet]:
    """The datasheets that the file writes out, by the plain form of their id or name."""
    sheets: dict[str, Datasheet] = {}
    for number, entry in enumerate(entries):
        where = f"{name}: datasheet.{number} {entry.name!r}"
        base = _printed(entry.like, "", where) if entry.like else BLANK
        sheet = _with_stats(base, entry, entry.name, where)
        key = plain(entry.id or entry.name)
        if key in sheets:
            raise wrong(where, "there is another datasheet of this name; give one of them an id")
        sheets[key] = replace(sheet, army=entry.army or sheet.army)
    return sheets


def unit_sheet(entry: UnitRow, army: str, written: dict[str, Datasheet], where: str) -> Datasheet:
    """The datasheet of a unit: made up if it has a type, otherwise the one it names with its own stats put in."""
    if entry.type is not None or not entry.unit:
        return _with_stats(BLANK, entry, entry.unit or entry.name or entry.type or "unit", where)
    base = written.get(plain(entry.unit)) or _printed(entry.unit, army, where)
    return _with_stats(base, entry, base.name, where)


def read_rule(text: str, where: str, *, on_formation: bool) -> SpecialRule:
    """A special rule where it belongs, on a formation or on a unit or weapon."""
    try:
        rule = parse_rule(text)
    except BadInput as problem:
        raise wrong(where, f"rules: {problem}") from problem
    if rule is None:
        raise wrong(where, f"rules: {text!r} adds nothing; take it out")
    check_special_rule(rule, where)
    senseless = [value for value in rule.values if not _sensible(rule.name, value)]
    if senseless:
        raise wrong(where, f"rules: {text!r} cannot have {senseless[0]!r} in its brackets; see chapter 2")
    if on_formation != (rule.name in FORMATION_RULES):
        owner = "a unit or weapon" if on_formation else "a formation"
        raise wrong(where, f"rules: {rule} belongs to {owner}; move it there")
    return rule


def _sensible(rule: str, value: int | str) -> bool:
    if rule == "fire arc":
        return value in ARCS
    return isinstance(value, int) and 0 <= value <= MOST


def _printed(name: str, army: str, where: str) -> Datasheet:
    try:
        return first_choice(datasheet(name, army))
    except UnknownDatasheet as problem:
        raise wrong(where, f"unit: {problem} Or give it a type and stats of its own") from problem


def _with_stats(base: Datasheet, entry: Stats, name: str, where: str) -> Datasheet:
    """The sheet with what the entry says otherwise; rules come on top of those printed."""
    sheet = replace(base, name=name)
    if entry.type is not None:
        sheet = replace(sheet, type=_type(entry.type, where))
    if entry.move is not None:
        combat, tactical = _figures(entry.move, where, "move", "10/25")
        sheet = replace(sheet, combat=combat, tactical=tactical)
    sheet = replace(
        sheet,
        command=sheet.command if entry.com is None else entry.com,
        armour=sheet.armour if entry.arm is None else entry.arm,
        visibility=sheet.visibility if entry.vis is None else entry.vis,
        close=sheet.close if entry.cf is None else _fighting(entry.cf, where, "cf"),
        near=sheet.near if entry.nf is None else _fighting(entry.nf, where, "nf"),
    )
    if entry.weapons is not None:
        sheet = replace(sheet, weapons=tuple(_weapon(weapon, base, where) for weapon in entry.weapons))
    if entry.rules is not None:
        more = tuple(read_rule(text, where, on_formation=False) for text in entry.rules)
        said = {rule.name for rule in more}
        sheet = replace(sheet, rules=(*(rule for rule in sheet.rules if rule.name not in said), *more))
    if entry.transport is not None:
        carries = ANYBODY if entry.transport.carries is None else tuple(entry.transport.carries)
        sheet = replace(sheet, transport=Transport(entry.transport.capacity, carries))
    return sheet


def _type(text: str, where: str) -> str:
    unit_type = plain(reading("type", text))
    if unit_type not in GROUND + AIR + NAVAL:
        raise wrong(where, f"type: no unit type is called {text!r}; use one of {', '.join(GROUND + AIR + NAVAL)}")
    return unit_type


def _figures(text: str, where: str, field_name: str, example: str) -> tuple[float, float]:
    if text == "-":
        return 0.0, 0.0
    first, _, second = text.partition("/")
    try:
        found = float(first), float(second or first)
    except ValueError:
        found = (-1.0, -1.0)
    if not all(0 <= number <= MOST for number in found):
        raise wrong(where, f"{field_name}: {text!r} is not one or two figures; write it as {example!r}")
    return found


def _fighting(text: str, where: str, field_name: str) -> tuple[int, int] | None:
    if text in ("", "-"):
        return None
    first, second = _figures(text, where, field_name, "2/1")
    return int(first), int(second)


def _weapon(entry: WeaponRow, base: Datasheet, where: str) -> Weapon:
    try:
        attack = parse_attack(entry.attack.strip())
    except BadInput as problem:
        raise wrong(where, f"weapon {entry.name!r}: {problem}") from problem
    figures = [attack.shots, *(value for _, value in attack.attacks), attack.score or 0, attack.maximum or 0]
    if not all(0 <= figure <= MOST for figure in figures) or attack.shots < 1:
        raise wrong(where, f"weapon {entry.name!r}: attack {entry.attack!r} has figures beyond any table")
    weapon = Weapon(
        reading("weapon", entry.name),
        float(entry.range),
        attack.attacks,
        attack.score,
        attack.maximum,
        attack.shots,
        tuple(read_rule(text, where, on_formation=False) for text in entry.notes),
        entry.one_shot_per_units,
        entry.either_or,
    )
    # Units that share a weapon must share the object, as those of one printed datasheet do.
    return next((one for one in base.weapons if one == weapon), weapon)
