"""What disturbs and guides: homing beacons and TSEMP."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.combat.attack import AIMING, Attack, Struck, weapon
from musterhall.games.age_of_destruction.combat.moments import AFTER
from musterhall.games.age_of_destruction.harm.damage import eliminate
from musterhall.games.age_of_destruction.harm.heat import shut_down
from musterhall.games.age_of_destruction.movement.places import may_stand
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import EQUIPMENT
from musterhall.tally import Tally

BEACON = "Homing Beacon"
BEACON_ATTACK = 2


@AIMING.acted_by(BEACON)
def beacon_aims(position: Position, attack: Attack, value: Tally) -> None:
    """40.15 +2 at a single vehicle or 'Mech."""
    value.add(BEACON, BEACON_ATTACK, EQUIPMENT, when=_guides(position, attack))


@AFTER.acted_by(BEACON)
def beacon_marks(battle: Battle[Position], attack: Attack, struck: Struck) -> None:
    """40.15 A hit clears lines of fire of that weapon type to the target for the rest of the turn."""
    if attack.target in struck.hit and _guides(battle.position, attack):
        battle.position.states[attack.target].beacon = weapon(battle.position, attack)


def _guides(position: Position, attack: Attack) -> bool:
    return attack.kind == "ranged" and attack.single and not position.unit(attack.target).sheet.is_infantry


@AFTER.acted_by("TSEMP")
def tsemp(battle: Battle[Position], attack: Attack, struck: Struck) -> None:
    """40.15 A hit gives the target an order token; the second shuts a 'Mech down, and what cruises comes down."""
    position = battle.position
    if attack.kind != "ranged" or not attack.single or attack.target not in struck.hit:
        return
    target, state = attack.target, position.states[attack.target]
    if state.place != "table":
        return
    state.tokens = min(state.tokens + 1, position.field.edition.most_tokens)
    name = position.unit(target).name
    battle.tell("token", f"{name} gets an order token by TSEMP", EQUIPMENT, unit=target)
    if position.unit(target).sheet.is_mech and state.tokens >= 2 and not state.shut_down:
        shut_down(battle, target)
    if state.cruising:
        _bring_down(battle, target, attack.attacker)


def _bring_down(battle: Battle[Position], unit: int, by: int) -> None:
    position = battle.position
    if not may_stand(position, unit, position.at(unit), position.facing(unit), cruising=False):
        eliminate(battle, unit, by)
        return
    position.states[unit].cruising = False
    battle.tell("grounded", f"{position.unit(unit).name} comes down to NOE", EQUIPMENT, unit=unit)
