"""Actions on prizes: votes, awards, and the end of the event."""

from __future__ import annotations

from typing import Literal

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


class AddAward(Form):
    title: str = Field(min_length=1, max_length=prizes.LONGEST)
    by: Literal["place", "vote", "organiser"] = "organiser"
    place: int | None = Field(default=None, ge=1, le=9999, description="Where it goes by place.")
    painted: bool = Field(default=False, description="Only for wholly painted forces.")
    sponsor: str = Field(default="", max_length=prizes.LONGEST)


class AddSponsor(Form):
    sponsor: str = Field(min_length=1, max_length=prizes.LONGEST)
    award: str = Field(default="", max_length=60, description="Nothing, where it is for the whole event.")


@action("award.vote", Vote, ANYONE_HERE)
def _vote(context: ActionContext, form: Vote) -> Entries:
    """Vote for another player."""
    return prizes.vote(context.event, context.player(form.player), form.award, context.event.player(form.choice))


@action("award.give", Give, DESK)
def _give(context: ActionContext, form: Give) -> Entries:
    """Give an award."""
    return prizes.give(context.event, form.award, context.event.player(form.player))


@action("award.add", AddAward, DESK)
def _add_award(context: ActionContext, form: AddAward) -> Entries:
    """Add an award while the event runs; with a sponsor, if it has one."""
    added = prizes.add_award(context.event, form.title, by=form.by, place=form.place, painted=form.painted)
    if not form.sponsor.strip():
        return added
    return [added, prizes.sponsor_of(added, form.sponsor)]


@action("sponsor.add", AddSponsor, DESK)
def _add_sponsor(context: ActionContext, form: AddSponsor) -> Entries:
    """Name a sponsor of an award or of the whole event."""
    return prizes.add_sponsor(context.event, form.sponsor, form.award)


@action("event.finish", NothingButWhy, DESK)
def _finish(context: ActionContext, form: NothingButWhy) -> Entries:
    """Close the event; its standings are final."""
    return prizes.finish(context.event)
