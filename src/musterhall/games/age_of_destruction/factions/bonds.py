"""Ruthlessness and Zellbrigen: more damage against a chosen kind of enemy, and from then on no other."""

from __future__ import annotations

from collections.abc import Callable

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule, YesOrNo
from musterhall.games.age_of_destruction.combat.attack import FORBIDS, Attack, Struck
from musterhall.games.age_of_destruction.combat.moments import AFTER, HURTING
from musterhall.games.age_of_destruction.factions.ranks import is_elite
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.position.moments import abilities, abilities_of
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.tally import Tally

BONUS = 1


def _is_green(position: Position, unit: int) -> bool:
    return position.unit(unit).sheet.rank == "green"


PREY: dict[str, Callable[[Position, int], bool]] = {"ruthlessness": _is_green, "zellbrigen": is_elite}
"""Whom each bond is to."""


def bond_meant(position: Position, attack: Attack) -> str:
    """24, 25 The ability that binds an attacker to this target, or nothing."""
    if not attack.single or attack.capture:
        return ""
    held = abilities_of(position, attack.attacker)
    return next((key for key, is_prey in PREY.items() if key in held and is_prey(position, attack.target)), "")


def bond_holds(position: Position, unit: int) -> int:
    """24, 25 The unit that another may attack alone, or NOBODY: contact with another opposing unit frees it."""
    bound = position.states[unit].bound_to
    if bound == NOBODY or any(other != bound for other in position.touching_enemies(unit)):
        return NOBODY
    return bound


@FORBIDS.acted_by("ruthlessness", "zellbrigen")
def stay_with_the_prey(position: Position, attack: Attack, unit: int) -> str:
    """24, 25 A bound unit attacks its one target, and nothing without a single target."""
    if unit != attack.attacker and position.field.edition.bond_formation:
        return ""
    bound = bond_holds(position, unit)
    if bound == NOBODY or attack.targets == (bound,):
        return ""
    return f"{position.unit(unit).name} is bound to {position.unit(bound).name}"


class TakeTheBond(YesOrNo):
    """Whether a unit takes the damage and the bond."""

    __slots__ = ("attack", "names", "title")
    kind = "bond"
    section = "24"

    def __init__(self, view: Position, attack: Attack, title: str) -> None:
        super().__init__(view.unit(attack.attacker).side)
        self.names = (view.unit(attack.attacker).name, view.unit(attack.target).name)
        self.attack, self.title = attack, title

    def question(self) -> str:
        return f"{self.title}: does {self.names[0]} do 1 more damage and bind itself to {self.names[1]}?"


@HURTING.acted_by("ruthlessness", "zellbrigen")
def strike_harder(battle: Battle[Position], attack: Attack, damage: Tally) -> Rule[None]:
    """24, 25 +1 damage in a success against the prey, and the bond."""
    position = battle.position
    if not (key := bond_meant(position, attack)):
        return
    row = abilities()[key]
    if position.field.edition.bond_optional:
        wanted = yield TakeTheBond(position.seen_by(position.unit(attack.attacker).side), attack, row.title)
        if not wanted:
            return
    damage.add(row.title, BONUS, row.section)
    bind(position, attack)


@AFTER.acted_by("ruthlessness", "zellbrigen")
def bind_on_a_miss(battle: Battle[Position], attack: Attack, struck: Struck) -> None:
    """24, 25 Where the first attack binds, one that fails does too."""
    first = battle.position.field.edition.bond_from == "first_attack"
    if first and attack.target not in struck.hit and bond_meant(battle.position, attack):
        bind(battle.position, attack)


def bind(position: Position, attack: Attack) -> None:
    """24, 25 From now on this target; of two bonds the newest holds, or the first."""
    state = position.states[attack.attacker]
    if state.bound_to == NOBODY or position.field.edition.bond_new == "newest":
        state.bound_to = attack.target
