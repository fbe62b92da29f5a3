"""What many decisions of THE GAME share: they are about one formation, and their options are formations or sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from musterhall.battle.decisions import Answer, Choice, Decision, YesOrNo
from musterhall.games.the_game.position.position import Formation, Position

Option = TypeVar("Option")


class FormationDecision(Decision):
    """A question about one formation of whoever is asked, which they look at in their view of the table."""

    __slots__ = ("formation", "position")

    def __init__(self, position: Position, formation: Formation) -> None:
        super().__init__(formation.side)
        self.position = position
        self.formation = formation

    def about(self) -> dict[str, Any]:
        return {"formation": self.formation.index}


class FormationChoice(Choice[Option]):
    """One of several things for one formation to do."""

    __slots__ = ("formation",)

    def __init__(self, formation: Formation, choices: Sequence[Option]) -> None:
        super().__init__(formation.side, choices)
        self.formation = formation

    def about(self) -> dict[str, Any]:
        return {"formation": self.formation.index}


class FormationYesOrNo(YesOrNo):
    """Something that one formation may do or leave."""

    __slots__ = ("formation",)

    def __init__(self, formation: Formation) -> None:
        super().__init__(formation.side)
        self.formation = formation

    def about(self) -> dict[str, Any]:
        return {"formation": self.formation.index}


class WhichFormation(Choice[Option]):
    """One of several formations; None, where that is on offer, is none of them."""

    __slots__ = ("position",)

    def __init__(self, position: Position, player: int, choices: Sequence[Option]) -> None:
        super().__init__(player, choices)
        self.position = position

    def in_words(self, answer: Answer) -> str:
        return "none" if answer is None else self.position.formations[answer].name
