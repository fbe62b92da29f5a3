"""Prizes: for places, by the players' votes, and given by the organiser."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any, Literal

from pydantic import Field

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import DISQUALIFIED, WAITING, Event, Player
from musterhall.events.extras import soft_points
from musterhall.events.handling import FINISHED, EntryData, handles
from musterhall.events.standings import Standing, standings
from musterhall.packs.event_rules import AwardRule
from musterhall.packs.parts import Key
from musterhall.problems import BadInput
from musterhall.tally import and_list, counted, shown

LONGEST = 80
"""Signs of a title or a sponsor's name; both are printed and shown on the wall."""


class Vote(EntryData):
    award: str
    player: str
    choice: str


class AwardGiven(EntryData):
    award: str
    player: str


class Added(EntryData):
    name: Key
    title: str = Field(min_length=1, max_length=LONGEST)
    by: Literal["place", "vote", "organiser"]
    place: int | None = Field(default=None, ge=1, le=9999)
    painted: bool = False
    category: Key | None = None
    faction: str = Field(default="", max_length=LONGEST)


class SponsorNamed(EntryData):
    sponsor: str = Field(min_length=1, max_length=LONGEST)
    award: str = ""
    """Nothing, where it is for the whole event."""


class Nothing(EntryData):
    pass


@dataclass(frozen=True, slots=True)
class Prize:
    """Who has it and why; several share it where they are level."""

    award: str
    title: str
    winners: tuple[str, ...]
    because: str
    """What it was won with, or why it is nobody's."""
    sponsors: tuple[str, ...] = ()

    def sentence(self, event: Event) -> str:
        nobody = "nobody" if event.finished else "nobody yet"
        return f"{self.title}{self.thanks}: {_listed(event, self.winners) or nobody} ({self.because})."

    @property
    def thanks(self) -> str:
        """Set behind the title."""
        return f", sponsored by {and_list(self.sponsors)}" if self.sponsors else ""

    def as_data(self) -> dict[str, Any]:
        return {
            "award": self.award,
            "title": self.title,
            "winners": list(self.winners),
            "because": self.because,
            "sponsors": list(self.sponsors),
        }


def vote(event: Event, player: Player, award: str, choice: Player) -> NewEntry:
    """A player's vote; a later one takes the place of an earlier one."""
    return NewEntry("vote.cast", {"award": award, "player": player.id, "choice": choice.id})


def give(event: Event, award: str, player: Player) -> NewEntry:
    """The organiser gives an award, also where votes are level."""
    return NewEntry("award.given", {"award": award, "player": player.id})


def add_award(
    event: Event,
    title: str,
    *,
    by: str = "organiser",
    place: int | None = None,
    painted: bool = False,
    category: str = "",
    faction: str = "",
) -> NewEntry:
    """Something more to win, since the event began."""
    if not (name := " ".join(title.split())):
        raise BadInput("title: the prize has none; write what people call it.")
    if name.casefold() in (rule.title.casefold() for rule in event.awards):
        raise BadInput(f"prize {name!r}: is there already; give this one another title.")
    if by == "place" and place is None:
        raise BadInput(f"prize {name!r}: goes to a place; say which place.")
    if by != "place" and place is not None:
        raise BadInput(f"prize {name!r}: has a place and is not for one; leave the place out, or let it go by place.")
    data: dict[str, Any] = {"name": _free_name(event, name), "title": name, "by": by, "painted": painted}
    more = {"place": place, "category": category or None, "faction": " ".join(faction.split()) or None}
    return NewEntry("award.added", data | {key: value for key, value in more.items() if value is not None})


def add_sponsor(event: Event, sponsor: str, award: str = "") -> NewEntry:
    """Who gives an award, or helps with the whole event."""
    if not (name := " ".join(sponsor.split())):
        raise BadInput("sponsor: nobody is named; write who it is.")
    of = award_named(event, award).name if award else ""
    if name.casefold() in map(str.casefold, event.sponsors.get(of, ())):
        raise BadInput(f"sponsor {name!r}: is named already; nothing to do.")
    return NewEntry("sponsor.added", {"sponsor": name, "award": of})


def sponsor_of(added: NewEntry, sponsor: str) -> NewEntry:
    """The sponsor of an award that is added along with it."""
    return NewEntry("sponsor.added", {"sponsor": " ".join(sponsor.split()), "award": added.data["name"]})


def _free_name(event: Event, title: str) -> str:
    """A key like the pack's own, which no other award has."""
    base = re.sub(r"[^a-z0-9]+", "_", title.casefold()).strip("_")[:32]
    base = base if base[:1].isalpha() else "_".join(filter(None, ["award", base]))
    taken = {rule.name for rule in event.awards}
    names = (base if at == 1 else f"{base}_{at}" for at in count(1))
    return next(name for name in names if name not in taken)


def finish(event: Event) -> NewEntry:
    """End the event; its standings and prizes are final."""
    return NewEntry(FINISHED, {})


def prizes(event: Event) -> list[Prize]:
    """Every award and who has it now."""
    return [replace(_prize(event, rule), sponsors=event.sponsors.get(rule.name, ())) for rule in event.awards]


def votes_for(event: Event, award: str) -> Counter[str]:
    """The votes that count: who was disqualified neither votes nor wins, nor does a force that must be painted."""
    rule = award_named(event, award)
    return Counter(
        choice
        for (voted, voter), choice in event.votes.items()
        if voted == rule.name
        and DISQUALIFIED not in (event.player(voter).status, event.player(choice).status)
        and may_win(rule, event.player(choice))
    )


def award_named(event: Event, name: str) -> AwardRule:
    for rule in event.awards:
        if name.casefold() in (rule.name, rule.title.casefold()):
            return rule
    known = ", ".join(rule.name for rule in event.awards) or "none"
    raise BadInput(f"prize {name!r}: is not one of this event; it has {known}.")


# What it changes


@handles("vote.cast", Vote)
def _vote(event: Event, data: Vote, entry: Entry) -> None:
    rule = award_named(event, data.award)
    voter, choice = event.player(data.player), event.player(data.choice)
    if rule.by != "vote":
        raise BadInput(f"{rule.title}: is not voted on; it goes by {rule.by}.")
    if out := next((one for one in (voter, choice) if one.status == DISQUALIFIED), None):
        raise BadInput(f"{out.name}: is disqualified and takes no part in votes; choose another.")
    if waiting := next((one for one in (voter, choice) if one.status == WAITING), None):
        raise BadInput(f"{waiting.name}: is on the waiting list and takes no part in votes; choose another.")
    if voter is choice:
        raise BadInput(f"{voter.name}: cannot vote for oneself; choose another.")
    _require_painted(rule, choice)
    event.votes[rule.name, voter.id] = choice.id


@handles("award.given", AwardGiven)
def _given(event: Event, data: AwardGiven, entry: Entry) -> None:
    rule = award_named(event, data.award)
    player = event.player(data.player)
    if player.status == DISQUALIFIED:
        raise BadInput(f"{player.name}: is disqualified and gets no prize; choose another.")
    if player.status == WAITING:
        raise BadInput(f"{player.name}: is on the waiting list and gets no prize; choose another.")
    if event.checking:
        _require_painted(rule, player)
    event.given[rule.name] = player.id


@handles("award.added", Added)
def _added(event: Event, data: Added, entry: Entry) -> None:
    if data.name in (rule.name for rule in event.awards):
        raise BadInput(f"prize {data.name!r}: is there already; give this one another title.")
    if data.category is not None and data.category not in (one.name for one in event.rules.category):
        raise BadInput(f"category {data.category!r}: is none of this event; its pack names them.")
    event.added_awards += (AwardRule(**data.model_dump()),)


@handles("sponsor.added", SponsorNamed)
def _sponsored(event: Event, data: SponsorNamed, entry: Entry) -> None:
    of = award_named(event, data.award).name if data.award else ""
    event.sponsors[of] = (*event.sponsors.get(of, ()), data.sponsor)


@handles(FINISHED, Nothing)
def _finished(event: Event, data: Nothing, entry: Entry) -> None:
    if event.finished:
        raise BadInput(f"{event.name}: is finished already; undo that to go on.", way="find_finish")
    if event.checking:
        _require_played(event)
    event.finished, event.finished_by = True, entry.seq


def may_win(rule: AwardRule, player: Player) -> bool:
    """Whether a prize is for somebody like this player: painted, of the category, of the faction."""
    return not _unpainted(rule, player) and _of_its_kind(rule, player)


def _of_its_kind(rule: AwardRule, player: Player) -> bool:
    inside = rule.category is None or rule.category in player.categories
    return inside and (not rule.faction or rule.faction.casefold() == player.faction.casefold())


def _require_painted(rule: AwardRule, player: Player) -> None:
    if not _of_its_kind(rule, player):
        whom = f"players of {rule.faction}" if rule.faction else f"the category {rule.category}"
        raise BadInput(f"{player.name}: {rule.title} is for {whom} alone; choose another.")
    if _unpainted(rule, player):
        raise BadInput(
            f"{player.name}: the force is not wholly painted; choose another, or note that it is.", way="painted"
        )


def _unpainted(rule: AwardRule, player: Player) -> bool:
    return rule.painted and not player.painted


def _require_played(event: Event) -> None:
    for round_ in event.rounds:
        if not round_.complete:
            raise BadInput(f"round {round_.number}: is not complete; enter its cards first.", way="card_missing")
    if len(event.rounds) < event.planned:
        played = f"{len(event.rounds)} of {counted(event.planned, 'round')} played"
        raise BadInput(f"{event.name}: {played}; play the others, or plan fewer.", way="plan")


def _prize(event: Event, rule: AwardRule) -> Prize:
    if rule.name in event.given:
        because = "given by the organiser"
        if _unpainted(rule, event.player(event.given[rule.name])):
            because += ", although the force is not noted as wholly painted: look at it again"
        return Prize(rule.name, rule.title, (event.given[rule.name],), because)
    if rule.by == "place":
        return _for_place(event, rule)
    if rule.by == "vote":
        return _by_votes(event, rule)
    if rule.by == "score":
        return _by_score(event, rule)
    return Prize(rule.name, rule.title, (), "the organiser has not given it")


def _for_place(event: Event, rule: AwardRule) -> Prize:
    if event.current is None:
        return Prize(rule.name, rule.title, (), "no round has been played yet")
    rows = _ranked(event, rule)
    winners = tuple(row.player for row in rows if row.place == rule.place)
    if not winners:
        return Prize(rule.name, rule.title, (), _nobodys(event, rows, rule.place or 0))
    shared = f", shared by {len(winners)}" if len(winners) > 1 else ""
    return Prize(rule.name, rule.title, winners, f"place {rule.place}{shared}")


def _ranked(event: Event, rule: AwardRule) -> list[Standing]:
    """Those whom a prize is for, with their places among themselves."""
    rows = standings(event, final=True).rows
    if rule.category is None and not rule.faction and not rule.painted:
        return list(rows)
    fitting = [row for row in rows if may_win(rule, event.player(row.player))]
    return [replace(row, place=1 + sum(one.place < row.place for one in fitting)) for row in fitting]


def _by_score(event: Event, rule: AwardRule) -> Prize:
    """The most of a soft score, or of a figure of the standings."""
    soft = next((one for one in event.rules.soft if one.name == rule.of), None)
    if soft is not None:
        points = dict(soft_points(event, soft))
    else:
        points = {row.player: row.figures[rule.of or ""] for row in standings(event, final=True).rows}
    fitting = {id_: value for id_, value in points.items() if may_win(rule, event.player(id_))}
    most = max(fitting.values(), default=Fraction(0))
    if most <= 0:
        return Prize(rule.name, rule.title, (), "nobody has any of it yet")
    winners = tuple(sorted((id_ for id_, value in fitting.items() if value == most), key=lambda id_: int(id_[1:])))
    title = soft.title if soft else event.rules.titles()[rule.of or ""]
    shared = f", shared by {len(winners)}" if len(winners) > 1 else ""
    return Prize(rule.name, rule.title, winners, f"{title} {shown(most)}{shared}")


def _nobodys(event: Event, rows: Sequence[Standing], place: int) -> str:
    """Why nobody has a place: those above share theirs, or there are not so many players."""
    if not rows:
        return "nobody in the standings can win it"
    if len(rows) < place:
        return f"only {counted(len(rows), 'player')} {'is' if len(rows) == 1 else 'are'} in the standings"
    above = max(row.place for row in rows if row.place < place)
    sharing = [row.player for row in rows if row.place == above]
    who = _listed(event, sharing) if len(sharing) <= 3 else f"{len(sharing)} players"
    return f"{who} share place {above}, so nobody has place {place}"


def _by_votes(event: Event, rule: AwardRule) -> Prize:
    votes = votes_for(event, rule.name)
    most = max(votes.values(), default=0)
    winners = tuple(sorted((id_ for id_, count in votes.items() if count == most), key=lambda id_: int(id_[1:])))
    if winners:
        shared = f", shared by {len(winners)}" if len(winners) > 1 else ""
        return Prize(rule.name, rule.title, winners, f"{most} of {votes.total()} votes{shared}")
    return Prize(rule.name, rule.title, (), _without_votes(event, rule))


def _without_votes(event: Event, rule: AwardRule) -> str:
    if rule.painted and not any(player.painted for player in event.players.values()):
        return "no force is noted as wholly painted"
    cast = any(voted == rule.name for voted, _ in event.votes)
    return "no vote that was cast counts any more" if cast else "nobody has voted"


def _listed(event: Event, ids: Sequence[str]) -> str:
    return and_list([event.player(id_).name for id_ in ids])


__all__ = [
    "LONGEST",
    "Prize",
    "add_award",
    "add_sponsor",
    "award_named",
    "finish",
    "give",
    "prizes",
    "sponsor_of",
    "vote",
    "votes_for",
]
