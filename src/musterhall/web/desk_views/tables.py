"""The tables of a round, and how far each one's card is."""

from __future__ import annotations

from dataclasses import dataclass

from musterhall.events.event import PRESENT, Event, Match, Player, Round
from musterhall.events.wording import who_stayed_away
from musterhall.web.desk_views.tones import BAD, GOOD, PLAIN, WAIT


@dataclass(frozen=True, slots=True)
class TableRow:
    """A match as the desk sees it."""

    table: int
    players: tuple[Player, Player]
    state: str
    kind: str
    more: str = ""
    pressing: bool = False
    """Waits for the desk, not for the players."""


def table_rows(event: Event, round_: Round) -> list[TableRow]:
    return [table_row(event, match) for match in round_.matches]


def table_row(event: Event, match: Match) -> TableRow:
    first, second = (event.player(id_) for id_ in match.players)
    state, kind, more = _card_state(event, match)
    pressing = match.disputed or (not match.settled and any(one.status != PRESENT for one in (first, second)))
    return TableRow(match.table, (first, second), state, kind, more, pressing)


def _card_state(event: Event, match: Match) -> tuple[str, str, str]:
    """A few words, how good that is, and what else there is to say."""
    if match.absent:
        return who_stayed_away(event, match), GOOD, ""
    if match.conceded:
        return f"{event.player(match.conceded).name} conceded", GOOD, ""
    if match.result is not None:
        winner = match.result.winner
        told = "a draw" if winner is None else f"{event.player(match.players[winner]).name} won"
        return told, GOOD, match.result.because
    if match.disputed:
        return "the cards differ", BAD, ""
    gone = [event.player(id_).name for id_ in match.players if event.player(id_).status != PRESENT]
    if gone:
        return f"{' and '.join(gone)} left", BAD, ""
    if match.sent:
        (sender,) = match.sent
        return f"{event.player(sender).name} sent a card", WAIT, f"{event.player(match.other(sender)).name} has not"
    return ("being fought here", WAIT, "") if match.battle else ("no card yet", PLAIN, "")
