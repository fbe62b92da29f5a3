"""How suites run: in the End Phase each side says which of them are ECCM, and whose stealth is off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule, Schema
from musterhall.games.alpha_strike.electronics.jamming import ECCM, STEALTH_OFF, suites
from musterhall.games.alpha_strike.position.condition import Effect
from musterhall.games.alpha_strike.position.position import Position

SECTION = "9"
MODES = {ECCM: "runs ECCM", STEALTH_OFF: "turns its stealth off"}


def switchable(position: Position, side: int, mode: str) -> list[int]:
    """9 The units of a side on the table that have something to switch: a suite that meets enemy ones, or stealth."""
    if mode == ECCM:
        if not any(position.conditions[one.unit].alive for one in suites(position, 1 - side)):
            return []
        found = [one.unit for one in suites(position, side)]
    else:
        units = position.field.units
        found = [
            unit for unit in position.field.of_side[side] if units[unit].has("STL") and not units[unit].is_infantry
        ]
    return [unit for unit in found if position.conditions[unit].on_table]


class Electronics(Decision):
    """9 Which suites run as ECCM and whose stealth is off to the next End Phase: {"eccm": [3], "stealth off": []}."""

    __slots__ = ("view",)
    kind = "electronics"
    section = SECTION

    def __init__(self, view: Position, side: int) -> None:
        super().__init__(side)
        self.view = view

    def question(self) -> str:
        return "Which units run ECCM, and which turn their stealth off?"

    def about(self) -> dict[str, Any]:
        return {mode: switchable(self.view, self.player, mode) for mode in MODES}

    def schema(self) -> Schema:
        units = {"type": "array", "items": {"type": "integer"}}
        return {"type": "object", "properties": dict.fromkeys(MODES, units), "additionalProperties": False}

    def options(self) -> Iterator[Answer]:
        now = {mode: self._now(mode) for mode in MODES}
        yield now
        for mode in MODES:
            for unit in switchable(self.view, self.player, mode):
                changed = set(now[mode]) ^ {unit}
                yield {**now, mode: sorted(changed)}

    def _now(self, mode: str) -> list[int]:
        units = switchable(self.view, self.player, mode)
        return [unit for unit in units if self.view.conditions[unit].effect(mode) is not None]

    def check(self, answer: Answer) -> dict[str, list[int]]:
        if not isinstance(answer, dict) or not set(answer) <= set(MODES):
            raise Illegal("Say which units run eccm and which have their stealth off", SECTION)
        for mode, said in answer.items():
            units = switchable(self.view, self.player, mode)
            if not isinstance(said, list) or any(isinstance(one, bool) or one not in units for one in said):
                names = ", ".join(self.view.unit(unit).name for unit in units) or "nobody"
                raise Illegal(f"Only these units have something to switch: {names}", SECTION)
        return {mode: list(answer.get(mode, [])) for mode in MODES}

    def in_words(self, answer: Answer) -> str:
        said = [
            f"{self.view.unit(unit).name} {words}" for mode, words in MODES.items() for unit in answer.get(mode, [])
        ]
        return ", ".join(said) or "all suites run ECM, all stealth is on"


def choose_modes(battle: Battle[Position]) -> Rule[None]:
    """9 E4 Both sides switch their suites and their stealth, at once."""
    position = battle.position
    sides = [side for side in (0, 1) if any(switchable(position, side, mode) for mode in MODES)]
    if not sides:
        return
    chosen = yield tuple(Electronics(position.seen_by(side), side) for side in sides)
    for side, answer in zip(sides, chosen, strict=True):
        for mode, words in MODES.items():
            for unit in switchable(position, side, mode):
                _switch(battle, unit, mode, words, on=unit in answer[mode])


def _switch(battle: Battle[Position], unit: int, mode: str, words: str, *, on: bool) -> None:
    condition = battle.position.conditions[unit]
    if on == (condition.effect(mode) is not None):
        return
    if on:
        condition.add_effect(Effect(mode))
        battle.tell("electronics", f"{battle.position.unit(unit).name} {words}", SECTION, unit=unit)
    else:
        condition.drop_effect(mode)
        back = "runs ECM again" if mode == ECCM else "turns its stealth on"
        battle.tell("electronics", f"{battle.position.unit(unit).name} {back}", SECTION, unit=unit)
