"""Actions on prizes: votes, giving, revealing, and the end of the event."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from musterhall.events import ceremony, prizes
from musterhall.web.actions.action import ANYONE_HERE, DESK, ActionContext, Entries, Form, action
from musterhall.web.actions.common import PlayerId


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
    category: str = Field(default="", max_length=60, description="Only for players of a category of the pack.")
    faction: str = Field(default="", max_length=80, description="Only for players of this faction.")
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
    """Give a prize."""
    return prizes.give(context.event, form.award, context.event.player(form.player))


@action("award.add", AddAward, DESK)
def _add_award(context: ActionContext, form: AddAward) -> Entries:
    """Add a prize while the event runs; with a sponsor, if it has one."""
    given = form.model_dump(include={"by", "place", "painted", "category", "faction"})
    added = prizes.add_award(context.event, form.title, **given)
    if not form.sponsor.strip():
        return added
    return [added, prizes.sponsor_of(added, form.sponsor)]


@action("sponsor.add", AddSponsor, DESK)
def _add_sponsor(context: ActionContext, form: AddSponsor) -> Entries:
    """Name a sponsor of a prize or of the whole event."""
    return prizes.add_sponsor(context.event, form.sponsor, form.award)


class Finish(Form):
    one_by_one: bool = Field(default=False, description="The prizes are held back, and revealed one by one.")


class Reveal(Form):
    award: str = Field(min_length=1, max_length=60)


@action("event.finish", Finish, DESK)
def _finish(context: ActionContext, form: Finish) -> Entries:
    """Close the event; its standings are final, and its prizes known, or held back to be revealed one by one."""
    held = [ceremony.hold_back(context.event)] if form.one_by_one and not context.event.prizes_held else []
    return [*held, prizes.finish(context.event)]


@action("award.reveal", Reveal, DESK)
def _reveal(context: ActionContext, form: Reveal) -> Entries:
    """Show everybody who has won a prize that was held back."""
    return ceremony.reveal(context.event, form.award)
