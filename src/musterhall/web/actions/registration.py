"""Actions on how people come in: the event's page, places, registration, and check-in by phone."""

from __future__ import annotations

from pydantic import Field

from musterhall.events import registration
from musterhall.web.actions.action import DESK, OWN, ActionContext, Entries, Form, action
from musterhall.web.actions.common import NothingButWhy, OnePlayer


class Describe(Form):
    venue: str | None = Field(default=None, max_length=registration.LONGEST_VENUE)
    about: str | None = Field(default=None, max_length=registration.LONGEST_ABOUT)


class Places(Form):
    places: int | None = Field(default=None, ge=2, le=5000, description="Nothing, where there is room for all.")


class MoveUp(OnePlayer):
    beyond: bool = Field(default=False, description="Also where all places are taken.")


@action("event.describe", Describe, DESK)
def _describe(context: ActionContext, form: Describe) -> Entries:
    """Say on the event's page where it is and what people should know."""
    return registration.describe(context.event, venue=form.venue, about=form.about)


@action("event.places", Places, DESK)
def _places(context: ActionContext, form: Places) -> Entries:
    """Say how many can play; whoever waits moves up as far as there is room."""
    return registration.set_places(context.event, form.places)


@action("registration.open", NothingButWhy, DESK)
def _open(context: ActionContext, form: NothingButWhy) -> Entries:
    """Let people enter themselves on the event's page."""
    return registration.open_registration(context.event)


@action("registration.close", NothingButWhy, DESK)
def _close(context: ActionContext, form: NothingButWhy) -> Entries:
    """Let nobody else enter by themselves."""
    return registration.close_registration(context.event)


@action("check_in.open", NothingButWhy, DESK)
def _open_check_in(context: ActionContext, form: NothingButWhy) -> Entries:
    """Let players check in on their phones."""
    return registration.open_check_in(context.event)


@action("check_in.close", NothingButWhy, DESK)
def _close_check_in(context: ActionContext, form: NothingButWhy) -> Entries:
    """Let players check in at the desk alone."""
    return registration.close_check_in(context.event)


@action("player.move_up", MoveUp, DESK)
def _move_up(context: ActionContext, form: MoveUp) -> Entries:
    """Give somebody of the waiting list a place."""
    return registration.move_up(context.event, context.event.player(form.player), beyond=form.beyond)


@action("player.withdraw", NothingButWhy, OWN)
def _withdraw(context: ActionContext, form: NothingButWhy) -> Entries:
    """Give the own place back before the event begins; the first of the waiting list has it."""
    return registration.withdraw(context.event, context.player(None))
