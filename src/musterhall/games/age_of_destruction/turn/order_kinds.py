"""What an order is: what it offers, judges and does, and how its answer is read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Illegal, Rule
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import ORDERS
from musterhall.geometry import Point

Fields = dict[str, Any]


class OrderKind(ABC):
    """One kind of order."""

    name: str

    @abstractmethod
    def options(self, view: Position, unit: int) -> Iterator[Fields]:
        """Legal answers, without kind and unit: all of them, or a fair choice."""

    @abstractmethod
    def check(self, view: Position, unit: int, answer: Fields) -> Any:
        """What the answer stands for, or `Illegal`."""

    @abstractmethod
    def resolve(self, battle: Battle[Position], unit: int, order: Any) -> Rule[None]:
        """Do it."""

    def members(self, unit: int, order: Any) -> tuple[int, ...]:
        """Who gets a token for it."""
        return (unit,)

    def pushes(self, position: Position, order: Any) -> bool:
        """Whether a second token for it pushes."""
        return True

    def sample(self, view: Position, unit: int, draw: Draw) -> Fields | None:
        """Any legal answer, or none where there is none."""
        found = list(self.options(view, unit))
        return found[draw(len(found))] if found else None

    @abstractmethod
    def in_words(self, view: Position, answer: Answer) -> str:
        """An answer as a person would say it."""

    def is_legal(self, view: Position, unit: int, answer: Fields) -> bool:
        try:
            self.check(view, unit, answer)
        except Illegal:
            return False
        return True


# Reading answers


def read_path(answer: Fields, name: str = "path") -> list[Point]:
    try:
        return [(float(x), float(y)) for x, y in answer.get(name, [])]
    except (TypeError, ValueError):
        raise Illegal("A path is a list of places, each two numbers", ORDERS) from None


def read_number(answer: Fields, name: str) -> float | None:
    value = answer.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Illegal(f"{name} is a number", ORDERS)
    return float(value)


def read_flag(answer: Fields, name: str) -> bool | None:
    value = answer.get(name)
    if value is not None and not isinstance(value, bool):
        raise Illegal(f"{name} is true or false", ORDERS)
    return value


def read_units(view: Position, answer: Fields, name: str) -> tuple[int, ...]:
    value = answer.get(name, [])
    if not isinstance(value, list) or not all(type(one) is int and 0 <= one < len(view.states) for one in value):
        raise Illegal(f"{name} is a list of units, by number", ORDERS)
    if len(set(value)) != len(value):
        raise Illegal(f"{name} names a unit twice", ORDERS)
    return tuple(value)


def read_words(answer: Fields, name: str) -> tuple[str, ...]:
    value = answer.get(name, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Illegal(f"{name} is a list of names", ORDERS)
    return tuple(value)


def refuse(reason: str, section: str = ORDERS) -> None:
    """`Illegal` where there is a reason."""
    if reason:
        raise Illegal(reason[0].upper() + reason[1:], section)
