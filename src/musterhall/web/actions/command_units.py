"""Actions on command units, which are chosen in secret."""

from __future__ import annotations

import secrets

from pydantic import Field

from musterhall.events import sealing
from musterhall.events.unit_names import full_name
from musterhall.web.actions.action import DESK, OWN, ActionContext, Entries, Form, action
from musterhall.web.actions.common import PlayerId


class Seal(Form):
    player: PlayerId | None = None
    units: list[str] = Field(min_length=1, max_length=20)


class Reveal(Form):
    player: PlayerId | None = None


@action("units.seal", Seal, DESK | OWN)
def _seal(context: ActionContext, form: Seal) -> Entries:
    """Choose command units in secret; the opponent sees a seal only. The desk does it for a player without a phone."""
    player = context.player(form.player)
    units = [full_name(player.roster, unit, player.name, "command units") for unit in form.units]
    return sealing.seal_units(context.event, player, units, secrets.token_hex(16))


@action("units.reveal", Reveal, DESK | OWN)
def _reveal(context: ActionContext, form: Reveal) -> Entries:
    """Show the opponent which units were sealed."""
    return sealing.reveal_units(context.event, context.player(form.player))
