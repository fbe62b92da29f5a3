"""The referee: answers a question about a position, with the arithmetic and the rule's section.

What can be asked is the game's business: it keeps its questions in a `Questions` list and hands back a `Ruling`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from musterhall.dice import Roll
from musterhall.problems import BadInput


@dataclass(slots=True)
class Finding:
    """What a question's function found: the answer as data, the sums behind it, and the sections it rests on."""

    result: dict[str, Any]
    lines: list[str] = field(default_factory=list)
    sections: tuple[str, ...] = ()


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

    def pure(self, name: str, sections: Sequence[str], help: str, **given: str) -> Callable[[Function], Function]:
        return self._register(name, sections, help, given, resolver=False)

    def resolver(self, name: str, sections: Sequence[str], help: str, **given: str) -> Callable[[Function], Function]:
        return self._register(name, sections, help, given, resolver=True)

    def _register(
        self, name: str, sections: Sequence[str], help: str, given: Mapping[str, str], *, resolver: bool
    ) -> Callable[[Function], Function]:
        def register(function: Function) -> Function:
            self._known[name] = Question(name, tuple(sections), help, function, resolver, given)
            return function

        return register

    def knows(self, name: str) -> bool:
        return _key(name) in self._known

    def find(self, name: str, place: str) -> Question:
        """The question of this name, however its words are joined."""
        found = self._known.get(_key(name))
        if found is None:
            near = get_close_matches(_key(name), self._known, n=3, cutoff=0.5)
            remedy = f"did you mean {' or '.join(near)}?" if near else f"it can be {', '.join(self._known)}."
            raise BadInput(f"{place}: ask: the referee has no question {name!r}; {remedy}")
        return found


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
    """Nested data as indented lines; short values stay on the line of their name."""
    for key, item in value.items():
        name = str(key).replace("_", " ")
        if isinstance(item, Mapping) and item:
            yield f"{name}:"
            yield from (f"  {line}" for line in _shown(item))
        elif isinstance(item, list) and item and all(isinstance(one, Mapping) for one in item):
            yield f"{name}:"
            yield from (f"  - {', '.join(_shown_short(one))}" for one in item)
        else:
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
