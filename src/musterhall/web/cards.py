"""The score card as a form: what stands in it, how it is read again, and what it comes to.

A form's fields are flat: `sides.N.fields.NAME`, `sides.N.tally.NAME.PHASE`, `sides.N.units.PLACE` with a state and
`sides.N.inside.PLACE` with the place of the carrier (places in the roster, - for none), `sides.N.points.STATE` or
`sides.N.points.STATE:TYPE` where no force is on file, `sides.N.totals.NAME` where nothing else is known, `shared.NAME`,
`ended`, `dice.ROLL.0` and `dice.ROLL.1`, `empty` where nothing is meant to be on it.
A whole card may come as JSON in `card`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from musterhall.events.cards import EARLY, ENDS, TIME, Card, CardHalf, Fate, FieldValue, Roster, read_card
from musterhall.events.event import Event, Match, Round
from musterhall.events.matches import match_for, open_to_both, problems_at_desk, problems_of, result_of
from musterhall.events.scores import Result
from musterhall.events.scoring import (
    BOTH,
    ends_reached,
    needs_die,
    points_title,
    points_written,
    ways_to_end,
)
from musterhall.packs.card_rules import CardField, UnitState
from musterhall.packs.scoring_rules import DIE, Conditions, Measure
from musterhall.problems import BadInput, Problem
from musterhall.tally import shown
from musterhall.web.sessions import Visitor
from musterhall.web.showing import templates

NOBODY = "-"
"""Inside no other unit."""
FEWEST_ROWS = 6
"""Phases to write in for who has no script; others add rows as they need them."""
MOST_ROWS = 50
LONGEST_CARD = 100_000
BLANK_QUESTION = "Nothing is on this card. Did nobody score anything, and was nothing lost?"


# Reading


def card_from_form(event: Event, visitor: Visitor, data: Mapping[str, Any]) -> dict[str, Any]:
    """What an action about a card takes, from what its form sent; a form without a card gives none."""
    found: dict[str, Any] = {name: data[name] for name in ("player", "why") if name in data}
    found |= {name: _number(data[name], name) for name in ("round", "table") if name in data}
    if "card" in data:
        return found | {"card": _whole_card(data["card"])}
    if "sides" in data:
        round_, match = match_of_form(event, visitor, data)
        return found | {"card": _card(event, round_, match, data)}
    return found


def is_in_doubt(event: Event, visitor: Visitor, data: Mapping[str, Any], card: Mapping[str, Any] | None) -> bool:
    """Whether a form's card may only have been forgotten to be filled in: nothing is on it, and nobody said so."""
    if "sides" not in data or "empty" in data or card is None:
        return False
    round_, match = match_of_form(event, visitor, data)
    # What corrects a card was shown with all that it changes.
    return card == _unwritten(event, round_, match).as_data() and not match.settled


def match_of_form(event: Event, visitor: Visitor, data: Mapping[str, Any]) -> tuple[Round, Match]:
    """The match that a form speaks of: at a table for the desk, else the player's own."""
    number = _number(data["round"], "round") if "round" in data else None
    if visitor.role != "player" and "table" in data:
        if number is None:
            raise BadInput("round: the form does not say which; load the page again.")
        round_ = event.round(number)
        return round_, round_.match_at(_number(data["table"], "table"))
    player = visitor.player if visitor.role == "player" else str(data.get("player", ""))
    return match_for(event, event.player(player), number)


def _unwritten(event: Event, round_: Round, match: Match) -> Card:
    """A card on which nobody has written anything: only what is known anyway is ticked."""
    ticked = {name: 1 for name, tick in open_to_both(event, round_, match).ticks.items() if tick}
    return Card((CardHalf(), CardHalf()), shared=ticked)


def _whole_card(text: object) -> dict[str, Any]:
    if not isinstance(text, str) or len(text) > LONGEST_CARD:
        raise BadInput("card: cannot be read; load the page again.")
    try:
        card = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("card: cannot be read; load the page again.") from None
    return read_card(card if isinstance(card, dict) else {}).as_data()


def _card(event: Event, round_: Round, match: Match, data: Mapping[str, Any]) -> dict[str, Any]:
    sides = data["sides"]
    if not isinstance(sides, list) or len(sides) != 2 or not all(isinstance(side, dict) for side in sides):
        # With one side missing nobody could tell whose the other is.
        raise BadInput("card: one player's half is missing from the form; load the page again.")
    fields = {one.name: one for one in event.rules.card_fields(event.scenario_of(round_))}
    usual = event.rules.scoring.state[0].name if event.rules.scoring.state else ""
    first, second = (_side(sides[side], fields, match.rosters[side], usual) for side in BOTH)
    card: dict[str, Any] = {"sides": _trimmed([first, second])}
    if shared := _numbers(_table(data, "shared"), fields):
        card["shared"] = shared
    card["ended"] = str(data.get("ended", TIME))
    if rolls := _rolls(data.get("dice", [])):
        card["dice"] = rolls
    return read_card(card).as_data()


def _side(
    half: Mapping[str, Any], fields: Mapping[str, CardField], roster: Roster | None, usual: str
) -> dict[str, dict[str, Any]]:
    tallies = {name: _phases(name, value, fields) for name, value in _table(half, "tally").items()}
    points = {name: _number(value, f"points {name}") for name, value in _table(half, "points").items()}
    totals = {name: _total(value, name) for name, value in _table(half, "totals").items() if value}
    return {
        "fields": {**_numbers(_table(half, "fields"), fields), **tallies},
        "units": _fates(half, roster, usual) if roster else {},
        "points": points,
        "totals": totals,
    }


def _trimmed(sides: list[dict[str, dict[str, Any]]]) -> list[dict[str, dict[str, Any]]]:
    """Rows at the end in which neither player wrote anything are no phases of the match."""
    for name in {name for side in sides for name, value in side["fields"].items() if isinstance(value, list)}:
        rows = [side["fields"].get(name, []) for side in sides]
        if not all(isinstance(row, list) for row in rows):
            continue
        last = max((at for row in rows for at, figure in enumerate(row, 1) if figure), default=0)
        for side, row in zip(sides, rows, strict=True):
            side["fields"][name] = [*row, *[0] * last][:last]
            if not last:
                del side["fields"][name]
    return sides


def _fates(half: Mapping[str, Any], roster: Roster, usual: str) -> dict[str, Any]:
    states, inside = half.get("units", []), half.get("inside", [])
    if not states:
        return {}
    if not isinstance(states, list) or len(states) != len(roster.units) or not isinstance(inside, list):
        raise BadInput("card: the units on the form are not those of the force; load the page again.")
    carriers = dict(enumerate(inside)) if len(inside) == len(states) else {}
    found: dict[str, Any] = {}
    for place, (unit, state) in enumerate(zip(roster.units, states, strict=True)):
        if state == usual:
            continue
        carrier = str(carriers.get(place, NOBODY))
        at = _number(carrier, unit.name) if carrier != NOBODY else -1
        if at >= len(roster.units):
            raise BadInput(f"{unit.name}: is inside a unit that is not there; choose another.")
        found[unit.name] = {"state": str(state), "inside": roster.units[at].name} if at >= 0 else str(state)
    return found


def _phases(name: str, value: object, fields: Mapping[str, CardField]) -> list[int]:
    if not isinstance(value, list) or len(value) > MOST_ROWS:
        raise BadInput(f"{name}: the phases cannot be read; load the page again.")
    return [_number(one, _title(name, fields)) for one in value]


def _rolls(rows: object) -> list[list[int]]:
    if not isinstance(rows, list):
        raise BadInput("dice: the rolls cannot be read; load the page again.")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != 2:
            raise BadInput(f"dice: roll {number} has the face of one player only; write down both.")
    return [[_number(face, "dice") for face in row] for row in rows]


def _numbers(table: Mapping[str, Any], fields: Mapping[str, CardField]) -> dict[str, int]:
    return {name: _number(value, _title(name, fields)) for name, value in table.items()}


def _title(name: str, fields: Mapping[str, CardField]) -> str:
    return fields[name].title if name in fields else name


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise BadInput(f"card: {name} cannot be read; load the page again.")
    return found


def _number(value: object, where: str) -> int:
    if not isinstance(value, str | int) or not re.fullmatch(r"\s*-?\d{1,6}\s*", str(value), re.ASCII):
        raise BadInput(f"{where}: {str(value)[:40]!r} is no whole number; write one.")
    return int(value)


def _total(value: object, where: str) -> int | float:
    """A whole number, or one with a half."""
    if not isinstance(value, str) or not re.fullmatch(r"\s*-?\d{1,6}(\.\d{1,2})?\s*", value, re.ASCII):
        raise BadInput(f"{where}: {str(value)[:40]!r} is no number of points; write 60 or 60.5.")
    return float(value) if "." in value else int(value)


# What it comes to


@dataclass(frozen=True, slots=True)
class Sums:
    """A card worked out: each figure with its parts, or why it cannot be."""

    result: Result
    problems: tuple[Problem, ...]
    die_needed: bool
    over: bool
    """The scenario ends the match with these figures."""


def sums(event: Event, round_: Round, match: Match, card: Card, *, at_desk: bool = False) -> Sums:
    """For a player, or for the desk, which may know what players conceal."""
    problems = problems_at_desk if at_desk else problems_of
    scenario = event.scenario_of(round_)
    return Sums(
        result_of(event, round_, match, card),
        tuple(problems(event, round_, match, card)),
        needs_die(event.pack, scenario, card, match.rosters),
        bool(ends_reached(event.pack, scenario, card)),
    )


# Showing


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A figure that both players have, or that there is once for the match."""

    name: str
    title: str
    hint: str
    yes: bool
    per: str
    """Written down phase by phase; nothing where it is one figure."""
    most: int | None
    values: tuple[tuple[int, ...], tuple[int, ...]]
    """Each player's figure, or one for each phase; of a shared field only the first counts."""


@dataclass(frozen=True, slots=True)
class UnitRow:
    place: int
    name: str
    type: str
    points: int
    state: str
    inside: int | None
    states: tuple[UnitState, ...]
    """The ones that a unit of this type may be in."""
    changed: bool


@dataclass(frozen=True, slots=True)
class PointRow:
    """The points of all units in a state, perhaps of one type, where nobody knows the units."""

    name: str
    title: str
    value: int


@dataclass(frozen=True, slots=True)
class TotalRow:
    """What a measure came to for each player; nothing where that is not written down."""

    name: str
    title: str
    values: tuple[str, str]
    always: bool
    """Counts in every match, and not only with a tick."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that the form of a card shows."""

    round: int
    table: int
    names: tuple[str, str]
    order: tuple[int, int]
    """Whose half comes first: the own one, if it is somebody's own."""
    rows: tuple[FieldRow, ...]
    shared: tuple[FieldRow, ...]
    units: tuple[tuple[UnitRow, ...] | None, tuple[UnitRow, ...] | None]
    points: tuple[tuple[PointRow, ...], tuple[PointRow, ...]]
    totals: tuple[TotalRow, ...]
    """For a card of which nothing else is known."""
    rides: bool
    """Units may be inside others."""
    ends: tuple[tuple[str, str], ...]
    ended: str
    can_roll: bool
    rolls: tuple[tuple[int, int], ...]


def card_sheet(
    event: Event, round_: Round, match: Match, card: Card | None, names: Sequence[str] = (), own: int = 0
) -> Sheet:
    """The form of a match's card, filled in as far as there is a card."""
    filled = card or _unwritten(event, round_, match)
    fields = event.rules.card_fields(event.scenario_of(round_))
    first, second = names or [event.player(id_).name for id_ in match.players]
    return Sheet(
        round_.number,
        match.table,
        (first, second),
        (own, 1 - own),
        tuple(_row(one, [side.fields.get(one.name, 0) for side in filled.sides]) for one in fields if not one.shared),
        tuple(_row(one, [filled.shared.get(one.name, 0), 0]) for one in fields if one.shared),
        (_unit_rows(event, match, filled, 0), _unit_rows(event, match, filled, 1)),
        (_point_rows(event, match, filled, 0), _point_rows(event, match, filled, 1)),
        _total_rows(event, filled),
        any(state.aboard for state in event.rules.scoring.state),
        _ends(event, round_),
        filled.ended,
        any(isinstance(step, Conditions) and DIE in step.ties for step in event.rules.scoring.steps),
        filled.dice,
    )


# The form is a macro, and the desk shows it as well as the phones: it fetches its content itself.
templates().globals |= {"card_sheet": card_sheet, "blank_question": BLANK_QUESTION}


def _row(one: CardField, values: Sequence[FieldValue]) -> FieldRow:
    # A sum that somebody wrote down cannot be taken apart into phases again.
    summed = any(isinstance(value, int) and value for value in values)
    phases = [(value,) if isinstance(value, int) else value for value in values]
    if one.per and not summed:
        rows = max(FEWEST_ROWS, 2 + max(len(value) for value in phases))
        phases = [(*value, *[0] * rows)[:rows] if isinstance(value, tuple) else value for value in phases]
    elif one.per:
        phases = [(sum(value),) for value in phases]
    per = one.per if not summed else ""
    most = one.most_per if per else one.most
    return FieldRow(one.name, one.title, _hint(one), one.yes, per, most, (phases[0], phases[1]))


def _hint(one: CardField) -> str:
    each = f"{shown(one.each)} point{'' if one.each == 1 else 's'}" if one.yes else f"{shown(one.each)} each"
    said = [each] if one.each else []
    if one.most is not None and not one.yes:
        said.append(f"at most {one.most}")
    if one.per:
        said.append(f"for every {one.per}")
    return "; ".join(filter(None, [", ".join(said), one.note]))


def _unit_rows(event: Event, match: Match, card: Card, side: int) -> tuple[UnitRow, ...] | None:
    roster = match.rosters[side]
    states = event.rules.scoring.state
    if roster is None or len(states) < 2:
        return None
    fates = {roster.unit(name): fate for name, fate in card.sides[side].units.items()}
    places = {unit.name: place for place, unit in enumerate(roster.units)}
    usual = Fate(states[0].name)
    rows = []
    for place, unit in enumerate(roster.units):
        fate = fates.get(unit, usual)
        carrier = roster.unit(fate.inside) if fate.inside else None
        possible = tuple(state for state in states if not state.types or unit.type in state.types)
        inside = places[carrier.name] if carrier else None
        changed = fate.state != usual.state
        rows.append(UnitRow(place, unit.name, unit.type, unit.points, fate.state, inside, possible, changed))
    return tuple(rows)


def _point_rows(event: Event, match: Match, card: Card, side: int) -> tuple[PointRow, ...]:
    """What counts where no force is on file."""
    if match.rosters[side] is not None:
        return ()
    half, names = card.sides[side].points, points_written(event.rules)
    return tuple(PointRow(name, points_title(event.rules, name), half.get(name, 0)) for name in names)


def _total_rows(event: Event, card: Card) -> tuple[TotalRow, ...]:
    first, second = (half.totals for half in card.sides)
    return tuple(
        TotalRow(
            step.name,
            step.title,
            (_points(first.get(step.name)), _points(second.get(step.name))),
            always=step.only_if is None,
        )
        for step in event.rules.scoring.steps
        if isinstance(step, Measure)
    )


def _points(value: Fraction | None) -> str:
    return "" if value is None else shown(value)


def _ends(event: Event, round_: Round) -> tuple[tuple[str, str], ...]:
    """How this match can end, in words."""
    scenario = event.scenario_of(round_)
    words = dict(ENDS)
    for end in event.pack.possible_ends(scenario)[:1]:
        words[EARLY] = f"early: {end.says[:1].lower()}{end.says[1:].rstrip('.')}"
    ways = ways_to_end(event.pack, scenario)
    return tuple((way, f"{words[way][:1].upper()}{words[way][1:]}") for way in ways)
