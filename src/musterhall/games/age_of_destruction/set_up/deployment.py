"""How units come onto the table: the first player's, the second's, then the infiltrators of both (rule 12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.age_of_destruction.field.bases import EDGE, half_sizes
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.movement.places import check_place
from musterhall.games.age_of_destruction.position.position import INFILTRATORS, START, Position
from musterhall.games.age_of_destruction.transport.boarding import why_not_aboard
from musterhall.geometry import Point
from musterhall.places import place_in_words

DEPLOYING = "12"


class Deploy(Decision):
    """Where a unit is placed: {"at": [x, y], "facing": degrees}, or {"aboard": unit} to begin as a passenger."""

    __slots__ = ("unit", "view")
    kind = "deploy"
    section = DEPLOYING

    def __init__(self, view: Position, unit: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view, self.unit = view, unit

    def question(self) -> str:
        return f"Where do you place {self.view.unit(self.unit).name}?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}

    def schema(self) -> Schema:
        at = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
        fields = {"at": at, "facing": {"type": "number"}, "aboard": {"type": "integer"}, "lost": {"type": "boolean"}}
        return {"type": "object", "properties": fields, "additionalProperties": False}

    def options(self) -> Iterator[Answer]:
        found = False
        for answer in (*self.rides(), *self._spots()):
            if self.legal(answer):
                found = True
                yield answer
        if not found:
            yield {"lost": True}

    def sample(self, draw: Draw) -> Answer:
        low, high = self.strip()
        for _ in range(20):
            x = draw(int(self.view.field.table.width * 10)) / 10
            answer: Answer = {"at": [x, round(low + (high - low) * draw(101) / 100, 2)]}
            if self.legal(answer):
                return answer
        return super().sample(draw)

    def rides(self) -> Iterator[Answer]:
        for other in self.view.on_table(self.player):
            if self.view.unit(other).sheet.places:
                yield {"aboard": other}

    def _spots(self) -> Iterator[Answer]:
        low, high = self.strip()
        for row in (0.5, 0.25, 0.75):
            for step in range(1, int(self.view.field.table.width)):
                yield {"at": [float(step), round(low + (high - low) * row, 2)]}

    def strip(self) -> tuple[float, float]:
        """From which y to which this unit may be placed: infiltrators farther from their edge."""
        low, high = self.view.field.zone(self.player)
        if not self.view.unit(self.unit).sheet.infiltrator:
            return low, high
        edition, depth = self.view.field.edition, self.view.field.table.depth
        reach = depth / 2 if edition.infiltrate == "own_half" else float(edition.infiltrate_depth)
        return (0.0, reach) if self.player == 0 else (depth - reach, depth)

    def _where(self) -> str:
        """Where it may be placed, in words."""
        if not self.view.unit(self.unit).sheet.infiltrator:
            return "in the deployment zone"
        edition = self.view.field.edition
        half = edition.infiltrate == "own_half"
        return "in your half of the table" if half else f"within {edition.infiltrate_depth} inches of your edge"

    def check(self, answer: Answer) -> tuple[Point, float] | int | None:
        """A place and a facing, the transport it is aboard, or nothing where there is no place left at all."""
        if not isinstance(answer, dict):
            raise Illegal("A unit is placed at two numbers, or aboard a transport", DEPLOYING)
        if "aboard" in answer:
            return self._checked_ride(answer["aboard"])
        if answer == {"lost": True} and next(iter(self.options())) == answer:
            return None
        return self._checked_place(answer)

    def _checked_ride(self, transport: Any) -> int:
        if type(transport) is not int or transport not in self.view.on_table(self.player):
            raise Illegal("A passenger begins aboard a transport of its own side on the table", DEPLOYING)
        if reason := why_not_aboard(self.view, self.unit, transport):
            raise Illegal(reason[0].upper() + reason[1:], DEPLOYING)
        return transport

    def _checked_place(self, answer: dict[str, Any]) -> tuple[Point, float]:
        try:
            x, y = float(answer["at"][0]), float(answer["at"][1])
            facing = float(answer.get("facing", 90.0 if self.player == 0 else 270.0)) % 360.0
        except (TypeError, KeyError, IndexError, ValueError):
            raise Illegal("A unit is placed at two numbers, with a facing in degrees", DEPLOYING) from None
        low, high = self.strip()
        aside, up = half_sizes(self.view.bases, self.unit, facing)
        within = aside - EDGE <= x <= self.view.field.table.width - aside + EDGE
        if not within or not low + up - EDGE <= y <= high - up + EDGE:
            raise Illegal(f"The whole base must be {self._where()}", DEPLOYING)
        check_place(self.view, self.unit, (x, y), facing)
        return (x, y), facing

    def in_words(self, answer: Answer) -> str:
        if "aboard" in answer:
            return f"aboard {self.view.unit(answer['aboard']).name}"
        if "at" not in answer:
            return "nowhere: there is no room"
        x, y = answer["at"]
        return f"{self.view.unit(self.unit).name} {place_in_words(self.view.field.table, (float(x), float(y)))}"


def deploy(battle: Battle[Position]) -> Rule[None]:
    """12 One unit is placed: first player, second player, then the infiltrators of both; then the battle begins."""
    position = battle.position
    unit = next_to_deploy(position)
    if unit == NOBODY:
        position.stage, position.side = START, position.first
        return
    if position.unit(unit).sheet.infiltrator:
        position.stage = INFILTRATORS
    side = position.unit(unit).side
    found = yield Deploy(position.seen_by(side), unit)
    state, name = position.states[unit], position.unit(unit).name
    if found is None:
        state.place, state.click = "eliminated", len(position.unit(unit).sheet.dial)
        position.eliminated = (*position.eliminated, (unit, NOBODY))
        text = f"{name} finds no room, and is lost"
    elif isinstance(found, int):
        state.place, state.transport = "aboard", found
        text = f"{name} begins aboard {position.unit(found).name}"
    else:
        position.put(unit, *found)
        there = place_in_words(position.field.table, position.at(unit)) if battle.recording else ""
        text = f"{name} is placed {there}"
    battle.tell("deploy", text, DEPLOYING, unit=unit)


def next_to_deploy(position: Position) -> int:
    """12, 40.16 Whose turn it is to be placed: of a side transports first, since others may begin aboard them."""
    for infiltrators in (False, True):
        for side in (position.first, 1 - position.first):
            for unit in sorted(position.field.of_side[side], key=lambda unit: not position.unit(unit).sheet.places):
                waits = position.states[unit].place == "waiting"
                if waits and position.unit(unit).sheet.infiltrator == infiltrators:
                    return unit
    return NOBODY
