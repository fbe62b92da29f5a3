"""How a draft goes on: packs are opened and rolled for, hands are shown and passed, up to the next choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from musterhall.events.drafts import items
from musterhall.events.drafts.items import Chosen, DraftLogLine, Item
from musterhall.events.drafts.rolls import roll_off, to_the_left

if TYPE_CHECKING:
    from musterhall.events.drafts.draft import Draft


def begin(draft: Draft, at: str) -> None:
    """Conscription keeps all boxes; the other methods come to their first choice, if they have one."""
    if draft.setup.method == "conscription":
        for number in draft.seated():
            _keep_hand(draft, number, at)
    _next_round(draft, at)
    _go_on(draft, at)


def take(draft: Draft, number: int, item: Item, how: str, at: str) -> None:
    """A seat whose pick is due has this one: from the table at once, from the hand hidden until all have picked."""
    turn = _turn(draft)
    if draft.stage == "packs":
        _take_from_table(draft, item, how, at)
    else:
        draft.seats[number].chosen = Chosen(item, how, at)
    _go_on(draft, at)
    _time_turn(draft, turn, at)


def leave(draft: Draft, number: int, at: str) -> None:
    """A player goes without a successor; the hand is out of the draft, also a pick that was still hidden."""
    turn = _turn(draft)
    write(draft, number, items.LEFT, at)
    seat = draft.seats[number]
    draft.out += seat.hand
    seat.hand, seat.chosen, seat.gone = (), None, True
    draft.order = tuple(one for one in draft.order if one != number)
    if not draft.seated():
        draft.out += draft.table
        draft.table = ()
    _go_on(draft, at)
    _time_turn(draft, turn, at)


def write(
    draft: Draft,
    number: int,
    how: str,
    at: str,
    *,
    item: Item | None = None,
    face: int | None = None,
    instead_of: str = "",
) -> None:
    """A line in the log."""
    player = draft.seats[number].player
    draft.log.append(
        DraftLogLine(min(draft.round, draft.setup.rounds), number + 1, player, how, at, item, face, instead_of)
    )


def _go_on(draft: Draft, at: str) -> None:
    """Everything that needs nobody's choice."""
    while draft.stage == "packs" and _pack_goes_on(draft, at):
        pass
    while draft.stage == "boxes" and _boxes_go_on(draft, at):
        pass


def _pack_goes_on(draft: Draft, at: str) -> bool:
    if not draft.order:
        _next_round(draft, at)
    elif len(draft.table) == 1:
        _take_from_table(draft, draft.table[0], items.LAST, at)
    else:
        return False
    return True


def _boxes_go_on(draft: Draft, at: str) -> bool:
    for number in draft.picking():
        seat = draft.seats[number]
        if len(seat.hand) == 1:
            seat.chosen = Chosen(seat.hand[0], items.LAST, at)
    if draft.picking():
        return False
    _show_and_pass(draft)
    _next_round(draft, at)
    return True


def _next_round(draft: Draft, at: str) -> None:
    draft.out += draft.table
    draft.table = ()
    draft.round += 1
    if draft.stage == "packs":
        _open_pack(draft, at)
    elif draft.stage == "over":
        for seat in draft.seats:
            draft.out += seat.hand
            seat.hand = ()


def _open_pack(draft: Draft, at: str) -> None:
    """Drafting with Force Packs: who has not picked first yet rolls for it; when all have, all roll again."""
    draft.table = draft.setup.packs[draft.round - 1].figures
    seated = draft.seated()
    if all(draft.seats[number].been_first for number in seated):
        for number in seated:
            draft.seats[number].been_first = False
    rolling = [number for number in seated if not draft.seats[number].been_first]
    first, rolls = roll_off(rolling, draft.dice)
    for number, face in rolls:
        write(draft, number, items.ROLLED, at, face=face)
    write(draft, first, items.FIRST, at)
    draft.seats[first].been_first = True
    draft.order = to_the_left(seated, first)


def _take_from_table(draft: Draft, item: Item, how: str, at: str) -> None:
    number, draft.order = draft.order[0], draft.order[1:]
    draft.table = tuple(one for one in draft.table if one != item)
    draft.seats[number].kept += (item,)
    write(draft, number, how, at, item=item)


def _show_and_pass(draft: Draft) -> None:
    """Drafting with Salvage Boxes: all picks come onto the table, and all hands go to the left at once."""
    seated = draft.seated()
    rests: list[tuple[Item, ...]] = []
    for number in seated:
        seat = draft.seats[number]
        chosen, seat.chosen = seat.chosen, None
        assert chosen is not None, "hands are passed when all have picked"
        seat.kept += (chosen.item,)
        rests.append(tuple(item for item in seat.hand if item != chosen.item))
        write(draft, number, chosen.how, chosen.at, item=chosen.item)
    for number, hand in zip(seated, [rests[-1], *rests[:-1]], strict=True):
        draft.seats[number].hand = hand


def _keep_hand(draft: Draft, number: int, at: str) -> None:
    seat = draft.seats[number]
    for item in seat.hand:
        write(draft, number, items.KEPT, at, item=item)
    seat.kept, seat.hand = seat.hand, ()


def _turn(draft: Draft) -> tuple[int, tuple[int, ...]]:
    """Differs when other picks are due."""
    return draft.round, draft.order[:1]


def _time_turn(draft: Draft, before: tuple[int, tuple[int, ...]], at: str) -> None:
    if _turn(draft) != before:
        draft.timer = draft.timer.begun_anew(at)
