"""How units come onto the table: the first player's, the second's, then the infiltrators of both (rule 12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule, Schema
from musterhall.games.age_of_destruction.movement.moving import check_place
from musterhall.games.age_of_destruction.position.position import START, Position

SET_UP = "Constructed Tournament, Setup"


class Deploy(Decision):
    """Where a unit is placed: {"at": [x, y], "facing": degrees}."""

    __slots__ = ("unit", "view")
    kind = "deploy"
    section = SET_UP

    def __init__(self, view: Position, unit: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view = view
        self.unit = unit

    def question(self) -> str:
        return f"Where do you place {self.view.unit(self.unit).name}?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}

    def schema(self) -> Schema:
        at = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
        return {
            "type": "object",
            "properties": {"at": at, "facing": {"type": "number"}},
            "required": ["at"],
            "additionalProperties": False,
        }

    def options(self) -> Iterator[Answer]:
        low, high = self.view.field.zone(self.player)
        width = self.view.field.table.width
        for row in (0.5, 0.25, 0.75):
            for step in range(1, int(width)):
                answer = {"at": [float(step), round(low + (high - low) * row, 2)]}
                try:
                    self.check(answer)
                except Illegal:
                    continue
                yield answer

    def check(self, answer: Answer) -> tuple[tuple[float, float], float]:
        x, y = answer["at"]
        facing = answer.get("facing", 90.0 if self.player == 0 else 270.0)
        low, high = self.view.field.zone(self.player)
        radius = float(self.view.bases[self.unit, 4] + self.view.bases[self.unit, 3])
        if not (low + radius - 0.02 <= y <= high - radius + 0.02):
            raise Illegal("The whole base must be in the deployment zone", SET_UP)
        check_place(self.view, self.unit, (x, y), facing)
        return (x, y), facing

    def in_words(self, answer: Answer) -> str:
        return f"at ({answer['at'][0]:g}, {answer['at'][1]:g})"


def deploy(battle: Battle[Position]) -> Rule[None]:
    """One unit is placed; when all are, the battle begins."""
    position = battle.position
    for infiltrators in (False, True):
        for side in (position.first, 1 - position.first):
            for unit in position.field.of_side[side]:
                waits = position.states[unit].place == "waiting"
                if waits and position.unit(unit).sheet.infiltrator == infiltrators:
                    place, facing = yield Deploy(position.seen_by(side), unit)
                    position.put(unit, place, facing)
                    return
    position.stage, position.side = START, position.first
