"""THE GAME's referee, as everybody above it asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from musterhall.battle.referee import Ruling
from musterhall.game.bounds import Bound
from musterhall.game.kit import Kit
from musterhall.game.referee import Referee, Scene
from musterhall.games.the_game.position_file import read_position
from musterhall.games.the_game.position_file.sizes import names_in, sizes
from musterhall.games.the_game.referee import QUESTIONS, ask
from musterhall.games.the_game.referee.scene import picture_of, table_in_words


class TheGameReferee(Referee):
    """Questions about a position file."""

    questions = QUESTIONS
    dice_beside = True

    @property
    def kit(self) -> Kit:
        from musterhall.games.the_game.parts.kit import TheGameKit

        return TheGameKit()

    def ask(self, asked: Mapping[str, Any], name: str) -> Ruling:
        return ask(asked, name)

    def names(self, data: Mapping[str, Any]) -> list[str]:
        return names_in(data)

    def bounds(self, data: Mapping[str, Any]) -> Iterator[Bound]:
        return sizes(data)

    def scene(
        self, data: Mapping[str, Any], after: Mapping[str, Any] | None, given: Mapping[str, Any], name: str
    ) -> Scene | None:
        before = read_position(data, name)
        if not before.field.units:
            return None
        then = read_position(after, name) if after is not None else None
        return Scene(picture_of(before, then, given), tuple(table_in_words(before)))
