"""Drafts at an event: the entries that open one, carry its picks and stop its clock."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from pydantic import ConfigDict, Field

from musterhall.events.drafts import Draft, drafted, opened
from musterhall.events.drafts.items import LEFT, REPLACED
from musterhall.events.drafts.records import read_record
from musterhall.events.drafts.rolls import by_lot
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event, Player
from musterhall.events.handling import EntryData, handles
from musterhall.game.drafting import Drafted, Drafting, Pool
from musterhall.game.forces import Submission
from musterhall.games import game_named
from musterhall.packs.event_rules import DraftRules
from musterhall.problems import BadInput, Problem


class DraftData(EntryData):
    """Which draft, one for each table; the rest is for the draft to read."""

    model_config = ConfigDict(extra="allow", frozen=True)

    draft: str = Field(min_length=1, max_length=40)

    def whole(self) -> Mapping[str, Any]:
        return {"draft": self.draft, **(self.model_extra or {})}


class Closed(EntryData):
    draft: str


# What can be done


def draft_rules(
    event: Event, *, units: int | None = None, seconds: int | None = None, group: int | None = None
) -> DraftRules:
    """The pack's rules of drafts, with what the organiser changes for one."""
    rules = event.rules.draft
    if rules is None:
        raise BadInput(f"{event.pack.name}: has no drafts; players bring their forces.")
    changed = {"units": units, "seconds": seconds, "group": group}
    found = rules.model_copy(update={key: value for key, value in changed.items() if value is not None})
    _require_units(event, found.units)
    return found


def open_draft(event: Event, data: Mapping[str, Any]) -> NewEntry:
    """Seat a group at a draft; no two that are open have the same number."""
    _require_units(event, data.get("units"))
    known = [*event.drafts, *event.closed_drafts]
    taken = [int(name[1:]) for name in known if re.fullmatch(r"d[0-9]{1,9}", name)]
    groups = {draft.setup.group for draft in event.drafts.values()}
    group = next(number for number in count(1) if number not in groups)
    return NewEntry("draft.opened", {**data, "draft": f"d{1 + max(taken, default=0)}", "group": group})


def record_draft(event: Event, text: str, pool: Pool, at: str) -> list[NewEntry]:
    """A draft that was held at the table: what was really opened and rolled, and what each kept."""

    def find(name: str) -> tuple[str, str]:
        player = event.find(name)
        return player.id, player.name

    recorded = read_record(text, "the record", pool, drafting_of(event).box, find, draft_rules(event).units, at)
    first = open_draft(event, recorded.opening)
    draft = str(first.data["draft"])
    return [first, *(pick(event, draft, event.player(id_), item, by_organiser=True) for id_, item in recorded.picks)]


def close_draft(event: Event, draft: str, why: str) -> NewEntry:
    """End a draft with all its picks, so that its players can draft anew. Forces that were handed in stay."""
    draft_named(event, draft)
    if not why.strip():
        raise BadInput(f"draft {draft}: all its picks go, so the journal needs a reason; write why it is closed.")
    return NewEntry("draft.closed", {"draft": draft}, why=why)


def pick(event: Event, draft: str, player: Player, item: str, *, by_organiser: bool = False) -> NewEntry:
    """A player's pick, or the organiser's for a player who cannot."""
    data = {"draft": draft, "player": player.id, "item": item}
    return NewEntry("draft.picked", data | ({"by_organiser": True} if by_organiser else {}))


def expire(event: Event, draft: str, player: str, *, by_organiser: bool = False) -> NewEntry:
    """The lot picks: time is over, or the organiser does not wait for it."""
    data = {"draft": draft, "player": player}
    found = draft_named(event, draft)
    seat = found.seat_of(player)
    hand = found.hand(seat) if seat is not None else ()
    if seat is not None and hand:
        # Dice of its own: those of the draft say who picks first, whoever was late before.
        dice = found.dice.fresh(len(found.log) * len(found.seats) + seat)
        data["item"] = by_lot(hand, dice, "pick for a late player").id
    return NewEntry("draft.expired", data | ({"by_organiser": True} if by_organiser else {}))


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


def own_draft(event: Event, player: Player) -> Draft | None:
    """The draft by which a player comes by his figures; none for a volunteer, who brings his own."""
    seated = [draft for draft in event.drafts.values() if draft.seat_of(player.id) is not None]
    return seated[-1] if seated and seated[-1].setup.method != "volunteers" else None


def is_volunteer(event: Event, player: Player) -> bool:
    """Whether a player has a seat where everybody brings a force."""
    seated = any(draft.seat_of(player.id) is not None for draft in event.drafts.values())
    return seated and own_draft(event, player) is None


def has_built(draft: Draft, player: Player) -> bool:
    """Whether a player has handed in a force since this draft was over."""
    # Who changes seats afterwards builds anew; nobody else does for that.
    lines = (line for line in draft.log if line.how not in (LEFT, REPLACED) or line.player == player.id)
    over = max((line.at for line in lines), default="")
    return draft.finished and player.force is not None and player.force.at >= over


def draft_problems(event: Event, player: Player, text: str, library: Any = None) -> list[Problem]:
    """What a force holds that its player has not drafted; nothing for who drafts nothing."""
    draft = own_draft(event, player)
    if draft is None:
        return []
    if not draft.finished:
        return [Problem(player.name, "has not drafted to the end", "", "Pick the rest, and hand the force in then.")]
    return drafting_of(event).problems(drafted_by(event, player, draft, library), text, f"{player.name}'s force")


def with_draft(event: Event, player: Player, submission: Submission, library: Any = None) -> Submission:
    """A force as it was checked, and what the player's draft says of it."""
    problems = (*submission.problems, *draft_problems(event, player, submission.text, library))
    draft = own_draft(event, player)
    if draft is None or not draft.finished:
        return replace(submission, problems=problems)
    mine = drafted_by(event, player, draft, library)
    notes = drafting_of(event).notes(mine, submission.text, f"{player.name}'s force", submission.warnings)
    return replace(submission, problems=problems, warnings=notes)


def drafting_of(event: Event) -> Drafting:
    """How the event's game drafts, or a sentence that it does not."""
    game = game_named(event.pack.game)
    if game.drafting is None:
        raise BadInput(f"{game.words.title}: has no boxes to draft from; players bring their forces.")
    return game.drafting


def drafted_by(event: Event, player: Player, draft: Draft, library: Any = None) -> Drafted:
    """What a player may build a force of; without a library, from the units that come with the game."""
    units = game_named(event.pack.game).units
    shipped = units.imports.shipped() if library is None and units and units.imports else library
    return Drafted(drafted(draft, player.id), event.pack, shipped, draft.uses_all)


# What it changes


@handles("draft.opened", DraftData)
def _opened(event: Event, data: DraftData, entry: Entry) -> None:
    if data.draft in event.drafts:
        raise BadInput(f"draft {data.draft}: is open already; take another name.")
    draft = opened(data.whole(), entry.at, drafting_of(event).box)
    for seat in draft.seats:
        player = event.player(seat.player)
        for name, other in event.drafts.items() if event.checking else ():
            if other.seat_of(player.id) is not None:
                raise BadInput(f"{player.name}: has drafted at {name} already; close that draft first.")
    event.drafts[data.draft] = draft


@handles("draft.closed", Closed)
def _closed(event: Event, data: Closed, entry: Entry) -> None:
    draft_named(event, data.draft)
    event.closed_drafts[data.draft] = event.drafts.pop(data.draft)


def _passed_on(kind: str) -> None:
    @handles(kind, DraftData)
    def handler(event: Event, data: DraftData, entry: Entry) -> None:
        draft_named(event, data.draft).apply(kind, data.whole(), entry.at)


for _kind in ("draft.picked", "draft.expired", "draft.paused", "draft.resumed", "draft.seat"):
    _passed_on(_kind)


def _require_units(event: Event, units: Any) -> None:
    """As many figures for each as a force of this pack may have."""
    rule = event.pack.force.units
    if rule is None or not isinstance(units, int):
        return
    if units < rule.fewest or (rule.most is not None and units > rule.most):
        allowed = f"{rule.fewest} to {rule.most}" if rule.most is not None else f"at least {rule.fewest}"
        raise BadInput(f"units: a force has {allowed} here, so nobody drafts {units}; choose another number.")
