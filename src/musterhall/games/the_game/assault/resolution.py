"""1.8.5 Who has won a round of an assault, what it costs the loser, and the winner's free move."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.dice import d5, d10
from musterhall.games.the_game.air.helicopters import fire_at_helicopters
from musterhall.games.the_game.assault.melee import Sides, can_fight, involved_units, standing_units
from musterhall.games.the_game.fire.prepared_fire import reactions
from musterhall.games.the_game.fire.volleys import kill
from musterhall.games.the_game.movement.moving import move
from musterhall.games.the_game.movement.ways import CONSOLIDATION
from musterhall.games.the_game.phases.breaking import become_broken, remove_formation, withdraw
from musterhall.games.the_game.position.position import Formation, Position, names_of
from musterhall.tally import Tally, counted, does

# 1.8.5 Resolution


def resolve_round(battle: Battle[Position], sides: Sides) -> tuple[int, int]:
    """1.8.5 Each side's better of two dice and its modifiers; a side with nobody left has lost."""
    position = battle.position
    alive = [_alive(position, sides.side(number)) for number in (0, 1)]
    if not all(alive):
        return (1, 0) if alive[0] or not alive[1] else (0, 1)
    die = d5 if position.field.variants.assault_resolution_dice == "2d5_high" else d10
    totals = []
    for number in (0, 1):
        faces = battle.roll(2, die, "assault resolution")
        tally = resolution(position, sides, number)
        totals.append(max(faces) + tally.total)
        if battle.recording:
            text = f"{names_of(sides.side(number))}: {die.name} {faces[0]} and {faces[1]}, {tally}, in all {totals[-1]}"
            battle.tell("assault", text, "1.8.5", test=tally.as_data(), faces=faces)
    return (totals[0], totals[1])


def resolution(position: Position, sides: Sides, number: int) -> Tally:
    """1.8.5 The resolution modifiers of one side."""
    tally = Tally("modifiers", 0, "1.8.5")
    units = [_strength(position, sides, n) for n in (0, 1)]
    tokens = [sum(formation.suppression for formation in sides.side(n)) for n in (0, 1)]
    mine, other = number, 1 - number
    tally.add("casualties", len(sides.kills[mine]), "1.8.5")
    broken_counts = sides.broken_before[mine] and not position.field.variants.broken_no_st_bonus
    tally.add("no suppression", 1, "1.8.5", when=tokens[mine] == 0 and not broken_counts)
    tally.add("less suppression", 1, "1.8.5", when=_less_suppressed(position, sides, number, tokens, units))
    tally.add("more units", 1, "1.8.5", when=units[mine] > units[other])
    twice = units[mine] >= 2 * units[other]
    both = position.field.variants.twice_units == "plus_2"
    tally.add("twice the units", 1, "1.8.5", when=twice and both and units[mine] > units[other])
    return tally


def _less_suppressed(position: Position, sides: Sides, number: int, tokens: list[int], units: list[int]) -> bool:
    """1.8.5 Fewer tokens; a side that was broken has more whatever it has."""
    mine, other = number, 1 - number
    if sides.broken_before[mine] != sides.broken_before[other]:
        return sides.broken_before[other]
    if position.field.variants.assault_st_compare == "percent":
        return tokens[mine] * units[other] < tokens[other] * units[mine]
    return tokens[mine] < tokens[other]


def _strength(position: Position, sides: Sides, number: int) -> int:
    if position.field.variants.assault_units == "directly_involved":
        return len(involved_units(position, sides.side(number), sides.side(1 - number)))
    return sum(formation.size for formation in sides.side(number))


def lose(battle: Battle[Position], sides: Sides, loser: int, removed: int, *, breaks: bool = True) -> Rule[None]:
    """1.8.5 The loser removes half the difference, breaks and withdraws; broken before, it is removed whole."""
    position = battle.position
    formations = sides.side(loser)
    for formation in formations:
        if formation.index in sides.run_before and formation.alive:
            text = f"{does(formation.name, 'is', 'are')} destroyed"
            battle.tell("removed", text, "1.8.5", formation=formation.index, lost=formation.size)
            remove_formation(position, formation)
    left = tuple(formation for formation in formations if formation.alive)
    if left:
        take_off(battle, left, sides.side(1 - loser), removed)
    for formation in left:
        if not formation.alive:
            continue
        if breaks:
            become_broken(position, formation)
        battle.tell("break", f"{does(formation.name, 'loses', 'lose')} the assault", "1.8.5", formation=formation.index)
        yield from withdraw(battle, formation)


def take_off(
    battle: Battle[Position], formations: tuple[Formation, ...], enemies: tuple[Formation, ...], number: int
) -> None:
    """1.8.5, 1.6.3 The loser's units nearest to the enemy are lost; passengers of a lost transport may get out."""
    position = battle.position
    own, theirs = standing_units(position, formations), standing_units(position, enemies)
    if not len(own) or not number:
        return
    order = position.distances(own, theirs).min(axis=1).argsort(kind="stable") if len(theirs) else range(len(own))
    lost = [int(own[i]) for i in list(order)[:number]]
    who = does(names_of(formations), "loses", "lose")
    battle.tell("removed", f"{who} {counted(len(lost), 'more unit')}", "1.8.5", lost=len(lost))
    for unit in lost:
        kill(battle, unit)


def consolidate(battle: Battle[Position], winners: tuple[Formation, ...], *, own_action: bool) -> Rule[None]:
    """1.8.5, 1.7.6 The winner may make a free combat move; in its own action prepared fire may answer it."""
    for formation in winners:
        if can_fight(battle.position, formation):
            moved = yield from move(battle, formation, CONSOLIDATION)
            if moved:
                yield from fire_at_helicopters(battle, formation)
            if moved and own_action:
                yield from reactions(battle, formation)


def _alive(position: Position, formations: tuple[Formation, ...]) -> bool:
    return any(formation.alive for formation in formations)
