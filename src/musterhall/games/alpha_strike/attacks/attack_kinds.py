"""What a unit may do with its one action in the Combat Phase: each kind says what it offers, judges it and does it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Rule, Schema
from musterhall.games.alpha_strike.position.position import Position

Order = Any
"""What a kind of attack makes of an answer that it has found to be legal."""


class AttackKind(ABC):
    """One kind of action: weapons, blows, artillery, a scan."""

    name: str
    """As answers write it."""
    section: str
    fields: ClassVar[dict[str, Schema]]
    """What an answer says beside the kind, as JSON Schema."""
    from_the_air: ClassVar[bool] = False
    """12 Whether fighters attack in this way, and only they."""
    harmless: ClassVar[bool] = False
    """17 Whether it hurts nobody, so that who is taunted may do it too."""

    @abstractmethod
    def options(self, view: Position, unit: int) -> Iterator[dict[str, Any]]:
        """Legal answers, without the kind: all of them, or a fair choice."""

    @abstractmethod
    def check(self, view: Position, unit: int, answer: dict[str, Any]) -> Order:
        """The order that an answer stands for, or `Illegal`."""

    @abstractmethod
    def resolve(self, battle: Battle[Position], unit: int, order: Order) -> Rule[None]:
        """Do it."""

    @abstractmethod
    def in_words(self, view: Position, unit: int, answer: Answer) -> str:
        """An answer as a person would say it."""
