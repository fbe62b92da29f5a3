"""Somebody who plays at a keyboard: what a finger would draw by chance, said in words and numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tests.play.fingers import Finger

from musterhall.battle.decisions import Answer
from musterhall.playing.terminal.places import Place
from musterhall.playing.terminal.words import Names, slug

TRIES = 12
SELDOM = 0.1
Data = Mapping[str, Any]


class Typist:
    """Types until an answer is taken; without luck it types one as data."""

    def __init__(self, place: Place, seed: int, any_answer: Callable[[int], Answer]) -> None:
        self._place = place
        self._any_answer = any_answer
        self._finger = Finger(seed)
        self._chance = Random(seed)
        self._asked: Any = None
        self._tries = 0
        self.typed: list[str] = []
        self.taken: Counter[str] = Counter()
        """How many questions of a kind of gesture were answered in words."""
        self.as_data: Counter[str] = Counter()
        self.said: list[str] = []
        self.ended: dict[str, Any] = {}

    def read(self, prompt: str) -> str:
        if "press Enter" in prompt:
            return ""
        line = self._line()
        self.typed.append(line)
        return line

    def say(self, line: str) -> None:
        self.said.append(line)

    def _line(self) -> str:
        states = ((one, self._place.state(one)) for one in self._place.sides)
        side, state = next((one, state) for one, state in states if state["asked"])
        asked = state["asked"][0]
        if self._asked != (state["version"], side):
            self._asked, self._tries = (state["version"], side), 0
        self._tries += 1
        kind = asked["gesture"]
        if self._tries > TRIES:
            self.as_data[kind] += 1
            return f"answer {json.dumps(self._any_answer(side))}"
        names = Names.of(self._place.board(side, colours=False, columns=80))
        self._finger._table = (names.grid.width, names.grid.depth)
        line = self._command(side, asked, names) if kind == "command" else self._words(asked, names)
        self.taken[kind] += 1
        return line

    def _words(self, asked: Data, names: Names) -> str:
        kind = asked["gesture"]
        return WORDS[kind](asked, self._finger._sketches[kind](asked), names)

    def _command(self, side: int, asked: Data, names: Names) -> str:
        """One who can do something, something that it can do, and what that needs."""
        able = [number for number, actor in enumerate(asked["actors"]) if not actor["why_not"]]
        if not able or self._chance.random() < SELDOM:
            return str(len(asked["actors"]) + 1 + self._chance.randrange(len(asked["instead"])))
        actor = self._chance.choice(able)
        deeds = self._place.opened(side, {"actor": actor})["deeds"]
        can = [number for number, deed in enumerate(deeds) if deed["can"]]
        if not can:
            return str(actor + 1)
        deed = self._chance.choice(can)
        opened = self._place.opened(side, {"actor": actor, "deed": deeds[deed]["name"]})
        return f"{actor + 1} {deed + 1} {self._words(opened, names)}"


def _tap(asked: Data, sketch: Data, names: Names) -> str:
    words = [option["words"].lower() for option in asked["options"]]
    said = words[sketch["option"]]
    return said if words.count(said) == 1 and said in ("yes", "no") else str(sketch["option"] + 1)


def _tap_several(asked: Data, sketch: Data, names: Names) -> str:
    return " ".join(str(one + 1) for one in sketch["options"]) or "none"


def _go(asked: Data, sketch: Data, names: Names) -> str:
    if "instead" in sketch:
        return str(len(asked["ways"]) + sketch["instead"] + 1)
    way = next(at for at, one in enumerate(asked["ways"]) if one["name"] == sketch["way"])
    path = "".join(f" to {_place(at)}" for at in sketch["path"])
    facing = f" facing {sketch['facing']}" if "facing" in sketch else ""
    return f"{way + 1}{path}{facing}{_extras(asked, sketch)}"


def _body(asked: Data, sketch: Data, names: Names) -> str:
    if sketch.get("stay"):
        return "stay"
    return f"to {_place(sketch['to'])} {sketch['shape']} facing {sketch['facing']}{_extras(asked, sketch)}"


def _put_down(asked: Data, sketch: Data, names: Names) -> str:
    if "instead" in sketch:
        return str(len(asked["things"]) + sketch["instead"] + 1)
    facing = f" facing {sketch['facing']}" if "facing" in sketch else ""
    return f"{sketch['thing'] + 1} at {_place(sketch['at'])}{facing}{_extras(asked, sketch)}"


def _lay_out(asked: Data, sketch: Data, names: Names) -> str:
    placed = ", ".join(f"{thing + 1} at {_place(at)}" for thing, at in sketch["placed"])
    return f"{placed}{_extras(asked, sketch)}" if placed else "none"


def _attack(asked: Data, sketch: Data, names: Names) -> str:
    before = 0
    for aim in asked["aims"]:
        if aim["name"] in sketch.get("aims", {}):
            chosen = sketch["aims"][aim["name"]]
            numbers = " ".join(str(before + one + 1) for one in chosen["targets"])
            return f"fire at {numbers}{_extras(aim, chosen)}"
        before += len(aim["targets"])
    return str(before + sketch["instead"] + 1)


def _stacks(asked: Data, sketch: Data, names: Names) -> str:
    rows = zip(asked["rows"], sketch["rows"], strict=True)
    return "orders " + ", ".join(f"{names.letters[row['group']]} {now + 1} {later + 1}" for row, (now, later) in rows)


def _arrows(asked: Data, sketch: Data, names: Names) -> str:
    def squares(arrow: Data) -> str:
        drawn = sketch[arrow["name"]]
        return " ".join(f"{column}.{rank}" for column, rank in (drawn[0], drawn[-1]))

    return ", ".join(f"{number}: {squares(arrow)}" for number, arrow in enumerate(asked["arrows"], start=1))


def _paper(asked: Data, sketch: Data, names: Names) -> str:
    numbers = {field["name"]: number for number, field in enumerate(asked["fields"], start=1)}
    written = (
        f"{numbers[name]}={'+'.join(str(one + 1) for one in chosen) or 'none'}" for name, chosen in sketch.items()
    )
    return ", ".join(written) or "done"


def _turn(asked: Data, sketch: Data, names: Names) -> str:
    return str(sketch["instead"] + 1) if "instead" in sketch else f"facing {sketch['facing']}"


def _place(at: Any) -> str:
    return f"{at[0]:.2f},{at[1]:.2f}"


def _extras(asked: Data, sketch: Data) -> str:
    chosen = sketch.get("extras", {})
    said = []
    for extra in asked["extras"]:
        values = [value for value, _ in extra["choices"]]
        if extra["name"] in chosen and chosen[extra["name"]] != values[0]:
            said.append(f"{slug(extra['name'])}={values.index(chosen[extra['name']]) + 1}")
    return "".join(f" {one}" for one in said)


WORDS: dict[str, Callable[[Data, Data, Names], str]] = {
    "tap": _tap,
    "tap several": _tap_several,
    "go": _go,
    "body": _body,
    "put down": _put_down,
    "lay out": _lay_out,
    "attack": _attack,
    "stacks": _stacks,
    "arrows": _arrows,
    "paper": _paper,
    "turn": _turn,
    "shares": lambda asked, sketch, names: " ".join(map(str, sketch["shares"])),
}
