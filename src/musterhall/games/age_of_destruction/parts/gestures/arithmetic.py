"""What helps to choose an attack: what the dice need and why, what a hit does, and what it costs the attacker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from musterhall.games.age_of_destruction.agents.reckoning import reckon
from musterhall.games.age_of_destruction.combat.attack import Attack, attack_value, defense_value, in_effect
from musterhall.games.age_of_destruction.combat.charging import own_damage
from musterhall.games.age_of_destruction.combat.moments import HEATING
from musterhall.games.age_of_destruction.combat.striking import ALWAYS, NEVER, through_armor
from musterhall.games.age_of_destruction.harm.heat import heat_of_order
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.tally import Tally, counted


@dataclass(frozen=True, slots=True)
class Told:
    """The arithmetic of an attack, and what it promises, by which the best is offered first."""

    words: str
    promise: float


def odds(view: Position, attack: Attack, heat: int = 0) -> Told:
    """8+ on 2d6 (42%), 3 of its 5 clicks: attack 9, from behind +1; defense 17, woods +1."""
    target = attack.target
    value, defense = attack_value(view, attack, target), defense_value(view, attack, target)
    found = reckon(view, attack, lambda unit, clicks: min(clicks, _left(view, unit)), lambda unit, clicks: 0.0)
    chance = f"{_needs(defense.total - value.total)} ({found.chance:.0%})"
    ends = [chance, *_effect(view, attack, found.clicks), *_costs(view, attack, heat)]
    return Told(f"{', '.join(ends)}: {_parts(value)}; {_parts(defense)}", found.worth + found.chance)


def _needs(number: int) -> str:
    if number <= NEVER + 1:
        return "any dice but two 1s"
    return "two 6s" if number >= ALWAYS else f"{number}+ on 2d6"


def _effect(view: Position, attack: Attack, clicks: int) -> Iterator[str]:
    if attack.capture:
        yield "taken captive"
        return
    dealt, left = through_armor(view, attack, attack.target, clicks), _left(view, attack.target)
    if dealt >= left:
        yield "which eliminates it"
    elif dealt:
        yield f"{dealt} of its {counted(left, 'click')}"
    else:
        yield "and its armor takes all of it"


def _left(view: Position, unit: int) -> int:
    return len(view.unit(unit).sheet.dial) - view.states[unit].click


def _costs(view: Position, attack: Attack, heat: int) -> Iterator[str]:
    unit = attack.attacker
    if view.unit(unit).sheet.heat:
        besides = sum(act(view, attack) for _, act in HEATING.of(in_effect(view, attack)))
        hotter = heat_of_order(view, unit, heat) + besides
        if hotter:
            yield f"{hotter} heat"
    if attack.impact:
        infantry = view.unit(attack.target).sheet.is_infantry
        hit, miss = (own_damage(view, attack, hit=one, infantry=infantry) for one in (True, False))
        if hit or miss:
            yield f"costs it {counted(hit, 'click')} if it hits and {miss} if not"


def _parts(value: Tally) -> str:
    return ", ".join((f"{value.name} {value.base}", *(f"{part.name} {part.value:+d}" for part in value.parts)))
