"""The referee: answers a question about a position, with the arithmetic and the rule's section.

What can be asked is the game's business: it keeps its questions in a `Questions` list and hands back a `Ruling`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from musterhall.dice import Roll
from musterhall.problems import BadInput
from musterhall.spelling import names_like


@dataclass(slots=True)
class Finding:
    """What a question's function found: the answer as data, the sums behind it, and the sections it rests on."""

    result: dict[str, Any]
    lines: list[str] = field(default_factory=list)
    sections: tuple[str, ...] = ()


ABOUT_A_TABLE = True
"""Said of a question whose subject may be a table itself."""

Function = Callable[[Any], Finding]
"""What answers a question; it is handed the game's own account of how it was asked."""


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that can be asked. A resolver rolls dice and changes the position; a pure question does neither."""

    name: str
    sections: tuple[str, ...]
    help: str
    function: Function
    resolver: bool = False
    given: Mapping[str, str] = field(default_factory=dict)
    """What the asker can say, and what it means; the first is what stands behind the question's name."""
    about_a_table: bool = False
    """Whether that first may be a table itself; behind other names a table holds all that is given."""

    @property
    def subject(self) -> str:
        return next(iter(self.given), "")

    def as_data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "sections": list(self.sections),
            "help": self.help,
            "resolver": self.resolver,
            "given": dict(self.given),
        }


class Questions:
    """A game's questions by name; a list may be put together from several."""

    def __init__(self, *parts: Questions) -> None:
        self._known = {question.name: question for part in parts for question in part}

    def __iter__(self) -> Iterator[Question]:
        return iter(self._known.values())

    def __len__(self) -> int:
        return len(self._known)

    def pure(
        self, name: str, sections: Sequence[str], help: str, about_a_table: bool = False, /, **given: str
    ) -> Callable[[Function], Function]:
        def register(function: Function) -> Function:
            self._known[name] = Question(name, tuple(sections), help, function, False, given, about_a_table)
            return function

        return register

    def resolver(self, name: str, sections: Sequence[str], help: str, **given: str) -> Callable[[Function], Function]:
        def register(function: Function) -> Function:
            self._known[name] = Question(name, tuple(sections), help, function, True, given)
            return function

        return register

    def knows(self, name: str) -> bool:
        return _key(name) in self._known

    def find(self, name: str, place: str) -> Question:
        """The question of this name, however its words are joined."""
        found = self._known.get(_key(name))
        if found is None:
            near = names_like(_key(name), self._known)
            remedy = f"did you mean {' or '.join(near)}?" if near else f"it can be {', '.join(self._known)}."
            raise BadInput(f"{place}: ask: the referee has no question {name!r}; {remedy}")
        return found

    def asked(self, data: Mapping[str, Any], place: str) -> tuple[Question, dict[str, Any]]:
        """What a file asks, and with what: ask = "name", ask = { name = subject, ... } or ask = { name = { ... } }."""
        said = data.get("ask")
        if isinstance(said, str):
            return self.find(said, place), {}
        if not isinstance(said, Mapping) or not said:
            raise BadInput(f"{place}: ask: the file asks nothing; add {self._example()} or the like.")
        key = self._name_in(said)
        question = self.find(key, place)
        given = {other: value for other, value in said.items() if other != key}
        subject = said[key]
        if isinstance(subject, Mapping) and not question.about_a_table:
            return question, {**subject, **given}
        if isinstance(subject, bool):
            if not subject:
                raise BadInput(f"{place}: ask: {key} = false asks nothing; take it out or write true.")
            return question, given
        if not question.subject:
            raise BadInput(f"{place}: ask {question.name}: it is asked of the whole situation; write {key} = true.")
        # A word may be called as its question is: ask = { path = [...], unit = "tank" }.
        behind = question.name if question.subject in given and question.name in question.given else question.subject
        if behind in given:
            raise BadInput(f"{place}: ask {question.name}: {behind} is given twice; write it once.")
        return question, {behind: subject, **given}

    def _name_in(self, said: Mapping[str, Any]) -> str:
        """Which of the words is the question: one that takes all the others, or else the first that is one at all."""
        named = [key for key in said if self.knows(key)]
        takes_all = (key for key in named if said.keys() - {key} <= self._known[_key(key)].given.keys())
        return next(takes_all, next(iter(named or said)))

    def _example(self) -> str:
        """How some question is written."""
        question = next((one for one in self if one.subject), next(iter(self)))
        return f'ask = {{ {question.name} = "{question.subject}" }}' if question.subject else f'ask = "{question.name}"'


def ask_for(question: Question, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a file writes behind `ask` to put this question: `Questions.asked` reads the same out of it."""
    if question.about_a_table and question.subject in given:
        others = {key: value for key, value in given.items() if key != question.subject}
        return {question.name: given[question.subject], **others}
    return {question.name: dict(given) if given else True}


def _key(name: str) -> str:
    return "_".join(name.lower().replace("-", " ").replace("_", " ").split())


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's answer."""

    question: str
    result: dict[str, Any]
    lines: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    dice: tuple[Roll, ...] = ()
    position: dict[str, Any] | None = None
    """The position after a resolver, in the form it was asked in."""

    def as_data(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "result": self.result,
            "arithmetic": list(self.lines),
            "sections": list(self.sections),
            "dice": [{"purpose": roll.purpose, "die": roll.die, "faces": list(roll.faces)} for roll in self.dice],
            "position": self.position,
        }

    def text(self) -> str:
        """The ruling for people: what was asked, the answer, the sums, the dice, the sections."""
        parts = [self.question.replace("_", " ").capitalize()]
        parts += [f"  {line}" for line in _shown(self.result)]
        if self.lines:
            parts += ["Arithmetic", *(f"  {line}" for line in self.lines)]
        if self.dice:
            parts += ["Dice", *(f"  {roll.purpose}: {roll.die} {_word(roll.faces)}" for roll in self.dice)]
        if self.sections:
            parts.append(f"Sections: {', '.join(self.sections)}")
        return "\n".join(parts)


def _shown(value: Mapping[str, Any]) -> Iterator[str]:
    """Nested data as indented lines; short values stay on the line of their name, and what is empty has none."""
    for key, item in value.items():
        name = str(key).replace("_", " ")
        if isinstance(item, Mapping):
            inner = [f"  {line}" for line in _shown(item)]
            yield from [f"{name}:", *inner] if inner else ()
        elif isinstance(item, list) and item and all(isinstance(one, Mapping) for one in item):
            yield f"{name}:"
            yield from (f"  - {', '.join(_shown_short(one))}" for one in item)
        elif item != "":
            yield f"{name}: {_word(item)}"


def _shown_short(item: Mapping[str, Any]) -> Iterator[str]:
    return (f"{str(key).replace('_', ' ')} {_word(value)}" for key, value in item.items())


def _word(value: Any) -> str:
    if value is None or value == []:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list | tuple):
        return ", ".join(_word(one) for one in value)
    if isinstance(value, Mapping):
        return "; ".join(_shown_short(value))
    return str(value)
