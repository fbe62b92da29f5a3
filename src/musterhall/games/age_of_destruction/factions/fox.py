"""Sea Fox: Renegade, Scavenger and Predator."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.combat.attack import Attack, Struck
from musterhall.games.age_of_destruction.combat.formations import STANDS_APART
from musterhall.games.age_of_destruction.combat.moments import FURTHER, Further
from musterhall.games.age_of_destruction.harm.damage import repair
from musterhall.games.age_of_destruction.harm.losses import WON
from musterhall.games.age_of_destruction.position.position import Position


@STANDS_APART.acted_by("renegade")
def renegade(position: Position, unit: int) -> str:
    """28 In no formation of any kind."""
    return f"{position.unit(unit).name} is a Renegade"


@WON.acted_by("scavenger")
def scavenge(battle: Battle[Position], by: int, fallen: list[int]) -> None:
    """29 Whoever eliminates a unit of its own speed mode repairs 2 clicks."""
    position = battle.position
    for unit in fallen:
        if _goes_alike(position, by, unit):
            repair(battle, by, position.field.edition.scavenger_clicks)


def _goes_alike(position: Position, one: int, other: int) -> bool:
    a, b = position.unit(one).sheet, position.unit(other).sheet
    if position.field.edition.scavenger_modes == "mechs_alike" and a.is_mech and b.is_mech:
        return True
    return a.speed_mode == b.speed_mode


@FURTHER.acted_by("predator")
def predator(position: Position, attack: Attack, struck: Struck) -> Further | None:
    """30 After an attack that turned its only target to Salvage, another of the same kind, bare and without heat."""
    edition = position.field.edition
    if not attack.single or attack.impact or attack.target not in struck.salvaged:
        return None
    if "predator" in attack.given_by and not edition.predator_chain:
        return None
    side = position.unit(attack.attacker).side
    targets = [attack.target] if edition.predator_target == "same_unit" else position.targets(side)
    kind, second = attack.kind, attack.secondary
    return Further("predator", tuple(Attack(attack.attacker, (unit,), kind, second, bare=True) for unit in targets))
