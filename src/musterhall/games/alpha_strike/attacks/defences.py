"""What a target has against weapons that hit it, beyond armour: shields, missile defence, ballistic armour."""

from __future__ import annotations

from musterhall.games.alpha_strike.attacks.arms import NO_DAMAGE, Arms, indirect_value, value_at
from musterhall.games.alpha_strike.attacks.lots import Cut
from musterhall.games.alpha_strike.attacks.ranges import in_front_arc
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.position.position import Position

BALLISTIC = frozenset(("AC", "IATM", "IF", "LRM", "SRM"))
"""10 What ballistic-reinforced armour halves the damage of."""
RAMS_REACH = 2.0
"""10 How far off a friend may be that RAMS protects."""


def cuts_against(position: Position, unit: int, shot: Shot, arms: Arms) -> tuple[Cut, ...]:
    """8, 10 What the target takes off an attack of these weapons."""
    defenders = _defenders(position)
    if shot.target not in defenders:
        return ()
    target = position.field.units[shot.target]
    cuts = []
    if target.has("BRA") and not BALLISTIC.isdisjoint(arms.names):
        cuts.append(Cut("ballistic-reinforced armour", "half down"))
    if target.has("RCA") and arms.has_missiles:
        cuts.append(Cut("reactive armour", "less", _half_of_missiles(position, unit, shot, arms), 1))
    if arms.has_missiles and _shoots_missiles_down(position, unit, target):
        cuts.append(Cut("anti-missile system", "less", 1, 1))
    if target.has("SHLD") and not shot.indirect:
        cuts.append(Cut("shield", "less", 1, position.field.edition.shield_leaves))
    return tuple(cuts)


def _defenders(position: Position) -> frozenset[int]:
    """Units that have something of all this, or may have a friend with RAMS beside them."""
    memo = position.field.memo
    if "defenders" not in memo:
        units = position.field.units
        rams = {one.side for one in units if one.has("RAMS")}
        own = ("BRA", "RCA", "AMS", "RAMS", "SHLD")
        memo["defenders"] = frozenset(one.index for one in units if one.side in rams or any(map(one.has, own)))
    return memo["defenders"]  # type: ignore[no-any-return]


def _half_of_missiles(position: Position, unit: int, shot: Shot, arms: Arms) -> int:
    """10 Half of the missiles' value in an attack, rounded up."""
    if shot.indirect:
        value = indirect_value(position, unit, arms).value
    else:
        kinds = ("LRM", "SRM")
        value = sum(value_at(position, unit, arms.specials.get(kind, NO_DAMAGE), shot.range).value for kind in kinds)
    return -(-value // 2)


def _shoots_missiles_down(position: Position, unit: int, target: Unit) -> bool:
    """8, 10 AMS works to the front, in a turret all round; RAMS so too, or for a friend close by."""
    if position.conditions[target.index].shut_down:
        return False
    turret = target.card.special("TUR")
    inside = {one.name for one in turret.inside} if turret else set()
    for name in ("AMS", "RAMS"):
        if target.has(name) and (name in inside or in_front_arc(position, target.index, unit)):
            return True
    return any(
        other != target.index
        and position.field.units[other].has("RAMS")
        and not position.conditions[other].shut_down
        and position.gap(other, target.index) <= RAMS_REACH
        for other in position.on_table(target.side)
    )
