"""1.7.2 Volleys: dice rolled together, matched with units, scored, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.dice import d10
from musterhall.games.the_game.army.datasheets import SpecialRule
from musterhall.games.the_game.basics.special_rules import kills_needed, run
from musterhall.games.the_game.fire.sight import defence_of
from musterhall.games.the_game.movement.transports import lose_transport
from musterhall.games.the_game.position.position import Position
from musterhall.tally import Tally, counted

TOKEN_SCORE = 8
KILL_SCORE = 11
UNTIL_KILL = "smallest_die_until_kill"
"""1.7.2 A variant: dice are spent on one unit until one kills it, and those that do not kill it are discarded."""


@dataclass(slots=True)
class Volley:
    """1.7.2 Shots of one attack value and one set of special rules, and the units they can hit, nearest first."""

    weapon_type: str
    attack: Tally
    rules: tuple[SpecialRule, ...]
    shots: int
    shooters: list[int]
    targets: list[int]
    cover: dict[int, tuple[int, int]]
    name: str = ""
    group: tuple[int, ...] = ()
    """The formations fired at."""
    crossfire: bool = False
    """1.7.5 The first kill of the shooting costs the target one token more."""
    ignore_visibility: bool = False
    """1.8.4 In an assault only armour counts."""
    defences: dict[int, int] = field(default_factory=dict)
    """What each target adds up to, worked out when it is first needed."""
    suppresses_at: int = 0
    """1.7.2, 2.1.4 The score that suppresses, likewise."""


@dataclass(slots=True)
class DieResult:
    """One die of a volley and what became of it."""

    face: int
    target: int
    attack: int
    defence: int
    score: int
    result: str
    """ "kill", "token", "hit" (a kill that a Damage unit survived) or "miss"."""
    shooter: int = -1
    crossed: bool = False
    """1.7.5 The first kill in crossfire, which costs one token more."""


def roll_volley(
    battle: Battle[Position],
    volley: Volley,
    *,
    extra_on_first_kill: bool = False,
    casualties: list[int] | None = None,
    after: int | None = None,
) -> list[DieResult]:
    """1.7.2 Roll one volley and match its dice with units, beginning behind the unit `after`, if that is given.

    With `casualties` the dead are only listed there and stay on the table, as 1.8.4 wants it.
    """
    position = battle.position
    doomed = casualties if casualties is not None else []
    alive = [unit for unit in volley.targets if position.on[unit] and unit not in doomed]
    if not alive:
        return []
    if after in volley.targets:
        behind = volley.targets.index(after) + 1
        alive.sort(key=lambda unit: volley.targets.index(unit) < behind)
    faces = battle.roll(volley.shots, d10, f"{volley.name or volley.weapon_type} volley")
    results: list[DieResult] = []
    for face, target in allocate(position, volley, faces, alive, doomed):
        result = score_die(position, volley, face, target)
        result.shooter = volley.shooters[len(results) % len(volley.shooters)]
        if result.result == "token" and position.field.variants.die_allocation == UNTIL_KILL:
            result.result = "miss"
        take_effect(battle, volley, result, doomed, casualties is None, extra_on_first_kill and not any_kill(results))
        results.append(result)
    return results


def allocate(
    position: Position, volley: Volley, faces: list[int], alive: list[int], doomed: list[int]
) -> Iterator[tuple[int, int]]:
    """1.7.2 Which die meets which unit, in the order they are looked at.

    The next die goes to the next unit; past the last one it starts again with the nearest that is left.
    """
    variant = position.field.variants.die_allocation
    order, dice = list(alive), sorted(faces, reverse=True)
    if variant == "easiest_kill_first":
        order.sort(key=lambda unit: _defence(position, volley, unit))
    elif position.field.variants.high_at_priority and volley.weapon_type == "AT":
        order.sort(key=lambda unit: -_defence(position, volley, unit))
    if variant == UNTIL_KILL:
        yield from _until_kill(position, sorted(faces), order, doomed)
        return
    place = 0
    lost_when_over = position.field.variants.surplus_dice == "lost"
    for face in dice:
        if place == len(order):
            order = [unit for unit in order if position.on[unit] and unit not in doomed]
            place = 0
            if lost_when_over or not order:
                return
        yield face, order[place]
        place += 1


def _until_kill(position: Position, dice: list[int], order: list[int], doomed: list[int]) -> Iterator[tuple[int, int]]:
    """1.7.2 As a variant: the smallest die first, at one unit until it is dead."""
    for face in dice:
        while order and (not position.on[order[0]] or order[0] in doomed):
            order.pop(0)
        if not order:
            return
        yield face, order[0]


def _defence(position: Position, volley: Volley, unit: int) -> int:
    found = volley.defences.get(unit)
    if found is None:
        armour, visibility = volley.cover.get(unit, (0, 0))
        defence = defence_of(position, unit, armour, visibility, volley.rules)
        found = defence.armour + defence.cover_armour if volley.ignore_visibility else defence.total
        volley.defences[unit] = found
    return found


def score_die(position: Position, volley: Volley, face: int, target: int) -> DieResult:
    """1.7.2, 4.6 d10 + ATT - DEF: 8 suppresses, 11 kills; a submarine is harder to hit."""
    defence = _defence(position, volley, target)
    attack = volley.attack.total + position.field.elusive.get(target, 0)
    score = face + attack - defence
    result = "miss"
    if score >= KILL_SCORE:
        survived = int(position.hits[target]) + 1 < kills_needed(position.unit(target))
        result = "hit" if survived else "kill"
    elif score >= (volley.suppresses_at or _suppresses_at(position, volley)):
        result = "token"
    return DieResult(face, target, attack, defence, score, result)


def _suppresses_at(position: Position, volley: Volley) -> int:
    volley.suppresses_at = token_score(position, volley.rules)
    return volley.suppresses_at


def token_score(position: Position, rules: tuple[SpecialRule, ...]) -> int:
    """1.7.2, 2.1.4 The score that suppresses."""
    if not rules:
        return TOKEN_SCORE
    score = Tally("suppresses at", TOKEN_SCORE, "1.7.2", explain=False)
    if position.field.variants.disruption == "threshold":
        run("token score", rules, score)
    return score.total


def take_effect(
    battle: Battle[Position],
    volley: Volley,
    result: DieResult,
    doomed: list[int],
    remove: bool,
    first_kill_extra: bool,
) -> None:
    """1.7.2, 1.7.5, 2.2.2 Tokens for the target's formation, and the dead."""
    position = battle.position
    if result.result == "miss":
        return
    formation = position.formation_of(result.target)
    if result.result == "kill":
        result.crossed = first_kill_extra
        formation.suppression += tokens_of_a_kill(position)
        formation.suppression += 1 if first_kill_extra else 0
        doomed.append(result.target)
        if remove:
            kill(battle, result.target)
    elif result.result == "hit":
        position.hits[result.target] += 1
        formation.suppression += tokens_of_a_hit(position)
    else:
        formation.suppression += 1


def tokens_of_a_kill(position: Position) -> int:
    """1.7.2 One for the loss; as a variant one for the hit besides."""
    return 2 if position.field.variants.kill_st == "two" else 1


def tokens_of_a_hit(position: Position) -> int:
    """2.2.2 What a kill costs that a unit with Damage survives; as a variant nothing."""
    return 1 if position.field.variants.damage_st == "token" else 0


def extra_tokens(position: Position, rules: tuple[SpecialRule, ...]) -> int:
    """2.1.4 As a variant: Disruption does not lower the score but gives so many tokens more to whom it is fired at."""
    tokens = Tally("more tokens", explain=False)
    if rules and position.field.variants.disruption == "extra_tokens":
        run("extra tokens", rules, tokens)
    return tokens.total


def kill(battle: Battle[Position], unit: int) -> None:
    """1.7.2, 1.6.3 A unit is destroyed, and with a transport perhaps who is in it."""
    position = battle.position
    if position.unit(unit).sheet.transport is not None:
        lose_transport(battle, unit)
    position.remove(unit)


def any_kill(results: list[DieResult]) -> bool:
    return any(result.result == "kill" for result in results)


def kills_in_words(results: list[DieResult]) -> str:
    kills = sum(result.result == "kill" for result in results)
    return counted(kills, "kill") if kills else "no kills"


def shots_in_words(fired: int, results: list[DieResult]) -> str:
    """1.7.2 The shots of a fire and its kills, and how many dice there was nobody left to meet."""
    left_over = fired - len(results)
    wasted = f"; {left_over} found no target" if left_over else ""
    return f"{counted(fired, 'shot')}, {kills_in_words(results)}{wasted}"


def result_data(position: Position, result: DieResult) -> dict[str, Any]:
    """A die as the log and the referee show it."""
    verdict = {"kill": "killed", "token": "suppressed", "hit": "hit, not destroyed", "miss": "nothing"}[result.result]
    if result.result == "miss" and result.score >= TOKEN_SCORE:
        verdict = "discarded"
    return {
        "face": result.face,
        "unit": result.target,
        "name": position.unit(result.target).name,
        "shooter": result.shooter if result.shooter >= 0 else None,
        "from": position.at(result.shooter) if result.shooter >= 0 else None,
        "at": position.at(result.target),
        "attack": result.attack,
        "defence": result.defence,
        "score": result.score,
        "result": result.result,
        "sum": f"d10 {result.face} + ATT {result.attack} - DEF {result.defence} = {result.score}: {verdict}",
    }
