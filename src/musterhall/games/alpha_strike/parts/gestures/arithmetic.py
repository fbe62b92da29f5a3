"""What helps to choose a target: what the dice need and why, and what comes of it on average."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from musterhall.battle.decisions import Illegal
from musterhall.games.alpha_strike.aerospace.air_attacks import pass_facts
from musterhall.games.alpha_strike.aerospace.bombs import bomb_facts
from musterhall.games.alpha_strike.attacks.artillery import Aim, shell_facts
from musterhall.games.alpha_strike.attacks.attacking import KINDS
from musterhall.games.alpha_strike.attacks.extras import extra_number
from musterhall.games.alpha_strike.attacks.physical import Blow, blow_damage, blow_facts, own_damage
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.sight import sight
from musterhall.games.alpha_strike.attacks.target_number import target_number_reckoned
from musterhall.games.alpha_strike.attacks.volleys import shot_facts, volley
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.odds.branching import mean
from musterhall.games.alpha_strike.odds.odds import damage_of, left_of
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import chance_of
from musterhall.games.alpha_strike.units.cards import card_data
from musterhall.tally import Tally, counted

Answer = Mapping[str, Any]


def shown_card(view: Position, unit: int) -> str:
    """What a unit can do, as its card has it."""
    if unit == NOBODY:
        return ""
    one, condition = view.unit(unit), view.conditions[unit]
    card = card_data(one.card)
    heat = f", heat {condition.heat}" if condition.heat else ""
    left = f"{condition.armour} armour and {condition.structure} structure left"
    return f"Skill {one.skill}, move {card['move']}, damage {card['damage']}; {left}{heat}"


@dataclass(frozen=True, slots=True)
class Told:
    """The arithmetic of an action, and how much it promises, by which the best is offered first."""

    words: str = ""
    promise: float = 0.0
    dice: int = 1


def help_for(view: Position, unit: int, answer: Answer) -> Told:
    """What an action comes to before anybody commits to it; nothing for what throws no dice."""
    helps = HELPS.get(answer["attack"])
    if helps is None:
        return Told()
    try:
        order = KINDS[answer["attack"]].check(view, unit, dict(answer))
    except Illegal as refusal:
        return Told(refusal.reason)
    return helps(view, unit, answer, order)


def _of_weapons(view: Position, unit: int, answer: Answer, shot: Shot) -> Told:
    rolled = volley(view, unit, shot)
    tally = target_number_reckoned(view, unit, shot.target, shot_facts(view, unit, shot)).tally
    thrown = counted(rolled.dice, "die", "dice")
    if shot.target == NOBODY:
        return Told(_needs(tally, thrown), rolled.dice * chance_of(rolled.number), rolled.dice)
    points = damage_of(view, unit, shot)
    left, expected = left_of(view.conditions[shot.target]), mean(points)
    destroyed = sum(chance for value, chance in points.items() if value >= left)
    ends = [thrown, f"{expected:.1f} damage on average"]
    ends += [f"at least {destroyed:.0%} destroyed"] if destroyed >= LEAST_TOLD else []
    return Told(_needs(tally, *ends), expected + destroyed, rolled.dice)


LEAST_TOLD = 0.005
"""A chance that rounds to nothing is not told."""


def odds_of_blow(view: Position, unit: int, blow: Blow) -> Told:
    tally = target_number_reckoned(view, unit, blow.target, blow_facts(view, unit, blow)).tally
    damage = blow_damage(view, unit, blow)
    costs = max(own_damage(view, unit, blow, hit) for hit in (True, False))
    own = [f"up to {costs} to itself"] if costs else []
    return Told(_needs(tally, f"{damage} damage", *own), damage.value * chance_of(tally.total))


def odds_of_extra(view: Position, unit: int, target: int) -> str:
    return _chance(extra_number(view, unit, target, sight(view, unit, target)))


def _of_shell(view: Position, unit: int, answer: Answer, aim: Aim) -> Told:
    tally = target_number_reckoned(view, unit, aim.target, shell_facts(view, unit, aim)).tally
    over = [f"{view.unit(aim.spotter).name} spotting"] if aim.indirect else []
    return Told(_needs(tally, counted(aim.gun.number, "shell"), *over), chance_of(tally.total))


def _of_bombs(view: Position, unit: int, answer: Answer, order: Any) -> Told:
    tally = target_number_reckoned(view, unit, NOBODY, bomb_facts(view, unit)).tally
    return Told(_needs(tally), chance_of(tally.total))


def _of_pass(view: Position, unit: int, answer: Answer, order: Any) -> Told:
    tally = target_number_reckoned(view, unit, order.target, pass_facts(view, unit, order)).tally
    return Told(_needs(tally), chance_of(tally.total))


HELPS: dict[str, Callable[[Position, int, Answer, Any], Told]] = {
    "weapons": _of_weapons,
    "physical": lambda view, unit, answer, blow: odds_of_blow(view, unit, blow),
    "artillery": _of_shell,
    "bomb": _of_bombs,
    "strike": _of_pass,
    "dogfight": _of_pass,
}


def _needs(tally: Tally, *comes_to: str) -> str:
    """8+ (42%), 3 dice, 1.3 damage on average: skill 4, TMM +2, medium range +2."""
    parts = [f"skill {tally.base}", *(f"{part.name} {part.value:+d}" for part in tally.parts)]
    return f"{', '.join((_chance(tally.total), *comes_to))}: {', '.join(parts)}"


def _chance(number: int) -> str:
    return f"{number}+ ({chance_of(number):.0%})"
