"""Actions on forces and tournament hands."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from musterhall.events import forces
from musterhall.packs.submissions import submission
from musterhall.problems import BadInput
from musterhall.web.actions.action import ANYONE_HERE, DESK, LONG, OWN, ActionContext, Entries, Form, action
from musterhall.web.actions.common import (
    NothingButWhy,
    OnePlayer,
    PlayerId,
    RoundNumber,
    require_open_match,
    round_or_current,
)
from musterhall.web.sessions import PLAYER


class HandIn(Form):
    player: PlayerId | None = None
    text: str = Field(min_length=1, max_length=500_000, description="A force file, or a list to be imported.")
    although_locked: bool = False


class Judge(OnePlayer):
    note: str = Field(default="", max_length=LONG)


@action("force.submit", HandIn, DESK | OWN)
def _hand_in(context: ActionContext, form: HandIn) -> Entries:
    """Hand in a force; its check is written down with it."""
    player = context.player(form.player)
    library = context.library(context.event.pack.game)
    handed_in = submission(context.event.pack, form.text, f"{player.name}'s force", library)
    allowed = form.although_locked and context.visitor.role != PLAYER
    return forces.hand_in(context.event, player, handed_in, although_locked=allowed, library=library)


class Due(Form):
    day: str = Field(default="", max_length=40, description="2025-11-22; nothing means that no force is late.")


@action("forces.due", Due, DESK)
def _due(context: ActionContext, form: Due) -> Entries:
    """Set the last day for forces at this event, in place of the pack's."""
    return forces.set_due(context.event, form.day)


@action("force.accept", Judge, DESK)
def _accept(context: ActionContext, form: Judge) -> Entries:
    """Accept a force; with problems it needs a note."""
    return forces.accept_force(context.event, context.event.player(form.player), form.note)


@action("force.accept_legal", NothingButWhy, DESK)
def _accept_legal(context: ActionContext, form: NothingButWhy) -> Entries:
    """Accept every force that came in time, in which the check found nothing and left nothing to decide."""
    legal = [one for one in context.event.players.values() if one.force and one.force.clear]
    if not legal:
        raise BadInput(
            "forces: none waits that is in time, without problems and without anything to decide; look at the others "
            "one by one."
        )
    return [forces.accept_force(context.event, one) for one in legal]


@action("force.return", Judge, DESK)
def _send_back(context: ActionContext, form: Judge) -> Entries:
    """Send a force back with a note."""
    return forces.return_force(context.event, context.event.player(form.player), form.note)


@action("forces.lock", NothingButWhy, DESK)
def _lock(context: ActionContext, form: NothingButWhy) -> Entries:
    """Lock all forces; the first published round does so, too."""
    return forces.lock_forces(context.event)


# Hands


class HandRow(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    name: str = Field(default="", max_length=120, description="A row without one is no card, but for a dummy.")
    kind: str = Field(max_length=40)


class HandCards(Form):
    player: PlayerId | None = None
    cards: list[HandRow] = Field(default=[], max_length=100)
    text: str = Field(default="", max_length=20_000, description="A hand file, in place of the cards.")
    although_locked: bool = False


class PlayCard(Form):
    player: PlayerId | None = None
    card: str = Field(default="", max_length=80, description="Its name; none is played where it is left out.")
    round: RoundNumber | None = None


@action("hand.submit", HandCards, DESK | OWN)
def _hand(context: ActionContext, form: HandCards) -> Entries:
    """Hand in the tournament hand."""
    player = context.player(form.player)
    allowed = form.although_locked and context.visitor.role != PLAYER
    if form.text.strip():
        named = forces.hands_of(context.event.pack.game).read(form.text, f"{player.name}'s hand")
    else:
        named = [{"name": card.name, "kind": card.kind} for card in _rows_with_cards(form.cards)]
    return forces.hand_in_cards(context.event, player, named, although_locked=allowed)


def _rows_with_cards(rows: Sequence[HandRow]) -> list[HandRow]:
    """The rows in which there is a card; a dummy needs no name."""
    usual = {"dummy": "Dummy"}
    told = [HandRow(name=row.name.strip() or usual.get(row.kind, ""), kind=row.kind) for row in rows]
    if not any(row.name for row in told):
        raise BadInput("hand: no card is named; write the name of each card beside its kind.")
    return [row for row in told if row.name]


@action("hand.play", PlayCard, ANYONE_HERE)
def _play(context: ActionContext, form: PlayCard) -> Entries:
    """Play a card of the hand in a round. The desk notes what was played openly, also of a match that is settled; it
    is looked for in the hand only where whoever notes it has typed that hand in."""
    player, number = context.player(form.player), round_or_current(context, form.round)
    if context.visitor.role == PLAYER:
        require_open_match(context.event, player, number)
    return forces.play_card(context.event, player, number, form.card)
