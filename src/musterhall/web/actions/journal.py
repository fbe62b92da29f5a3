"""Actions on the journal and the event as a whole: notes, undoing, its name, its day, more rounds or fewer."""

from __future__ import annotations

from pydantic import Field

from musterhall.events import notes
from musterhall.web.actions.action import CARDS, DESK, LONG, ActionContext, Entries, Form, action
from musterhall.web.actions.common import RoundNumber


class WriteNote(Form):
    text: str = Field(min_length=1, max_length=LONG)


class PlanRounds(Form):
    rounds: RoundNumber


class Rename(Form):
    name: str = Field(min_length=1, max_length=80)


class SetDate(Form):
    date: str = Field(default="", max_length=10, description="2026-11-28; nothing leaves the day open.")


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


@action("event.rename", Rename, DESK)
def _rename(context: ActionContext, form: Rename) -> Entries:
    """Give the event another name."""
    return notes.rename(context.event, form.name)


@action("event.date", SetDate, DESK)
def _date(context: ActionContext, form: SetDate) -> Entries:
    """Hold the event on another day."""
    return notes.set_date(context.event, form.date)


@action("entry.undo", Undo, DESK)
def _undo(context: ActionContext, form: Undo) -> Entries:
    """Undo an entry, if nothing later rests on it."""
    return context.ledger.undo(form.seq)
