"""The captain's orders to fire: whom, with what, and where a barrage falls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.appraisal import expected_loss
from musterhall.games.the_game.agents.book import chance
from musterhall.games.the_game.agents.exchanges import GIVEN, MOVED, STAYED, TARGET
from musterhall.games.the_game.agents.odds import OWN_LOSS
from musterhall.games.the_game.agents.situation import STAY, Situation
from musterhall.games.the_game.army.datasheets import Weapon
from musterhall.games.the_game.fire.artillery import (
    CONCENTRATED,
    SPREAD,
    Gun,
    barrage_value,
    best_place,
    shared_rules,
    units_under,
)
from musterhall.games.the_game.fire.gunnery import crossfire
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.fire.sight import cover_of, defence_of, lines_of_sight
from musterhall.games.the_game.fire.volleys import KILL_SCORE, token_score
from musterhall.games.the_game.position.position import Formation, Position

AS_GOOD = 0.75
"""A target in crossfire is preferred to one outside it if it is worth at least this share of it."""


@dataclass(slots=True)
class FireOrder:
    """An answer to `Fire`, and what it is expected to cost the enemy."""

    answer: Answer
    target: int
    points: float

    def sentence(self, position: Position, formation: Formation) -> str:
        what = "barrage on" if "barrage" in self.answer else "fire at"
        return f"{formation.name}: {what} {position.formations[self.target].name}, {self.points:.0f} points expected"


# Direct fire


def best_fire(decision: Fire, situation: Situation) -> FireOrder | None:
    """1.7.1 Everything at the formation that would lose the most; who cannot reach it takes the next best."""
    gunnery = decision.gunnery
    enemies = decision.enemies() if gunnery.batteries else []
    if not enemies:
        return None
    ranked = _ranked(decision, situation, enemies)
    targets: dict[str, list[int]] = {}
    for kind in gunnery.weapon_types():
        hit = next((enemy for enemy, _ in ranked if gunnery.can_target(kind, (enemy,))), None)
        if hit is not None:
            targets[kind] = [hit]
    if not targets:
        return None
    answer: dict[str, Any] = {"targets": targets}
    in_the_open = _mostly_open(decision, next(iter(targets.values()))[0])
    trials: list[dict[str, Any]] = [{**answer, "cover": False}, answer] if in_the_open else [answer]
    trials += [{"targets": {kind: group}} for kind, group in targets.items()]
    worth = dict(ranked)
    for trial in trials:
        if decision.legal(trial):
            target = max((group[0] for group in trial["targets"].values()), key=lambda enemy: worth[enemy])
            return FireOrder(trial, target, worth[target])
    return None


def _ranked(decision: Fire, situation: Situation, enemies: list[int]) -> list[tuple[int, float]]:
    """Enemies in range with what fire would cost them, the best first; a crossfire may swap the first two."""
    best = _worth_hitting(decision, situation, enemies, exactly=True)
    if best is None:
        return [(enemy, 0.0) for enemy in enemies]
    rest = [enemy for enemy in enemies if enemy != best[0]]
    second = _worth_hitting(decision, situation, rest, exactly=False) if rest else None
    if second is None:
        return [best, *((enemy, 0.0) for enemy in rest)]
    ranked = [best, second, *((enemy, 0.0) for enemy in rest if enemy != second[0])]
    if second[1] >= AS_GOOD * best[1] and not _in_crossfire(decision, best[0]) and _in_crossfire(decision, second[0]):
        ranked[0], ranked[1] = second, best
    return ranked


def _worth_hitting(
    decision: Fire, situation: Situation, enemies: Sequence[int], exactly: bool
) -> tuple[int, float] | None:
    formation = decision.formation
    stance = MOVED if decision.position.moved[formation.units].any() else STAYED
    if exactly:
        row = situation.weigh_exactly(formation, stance, 0, enemies)
    else:
        row = situation.weigh(formation, [STAY], [stance], [0], enemies)[0]
    return (int(row[TARGET]), float(row[GIVEN])) if row[TARGET] >= 0 else None


def _in_crossfire(decision: Fire, enemy: int) -> bool:
    return crossfire(decision.position, decision.formation, (enemy,)) is not None


def _mostly_open(decision: Fire, target: int) -> bool:
    """1.7.1 Is at least half of the target out of cover? Then those in cover are better left alone."""
    units = decision.gunnery.sighting((target,)).units
    covered = cover_of(decision.position, units).covered()
    return bool(covered.any() and 2 * covered.sum() <= len(units))


# Barrages


def best_barrage(decision: Fire, view: Position) -> FireOrder | None:
    """1.7.4 Of the barrages that the guns can fire, the one that is expected to cost the enemy the most."""
    enemies = [f for f in view.of_side(1 - decision.player) if f.on_table and view.stands(f)]
    if decision.limit is not None:
        enemies = [enemy for enemy in enemies if enemy.index in decision.limit]
    orders = sorted(_barrages(decision, view, CONCENTRATED, enemies), key=lambda order: -order.points)
    best = [view.formations[order.target] for order in orders[:1]]
    orders += _barrages(decision, view, SPREAD, best)
    for order in sorted(orders, key=lambda order: -order.points):
        if order.points > 0.0 and decision.legal(order.answer):
            return order
    return None


def _barrages(decision: Fire, view: Position, mode: str, enemies: list[Formation]) -> Iterator[FireOrder]:
    """1.7.4 For each of these enemies that is in range, the barrage that covers the most of it."""
    guns = [Gun(unit, battery.weapon, False) for battery in decision.gunnery.artillery for unit in battery.units]
    firing = [gun.weapon for gun in guns[: max(1, len(guns) - decision.formation.suppression)]]
    crews = np.array([gun.unit for gun in guns], dtype=np.int64)
    falls: dict[bool, _Fall] = {}
    for enemy in enemies:
        at, covered = best_place(view, enemy.index, mode, guns)
        if not covered:
            continue
        seen = bool(lines_of_sight(view, crews, view.standing(enemy)).any(axis=1).all())
        if seen not in falls:
            falls[seen] = _Fall(decision, view, firing, mode, seen)
        answer = {"barrage": {"target": enemy.index, "at": list(at), "mode": mode}}
        yield FireOrder(answer, enemy.index, falls[seen].points(units_under(view, at, mode, []), enemy))


class _Fall:
    """1.7.4 A barrage of one score, asked about several places."""

    def __init__(self, decision: Fire, view: Position, firing: list[Weapon], mode: str, seen: bool) -> None:
        value = barrage_value(view, firing, mode, decision.command, blind=not seen)
        self.view = view
        self.player = decision.player
        self.score = value.score.total
        self.extra = value.extra_tokens
        self.rules = shared_rules(firing)
        self.suppresses = token_score(view, self.rules)
        self._chances: dict[tuple[int, int, int], tuple[float, float]] = {}

    def points(self, under: list[int], target: Formation) -> float:
        """Each unit under it meets one die; own units count against it."""
        hurt: dict[int, list[float]] = {target.index: [0.0, 0.0]}
        if under:
            cover = cover_of(self.view, np.array(under, dtype=np.int64))
            for unit, armour, visibility in zip(under, cover.armour.tolist(), cover.visibility.tolist(), strict=True):
                kill, token = self._against(unit, armour, visibility)
                sums = hurt.setdefault(self.view.field.units[unit].formation, [0.0, 0.0])
                sums[0] += kill
                sums[1] += token
        hurt[target.index][1] = max(1.0, hurt[target.index][1]) + self.extra
        points = 0.0
        for index, (kills, tokens) in hurt.items():
            formation = self.view.formations[index]
            lost = expected_loss(formation, kills, tokens).points
            points += lost if formation.side != self.player else -OWN_LOSS * lost
        return points

    def _against(self, unit: int, armour: int, visibility: int) -> tuple[float, float]:
        key = (id(self.view.field.units[unit].sheet), armour, visibility)
        known = self._chances.get(key)
        if known is None:
            attack = self.score // 2 if self.view.field.armoured[unit] else self.score
            lead = attack - defence_of(self.view, unit, armour, visibility, self.rules).total
            known = self._chances[key] = (chance(KILL_SCORE - lead), chance(self.suppresses - lead))
        return known
