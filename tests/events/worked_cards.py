"""Worked cards: files with a card and what it must come to, as a player could have written them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from musterhall.events.card_check import card_problems
from musterhall.events.cards import Card, CommandUnits, Known, Roster, read_card, roster_from
from musterhall.events.scores import Result
from musterhall.events.scoring import rules, score
from musterhall.packs.model import Pack, load_pack, open_questions
from musterhall.packs.scenarios import Scenario
from musterhall.problems import BadInput, parse_model, parse_toml

NAMES = ("Anna", "Bert")
WINNERS = {0: "first", 1: "second", None: "draw"}


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _Unit(_Form):
    name: str
    type: str
    points: int


class _Known(_Form):
    """What the event knows of the match besides the card."""

    command_units: list[list[str]] = Field(default=[[], []], min_length=2, max_length=2)
    """Each player's command units that were revealed, or that must be some."""
    among: list[list[str]] = Field(default=[[], []], min_length=2, max_length=2)
    """From which each player's others must be."""
    revealed: bool = False
    """Whether their players have shown those that are named."""
    ticks: dict[str, bool] = {}


class Expected(_Form):
    """What must come out; what is left out is not looked at."""

    winner: Literal["first", "second", "draw"] | None = None
    first: dict[str, int | float | str] = {}
    second: dict[str, int | float | str] = {}
    because: str = ""
    """Part of the sentence that says why."""
    notes: str = ""
    """Part of a note."""
    refused: str = ""
    """Part of a problem, if the card cannot be."""


class _CaseForm(_Form):
    title: str = Field(min_length=1)
    rule: str = Field(min_length=1)
    pack: str
    scenario: str
    readings: dict[str, str | bool] = {}
    roster: list[list[_Unit]] = Field(default=[], max_length=2)
    """The first player's units, then the second's; nothing where no force is on file."""
    known: _Known = _Known()
    card: dict[str, Any]
    expect: Expected


@dataclass(frozen=True, slots=True)
class WorkedCard:
    name: str
    title: str
    pack: Pack
    scenario: Scenario
    rosters: tuple[Roster | None, Roster | None]
    known: Known
    card: Card
    expect: Expected

    def complaints(self) -> list[str]:
        """Where the card does not come to what is expected; nothing if it does."""
        found = card_problems(self.pack, self.scenario, self.card, NAMES, self.rosters, self.known)
        problems = [str(problem) for problem in found]
        if self.expect.refused:
            refused = any(self.expect.refused in problem for problem in problems)
            return [] if refused else [f"refused: expected {self.expect.refused!r}, found {problems or 'no problem'}"]
        if problems:
            return [f"refused: {problem}" for problem in problems]
        return self._differences(score(self.pack, self.scenario, self.card, self.rosters))

    def _differences(self, result: Result) -> list[str]:
        found = []
        if self.expect.winner not in (None, WINNERS[result.winner]):
            found.append(f"winner: expected {self.expect.winner}, found {WINNERS[result.winner]}: {result.because}")
        for side, expected in enumerate((self.expect.first, self.expect.second)):
            for name, value in expected.items():
                figure = result.figures[side].get(name)
                if figure is None:
                    found.append(f"{WINNERS[side]}.{name}: expected {value}, and there is no such figure")
                elif figure.total != Fraction(str(value)):
                    found.append(f"{WINNERS[side]}.{name}: expected {value}, found {figure}")
        if self.expect.because not in result.because:
            found.append(f"because: expected {self.expect.because!r}, found {result.because!r}")
        if self.expect.notes and not any(self.expect.notes in note for note in result.notes):
            found.append(f"notes: expected {self.expect.notes!r}, found {list(result.notes)}")
        return found


def read_case(text: str, name: str) -> WorkedCard:
    """A worked card; an error names the file and the field."""
    form = parse_model(_CaseForm, parse_toml(text, name), name)
    pack = _read_so(load_pack(form.pack), form.readings, name)
    scenario = rules(pack).scenario_named(form.scenario)
    if scenario is None:
        there = ", ".join(one.name for one in rules(pack).scenario)
        raise BadInput(f"{name}: scenario: {form.pack} has none called {form.scenario!r}; there is {there}.")
    first, second = (*(_roster(units) for units in form.roster), None, None)[:2]
    card = read_card(form.card, f"{name}, card")
    _known_figures(form.expect, pack, name)
    return WorkedCard(name, form.title, pack, scenario, (first, second), _known(form.known), card, form.expect)


def _known(form: _Known) -> Known:
    pairs = zip(form.command_units, form.among, strict=True)
    first, second = (CommandUnits(tuple(named), tuple(among), form.revealed) for named, among in pairs)
    return Known((first, second), form.ticks)


def _roster(units: list[_Unit]) -> Roster | None:
    return roster_from([unit.model_dump() for unit in units]) if units else None


def _read_so(pack: Pack, chosen: Mapping[str, str | bool], name: str) -> Pack:
    for setting, value in chosen.items():
        if setting not in open_questions() or value not in open_questions()[setting].values:
            raise BadInput(f"{name}: readings.{setting}: cannot be {value!r}; see readings.toml.")
    return pack.model_copy(update={"readings": {**pack.readings, **chosen}})


def _known_figures(expect: Expected, pack: Pack, name: str) -> None:
    known = rules(pack).scoring.titles()
    for side, figures in (("first", expect.first), ("second", expect.second)):
        for figure in figures:
            if figure not in known:
                raise BadInput(f"{name}: expect.{side}.{figure}: no figure of the pack; there is {', '.join(known)}.")
