"""What the pages of an event have in common: their head and foot, and what of a round may be printed at all."""

from __future__ import annotations

import unicodedata
from typing import Any

from musterhall.events.event import Event, Player, Round
from musterhall.packs.scenarios import Scenario
from musterhall.printing.force_sheet import DISCLAIMER
from musterhall.problems import BadInput


def page_data(event: Event, *, draft: bool = False) -> dict[str, Any]:
    """For the foot of every page, and for its head."""
    return {
        "event": event.name,
        "date": event.date,
        "pack": f"{event.pack.name}, version {event.pack.version}",
        "draft": draft,
        "disclaimer": DISCLAIMER,
    }


def printable_round(event: Event, number: int, *, draft: bool) -> Round:
    """A round that is published; one that is not only where a draft is asked for by that name."""
    round_ = event.round(number)
    if not round_.published and not draft:
        raise BadInput(f"round {number}: is not published, so its pairings are private; publish it, or print a draft.")
    return round_


def round_data(event: Event, round_: Round) -> dict[str, Any]:
    return {
        "number": round_.number,
        "of": max(event.planned, round_.number),
        "at": starts_at(event, round_.number),
        "minutes": round_.clock.minutes or event.rules.round_minutes(round_.number),
        **scenario_data(event.scenario_of(round_)),
    }


def scenario_data(scenario: Scenario) -> dict[str, str]:
    return {"scenario": scenario.title, "objective": scenario.objective}


def starts_at(event: Event, number: int) -> str:
    """The hour in the pack's schedule; nothing where it has none."""
    return next((slot.at for slot in event.rules.schedule if slot.round == number), "")


def alphabetical(player: Player) -> tuple[str, str, str]:
    """A key that sorts accented letters next to the plain ones, where people look for them."""
    parts = unicodedata.normalize("NFKD", player.name.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign)), player.name, player.id
