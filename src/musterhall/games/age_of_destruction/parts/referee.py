"""The referee of Age of Destruction, as everybody above it asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from musterhall.battle.referee import Ruling
from musterhall.game.bounds import Bound
from musterhall.game.kit import Kit
from musterhall.game.referee import Referee, Scene
from musterhall.games.age_of_destruction.referee.referee import QUESTIONS, ask
from musterhall.games.age_of_destruction.units.sheets import Sheets

MOST_UNITS, MOST_PIECES = 80, 60
"""Of a stranger's situation."""


class AgeOfDestructionReferee(Referee):
    """Questions about tables."""

    questions = QUESTIONS

    def __init__(self, sheets: Sheets | None = None) -> None:
        self._sheets = sheets

    def knowing(self, library: Sheets | None) -> AgeOfDestructionReferee:
        return AgeOfDestructionReferee(library)

    @property
    def kit(self) -> Kit:
        from musterhall.games.age_of_destruction.parts.kit import AgeOfDestructionKit

        return AgeOfDestructionKit(self._sheets)

    def ask(self, asked: Mapping[str, Any], name: str) -> Ruling:
        return ask(asked, name, self._sheets)

    def names(self, data: Mapping[str, Any]) -> list[str]:
        return [str(row["name"]) for row in _rows(data, "unit") if row.get("name")]

    def bounds(self, data: Mapping[str, Any]) -> Iterator[Bound]:
        yield Bound("units", len(_rows(data, "unit")), MOST_UNITS)
        yield Bound("pieces of terrain", len(_rows(data, "terrain")), MOST_PIECES)

    def scene(
        self, data: Mapping[str, Any], after: Mapping[str, Any] | None, given: Mapping[str, Any], name: str
    ) -> Scene | None:
        from musterhall.games.age_of_destruction.parts.scene import scene_of

        return scene_of(data, after, given, name, self._sheets)


def _rows(data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    rows = data.get(key)
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
