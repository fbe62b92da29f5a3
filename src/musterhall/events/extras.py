"""Points beside the rounds: what the organiser adds or takes for a reason, and soft scores such as painting.

They are parts of a figure by which places are found, each with its name, so that a total can always be explained.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pydantic import Field

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Adjustment, Event, Player
from musterhall.events.handling import EntryData, handles
from musterhall.events.scores import number
from musterhall.packs.event_rules import SoftScore
from musterhall.problems import BadInput
from musterhall.tally import shown

MOST = 1_000_000
"""Points in one adjustment: more is a slip of the pen."""
EXACT = r"^-?[0-9]{1,9}(/[1-9][0-9]{0,5})?$"


class Adjusted(EntryData):
    player: str
    figure: str
    points: str = Field(pattern=EXACT)
    round: int = Field(ge=0)
    """From which on it counts; 0 is before the first."""


class Scored(EntryData):
    player: str
    score: str
    points: str = Field(pattern=EXACT)


@dataclass(frozen=True, slots=True)
class Extra:
    """A part of a player's figure that comes from no round."""

    figure: str
    title: str
    value: Fraction
    why: str = ""
    """For the player and the desk; nobody else reads it."""

    def as_data(self) -> dict[str, Any]:
        return {"figure": self.figure, "title": self.title, "value": number(self.value)}


# What can be done


def adjust(event: Event, player: Player, points: Fraction, figure: str = "") -> NewEntry:
    """Add points to a player's figure, or take some away; the reason goes with it."""
    name = adjustable(event, figure)
    number_ = event.current.number if event.current else 0
    data = {"player": player.id, "figure": name, "points": str(points), "round": number_}
    return NewEntry("points.adjusted", data)


def score_softly(event: Event, player: Player, score: str, points: Fraction) -> NewEntry:
    """Enter a soft score at the desk; a later one takes the place of an earlier one."""
    return NewEntry("soft.scored", {"player": player.id, "score": soft_score(event, score).name, "points": str(points)})


def read_points(text: str) -> Fraction:
    """Points as people write them: -5, 2.5 or 2,5."""
    try:
        found = Fraction(text.strip().replace(",", ".").replace("\u2212", "-"))
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"points {text[:20]!r}: is no number; write 5, -5 or 2.5.") from None
    if abs(found) > MOST or found.denominator > 999_999:
        raise BadInput(f"points {text[:20]!r}: cannot be; write a number up to {MOST:,}.")
    return found


def adjustable(event: Event, figure: str = "") -> str:
    """The figure that is meant, by name or title; without one, that which decides first."""
    order, titles = event.rules.standings.order, event.rules.titles()
    own = [name for name in order if name in event.rules.scoring.titles()]
    wanted = figure.casefold()
    found = next((name for name in own if wanted in ("", name, titles[name].casefold())), None)
    if found is None:
        known = ", ".join(titles[name] for name in own)
        raise BadInput(f"figure {figure!r}: decides no place here; choose from {known}.")
    return found


def soft_score(event: Event, name: str) -> SoftScore:
    for rule in event.rules.soft:
        if name.casefold() in (rule.name, rule.title.casefold()):
            return rule
    known = ", ".join(rule.name for rule in event.rules.soft) or "none"
    raise BadInput(f"score {name!r}: is no soft score of this event; it has {known}.")


# What it comes to


def extras(event: Event, last: int, *, final: bool) -> Iterator[tuple[str, Extra]]:
    """Each part with whose it is, up to a round; soft scores that count at the end only where this is the end."""
    for one in event.adjustments:
        if one.round <= last:
            yield one.player, Extra(one.figure, _word(one.points), one.points, one.why)
    for rule in event.rules.soft:
        if final or rule.counts == "always":
            for id_, points in soft_points(event, rule):
                yield id_, Extra(rule.to, rule.title, points)


def extras_of(event: Event, player: str, last: int, *, final: bool) -> tuple[Extra, ...]:
    return tuple(extra for id_, extra in extras(event, last, final=final) if id_ == player)


def soft_points(event: Event, rule: SoftScore) -> Iterable[tuple[str, Fraction]]:
    """What everybody has of a soft score, entered at the desk or by the players' votes."""
    if rule.by == "organiser":
        return [(id_, points) for (name, id_), points in event.soft.items() if name == rule.name]
    from musterhall.events.prizes import votes_for  # which asks for standings, and they ask here

    return [(id_, min(rule.most, rule.each * votes)) for id_, votes in votes_for(event, rule.award or "").items()]


def _word(points: Fraction) -> str:
    return "Penalty" if points < 0 else "Adjustment"


# What it changes


@handles("points.adjusted", Adjusted)
def _adjusted(event: Event, data: Adjusted, entry: Entry) -> None:
    player, points = event.player(data.player), Fraction(data.points)
    if event.checking and not entry.why.strip():
        raise BadInput(f"{player.name}: points are changed for a reason only; say which.")
    if not points:
        raise BadInput(f"{player.name}: 0 points change nothing; give another number.")
    if data.round > sum(one.published for one in event.rounds):
        raise BadInput(f"round {data.round}: is not published yet; adjust points from an earlier one on.")
    event.adjustments.append(Adjustment(player.id, adjustable(event, data.figure), points, data.round, entry.why))


@handles("soft.scored", Scored)
def _scored(event: Event, data: Scored, entry: Entry) -> None:
    player, rule, points = event.player(data.player), soft_score(event, data.score), Fraction(data.points)
    if rule.by != "organiser":
        raise BadInput(f"{rule.title}: comes from the players' votes; nobody enters it.")
    if not 0 <= points <= rule.most:
        raise BadInput(f"{player.name}: {rule.title} is from 0 to {shown(rule.most)}; {shown(points)} cannot be.")
    event.soft[rule.name, player.id] = points
