"""What a question to the referee is asked with: the file, and the words of the question in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from musterhall.battle.decisions import Answer
from musterhall.battle.referee import Question
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position_file.model import TableFile
from musterhall.games.age_of_destruction.position_file.reading import read_position
from musterhall.games.age_of_destruction.units.sheets import Sheets
from musterhall.problems import BadInput
from musterhall.spelling import names_like


class File(TableFile):
    """A question: what is asked, and the table it is asked about."""

    game: str
    ask: str | dict[str, Any]


@dataclass(slots=True)
class Asked:
    """One question as it was put, with everything it may use."""

    name: str
    question: Question
    given: dict[str, Any]
    file: File
    sheets: Sheets | None = None
    """The units that it may name, where those are more than come with the game."""
    used: set[str] = field(default_factory=set)
    _position: Position | None = None

    @property
    def position(self) -> Position:
        """The table that the file describes."""
        if self._position is None:
            if not self.file.unit:
                raise BadInput(f"{self.name}: unit: the question is about a table; add [[unit]] entries.")
            self._position = read_position(self.file, self.name, self.sheets)
        return self._position

    def bad(self, key: str, what: str) -> BadInput:
        ending = "" if what.endswith(("?", ".")) else "."
        return BadInput(f"{self.name}: ask {self.question.name}: {key}: {what}{ending}")

    def value(self, key: str, default: Any = None) -> Any:
        self.used.add(key)
        value = self.given.get(key, default)
        if value is None:
            raise self.bad(key, f"it is missing; it is {self.question.given[key]}")
        return value

    def whole(self, key: str, default: int, most: int) -> int:
        value = self.value(key, default)
        if type(value) is not int or not 1 <= value <= most:
            raise self.bad(key, f"{value!r:.60} is no whole number from 1 to {most}; it is {self.question.given[key]}")
        return value

    def one_of(self, key: str, words: tuple[str, ...]) -> str:
        value = self.value(key, words[0])
        if value not in words:
            raise self.bad(key, f"{value!r:.60} is none of {', '.join(words)}")
        return str(value)

    def unit(self, key: str) -> int:
        """A unit of the table by its name."""
        said = self.value(key)
        names = {unit.name: unit.index for unit in self.position.field.units}
        if said not in names:
            near = names_like(str(said), names, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
            raise self.bad(key, f"there is no unit {said!r:.60}; {hint}")
        return names[said]

    def on_table(self, key: str) -> int:
        unit = self.unit(key)
        if self.position.states[unit].place != "table":
            raise self.bad(key, f"{self.position.unit(unit).name} is not on the table; give it a place with at")
        return unit

    def with_numbers(self, answer: Answer) -> Answer:
        """An answer in which units may be called by their names."""
        names = {unit.name: unit.index for unit in self.position.field.units}
        if isinstance(answer, str):
            return names.get(answer, answer)
        if isinstance(answer, list):
            return [self.with_numbers(one) for one in answer]
        if isinstance(answer, dict):
            return {key: self.with_numbers(one) for key, one in answer.items()}
        return answer

    def nothing_left(self) -> None:
        """Nothing that was said may pass silently."""
        left = [key for key in self.given if key not in self.used]
        if left:
            known = ", ".join(self.question.given) or "nothing else"
            raise self.bad(left[0], f"the question does not use it; it takes {known}")
