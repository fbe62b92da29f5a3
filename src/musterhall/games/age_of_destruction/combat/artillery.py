"""Artillery: a marker now, and in the owner's next command stage a shell that may drift."""

from __future__ import annotations

import math

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.combat.attack import FORBIDS, Attack, damage_value, why_jammed
from musterhall.games.age_of_destruction.combat.moments import SOFTENING
from musterhall.games.age_of_destruction.field.bases import point_gap
from musterhall.games.age_of_destruction.harm.damage import deal
from musterhall.games.age_of_destruction.harm.losses import settle_losses
from musterhall.games.age_of_destruction.position.conditions import changed
from musterhall.games.age_of_destruction.position.moments import equipment, held_by
from musterhall.games.age_of_destruction.position.position import Position, Shell
from musterhall.games.age_of_destruction.position.rolls import D6
from musterhall.games.age_of_destruction.sections import ARTILLERY
from musterhall.geometry import Point
from musterhall.places import place_in_words
from musterhall.tally import Tally


def why_not_there(position: Position, unit: int, place: Point) -> str:
    """40.10 Why a unit cannot lay its marker at a place; empty where it can."""
    sheet = position.unit(unit).sheet
    if not sheet.artillery:
        return "it has no artillery"
    if position.touching_enemies(unit):
        return "it is in base contact with an opposing unit"
    shot = Attack(unit, (), "ranged")
    if reason := why_jammed(position, shot):
        return reason
    for _, act in FORBIDS.of(held_by(position, unit)):
        if reason := act(position, shot, unit):
            return reason
    if not position.field.table.contains(place):
        return "the marker must lie on the table"
    inches = float(point_gap(position.bases, unit, *place))
    most = sheet.most_range + changed(position, "range", unit)
    if not sheet.least_range <= inches <= most:
        return f"the marker is {inches:.1f} inches away, and its range is {sheet.least_range} to {most}"
    return ""


def fire_shell(battle: Battle[Position], unit: int, place: Point) -> None:
    """40.10 The marker is laid, and the shell keeps the figures it was fired with."""
    position = battle.position
    damage = damage_value(position, Attack(unit, (), "ranged"), unit).total
    attack = position.click(unit).attack + changed(position, "attack", unit)
    x, y = round(place[0], 2), round(place[1], 2)
    position.shells = (*position.shells, Shell(unit, x, y, attack, damage))
    if battle.recording:
        text = f"{position.unit(unit).name} fires at a place {place_in_words(position.field.table, (x, y))}"
        battle.tell("artillery", text, ARTILLERY, unit=unit, at=[x, y])


def shells_land(battle: Battle[Position], side: int) -> None:
    """40.10 The shells of a side come down, in the order in which they were fired."""
    position = battle.position
    own = [shell for shell in position.shells if position.unit(shell.by).side == side]
    position.shells = tuple(shell for shell in position.shells if position.unit(shell.by).side != side)
    for shell in own:
        _land(battle, shell, _where(battle, shell))


def _where(battle: Battle[Position], shell: Shell) -> Point:
    """On its marker, or off it by dice for the inches and one for the direction."""
    edition = battle.position.field.edition
    dice = sum(battle.roll(2, D6, "artillery"))
    if dice + shell.attack >= edition.artillery_needs:
        return (shell.x, shell.y)
    inches = sum(battle.roll(1 if edition.artillery_drift == "one_die" else 2, D6, "drift"))
    angle = math.radians(60 * battle.roll(1, D6, "direction of drift")[0])
    return (round(shell.x + math.cos(angle) * inches, 2), round(shell.y + math.sin(angle) * inches, 2))


def _land(battle: Battle[Position], shell: Shell, place: Point) -> None:
    """Everybody whose base is near enough takes the whole damage, friends too."""
    position = battle.position
    x, y = place
    if battle.recording:
        text = f"The shell of {position.unit(shell.by).name} lands {place_in_words(position.field.table, place)}"
        battle.tell("shell", text, ARTILLERY, unit=shell.by, at=[x, y])
    before = len(position.eliminated)
    radius = position.field.edition.artillery_radius
    for unit in [unit for unit in position.everybody() if point_gap(position.bases, unit, x, y) <= radius]:
        damage = Tally("damage", shell.damage, ARTILLERY)
        attack = Attack(shell.by, (unit,), "ranged")
        for name, soften in SOFTENING.of(held_by(position, unit)):
            if not (equipment()[name].armor and position.unit(shell.by).sheet.has("Armor Piercing")):
                soften(position, attack, damage)
        deal(battle, unit, max(0, damage.total), shell.by)
    settle_losses(battle, before)
