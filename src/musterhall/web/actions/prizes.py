"""Actions on prizes: votes, awards, and the end of the event."""

from __future__ import annotations

from pydantic import Field

from musterhall.events import prizes
from musterhall.web.actions.action import ANYONE_HERE, DESK, ActionContext, Entries, Form, action
from musterhall.web.actions.common import NothingButWhy, PlayerId


class Vote(Form):
    player: PlayerId | None = None
    award: str = Field(min_length=1, max_length=60)
    choice: PlayerId


class Give(Form):
    award: str = Field(min_length=1, max_length=60)
    player: PlayerId


@action("award.vote", Vote, ANYONE_HERE)
def _vote(context: ActionContext, form: Vote) -> Entries:
    """Vote for another player."""
    return prizes.vote(context.event, context.player(form.player), form.award, context.event.player(form.choice))


@action("award.give", Give, DESK)
def _give(context: ActionContext, form: Give) -> Entries:
    """Give an award."""
    return prizes.give(context.event, form.award, context.event.player(form.player))


@action("event.finish", NothingButWhy, DESK)
def _finish(context: ActionContext, form: NothingButWhy) -> Entries:
    """Close the event; its standings are final."""
    return prizes.finish(context.event)
