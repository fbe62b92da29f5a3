"""Prizes: for places, by the players' votes, and given by the organiser."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import DISQUALIFIED, Event, Player
from musterhall.events.handling import EntryData, handles
from musterhall.events.standings import standings
from musterhall.packs.event_rules import AwardRule
from musterhall.problems import BadInput


class Vote(EntryData):
    award: str
    player: str
    choice: str


class Given(EntryData):
    award: str
    player: str


class Nothing(EntryData):
    pass


@dataclass(frozen=True, slots=True)
class Prize:
    """Who has it and why; several share it where they are level."""

    award: str
    title: str
    winners: tuple[str, ...]
    because: str

    def as_data(self) -> dict[str, Any]:
        return {"award": self.award, "title": self.title, "winners": list(self.winners), "because": self.because}


def vote(event: Event, player: Player, award: str, choice: Player) -> NewEntry:
    """A player's vote; a later one takes the place of an earlier one."""
    return NewEntry("vote.cast", {"award": award, "player": player.id, "choice": choice.id})


def give(event: Event, award: str, player: Player) -> NewEntry:
    """The organiser gives an award, also where votes are level."""
    return NewEntry("award.given", {"award": award, "player": player.id})


def finish(event: Event) -> NewEntry:
    for round_ in event.rounds:
        if not round_.complete:
            raise BadInput(f"round {round_.number}: is not complete; enter its cards first.")
    if len(event.rounds) < event.planned:
        played = f"{len(event.rounds)} of {event.planned} rounds are played"
        raise BadInput(f"{event.name}: {played}; play the others, or plan fewer with `muster event plan`.")
    return NewEntry("event.finished", {})


def prizes(event: Event) -> list[Prize]:
    """Every award of the pack and who has it now."""
    return [_prize(event, rule) for rule in event.rules.award]


def votes_for(event: Event, award: str) -> Counter[str]:
    """The votes that count: who was disqualified neither votes nor wins."""
    return Counter(
        choice
        for (voted, voter), choice in event.votes.items()
        if voted == award and DISQUALIFIED not in (event.player(voter).status, event.player(choice).status)
    )


def award_named(event: Event, name: str) -> AwardRule:
    for rule in event.rules.award:
        if name.casefold() in (rule.name, rule.title.casefold()):
            return rule
    known = ", ".join(rule.name for rule in event.rules.award) or "none"
    raise BadInput(f"award {name!r}: is not one of this pack; it has {known}.")


# What it changes


@handles("vote.cast", Vote)
def _vote(event: Event, data: Vote, entry: Entry) -> None:
    rule = award_named(event, data.award)
    voter, choice = event.player(data.player), event.player(data.choice)
    if rule.by != "vote":
        raise BadInput(f"{rule.title}: is not voted on; it goes by {rule.by}.")
    if out := next((one for one in (voter, choice) if one.status == DISQUALIFIED), None):
        raise BadInput(f"{out.name}: is disqualified and takes no part in votes; choose another.")
    if voter is choice:
        raise BadInput(f"{voter.name}: cannot vote for oneself; choose another.")
    if rule.painted and not choice.painted:
        raise BadInput(f"{choice.name}: the force is not wholly painted; choose another, or note that it is.")
    event.votes[rule.name, voter.id] = choice.id


@handles("award.given", Given)
def _given(event: Event, data: Given, entry: Entry) -> None:
    rule = award_named(event, data.award)
    player = event.player(data.player)
    if player.status == DISQUALIFIED:
        raise BadInput(f"{player.name}: is disqualified and gets no award; choose another.")
    event.given[rule.name] = player.id


@handles("event.finished", Nothing)
def _finished(event: Event, data: Nothing, entry: Entry) -> None:
    if event.finished:
        raise BadInput(f"{event.name}: is finished already; undo that to go on.")
    event.finished = True


def _prize(event: Event, rule: AwardRule) -> Prize:
    if rule.name in event.given:
        return Prize(rule.name, rule.title, (event.given[rule.name],), "given by the organiser")
    if rule.by == "place":
        winners = tuple(row.player for row in standings(event).rows if row.place == rule.place)
        return Prize(rule.name, rule.title, winners if event.current else (), f"place {rule.place}")
    votes = votes_for(event, rule.name) if rule.by == "vote" else Counter[str]()
    most = max(votes.values(), default=0)
    winners = tuple(sorted((id_ for id_, count in votes.items() if count == most), key=lambda id_: int(id_[1:])))
    return Prize(rule.name, rule.title, winners, f"{most} of {votes.total()} votes" if most else "nobody yet")


__all__ = ["Prize", "award_named", "finish", "give", "prizes", "vote", "votes_for"]
