"""Score cards as they might come from a table: made up, but such as a match of the scenario can give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from musterhall.dice import d6
from musterhall.events.card_check import card_problems
from musterhall.events.card_check.limits import in_force
from musterhall.events.card_check.watched_units import least_by_units, most_by_units
from musterhall.events.cards import (
    AGREED,
    EARLY,
    FULL,
    NO_OPPONENT,
    NOTHING_KNOWN,
    Card,
    CardHalf,
    Fate,
    FieldValue,
    Known,
    Roster,
    RosterUnit,
)
from musterhall.events.scoring import BOTH, Rosters, ends_reached, needs_die, points_written, rules
from musterhall.events.simulation.invented import Luck
from musterhall.packs.card_rules import CardField, Limit, UnitState
from musterhall.packs.event_rules import EventRules
from musterhall.packs.model import Pack
from musterhall.packs.scenarios import Scenario
from musterhall.packs.scoring_rules import Measure

NAMES = ("the first", "the second")
TRIES = 4
"""A pack's own rules may refuse a card for reasons that are not foreseen here."""
HARMED = 45
"""Of a hundred units, against an opponent of the same strength."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match about to be played."""

    pack: Pack
    scenario: Scenario
    rosters: Rosters
    strengths: tuple[int, int] = (1, 1)
    """How well the two play; chances go by the share of each."""
    known: Known = NOTHING_KNOWN
    """What the event knows of it besides the card."""

    @property
    def rules(self) -> EventRules:
        return rules(self.pack)

    def leader(self, luck: Luck) -> int:
        """Who has the better of it for a moment."""
        return 0 if luck.below(sum(self.strengths)) < self.strengths[0] else 1

    def possible(self, card: Card) -> bool:
        return not card_problems(self.pack, self.scenario, card, NAMES, self.rosters, self.known)


def plausible_card(meeting: Meeting, luck: Luck) -> Card:
    """A card that the event takes, with what became of the units and what was scored."""
    for _ in range(TRIES):
        card = _with_dice(meeting, _played(meeting, luck), luck)
        if meeting.possible(card):
            return card
    ticked = {name: 1 for name, tick in meeting.known.ticks.items() if tick}
    return _with_dice(meeting, Card((CardHalf(), CardHalf()), shared=ticked), luck)


def misread_card(meeting: Meeting, card: Card, luck: Luck) -> Card:
    """The same match as the other player remembers it: one unit less is harmed, if it can be so."""
    side = luck.below(2)
    half = card.sides[side]
    if half.units:
        forgotten = luck.pick(sorted(half.units))
        kept = {name: fate for name, fate in half.units.items() if forgotten not in (name, fate.inside)}
        halves = [replace(half, units=kept) if at == side else card.sides[at] for at in BOTH]
        other = _with_dice(meeting, replace(card, sides=(halves[0], halves[1]), dice=()), luck)
        if meeting.possible(other):
            return other
    return plausible_card(meeting, luck)


# The match


def _played(meeting: Meeting, luck: Luck) -> Card:
    shared = _shared(meeting, luck)
    first, second = (_harm(meeting, side, luck) for side in BOTH)
    tally = _Tally(meeting, (first, second), shared)
    _score(meeting, tally, luck)
    card = tally.card()
    if ends_reached(meeting.pack, meeting.scenario, card):
        return replace(card, ended=EARLY)
    if any(_wiped_out(meeting, card, side) for side in BOTH):
        return replace(card, ended=NO_OPPONENT)
    return replace(card, ended=_last_turn_or_time(meeting, card, luck))


def _last_turn_or_time(meeting: Meeting, card: Card, luck: Luck) -> str:
    """A match that nothing else has ended; now and then both have had enough."""
    scoring = meeting.rules.scoring
    if FULL in scoring.ends and all(card.shared.get(name, 0) >= last for name, last in scoring.last.items()):
        return FULL
    return AGREED if AGREED in scoring.ends and luck.chance(10) else card.ended


def _shared(meeting: Meeting, luck: Luck) -> dict[str, int]:
    """What is written once for both: boxes ticked, and the turn in which it ended, mostly a late one."""
    found = {}
    for one in meeting.rules.card_fields(meeting.scenario):
        if one.shared and one.yes:
            known = meeting.known.ticks.get(one.name)
            found[one.name] = int(luck.chance(30) if known is None else known)
        elif one.shared and one.most:
            late = one.most - luck.below(max(1, one.most // 2))
            found[one.name] = late if luck.chance(90) else 1 + luck.below(one.most)
    return {name: value for name, value in found.items() if value}


def _wiped_out(meeting: Meeting, card: Card, side: int) -> bool:
    roster = meeting.rosters[side]
    if roster is None:
        return False
    gone = {state.name for state in meeting.rules.scoring.state if state.gone}
    return all(state in gone for state in roster.states(card.sides[side].units, ""))


def _with_dice(meeting: Meeting, card: Card, luck: Luck) -> Card:
    """Where all else is level, both roll until their dice are not."""
    if not needs_die(meeting.pack, meeting.scenario, card, meeting.rosters):
        return card
    rolls: list[tuple[int, int]] = []
    while not rolls or rolls[-1][0] == rolls[-1][1]:
        one, other = luck.dice.roll(2, d6, "tie")
        rolls.append((one, other))
    return replace(card, dice=tuple(rolls))


# The units


def _harm(meeting: Meeting, side: int, luck: Luck) -> CardHalf:
    """What the other player did to the units of this one."""
    percent = min(90, 2 * HARMED * meeting.strengths[1 - side] // sum(meeting.strengths))
    roster = meeting.rosters[side]
    if roster is None:
        return CardHalf(points=_points_by_state(meeting.pack, percent, luck))
    fates = {}
    for unit in roster.units:
        if luck.chance(percent) and (states := _harms(meeting.rules, unit)):
            fates[unit.name] = Fate(luck.pick(states).name)
    return CardHalf(units=fates | _passengers(meeting.rules, roster, fates, luck))


def _harms(event: EventRules, unit: RosterUnit) -> list[UnitState]:
    """States a unit may come to; the first that takes it off the table twice, for that is what guns are for."""
    states = [one for one in event.scoring.state[1:] if not one.aboard and (not one.types or unit.type in one.types)]
    return [*states, *[one for one in states if one.gone][:1]]


def _passengers(event: EventRules, roster: Roster, fates: Mapping[str, Fate], luck: Luck) -> dict[str, Fate]:
    """Now and then an unharmed unit of the first type that can ride is inside one of the others."""
    found: dict[str, Fate] = {}
    unharmed = [unit for unit in roster.units if unit.name not in fates]
    for state in event.scoring.state:
        if not state.aboard or not state.types:
            continue
        carriers = [unit for unit in unharmed if unit.type in (state.inside or state.types[1:])]
        riders = [unit for unit in unharmed if unit.type == state.types[0]]
        if carriers and riders and luck.chance(40):
            found[luck.pick(riders).name] = Fate(state.name, luck.pick(carriers).name)
    return found


def _points_by_state(pack: Pack, percent: int, luck: Luck) -> dict[str, int]:
    """Where no force is on file: how many points are in each state that counts, by type where that matters."""
    states = points_written(rules(pack))
    points = pack.force.points
    most = (points.most or max(points.by_units.values())) // max(1, len(states))
    return {name: 1 + luck.below(most) for name in states if luck.chance(percent)}


# What was scored


@dataclass(slots=True)
class _Tally:
    """Both players' fields while the match goes on, phase by phase; what a limit forbids is not counted."""

    meeting: Meeting
    sides: tuple[CardHalf, CardHalf]
    shared: Mapping[str, int]
    counts: tuple[dict[str, list[int]], dict[str, list[int]]] = field(default_factory=lambda: ({}, {}))
    phases: int = 0
    bounds: list[tuple[Limit, int, int | None]] = field(init=False)
    """Each limit for each player, with the most that the units leave."""

    def __post_init__(self) -> None:
        meeting = self.meeting
        self.bounds = [
            (limit, side, most_by_units(meeting.pack, limit, self.sides, side, meeting.rosters, meeting.known))
            for limit in (*meeting.scenario.limit, *meeting.rules.scoring.limit)
            if limit.least is None and in_force(limit, self.shared)
            for side in BOTH
        ]

    def add_what_must_be(self) -> None:
        """What became of the units may leave no choice."""
        meeting = self.meeting
        fields = {one.name: one for one in meeting.rules.card_fields(meeting.scenario)}
        for limit in (*meeting.scenario.limit, *meeting.rules.scoring.limit):
            if limit.least is None or not in_force(limit, self.shared):
                continue
            for side in BOTH:
                least = least_by_units(meeting.pack, limit, self.sides, side, meeting.rosters, meeting.known)
                for _ in range(least - sum(sum(self._figures(side, name)) for name in limit.own)):
                    self.add(side, fields[limit.own[0]])

    def add(self, side: int, one: CardField) -> None:
        """One more of a field in the phase that is on, if that can be."""
        place = self.phases - 1 if one.per else 0
        figures = self._figures(side, one.name)
        while len(figures) <= place:
            figures.append(0)
        figures[place] += 1
        most_per = one.most_per is not None and one.per and figures[place] > one.most_per
        roster = self.meeting.rosters[side]
        too_many = one.own_units and roster is not None and figures[place] > len(roster.units)
        most = 1 if one.yes and one.most is None else one.most
        if most_per or too_many or (most is not None and sum(figures) > most) or self._breaks_a_limit():
            figures[place] -= 1

    def card(self) -> Card:
        fields = {one.name: one for one in self.meeting.rules.card_fields(self.meeting.scenario)}
        first, second = (
            replace(
                self.sides[side],
                fields={name: self._written(fields[name], figures) for name, figures in self.counts[side].items()},
            )
            for side in BOTH
        )
        return Card((first, second), shared=dict(self.shared))

    def _written(self, one: CardField, figures: Sequence[int]) -> FieldValue:
        if not one.per:
            return sum(figures)
        return (*figures, *(0 for _ in range(self.phases - len(figures))))

    def _figures(self, side: int, name: str) -> list[int]:
        return self.counts[side].setdefault(name, [])

    def _breaks_a_limit(self) -> bool:
        return any(self._breaks(limit, side, most) for limit, side, most in self.bounds)

    def _breaks(self, limit: Limit, side: int, most: int | None) -> bool:
        rows = [self._figures(side, name) for name in limit.own]
        rows += [self._figures(1 - side, name) for name in limit.other]
        if limit.each_phase:
            sums = (sum(row[at] for row in rows if at < len(row)) for at in range(self.phases))
            return limit.most is not None and any(figure > limit.most for figure in sums)
        if limit.most_of is not None:
            most = sum(self._figures(side, limit.most_of))
        elif limit.most is not None:
            most = limit.most
        return most is not None and sum(map(sum, rows)) > most


def _score(meeting: Meeting, tally: _Tally, luck: Luck) -> None:
    """Five to seven phases with a chance or two each, until the scenario ends the match."""
    fields = _own_fields(meeting, tally.shared)
    if not fields:
        return
    if all(one.yes for one in fields):
        tally.phases = 1
        tally.add_what_must_be()
        for _ in range(luck.below(5)):
            tally.add(meeting.leader(luck), luck.pick(fields))
        return
    tally.add_what_must_be()
    for _ in range(5 + luck.below(3)):
        tally.phases += 1
        for _ in range(1 + luck.below(2)):
            tally.add(meeting.leader(luck), luck.pick(fields))
        if ends_reached(meeting.pack, meeting.scenario, tally.card()):
            return


def _own_fields(meeting: Meeting, shared: Mapping[str, int]) -> list[CardField]:
    """What each player scores for himself, without what counts only if a box is ticked that is not."""
    measures = [step for step in meeting.rules.scoring.steps if isinstance(step, Measure) and step.only_if]
    idle = {name for step in measures if not shared.get(step.only_if or "") for name in step.fields}
    return [one for one in meeting.rules.card_fields(meeting.scenario) if not one.shared and one.name not in idle]
