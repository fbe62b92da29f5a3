"""Actions on byes on request: asked for, taken back, and answered."""

from __future__ import annotations

from musterhall.events import requested_byes
from musterhall.web.actions.action import DESK, OWN, ActionContext, Entries, Form, action
from musterhall.web.actions.common import PlayerId, RoundNumber


class Ask(Form):
    player: PlayerId | None = None
    round: RoundNumber


class Answer(Form):
    player: PlayerId
    round: RoundNumber
    granted: bool


@action("bye.ask", Ask, DESK | OWN)
def _ask(context: ActionContext, form: Ask) -> Entries:
    """Ask for a round without a match."""
    return requested_byes.ask_bye(context.event, context.player(form.player), form.round)


@action("bye.take_back", Ask, DESK | OWN)
def _take_back(context: ActionContext, form: Ask) -> Entries:
    """Ask for it no longer."""
    return requested_byes.ask_bye(context.event, context.player(form.player), form.round, asked=False)


@action("bye.answer", Answer, DESK)
def _answer(context: ActionContext, form: Answer) -> Entries:
    """Grant a bye, asked for or not, or decline it."""
    player = context.event.player(form.player)
    return requested_byes.answer_bye(context.event, player, form.round, granted=form.granted)
