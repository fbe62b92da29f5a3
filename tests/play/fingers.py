"""Somebody who plays by gestures alone: sketches by chance, of which some mean a legal answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from musterhall.battle.decisions import Answer, Decision, Illegal
from musterhall.game.gestures.gesture import Gesture

TRIES = 40
SELDOM = 0.02
"""How often somebody who may give another order does something else."""
Data = Mapping[str, Any]


class Finger:
    """Plays by what a page would be sent of each gesture, and by nothing else."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._sketches: dict[str, Callable[[Data], dict[str, Any]]] = {
            "tap": self._tap,
            "tap several": self._tap_several,
            "go": self._go,
            "body": self._body,
            "put down": self._put_down,
            "lay out": self._lay_out,
            "attack": self._attack,
            "stacks": self._stacks,
            "arrows": self._arrows,
            "paper": self._paper,
            "turn": self._turn,
            "shares": self._shares,
            "command": self._command,
        }

    def answer(self, decision: Decision, gesture: Gesture, table: tuple[float, float]) -> tuple[Answer, bool]:
        """An answer, and whether a gesture made it; without luck any legal one."""
        self._table, self._gesture = table, gesture
        data = gesture.as_data()
        for _ in range(TRIES):
            try:
                answer = gesture.answer(self._sketches[data["gesture"]](data))
                decision.check(answer)
            except Illegal:
                continue
            return answer, True
        return decision.sample(self._random.randrange), False

    def _tap(self, data: Data) -> dict[str, Any]:
        return {"option": self._random.randrange(len(data["options"]))}

    def _tap_several(self, data: Data) -> dict[str, Any]:
        numbers = range(len(data["options"]))
        number = self._random.randint(data["least"], min(data["most"], len(numbers)))
        return {"options": self._random.sample(numbers, number)}

    def _go(self, data: Data) -> dict[str, Any]:
        if data["instead"] and self._random.random() < 0.3:
            return {"instead": self._random.randrange(len(data["instead"]))}
        way = self._random.choice(data["ways"])
        path = [self._random.choice(way["places"])] if way["places"] else []
        sketch = {"way": way["name"], "path": path, "extras": self._extras(data["extras"])}
        return sketch | ({"facing": self._random.randrange(360)} if data["turns"] else {})

    def _body(self, data: Data) -> dict[str, Any]:
        if data["may_stay"] and self._random.random() < 0.2:
            return {"stay": True}
        shape = self._random.choice(data["shapes"])
        return {"shape": shape, "to": self._place(), "facing": 0, "extras": self._extras(data["extras"])}

    def _put_down(self, data: Data) -> dict[str, Any]:
        if data["instead"] and self._random.random() < 0.2:
            return {"instead": self._random.randrange(len(data["instead"]))}
        thing, at = self._random.randrange(len(data["things"])), self._place()
        if data["grounds"]:
            ground = self._random.choice(data["grounds"])
            xs, ys = [x for x, _ in ground], [y for _, y in ground]
            at = [self._random.uniform(min(xs), max(xs)), self._random.uniform(min(ys), max(ys))]
        sketch = {"thing": thing, "at": at, "extras": self._extras(data["extras"])}
        return sketch | ({"facing": self._random.randrange(360)} if data["turns"] else {})

    def _lay_out(self, data: Data) -> dict[str, Any]:
        things = self._random.sample(range(len(data["things"])), self._random.randint(0, min(2, data["most"])))
        places = [data["things"][thing]["spot"].get("at", self._place()) for thing in things]
        grounds = data["grounds"] or [[(-3, -3), (3, 3)]]
        placed = []
        for thing, (x, y) in zip(things, places, strict=True):
            xs, ys = zip(*self._random.choice(grounds), strict=True)
            dx, dy = self._random.uniform(min(xs), max(xs)), self._random.uniform(min(ys), max(ys))
            placed.append([thing, [dx, dy] if data["grounds"] else [x + dx, y + dy]])
        return {"placed": placed, "extras": self._extras(data["extras"])}

    def _attack(self, data: Data) -> dict[str, Any]:
        aims = [aim for aim in data["aims"] if aim["targets"]]
        if not aims or (data["instead"] and self._random.random() < 0.2):
            return {"instead": self._random.randrange(max(1, len(data["instead"])))}
        aim = self._random.choice(aims)
        chosen = {
            "targets": [self._random.randrange(len(aim["targets"]))],
            "extras": self._extras(aim["extras"]),
        }
        return {"aims": {aim["name"]: chosen}}

    def _stacks(self, data: Data) -> dict[str, Any]:
        return {
            "rows": [
                [self._random.randrange(len(row["now"])), self._random.randrange(len(row["later"]))]
                for row in data["rows"]
            ]
        }

    def _arrows(self, data: Data) -> dict[str, Any]:
        return {arrow["name"]: self._arrow(arrow, data) for arrow in data["arrows"]}

    def _arrow(self, arrow: Data, data: Data) -> list[list[int]]:
        column, depth = self._random.choice(arrow["starts"])
        length = self._random.randint(depth, data["ranks"])
        return [[column, rank] for rank in range(depth, length + 1)]

    def _paper(self, data: Data) -> dict[str, Any]:
        written = {}
        for field in data["fields"]:
            numbers = range(len(field["options"]))
            number = self._random.randint(field["least"], min(field["most"], len(numbers)))
            written[field["name"]] = self._random.sample(numbers, number)
        return written if self._random.random() < 0.7 else {}

    def _turn(self, data: Data) -> dict[str, Any]:
        if data["instead"] and self._random.random() < 0.3:
            return {"instead": self._random.randrange(len(data["instead"]))}
        return {"facing": self._random.randrange(360)}

    def _shares(self, data: Data) -> dict[str, Any]:
        shares = [data["least"]] * len(data["takers"])
        for _ in range(data["total"] - sum(shares)):
            shares[self._random.randrange(len(shares))] += 1
        return {"shares": shares}

    def _command(self, data: Data) -> dict[str, Any]:
        """One who can do something, something that it can do, and what that needs."""
        able = [number for number, actor in enumerate(data["actors"]) if not actor["why_not"]]
        if not able or self._random.random() < SELDOM:
            return {"instead": self._random.randrange(len(data["instead"]))}
        chosen: dict[str, Any] = {"actor": self._random.choice(able)}
        deeds = self._gesture.opened(chosen).as_data()["deeds"]
        chosen["deed"] = self._random.choice([deed["name"] for deed in deeds if deed["can"]] or [""])
        opened = self._gesture.opened(chosen).as_data()
        return chosen | {"by": self._sketches[opened["gesture"]](opened)}

    def _extras(self, extras: list[Data]) -> dict[str, Any]:
        return {extra["name"]: self._random.choice(extra["choices"])[0] for extra in extras}

    def _place(self) -> list[float]:
        return [self._random.uniform(0, self._table[0]), self._random.uniform(0, self._table[1])]
