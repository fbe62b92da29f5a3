"""Score cards to fill in by hand: one page for each match, or blank ones for a scenario.

The page follows the pack: its fields, what may have become of a unit, and the steps from there to the points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from musterhall.events.cards import EARLY, ENDS, Roster, RosterUnit
from musterhall.events.event import Event, Match
from musterhall.events.scoring import ways_to_end
from musterhall.events.wording import possessive
from musterhall.packs.card_rules import CardField, UnitState
from musterhall.packs.event_rules import EventRules
from musterhall.packs.model import Pack
from musterhall.packs.scenarios import Scenario
from musterhall.packs.scoring_rules import DIE, Award, Conditions, Counted, Measure, Step, Sum, Winner
from musterhall.printing.event_pages import page_data, printable_round, scenario_data
from musterhall.printing.typesetting import typeset
from musterhall.problems import BadInput

TEMPLATE = "score_cards.typ"

LINES = 10
"""For units, where neither a roster nor the pack says how many."""
MOST_LINES = 24
"""More do not fit beside everything else; the force sheet has the rest."""
PHASES = 10
"""Boxes for a figure that is counted in every phase."""
FRACTIONS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def score_cards_pdf(
    event: Event,
    number: int | None,
    *,
    scenario: str | None = None,
    blank: bool = False,
    draft: bool = False,
    paper: str = "a4",
) -> bytes:
    """A card for each match of a round; or blank ones for a scenario, a round's scenario, or each that the pack has."""
    data = _blank_cards(event, number, scenario) if blank else _match_cards(event, number, scenario, draft=draft)
    return typeset(TEMPLATE, data, paper=paper)


def score_cards_data(event: Event, number: int, *, draft: bool = False) -> dict[str, Any]:
    """All that the template prints for a round."""
    return _match_cards(event, number, None, draft=draft)


def _match_cards(event: Event, number: int | None, scenario: str | None, *, draft: bool) -> dict[str, Any]:
    if number is None:
        raise BadInput("score cards: name the round, or ask for blank ones.")
    round_ = printable_round(event, number, draft=draft)
    if scenario not in (None, round_.scenario):
        raise BadInput(f"round {number}: is played with {round_.scenario}; ask for blank cards of {scenario}.")
    if not round_.matches:
        raise BadInput(f"round {number}: has no matches, so there is no card to print; pair it first.")
    form = _form(event.pack, event.scenario_of(round_))
    matches = sorted(round_.matches, key=lambda match: match.table)
    cards = [{"form": 0, "round": number, **_match(event, match)} for match in matches]
    return {**page_data(event, draft=not round_.published), "forms": [form], "cards": cards}


def _blank_cards(event: Event, number: int | None, scenario: str | None) -> dict[str, Any]:
    scenarios = _scenarios(event, number, scenario)
    nobody: dict[str, Any] = {"table": None, "sides": [_side(event, "", None)] * 2}
    cards = [{"form": at, "round": number, **nobody} for at in range(len(scenarios))]
    return {**page_data(event), "forms": [_form(event.pack, one) for one in scenarios], "cards": cards}


def _scenarios(event: Event, number: int | None, name: str | None) -> list[Scenario]:
    """The one that is named, that of a round, or all."""
    if name is None and number is not None:
        planned = [round_.scenario for round_ in event.rounds]
        planned += event.scenarios[len(planned) :]
        if not 1 <= number <= len(planned):
            raise BadInput(f"round {number}: has no scenario yet; draw the scenarios, or name one.")
        name = planned[number - 1]
    if name is None:
        return list(event.rules.scenario)
    found = event.rules.scenario_named(name)
    if found is None:
        known = ", ".join(one.name for one in event.rules.scenario)
        raise BadInput(f"scenario {name!r}: is not in this pack; choose from {known}.")
    return [found]


# The two players


def _match(event: Event, match: Match) -> dict[str, Any]:
    """Each player's half has the units of the other, for those are what a player scores for."""
    names = [event.player(id_).name for id_ in match.players]
    sides = [_side(event, name, roster) for name, roster in zip(names, reversed(match.rosters), strict=True)]
    owned = [{"units_of": f"{possessive(name)} units"} for name in reversed(names)]
    return {"table": match.table, "sides": [side | of for side, of in zip(sides, owned, strict=True)]}


def _side(event: Event, name: str, opposing: Roster | None) -> dict[str, Any]:
    states = event.rules.scoring.state[1:]
    units = opposing.units if opposing else ()
    shown = units if len(units) <= MOST_LINES else units[: MOST_LINES - 1]
    return {
        "name": name,
        "units_of": "Opposing units",
        "points": opposing.points if opposing else None,
        "units": [_unit(unit, states) for unit in shown],
        "more": len(units) - len(shown),
        "lines": 0 if opposing else _lines(event.pack),
    }


def _unit(unit: RosterUnit, states: Iterable[UnitState]) -> dict[str, Any]:
    """With whether it can come to each state at all."""
    can = [not state.types or unit.type in state.types for state in states]
    return {"name": unit.name, "points": unit.points, "can": can}


def _lines(pack: Pack) -> int:
    most = pack.force.units.most if pack.force.units else None
    return min(most or LINES, MOST_LINES)


# What the pack asks for


def _form(pack: Pack, scenario: Scenario) -> dict[str, Any]:
    """The card of a scenario without its players."""
    assert pack.event is not None, "an event's pack says how it runs"
    rules = pack.event
    fields = rules.card_fields(scenario)
    early = [f"Early: {end.says}" for end in pack.possible_ends(scenario)]
    ways = [[ENDS[way]] if way != EARLY else early for way in ways_to_end(pack, scenario)]
    return {
        **scenario_data(scenario),
        "fields": [_field(field) for field in fields if not field.shared],
        "shared": [_field(field) for field in fields if field.shared],
        "states": [{"head": _head(state), "note": _state_note(state)} for state in rules.scoring.state[1:]],
        "steps": [row for step in rules.scoring.steps for row in _step(step, rules)],
        "ends": [f"{way[:1].upper()}{way[1:]}" for several in ways for way in several],
    }


def _field(field: CardField) -> dict[str, Any]:
    return {
        "title": field.title,
        "note": "; ".join(filter(None, [_field_note(field), field.note])),
        "each": _figure(field.each) if field.each not in (0, 1) else "",
        "yes": field.yes,
        "phases": PHASES if field.per else 0,
    }


def _field_note(field: CardField) -> str:
    most = f"at most {field.most}" if field.most is not None and not field.yes else ""
    if not field.per:
        return most
    each = f"{field.most_per} at most in each {field.per}" if field.most_per is not None else f"in each {field.per}"
    return f"{each}; {most} in all" if most else each


def _head(state: UnitState) -> str:
    """A word or two above a column of boxes."""
    return state.name.replace("_", " ")


def _state_note(state: UnitState) -> str:
    """What the head of its column leaves out."""
    only = f"only {' and '.join(state.types)}" if state.types else ""
    aboard = "write beside the unit which it is in" if state.aboard else ""
    title = state.title if state.title != _head(state) else ""
    return "; ".join(filter(None, (title, only, aboard)))


def _step(step: Step, rules: EventRules) -> list[dict[str, Any]]:
    """The rows of a step: what is written down, by what rule, and in which kind of box."""
    titles = rules.scoring.titles()
    if isinstance(step, Measure):
        return [_row("figure", step.title, _measure_note(step, rules))]
    if isinstance(step, Winner):
        tests = [f"most “{titles[test.most]}”{_least(test.least)}" for test in step.by]
        return [_row("winner", "Winner", f"{'; else '.join(tests)}; else a draw")]
    if isinstance(step, Conditions):
        return _conditions_rows(step, titles)
    if isinstance(step, Award):
        note = f"win {_figure(step.win)}, draw {_figure(step.draw)}, loss {_figure(step.loss)}"
        return [_row("figure", step.title, note)]
    return [_row("total", step.title, _sum_note(step, titles))]


def _conditions_rows(step: Conditions, titles: dict[str, str]) -> list[dict[str, Any]]:
    """How many each has won, who won by that, and the dice where even the ties may be level."""
    ties = [f"most “{titles[name]}”" for name in step.ties if name != DIE]
    dice = DIE in step.ties
    level = ", then ".join([*ties, "the higher die"] if dice else ties)
    rows = [_row("figure", step.title, "each goes to who has more of it; level goes to nobody")]
    rows.append(_row("winner", "Winner", f"most won; level: {level}" if level else "most won; level is a draw"))
    return [*rows, _row("dice", "Dice", "only if all else is level; roll again while level")] if dice else rows


def _row(kind: str, title: str, note: str) -> dict[str, Any]:
    return {"kind": kind, "title": title, "note": note}


def _measure_note(step: Measure, rules: EventRules) -> str:
    known = {field.name: field.title for field in rules.scoring.field}
    parts = []
    if step.fields == "scenario" or len(step.fields) > 2:
        parts.append("the points of the boxes above")
    elif step.fields:
        parts.append(", ".join(f"“{known[name]}”" for name in step.fields))
    parts += [_count_note(whose, step.counts, rules) for whose in ("own", "opponent")]
    parts.append(f"at most {step.cap}" if step.cap is not None else "")
    parts.append(f"only if “{known[step.only_if]}”" if step.only_if else "")
    return "; ".join(filter(None, parts))


def _count_note(whose: str, counts: Sequence[Counted], rules: EventRules) -> str:
    """For instance: opposing units destroyed ×1, crippled ×½."""
    heads = {state.name: _head(state) for state in rules.scoring.state}
    parts = []
    for count in counts:
        if count.whose == whose:
            states = " or ".join(heads[name] for name in count.states)
            only = f" ({', '.join(count.types)})" if count.types else ""
            down = ", each rounded down" if count.rounding == "down" else ""
            parts.append(f"{states}{only} ×{_figure(count.times)}{down}")
    word = "own" if whose == "own" else "opposing"
    return f"{word} units {', '.join(parts)}" if parts else ""


def _sum_note(step: Sum, titles: dict[str, str]) -> str:
    return " + ".join(titles[name] for name in step.of)


def _least(least: Fraction) -> str:
    return f", at least {_figure(least)}" if least else ""


def _figure(value: Fraction) -> str:
    return FRACTIONS.get(value, str(value))
