"""What several actions are given, and what they demand before anything happens."""

from __future__ import annotations

import secrets
from typing import Annotated

from pydantic import Field

from musterhall.events import matches
from musterhall.events.event import Event, Player
from musterhall.problems import BadInput
from musterhall.web.actions.action import ActionContext, Form

PlayerId = Annotated[str, Field(pattern=r"^p\d{1,6}$")]
RoundNumber = Annotated[int, Field(ge=1, le=50)]
TableNumber = Annotated[int, Field(ge=1, le=9999)]


class OnePlayer(Form):
    player: PlayerId


class OneRound(Form):
    round: RoundNumber


class NothingButWhy(Form):
    """Nothing but a reason."""


def unforeseeable_seed() -> int:
    """A lot that nobody can foresee; it is written down with what was drawn by it."""
    return secrets.randbelow(1 << 48)


def round_or_current(context: ActionContext, given: int | None) -> int:
    if given is not None:
        return given
    if context.event.current is None:
        raise BadInput("round: none is running; say which one is meant.")
    return context.event.current.number


def require_why(form: Form) -> None:
    if not form.why.strip():
        raise BadInput("why: a word is needed for the journal; say the reason.")


def require_open_match(event: Event, player: Player, number: int | None) -> None:
    match = matches.match_for(event, player, number)[1]
    if match.settled:
        raise BadInput(f"{player.name}: the match at table {match.table} is settled and stays as it is.")
