"""The matches of a round: cards sent, confirmed, disputed and conceded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from musterhall.events import matches, round_clocks, sealing
from musterhall.events import players as people
from musterhall.events.cards import Card
from musterhall.events.event import Match, Player
from musterhall.events.simulation.day import FEWEST, SimulatedDay
from musterhall.events.simulation.plausible_cards import Meeting, misread_card, plausible_card


def play_round(day: SimulatedDay, number: int, share: int = 100) -> None:
    """The cards of a round come in, or those of so many tables in a hundred."""
    begun = day.hour
    minutes = day.event.rules.round_minutes(number)
    if day.troubled(30):
        _stop_the_clock(day, number)
    day.until(begun + timedelta(minutes=minutes * 3 // 4))
    tables = [match.table for match in day.event.round(number).matches]
    done = max(1, len(tables) * share // 100)
    for table in tables[:done]:
        _finish_match(day, number, table)
    if done < len(tables):
        _leave_open(day, number, tables[done:])
    else:
        day.until(begun + timedelta(minutes=minutes))
        day.do(round_clocks.end_clock(day.event, number))


def _leave_open(day: SimulatedDay, number: int, tables: Sequence[int]) -> None:
    """Of the tables that are not done yet, one has sent half of what is needed, and one disagrees."""
    for place, table in enumerate(tables[:2]):
        match = day.event.round(number).match_at(table)
        card = _plausible_card(day, number, match)
        one, other = both_players(day, match)
        day.by(one, matches.send_card(day.event, one, card.as_data()))
        if place == 1:
            day.by(other, matches.send_card(day.event, other, _misread(day, number, match, card).as_data()))


def _stop_the_clock(day: SimulatedDay, number: int) -> None:
    day.wait(900)
    day.do(round_clocks.pause_clock(day.event, number), why="fire alarm")
    day.wait(420)
    day.do(round_clocks.resume_clock(day.event, number))
    day.do(round_clocks.extend_clock(day.event, number, 5), why="everybody was outside")


def _finish_match(day: SimulatedDay, number: int, table: int) -> None:
    match = day.event.round(number).match_at(table)
    _reveal_units(day, number, match)
    if day.troubled(10):
        _give_up(day, number, match)
    elif day.troubled(14):
        _disagree(day, number, match)
    else:
        _agree(day, number, match)


def _reveal_units(day: SimulatedDay, number: int, match: Match) -> None:
    sealed = day.event.round(number).sealed
    for player in both_players(day, match):
        if player.id in sealed and day.luck.chance(80):
            day.by(player, sealing.reveal_units(day.event, player, number))


def _agree(day: SimulatedDay, number: int, match: Match) -> None:
    """Both send the same card, or one confirms the other's, or the organiser types in what is on paper."""
    card = _plausible_card(day, number, match)
    one, other = both_players(day, match)
    if day.luck.chance(8):
        day.do(matches.decide_card(day.event, number, match.table, card.as_data()), why="from paper")
        return
    if day.troubled(5):
        slip = _misread(day, number, match, card)
        day.by(one, matches.send_card(day.event, one, slip.as_data()))
    day.by(one, matches.send_card(day.event, one, card.as_data()))
    if day.troubled(6):
        day.do(matches.decide_card(day.event, number, match.table, card.as_data()), why="the other has gone to lunch")
    elif day.luck.chance(60):
        day.by(other, matches.confirm_card(day.event, other))
    else:
        day.by(other, matches.send_card(day.event, other, card.as_data()))


def _disagree(day: SimulatedDay, number: int, match: Match) -> None:
    card = _plausible_card(day, number, match)
    other_card = _misread(day, number, match, card)
    one, other = both_players(day, match)
    day.by(one, matches.send_card(day.event, one, card.as_data()))
    day.by(other, matches.send_card(day.event, other, other_card.as_data()))
    if match.disputed:
        right = day.luck.pick((card, other_card))
        day.do(matches.decide_card(day.event, number, match.table, right.as_data()), why="looked at the table")


def _give_up(day: SimulatedDay, number: int, match: Match) -> None:
    """A match that is not played to its end, or not at all."""
    player = day.luck.pick(both_players(day, match))
    if day.luck.chance(40):
        card = _plausible_card(day, number, match)
        day.by(player, matches.concede(day.event, player, card.as_data()))
    elif day.luck.chance(50):
        day.by(player, matches.concede(day.event, player))
    else:
        day.do(matches.mark_absent(day.event, player), why="nobody at the table")
    if player.here and len(day.here()) > FEWEST and day.luck.chance(40):
        day.do(people.leave(day.event, player), why="has gone home")


def _plausible_card(day: SimulatedDay, number: int, match: Match) -> Card:
    return plausible_card(_meeting(day, number, match), day.luck)


def _misread(day: SimulatedDay, number: int, match: Match, card: Card) -> Card:
    return misread_card(_meeting(day, number, match), card, day.luck)


def _meeting(day: SimulatedDay, number: int, match: Match) -> Meeting:
    event = day.event
    first, second = (day.strengths[id_] for id_ in match.players)
    round_ = event.round(number)
    known = matches.known_at_desk(event, round_, match)
    return Meeting(event.pack, event.scenario_of(round_), match.rosters, (first, second), known)


def both_players(day: SimulatedDay, match: Match) -> tuple[Player, Player]:
    first, second = (day.event.player(id_) for id_ in match.players)
    return first, second
