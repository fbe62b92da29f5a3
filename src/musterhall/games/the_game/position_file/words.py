"""Words of a position file that stand for something in the rules."""

from __future__ import annotations

from musterhall.games.the_game.phases.commands import FLOWN, GIVEN
from musterhall.games.the_game.readings.slips import plain, reading


def command_word(text: str) -> str | None:
    """The command that a word on a counter means, or None."""
    word = plain(reading("command", text))
    return word if word in (*GIVEN, *FLOWN) else None
