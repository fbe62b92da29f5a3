"""A draft at one table, folded from its entries."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Literal

from musterhall.dice import Dice
from musterhall.events.drafts.flow import begin
from musterhall.events.drafts.happenings import HAPPENINGS
from musterhall.events.drafts.items import DraftLogLine, Item, Seat
from musterhall.events.drafts.opening import ReadBox, Setup, read_opening
from musterhall.events.drafts.timer import Timer, timer_from, written
from musterhall.events.drafts.views import ORGANISER, view_of
from musterhall.problems import BadInput

Stage = Literal["packs", "boxes", "over"]

KINDS = ("draft.opened", *HAPPENINGS)
"""The entries of which a draft is made."""


@dataclass(slots=True)
class Draft:
    """One table. Seats are counted from 0 here, and from 1 in what people see."""

    setup: Setup
    seats: list[Seat]
    timer: Timer
    dice: Dice = field(compare=False, repr=False)
    """Their state follows from the seed and the log."""
    round: int = 0
    table: tuple[Item, ...] = ()
    """What is left of the open force pack."""
    order: tuple[int, ...] = ()
    """Seats that have yet to pick from it."""
    out: tuple[Item, ...] = ()
    """Nobody's: what a force pack or the last hands had left, and the hands of those who left."""
    log: list[DraftLogLine] = field(default_factory=list)

    @property
    def stage(self) -> Stage:
        if self.round > self.setup.rounds or not self.seated():
            return "over"
        return "packs" if self.round <= len(self.setup.packs) else "boxes"

    @property
    def finished(self) -> bool:
        return self.stage == "over"

    @property
    def uses_all(self) -> bool:
        """Drafted for War, Initial Force Formation: who is conscripted uses every box he got."""
        return self.setup.method == "conscription"

    @property
    def paused(self) -> bool:
        return self.timer.paused_at is not None

    def seated(self) -> tuple[int, ...]:
        """The seats of those who have not left."""
        return tuple(number for number, seat in enumerate(self.seats) if not seat.gone)

    def seat_of(self, player: str) -> int | None:
        """The seat of somebody who is at this table, or was until he left."""
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)

    def picking(self) -> tuple[int, ...]:
        """The seats whose pick is due."""
        if self.stage == "packs":
            return self.order[:1]
        if self.stage == "boxes":
            return tuple(number for number in self.seated() if self.seats[number].chosen is None)
        return ()

    def waiting_for(self) -> list[str]:
        """The players whose pick is due."""
        return [self.seats[number].player for number in self.picking()]

    def hand(self, number: int) -> tuple[Item, ...]:
        """What lies open before a seat to choose from; sealed boxes do not."""
        if self.stage == "packs":
            return self.table if number in self.picking() else ()
        return self.seats[number].hand if self.stage == "boxes" else ()

    def deadline(self, now: str) -> str | None:
        """When the time for the picks that are due is over; in a pause, when it would be if it ended now."""
        if self.setup.seconds is None or self.finished:
            return None
        pauses = self.timer.resumed(now).paused
        return written(self.timer.began + pauses + timedelta(seconds=self.setup.seconds))

    def seconds_left(self, now: str) -> int | None:
        """Whole seconds, a begun one counted; without the grace, which is for slow links only."""
        if self.setup.seconds is None or self.finished:
            return None
        left = timedelta(seconds=self.setup.seconds) - self.timer.spent(now)
        return max(0, -(-left // timedelta(seconds=1)))

    def expired(self, now: str) -> list[str]:
        """Players who have not picked although time and grace are over."""
        if self.setup.seconds is None or self.paused:
            return []
        late = self.timer.spent(now) > timedelta(seconds=self.setup.seconds + self.setup.grace)
        return self.waiting_for() if late else []

    def apply(self, kind: str, data: Mapping[str, Any], at: str) -> None:
        """Let an entry happen, or refuse it and change nothing."""
        happening = HAPPENINGS.get(kind)
        if happening is None:
            raise BadInput(f"{self.setup.place}: {kind!r} cannot happen here; use {', '.join(HAPPENINGS)}.")
        happening(self, data, at)

    def view(self, who: str | None, now: str | None = None) -> dict[str, Any]:
        """What a player, an observer (None) or the organiser may see."""
        return view_of(self, who, now)

    def as_data(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return view_of(self, ORGANISER)

    def copy(self) -> Draft:
        return replace(self, seats=[copy.copy(seat) for seat in self.seats], dice=self.dice.copy(), log=list(self.log))

    def __deepcopy__(self, memo: dict[int, Any]) -> Draft:
        """What two copies share never changes, so there is no need to go deeper."""
        return self.copy()


def opened(data: Mapping[str, Any], at: str, read_box: ReadBox, dice: Dice | None = None) -> Draft:
    """The draft that "draft.opened" begins, with the dice of its seed, unless a worked case brings its own."""
    setup, seats = read_opening(data, read_box)
    rolled = Dice.scripted(setup.rolls) if setup.rolls else Dice(setup.seed, recording=False)
    draft = Draft(setup, seats, timer_from(at), dice or rolled)
    begin(draft, at)
    return draft


def drafted(draft: Draft, player: str) -> list[Item]:
    """What a player has so far."""
    number = draft.seat_of(player)
    if number is None:
        raise BadInput(f"{draft.setup.place}: {player!r} has no seat here; look at another group.")
    return list(draft.seats[number].kept)
