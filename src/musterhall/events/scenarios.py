"""Which scenario is played in which round, and who knows of it."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from musterhall.dice import Dice, Die
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.events.handling import EntryData, handles
from musterhall.packs.scenarios import Scenario
from musterhall.problems import BadInput
from musterhall.tally import counted


class ScenariosChosen(EntryData):
    rounds: list[str] = Field(min_length=1, max_length=50)
    seed: int | None = None


class ScenariosMadeKnown(EntryData):
    """Nothing but that it happened."""


def draw_scenarios(event: Event, seed: int) -> NewEntry:
    """The scenario of each round: by lot without repeats, or as the pack lists them."""
    names = [one.name for one in event.rules.scenario]
    if event.rules.choice.pick == "draw":
        names = _by_lot(names, Dice(seed))
    rounds = [names[at % len(names)] for at in range(event.planned)]
    return NewEntry("event.scenarios", {"rounds": rounds, "seed": seed})


def choose_scenarios(event: Event, names: Sequence[str]) -> NewEntry:
    """The scenarios that the organiser wants, one for each round."""
    return NewEntry("event.scenarios", {"rounds": list(names)})


def make_scenarios_known(event: Event) -> NewEntry:
    """Tell everybody which scenario each round has, before the rounds are published."""
    return NewEntry("scenarios.made_known", {})


def known_scenarios(event: Event) -> dict[int, Scenario]:
    """The scenarios that players may know of, by round: those of published rounds, or all of them."""
    if event.rules.choice.pick == "in_order" or event.scenarios_known:
        listed = event.scenarios or [scenario_in_order(event, number) for number in range(1, event.planned + 1)]
    else:
        listed = []
    names = dict(enumerate(listed, 1)) | {one.number: one.scenario for one in event.rounds if one.published}
    return {
        number: scenario
        for number, name in sorted(names.items())
        if (scenario := event.rules.scenario_named(name)) is not None
    }


def scenario_in_order(event: Event, number: int) -> str:
    if event.rules.choice.pick == "draw":
        raise BadInput("scenarios: none are drawn yet; draw or choose them.", way="draw_scenarios")
    names = [one.name for one in event.rules.scenario]
    return names[(number - 1) % len(names)]


def _by_lot(names: Sequence[str], dice: Dice) -> list[str]:
    """The names in an order by lot; the same lot gives the same order."""
    left, order = list(names), []
    while left:
        order.append(left.pop(dice.one(Die("lot", len(left)), "lot") - 1))
    return order


# What it changes


@handles("event.scenarios", ScenariosChosen)
def _scenarios(event: Event, data: ScenariosChosen, entry: Entry) -> None:
    for name in data.rounds:
        if event.rules.scenario_named(name) is None:
            known = ", ".join(one.name for one in event.rules.scenario)
            raise BadInput(f"scenario {name!r}: is not in this pack; choose from {known}.")
    if len(data.rounds) != event.planned:
        raise BadInput(
            f"scenarios: {len(data.rounds)} are named for {counted(event.planned, 'round')}; name one for each."
        )
    played = [one.scenario for one in event.rounds if one.published]
    if data.rounds[: len(played)] != played:
        raise BadInput(f"scenarios: published rounds keep theirs ({', '.join(played)}); change only later ones.")
    event.scenarios = list(data.rounds)
    for round_ in event.rounds[len(played) :]:
        round_.scenario = event.scenarios[round_.number - 1]


@handles("scenarios.made_known", ScenariosMadeKnown)
def _made_known(event: Event, data: ScenariosMadeKnown, entry: Entry) -> None:
    if event.rules.choice.pick == "in_order" or event.scenarios_known:
        raise BadInput("scenarios: everybody knows them already; nothing to do.")
    if not event.scenarios:
        raise BadInput("scenarios: none are drawn yet; draw or choose them.", way="draw_scenarios")
    event.scenarios_known = True
