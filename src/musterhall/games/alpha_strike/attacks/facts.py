"""What holds for one attack, in the words that abilities and plain rules look at.

Most attacks of a battle repeat a situation that was worked out before. So an attack's facts are kept in two parts:
what never changes for a pair of units is looked up once, and what does change is a `Situation`, which is also the key
under which a target number is remembered. The dictionary of all facts is only made when somebody reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from musterhall.games.alpha_strike.attacks.sight import Sight
from musterhall.games.alpha_strike.electronics.jamming import is_stealthy
from musterhall.games.alpha_strike.electronics.shocks import interference, is_drone
from musterhall.games.alpha_strike.field.unit import LARGE_BASES, NOBODY, Unit
from musterhall.games.alpha_strike.movement.allowance import LANDED, is_airborne, is_immobile, tmm_of
from musterhall.games.alpha_strike.position.condition import HULL_DOWN, Condition
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import Say, say_of, usual_facts
from musterhall.games.alpha_strike.position.side_facts import side_facts

DUG_IN, SPOTTING = "dug in", "spotting"
TERRAIN_WORDS = frozenset(("attack_terrain", "target_terrain"))


class Situation(NamedTuple):
    """4 What changes from attack to attack; each field is a fact of that name."""

    turn: int
    attack: str
    range: str
    attacker_move: str
    target_move: str
    tmm: int
    target_airborne: bool
    partial_cover: bool
    woods: str
    in_water: bool
    heat: int
    fire_control_hits: int
    straight_away: bool
    from_ground_to_air: bool
    interference: int
    also_spots: bool
    hull_down: bool
    target_hull_down: bool
    demoralized: bool
    blood_stalker_target: bool
    target_stealth: bool
    target_dug_in: bool
    attack_terrain: tuple[str, ...]
    target_terrain: tuple[str, ...]


class AttackFacts(Mapping[str, Any]):
    """4 All facts of one attack. Equal keys mean equal facts, for the same pair of units."""

    __slots__ = ("_all", "_lasting", "key", "more", "say", "situation")

    def __init__(self, say: Say, lasting: Mapping[str, Any], situation: Situation, more: Mapping[str, Any]) -> None:
        self.say = say
        """Who has a say in an attack of this unit on that one."""
        self._lasting = lasting
        self.situation = situation
        self.more = more
        self.key: Any = (situation, *more.items()) if more else situation
        self._all: dict[str, Any] | None = None

    def all(self) -> dict[str, Any]:
        if self._all is None:
            self._all = {**self._lasting, **self.situation._asdict(), **self.more}
        return self._all

    def __getitem__(self, name: str) -> Any:
        return self.all()[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self.all().get(name, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self.all())


def attack_facts(
    position: Position, unit: int, target: int, seen: Sight, attack: str, range_: str, **more: Any
) -> AttackFacts:
    """4 Everything that can change what an attack of this unit on that one needs.

    `target` is NOBODY for an attack on terrain; `more` is what the kind of attack knows itself.
    """
    own = position.conditions[unit]
    if target == NOBODY:
        other, target_moved, airborne = own, "standstill", False
    else:
        other = position.conditions[target]
        target_moved, airborne = _target(position, target)
    say = say_of(position, unit, target)
    wants = _asked(say)
    terrain = _terrain_words(position, target) if wants and target != NOBODY else ()
    effects, against = own.effects, other.effects
    situation = Situation(
        position.turn if say.minds("turn") else 0,
        attack,
        range_,
        _attacker_move(position, unit),
        target_moved,
        tmm_of(position, target) if target_moved in ("ground", "jump") else 0,
        airborne,
        seen.partial_cover,
        seen.woods,
        seen.in_water,
        own.heat,
        own.fire_control_hits,
        own.straight,
        airborne and not is_airborne(position, unit),
        interference(own, position.turn) if effects else 0,
        bool(effects) and _spots(own, position.turn),
        bool(effects) and own.effect(HULL_DOWN) is not None,
        bool(against) and other.effect(HULL_DOWN) is not None,
        bool(effects) and own.effect("demoralized", target) is not None,
        bool(effects) and _stalks(own, target),
        target != NOBODY and is_stealthy(position, target),
        bool(against) and target_moved in ("standstill", "immobile") and other.effect(DUG_IN) is not None,
        (*terrain, *_woods_words(seen)) if wants else (),
        terrain,
    )
    more = {**side_facts(position, unit, target, attack), **more}
    return AttackFacts(say, _lasting_facts(position, unit, target), situation, more)


def _asked(say: Say) -> bool:
    """Whether anybody looks at terrain, which takes a while to find out."""
    return not TERRAIN_WORDS.isdisjoint(say.asks("target number"))


# What lasts


def _lasting_facts(position: Position, unit: int, target: int) -> Mapping[str, Any]:
    """4, 10 What holds for a pair of units in the whole battle."""
    memo, key = position.field.memo, ("facts", unit, target)
    if key not in memo:
        attacker = position.field.units[unit]
        enemy = position.field.units[target] if target != NOBODY else None
        memo[key] = {**usual_facts(), **_attacker_facts(position, attacker), **_target_facts(enemy)}
    return memo[key]  # type: ignore[no-any-return]


def _attacker_facts(position: Position, unit: Unit) -> dict[str, Any]:
    group = position.field.formations[unit.formation].units if unit.formation != NOBODY else ()
    return {
        "skill": skill_of(position, unit.index),
        "size": unit.card.size,
        "attacker_type": unit.kind,
        "support_vehicle": unit.card.type == "SV",
        "fire_control": "advanced" if unit.has("AFC") else "basic" if unit.has("BFC") else "none",
        "attacker_shield": unit.has("SHLD"),
        "drone": is_drone(position, unit.index),
        "special_attack": tuple(sorted(name.lower() for name in unit.card.special_names)),
        "formation_size": len(group),
    }


def _target_facts(unit: Unit | None) -> dict[str, Any]:
    if unit is None:
        return {"target_type": "building"}
    return {
        "target_type": unit.kind,
        "target_large": any(map(unit.has, LARGE_BASES)),
        "target_mimetic": "full" if unit.has("MAS") else "light" if unit.has("LMAS") else "none",
    }


def skill_of(position: Position, unit: int) -> int:
    """4, 10 The Skill that a unit attacks with: a drone has that of the best controller of its side."""
    one = position.field.units[unit]
    if not is_drone(position, unit):
        return one.skill
    controllers = [other.skill for other in position.field.units if other.side == one.side and other.has("DCC")]
    return min(controllers, default=one.skill)


# What changes


def _attacker_move(position: Position, unit: int) -> str:
    return "immobile" if _is_rooted(position, unit) else position.conditions[unit].mode or "standstill"


def _is_rooted(position: Position, unit: int) -> bool:
    """2 Whether a unit cannot move; what flies by thrust has no Move to lose."""
    if position.field.units[unit].is_aerospace:
        return position.conditions[unit].shut_down
    return is_immobile(position, unit)


def _target(position: Position, target: int) -> tuple[str, bool]:
    """How the target counts as having moved, and whether it is in the air."""
    moved = target_move(position, target)
    one = position.field.units[target]
    landed = one.flies_low and position.conditions[target].effect(LANDED) is not None
    return moved, one.is_aerospace or (one.flies_low and moved != "immobile" and not landed)


def target_move(position: Position, unit: int) -> str:
    """2 How a unit counts as having moved when it is attacked."""
    if _is_rooted(position, unit):
        return "immobile"
    mode = position.conditions[unit].mode or "standstill"
    return "ground" if mode == "sprint" else mode


def _spots(condition: Condition, turn: int) -> bool:
    """8 Whether a unit spots for another this turn."""
    return any(one.name == SPOTTING and one.until == turn for one in condition.effects)


def _stalks(condition: Condition, target: int) -> bool:
    """11 Whether the target is the chosen enemy of a Blood Stalker."""
    chosen = condition.effect("blood stalker")
    return chosen is not None and chosen.value == target


def _terrain_words(position: Position, target: int) -> tuple[str, ...]:
    """The words by which abilities know the terrain that a unit stands in."""
    kinds = position.field.ground.kinds_at(position.lie, position.at(target))
    return tuple(sorted({word for kind in kinds for word in kind.fact}))


def _woods_words(seen: Sight) -> tuple[str, ...]:
    return () if seen.woods == "none" else ("woods", f"{seen.woods} woods")
