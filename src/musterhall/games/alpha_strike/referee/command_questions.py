"""The referee on a side of the table: its initiative, and what it may choose."""

from __future__ import annotations

from typing import Any

from musterhall.battle.referee import Finding, Questions
from musterhall.games.alpha_strike.command.offers import declarations, picks_before_play, picks_of_set_up, picks_of_turn
from musterhall.games.alpha_strike.referee.asked import Asked
from musterhall.games.alpha_strike.turn.initiative import initiative_modifier

QUESTIONS = Questions()
SIDES = ("red", "blue")
SIDE = "the side: red or blue"


def side_in(asked: Asked) -> int:
    said = asked.word("side")
    if said not in SIDES:
        raise asked.bad("side", f"{said!r:.60} is no side; it is red or blue")
    return SIDES.index(said)


@QUESTIONS.pure("side_initiative", ("1", "16"), "What does a side add to its initiative roll?", side=SIDE)
def side_initiative(asked: Asked) -> Finding:
    """1, 16 The initiative modifier of a side of the table."""
    tally = initiative_modifier(asked.position, side_in(asked))
    parts: dict[str, int] = {}
    for part in tally.parts:
        parts[part.name] = parts.get(part.name, 0) + part.value
    return Finding({"modifier": tally.total, "parts": parts}, [str(tally)])


@QUESTIONS.pure(
    "choices", ("16", "18"), "What does a side have to choose now?", side=SIDE, moment="set-up, play or turn"
)
def choices(asked: Asked) -> Finding:
    """16, 18 All that a side may choose after set-up, before play or at the start of a turn, with the usual answer."""
    offered = {"set-up": [picks_of_set_up], "play": [picks_before_play], "turn": [picks_of_turn, declarations]}
    moment = asked.word("moment")
    if moment not in offered:
        raise asked.bad("moment", f"{moment!r:.60} is no time to choose; it is set-up, play or turn")
    position, side = asked.position, side_in(asked)
    picks = [pick for offer in offered[moment] for pick in offer(position.seen_by(side), side)]
    return Finding({"choices": {pick.key: _named(asked, pick.usual()) for pick in picks}})


def _named(asked: Asked, value: Any) -> Any:
    """A choice with units by their names."""
    if isinstance(value, list | tuple):
        return [_named(asked, one) for one in value]
    is_unit = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return asked.position.unit(value).name if is_unit else value
