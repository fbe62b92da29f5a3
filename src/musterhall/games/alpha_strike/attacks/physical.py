"""Physical attacks: blows, melee weapons, charges, death from above, and infantry that climbs a 'Mech."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule, Schema
from musterhall.games.alpha_strike.attacks.area import gap_to_piece, hit_piece, targets_of
from musterhall.games.alpha_strike.attacks.attack_kinds import AttackKind
from musterhall.games.alpha_strike.attacks.facts import AttackFacts, attack_facts
from musterhall.games.alpha_strike.attacks.firing import NATURAL_TWELVE
from musterhall.games.alpha_strike.attacks.sight import Sight
from musterhall.games.alpha_strike.attacks.target_number import (
    refuse_if_hopeless,
    target_number,
    why_never_met,
)
from musterhall.games.alpha_strike.attacks.throwing import Throw, throw, who_is_attacked
from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.field.unit import NOBODY, Unit
from musterhall.games.alpha_strike.harm.buildings import is_immobile_structure
from musterhall.games.alpha_strike.harm.criticals import takes_criticals
from musterhall.games.alpha_strike.harm.damage import COLLISION, OWN
from musterhall.games.alpha_strike.harm.damage_values import damage_at
from musterhall.games.alpha_strike.harm.marking import mark
from musterhall.games.alpha_strike.movement.allowance import tmm_of
from musterhall.games.alpha_strike.movement.attack_moves import CHARGE, DEATH_FROM_ABOVE, may_be_charged
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import abilities_of, command_abilities_of, say_of
from musterhall.games.alpha_strike.position.scenario import PHYSICAL
from musterhall.games.alpha_strike.transport.wrecks import who_is_struck
from musterhall.games.alpha_strike.units.cards import Damage

SECTION = "7"
STANDARD, MELEE, ANTI_MECH = "standard", "melee", "anti mech"
HOWS: Final = (STANDARD, MELEE, CHARGE, DEATH_FROM_ABOVE, ANTI_MECH)
FACT = {STANDARD: "physical", MELEE: "melee", CHARGE: "charge", DEATH_FROM_ABOVE: "dfa", ANTI_MECH: "anti mech"}
"""What abilities call each."""
WORDS = {
    STANDARD: "strikes",
    MELEE: "swings its weapon at",
    CHARGE: "charges",
    DEATH_FROM_ABOVE: "comes down on",
    ANTI_MECH: "swarms",
}
CLEAR = Sight(seen=True, share=1.0, partial_cover=False, woods="none", in_water=False)
"""7 Neither cover nor woods count in base contact."""
MELEE_BONUS = DEATH_FROM_ABOVE_BONUS = MUSCLE_BONUS = JET_BONUS = 1
STRONG_JETS = 2
"""7 From which rating on strong and weak jump jets change death from above."""
MISS_COSTS = 1
"""7 What death from above that misses costs beyond the Size."""
MINIMAL_ON = 4


@dataclass(frozen=True, slots=True)
class Blow:
    """A physical attack that was found to be legal, on a unit or on a piece of terrain."""

    how: str
    target: int = NOBODY
    piece: int = NOBODY
    facts: tuple[tuple[str, Any], ...] = ()
    """What an ability has to say of this one blow, such as that it strikes first."""


BLOW_DAMAGE: Moment[Callable[[Position, int, Blow, int], int]] = Moment("damage of a blow", SECTION)
"""What an ability of the attacker makes of the points of a blow."""
BLOW_HIT: Moment[Callable[[Battle[Position], int, Blow, Mark], Rule[Mark]]] = Moment("a blow hits", SECTION)
"""What an ability of the attacker, or of its force, makes of what is marked; it may ask."""


class Physical(AttackKind):
    """7 Attack an enemy in base contact."""

    name = "physical"
    section = SECTION
    fields: ClassVar[dict[str, Schema]] = {
        "how": {"enum": list(HOWS)},
        "target": {"type": "integer"},
        "structure": {"type": "integer"},
    }

    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        for blow in hopeful_blows(view, unit):
            at = {"target": blow.target} if blow.piece == NOBODY else {"structure": blow.piece}
            yield {"how": blow.how, **at}

    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> Blow:
        how, target, piece = answer.get("how"), answer.get("target", NOBODY), answer.get("structure", NOBODY)
        if how not in HOWS:
            raise Illegal(f"A physical attack says how: {', '.join(HOWS)}", SECTION)
        for blow in blows(view, unit):
            if (blow.how, blow.target, blow.piece) == (how, target, piece):
                refuse_if_hopeless(why_hopeless(view, unit, blow), SECTION)
                return blow
        raise Illegal(_why_not(view, unit, how), SECTION)

    def resolve(self, battle: Battle[Position], unit: int, order: Blow) -> Rule[None]:
        yield from strike(battle, unit, order)

    def in_words(self, view: Position, unit: int, answer: Answer) -> str:
        target, piece = answer.get("target", NOBODY), answer.get("structure", NOBODY)
        return f"{WORDS[answer['how']]} {_name(view, Blow(answer['how'], target, piece))}"


# Who may strike whom


def blows(view: Position, unit: int) -> Iterator[Blow]:
    """7, 14.2 Every physical attack that a unit can make now; bunkers suffer by all of them."""
    hows = open_hows(view, unit)
    if not hows:
        return
    for target in may_be_charged(view, unit):
        if view.gap(unit, target) <= reach(view):
            yield from (Blow(how, target) for how in hows)
    bunkers = view.scenario.targets(view, unit)
    for piece in targets_of(view, unit):
        if gap_to_piece(view, unit, piece) <= reach(view):
            yield from (Blow(how, piece=piece) for how in hows if how != ANTI_MECH or piece in bunkers)


def hopeful_blows(view: Position, unit: int) -> Iterator[Blow]:
    """4, 7 Those of them that can hit."""
    return (blow for blow in blows(view, unit) if not why_hopeless(view, unit, blow))


def why_hopeless(position: Position, unit: int, blow: Blow) -> str:
    """4, 7 Why no throw of a blow can hit, or nothing where one can."""
    return why_never_met(position, blow_number(position, unit, blow))


def reach(view: Position) -> float:
    """7 How near a blow wants the two: base contact, or by the other reading an inch."""
    return 1.0 if view.field.edition.blows_at == "within_an_inch" else TOUCH


def open_hows(view: Position, unit: int) -> list[str]:
    """7 The physical attacks that a unit knows; who charges or leaps does only that."""
    one, condition = view.unit(unit), view.conditions[unit]
    declared = [how for how in (CHARGE, DEATH_FROM_ABOVE) if condition.effect(how)]
    if declared:
        return list(declared)
    if one.is_infantry:
        return [ANTI_MECH] if one.has("AM") else []
    if one.is_mech:
        return [STANDARD, MELEE] if has_melee_weapon(view, unit) else [STANDARD]
    return [STANDARD] if one.kind == "protomech" else []


def in_vain(view: Position, unit: int) -> bool:
    """7 Whether a unit has charged or leapt, and nobody is left in contact with it."""
    effects = view.conditions[unit].effects
    return any(one.name in (CHARGE, DEATH_FROM_ABOVE) for one in effects) and not any(blows(view, unit))


def has_melee_weapon(view: Position, unit: int) -> bool:
    """7, 10 Whether a 'Mech has a melee weapon, its own or one that it picked up, and has not broken it."""
    condition = view.conditions[unit]
    return (view.unit(unit).has("MEL") or condition.effect("MEL") is not None) and not condition.used.get("MEL")


def _why_not(view: Position, unit: int, how: str) -> str:
    name, known = view.unit(unit).name, open_hows(view, unit)
    if how not in known:
        return f"{name} cannot attack in this way now; it has {', '.join(known) or 'no physical attack'}"
    near = "within an inch" if reach(view) > TOUCH else "in base contact"
    return f"{name} needs an enemy on the ground {near}"


# The number and the damage


def blow_facts(position: Position, unit: int, blow: Blow) -> AttackFacts:
    """7 What holds for a blow: no range, no terrain, no heat and no fire control."""
    target = blow.target
    rides = target != NOBODY and any(position.unit(one).kind == "battle armor" for one in position.aboard(target))
    more = {
        "target_carries_battle_armor": rides,
        "industrial_muscles": position.unit(unit).has("I-TSM"),
        "instead_of_weapons": True,
        **dict(blow.facts),
    }
    if blow.piece != NOBODY and is_immobile_structure(position, blow.piece):
        more["target_move"] = "immobile"
    return attack_facts(position, unit, target, CLEAR, FACT[blow.how], "short", **more)


def blow_number(position: Position, unit: int, blow: Blow) -> int:
    """7 What a physical attack needs to hit."""
    return target_number(position, unit, blow.target, blow_facts(position, unit, blow))


def blow_damage(position: Position, unit: int, blow: Blow) -> Damage:
    """7, 14.6 What a physical attack does; hits on weapons never lower it, what its maker carries may halve it."""
    if blow.how == ANTI_MECH:
        plain = damage_at(position.unit(unit), position.conditions[unit], "short")
    else:
        plain = Damage(_plain_damage(position, unit, blow.how))
    points = say_of(position, unit, blow.target).total("damage", plain.value, blow_facts(position, unit, blow))
    for _, change in BLOW_DAMAGE.of(abilities_of(position, unit)):
        points = change(position, unit, blow, points)
    minimal = plain.minimal and points == plain.value
    return Damage(-(-points // 2) if position.scenario.damage_halved(position, unit) else points, minimal=minimal)


def _plain_damage(position: Position, unit: int, how: str) -> int:
    one = position.unit(unit)
    if how == CHARGE:
        return _charge_damage(position, unit)
    if how == DEATH_FROM_ABOVE:
        return max(0, one.card.size + tmm_of(position, unit) // 2 + DEATH_FROM_ABOVE_BONUS + _jets(one))
    return one.card.size + (MELEE_BONUS if how == MELEE else 0) + (MUSCLE_BONUS if _has_muscles(position, unit) else 0)


def _charge_damage(position: Position, unit: int) -> int:
    """7 Size and half the TMM; by the other reading a quarter of the hexes it ran for each point of Size."""
    size = position.unit(unit).card.size
    if position.field.edition.charge_damage == "quarter_move":
        hexes = int(position.conditions[unit].inches // INCHES_A_HEX)
        return hexes * size // 4
    return size + tmm_of(position, unit) // 2


INCHES_A_HEX = 2


def _jets(unit: Unit) -> int:
    """7 Strong jump jets hit harder from above, weak ones less so."""
    strong, weak = _rating(unit, "JMPS"), _rating(unit, "JMPW")
    return (JET_BONUS if strong >= STRONG_JETS else 0) - (JET_BONUS if weak >= STRONG_JETS else 0)


def _rating(unit: Unit, special: str) -> int:
    found = unit.card.special(special)
    return int(found.values[0]) if found and found.values else 0


def _has_muscles(position: Position, unit: int) -> bool:
    """7 Triple-strength muscles: plain ones work from heat 1 on, the others always."""
    one = position.unit(unit)
    return (one.has("TSM") and position.conditions[unit].heat >= 1) or one.has("I-TSM") or one.has("TSMX")


# Striking


def strike(battle: Battle[Position], unit: int, blow: Blow) -> Rule[bool]:
    """7 Throw for a blow and mark what it does to both; whether it hit."""
    position, how = battle.position, blow.how
    others = {one.target for one in blows(position, unit) if one.how == how}
    target = yield from who_is_attacked(battle, unit, blow.target, others.__contains__)
    blow = replace(blow, target=target)
    damage, number = blow_damage(position, unit, blow), blow_number(position, unit, blow)
    thrown = yield from throw(battle, unit, blow.target, number, "physical attack")
    points = _points(battle, damage) if thrown.hit else 0
    if battle.recording:
        _tell(battle, unit, blow, thrown, points)
    if thrown.hit and blow.piece != NOBODY:
        hit_piece(battle, unit, blow.piece, points, critical=thrown.twelve, how=PHYSICAL)
    elif thrown.hit:
        yield from _land(battle, unit, blow, points, thrown.twelve)
    _mark_own_damage(battle, unit, blow, thrown.hit)
    return thrown.hit


def _points(battle: Battle[Position], damage: Damage) -> int:
    points = damage.value
    if damage.minimal and battle.roll(1, D6, "minimal damage")[0] >= MINIMAL_ON:
        points += 1
    return points


def _land(battle: Battle[Position], unit: int, blow: Blow, points: int, twelve: bool) -> Rule[None]:
    position, edition = battle.position, battle.position.field.edition
    through = (blow.how == DEATH_FROM_ABOVE and edition.death_from_above_crit) or (
        blow.how == ANTI_MECH and edition.anti_mech_crit
    )
    rolls = int(through) + int(twelve and edition.blow_twelve_crits)
    rolls = say_of(position, unit, blow.target).total("critical rolls", rolls, blow_facts(position, unit, blow))
    marked = Mark(points, unit, critical_rolls=rolls, kind=PHYSICAL)
    keys = [*abilities_of(position, unit), *command_abilities_of(position, position.unit(unit).side)]
    for _, change in BLOW_HIT.of(keys):
        marked = yield from change(battle, unit, blow, marked)
    struck = who_is_struck(battle, blow.target)
    mark(position, struck, marked)
    yield from position.scenario.hit(battle, unit, blow.target, PHYSICAL)


def _mark_own_damage(battle: Battle[Position], unit: int, blow: Blow, hit: bool) -> None:
    """7 What a charge or death from above costs whoever makes it."""
    position = battle.position
    points = own_damage(position, unit, blow, hit)
    collides = blow.how == CHARGE and hit
    if points or collides:
        mark(position, unit, Mark(points, NOBODY, kind=COLLISION if collides else OWN))


def own_damage(position: Position, unit: int, blow: Blow, hit: bool) -> int:
    """7 The points that an attacker takes by its own attack; impact-resistant armour takes one off, not the last."""
    edition, one = position.field.edition, position.unit(unit)
    if blow.how == CHARGE and hit and edition.charge_own_damage == "target_size":
        return position.unit(blow.target).card.size if blow.target != NOBODY else 0
    if blow.how != DEATH_FROM_ABOVE:
        return 0
    if hit and edition.death_from_above_own_damage == "none":
        return 0
    points = one.card.size + (0 if hit else MISS_COSTS)
    return max(1, points - 1) if one.has("IRA") else points


def _name(position: Position, blow: Blow) -> str:
    return position.unit(blow.target).name if blow.piece == NOBODY else position.field.ground.pieces[blow.piece].name


def _tell(battle: Battle[Position], unit: int, blow: Blow, thrown: Throw, points: int) -> None:
    position, number, total = battle.position, thrown.number, thrown.total
    verdict = f"{points} damage" if thrown.hit else "missed"
    if thrown.twelve and position.field.edition.blow_twelve_crits and takes_criticals(position, blow.target):
        verdict += f", {NATURAL_TWELVE}"
    who, whom = position.unit(unit).name, _name(position, blow)
    text = f"{who} {WORDS[blow.how]} {whom} ({total} against {number}): {verdict}"
    battle.tell("attack", text, SECTION, unit=unit, target=blow.target, how=blow.how, number=number, total=total)
