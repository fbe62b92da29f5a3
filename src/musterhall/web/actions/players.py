"""Actions on players: they register, come, leave, and are warned."""

from __future__ import annotations

from pydantic import Field

from musterhall.events import matches, players, registration
from musterhall.events.entries import NewEntry
from musterhall.events.event import Player
from musterhall.problems import BadInput
from musterhall.web.actions.action import ANYONE_HERE, DESK, ActionContext, Entries, Form, action
from musterhall.web.actions.common import NothingButWhy, OnePlayer, PlayerId, require_open_match, require_why
from musterhall.web.sessions import PLAYER


class AddPlayers(Form):
    names: str = Field(min_length=1, max_length=20_000, description="One name on each line.")
    team: str = Field(default="", max_length=80)


class Leaving(OnePlayer):
    match: str = Field(default="", pattern="^(conceded|absent)?$")


class ChangePlayer(OnePlayer):
    name: str | None = Field(default=None, min_length=1, max_length=80)
    team: str | None = Field(default=None, max_length=80)
    faction: str | None = Field(default=None, max_length=80)
    painted: bool | None = None
    categories: list[str] | None = Field(default=None, max_length=40, description="All that the player is in.")


class CheckIn(Form):
    player: PlayerId | None = Field(default=None, description="A player checks nobody in but themselves.")


class Apart(Form):
    one: PlayerId
    other: PlayerId
    apart: bool = True


@action("player.add", AddPlayers, DESK)
def _add(context: ActionContext, form: AddPlayers) -> Entries:
    """Register players, one on each line; once rounds are played they are checked in, too."""
    found: list[NewEntry] = []
    event = context.event.copy()
    for line in filter(None, map(str.strip, form.names.splitlines())):
        new = players.add_player_here(event, line, form.team)
        found += new
        # The next one gets the next number.
        id_, name = str(new[0].data["player"]), str(new[0].data["name"])
        event.players[id_] = Player(id_, name)
    if not found:
        raise BadInput("names: nobody is named; write one name on each line.")
    return found


@action("player.check_in", CheckIn, ANYONE_HERE)
def _check_in(context: ActionContext, form: CheckIn) -> Entries:
    """Note that a player is here; players do so themselves while check-in is open."""
    by_player = context.visitor.role == PLAYER
    return players.check_in(context.event, context.player(form.player), by_player=by_player)


@action("player.check_in_all", NothingButWhy, DESK)
def _check_in_all(context: ActionContext, form: NothingButWhy) -> Entries:
    """Note that everybody is here who has registered."""
    waiting = [one for one in context.event.players.values() if one.status == "registered"]
    if not waiting:
        raise BadInput("players: everybody is checked in; nothing to do.")
    return [players.check_in(context.event, one) for one in waiting]


@action("player.leave", Leaving, DESK)
def _leave(context: ActionContext, form: Leaving) -> Entries:
    """Take a player out, and say what becomes of the running match."""
    player = context.event.player(form.player)
    left = registration.leave_with_successor(context.event, player)
    if form.match:
        require_open_match(context.event, player, None)
    if form.match == "conceded":
        return [*left, matches.concede(context.event, player)]
    if form.match == "absent":
        return [*left, matches.mark_absent(context.event, player)]
    return left


@action("player.return", OnePlayer, DESK)
def _return(context: ActionContext, form: OnePlayer) -> Entries:
    """Take a player back."""
    return players.come_back(context.event, context.event.player(form.player))


@action("player.change", ChangePlayer, DESK)
def _change(context: ActionContext, form: ChangePlayer) -> Entries:
    """Change a player's name or team, or note that the force is painted."""
    player = context.event.player(form.player)
    return players.change_player(
        context.event, player, **form.model_dump(include={"name", "team", "faction", "painted", "categories"})
    )


@action("player.warn", OnePlayer, DESK)
def _warn(context: ActionContext, form: OnePlayer) -> Entries:
    """Warn a player; as many warnings as the pack says put him out."""
    require_why(form)
    return players.warn(context.event, context.event.player(form.player))


@action("player.disqualify", OnePlayer, DESK)
def _disqualify(context: ActionContext, form: OnePlayer) -> Entries:
    """Put a player out at once."""
    require_why(form)
    return players.disqualify(context.event, context.event.player(form.player))


@action("players.apart", Apart, DESK)
def _apart(context: ActionContext, form: Apart) -> Entries:
    """Keep two players from being paired, or let them be again."""
    pair = [context.event.player(form.one), context.event.player(form.other)]
    return players.keep_apart(context.event, pair, apart=form.apart)
