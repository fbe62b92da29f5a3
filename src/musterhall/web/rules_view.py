"""What the page of rules shows of an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from musterhall.events.event import Event
from musterhall.events.scenarios import known_scenarios
from musterhall.game.forces import RuleLine
from musterhall.packs.model import Pack
from musterhall.packs.rules_in_words import (
    ToldRule,
    award_line,
    day_lines,
    field_text,
    force_lines,
    own_lines,
    reading_lines,
    scoring_lines,
    told_rules,
)
from musterhall.packs.scenarios import Scenario
from musterhall.web.pictures import scenario_svg


@dataclass(frozen=True, slots=True)
class ToldScenario:
    scenario: Scenario
    rounds: tuple[int, ...]
    """In which it is played, as far as that is known."""
    picture: str
    brief: tuple[str, ...]
    points: tuple[str, ...]
    ends: tuple[str, ...]
    components: tuple[str, ...]


def rules_view(event: Event) -> dict[str, Any]:
    """Everything on the page of rules."""
    pack, rules = event.pack, event.rules
    told = {on: told_rules(pack, rules, on) for on in ("force", "day", "play")}
    return {
        "force_lines": [*force_lines(pack), *own_lines(pack, rules, event.planned), *_short(told["force"])],
        "force_rules": _long(told["force"]),
        "day_lines": [*day_lines(pack, rules, event.planned), *_prize_lines(event), *_short(told["day"])],
        "day_rules": _long(told["day"]),
        "play_lines": _short(told["play"]),
        "play_rules": _long(told["play"]),
        "scoring_lines": list(scoring_lines(pack, rules)),
        "scenarios": _told_scenarios(event),
        "reading_lines": list(reading_lines(pack)),
    }


def _prize_lines(event: Event) -> Iterable[RuleLine]:
    """What there is to win as the event stands, and whom it owes."""
    for award in event.awards:
        yield award_line(award, event.sponsors.get(award.name, ()))
    if thanked := event.sponsors.get(""):
        yield RuleLine("Sponsors", ", ".join(thanked))


def _short(rules: Iterable[ToldRule]) -> list[RuleLine]:
    """A rule of one sentence is a line like any other."""
    return [RuleLine(one.title, one.sentences[0].rstrip("."), one.page) for one in rules if len(one.sentences) == 1]


def _long(rules: Iterable[ToldRule]) -> list[ToldRule]:
    return [one for one in rules if len(one.sentences) > 1]


def _told_scenarios(event: Event) -> list[ToldScenario]:
    """Those first that are known to be played, in the order of their rounds."""
    known = known_scenarios(event)
    rounds = {
        one.name: tuple(number for number, played in known.items() if played is one) for one in event.rules.scenario
    }
    ordered = sorted(event.rules.scenario, key=lambda one: rounds[one.name] or (event.planned + 1,))
    return [_told_scenario(event.pack, one, rounds[one.name]) for one in ordered]


def _told_scenario(pack: Pack, scenario: Scenario, rounds: tuple[int, ...]) -> ToldScenario:
    return ToldScenario(
        scenario,
        rounds,
        picture=scenario_svg(scenario.layout, f"{scenario.title}: the table") if scenario.layout else "",
        brief=tuple(pack.told(scenario.brief)),
        points=tuple(map(field_text, scenario.field)),
        ends=tuple(end.says for end in pack.possible_ends(scenario)),
        components=tuple(pack.told(scenario.components)),
    )
