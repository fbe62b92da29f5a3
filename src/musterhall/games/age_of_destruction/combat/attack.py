"""An attack and its figures: who may make it, its value, the defense it must reach, the damage it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.harm.heat import heat_step
from musterhall.games.age_of_destruction.lines.line_of_fire import (
    USUAL_SIGHT,
    LineOfFire,
    Sight,
    line_of_fire,
)
from musterhall.games.age_of_destruction.position.conditions import changed, changes
from musterhall.games.age_of_destruction.position.moments import Moment, abilities_of, equipment, held_by
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import CARDS, FORMATIONS, HEAT, SEQUENCE
from musterhall.games.age_of_destruction.units.dials import RangeType
from musterhall.geometry import in_arc
from musterhall.tally import Tally

Kind = Literal["ranged", "close", "charge", "ram", "death from above"]
IMPACTS = ("charge", "ram", "death from above")
"""What is dealt by running into somebody; armor does not help against it."""


class Attack(NamedTuple):
    """One attack: who, on whom, with what."""

    attacker: int
    targets: tuple[int, ...]
    kind: Kind
    secondary: bool = False
    """With a 'Mech's second weapon."""
    capture: bool = False
    """K2: to take the target captive."""
    helpers: tuple[int, ...] = ()
    """The further members of a formation."""
    using: tuple[str, ...] = ()
    """Equipment that works only because its owner says so."""
    without: tuple[str, ...] = ()
    """K3: equipment that is switched off."""
    bare: bool = False
    """Without any special equipment at all."""
    bonus: int = 0
    """What was rolled to be added to the attack value."""
    sees_through: bool = False
    """Hindering terrain is clear for it."""
    harder: int = 0
    """What is added to the target's defense because it is a further attack."""
    given_by: tuple[str, ...] = ()
    """The equipment and abilities that gave this attack and those before it in the same order."""

    @property
    def target(self) -> int:
        return self.targets[0]

    @property
    def single(self) -> bool:
        return len(self.targets) == 1

    @property
    def impact(self) -> bool:
        return self.kind in IMPACTS


@dataclass(frozen=True, slots=True)
class Struck:
    """How an attack went."""

    hit: tuple[int, ...] = ()
    """The targets that it hit."""
    critical: bool = False
    salvaged: tuple[int, ...] = ()
    """Those whose dials came to show Salvage by it."""

    @property
    def succeeded(self) -> bool:
        return bool(self.hit)


FORBIDS: Moment[Callable[[Position, Attack, int], str]] = Moment("K1: a target is named", SEQUENCE)
"""Of each that takes part. Why that unit may not attack so, or nothing."""
SEES: Moment[Callable[[Position, Attack, int], Sight]] = Moment("K1: the line of fire", SEQUENCE)
"""The attacker's. Gets the target."""
AIMING: Moment[Callable[[Position, Attack, Tally], None]] = Moment("K3: the attack value", SEQUENCE)
"""The attacker's."""
GUARDING: Moment[Callable[[Position, Attack, int, Tally], None]] = Moment("K4: the defense value", SEQUENCE)
"""Of the target and of friends in contact with it. Gets the target."""


def weapon(position: Position, attack: Attack) -> RangeType:
    """The type of the weapon that an attack is made with."""
    sheet = position.unit(attack.attacker).sheet
    if attack.kind != "ranged":
        return "melee"
    return sheet.secondary_weapon if attack.secondary else sheet.weapon


def in_effect(position: Position, attack: Attack) -> Sequence[str]:
    """What the attacker's equipment and faction bring to this attack."""
    if attack.bare or attack.without or attack.using:
        return _brought(position, attack)
    memo = position.field.memo
    found: Sequence[str] | None = memo.get(("always in effect", attack.attacker))
    if found is None:
        found = memo["always in effect", attack.attacker] = _brought(position, attack)
    return found


def _brought(position: Position, attack: Attack) -> list[str]:
    known = equipment()
    worn = () if attack.bare else position.unit(attack.attacker).sheet.equipment
    on = [name for name in worn if name not in attack.without]
    chosen = [name for name in on if name in attack.using or not (name in known and known[name].chosen)]
    return [*chosen, *abilities_of(position, attack.attacker)]


# Whether it can be made


def why_not(position: Position, attack: Attack) -> str:
    """40.6 K1: why an attack cannot be made; empty where it can."""
    for unit in (attack.attacker, *attack.helpers):
        for _, act in FORBIDS.of(held_by(position, unit)):
            if reason := act(position, attack, unit):
                return reason
    if attack.kind == "ranged" and position.touching_enemies(attack.attacker):
        return "it is in base contact with an opposing unit"
    if reason := why_jammed(position, attack):
        return reason
    click = position.click(attack.attacker)
    harmless = not (click.secondary if attack.secondary else click.damage)
    if harmless and not attack.capture and not attack.impact:
        return "it does no damage any more"
    return next((reason for target in attack.targets if (reason := _cannot_reach(position, attack, target))), "")


def why_jammed(position: Position, attack: Attack) -> str:
    """40.8 Why a 'Mech's heat dial keeps it from attacking with a weapon; empty where it does not."""
    type_ = weapon(position, attack)
    return f"its {type_} weapons are jammed" if heat_step(position, attack.attacker).jam == type_ else ""


def in_reach(position: Position, unit: int, kind: Literal["ranged", "close"]) -> list[int]:
    """40.6 K1: those whom a unit could attack if there were only contact, range and its front arc to mind."""
    found = position.touching_enemies(unit)
    if kind == "ranged":
        gaps, (least, most) = position.whereabouts.gaps(unit), _range(position, unit)
        aside = [] if found else position.targets(position.unit(unit).side)
        found = [target for target in aside if least <= max(0.0, gaps[target]) <= most]
    return [target for target in found if in_front(position, unit, target)]


def _range(position: Position, unit: int) -> tuple[int, int]:
    sheet = position.unit(unit).sheet
    return sheet.least_range, sheet.most_range + changed(position, "range", unit)


def _cannot_reach(position: Position, attack: Attack, target: int) -> str:
    attacker, name = attack.attacker, position.unit(target).name
    if not in_front(position, attacker, target):
        return f"{name} is not in its front arc"
    if attack.kind != "ranged":
        return "" if position.touches(attacker, target) else f"{name} is not in base contact"
    (least, most), inches = _range(position, attacker), max(0.0, position.gap(attacker, target))
    if not least <= inches <= most:
        return f"{name} is {inches:.1f} inches away, and its range is {least} to {most}"
    line = line_to(position, attack, target)
    return "" if line.clear else f"the line of fire is blocked: {line.because}"


def line_to(position: Position, attack: Attack, target: int) -> LineOfFire:
    """13 The line of fire of an attack, with what the attacker's equipment makes of it."""
    sight = USUAL_SIGHT
    if attack.sees_through:
        sight = sight.and_also(Sight(through_hindering=True))
    if position.states[target].beacon == weapon(position, attack):
        sight = sight.and_also(Sight(through_all=True, through_hindering=True))
    for _, act in SEES.of(in_effect(position, attack)):
        sight = sight.and_also(act(position, attack, target))
    return line_of_fire(position, attack.attacker, target, sight)


def in_front(position: Position, unit: int, target: int) -> bool:
    """Whether a target lies in a unit's front arc."""
    arc = position.unit(unit).sheet.arc or position.field.edition.front_arc
    return in_arc(position.at(unit), position.facing(unit), arc, position.at(target))


def in_rear(position: Position, unit: int, other: int) -> bool:
    """Whether somebody is in a unit's rear arc: all that is not its front arc."""
    return not in_front(position, unit, other)


# Its figures


def attack_value(position: Position, attack: Attack, target: int) -> Tally:
    """40.6 K3: what is added to the dice."""
    value = Tally("attack", position.click(attack.attacker).attack, SEQUENCE)
    _cards(position, "attack", attack.attacker, value)
    value.add(
        "from behind", position.field.edition.rear_attack, SEQUENCE, when=in_rear(position, target, attack.attacker)
    )
    value.add("formation", _formation_bonus(position, attack), FORMATIONS)
    for _, act in AIMING.of(in_effect(position, attack)):
        act(position, attack, value)
    return value


def _formation_bonus(position: Position, attack: Attack) -> int:
    """40.11 So much for each further member that could attack the target itself."""
    edition = position.field.edition
    each = edition.ranged_formation_bonus if attack.kind == "ranged" else edition.close_formation_bonus
    ready = [unit for unit in attack.helpers if not why_not(position, _alone(attack, unit))]
    return each * len(ready)


def _alone(attack: Attack, unit: int) -> Attack:
    return Attack(unit, attack.targets, attack.kind)


def defense_value(position: Position, attack: Attack, target: int) -> Tally:
    """40.6 K4: what the dice must reach."""
    value = Tally("defense", position.click(target).defense, SEQUENCE)
    _cards(position, "defense", target, value)
    if attack.kind == "ranged":
        for part in line_to(position, attack, target).defense.parts:
            value.add(part.name, part.value, part.section)
    value.add("shut down", -position.field.edition.shutdown_defense, HEAT, when=position.states[target].shut_down)
    value.add("further attack", attack.harder, SEQUENCE)
    for guard in _guards(position, target):
        for _, act in GUARDING.of(held_by(position, guard)):
            act(position, attack, guard, value)
    return value


def _guards(position: Position, target: int) -> Iterator[int]:
    """The friends in contact with a target."""
    side = position.unit(target).side
    friends = (unit for unit in position.on_table(side) if position.states[unit].captor == NOBODY)
    return (unit for unit in friends if unit != target and position.touches(target, unit))


def damage_value(position: Position, attack: Attack, target: int) -> Tally:
    """40.6 K6: what a hit does, before equipment and abilities."""
    edition, click = position.field.edition, position.click(attack.attacker)
    step = heat_step(position, attack.attacker)
    if attack.kind == "ram" and edition.ram_by == "fixed":
        return Tally("ram", edition.ram_damage, SEQUENCE)
    if attack.kind == "charge" and edition.charge_damage == "fixed_3":
        return Tally("charge", 3, SEQUENCE)
    second = attack.secondary or attack.kind == "charge"
    value = Tally("damage", click.secondary if second else click.damage, SEQUENCE)
    value.add("heat", step.secondary if second else step.damage, HEAT)
    value.add("charge", 1, SEQUENCE, when=attack.kind == "charge")
    value.add("death from above", edition.dfa_bonus, SEQUENCE, when=attack.kind == "death from above")
    _cards(position, "damage", attack.attacker, value)
    value.at_least(0, "no less than 0")
    return value


def _cards(position: Position, figure: str, unit: int, value: Tally) -> None:
    for name, change in changes(position, figure, unit):
        value.add(name, change, CARDS)
