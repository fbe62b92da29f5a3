"""Actions on a round's clock."""

from __future__ import annotations

from pydantic import Field

from musterhall.events import round_clocks
from musterhall.web.actions.action import DESK, ActionContext, Entries, action
from musterhall.web.actions.common import OneRound


class Minutes(OneRound):
    minutes: int | None = Field(default=None, ge=-600, le=1440)


@action("clock.start", Minutes, DESK)
def _start(context: ActionContext, form: Minutes) -> Entries:
    """Start a round's clock."""
    return round_clocks.start_clock(context.event, form.round, form.minutes)


@action("clock.pause", OneRound, DESK)
def _pause(context: ActionContext, form: OneRound) -> Entries:
    """Pause a round's clock."""
    return round_clocks.pause_clock(context.event, form.round)


@action("clock.resume", OneRound, DESK)
def _resume(context: ActionContext, form: OneRound) -> Entries:
    """Let a round's clock go on."""
    return round_clocks.resume_clock(context.event, form.round)


@action("clock.extend", Minutes, DESK)
def _extend(context: ActionContext, form: Minutes) -> Entries:
    """Give a round more minutes, or fewer."""
    return round_clocks.extend_clock(context.event, form.round, form.minutes or 0)


@action("clock.end", OneRound, DESK)
def _end(context: ActionContext, form: OneRound) -> Entries:
    """Call time."""
    return round_clocks.end_clock(context.event, form.round)
