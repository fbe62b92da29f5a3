"""What a weapon attack marks beside its target, in every way its dice can fall."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.dice import Dice
from musterhall.games.alpha_strike.attacks.weapons import Shot, Volley, mark_of, roll_volley, volley
from musterhall.games.alpha_strike.odds.branching import Chances, every_way
from musterhall.games.alpha_strike.odds.fate import still_battle
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position

Hits = tuple[int, bool]
"""How many points hit, and whether a natural 12 was among them."""


def marks_of(position: Position, unit: int, shot: Shot) -> Chances[Mark]:
    """Every mark that an attack may leave, with its chance; a miss is one of no points."""
    found: Chances[Mark] = {}
    for (hits, twelve), chance in hits_of(position, volley(position, unit, shot)).items():
        mark = mark_of(position, unit, hits, twelve=twelve)
        found[mark] = found.get(mark, 0.0) + chance
    return found


def hits_of(position: Position, rolled: Volley) -> Chances[Hits]:
    """How many points of a volley hit: its dice are all alike, so one is thrown every way and they are added up."""
    battle = still_battle(position)
    if position.field.edition.attack_dice == "one_roll":
        return _every_way(battle, rolled)
    chances: Chances[Hits] = {(0, False): 1.0}
    point = _every_way(battle, Volley(1, minimal=False, number=rolled.number))
    for _ in range(rolled.points):
        chances = _both(chances, point)
    if rolled.minimal:
        chances = _both(chances, _every_way(battle, Volley(0, minimal=True, number=rolled.number)))
    return chances


def _every_way(battle: Battle[Position], rolled: Volley) -> Chances[Hits]:
    def run(dice: Dice) -> Hits:
        battle.dice = dice
        return roll_volley(battle, rolled)

    return every_way(run)


def _both(one: Chances[Hits], other: Chances[Hits]) -> Chances[Hits]:
    found: Chances[Hits] = {}
    for (hits, twelve), chance in one.items():
        for (more, again), share in other.items():
            key = (hits + more, twelve or again)
            found[key] = found.get(key, 0.0) + chance * share
    return found
