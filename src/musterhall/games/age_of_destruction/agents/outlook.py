"""The table as agents weigh it: the figures of all units as an array, brought up to date where a dial has turned."""

from __future__ import annotations

import math

import numpy as np

from musterhall.games.age_of_destruction.agents.weighing import INFANTRY, MECH, PUSH, VEHICLE
from musterhall.games.age_of_destruction.combat.attack import Attack, damage_value
from musterhall.games.age_of_destruction.field.terrain import BLOCKING
from musterhall.games.age_of_destruction.movement.moving import speed_of
from musterhall.games.age_of_destruction.position.conditions import changed
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position.state import State
from musterhall.geometry import Flags, Floats

WEAPONS = ("ballistic", "energy", "melee")
ARMOR = {
    "Reactive Armor": (2.0, 0.0, 0.0),
    "Reflective Armor": (0.0, 2.0, 0.0),
    "Hardened Armor": (2.0, 2.0, 2.0),
    "Heavy Armor": (1.0, 1.0, 1.0),
}
"""What each takes off by weapon, as plain sums have it; the rules are asked where it matters."""
OUT = 0.4
"""The share of a unit's points that bringing it down is worth; the rest lies in its clicks."""
MECH_PUSH = 5.0
"""What a click of heat for pushing is worth, in points."""
LAST_CLICK = 1000.0
"""Nobody is pushed off its last click."""
BOUNDLESS = 99.0
"""The room for heat of those who have no heat."""


class Outlook:
    """What an agent knows of all units. `fresh` brings it up to date."""

    def __init__(self, view: Position) -> None:
        self.field = view.field
        self.figures: Floats = np.zeros((len(view.states), PUSH + 1))
        self.tall: Flags = np.array([kind.name == BLOCKING or kind.is_high for kind in view.field.kinds], np.bool_)
        self._seen: list[object] = [None] * len(view.states)

    def fresh(self, view: Position) -> Floats:
        """The figures as they are now."""
        for unit, state in enumerate(view.states):
            seen = (state.click, state.heat, state.tokens, state.cruising, state.place)
            if seen != self._seen[unit]:
                self._seen[unit] = seen
                self.figures[unit] = self._known_row(view, unit, state, seen)
        return self.figures

    def _known_row(self, view: Position, unit: int, state: State, seen: object) -> Floats | float:
        """The same dials give the same row in every battle of these forces under these cards."""
        if state.place != "table":
            return 0.0
        key = ("figures", unit, seen, view.sides[0].card.name, view.sides[1].card.name)
        row: Floats | None = view.field.memo.get(key)
        if row is None:
            row = view.field.memo[key] = np.array(self._row(view, unit, state))
        return row

    def _row(self, view: Position, unit: int, state: State) -> list[float]:
        one, click = view.unit(unit), view.click(unit)
        sheet, attack = one.sheet, Attack(unit, (), "ranged")
        left = len(sheet.dial) - state.click
        live = sum(not later.salvage for later in sheet.dial[state.click :])
        per_click = one.points * (1 - OUT) / len(sheet.dial)
        armor = [ARMOR[name] for name in sheet.equipment if name in ARMOR]
        push = 0.0
        if state.tokens:
            push = MECH_PUSH if sheet.is_mech else LAST_CLICK if live <= 1 else per_click + OUT * one.points / live
        return [
            speed_of(view, unit),
            click.attack + changed(view, "attack", unit),
            click.defense + changed(view, "defense", unit),
            damage_value(view, attack, unit).total,
            click.secondary,
            sheet.least_range,
            sheet.most_range + changed(view, "range", unit),
            (sheet.arc or view.field.edition.front_arc) / 2,
            per_click,
            live,
            left,
            OUT * one.points,
            WEAPONS.index(sheet.weapon),
            sheet.has("Armor Piercing"),
            *(sum(less[weapon] for less in armor) for weapon in range(len(WEAPONS))),
            MECH if sheet.is_mech else INFANTRY if sheet.is_infantry else VEHICLE,
            sheet.shuts_down_at - state.heat - (view.field.edition.push_heat if state.tokens else 0)
            if sheet.is_mech
            else BOUNDLESS,
            state.cruising,
            push,
        ]


def along(here: tuple[float, float], angle: float, inches: float) -> tuple[float, float]:
    """The place so far from here, a hair short so that rounding to hundredths never makes a way too long."""
    length = max(0.0, inches - 0.02)
    return round(here[0] + math.cos(angle) * length, 2), round(here[1] + math.sin(angle) * length, 2)
