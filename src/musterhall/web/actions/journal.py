"""Actions on the journal and the plan: notes, undoing, more rounds or fewer."""

from __future__ import annotations

from pydantic import Field

from musterhall.events import notes
from musterhall.web.actions.action import CARDS, DESK, LONG, ActionContext, Entries, Form, action
from musterhall.web.actions.common import RoundNumber


class WriteNote(Form):
    text: str = Field(min_length=1, max_length=LONG)


class PlanRounds(Form):
    rounds: RoundNumber


class Undo(Form):
    seq: int = Field(ge=2)


@action("event.note", WriteNote, CARDS)
def _note(context: ActionContext, form: WriteNote) -> Entries:
    """Write something into the journal."""
    return notes.add_note(context.event, form.text)


@action("event.plan", PlanRounds, DESK)
def _plan(context: ActionContext, form: PlanRounds) -> Entries:
    """Play more or fewer rounds than the pack says."""
    return notes.plan_rounds(context.event, form.rounds)


@action("entry.undo", Undo, DESK)
def _undo(context: ActionContext, form: Undo) -> Entries:
    """Undo an entry, if nothing later rests on it."""
    return context.ledger.undo(form.seq)
