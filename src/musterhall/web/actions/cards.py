"""Actions on score cards and on the matches they are about."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from musterhall.events import matches
from musterhall.events.event import Event, Player
from musterhall.problems import BadInput
from musterhall.web.accounts import SCOREKEEPER
from musterhall.web.actions.action import ANYONE_HERE, CARDS, ActionContext, Entries, Form, action
from musterhall.web.actions.common import PlayerId, RoundNumber, TableNumber, require_why
from musterhall.web.sessions import PLAYER


class SendCard(Form):
    player: PlayerId | None = None
    round: RoundNumber | None = None
    card: dict[str, Any]


class ConfirmCard(Form):
    player: PlayerId | None = None
    round: RoundNumber | None = None
    card: dict[str, Any] | None = Field(
        default=None,
        description="The card that you confirm, as `theirs` of your match has it. A player has to name it: if another "
        "was sent meanwhile, nothing is confirmed.",
    )


class DecideCard(Form):
    round: RoundNumber
    table: TableNumber
    card: dict[str, Any]


class TakeCard(Form):
    round: RoundNumber
    table: TableNumber
    player: PlayerId


class InMatch(Form):
    round: RoundNumber | None = None


class Concede(InMatch):
    player: PlayerId | None = None
    card: dict[str, Any] | None = None


class Absent(InMatch):
    player: PlayerId
    both: bool = Field(default=False, description="The opponent did not come either, so nobody scores.")


@action("card.send", SendCard, ANYONE_HERE)
def _send(context: ActionContext, form: SendCard) -> Entries:
    """Send a player's card; it counts when the opponent sends the same or confirms it."""
    return matches.send_card(context.event, context.player(form.player), form.card, form.round)


@action("card.confirm", ConfirmCard, ANYONE_HERE)
def _confirm(context: ActionContext, form: ConfirmCard) -> Entries:
    """Agree with the card that the opponent sent; a player names it, so that nothing is confirmed unseen."""
    player = context.player(form.player)
    if form.card is None and context.visitor.role == PLAYER:
        raise BadInput("card: say which one you confirm; send it as you were shown it.")
    return matches.confirm_card(context.event, player, form.round, form.card)


@action("card.decide", DecideCard, CARDS)
def _decide(context: ActionContext, form: DecideCard) -> Entries:
    """Enter a card from paper, settle a dispute, or correct a card; a change of a settled one needs a reason."""
    if context.event.round(form.round).match_at(form.table).settled:
        require_why(form)
    by = context.visitor.role == SCOREKEEPER
    return matches.decide_card(context.event, form.round, form.table, form.card, by_scorekeeper=by)


@action("card.take", TakeCard, CARDS)
def _take(context: ActionContext, form: TakeCard) -> Entries:
    """Let the card count that one of the players sent; where another counts already it needs a reason."""
    match = context.event.round(form.round).match_at(form.table)
    if match.settled:
        require_why(form)
    card = match.sent.get(form.player)
    if card is None:
        name = context.event.player(form.player).name
        raise BadInput(f"table {form.table}: {name} has sent no card; take another, or enter one.")
    by = context.visitor.role == SCOREKEEPER
    return matches.decide_card(context.event, form.round, form.table, card.as_data(), by_scorekeeper=by)


@action("match.concede", Concede, ANYONE_HERE)
def _concede(context: ActionContext, form: Concede) -> Entries:
    """Give up the running match; at the desk a change of a settled one needs a reason."""
    player, by_desk = context.player(form.player), context.visitor.role != PLAYER
    if by_desk:
        _require_why_if_settled(context.event, player, form)
    by = context.visitor.role == SCOREKEEPER
    return matches.concede(context.event, player, form.card, form.round, correcting=by_desk, by_scorekeeper=by)


@action("match.absent", Absent, CARDS)
def _absent(context: ActionContext, form: Absent) -> Entries:
    """Note that a player never came to the table; a change of a settled match needs a reason."""
    player = context.event.player(form.player)
    _require_why_if_settled(context.event, player, form)
    return matches.mark_absent(context.event, player, form.round, both=form.both)


def _require_why_if_settled(event: Event, player: Player, form: InMatch) -> None:
    if matches.match_for(event, player, form.round)[1].settled:
        require_why(form)
