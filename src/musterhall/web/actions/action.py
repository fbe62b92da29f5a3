"""What an action is: a form, the roles that may do it, and a function that gives entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from musterhall.events.entries import NewEntry
from musterhall.events.event import DISQUALIFIED, LEFT, Event, Player
from musterhall.events.fold import Ledger
from musterhall.problems import BadInput
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.sessions import PLAYER, Visitor

DESK = frozenset({OWNER, ORGANISER})
CARDS = frozenset({OWNER, ORGANISER, SCOREKEEPER})
OWN = frozenset({PLAYER})
ANYONE_HERE = CARDS | OWN
LONG = 4000


class Form(BaseModel):
    """What an action is given."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    why: str = Field(default="", max_length=LONG)


@dataclass(frozen=True, slots=True)
class ActionContext:
    """An event as it stands, who acts on it, and by what right."""

    event: Event
    ledger: Ledger
    visitor: Visitor
    library: Callable[[str], Any]
    """The units that a game is played with here."""

    def player(self, given: str | None) -> Player:
        """The player that is meant: a player only ever means himself, and does nothing once he is out."""
        if self.visitor.role == PLAYER:
            me = self.event.player(self.visitor.player)
            if me.status in (LEFT, DISQUALIFIED):
                out = "you have left the event" if me.status == LEFT else "you are out of the event"
                raise BadInput(f"{me.name}: {out}; talk to the organiser.")
            return me
        if not given:
            raise BadInput("player: nobody is named; choose one.")
        return self.event.player(given)


Entries = NewEntry | Sequence[NewEntry]
AnyForm = TypeVar("AnyForm", bound=Form)


@dataclass(frozen=True, slots=True)
class Action:
    name: str
    form: type[Form]
    roles: frozenset[str]
    run: Callable[[ActionContext, Any], Entries]
    help: str

    @property
    def has_card(self) -> bool:
        """Whether a form of it has a field for every figure and unit of the card."""
        field = self.form.model_fields.get("card")
        return field is not None and field.annotation is not str  # a card of a hand is but a name


ACTIONS: dict[str, Action] = {}


def action(
    name: str, form: type[AnyForm], roles: Iterable[str]
) -> Callable[[Callable[[ActionContext, AnyForm], Entries]], Callable[[ActionContext, AnyForm], Entries]]:
    """Make a function an action; its docstring is its help."""

    def register(run: Callable[[ActionContext, AnyForm], Entries]) -> Callable[[ActionContext, AnyForm], Entries]:
        ACTIONS[name] = Action(name, form, frozenset(roles), run, (run.__doc__ or "").strip())
        return run

    return register
