"""The volley of a shot: how many dice it throws, for which specials, what they need and what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from musterhall.games.alpha_strike.attacks.arms import REAR, Arms, arms_of, indirect_value, value_at
from musterhall.games.alpha_strike.attacks.defences import cuts_against
from musterhall.games.alpha_strike.attacks.facts import AttackFacts, attack_facts
from musterhall.games.alpha_strike.attacks.lots import Cut, Lot, Volley
from musterhall.games.alpha_strike.attacks.munitions import loaded, lots_with, most_dice
from musterhall.games.alpha_strike.attacks.pods import narc_bonus
from musterhall.games.alpha_strike.attacks.ranges import bracket, hits_rear
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.spotting import spotter_facts
from musterhall.games.alpha_strike.attacks.target_number import target_number, why_never_met
from musterhall.games.alpha_strike.electronics.nets import gap_through_net, nets
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.buildings import is_immobile_structure
from musterhall.games.alpha_strike.movement.allowance import is_airborne
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of
from musterhall.games.alpha_strike.units.cards import Damage

SECTION = "4"
REAR_BONUS = 1
"""4 What a hit from behind adds."""

Aims = Callable[[Position, int, Shot, Volley], Volley]
AIMED: Moment[Aims] = Moment("an attack is aimed", SECTION)
"""What an ability of the attacker makes of its volley."""


def shot_facts(position: Position, unit: int, shot: Shot) -> AttackFacts:
    """4 Everything that can change what a shot needs."""
    more: dict[str, Any] = {}
    if shot.indirect:
        more |= spotter_facts(position, unit, shot)
    if shot.secondary:
        more["secondary_target"] = True
    if shot.mount == REAR:
        more["rear_weapons"] = True
    if shot.target == NOBODY and is_immobile_structure(position, shot.piece):
        more["target_move"] = "immobile"
    return attack_facts(position, unit, shot.target, shot.seen, "weapon", _range(position, unit, shot), **more)


def _range(position: Position, unit: int, shot: Shot) -> str:
    """4, 9 The bracket that the range modifier is for: in a C3 net that of the unit nearest to the target."""
    if shot.target == NOBODY or shot.indirect or unit not in nets(position.field):
        return shot.range
    return bracket(gap_through_net(position, unit, shot.target), position.field.edition) or shot.range


def volley(position: Position, unit: int, shot: Shot) -> Volley:
    """4 What an attack rolls: damage at its range, overheating, a hit from behind, and what abilities add."""
    facts = shot_facts(position, unit, shot)
    arms = arms_of(position, unit)[shot.mount]
    points, minimal = _points(position, unit, shot, arms, facts)
    number = target_number(position, unit, shot.target, facts)
    edition = position.field.edition
    if edition.attack_dice == "one_roll":
        lots, heat = _one_lot(position, unit, shot, arms, points, minimal=minimal), 0
    else:
        lots, heat = _lots(position, unit, shot, arms, points, minimal=minimal)
    cuts = cuts_against(position, unit, shot, arms)
    if edition.salvage_half == "damage" and position.scenario.damage_halved(position, unit):
        cuts = (Cut("what it carries", "half up"), *cuts)
    target = None if shot.target == NOBODY else position.field.units[shot.target]
    if target is not None and target.has("ABA"):
        lots = [replace(lot, critical=False) for lot in lots]
    whole = Volley(
        number,
        tuple(lots),
        bonus=narc_bonus(position, unit, shot.target) if shot.indirect or arms.has_missiles else 0,
        heat=heat,
        cuts=cuts,
        flak_halved=target is not None and target.has("RCA"),
        variable_on=edition.variable_damage_on if edition.variable_damage else 0,
    )
    if shot.halved:
        whole = whole.halved()
    for _, act in AIMED.of(abilities_of(position, unit)):
        whole = act(position, unit, shot, whole)
    return whole


def why_hopeless(position: Position, unit: int, shot: Shot) -> str:
    """4 Why no throw of a shot can do anything, or nothing where one can."""
    if may_hit(position, unit, shot):
        return ""
    rolled = volley(position, unit, shot)
    return why_never_met(position, rolled.number, rolled.forgives)


def may_hit(position: Position, unit: int, shot: Shot) -> bool:
    """4 Whether 2D6 can come to what a shot needs."""
    return not why_never_met(position, target_number(position, unit, shot.target, shot_facts(position, unit, shot)))


def _points(position: Position, unit: int, shot: Shot, arms: Arms, facts: AttackFacts) -> tuple[int, bool]:
    """4 The points that an attack rolls for, and whether a 0* comes with them."""
    damage = damage_of(position, unit, shot, arms)
    points, minimal = damage.value + shot.overheat, damage.minimal
    if shot.dice is not None:
        points, minimal = min(points, shot.dice), minimal and not shot.secondary
    if not points and not minimal:
        return 0, False
    if shot.target != NOBODY and hits_rear(position, unit, shot.target):
        points += REAR_BONUS
    if shot.halved or not shot.secondary:
        before, points = points, facts.say.total("damage", points, facts)
        minimal = minimal or (before > 0 and not points)  # hull down nothing falls below 0*
    if position.field.edition.salvage_half == "dice" and position.scenario.damage_halved(position, unit):
        points = -(-points // 2)
    return points, minimal


def damage_of(position: Position, unit: int, shot: Shot, arms: Arms) -> Damage:
    """4, 8 The damage value that a shot uses."""
    if shot.indirect:
        return indirect_value(position, unit, arms)
    return value_at(position, unit, arms.damage, shot.range)


# Special attacks


def allowances(position: Position, unit: int, shot: Shot) -> Mapping[str, int]:
    """10 How many dice of a shot may stand for each special."""
    one = position.field.units[unit]
    arms = arms_of(position, unit)[shot.mount]
    plain = damage_of(position, unit, shot, arms)
    found = {}
    for name, values in arms.specials.items():
        if name == "IF" or (shot.indirect and name != "LRM"):
            continue
        value = value_at(position, unit, values, "long" if shot.indirect else shot.range)
        dice = value.value or int(value.minimal and plain.minimal)
        if name == "FLK" and not (shot.target != NOBODY and is_airborne(position, shot.target)):
            dice = 0
        dice = most_dice(loaded(one, name), dice, position.field.edition)
        if shot.indirect:
            dice = min(dice, plain.value)
        if dice:
            found[name] = dice
    return found


def _special(position: Position, unit: int, shot: Shot, arms: Arms, points: int) -> list[tuple[str, int]]:
    """10 The named dice of a shot. Where nothing is said, those that cost nothing: flak in the air, and heat.

    Structures do not feel heat.
    """
    if shot.special is not None:
        return list(shot.special)
    if "HT" not in arms.specials and "FLK" not in arms.specials:
        return []
    allowed = allowances(position, unit, shot)
    flak = min(allowed.get("FLK", 0), points)
    heat = allowed.get("HT", 0)
    if points:
        heat = min(heat, points - flak) if shot.target != NOBODY else 0
    return [(name, dice) for name, dice in (("FLK", flak), ("HT", heat)) if dice]


def _lots(
    position: Position, unit: int, shot: Shot, arms: Arms, points: int, *, minimal: bool
) -> tuple[list[Lot], int]:
    """4, 10 One throw for each point, those for specials by name; and the heat that any hit gives."""
    one, edition = position.field.units[unit], position.field.edition
    left, heat = points, 0
    lots: list[Lot] = []
    for name, dice in _special(position, unit, shot, arms, points):
        if name == "HT" and edition.heat_dice == "any_hit":
            heat = dice
            if not points:
                lots.append(Lot("HT", 1, points=0))
            continue
        hurting = min(dice, left)
        lots += _named_lots(name, dice, hurting, loaded(one, name), shot.range, position)
        left -= hurting
        if not hurting and name != "HT":
            minimal = False  # the 0* is what stands for it
    if left:
        lots.append(Lot("", left))
    if minimal:
        lots.append(Lot("", 1, points=0, minimal=True))
    return lots, heat


def _named_lots(name: str, dice: int, hurting: int, plays: str, range_: str, position: Position) -> list[Lot]:
    """10 Dice for one special, of which so many do damage; heat dice may do none."""
    edition = position.field.edition
    if name == "HT":
        hot = [Lot("HT", hurting, heat=1)] if hurting else []
        return hot + ([Lot("HT", dice - hurting, points=0, heat=1)] if dice > hurting else [])
    if not hurting:
        return lots_with(plays, Lot(name, 1, points=0, minimal=True), range_, edition)
    if name == "FLK":
        return [Lot("FLK", hurting, near_miss=1)]
    return lots_with(plays, Lot(name, hurting), range_, edition)


def _one_lot(position: Position, unit: int, shot: Shot, arms: Arms, points: int, *, minimal: bool) -> list[Lot]:
    """4 One throw for the whole attack; a special attack fires its own weapons alone."""
    allowed = allowances(position, unit, shot)
    fired = [(name, dice) for name, dice in shot.special or () if name not in ("FLK", "HT")]
    heat = 0 if fired else allowed.get("HT", 0)
    lot = Lot("", 1, points, minimal, heat=heat, near_miss=0 if fired else allowed.get("FLK", 0))
    if not fired:
        return [lot]
    name, dice = fired[0]
    lots = lots_with(loaded(position.field.units[unit], name), Lot(name, dice), shot.range, position.field.edition)
    return [
        replace(
            lots[0],
            dice=1,
            points=sum(one.dice * one.points for one in lots),
            heat=sum(one.dice * one.heat for one in lots),
        )
    ]
