"""What can happen at a table: a form for the data of each entry, and what it does.

Each refuses what cannot be before it changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from musterhall.events.clock import moment
from musterhall.events.drafts import items
from musterhall.events.drafts.flow import leave, take, write
from musterhall.events.drafts.rolls import by_lot
from musterhall.events.drafts.views import ORGANISER
from musterhall.problems import BadInput, parse_model

if TYPE_CHECKING:
    from musterhall.events.drafts.draft import Draft

_Id = Annotated[str, Field(min_length=1, max_length=200)]


class _DraftEntryData(BaseModel):
    """Every entry may name its draft and group; they must be this one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    draft: _Id | None = None
    group: int | None = None


class _OfPlayer(_DraftEntryData):
    player: _Id


class _Pick(_OfPlayer):
    by_organiser: bool = False
    """For somebody who cannot pick: a pause does not hinder the organiser, and the lot need not wait."""


class _Picked(_Pick):
    item: _Id


class _Expired(_Pick):
    item: _Id | None = None
    """What the lot drew; older journals leave it to the dice of the draft."""


class _SeatChange(_OfPlayer):
    to: _Id | None = None
    """Who takes over; nobody if the player just leaves."""
    name: str = Field(default="", max_length=200)


Form = TypeVar("Form", bound=_DraftEntryData)


def _picked(draft: Draft, data: Mapping[str, Any], at: str) -> None:
    form = _read(draft, _Picked, data, at)
    number = _due(draft, form.player, by_organiser=form.by_organiser)
    if draft.expired(at):
        raise _refusal(draft, f"the time of {draft.seats[number].name} is over; the dice pick now")
    take(draft, number, _in_hand(draft, number, form.item), items.PICKED_FOR if form.by_organiser else items.PICKED, at)


def _expired(draft: Draft, data: Mapping[str, Any], at: str) -> None:
    form = _read(draft, _Expired, data, at)
    number = _due(draft, form.player, by_organiser=form.by_organiser)
    late = bool(draft.expired(at))
    if not late and not form.by_organiser:
        raise _refusal(draft, f"{draft.seats[number].name} has time left to pick; wait until it is over")
    if form.item is None:
        item = by_lot(draft.hand(number), draft.dice, "pick for a late player")
    else:
        item = _in_hand(draft, number, form.item)
    take(draft, number, item, items.EXPIRED if late else items.LOT, at)


def _paused(draft: Draft, data: Mapping[str, Any], at: str) -> None:
    _read(draft, _DraftEntryData, data, at)
    if draft.finished:
        raise _refusal(draft, "it is over; there is nothing to pause")
    if draft.paused:
        raise _refusal(draft, "it is paused already; resume it first")
    draft.timer = draft.timer.stopped(at)


def _resumed(draft: Draft, data: Mapping[str, Any], at: str) -> None:
    _read(draft, _DraftEntryData, data, at)
    if not draft.paused:
        raise _refusal(draft, "it is not paused; there is nothing to resume")
    draft.timer = draft.timer.resumed(at)


def _seat_changed(draft: Draft, data: Mapping[str, Any], at: str) -> None:
    form = _read(draft, _SeatChange, data, at)
    number = _seat(draft, form.player)
    if form.to is None:
        leave(draft, number, at)
        return
    if form.to == ORGANISER or draft.seat_of(form.to) is not None:
        raise _refusal(draft, f"{form.to} cannot take this seat; name a player who has none here")
    seat = draft.seats[number]
    seat.player, seat.name = form.to, form.name or form.to
    write(draft, number, items.REPLACED, at, instead_of=form.player)


HAPPENINGS: Mapping[str, Callable[[Draft, Mapping[str, Any], str], None]] = {
    "draft.picked": _picked,
    "draft.expired": _expired,
    "draft.paused": _paused,
    "draft.resumed": _resumed,
    "draft.seat": _seat_changed,
}


def _read(draft: Draft, form: type[Form], data: Mapping[str, Any], at: str) -> Form:
    """The data in its form, for this draft, at an hour that can be read."""
    moment(at)
    read = parse_model(form, data, draft.setup.place)
    if read.draft not in (None, draft.setup.draft) or read.group not in (None, draft.setup.group):
        raise _refusal(draft, f"the entry is for draft {read.draft}, group {read.group}; send it there")
    return read


def _due(draft: Draft, player: str, *, by_organiser: bool) -> int:
    """The seat of a player whose pick is due."""
    number = _seat(draft, player)
    if draft.finished:
        raise _refusal(draft, "it is over; there is nothing to pick")
    if draft.paused and not by_organiser:
        raise _refusal(draft, "it is paused; wait until it is resumed")
    if number not in draft.picking():
        name = draft.seats[number].name
        if draft.stage == "boxes":
            raise _refusal(draft, f"{name} has picked already; wait for the others")
        raise _refusal(draft, f"it is not the turn of {name}; wait for {draft.seats[draft.picking()[0]].name}")
    return number


def _in_hand(draft: Draft, number: int, id_: str) -> items.Item:
    found = next((item for item in draft.hand(number) if item.id == id_), None)
    if found is None:
        name = draft.seats[number].name
        raise _refusal(draft, f"{name} has no {id_!r} to pick; choose from what lies before you")
    return found


def _seat(draft: Draft, player: str) -> int:
    number = draft.seat_of(player)
    if number is None:
        raise _refusal(draft, f"{player!r} has no seat here; check the name and the group")
    if draft.seats[number].gone:
        raise _refusal(draft, f"{draft.seats[number].name} has left; nothing more can happen at this seat")
    return number


def _refusal(draft: Draft, sentence: str) -> BadInput:
    return BadInput(f"{draft.setup.place}: {sentence}.")
