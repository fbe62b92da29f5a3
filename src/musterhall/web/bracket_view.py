"""The bracket as pages, the wall and paper show it: layers of ties with names, and who goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from musterhall.events.bracket import Layer, Tie, layers
from musterhall.events.event import Event


@dataclass(frozen=True, slots=True)
class Place:
    """One line of a tie."""

    name: str
    seed: int
    """0 where nobody is known yet."""
    goes_on: bool
    out: bool


@dataclass(frozen=True, slots=True)
class TieShown:
    places: tuple[Place, Place]
    table: int | None
    note: str
    players: tuple[str | None, str | None]
    open: bool
    """Settled, and nobody has gone on from it."""


def bracket_view(event: Event, *, drafts: bool = False) -> dict[str, Any]:
    """All layers of a bracket as everybody may see them, and the champion."""
    found = layers(event, drafts=drafts)
    final = found[-1].ties[0] if found else None
    champion = event.player(final.winner).name if final is not None and final.winner else ""
    return {
        "layers": [(layer.title, layer.number, [_shown(event, layer, tie) for tie in layer.ties]) for layer in found],
        "size": len(event.cut.seeds) if event.cut else 0,
        "champion": champion,
        "notes": event.cut.notes if event.cut else (),
    }


def _shown(event: Event, layer: Layer, tie: Tie) -> TieShown:
    first, second = (_place(event, tie, id_) for id_ in tie.players)
    match = tie.match
    waits = match is not None and match.settled and not tie.decided
    return TieShown((first, second), match.table if match else None, _note(tie), tie.players, waits)


def _place(event: Event, tie: Tie, id_: str | None) -> Place:
    if id_ is None or event.cut is None:
        return Place("", 0, goes_on=False, out=False)
    gone = tie.decided and tie.winner != id_
    return Place(event.player(id_).name, event.cut.seeds.index(id_) + 1, tie.winner == id_, gone)


def _note(tie: Tie) -> str:
    if tie.void:
        return "nobody goes on"
    match = tie.match
    if match is None:
        return "no match" if tie.winner else ""
    if not match.settled:
        return f"table {match.table}"
    if match.advanced:
        return "by the organiser's word"
    return "conceded" if match.conceded else "did not come" if match.absent else "drawn" if not tie.decided else ""
