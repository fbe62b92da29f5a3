"""Alpha Strike's referee, as everybody above it asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.battle.referee import Ruling
from musterhall.game.referee import Referee
from musterhall.games.alpha_strike.referee.referee import QUESTIONS, ask


class AlphaStrikeReferee(Referee):
    """Questions about abilities."""

    questions = QUESTIONS

    def ask(self, asked: Mapping[str, Any], name: str) -> Ruling:
        return ask(asked, name)
