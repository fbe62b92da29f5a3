"""What strikes: streak missiles, alpha strikes, hand-to-hand weapons, and attacks that follow attacks."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.age_of_destruction.combat.attack import FORBIDS, SEES, Attack, Struck, damage_value
from musterhall.games.age_of_destruction.combat.moments import AFTER, FURTHER, HEATING, HURTING, Further
from musterhall.games.age_of_destruction.lines.line_of_fire import Sight
from musterhall.games.age_of_destruction.movement.breaking_away import HOLDS
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position.rolls import D6
from musterhall.games.age_of_destruction.sections import EQUIPMENT
from musterhall.tally import Tally

STREAK, ALPHA = "Streak Missiles", "Alpha Strike"
PULSE_DEFENSE = 2


@SEES.acted_by(STREAK)
def streak_sees(position: Position, attack: Attack, target: int) -> Sight:
    """40.15 The line of fire takes no notice of terrain and units."""
    return Sight(through_all=True, through_hindering=True)


@FORBIDS.acted_by(STREAK)
def streak_forbids(position: Position, attack: Attack, unit: int) -> str:
    """40.15 It finds no shut-down 'Mech, and is no close weapon."""
    if STREAK not in attack.using:
        return ""
    if attack.kind != "ranged":
        return "Streak Missiles are for ranged attacks"
    down = any(position.states[target].shut_down for target in attack.targets)
    return "Streak Missiles do not find a shut-down 'Mech" if down else ""


@HURTING.acted_by(STREAK)
def streak_hurts(battle: Battle[Position], attack: Attack, damage: Tally) -> Rule[None]:
    """40.15 Damage -1, but at least 1."""
    damage.add(STREAK, -1, EQUIPMENT, when=damage.total > 1)
    return
    yield


@HEATING.acted_by(ALPHA)
def alpha_heats(position: Position, attack: Attack) -> int:
    """40.15 All the heat that is left until shutdown."""
    return heat_left(position, attack.attacker)


@HURTING.acted_by(ALPHA)
def alpha_hurts(battle: Battle[Position], attack: Attack, damage: Tally) -> Rule[None]:
    """40.15 And damage for each click of it."""
    clicks = heat_left(battle.position, attack.attacker)
    damage.add(ALPHA, clicks * battle.position.field.edition.alpha_strike_damage, EQUIPMENT)
    return
    yield


@FORBIDS.acted_by(ALPHA)
def alpha_forbids(position: Position, attack: Attack, unit: int) -> str:
    """40.15 It is a 'Mech's ranged attack on one target."""
    wrong = ALPHA in attack.using and (attack.kind != "ranged" or not attack.single or attack.capture)
    return "an Alpha Strike is a ranged attack on one unit" if wrong else ""


def heat_left(position: Position, unit: int) -> int:
    return max(0, position.unit(unit).sheet.shuts_down_at - position.states[unit].heat)


@HURTING.acted_by("Hand-to-Hand Weapon")
def hand_to_hand(battle: Battle[Position], attack: Attack, damage: Tally) -> Rule[None]:
    """40.15 A close hit does a die's damage in place of the damage value, hot or not."""
    if attack.kind == "close":
        face = battle.roll(1, D6, "hand-to-hand weapon")[0]
        usual = damage_value(battle.position, attack, attack.target).total
        damage.add("Hand-to-Hand Weapon", face - usual, EQUIPMENT)
    return
    yield


@FURTHER.acted_by("Pulse")
def pulse(position: Position, attack: Attack, struck: Struck) -> Further | None:
    """40.15 After a ranged hit on a single target another attack against defense +2, for 1 heat, once a turn."""
    hit = attack.single and attack.target in struck.hit
    if attack.kind != "ranged" or not hit or position.states[attack.attacker].pulsed:
        return None
    side = position.unit(attack.attacker).side
    base = Attack(attack.attacker, (), "ranged", attack.secondary, harder=PULSE_DEFENSE, without=attack.without)
    return Further("Pulse", tuple(base._replace(targets=(unit,)) for unit in position.targets(side)), heat=1)


@FURTHER.acted_by("Rapid Strike")
def rapid_strike(position: Position, attack: Attack, struck: Struck) -> Further | None:
    """40.15 After a close attack, hit or miss, another on the same target, for 1 heat, once a turn."""
    if attack.kind != "close" or not attack.single or attack.capture or position.states[attack.attacker].pulsed:
        return None
    if position.states[attack.target].place != "table":
        return None
    return Further("Rapid Strike", (Attack(attack.attacker, attack.targets, "close", attack.secondary),), heat=1)


@AFTER.acted_by("Pulse", "Rapid Strike")
def once_a_turn(battle: Battle[Position], attack: Attack, struck: Struck) -> None:
    """40.15 A further attack of this kind is one a turn."""
    if attack.given_by and attack.given_by[-1] in ("Pulse", "Rapid Strike"):
        battle.position.states[attack.attacker].pulsed = True


@HOLDS.acted_by("Grapple")
def grapple(position: Position, holder: int, leaver: int) -> int:
    """40.15 A single vehicle or 'Mech in contact breaks away only on a 5 or 6."""
    heavy = [unit for unit in position.touching_enemies(holder) if not position.unit(unit).sheet.is_infantry]
    return position.field.edition.grapple_die if heavy == [leaver] else 0
