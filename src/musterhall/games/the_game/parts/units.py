"""THE GAME's datasheets, for who looks one up."""

from __future__ import annotations

from typing import Any

from musterhall.game.showing import Shown, Table
from musterhall.game.units import Listing, Search, SearchField, Units
from musterhall.games.the_game.army.costs import unit_cost
from musterhall.games.the_game.army.datasheets import Datasheet, SpecialRule, Weapon, datasheet, load_datasheets
from musterhall.games.the_game.package_data import catalogue_data

WIDE = 118
"""From so many columns on a list of datasheets has room for types and the names of weapons."""


class Datasheets(Units):
    imports = None
    search_fields = (
        SearchField("army", "HumanXX or Orc Hegemony.", example="NAME"),
        SearchField("type", "infantry, vehicle, artillery, ..."),
        SearchField("text", "Words that the name holds."),
    )

    def one(self, name: str, library: Any) -> Listing:
        sheet = datasheet(name)
        return Listing(_data(sheet), _shown(sheet))

    def found(self, search: Search, library: Any, width: int) -> Listing:
        sheets = [sheet for sheet in load_datasheets().values() if _fits(sheet, search)]
        return Listing(list(map(_data, sheets)), _listed(sheets, wide=width >= WIDE))


UNITS = Datasheets()


def _fits(sheet: Datasheet, search: Search) -> bool:
    same = all(search.get(word, "").casefold() in ("", getattr(sheet, word).casefold()) for word in ("army", "type"))
    return same and all(word in sheet.name.casefold() for word in search.get("text", "").casefold().split())


def _data(sheet: Datasheet) -> dict[str, Any]:
    return sheet_data(sheet) | {"cost": unit_cost(sheet)}


def sheet_data(sheet: Datasheet) -> dict[str, Any]:
    """A datasheet as plain data."""
    return {
        "name": sheet.name,
        "army": sheet.army,
        "type": sheet.type,
        "move": [sheet.combat, sheet.tactical],
        "command": sheet.command,
        "armour": sheet.armour,
        "visibility": sheet.visibility,
        "close_fighting": list(sheet.close) if sheet.close else None,
        "near_fighting": list(sheet.near) if sheet.near else None,
        "weapons": [
            {
                "name": weapon.name,
                "range": weapon.range,
                "attack": _attack(weapon),
                "shots": weapon.shots,
                "rules": [str(rule) for rule in weapon.rules],
            }
            for weapon in sheet.weapons
        ],
        "rules": [str(rule) for rule in sheet.rules],
        "transport": {"capacity": sheet.transport.capacity, "carries": list(sheet.transport.carries)}
        if sheet.transport
        else None,
    }


def _listed(sheets: list[Datasheet], *, wide: bool) -> Shown:
    """A table for each army."""
    heads = ("unit", *(("type",) if wide else ()), "move", "COM", "ARM", "VIS", "CF", "NF", "weapons")
    lines: Shown = []
    for army in dict.fromkeys(sheet.army for sheet in sheets):
        own = [sheet for sheet in sheets if sheet.army == army]
        rows = [(sheet.name, *_stats(sheet)[0 if wide else 1 :], _armament(sheet, wide)) for sheet in own]
        lines += [f"\n{army}" if lines else army, Table([heads, *rows])]
    return lines


def _armament(sheet: Datasheet, wide: bool) -> str:
    return ", ".join(f"{weapon.name} {_attack(weapon)}" if wide else _attack(weapon) for weapon in sheet.weapons)


def _shown(sheet: Datasheet) -> Shown:
    lines: Shown = [
        f"{sheet.name} ({sheet.army})",
        Table([("type", "move", "COM", "ARM", "VIS", "CF", "NF"), _stats(sheet)]),
    ]
    if sheet.weapons:
        rows = [
            (_weapon_name(weapon), f"{weapon.range:g}", _attack(weapon), _notes(weapon.rules) or "-")
            for weapon in sheet.weapons
        ]
        lines.append(Table([("weapon", "range", "attack", "notes"), *rows]))
    if sheet.transport:
        lines.append(f"Carries {sheet.transport.capacity}: {', '.join(sheet.transport.carries)}.")
    if sheet.rules:
        lines.append(f"Notes: {_notes(sheet.rules)}")
    return [*lines, *_rules_help(sheet), f"Stand-in cost: {unit_cost(sheet)} points."]


def _rules_help(sheet: Datasheet) -> list[str]:
    """What the sheet's special rules do, each once."""
    # Read from the catalogue itself: the module with the rules' hooks would load the compiled geometry.
    known = catalogue_data("special_rules.toml")
    named = dict.fromkeys(rule.name for rules in (sheet.rules, *(w.rules for w in sheet.weapons)) for rule in rules)
    return [f"  {known[name]['section']} {name}: {known[name]['help']}" for name in named if name in known]


def _stats(sheet: Datasheet) -> tuple[str, ...]:
    return (
        sheet.type,
        f"{sheet.combat:g}/{sheet.tactical:g}",
        str(sheet.command),
        str(sheet.armour),
        str(sheet.visibility),
        _fighting(sheet.close),
        _fighting(sheet.near),
    )


def _fighting(values: tuple[int, int] | None) -> str:
    return f"{values[0]}/{values[1]}" if values else "-"


def _weapon_name(weapon: Weapon) -> str:
    shots = f"{weapon.shots} x " if weapon.shots > 1 else ""
    per = f" for every {weapon.per_units} units" if weapon.per_units > 1 else ""
    return f"{shots}{weapon.name}{per}" + (f" (or: {weapon.choice})" if weapon.choice else "")


def _attack(weapon: Weapon) -> str:
    if weapon.artillery:
        return f"AS{weapon.score}/{weapon.maximum}"
    return "/".join(f"{kind}{value}" for kind, value in weapon.attacks)


def _notes(rules: tuple[SpecialRule, ...]) -> str:
    return ", ".join(str(rule) for rule in rules)
