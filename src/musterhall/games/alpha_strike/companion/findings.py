"""What follows from the marks on a card, worked out by the rules for every way it can be marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from musterhall.game.companion import Box, Finding, State, worked_out
from musterhall.games.alpha_strike.attacks.facts import attack_facts
from musterhall.games.alpha_strike.attacks.sight import Sight
from musterhall.games.alpha_strike.attacks.target_number import target_number, why_never_met
from musterhall.games.alpha_strike.companion.unit_boxes import (
    ARMOUR,
    ENGINE,
    FATE,
    FIRE_CONTROL,
    HEAT,
    LOAD,
    MOTIVE,
    MOVED,
    MP,
    STRUCTURE,
    WEAPON,
    UnitBoxes,
    condition_of,
)
from musterhall.games.alpha_strike.companion.words import words
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.crippling import why_crippled
from musterhall.games.alpha_strike.harm.criticals import halves_the_move
from musterhall.games.alpha_strike.harm.damage_values import NONE, damage_at
from musterhall.games.alpha_strike.movement.allowance import (
    GROUND,
    JUMPING,
    SPRINT,
    is_immobile,
    move_of,
    tmm_of,
)
from musterhall.games.alpha_strike.position.condition import DESTROYED, WITHDRAWN, Condition
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Scenario
from musterhall.games.alpha_strike.units.cards import RANGES, Damage

SOUND, SHUT_DOWN, CRIPPLED, LEFT, LOST = range(5)
"""The states of a unit, the worse the later."""
CLEAR_SIGHT = Sight(seen=True, share=1.0, partial_cover=False, woods="none", in_water=False)
ONCE_LOADED = 1
"""A unit that carries something is slowed and hampered alike, however much it is."""

Loads = Callable[[Position, int, int], None]
"""Gives a unit so much to carry, where a scenario has that."""


def states_of(scenario: Scenario, withdraws: bool) -> tuple[State, ...]:
    """What a unit may have come to here, and what that means."""
    found = []
    for name in ("sound", "shut_down", "crippled", "left", "destroyed"):
        said = words().state[name]
        follows = said.follows or (said.withdraws if withdraws else said.fights_on)
        more = said.unless.get(scenario.name, "")
        kind = "bad" if said.kind == "bad" else "wait" if said.kind else ""
        found.append(State(said.title, f"{follows} {more}".strip(), kind, gone=name in ("left", "destroyed")))  # type: ignore[arg-type]
    return tuple(found)


def state_of(condition: Condition) -> int:
    """Which of them a unit has come to."""
    if condition.place == DESTROYED:
        return LOST
    if condition.place == WITHDRAWN:
        return LEFT
    if condition.crippled:
        return CRIPPLED
    return SHUT_DOWN if condition.shut_down else SOUND


class Findings:
    """Works out one unit's findings on a position of its own."""

    def __init__(self, position: Position, boxes: UnitBoxes, load: Loads | None) -> None:
        self.position = position
        self.position.turn = 1
        self.boxes = boxes
        self.unit = boxes.unit
        self.load = load

    def all(self) -> Iterator[Finding]:
        drive = self.boxes.these(HEAT, *self._drive)
        capped = {self.boxes.name(LOAD): ONCE_LOADED}
        yield worked_out("tmm", "TMM", drive, self._tmm)
        yield worked_out("move", "Move", [*drive, *self.boxes.these(LOAD)], self._move, capped=capped)
        yield worked_out("damage", "Damage", self.boxes.these(ENGINE, WEAPON, LOAD), self._damage, capped=capped)
        yield worked_out("needs", "To hit (add TMM)", self.boxes.these(MOVED, HEAT, FIRE_CONTROL), self._needs)
        yield worked_out("target", "As a target now", [*self.boxes.these(MOVED), *drive], self._target)
        yield from self._states()

    @property
    def _drive(self) -> tuple[str, ...]:
        """The hits that slow this unit down."""
        return ((ENGINE,) if halves_the_move(self.unit) else ()) + (MP, *MOTIVE)

    def _states(self) -> Iterator[Finding]:
        """Each test by itself: one is enough, and none looks at another's boxes."""
        titles = [state.title for state in states_of(self.position.scenario, withdraws=True)]
        tests: Mapping[str, list[Box]] = {
            "damage": self.boxes.these(ARMOUR, STRUCTURE),
            "weapons": self.boxes.these(ENGINE, WEAPON),
            "drive": self.boxes.these(*self._drive),
            "heat": self.boxes.these(HEAT),
            "fate": self.boxes.these(FATE),
        }
        for name, boxes in tests.items():
            if boxes:
                yield worked_out(
                    f"state by {name}", "", boxes, lambda values: titles[self._state(values)], "state", titles
                )
        for name in ("damage", "weapons", "drive"):
            if tests[name]:
                yield worked_out(f"why by {name}", "", tests[name], self._why, "sentence", [""])

    def _put(self, values: Mapping[str, int]) -> Condition:
        condition = condition_of(self.boxes, values)
        self.position.conditions[self.unit.index] = condition
        if self.load is not None:
            self.load(self.position, self.unit.index, values.get(self.boxes.name(LOAD), 0))
        return condition

    def _tmm(self, values: Mapping[str, int]) -> str:
        condition = self._put(values)
        if self.unit.is_aerospace:
            return "airborne"
        if is_immobile(self.position, self.unit.index):
            return "immobile"
        found = []
        for mode, word in ((GROUND, ""), (JUMPING, " jumped")):
            if move_of(self.position, self.unit.index, mode) > 0:
                condition.mode = mode
                found.append(f"{tmm_of(self.position, self.unit.index)}{word}")
        return ", ".join(found) or "0"

    def _move(self, values: Mapping[str, int]) -> str:
        self._put(values)
        position, unit = self.position, self.unit.index
        if self.unit.is_aerospace:
            return f"Thrust {self.unit.best_move}"
        if is_immobile(position, unit):
            return "none"
        barred = position.scenario.modes_barred(position, unit)
        ways = ((GROUND, ""), (JUMPING, " jump"), (SPRINT, " sprint"))
        inches = ((mode, word, move_of(position, unit, mode)) for mode, word in ways if mode not in barred)
        return ", ".join(f'{far}"{word}' for _, word, far in inches if far > 0) or "none"

    def _damage(self, values: Mapping[str, int]) -> str:
        condition = self._put(values)
        if condition.place == DESTROYED:
            return "none"
        ranges = RANGES if self.unit.card.damage[3] != NONE else RANGES[:3]
        found = [damage_at(self.unit, condition, range_) for range_ in ranges]
        if self.position.scenario.damage_halved(self.position, self.unit.index):
            found = [Damage(-(-one.value // 2), one.minimal) for one in found]
        return "/".join(map(str, found))

    def _needs(self, values: Mapping[str, int]) -> str:
        """2D6 at short, medium and long range, before what the target adds."""
        condition = self._put(values)
        if condition.shut_down:
            return "cannot attack"
        condition.mode = condition.mode or GROUND
        if condition.mode == SPRINT:
            return "cannot attack after sprinting"
        return "/".join(self._needed(range_) for range_ in RANGES[:3])

    def _needed(self, range_: str) -> str:
        facts = attack_facts(self.position, self.unit.index, NOBODY, CLEAR_SIGHT, "weapon", range_)
        number = target_number(self.position, self.unit.index, NOBODY, facts)
        return "-" if why_never_met(self.position, number) else f"{number}+"

    def _target(self, values: Mapping[str, int]) -> str:
        condition = self._put(values)
        if self.unit.is_aerospace:
            return "airborne"
        if is_immobile(self.position, self.unit.index):
            return "immobile"
        if not condition.mode:
            return "has not moved"
        return f"+{tmm_of(self.position, self.unit.index)}"

    def _state(self, values: Mapping[str, int]) -> int:
        condition = self._put(values)
        condition.crippled = condition.place != DESTROYED and bool(why_crippled(self.position, self.unit.index))
        return state_of(condition)

    def _why(self, values: Mapping[str, int]) -> str:
        condition = self._put(values)
        why = "" if condition.place == DESTROYED else why_crippled(self.position, self.unit.index)
        return f"Crippled: {why.replace('armour', 'armor')}." if why else ""
