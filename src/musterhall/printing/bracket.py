"""The bracket of a top cut on a sheet for the wall, to be filled in by hand as well."""

from __future__ import annotations

from typing import Any

from musterhall.events.bracket import Tie, layers
from musterhall.events.event import Event
from musterhall.printing.event_pages import page_data
from musterhall.printing.typesetting import typeset
from musterhall.problems import BadInput

TEMPLATE = "bracket.typ"


def bracket_pdf(event: Event, *, paper: str = "a4") -> bytes:
    return typeset(TEMPLATE, bracket_data(event), paper=paper)


def bracket_data(event: Event) -> dict[str, Any]:
    """All that the template prints: published rounds only."""
    if event.cut is None:
        raise BadInput(f"{event.name}: was not cut, so there is no bracket to print; make the cut first.", way="cut")
    found = [
        {"title": layer.title, "ties": [_tie(event, tie) for tie in layer.ties]}
        for layer in layers(event, drafts=False)
    ]
    return {**page_data(event), "size": len(event.cut.seeds), "layers": found}


def _tie(event: Event, tie: Tie) -> list[dict[str, Any]]:
    return [_place(event, tie, id_) for id_ in tie.players]


def _place(event: Event, tie: Tie, id_: str | None) -> dict[str, Any]:
    if id_ is None or event.cut is None:
        return {"seed": "", "name": "", "won": False}
    return {"seed": str(event.cut.seeds.index(id_) + 1), "name": event.player(id_).name, "won": tie.winner == id_}
