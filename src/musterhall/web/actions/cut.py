"""Actions on the top cut: who plays on in a bracket, and who goes on where a match of it was drawn."""

from __future__ import annotations

from pydantic import Field

from musterhall.events import cut
from musterhall.events.bracket import FEWEST, MOST
from musterhall.web.actions.action import DESK, ActionContext, Entries, Form, action
from musterhall.web.actions.common import PlayerId, RoundNumber


class MakeCut(Form):
    size: int | None = Field(default=None, ge=FEWEST, le=MOST, description="Else as many as the pack says.")


class Advance(Form):
    player: PlayerId
    round: RoundNumber | None = None


@action("cut.make", MakeCut, DESK)
def _make(context: ActionContext, form: MakeCut) -> Entries:
    """Let the top of the standings play on in a bracket."""
    return cut.make_cut(context.event, form.size)


@action("cut.advance", Advance, DESK)
def _advance(context: ActionContext, form: Advance) -> Entries:
    """Say who goes on, where a match of the bracket was drawn or the winner cannot."""
    return cut.advance(context.event, context.event.player(form.player), form.round)
