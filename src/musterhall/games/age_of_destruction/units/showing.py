"""Units in words and tables: what a dial shows at a click, and the whole of it."""

from __future__ import annotations

from collections.abc import Iterator

from musterhall.games.age_of_destruction.units.dials import Click, UnitSheet
from musterhall.tally import counted


def kind_words(sheet: UnitSheet) -> str:
    """What it is: elite 'Mech on two legs of House Liao."""
    return f"{sheet.rank} {TYPES[sheet.type]}, {MODES[sheet.speed_mode]}, {sheet.faction or 'mercenary'}"


def click_words(click: Click, *, mech: bool) -> str:
    """What the slot shows: speed 8, attack 10, defense 20, damage 4/2."""
    damage = f"{click.damage}/{click.secondary}" if mech else str(click.damage)
    salvage = ", salvage" if click.salvage else ""
    return f"speed {click.speed}, attack {click.attack}, defense {click.defense}, damage {damage}{salvage}"


def dial_rows(sheet: UnitSheet) -> list[tuple[str, ...]]:
    """The combat dial as a table: a row for each figure, a column for each click; S marks salvage."""
    rows = [
        ("click", *(f"{at}{'S' if click.salvage else ''}" for at, click in enumerate(sheet.dial, 1))),
        ("speed", *(str(click.speed) for click in sheet.dial)),
        ("attack", *(str(click.attack) for click in sheet.dial)),
        ("defense", *(str(click.defense) for click in sheet.dial)),
        ("damage", *(str(click.damage) for click in sheet.dial)),
    ]
    if sheet.is_mech:
        rows.append(("secondary", *(str(click.secondary) for click in sheet.dial)))
    return rows


def heat_rows(sheet: UnitSheet) -> list[tuple[str, ...]]:
    """The heat dial as a table, a column for each step; behind the last it shuts down."""
    if not sheet.heat:
        return []
    rows = [
        ("heat", *(str(at) for at in range(len(sheet.heat))), str(sheet.shuts_down_at)),
        ("speed", *(str(step.speed) for step in sheet.heat), "shut"),
        ("damage", *(f"{step.damage}/{step.secondary}" for step in sheet.heat), "down"),
    ]
    if any(step.ammunition for step in sheet.heat):
        rows.append(("explodes", *(EXPLODES[step.ammunition] for step in sheet.heat), "-"))
    if any(step.jam for step in sheet.heat):
        rows.append(("jams", *(JAMS[step.jam] for step in sheet.heat), "-"))
    return rows


def range_words(sheet: UnitSheet) -> str:
    second = f"/{sheet.secondary_weapon}" if sheet.is_mech and sheet.secondary_weapon != sheet.weapon else ""
    return f"range {sheet.least_range} to {sheet.most_range} ({sheet.weapon}{second})"


def extras(sheet: UnitSheet) -> Iterator[str]:
    """What else its base shows."""
    if sheet.vent:
        yield f"vents {sheet.vent}"
    if sheet.arc:
        yield f"front arc {sheet.arc} degrees"
    if sheet.places:
        yield f"{counted(sheet.places, 'place')} for passengers"
    for word, has in (
        ("artillery", sheet.artillery),
        ("jump jets", sheet.jump_jets),
        ("infiltrator", sheet.infiltrator),
    ):
        if has:
            yield word
    yield from sheet.equipment


EXPLODES = {"": "-", "explosion": "1-2", "critical": "1-3"}
"""The die on which ammunition explodes at a step of the heat dial."""
JAMS = {"": "-", "ballistic": "ball.", "energy": "en.", "melee": "mel."}
"""The weapons that jam at a step."""
TYPES = {"infantry": "infantry", "vehicle": "vehicle", "vtol": "VTOL", "mech": "'Mech"}
MODES = {
    "foot": "on foot",
    "tracked": "tracked",
    "wheeled": "wheeled",
    "hover": "hover",
    "vtol": "in the air",
    "biped": "on two legs",
    "quad": "on four legs",
    "aquatic": "aquatic",
}
