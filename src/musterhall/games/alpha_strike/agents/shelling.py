"""Where the captain's guns aim: who stands under the template and in the ring, friend and foe."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from musterhall.battle.decisions import Illegal
from musterhall.games.alpha_strike.agents.attack_worth import Attack, hit_chance, what_is_left
from musterhall.games.alpha_strike.agents.outlook import Outlook
from musterhall.games.alpha_strike.attacks.artillery import Aim, shell_number, why_not_spotted
from musterhall.games.alpha_strike.attacks.attacking import Act
from musterhall.games.alpha_strike.attacks.shells import Gun, damage_of, guns_of
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.condition import TABLE
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Floats

LOOKED_AT = 3
"""How many places a gun looks at closely."""
FRIEND = 1.5
"""What a point of damage to a friend costs, beside one to an enemy."""
WIDE = 0.5
"""How much of what lies in the ring a shell that misses still hits."""
HARM = 0.7
"""What a point of damage is worth, in the points of whom it hurts, with the chance that it cripples or destroys."""


def shells(decision: Act, view: Position, outlook: Outlook) -> Iterator[Attack]:
    """The best places for each gun of a unit."""
    unit = decision.unit
    for gun in guns_of(view.unit(unit).card):
        damage = damage_of(view, unit, gun.name)
        if damage is None:
            continue
        enemies, under, ring = _caught(view, unit, outlook, damage[0].value, damage[1].value)
        for place in np.argsort(-(under + ring), kind="stable")[:LOOKED_AT].tolist():
            yield from _aimed(decision, view, gun, enemies[place], float(under[place]), float(ring[place]))


def _aimed(decision: Act, view: Position, gun: Gun, target: int, under: float, ring: float) -> Iterator[Attack]:
    unit = decision.unit
    answer: dict[str, object] = {"attack": "artillery", "gun": gun.name, "target": target}
    for spotter in (NOBODY, *_spotters(view, unit, target)):
        said = answer if spotter == NOBODY else {**answer, "spotter": spotter}
        try:
            _, aim = decision.check(said)
        except Illegal:
            continue
        yield _weighed(view, unit, aim, said, under, ring)
        return


def _weighed(view: Position, unit: int, aim: Aim, answer: dict[str, object], under: float, ring: float) -> Attack:
    number = shell_number(view, unit, aim)
    hit = hit_chance(number)
    value = HARM * aim.gun.number * (hit * (under + ring) + (1 - hit) * WIDE * ring)
    name = view.unit(aim.target).name
    seen = f", {view.unit(aim.spotter).name} spotting" if aim.spotter != NOBODY else ""
    return Attack(answer, value, f"A shell on {name} is worth most{seen}: it needs {number}")


def _spotters(view: Position, unit: int, target: int) -> Iterator[int]:
    """Those who see a target for a gun, first who has acted already and loses nothing by it."""
    at = view.at(target)
    friends = sorted(view.on_table(view.unit(unit).side), key=lambda one: not view.conditions[one].attacked)
    return (one for one in friends if not why_not_spotted(view, unit, target, at, one))


def _caught(view: Position, unit: int, outlook: Outlook, inside: int, about: int) -> tuple[list[int], Floats, Floats]:
    """For a shell on each enemy, what it is worth that all under it take so much, and all in the ring so much."""
    edition, side = view.field.edition, view.unit(unit).side
    here = [one for one, condition in enumerate(view.conditions) if condition.place == TABLE]
    enemies = [one for one in here if view.unit(one).side != side]
    x, y = view.x[here], view.y[here]
    apart = np.hypot(view.x[enemies][:, None] - x, view.y[enemies][:, None] - y) - view.field.radius[here]
    whose = np.where([view.unit(one).side == side for one in here], -FRIEND, 1.0)
    left = np.array([what_is_left(view, one)[0] for one in here])
    worth = whose * outlook.worth[here] / outlook.left[here]
    within = apart <= edition.artillery_template / 2
    ring = (apart <= edition.artillery_ring) & ~within
    return enemies, within @ (worth * np.clip(left, 0, inside)), ring @ (worth * np.clip(left, 0, about))
