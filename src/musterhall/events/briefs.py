"""Scenarios as players are told of them: the rules in short, what brings points, and a picture of the table."""

from __future__ import annotations

from dataclasses import dataclass

from musterhall.events.event import Event
from musterhall.events.scenarios import known_scenarios
from musterhall.packs.model import Pack
from musterhall.packs.pictures import scenario_svg
from musterhall.packs.rules_in_words import field_text
from musterhall.packs.scenarios import Scenario


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


def told_scenarios(event: Event) -> list[ToldScenario]:
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
