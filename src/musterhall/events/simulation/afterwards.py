"""After a round: corrections and undoing; after the last one prizes."""

from __future__ import annotations

from musterhall.events import matches, prizes
from musterhall.events.event import DISQUALIFIED, Round
from musterhall.events.simulation.day import SimulatedDay
from musterhall.events.simulation.matches import _plausible_card, both_players
from musterhall.events.undoing import live


def after_round(day: SimulatedDay, number: int) -> None:
    if day.troubled(35):
        _correct(day, day.event.round(1 + day.luck.below(number)))
    if day.troubled(20):
        _undo_and_redo(day)


def _correct(day: SimulatedDay, round_: Round) -> None:
    """Somebody has found an old card that was wrong."""
    match = day.luck.pick(round_.matches)
    if day.luck.chance(20):
        loser = day.luck.pick(both_players(day, match))
        day.do(matches.concede(day.event, loser, None, round_.number, correcting=True), why="it was a concession")
    else:
        card = _plausible_card(day, round_.number, match)
        day.do(matches.decide_card(day.event, round_.number, match.table, card.as_data()), why="the card was wrong")


def _undo_and_redo(day: SimulatedDay) -> None:
    """The last card is taken back; mostly it was right after all, else the players send another."""
    last = next(entry for entry in reversed(live(day.ledger.entries)) if entry.kind.startswith(("card.", "match.")))
    undone = day.do(day.ledger.undo(last.seq), why="wrong button")
    if day.luck.chance(70):
        day.do(day.ledger.undo(undone.seq), why="it was right")
        return
    number = last.data["round"]
    match = day.event.round(number).match_at(last.data["table"])
    if not match.settled:
        one, other = both_players(day, match)
        card = _plausible_card(day, number, match).as_data()
        day.by(one, matches.send_card(day.event, one, card, number))
        day.by(other, matches.confirm_card(day.event, other, number))


def give_prizes(day: SimulatedDay) -> None:
    for rule in day.event.awards:
        choices = [one for one in day.event.players.values() if one.status != DISQUALIFIED]
        choices = [one for one in choices if one.painted or not rule.painted]
        if rule.by == "vote":
            for voter in day.here():
                others = [one for one in choices if one is not voter]
                if others and day.luck.chance(80):
                    day.by(voter, prizes.vote(day.event, voter, rule.name, day.luck.pick(others)))
        elif rule.by == "organiser" and choices:
            day.do(prizes.give(day.event, rule.name, day.luck.pick(choices)))
    day.do(prizes.finish(day.event))
