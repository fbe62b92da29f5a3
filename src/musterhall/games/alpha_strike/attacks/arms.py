"""What a unit can fire: weapons to its front, in its turret, to its rear and under water, with their specials."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.harm.damage_values import NONE, hurt
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.units.cards import CARDS_KEPT, Card, Damage
from musterhall.games.alpha_strike.units.specials import Special

Values = tuple[Damage, Damage, Damage, Damage]
"""Damage at short, medium, long and extreme range."""

FRONT, TURRET, REAR, TORPEDOES = "front", "turret", "rear", "torpedoes"
MOUNTS = (FRONT, TURRET, REAR, TORPEDOES)
NAMED_DICE = ("AC", "FLK", "HT", "IATM", "LRM", "SRM")
"""10 Specials that some dice of an attack may stand for."""
MISSILES = frozenset(("IF", "LRM", "SRM"))
"""8 What makes an attack one of missiles, for Narc and for those who shoot missiles down."""
NO_DAMAGE: Values = (NONE, NONE, NONE, NONE)
RANGES = ("short", "medium", "long", "extreme", "horizon")


class Arms(NamedTuple):
    """10 Weapons that fire together."""

    mount: str
    damage: Values
    specials: Mapping[str, Values]
    """Those whose values some of the dice may stand for, and IF, which has one value for all ranges."""
    names: frozenset[str]
    """Every special beside these weapons."""

    @property
    def has_missiles(self) -> bool:
        return not MISSILES.isdisjoint(self.names)


def arms_of(position: Position, unit: int) -> Mapping[str, Arms]:
    """10 What a unit can fire, by mount."""
    field = position.field
    return _arms_of_card(field.units[unit].card, field.edition.rear_weapons_cut)


@lru_cache(maxsize=2 * CARDS_KEPT)
def _arms_of_card(card: Card, rear_weapons_cut: str) -> Mapping[str, Arms]:
    outside = [one for one in card.specials if one.name not in ("TUR", "REAR", "TOR")]
    rear = card.special("REAR")
    ahead = card.damage if rear is None or rear_weapons_cut == "when_fired" else _without(card.damage, _values(rear))
    found = {FRONT: _arms(FRONT, ahead, outside)}
    for one in card.specials:
        if one.name == "TUR":
            found[TURRET] = _arms(TURRET, _values(one), one.inside)
        elif one.name == "REAR":
            # 10 Rear weapons use no other special.
            found[REAR] = _arms(REAR, _values(one), ())
        elif one.name == "TOR":
            found[TORPEDOES] = _arms(TORPEDOES, _values(one), ())
    return found


def _without(damage: Values, rear: Values) -> Values:
    """10 The damage to the front of a unit whose weapons to the rear always count against it; 0* takes nothing off."""
    short, medium, long, extreme = (
        Damage(max(0, one.value - other.value)) if other.value else one for one, other in zip(damage, rear, strict=True)
    )
    return short, medium, long, extreme


def _arms(mount: str, damage: Values, specials: tuple[Special, ...] | list[Special]) -> Arms:
    values = {one.name: _values(one) for one in specials if one.name in (*NAMED_DICE, "IF")}
    return Arms(mount, damage, values, frozenset(one.name for one in specials))


def _values(special: Special) -> Values:
    """A special's damage by range; one value alone holds at every range."""
    read = [_damage(value) for value in special.values]
    if len(read) == 1:
        read *= 4
    short, medium, long, extreme = (*read, NONE, NONE, NONE, NONE)[:4]
    return short, medium, long, extreme


def _damage(text: str) -> Damage:
    return Damage(0, minimal=True) if text == "0*" else Damage(0 if text == "-" else int(text))


def value_at(position: Position, unit: int, values: Values, range_: str) -> Damage:
    """4, 5, 12 A damage value at a range, as the unit's hits leave it."""
    place = RANGES.index(range_)
    if place < 3:
        printed = values[place]
    else:
        printed = _far_damage(values, place - 2, position.field.edition)
    return hurt(position.field.units[unit], position.conditions[unit], printed)


def _far_damage(values: Values, steps: int, edition: Edition) -> Damage:
    """12 Beyond long range: what the card prints, or for want of that less than at long range."""
    if values[3] != NONE:
        return values[3] if steps == 1 else Damage(max(0, values[3].value - edition.extreme_damage_less))
    return Damage(max(0, values[2].value - steps * edition.extreme_damage_less))


def indirect_value(position: Position, unit: int, arms: Arms) -> Damage:
    """8 The IF value, the same at every range."""
    values = arms.specials.get("IF", NO_DAMAGE)
    return hurt(position.field.units[unit], position.conditions[unit], values[0])


def overheat_of(position: Position, unit: int, range_: str, mount: str = FRONT) -> int:
    """4, 6 By how much a unit may overheat at a range: at short and medium, with OVL at long too; never to the rear."""
    card = position.field.units[unit].card
    if not card.overheat or mount in (REAR, TORPEDOES):
        return 0
    return card.overheat if range_ in ("short", "medium") or (range_ == "long" and card.has("OVL")) else 0
