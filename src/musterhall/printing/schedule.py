"""The schedule of the day, for the wall: when what begins, how long rounds last, and their scenarios once known."""

from __future__ import annotations

from typing import Any

from musterhall.events.event import Event
from musterhall.events.scenarios import known_scenarios
from musterhall.packs.event_rules import Slot
from musterhall.printing.event_pages import page_data
from musterhall.printing.typesetting import typeset
from musterhall.problems import BadInput

TEMPLATE = "schedule.typ"


def schedule_pdf(event: Event, *, paper: str = "a4") -> bytes:
    return typeset(TEMPLATE, schedule_data(event), paper=paper)


def schedule_data(event: Event) -> dict[str, Any]:
    """All that the template prints; a pack without hours has its rounds listed with their length."""
    slots = [_slot(event, slot) for slot in event.rules.schedule]
    rounds = [_round(event, number, "", "") for number in range(1, event.planned + 1)]
    if not slots and not rounds:
        raise BadInput(f"{event.pack.name}: has no schedule, so there is nothing to print; add [[event.schedule]].")
    return {**page_data(event), "slots": slots or rounds, "sponsors": list(event.sponsors.get("", ()))}


def _slot(event: Event, slot: Slot) -> dict[str, Any]:
    if slot.round is not None:
        return _round(event, slot.round, slot.at, slot.what)
    return {"at": slot.at, "what": slot.what, "round": None, "more": "", "minutes": None}


def _round(event: Event, number: int, at: str, what: str) -> dict[str, Any]:
    scenario = known_scenarios(event).get(number)
    more = [what, scenario.title if scenario and len(event.rules.scenario) > 1 else ""]
    return {
        "at": at,
        "what": f"Round {number}",
        "round": number,
        "more": ", ".join(dict.fromkeys(filter(None, more))),
        "minutes": event.rules.round_minutes(number),
    }
