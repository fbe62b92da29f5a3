"""`muster force` and `muster units`: what a player brings, and what it is made of."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli import checking, packs, printing
from musterhall.cli.checking import variants_of
from musterhall.cli.shell import (
    AsJson,
    GameName,
    aligned,
    console,
    counted,
    read_file,
    require_game,
    say,
    say_json,
)

if TYPE_CHECKING:
    from musterhall.games.the_game.datasheets import Datasheet, SpecialRule, Weapon
    from musterhall.games.the_game.forces import Force
    from musterhall.problems import Problem

app = typer.Typer(no_args_is_help=True)
app.command("check")(checking.check)
app.command("formations")(packs.force_formations)
app.command("build")(packs.build_force)
app.command("import")(packs.import_force)
app.command("print")(printing.print_force)

ForceName = Annotated[str, typer.Argument(metavar="FORCE", help="A file, or the name of a shipped force.")]


@app.command()
def show(force: ForceName, as_json: AsJson = False) -> None:
    """Print a force with its units and what they cost."""
    from musterhall.games.the_game.forces import force_summary

    if packs.is_alpha_strike_force(force):
        packs.show_force(force, as_json)
        return
    found = force_named(force)
    summary = force_summary(found)
    if as_json:
        say_json(summary)
        return
    _print_force(summary)
    problems = force_problems(found, None)
    if problems:
        say(f"It is not legal: {counted(len(problems), 'problem')}; `muster force check {force}` tells.")


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """Name the forces that come with Musterhall."""
    from musterhall.games.alpha_strike import forces as alpha_strike
    from musterhall.games.the_game import forces as the_game

    rows = {}
    for name in the_game.shipped_forces():
        force = the_game.shipped_force(name)
        rows[name] = {"game": "the_game", "force": force.name, "army": force.army, "cost": force.cost}
    for name in alpha_strike.shipped_forces():
        mine = alpha_strike.shipped_force(name)
        rows[name] = {"game": "alpha_strike", "force": mine.name, "army": mine.faction, "cost": mine.pv}
    if as_json:
        say_json(rows)
        return
    for name, row in rows.items():
        say(f"{name} ({row['game']}): {row['force']}, {row['army'] or 'no faction'}, {row['cost']} points")


def units(
    game: GameName,
    name: Annotated[str | None, typer.Argument(help="Print this datasheet whole.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the datasheets of a game, or print one of them."""
    require_game(game)
    from musterhall.games.the_game.costs import unit_cost
    from musterhall.games.the_game.datasheets import datasheet, load_datasheets
    from musterhall.problems import BadInput

    try:
        sheets = [datasheet(name)] if name is not None else list(load_datasheets().values())
    except BadInput as complaint:
        raise BadInput(f"{complaint} See `muster units the-game`.") from None
    if as_json:
        rows = [sheet_data(sheet) | {"cost": unit_cost(sheet)} for sheet in sheets]
        say_json(rows if name is None else rows[0])
    elif name is not None:
        _print_sheet(sheets[0])
    else:
        _print_sheets(sheets)


def force_named(name: str) -> Force:
    """A shipped force by name, or the one in a file."""
    from musterhall.games.the_game.forces import read_force, shipped_force, shipped_forces
    from musterhall.problems import BadInput

    if name in shipped_forces():
        return shipped_force(name)
    path = Path(name)
    if not path.exists():
        known = ", ".join(shipped_forces())
        raise BadInput(f"force {name!r}: there is no such file; name one that exists, or a shipped force: {known}.")
    return read_force(read_file(path), name)


def force_problems(force: Force, variant: list[str] | None) -> list[Problem]:
    from musterhall.games.the_game.forces import check_force

    return check_force(force, variants_of(variant).as_data())


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


# On the terminal


def _print_force(summary: dict[str, Any]) -> None:
    """A line for each formation with its units under it: a column of units would be too narrow to read."""
    formations = summary["formations"]
    heads = ("formation", "entry", "battle group", "points")
    head, *lines = aligned([heads, *(_formation_row(row) for row in formations)], right=(3,))
    say(f"{summary['name']}, {summary['army']}: {summary['cost']} of {summary['points']} points")
    say(head)
    for line, row in zip(lines, formations, strict=True):
        say(line)
        say(_set_in(_brings(row)))
    say(f"Initiative {summary['initiative']}, strategy {summary['strategy']}.")
    if any(row["stand_in_cost"] for row in formations):
        say("* the book prints no costs; these come from a formula, and a force file may give its own.")


def _formation_row(row: dict[str, Any]) -> tuple[str, ...]:
    cost = f"{row['cost']}{'*' if row['stand_in_cost'] else ' '}"
    return (row["name"], row["entry"], row["battle_group"], cost)


def _brings(row: dict[str, Any]) -> str:
    """A formation's units, then its special rules."""
    units = ", ".join(f"{unit['count']}{HARD_SPACE}{unit['unit']}" for unit in row["units"])
    rules = [*row["rules"], *(["commander"] if row["commander"] else [])]
    return f"{units}; {', '.join(rules)}" if rules else units


HARD_SPACE = "\u00a0"
"""Keeps a number on the line of what it counts."""


def _set_in(text: str) -> str:
    folded = textwrap.fill(text, console().width, initial_indent="    ", subsequent_indent="    ")
    return folded.replace(HARD_SPACE, " ")


WIDE = 118
"""From so many columns on a list of datasheets has room for types and the names of weapons."""


def _print_sheets(sheets: list[Datasheet]) -> None:
    wide = console().width >= WIDE
    heads = ("unit", *(("type",) if wide else ()), "move", "COM", "ARM", "VIS", "CF", "NF", "weapons")
    rows = [heads, *((sheet.name, *_stats(sheet)[0 if wide else 1 :], _armament(sheet, wide)) for sheet in sheets)]
    head, *lines = aligned(rows)
    army = ""
    for sheet, line in zip(sheets, lines, strict=True):
        if sheet.army != army:
            army = sheet.army
            say(f"\n{army}" if sheet is not sheets[0] else army)
            say(head)
        say(line)
    say('\nAll about one: muster units the-game "NAME".')


def _armament(sheet: Datasheet, wide: bool) -> str:
    return ", ".join(f"{weapon.name} {_attack(weapon)}" if wide else _attack(weapon) for weapon in sheet.weapons)


def _print_sheet(sheet: Datasheet) -> None:
    from rich.table import Table

    from musterhall.games.the_game.costs import unit_cost

    say(f"{sheet.name} ({sheet.army})")
    stats = Table(box=None, pad_edge=False)
    for head in ("type", "move", "COM", "ARM", "VIS", "CF", "NF"):
        stats.add_column(head)
    stats.add_row(*_stats(sheet))
    console().print(stats)
    if sheet.weapons:
        weapons = Table(box=None, pad_edge=False)
        for head in ("weapon", "range", "attack", "notes"):
            weapons.add_column(head)
        for weapon in sheet.weapons:
            weapons.add_row(_weapon_name(weapon), f"{weapon.range:g}", _attack(weapon), _notes(weapon.rules) or "-")
        console().print(weapons)
    if sheet.transport:
        say(f"Carries {sheet.transport.capacity}: {', '.join(sheet.transport.carries)}.")
    if sheet.rules:
        say(f"Notes: {_notes(sheet.rules)}")
    for line in _rules_help(sheet):
        say(line)
    say(f"Stand-in cost: {unit_cost(sheet)} points.")


def _rules_help(sheet: Datasheet) -> list[str]:
    """What the sheet's special rules do, each once."""
    # Read from the catalogue itself: the module with the rules' hooks would load the compiled geometry.
    from musterhall.games.the_game.package_data import catalogue_data

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
