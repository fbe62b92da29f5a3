"""Missions: what a card gives a player for the fourth condition."""

from __future__ import annotations

from dataclasses import replace

from musterhall.games.age_of_destruction.position.conditions import cards_in_play
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.victory.zones import is_in_zone


def mission_in_play(position: Position) -> bool:
    """7 The fourth condition counts where a mission lies on the table."""
    return any(card.kind == "mission" for _, card in cards_in_play(position))


def score_missions(position: Position, side: int) -> None:
    """7 At the end of a player's turn, what that player's mission gives for where the player's units stand."""
    for owner, card in cards_in_play(position):
        if card.kind != "mission" or owner != side:
            continue
        points = 0
        for effect in card.effects:
            for unit in position.on_table(side):
                sheet = position.unit(unit).sheet
                if position.is_able(unit) and effect.is_for(sheet.type, sheet.speed_mode):
                    points += effect.by * _stands(position, unit, effect.does, effect.within)
        _add_points(position, side, points)


def _stands(position: Position, unit: int, does: str, within: int) -> bool:
    if does == "score_zone":
        return is_in_zone(position, unit, 1 - position.unit(unit).side)
    if does == "score_middle":
        x, y = position.at(unit)
        table = position.field.table
        return (x - table.width / 2) ** 2 + (y - table.depth / 2) ** 2 <= within**2
    return False


def score_eliminations(position: Position) -> None:
    """7 At the end of the game, what a player's mission gives for opposing units eliminated."""
    for side, card in cards_in_play(position):
        for effect in card.effects:
            if card.kind == "mission" and effect.does == "score_eliminated":
                fallen = [position.unit(unit) for unit, _ in position.eliminated if position.unit(unit).side != side]
                hits = sum(effect.is_for(one.sheet.type, one.sheet.speed_mode) for one in fallen)
                _add_points(position, side, effect.by * hits)


def _add_points(position: Position, side: int, points: int) -> None:
    state = position.sides[side]
    position.set_side(side, replace(state, mission_points=state.mission_points + points))
