"""Alpha Strike as one object; each part is imported when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from musterhall.game.game import Game
from musterhall.game.words import Words

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.referee_part import AlphaStrikeReferee


class AlphaStrike(Game):
    name = "alpha_strike"
    words = Words(title="Alpha Strike", group="formation", counted="unit", length="inches")

    @cached_property
    def referee(self) -> AlphaStrikeReferee:
        from musterhall.games.alpha_strike.referee_part import AlphaStrikeReferee

        return AlphaStrikeReferee()


GAME = AlphaStrike()
