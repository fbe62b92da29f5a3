"""What a scanning attack needs: a weapon attack's number against something that neither moves nor hides."""

from __future__ import annotations

from musterhall.games.alpha_strike.abilities.modifiers import Source, basic_modifiers
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.allowance import is_immobile
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import Say, say_of, usual_facts

SECTION = "14.5"


def scan_number(position: Position, unit: int, range_: str, woods: str, *, abilities: bool) -> int:
    """14.5 Skill, range, the attacker's movement, terrain, heat and fire control; the target has TMM 0."""
    condition = position.conditions[unit]
    facts = usual_facts() | {
        "turn": position.turn,
        "attack": "weapon",
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
