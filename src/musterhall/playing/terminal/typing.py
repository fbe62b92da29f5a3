"""Answers that are typed: the words of a line made into the sketch that a finger would have drawn.

It reads what a page is sent of a gesture, and nothing else, so that a battle in another hall is played as one here is.
Every kind of gesture has a `Form`: what it offers, with numbers, an example of what may be typed, and how to read it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from musterhall.playing.terminal.words import (
    DONE,
    NUMBER,
    Data,
    Names,
    Words,
    chosen,
    clauses,
    extra_lines,
    filled,
    numbered,
    several,
    square_of,
)
from musterhall.problems import BadInput

HARD_SPACE = "\u00a0"
"""Keeps a number on the line of what it stands for."""
Sketch = dict[str, Any]
Opened = Callable[[Sketch], Data]
SHAPES = {"line": "in line", "column": "in column", "spread": "spread out", "stands": "as it stands"}


class Form(ABC):
    """How one question is answered at a keyboard."""

    def __init__(self, asked: Data, names: Names, opened: Opened) -> None:
        self.asked = asked
        self.names = names
        self.opened = opened
        """What stands behind a first choice, where one question holds others."""

    @abstractmethod
    def offered(self) -> list[str]:
        """What there is to choose from, a line each, with the numbers to type."""

    @abstractmethod
    def example(self) -> str:
        """What may be typed, in a sentence."""

    @abstractmethod
    def sketch(self, line: str) -> Sketch:
        """What a line means; a sentence where it means nothing."""


class _Tap(Form):
    def offered(self) -> list[str]:
        return numbered(self.asked["options"])

    def example(self) -> str:
        return "Type the number of one, or a word of it."

    def sketch(self, line: str) -> Sketch:
        return {"option": chosen(line, self.asked["options"])}


class _TapSeveral(Form):
    def offered(self) -> list[str]:
        return numbered(self.asked["options"])

    def example(self) -> str:
        least, most = self.asked["least"], min(self.asked["most"], len(self.asked["options"]))
        bounds = f"{least}" if least == most else f"{least} to {most}"
        return f"Type the numbers of {bounds} of them, as 1 3 4 or 1-3; or all, or none."

    def sketch(self, line: str) -> Sketch:
        return {"options": several(line, self.asked["options"], self.asked.get("usual", ()))}


class _Going(Form):
    """What Go, PutDown, Turn and Body share: places, facings, extras, and what may be chosen instead."""

    @property
    def instead(self) -> Sequence[Data]:
        found: Sequence[Data] = self.asked.get("instead", ())
        return found

    def extra_lines(self) -> list[str]:
        return extra_lines(self.asked.get("extras", ()))

    def chosen_instead(self, line: str, before: int) -> Sketch | None:
        """The number or the words of something else to do; its numbers come after the first `before`."""
        if not self.instead:
            return None
        word = line.strip()
        if NUMBER.fullmatch(word) and before < int(word) <= before + len(self.instead):
            return {"instead": int(word) - before - 1}
        found = [at for at, one in enumerate(self.instead) if word and word.lower() in one["words"].lower()]
        return {"instead": found[0]} if len(found) == 1 and not NUMBER.fullmatch(word) else None


class _Go(_Going):
    def offered(self) -> list[str]:
        ways = numbered(self.asked["ways"])
        return ways + numbered(self.instead, first=len(ways) + 1) + self.extra_lines()

    def example(self) -> str:
        turns = ", and facing north, 270 or C2 after it" if self.asked["turns"] else ""
        way = self.asked["ways"][0]["words"].split()[0].lower() if self.asked["ways"] else "1"
        return f"Type a way and where to, as {way} to D7 or 1 D7, or exactly as 1 40.5,22{turns}."

    def sketch(self, line: str) -> Sketch:
        ways = self.asked["ways"]
        if (other := self.chosen_instead(line, len(ways))) is not None:
            return other
        words = Words(line, self.names)
        path, facing, extras = words.places(), words.facing(), words.extras(self.asked["extras"])
        rest = words.rest()
        way = ways[chosen(rest, ways)] if rest else next((one for one in ways if one["still"] == (not path)), ways[0])
        if not path and not way["still"] and facing is None:
            raise BadInput("Say where to: a square such as D7, or a place such as 40.5,22.")
        sketch: Sketch = {"way": way["name"], "path": path, "extras": extras}
        if facing is not None:
            sketch["facing"] = facing.degrees(path[-1] if path else self.asked.get("start"))
        return sketch


class _Body(_Going):
    def offered(self) -> list[str]:
        stay = [f"stay: {self.asked['may_stay']}"] if self.asked["may_stay"] else []
        reach = self.asked["reach"]
        far = (
            f"They reach {min(reach):g} to {max(reach):g} {self.names.unit}."
            if reach and min(reach) < max(reach)
            else (f"They reach {reach[0]:g} {self.names.unit}." if reach else "")
        )
        return [line for line in (far, *stay) if line] + self.extra_lines()

    def example(self) -> str:
        letter = self.names.letters[self.asked["group"]]
        return (
            "Type where their middle goes, as to D7; then, if you like, in line, in column or spread out, facing 90, "
            f"and single ones as #12 at 40,22 (units {letter} lists them)."
        )

    def sketch(self, line: str) -> Sketch:
        if line.strip().lower() == "stay":
            return {"stay": True}
        words = Words(line, self.names)
        by_hand = words.by_hand()
        places, facing, extras = words.places(), words.facing(), words.extras(self.asked["extras"])
        shapes = [shape for word, shape in SHAPES.items() if words.take(word)]
        words.require_nothing_left()
        if len(places) != 1:
            raise BadInput("Say where their middle goes: one square such as D7, or one place such as 90,45.")
        shape = shapes[0] if shapes else "as it stands"
        sketch: Sketch = {"shape": shape, "to": places[0], "by_hand": by_hand, "extras": extras}
        return sketch if facing is None else sketch | {"facing": facing.degrees(places[0])}


class _PutDown(_Going):
    def offered(self) -> list[str]:
        things = numbered(self.asked["things"])
        grounds = [f"Ground: {self._ground(one)}" for one in self.asked["grounds"][:6]]
        return things + numbered(self.instead, first=len(things) + 1) + grounds + self.extra_lines()

    def _ground(self, outline: Sequence[Sequence[float]]) -> str:
        xs, ys = zip(*outline, strict=True)
        return f"x from {min(xs):g} to {max(xs):g}, y from {min(ys):g} to {max(ys):g}"

    def example(self) -> str:
        one = "at D7" if len(self.asked["things"]) == 1 else "2 at D7"
        return f"Type where, as {one}" + (", and facing north after it." if self.asked["turns"] else ".")

    def sketch(self, line: str) -> Sketch:
        things = self.asked["things"]
        if (other := self.chosen_instead(line, len(things))) is not None:
            return other
        words = Words(line, self.names)
        places, facing, extras = words.places(), words.facing(), words.extras(self.asked["extras"])
        rest = words.rest()
        if len(places) != 1:
            raise BadInput("Say where: one square such as D7, or one place such as 90,45.")
        sketch: Sketch = {"thing": chosen(rest, things) if rest else 0, "at": places[0], "extras": extras}
        return sketch if facing is None else sketch | {"facing": facing.degrees(places[0])}


class _LayOut(_Going):
    def offered(self) -> list[str]:
        return numbered(self.asked["things"]) + self.extra_lines()

    def example(self) -> str:
        return f"Type up to {self.asked['most']}, as 1 at D7, 3 at E7; or none."

    def sketch(self, line: str) -> Sketch:
        if line.strip().lower() in {"none", *DONE}:
            return {"placed": [], "extras": {}}
        placed: list[list[Any]] = []
        extras: dict[str, Any] = {}
        for clause in clauses(line):
            words = Words(clause, self.names)
            extras |= words.extras(self.asked["extras"])
            places, rest = words.places(), words.rest()
            if not places and not rest:
                continue
            if len(places) != 1 or not rest:
                raise BadInput(f"{clause.strip()!r:.40}: say what goes where, as 1 at D7.")
            placed.append([chosen(rest, self.asked["things"]), places[0]])
        return {"placed": placed, "extras": extras}


class _Turn(_Going):
    def offered(self) -> list[str]:
        return numbered(self.instead)

    def example(self) -> str:
        return "Type where it looks, as facing north or facing 270" + (", or a number." if self.instead else ".")

    def sketch(self, line: str) -> Sketch:
        if (other := self.chosen_instead(line, 0)) is not None:
            return other
        facing = Words(line if "facing" in line else f"facing {line}", self.names).facing()
        if facing is None:
            raise BadInput("Say where it looks: facing north, or facing 270.")
        return {"facing": facing.degrees(None)}


class _Attack(_Going):
    def offered(self) -> list[str]:
        lines, number = [], 1
        for aim in self.asked["aims"]:
            lines += [f"{aim['words']}:"] if len(self.asked["aims"]) > 1 else []
            lines += numbered(aim["targets"], first=number)
            lines += extra_lines(aim["extras"])
            number += len(aim["targets"])
        return lines + numbered(self.instead, first=number)

    def example(self) -> str:
        if not any(aim["targets"] for aim in self.asked["aims"]):
            return "Type the number of what to do."
        more = ", or several as 1 4" if self.asked["together"] or any(a["most"] > 1 for a in self.asked["aims"]) else ""
        place = ", and for what falls on a place, at D7 after it" if any(a["place"] for a in self.asked["aims"]) else ""
        return f"Type whom it is aimed at, as fire at 1{more}{place}."

    def sketch(self, line: str) -> Sketch:
        aims = self.asked["aims"]
        every = [(aim, target) for aim in aims for target in range(len(aim["targets"]))]
        if (other := self.chosen_instead(line, len(every))) is not None:
            return other
        words = Words(line, self.names)
        extras = words.extras([extra for aim in aims for extra in aim["extras"]])
        places, rest = words.places(), words.rest()
        options = [{"words": aim["targets"][target]["words"]} for aim, target in every]
        numbers = several(rest, options, ()) if re.fullmatch(r"[\d\s,-]+", rest) else [chosen(rest, options)]
        found: dict[str, Any] = {}
        for aim, target in (every[number] for number in numbers):
            one = found.setdefault(aim["name"], {"targets": [], "extras": {}})
            one["targets"].append(target)
            known = {extra["name"] for extra in aim["extras"]}
            one["extras"] = {name: value for name, value in extras.items() if name in known}
            if places and aim["place"]:
                one["at"] = places[0]
        return {"aims": found}


class _Stacks(Form):
    def offered(self) -> list[str]:
        lines = []
        for row in self.asked["rows"]:
            now = "  ".join(f"{at + 1}{HARD_SPACE}{words}" for at, words in enumerate(row["now"]))
            later = "  ".join(f"{at + 1}{HARD_SPACE}{words}" for at, words in enumerate(row["later"]))
            lines += [f"{self.names.group(row['group'])}", f"   now: {now}", f"   next: {later}"]
        return lines

    def example(self) -> str:
        letter = self.names.letters[self.asked["rows"][0]["group"]] if self.asked["rows"] else "A"
        return (
            f"Type cards for now and for the next turn, as {letter} 1 3 or {letter} dash/advance, several with commas; "
            "those you leave out take the first of each. Done takes the first for all."
        )

    def sketch(self, line: str) -> Sketch:
        rows = [[0, 0] for _ in self.asked["rows"]]
        if line.strip().lower() in DONE:
            return {"rows": rows}
        letters = [self.names.letters[row["group"]] for row in self.asked["rows"]]
        for clause in clauses(line.removeprefix("orders")):
            letter, _, cards = clause.strip().partition(" ")
            if letter not in letters:
                raise BadInput(f"{letter!r:.20}: gets no cards; those who do are {', '.join(letters)}.")
            at = letters.index(letter)
            parts = cards.split("/") if "/" in cards else cards.split()
            if not 1 <= len(parts) <= 2:
                raise BadInput(f"{letter}: name one card for now and one for the next turn, as {letter} 1 3.")
            row = self.asked["rows"][at]
            rows[at][0] = chosen(parts[0], [{"words": words} for words in row["now"]])
            if len(parts) == 2:
                rows[at][1] = chosen(parts[1], [{"words": words} for words in row["later"]])
        return {"rows": rows}


class _Arrows(Form):
    def offered(self) -> list[str]:
        lines = [f"{number}  {arrow['words']}" for number, arrow in enumerate(self.asked["arrows"], start=1)]
        square, columns, ranks = self.asked["square"], self.asked["columns"], self.asked["ranks"]
        counted = f"columns 1 to {columns} from the west, ranks 1 to {ranks} from your edge"
        return [*lines, f"Squares of {square:g} {self.names.unit}: {counted}."]

    def example(self) -> str:
        return "Type each arrow's squares as column.rank, as 1: 3.1 3.3, 2: 5.1 5.2; straight lines fill themselves in."

    def sketch(self, line: str) -> Sketch:
        drawn: Sketch = {}
        for clause in clauses(line):
            name, colon, squares = clause.partition(":")
            if not colon:
                raise BadInput(f"{clause.strip()!r:.40}: say which arrow and its squares, as 1: 3.1 3.3.")
            arrow = self.asked["arrows"][chosen(name, self.asked["arrows"])]
            drawn[arrow["name"]] = filled([square_of(word) for word in squares.split()])
        missing = [arrow["words"] for arrow in self.asked["arrows"] if arrow["name"] not in drawn]
        if missing:
            raise BadInput(f"{missing[0]} needs an arrow too; separate them with commas.")
        return drawn


class _Paper(Form):
    def offered(self) -> list[str]:
        lines, of = [], ""
        for number, field in enumerate(self.asked["fields"], start=1):
            lines += [f"{field['of']}:"] if field["of"] and field["of"] != of else []
            of = field["of"]
            usual = set(field["usual"])
            options = "  ".join(
                f"{at + 1}{'*' if at in usual else ''}{HARD_SPACE}{one['words']}"
                for at, one in enumerate(field["options"])
            )
            lines.append(f"{number}  {field['words']}: {options or 'nothing to choose'}")
        return lines

    def example(self) -> str:
        return "Type done for those with a star, or what is to be otherwise, as 1=2, 3=1+4, 4=none."

    def sketch(self, line: str) -> Sketch:
        if line.strip().lower() in DONE:
            return {}
        written: Sketch = {}
        for clause in clauses(line):
            name, sign, values = clause.partition("=")
            if not sign:
                raise BadInput(f"{clause.strip()!r:.40}: say which line gets what, as 1=2.")
            field = self.asked["fields"][chosen(name, self.asked["fields"])]
            written[field["name"]] = several(values.replace("+", " "), field["options"], field["usual"])
        return written


class _Shares(Form):
    def offered(self) -> list[str]:
        return numbered(self.asked["takers"])

    def example(self) -> str:
        total, what, least = self.asked["total"], self.asked["what"], self.asked["least"]
        return f"Deal out {total} {what}, at least {least} to each: type a number for each in their order, as 2 1."

    def sketch(self, line: str) -> Sketch:
        words = line.replace(",", " ").split()
        if len(words) != len(self.asked["takers"]) or not all(NUMBER.fullmatch(word) for word in words):
            raise BadInput(f"Type {len(self.asked['takers'])} numbers, one for each of them in their order.")
        return {"shares": [int(word) for word in words]}


FORMS: dict[str, type[Form]] = {
    "tap": _Tap,
    "tap several": _TapSeveral,
    "go": _Go,
    "body": _Body,
    "put down": _PutDown,
    "lay out": _LayOut,
    "attack": _Attack,
    "stacks": _Stacks,
    "arrows": _Arrows,
    "paper": _Paper,
    "turn": _Turn,
    "shares": _Shares,
}
"""By the kind of gesture."""


COMMAND = "command"


def form_of(asked: Data, names: Names, opened: Opened) -> Form:
    """How a question is typed; `opened` asks for what stands behind a first choice."""
    if asked["gesture"] == COMMAND:
        from musterhall.playing.terminal.commanding import CommandForm

        return CommandForm(asked, names, opened)
    form = FORMS.get(asked["gesture"])
    if form is None:
        raise BadInput(f"This question needs a newer Musterhall to be answered by typing ({asked['gesture']}); update.")
    return form(asked, names, opened)
