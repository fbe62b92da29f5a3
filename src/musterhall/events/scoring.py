"""From a score card to the result of the match, by the steps of the pack.

A card is checked first (`musterhall.events.card_check`); what is scored here can be. Each step of a pack is one block
below, and every figure keeps what it is made of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from musterhall.events.cards import EARLY, OF_TYPE, Card, Roster, count
from musterhall.events.scores import Figure, Figures, Part, Result, exact
from musterhall.packs.card_rules import CardField, End
from musterhall.packs.event_rules import EventRules
from musterhall.packs.model import Pack
from musterhall.packs.scenarios import Scenario
from musterhall.packs.scoring_rules import DIE, Award, Conditions, Counted, Measure, Sum, Winner
from musterhall.problems import BadInput
from musterhall.tally import shown

Rosters = tuple[Roster | None, Roster | None]

BOTH = (0, 1)
MAJORITY = {"more": 1, "two": 2}
"""How many conditions the winner must have, by the reading of that name."""


def score(pack: Pack, scenario: Scenario, card: Card, rosters: Rosters) -> Result:
    """What the match comes to: each player's figures, who won and why."""
    match = _played(pack, scenario, card, rosters)
    return Result(match.figures, match.winner, match.because, tuple(dict.fromkeys([*_end_notes(match), *match.notes])))


def needs_die(pack: Pack, scenario: Scenario, card: Card, rosters: Rosters) -> bool:
    """Whether nothing but a roll of dice decides this match, rolled already or not."""
    if not any(isinstance(step, Conditions) and DIE in step.ties for step in rules(pack).scoring.steps):
        return False
    return _played(pack, scenario, replace(card, dice=()), rosters).die_needed


def ends_reached(pack: Pack, scenario: Scenario, card: Card) -> list[tuple[int, End]]:
    """What ends this match before time, with the player who brought it about."""
    return [(side, end) for end in pack.possible_ends(scenario) for side in BOTH if _brought_about(end, card, side)]


def ways_to_end(pack: Pack, scenario: Scenario) -> list[str]:
    """How a match of this scenario may end: early only where something can end it before time."""
    return [end for end in rules(pack).scoring.ends if end != EARLY or pack.possible_ends(scenario)]


def types_that_count(event: EventRules, state: str) -> list[str]:
    """The types of units by which points in this state are counted; none where the type does not matter."""
    counts = [one for step in event.scoring.steps if isinstance(step, Measure) for one in step.counts]
    return list(dict.fromkeys(type_ for one in counts if state in one.states for type_ in one.types))


def measures(event: EventRules, shared: Mapping[str, int]) -> list[Measure]:
    """Those that count in a match with these ticks for both."""
    steps = [step for step in event.scoring.steps if isinstance(step, Measure)]
    return [step for step in steps if step.only_if is None or shared.get(step.only_if)]


def points_written(event: EventRules) -> list[str]:
    """What a card has points for where no force is on file: states, with a type where that counts."""
    counts = [one for step in event.scoring.steps if isinstance(step, Measure) for one in step.counts]
    counted = {state for one in counts for state in one.states}
    return [
        name
        for state in event.scoring.state
        if state.name in counted and not state.aboard
        for name in [f"{state.name}{OF_TYPE}{type_}" for type_ in types_that_count(event, state.name)] or [state.name]
    ]


def points_title(event: EventRules, name: str) -> str:
    """Such points in words: captured, in the captor's deployment zone (infantry)."""
    state, _, type_ = name.partition(OF_TYPE)
    title = next((one.title for one in event.scoring.state if one.name == state), state)
    return f"{title} ({type_})" if type_ else title


def zero(pack: Pack) -> Figures:
    """Every figure at nothing: for who concedes or is disqualified."""
    return {name: Figure(name, title) for name, title in rules(pack).scoring.titles().items()}


def rules(pack: Pack) -> EventRules:
    """The event half of a pack, which must be there."""
    if pack.event is None:
        raise BadInput(f"{pack.name}: has no [event], so no card can be scored by it; add one to the pack.")
    return pack.event


def written(card: Card, side: int, name: str) -> int:
    """What stands in a field of the card, for this player or for both."""
    value = card.sides[side].fields.get(name)
    return card.shared.get(name, 0) if value is None else count(value)


def sum_figure(step: Sum, made: Mapping[str, Figure], *further: Part) -> Figure:
    """The figures of a sum as its parts; one that was left out of the match is left out here."""
    parts = [Part(made[name].title, made[name].total, step.because) for name in step.of if name in made]
    return Figure(step.name, step.title, (*parts, *further))


def _brought_about(end: End, card: Card, side: int) -> bool:
    if any(card.shared.get(name, 0) < figure for name, figure in end.since.items()):
        return False
    own, other = (sum(written(card, player, name) for name in end.fields) for player in (side, 1 - side))
    return own >= end.reach and (own > other or not end.more)


@dataclass(slots=True)
class _Match:
    """A match while it is scored."""

    pack: Pack
    event: EventRules
    scenario: Scenario
    card: Card
    rosters: Rosters
    states: tuple[list[str], list[str]]
    """Of each player's units, in the order of the roster."""
    figures: tuple[dict[str, Figure], dict[str, Figure]] = field(default_factory=lambda: ({}, {}))
    uncut: dict[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    """Both players' totals of a measure before its cap, where the cap cut one of them."""
    winner: int | None = None
    because: str = ""
    notes: list[str] = field(default_factory=list)
    die_needed: bool = False

    def totals(self, name: str, *, cut: bool = True) -> tuple[Fraction, Fraction]:
        if not cut and name in self.uncut:
            return self.uncut[name]
        first, second = self.figures
        return first[name].total, second[name].total

    def title(self, name: str) -> str:
        return self.figures[0][name].title


@dataclass(frozen=True, slots=True)
class _Verdict:
    winner: int | None
    because: str
    die_needed: bool = False


def _played(pack: Pack, scenario: Scenario, card: Card, rosters: Rosters) -> _Match:
    event = rules(pack)
    usual = event.scoring.state[0].name if event.scoring.state else ""
    first, second = (
        roster.states(side.units, usual) if roster else [] for roster, side in zip(rosters, card.sides, strict=True)
    )
    match = _Match(pack, event, scenario, card, rosters, (first, second))
    for step in event.scoring.steps:
        if isinstance(step, Measure):
            _measure(match, step)
        elif isinstance(step, Winner):
            _winner(match, step)
        elif isinstance(step, Conditions):
            _conditions(match, step)
        elif isinstance(step, Award):
            _award(match, step)
        else:
            _sum(match, step)
    return match


# Measures


def _measure(match: _Match, step: Measure) -> None:
    if step.only_if is not None and not match.card.shared.get(step.only_if):
        return
    uncut = []
    for side in BOTH:
        parts = list(_parts(match, step, side))
        figure = Figure(step.name, step.title, tuple(parts))
        uncut.append(figure.total)
        match.figures[side][step.name] = _cut(figure, step)
    if step.cap is not None and max(uncut) > step.cap:
        match.uncut[step.name] = (uncut[0], uncut[1])


def _parts(match: _Match, step: Measure, side: int) -> Iterator[Part]:
    if match.card.by_totals:
        yield Part("as the card has it", match.card.sides[side].totals.get(step.name, exact(0)), step.because)
        return
    yield from _field_parts(match, step, side)
    yield from _unit_parts(match, step, side)


def _cut(figure: Figure, step: Measure) -> Figure:
    if step.cap is None or figure.total <= step.cap:
        return figure
    over = Part(f"cut at {step.cap}", step.cap - figure.total, step.because)
    return Figure(figure.name, figure.title, (*figure.parts, over))


def _field_parts(match: _Match, step: Measure, side: int) -> Iterator[Part]:
    for one in _measured(match, step):
        number = written(match.card, side, one.name)
        if number and one.each:
            name = one.title if one.yes else f"{number} x {one.title} at {shown(one.each)}"
            yield Part(name, _times(number, one.each), one.because or match.scenario.because or step.because)


def _measured(match: _Match, step: Measure) -> Sequence[CardField]:
    if step.fields == "scenario":
        return match.scenario.field
    return [one for one in match.event.scoring.field if one.name in step.fields] if step.fields else ()


def _unit_parts(match: _Match, step: Measure, side: int) -> list[Part]:
    parts = []
    for counted in step.counts:
        owner = side if counted.whose == "own" else 1 - side
        said: dict[str, str] = {}
        for name, state, points in _in_states(match, counted, owner):
            if state not in said:
                said[state] = _said(match, state, counted)
            number = 1 if counted.by == "units" else points
            parts.append(Part(f"{name} {said[state]}", _times(number, counted.times, counted.rounding), step.because))
    return parts


def _in_states(match: _Match, counted: Counted, owner: int) -> list[tuple[str, str, int]]:
    """Name, state and points of what is counted: units, or all points in a state where no force is on file."""
    roster, states = match.rosters[owner], counted.states
    if roster is None and counted.by == "units":
        return []  # points say nothing of how many they were
    if roster is None:
        return _points_in_states(match.card.sides[owner].points, counted)
    return [
        (unit.name, state, unit.points)
        for unit, state in zip(roster.units, match.states[owner], strict=True)
        if state in states and (not counted.types or unit.type in counted.types)
    ]


def _points_in_states(points: Mapping[str, int], counted: Counted) -> list[tuple[str, str, int]]:
    found = []
    for state in counted.states:
        for name, figure in points.items():
            written_for, _, type_ = name.partition(OF_TYPE)
            if figure and written_for == state and (not counted.types or type_ in counted.types):
                found.append((f"{figure} points{f' of {type_}' if type_ else ''}", state, figure))
    return found


def _times(number: int, each: Fraction, rounding: str = "exact") -> Fraction:
    numerator, denominator = each.as_integer_ratio()
    if rounding == "down":
        return exact(number * numerator // denominator)
    return exact(number * numerator, denominator)


def _said(match: _Match, state: str, counted: Counted) -> str:
    """destroyed, or: crippled, half."""
    title = next((one.title for one in match.event.scoring.state if one.name == state), state)
    return _state_told(title, *counted.times.as_integer_ratio(), counted.rounding)


@lru_cache(512)  # a pack has a handful, and every unit of every card asks
def _state_told(title: str, numerator: int, denominator: int, rounding: str) -> str:
    times = _TIMES.get((numerator, denominator), f", x {Fraction(numerator, denominator)}")
    return f"{title[:1].lower()}{title[1:]}{times}{' rounded down' if rounding == 'down' and times else ''}"


_TIMES = {(1, 1): "", (1, 2): ", half", (2, 1): ", doubled"}


# Who wins


def _winner(match: _Match, step: Winner) -> None:
    cut = match.pack.reading("cap_before_winner") is True
    verdict = _tested(match, step, cut=cut)
    if match.uncut and _tested(match, step, cut=not cut).winner != verdict.winner:
        match.notes.append(match.pack.answer_in_words("cap_before_winner"))
    _decide(match, verdict)


def _tested(match: _Match, step: Winner, *, cut: bool) -> _Verdict:
    """The first test that one of the players passes decides."""
    asked: list[str] = []
    for test in step.by:
        if test.most not in match.figures[0]:
            continue
        asked.append(test.most)
        first, second = match.totals(test.most, cut=cut)
        if first != second and max(first, second) >= test.least:
            winner = 0 if first > second else 1
            return _Verdict(winner, f"{_figures_of(match, asked, winner, cut=cut)}.")
    return _Verdict(None, f"{_figures_of(match, asked, 0, cut=cut)}: a draw.")


def _figures_of(match: _Match, names: Sequence[str], side: int, *, cut: bool = True) -> str:
    """What decided, with this player's figure before the other's: 440 to 330 Objective Points."""
    pairs = [(match.totals(name, cut=cut), match.title(name)) for name in names]
    return ", and ".join(f"{shown(both[side])} to {shown(both[1 - side])} {title}" for both, title in pairs)


def _conditions(match: _Match, step: Conditions) -> None:
    """Nobody wins a condition in which both are level."""
    won: tuple[list[Part], list[Part]] = ([], [])
    for name in step.of:
        if name not in match.figures[0]:
            continue
        first, second = match.totals(name)
        if first != second:
            said = f"{match.title(name)}, {shown(max(first, second))} to {shown(min(first, second))}"
            won[0 if first > second else 1].append(Part(said, exact(1), step.because))
    for side in BOTH:
        match.figures[side][step.name] = Figure(step.name, step.title, tuple(won[side]))
    verdicts = {reading: _by_conditions(match, step, least) for reading, least in MAJORITY.items()}
    verdict = verdicts[str(match.pack.reading("majority"))]
    if len({one.winner for one in verdicts.values()}) > 1:
        match.notes.append(match.pack.answer_in_words("majority"))
    _decide(match, verdict)


def _by_conditions(match: _Match, step: Conditions, least: int) -> _Verdict:
    first, second = match.totals(step.name)
    if first != second and max(first, second) >= least:
        winner = 0 if first > second else 1
        return _Verdict(winner, f"{_figures_of(match, [step.name], winner)}.")
    return _tie_broken(match, step)


def _tie_broken(match: _Match, step: Conditions) -> _Verdict:
    asked = [step.name]
    for name in step.ties:
        if name == DIE:
            return _rolled(match, asked)
        if name not in match.figures[0]:
            continue
        asked.append(name)
        first, second = match.totals(name)
        if first != second:
            winner = 0 if first > second else 1
            return _Verdict(winner, f"{_figures_of(match, asked, winner)}.")
    return _Verdict(None, f"{_figures_of(match, asked, 0)}: a draw.")


def _rolled(match: _Match, asked: Sequence[str]) -> _Verdict:
    """The last roll counts; those before it were level."""
    faces = match.card.dice[-1] if match.card.dice else (0, 0)
    if faces[0] == faces[1]:
        return _Verdict(None, f"{_figures_of(match, asked, 0)}: a roll of the die is needed.", die_needed=True)
    winner = 0 if faces[0] > faces[1] else 1
    said = f"{_figures_of(match, asked, winner)}, and {faces[winner]} to {faces[1 - winner]} on the die."
    return _Verdict(winner, said, die_needed=True)


def _decide(match: _Match, verdict: _Verdict) -> None:
    """A second step that finds the winner is asked only while the first has found none."""
    if match.winner is None:
        match.winner, match.because, match.die_needed = verdict.winner, verdict.because, verdict.die_needed


# What follows from it


def _award(match: _Match, step: Award) -> None:
    for side in BOTH:
        if match.winner is None:
            part = Part("draw", step.draw, step.because)
        elif match.winner == side:
            part = Part("win", step.win, step.because)
        else:
            part = Part("loss", step.loss, step.because)
        match.figures[side][step.name] = Figure(step.name, step.title, (part,))


def _sum(match: _Match, step: Sum) -> None:
    for side in BOTH:
        match.figures[side][step.name] = sum_figure(step, match.figures[side])


# Notes


def _end_notes(match: _Match) -> Iterator[str]:
    for _, end in ends_reached(match.pack, match.scenario, match.card):
        yield f"{end.says[:1].upper()}{end.says[1:].rstrip('.')}."
        for name in end.readings:
            yield match.pack.answer_in_words(name)
