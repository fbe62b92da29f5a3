"""Drafts at an event: the entries that open one, carry its picks and stop its clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ConfigDict, Field

from musterhall.events.drafts import Draft, building_problems, drafted, opened
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event, Player
from musterhall.events.handling import EntryData, handles
from musterhall.games.alpha_strike.forces import read_force
from musterhall.games.alpha_strike.library import Library, starter_library
from musterhall.problems import BadInput, Problem


class DraftData(EntryData):
    """Which draft, one for each table; the rest is for the draft to read."""

    model_config = ConfigDict(extra="allow", frozen=True)

    draft: str = Field(min_length=1, max_length=40)

    def whole(self) -> Mapping[str, Any]:
        return {"draft": self.draft, **(self.model_extra or {})}


# What can be done


def open_draft(event: Event, data: Mapping[str, Any]) -> NewEntry:
    """Seat a group at a draft."""
    name = f"d{1 + max((int(name[1:]) for name in event.drafts), default=0)}"
    return NewEntry("draft.opened", {**data, "draft": name})


def pick(event: Event, draft: str, player: Player, item: str) -> NewEntry:
    return NewEntry("draft.picked", {"draft": draft, "player": player.id, "item": item})


def expire(event: Event, draft: str, player: str) -> NewEntry:
    """Time is over for a pick: the lot picks."""
    return NewEntry("draft.expired", {"draft": draft, "player": player})


def pause_draft(event: Event, draft: str) -> NewEntry:
    return NewEntry("draft.paused", {"draft": draft})


def resume_draft(event: Event, draft: str) -> NewEntry:
    return NewEntry("draft.resumed", {"draft": draft})


def draft_named(event: Event, name: str) -> Draft:
    found = event.drafts.get(name)
    if found is None:
        known = ", ".join(event.drafts) or "none"
        raise BadInput(f"draft {name!r}: is not open at this event; there is {known}.")
    return found


def draft_of(event: Event, player: Player) -> tuple[str, Draft]:
    """The last draft in which a player has a seat."""
    for name, draft in reversed(event.drafts.items()):
        if draft.seat_of(player.id) is not None:
            return name, draft
    raise BadInput(f"{player.name}: has no seat in a draft; the organiser opens one.")


def draft_problems(event: Event, player: Player, text: str, library: Library | None = None) -> list[Problem]:
    """What a force holds that its player has not drafted; nothing at an event without drafts."""
    seated = [draft for draft in event.drafts.values() if draft.seat_of(player.id) is not None]
    if not seated or seated[-1].setup.method == "volunteers":
        return []
    if not seated[-1].finished:
        return [Problem(player.name, "has not drafted to the end", "", "Pick the rest, and hand the force in then.")]
    cards = starter_library() if library is None else library
    return building_problems(drafted(seated[-1], player.id), read_force(text, f"{player.name}'s force", cards), cards)


# What it changes


@handles("draft.opened", DraftData)
def _opened(event: Event, data: DraftData, entry: Entry) -> None:
    if data.draft in event.drafts:
        raise BadInput(f"draft {data.draft}: is open already; take another name.")
    draft = opened(data.whole(), entry.at)
    for seat in draft.seats:
        player = event.player(seat.player)
        for name, other in event.drafts.items() if event.checking else ():
            if other.seat_of(player.id) is not None:
                raise BadInput(f"{player.name}: has drafted at {name} already; undo that draft first.")
    event.drafts[data.draft] = draft


def _passed_on(kind: str) -> None:
    @handles(kind, DraftData)
    def handler(event: Event, data: DraftData, entry: Entry) -> None:
        draft_named(event, data.draft).apply(kind, data.whole(), entry.at)


for _kind in ("draft.picked", "draft.expired", "draft.paused", "draft.resumed", "draft.seat"):
    _passed_on(_kind)
