"""Actions on drafts."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from musterhall.events import drafting
from musterhall.web.actions.action import DESK, LONG, OWN, ActionContext, Entries, Form, action
from musterhall.web.actions.common import PlayerId, unforeseeable_seed
from musterhall.web.sessions import PLAYER


class OpenDraft(Form):
    method: str = Field(pattern="^(conscription|salvage_boxes|force_packs|packs_then_boxes|volunteers)$")
    pool: str = Field(default="salvage-yard", max_length=200_000, description="A shipped pool's name, or a pool file.")
    units: int | None = Field(default=None, ge=1, le=12)
    seconds: int | None = Field(default=None, ge=0, le=3600, description="For a pick; 0 is without limit.")
    displays: int = Field(default=1, ge=1, le=50, description="How many times the pool's boxes are on the table.")


class RecordDraft(Form):
    record: str = Field(min_length=1, max_length=200_000, description="What was opened, rolled and kept, as TOML.")
    pool: str = Field(default="salvage-yard", max_length=200_000, description="A shipped pool's name, or a pool file.")


class Pick(Form):
    draft: str = Field(min_length=1, max_length=40)
    player: PlayerId | None = None
    item: str = Field(min_length=1, max_length=60)


class OneDraft(Form):
    draft: str = Field(min_length=1, max_length=40)


class LotPicks(OneDraft):
    player: PlayerId


class CloseDraft(OneDraft):
    why: str = Field(min_length=1, max_length=LONG, description="Why all its picks go.")


class DraftSeat(OneDraft):
    player: PlayerId
    to: PlayerId | None = Field(default=None, description="Who takes over; nobody, if the player just leaves.")


class DraftForce(Form):
    player: PlayerId | None = None
    name: str = Field(min_length=1, max_length=120)
    choices: list[dict[str, Any]] = Field(min_length=1, max_length=20)


@action("draft.open", OpenDraft, DESK)
def _open_draft(context: ActionContext, form: OpenDraft) -> Entries:
    """Seat everybody who is present at tables, and deal."""
    from musterhall.web.drafts import draft_openings

    return draft_openings(
        context.event, form.method, form.pool, form.units, form.seconds, form.displays, unforeseeable_seed()
    )


@action("draft.record", RecordDraft, DESK)
def _record_draft(context: ActionContext, form: RecordDraft) -> Entries:
    """Write down a draft that was held at the table: what players opened and rolled themselves, and what each kept."""
    from musterhall.web.drafts import draft_recorded

    return draft_recorded(context.event, form.record, form.pool)


@action("draft.pick", Pick, DESK | OWN)
def _pick(context: ActionContext, form: Pick) -> Entries:
    """Pick a box or a figure; the desk picks for a player who cannot."""
    player, by_organiser = context.player(form.player), context.visitor.role != PLAYER
    return drafting.pick(context.event, form.draft, player, form.item, by_organiser=by_organiser)


@action("draft.lot", LotPicks, DESK)
def _lot_picks(context: ActionContext, form: LotPicks) -> Entries:
    """Let the lot pick for a player, whether time is over or not."""
    return drafting.expire(context.event, form.draft, context.event.player(form.player).id, by_organiser=True)


@action("draft.close", CloseDraft, DESK)
def _close_draft(context: ActionContext, form: CloseDraft) -> Entries:
    """End a draft with all its picks, so that its players can draft anew."""
    return drafting.close_draft(context.event, form.draft, form.why)


@action("draft.pause", OneDraft, DESK)
def _pause_draft(context: ActionContext, form: OneDraft) -> Entries:
    """Stop a draft's clock."""
    return drafting.pause_draft(context.event, form.draft)


@action("draft.resume", OneDraft, DESK)
def _resume_draft(context: ActionContext, form: OneDraft) -> Entries:
    """Let a draft go on."""
    return drafting.resume_draft(context.event, form.draft)


@action("draft.seat", DraftSeat, DESK)
def _draft_seat(context: ActionContext, form: DraftSeat) -> Entries:
    """Take a player out of a draft, or let another have the seat."""
    from musterhall.web.drafts import change_seat

    to = context.event.player(form.to) if form.to else None
    return change_seat(context.event, form.draft, context.event.player(form.player), to)


@action("draft.force", DraftForce, DESK | OWN)
def _draft_force(context: ActionContext, form: DraftForce) -> Entries:
    """Build a force from what was drafted, and hand it in."""
    from musterhall.web.drafts import drafted_force

    return drafted_force(context.event, context.player(form.player), form.name, form.choices)
