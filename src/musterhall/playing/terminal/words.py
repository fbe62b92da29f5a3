"""The words of a typed line: places, facings, numbers of options, and choices beside."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.playing.terminal.text_board import Grid
from musterhall.problems import BadInput

Data = Mapping[str, Any]
_WINDS = ("east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast")
_SHORT = ("e", "se", "s", "sw", "w", "nw", "n", "ne")
COMPASS = {word: 45 * at for winds in (_WINDS, _SHORT) for at, word in enumerate(winds)}
FILLING = {
    "to",
    "at",
    "the",
    "and",
    "in",
    "out",
    "as",
    "it",
    "fire",
    "attack",
    "go",
    "move",
    "put",
    "with",
    "orders",
    "via",
}
DONE = {"done", "usual", "ok"}
NUMBER = re.compile(r"\d{1,9}")
_SPAN = re.compile(r"(\d{1,9})-(\d{1,9})")


@dataclass(frozen=True, slots=True)
class Names:
    """What stands on the board by which a line may call it."""

    grid: Grid
    letters: Sequence[str]
    groups: Sequence[str]
    unit: str = ""
    """What lengths are measured in."""

    @classmethod
    def of(cls, board: Data) -> Names:
        """Of a text board's data."""
        return cls(Grid(**board["grid"]), board["letters"], board["groups"], board["unit"])

    def group(self, number: int) -> str:
        return f"{self.letters[number]} {self.groups[number]}"


@dataclass(frozen=True, slots=True)
class Facing:
    """Degrees, or a place to look at."""

    angle: float | None
    towards: tuple[float, float] | None = None

    def degrees(self, origin: Sequence[float] | None) -> float:
        if self.angle is not None:
            return self.angle
        if origin is None or self.towards is None:
            raise BadInput("Say where it looks by a word or a number: facing north, or facing 270.")
        return math.degrees(math.atan2(self.towards[1] - origin[1], self.towards[0] - origin[0])) % 360


class Words:
    """The words of a line, of which each reader takes its own."""

    def __init__(self, line: str, names: Names) -> None:
        self._names = names
        self._words = [word for word in re.sub(r",(?=\s|$)", " ", line).split() if word]

    def extras(self, extras: Sequence[Data]) -> dict[str, Any]:
        """Words like riders=in."""
        found = {}
        for word in [one for one in self._words if "=" in one]:
            name, _, value = word.partition("=")
            extra = next((one for one in extras if slug(one["name"]).startswith(name.lower())), None)
            if extra is None:
                known = ", ".join(slug(one["name"]) for one in extras) or "nothing"
                raise BadInput(f"{word:.40}: there is no such choice here; what may stand before = is {known}.")
            choices = [{"words": words} for _, words in extra["choices"]]
            values = [str(given).lower() for given, _ in extra["choices"]]
            number = (
                values.index(value.lower()) if value.lower() in values else chosen(value.replace("-", " "), choices)
            )
            found[extra["name"]] = extra["choices"][number][0]
            self._words.remove(word)
        return found

    def by_hand(self) -> list[list[Any]]:
        """Words like #12 at 40,22."""
        found = []
        for word in list(self._words):
            if not re.fullmatch(r"#\d{1,9}", word):
                continue
            after = [one for one in self._words[self._words.index(word) + 1 :] if one.lower() != "at"]
            place = self._names.grid.place(after[0]) if after else None
            if place is None:
                raise BadInput(f"{word}: say where it goes, as {word} at 40,22.")
            found.append([int(word[1:]), list(place)])
            begin = self._words.index(word)
            del self._words[begin : self._words.index(after[0], begin) + 1]
        return found

    def facing(self) -> Facing | None:
        lowered = [word.lower() for word in self._words]
        if "facing" not in lowered:
            return None
        at = lowered.index("facing")
        word = lowered[at + 1] if at + 1 < len(lowered) else ""
        del self._words[at : at + 2]
        if word in COMPASS:
            return Facing(float(COMPASS[word]))
        if re.fullmatch(r"\d+(\.\d+)?", word):
            return Facing(float(word) % 360)
        place = self._names.grid.place(word)
        if place is None:
            raise BadInput(f"facing {word!r:.20}: say north, 270 (east is 0, south 90) or a square such as D7.")
        return Facing(None, place)

    def places(self) -> list[list[float]]:
        """Every square or place, in their order; what stands after facing is none of them."""
        found, rest, facing = [], [], False
        for word in self._words:
            place = None if facing else self._names.grid.place(word)
            facing = word.lower() == "facing"
            if place is None:
                rest.append(word)
            else:
                found.append(list(place))
        self._words = rest
        return found

    def take(self, word: str) -> bool:
        lowered = [one.lower() for one in self._words]
        if word in lowered:
            del self._words[lowered.index(word)]
            return True
        return False

    def rest(self) -> str:
        """What nobody has taken, without the small words that only make it English."""
        return " ".join(word for word in self._words if word.lower() not in FILLING)

    def require_nothing_left(self) -> None:
        if rest := self.rest():
            raise BadInput(f"{rest!r:.40} means nothing here; ? tells what may be typed.")


def numbered(options: Sequence[Data], first: int = 1) -> list[str]:
    """Options as lines with the number to type, and what helps to choose."""
    return [
        f"{number:>2}  {one['words']}" + (f" ({one['help']})" if one.get("help") else "")
        for number, one in enumerate(options, start=first)
    ]


def extra_lines(extras: Sequence[Data]) -> list[str]:
    return [
        f"    {slug(one['name'])}=  {one['words']}: "
        + ", ".join(f"{at + 1} {words}" for at, (_, words) in enumerate(one["choices"]))
        for one in extras
    ]


def chosen(text: str, options: Sequence[Data]) -> int:
    """The option that a number or a few words name."""
    wanted = text.strip().lower()
    if not options:
        raise BadInput("There is nothing to choose here; ? tells what may be typed.")
    if NUMBER.fullmatch(wanted):
        if 1 <= int(wanted) <= len(options):
            return int(wanted) - 1
        if not any(one["words"].lower() == wanted for one in options):
            raise BadInput(f"{wanted}: choose a number from 1 to {len(options)}.")
    words = [one["words"].lower() for one in options]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [at for at, one in enumerate(words) if wanted and fits(one, wanted)]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            raise BadInput(f"{text.strip()!r:.40}: may be {len(found)} of these; type its number.")
    raise BadInput(f"{text.strip()!r:.40}: is not among these; type a number from 1 to {len(options)}, or ? for help.")


def several(text: str, options: Sequence[Data], usual: Sequence[int]) -> list[int]:
    """Options by numbers and spans of them; all, none, or those that are chosen to begin with."""
    wanted = text.strip().lower()
    if wanted in DONE:
        return list(usual)
    if wanted in ("none", "nobody", "nothing"):
        return []
    if wanted == "all":
        return list(range(len(options)))
    if not re.fullmatch(r"[\d\s,-]+", wanted):
        return [chosen(wanted, options)]
    found: list[int] = []
    for word in wanted.replace(",", " ").split():
        span = _SPAN.fullmatch(word)
        first, last = (int(span[1]), int(span[2])) if span else (word, word)
        if span and int(last) > len(options):
            raise BadInput(f"{word}: choose numbers from 1 to {len(options)}.")
        found += range(int(first) - 1, int(last)) if span else [chosen(word, options)]
    return list(dict.fromkeys(found))


def clauses(line: str) -> list[str]:
    """Parts of a line between commas or semicolons; a comma inside a place is none."""
    return [part for part in re.split(r";|,(?!\d)|,(?=\d+\s*[:=])", line) if part.strip()]


def filled(squares: list[list[int]]) -> list[list[int]]:
    """Squares with those between two that lie on a straight line."""
    found = squares[:1]
    for column, rank in squares[1:]:
        while found[-1] != [column, rank]:
            x, y = found[-1]
            dx, dy = column - x, rank - y
            found.append([x + (dx > 0) - (dx < 0), y + (dy > 0) - (dy < 0)])
    return found


def square_of(word: str) -> list[int]:
    found = re.fullmatch(r"(\d{1,2})\.(\d{1,2})", word)
    if found is None:
        raise BadInput(f"{word!r:.20}: write a square as column.rank, such as 3.1.")
    return [int(found[1]), int(found[2])]


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")
