"""Before play: who begins the match aboard whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.movement.riding import has_room, why_not_aboard
from musterhall.games.alpha_strike.position.condition import ABOARD, WAITING
from musterhall.games.alpha_strike.position.position import Position

SECTION = "13.6"
BOARDED = "boarded"
"""How a side remembers that it has been asked."""


class Boarding(Decision):
    """13.6 Which troops come onto the table aboard a transport: {"riders": [[infantry, transport], ...]}."""

    __slots__ = ("places", "view")
    kind = "boarding"
    section = SECTION

    def __init__(self, view: Position, side: int) -> None:
        super().__init__(side)
        self.view = view
        self.places = places_aboard(view, side)

    def question(self) -> str:
        return "Which troops begin aboard a transport?"

    def about(self) -> dict[str, Any]:
        return {"units": list(self.places)}

    def schema(self) -> Schema:
        pair = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
        riders = {"type": "array", "items": pair, "maxItems": len(self.places)}
        return {
            "type": "object",
            "properties": {"riders": riders},
            "required": ["riders"],
            "additionalProperties": False,
        }

    def in_words(self, answer: Answer) -> str:
        names = [f"{self.view.unit(a).name} on {self.view.unit(b).name}" for a, b in answer["riders"]]
        return ", ".join(names) or "nobody"

    def options(self) -> Iterator[Answer]:
        """Nobody, each transport with whom it can take, and all who find a place."""
        yield {"riders": []}
        for rider, carriers in self.places.items():
            yield from ({"riders": [[rider, carrier]]} for carrier in carriers)
        everybody = self._fill(lambda count: 0)
        if len(everybody) > 1:
            yield {"riders": everybody}

    def sample(self, draw: Draw) -> Answer:
        return {"riders": self._fill(draw)} if draw(3) else {"riders": []}

    def _fill(self, draw: Draw) -> list[list[int]]:
        """As many as find room, each on a transport that is drawn."""
        found: list[list[int]] = []
        for rider, carriers in self.places.items():
            fit = [one for one in carriers if self._fits([*found, [rider, one]], one)]
            if fit:
                found.append([rider, fit[draw(len(fit))]])
        return found

    def _fits(self, riders: list[list[int]], carrier: int) -> bool:
        troops: list[Unit] = [self.view.unit(rider) for rider, on in riders if on == carrier]
        return has_room(self.view.unit(carrier), troops)

    def check(self, answer: Answer) -> dict[int, int]:
        riders = answer.get("riders") if isinstance(answer, dict) else None
        if not isinstance(riders, list) or not all(_is_pair(one) for one in riders):
            raise Illegal("It says who rides on whom, as pairs of units by number", SECTION)
        for rider, carrier in riders:
            if carrier not in self.places.get(rider, ()):
                raise Illegal(_why_not(self.view, carrier, rider), SECTION)
            if not self._fits(riders, carrier):
                raise Illegal(f"{self.view.unit(carrier).name} has no room for all of these", SECTION)
        if len({rider for rider, _ in riders}) < len(riders):
            raise Illegal("Nobody rides on two transports", SECTION)
        return dict(riders)


def _is_pair(said: Any) -> bool:
    if not isinstance(said, list | tuple) or len(said) != 2:
        return False
    return all(isinstance(one, int) and not isinstance(one, bool) for one in said)


def _why_not(view: Position, carrier: int, rider: int) -> str:
    if not all(0 <= one < len(view.field.units) for one in (carrier, rider)):
        return "There is no unit of that number"
    return why_not_aboard(view, carrier, rider) or f"{view.unit(carrier).name} is not waiting to come on"


def places_aboard(view: Position, side: int) -> Mapping[int, tuple[int, ...]]:
    """Who of a side may begin aboard, and on which transports."""
    waiting = [unit for unit in view.field.of_side[side] if view.conditions[unit].place == WAITING]
    troops = [unit for unit in waiting if view.unit(unit).is_infantry]
    found = {
        rider: tuple(carrier for carrier in waiting if not why_not_aboard(view, carrier, rider)) for rider in troops
    }
    return {rider: carriers for rider, carriers in found.items() if carriers}


def board(battle: Battle[Position]) -> Rule[bool]:
    """13.6 Ask a side that has troops and transports who begins aboard, which is open; whether there was one."""
    position = battle.position
    for side in (0, 1):
        if position.sides[side].memory.get(BOARDED) or not places_aboard(position, side):
            continue
        riders: dict[int, int] = yield Boarding(position.seen_by(side), side)
        for rider, carrier in riders.items():
            position.conditions[rider].place = ABOARD
            position.conditions[rider].carrier = carrier
            text = f"{position.unit(rider).name} begins aboard {position.unit(carrier).name}"
            battle.tell("mount", text, SECTION, unit=rider, carrier=carrier)
        position.set_side(side, position.sides[side].remembering(**{BOARDED: True}))
        return True
    return False
