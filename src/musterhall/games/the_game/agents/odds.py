"""What planned fire is expected to do: each die is scored as the rules score it, face by face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from musterhall.dice import d10
from musterhall.games.the_game.agents.appraisal import expected_loss
from musterhall.games.the_game.basics.special_rules import kills_needed
from musterhall.games.the_game.fire.artillery import Barrage, dice_against
from musterhall.games.the_game.fire.fire_plan import FirePlan
from musterhall.games.the_game.fire.sight import cover_of
from musterhall.games.the_game.fire.volleys import Volley, score_die, tokens_of_a_hit, tokens_of_a_kill
from musterhall.games.the_game.position.position import Position
from musterhall.tally import Tally

OWN_LOSS = 1.5
"""What a point of one's own under a barrage counts against one of the enemy's."""
FACES = range(1, d10.faces + 1)


@dataclass(slots=True)
class Hurt:
    """Kills and tokens that a formation is expected to take."""

    kills: float = 0.0
    tokens: float = 0.0

    def add(self, other: Hurt) -> None:
        self.kills += other.kills
        self.tokens += other.tokens


def one_die(position: Position, volley: Volley, target: int) -> Hurt:
    """1.7.2 What a die of a volley does to a unit, on average; half of a kill is half of what a Damage unit bears."""
    results = [score_die(position, volley, face, target).result for face in FACES]
    kills, hits, tokens = (results.count(word) / len(FACES) for word in ("kill", "hit", "token"))
    tokens += kills * tokens_of_a_kill(position) + hits * tokens_of_a_hit(position)
    return Hurt(kills + hits / kills_needed(position.unit(target)), tokens)


def of_volleys(position: Position, volleys: Iterable[Volley]) -> dict[int, Hurt]:
    """1.7.2 What volleys do, by formation: the next die meets the next unit, and after the last the first again."""
    hurt: dict[int, Hurt] = {}
    for volley in volleys:
        met: dict[int, Hurt] = {}
        for shot in range(volley.shots if volley.targets else 0):
            unit = volley.targets[shot % len(volley.targets)]
            if unit not in met:
                met[unit] = one_die(position, volley, unit)
            hurt.setdefault(position.unit(unit).formation, Hurt()).add(met[unit])
    for one in hurt.values():
        one.tokens = max(1.0, one.tokens)
    return hurt


def of_barrage(position: Position, barrage: Barrage) -> dict[int, Hurt]:
    """1.7.4 What a barrage does, by formation; its target takes a token at the least, and those for its excess."""
    hurt = {barrage.target: Hurt()}
    for unit, dice, volley in _shells(position, barrage):
        one = one_die(position, volley, unit)
        hurt.setdefault(position.unit(unit).formation, Hurt()).add(Hurt(dice * one.kills, dice * one.tokens))
    aimed_at = hurt[barrage.target]
    aimed_at.tokens = max(1.0, aimed_at.tokens) + barrage.extra_tokens
    return hurt


def _shells(position: Position, barrage: Barrage) -> Iterator[tuple[int, int, Volley]]:
    """1.7.4 Each unit under a barrage with the dice it faces; armoured vehicles meet half of its score."""
    cover = cover_of(position, np.array(barrage.under, dtype=np.int64))
    covers = zip(cover.armour.tolist(), cover.visibility.tolist(), strict=True)
    covered = dict(zip(barrage.under, covers, strict=True))
    scores = (barrage.score.total, barrage.against_armour)
    whole, half = (
        Volley("AS", Tally("AS", score, "1.7.4", False), barrage.rules, 1, [], [], covered) for score in scores
    )
    for unit, dice in dice_against(position, barrage):
        yield unit, dice, half if position.field.armoured[unit] else whole


def of_plan(position: Position, plan: FirePlan) -> dict[int, Hurt]:
    """1.7.2, 1.7.4 What a whole shooting does, by formation."""
    hurt = of_volleys(position, plan.volleys)
    if plan.barrage is not None:
        for index, one in of_barrage(position, plan.barrage).items():
            hurt.setdefault(index, Hurt()).add(one)
    return hurt


def points_taken(position: Position, hurt: dict[int, Hurt], side: int) -> float:
    """What it costs the enemies of a side, in points; what it costs the side itself counts against it."""
    points = 0.0
    for index, one in hurt.items():
        formation = position.formations[index]
        lost = expected_loss(formation, one.kills, one.tokens).points
        points += lost if formation.side != side else -OWN_LOSS * lost
    return points
