"""The table as captain weighs it before an order: who threatens whom, what things cost, who is sent where."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from musterhall.games.age_of_destruction.agents.goals import Goal, goals_of
from musterhall.games.age_of_destruction.agents.outlook import Outlook
from musterhall.games.age_of_destruction.agents.places import READY, weigh_places
from musterhall.games.age_of_destruction.agents.reckoning import Reckoned, reckon
from musterhall.games.age_of_destruction.agents.stakes import Stakes, rounds_left
from musterhall.games.age_of_destruction.combat.attack import Attack, in_effect
from musterhall.games.age_of_destruction.combat.capture import is_on_foot
from musterhall.games.age_of_destruction.combat.moments import HEATING
from musterhall.games.age_of_destruction.harm.heat import EXPLODES
from musterhall.games.age_of_destruction.movement.breaking_away import needed
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.victory.winning import leader
from musterhall.geometry import Floats

HOT = (0.0, 0.6, 1.5, 3.0, 5.0)
"""What it costs to be so many steps up the heat dial, for the first steps; the rest are as bad as the last."""
SHUT_DOWN, STUCK_DOWN = 6.0, 20.0
"""What a shutdown costs: little where a 'Mech cools and runs again by itself, much where it takes an order."""
JAMMED = 2.0
"""What it costs besides to be at a step that jams a weapon."""
MECH_PUSH = 3.0
"""What it costs beside the heat to have a 'Mech rest after it was pushed."""
NEVER = 1000.0
CARE, BOLD_CARE = 0.6, 0.35
"""How much of what the enemy may do to a unit is counted, for it may well do it to another."""
PROSPECT, BOLD_PROSPECT = 0.6, 0.8
"""How much of what a unit could do with its next order is counted."""
PATIENCE = 5
"""The round from which a side that is not ahead grows bold."""
ON_FOOT = 10.0
"""Inches that infantry comes in a turn at a run."""
TWICE = 0.75
"""How likely an enemy is ordered that would be pushed."""


class Situation:
    """What is worked out once before an order."""

    def __init__(self, view: Position, side: int, outlook: Outlook) -> None:
        self.view, self.side = view, side
        self.stakes = Stakes(view, side)
        self.tall = outlook.tall
        self.woods = np.array([kind.hinders for kind in view.field.kinds], np.bool_)
        self.figures = self.stakes.put_into(outlook.fresh(view))
        self.foes = view.targets(side)
        self._foes = np.array(self.foes, np.int64)
        self._ready = np.array([self._is_ready(foe) for foe in self.foes])
        bold = view.round >= PATIENCE and leader(view) != side
        self.care, self.prospect = (BOLD_CARE, BOLD_PROSPECT) if bold else (CARE, PROSPECT)
        self.last = not rounds_left(view)
        """It is this side's last turn, after which heat, tokens and prospects are nothing."""
        if self.last:
            self.prospect = 0.0
            self.care = self.care if side == view.first else 0.0

    def _is_ready(self, foe: int) -> float:
        """How likely an enemy is given an order in its turn."""
        tokens = self.view.states[foe].tokens
        if tokens >= self.view.field.edition.most_tokens or not self.view.is_able(foe):
            return 0.0
        return TWICE if tokens else 1.0

    @cached_property
    def goals(self) -> dict[int, Goal]:
        """Who is sent where."""
        return goals_of(self.view, self.side, self.figures)

    def weighed(self, unit: int, places: Floats) -> Floats:
        """What each place gives a unit, takes from it and opens to it."""
        found = np.zeros((len(places), READY + 1))
        rear = float(self.view.field.edition.rear_attack)
        weigh_places(
            places, unit, self.view.bases, self.figures, self._foes, self._ready,
            self.view.field.outlines, self.tall, self.woods, rear, found,
        )  # fmt: skip
        return found

    # Attacks

    def reckoned(self, attack: Attack, position: Position | None = None) -> Reckoned:
        """What the rules say that an attack comes to."""
        return reckon(position or self.view, attack, self.stakes, self.stakes)

    def attack_worth(self, attack: Attack) -> float:
        return self.reckoned(attack).worth

    def capture_worth(self, attack: Attack) -> float:
        """A captive is out of the game, and a 'Mech counts double."""
        mech = self.view.unit(attack.target).sheet.is_mech
        return self.reckoned(attack).chance * self.stakes.whole(attack.target) * (2.0 if mech else 1.0)

    # Costs

    def push_cost(self, unit: int) -> float:
        """What it costs to give a unit another order while it has a token."""
        state, edition = self.view.states[unit], self.view.field.edition
        if not state.tokens:
            return 0.0
        sheet = self.view.unit(unit).sheet
        if sheet.is_mech:
            return 0.0 if self.last else MECH_PUSH
        live = sum(not click.salvage for click in sheet.dial[state.click :])
        return NEVER if live <= edition.push_damage else self.stakes(unit, edition.push_damage) + 0.5

    def heat_cost(self, unit: int, points: int) -> float:
        """What so much heat costs a 'Mech; less than nothing for what cools it."""
        sheet, state = self.view.unit(unit).sheet, self.view.states[unit]
        if not sheet.is_mech or not points or (self.last and self.view.field.edition.shutdown_able):
            return 0.0
        after = max(0, state.heat + points)
        risk = self._ammunition(unit, after) if points > 0 else 0.0
        return self._heat_at(unit, after) - self._heat_at(unit, state.heat) + risk

    def _ammunition(self, unit: int, heat: int) -> float:
        """40.8 What a check for exploding ammunition costs on average."""
        steps = self.view.unit(unit).sheet.heat
        if heat >= len(steps) or not (kind := steps[heat].ammunition):
            return 0.0
        last, more = EXPLODES[kind]
        return last / 6 * self.stakes(unit, max(0, self.view.click(unit).damage + more))

    def _heat_at(self, unit: int, heat: int) -> float:
        last = self.view.unit(unit).sheet.shuts_down_at
        if heat >= last:
            easy = self.view.field.edition.restart == "command_stage" and not self._may_be_taken(unit)
            return SHUT_DOWN if easy else STUCK_DOWN
        sheet = self.view.unit(unit).sheet
        jammed = JAMMED if sheet.heat[heat].jam in (sheet.weapon, sheet.secondary_weapon) else 0.0
        return HOT[max(0, min(len(HOT) - 1, heat + len(HOT) - last))] + jammed

    def _may_be_taken(self, unit: int) -> bool:
        """40.12 Whether enough infantry is about to capture a 'Mech that stands still."""
        near = [foe for foe in self.foes if is_on_foot(self.view, foe) and self.view.gap(unit, foe) <= ON_FOOT]
        return len(near) >= self.view.field.edition.capture_mech

    def heat_besides(self, attack: Attack) -> int:
        """What the attacker's equipment heats it by."""
        return sum(act(self.view, attack) for _, act in HEATING.of(in_effect(self.view, attack)))

    def gets_away(self, unit: int) -> float:
        """The chance that a unit leaves those that touch it."""
        chance = 1.0
        for die in needed(self.view, unit):
            chance *= (7 - die) / 6
        return chance
