"""Briefs and maps: each scenario on a page for the table, with its picture, or the picture alone and large.

Drawn scenarios are a secret until they are made known; all of a pack's are printed then, and none says its round.
"""

from __future__ import annotations

from typing import Any

from musterhall.events.briefs import ToldScenario, told_scenarios
from musterhall.events.event import Event
from musterhall.printing.event_pages import page_data, starts_at
from musterhall.printing.typesetting import typeset
from musterhall.problems import BadInput

TEMPLATE = "briefs.typ"
MAPS = "maps.typ"


def briefs_pdf(event: Event, number: int | None = None, *, scenario: str | None = None, paper: str = "a4") -> bytes:
    """A page for each scenario; or that of one round, or this one."""
    wanted = _wanted(event, number, scenario)
    return typeset(TEMPLATE, briefs_data(event, wanted), paper=paper, pictures=_pictures(wanted))


def maps_pdf(event: Event, number: int | None = None, *, scenario: str | None = None, paper: str = "a4") -> bytes:
    """The tables alone, each as large as the page."""
    wanted = [one for one in _wanted(event, number, scenario) if one.picture]
    if not wanted:
        raise BadInput(f"{event.name}: the pack has no picture of this table; print the briefs instead.")
    return typeset(MAPS, briefs_data(event, wanted), paper=paper, pictures=_pictures(wanted))


def briefs_data(event: Event, wanted: list[ToldScenario]) -> dict[str, Any]:
    """All that the templates print."""
    pictured = [one for one in wanted if one.picture]
    setup = event.pack.told(event.rules.setup)
    return {
        **page_data(event),
        "setup": setup,
        "scenarios": [_brief(event, one, pictured.index(one) if one.picture else None) for one in wanted],
    }


def _wanted(event: Event, number: int | None, scenario: str | None) -> list[ToldScenario]:
    found = told_scenarios(event)
    if scenario is not None:
        named = [one for one in found if scenario.casefold() in (one.scenario.name, one.scenario.title.casefold())]
        if not named:
            known = ", ".join(one.scenario.name for one in found)
            raise BadInput(f"scenario {scenario!r}: is not in this pack; choose from {known}.")
        return named
    if number is None:
        return found
    of_round = [one for one in found if number in one.rounds]
    if not of_round:
        raise BadInput(f"round {number}: its scenario is not known yet; make it known first, or print all of them.")
    return of_round


def _pictures(wanted: list[ToldScenario]) -> list[str]:
    return [one.picture for one in wanted if one.picture]


def _brief(event: Event, one: ToldScenario, picture: int | None) -> dict[str, Any]:
    layout = one.scenario.layout
    return {
        "title": one.scenario.title,
        "objective": one.scenario.objective,
        "rounds": [{"number": at, "at": starts_at(event, at)} for at in one.rounds],
        "minutes": [event.rules.round_minutes(at) for at in one.rounds] or sorted(set(event.rules.minutes)),
        "brief": list(one.brief),
        "points": list(one.points),
        "ends": list(one.ends),
        "components": list(one.components),
        "picture": picture,
        "note": layout.note if layout else "",
        "command_units": one.scenario.command_units,
    }
