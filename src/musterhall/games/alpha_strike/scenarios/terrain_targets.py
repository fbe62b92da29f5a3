"""Attacks on a piece of terrain, such as a bunker: it has TMM 0, is not immobile, and no rear."""

from __future__ import annotations

from collections.abc import Iterator

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.abilities.modifiers import Source, basic_modifiers
from musterhall.games.alpha_strike.attacks.ranges import bracket
from musterhall.games.alpha_strike.attacks.target_number import HIGHEST
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.damage_values import damage_at
from musterhall.games.alpha_strike.movement.allowance import is_immobile
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import Say, say_of, usual_facts
from musterhall.games.alpha_strike.position.scenario import Action, Zone
from musterhall.games.alpha_strike.scenarios.contact import from_area, touches_area
from musterhall.games.alpha_strike.scenarios.scanning import Glimpse, glimpse
from musterhall.geometry import Point, in_arc

FIRE, BLOWS = "fire", "blows"
SECTION = "4"
MINIMAL_ON = 4
"""4 The 1D6 at which a 0* is a point of damage."""


def zone_of(position: Position, piece: int) -> Zone:
    outline = position.field.ground.pieces[piece].outline
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return Zone(min(xs), min(ys), max(xs), max(ys))


def middle_of(zone: Zone) -> Point:
    return ((zone.left + zone.right) / 2, (zone.top + zone.bottom) / 2)


def attacks_on(position: Position, unit: int, piece: int) -> Iterator[Action]:
    """The attacks that a unit may make on a piece."""
    name = position.field.ground.pieces[piece].name
    if not why_no_attack(position, unit, piece, FIRE):
        yield Action(FIRE, f"fires at the {name}", piece)
    if not why_no_attack(position, unit, piece, BLOWS):
        yield Action(BLOWS, f"strikes the {name}", piece)


def why_no_attack(position: Position, unit: int, piece: int, how: str) -> str:
    """4, 7 Why a unit may not attack a piece; empty where it may."""
    one, zone = position.unit(unit), zone_of(position, piece)
    name = position.field.ground.pieces[piece].name
    if how == BLOWS:
        if not one.is_mech and one.kind != "protomech":
            return "Only 'Mechs and ProtoMechs strike with their hands and feet"
        return "" if touches_area(position, unit, zone) else f"It does not touch the {name}"
    range_ = bracket(from_area(position, unit, zone), position.field.edition)
    if range_ is None:
        return f"The {name} is out of range"
    damage = damage_at(one, position.conditions[unit], range_)
    if not damage.value and not damage.minimal:
        return f"It does no damage at {range_} range"
    at = middle_of(zone)
    arc = 360 if one.is_infantry else position.field.edition.front_arc
    if not in_arc(position.at(unit), float(position.facing[unit]), arc, at):
        return f"The {name} is behind it"
    return "" if _seen(position, unit, piece).seen else f"The {name} is not in sight"


def _seen(position: Position, unit: int, piece: int) -> Glimpse:
    zone = zone_of(position, piece)
    height = position.field.ground.pieces[piece].height
    return glimpse(position, unit, middle_of(zone), height, (zone.right - zone.left) / 2)


def resolve_attack(battle: Battle[Position], unit: int, piece: int, how: str) -> tuple[int, bool]:
    """4, 7 Roll an attack on a piece: the points that hit, and whether a natural 12 was among them."""
    position = battle.position
    condition, card = position.conditions[unit], position.unit(unit).card
    inches = from_area(position, unit, zone_of(position, piece))
    range_ = bracket(inches, position.field.edition) or "short"
    if how == BLOWS:
        number = number_against_thing(position, unit, "short", "none", "physical")
        hit, twelve = _throw(battle, number)
        return (card.size if hit else 0), twelve
    condition.fired = True
    number = number_against_thing(position, unit, range_, _seen(position, unit, piece).woods, "weapon")
    damage = damage_at(position.unit(unit), condition, range_)
    hits, any_twelve = 0, False
    for die in range(damage.value + int(damage.minimal)):
        hit, twelve = _throw(battle, number)
        if hit and die >= damage.value:
            hit = battle.roll(1, D6, "minimal damage")[0] >= MINIMAL_ON
        hits += int(hit)
        any_twelve = any_twelve or (hit and twelve)
    return hits, any_twelve


def _throw(battle: Battle[Position], number: int) -> tuple[bool, bool]:
    edition = battle.position.field.edition
    total = sum(battle.roll(2, D6, "attack"))
    if total == 2 and edition.natural_two_misses:
        return False, False
    return total >= number or (total == HIGHEST and edition.natural_twelve_hits), total == HIGHEST


# What an attack or a scan needs against a thing


def number_against_thing(
    position: Position, unit: int, range_: str, woods: str, attack: str, *, abilities: bool = True
) -> int:
    """4, 14.5 The number that a unit needs against a thing: its skill, its own movement, range, terrain, heat."""
    condition = position.conditions[unit]
    facts = usual_facts() | {
        "turn": position.turn,
        "attack": attack,
        "range": range_,
        "skill": position.unit(unit).skill,
        "size": position.unit(unit).card.size,
        "attacker_type": position.unit(unit).kind,
        "target_type": "building",
        "attacker_move": "immobile" if is_immobile(position, unit) else condition.mode or "standstill",
        "target_move": "ground",
        "tmm": 0,
        "woods": woods,
        "heat": condition.heat,
        "fire_control_hits": condition.fire_control_hits,
    }
    say = say_of(position, unit, NOBODY) if abilities else _plain_say(position)
    facts["terrain_modifier"] = say.total("terrain", 0, facts)
    parts = ("attacker movement", "range", "terrain", "target number")
    total = position.unit(unit).skill + sum(say.total(part, 0, facts) for part in parts)
    return max(total, position.field.edition.least_target_number)


def _plain_say(position: Position) -> Say:
    """The plain rules alone."""
    memo = position.field.memo
    if "plain say" not in memo:
        memo["plain say"] = Say((Source("rules", basic_modifiers(), SECTION, ability=False),))
    return memo["plain say"]  # type: ignore[no-any-return]
